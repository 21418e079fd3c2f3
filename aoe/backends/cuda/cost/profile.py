"""The cost profile of an architecture of GPUs: every measured constant of the estimates that rank
their policies.

A profile is a file of `profiles/`, named as the architecture, such as `sm_90.json`. `default.json`
has every constant; another file has those that differ. Each constant has a value, a unit and the
module that uses it; `kernel_costs.py` says what it means. Measured rates of a GPU are no part of it
(`aoe.backends.cuda.target.cuda_target.GpuSpeed`), nor is what decides which policies exist.

`benchmarks.cuda.fit_costs` fits the section `tiles`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from aoe.backends.cost_table import table_of, values_in, with_values
from aoe.backends.cuda.cost.kernel_costs import (
    AttentionCosts,
    GemvCosts,
    GroupedConvCosts,
    LoopNestCosts,
    ReleaseCosts,
    RowCosts,
    SimtContractionCosts,
    SimtCosts,
    TensorCosts,
    WgmmaCosts,
)
from aoe.backends.cuda.target.cuda_target import CudaTarget

#: Where profiles are.
FOLDER = Path(__file__).parent / "profiles"
DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class CudaCosts:
    """The constants of estimates for one architecture.

    Attributes:
        simt: Operators whose points threads compute one by one.
        loop_nests: Loop nests of the CPU's implementations, shared by blocks and threads.
        simt_contraction: Contractions without matrix instructions.
        gemv: Products of at most eight rows.
        grouped_conv: Convolutions of many groups, or of few filters.
        rows: Reductions, softmax and normalisations whose rows stay in registers.
        attention: Attention by matrix instructions.
        tiles: Contractions in tiles by `mma.sync`.
        wgmma: Contractions by `wgmma`.
        release: Where kernels let the next one start.
    """

    simt: SimtCosts
    loop_nests: LoopNestCosts
    simt_contraction: SimtContractionCosts
    gemv: GemvCosts
    grouped_conv: GroupedConvCosts
    rows: RowCosts
    attention: AttentionCosts
    tiles: TensorCosts
    wgmma: WgmmaCosts
    release: ReleaseCosts


def profile_of(target: CudaTarget) -> CudaCosts:
    """The profile to estimate with for a GPU: that of its architecture, or the default."""
    return profile(target.model)


@cache
def profile(name: str) -> CudaCosts:
    """The profile of that name, or the default where the package has none of that name."""
    if name == DEFAULT:
        return table_of(CudaCosts, values_in(FOLDER / f"{DEFAULT}.json"))
    if name not in {path.stem for path in FOLDER.glob("*.json")}:
        return profile(DEFAULT)
    return with_values(profile(DEFAULT), values_in(FOLDER / f"{name}.json"))
