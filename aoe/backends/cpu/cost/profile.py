"""The cost profile of a microarchitecture: every measured constant of the analytic cost models.

A profile is a file of `profiles/`, named as LLVM names the CPU, such as `znver4.json`.
`default.json` has every constant; another file has those that differ. Each constant has a value, a
unit and the module that uses it. `matmul_costs.py` and `operator_costs.py` say what it means.

A constant is here if it only enters estimates, which rank policies. What decides which policies
exist, or which code a policy stands for, gives stored policies their meaning and stays in the code.
For the same reason a target whose speed is unknown has the default profile. Spaces of policies are
enumerated with such a target (`Target.at_common_speed`), so another profile changes the order of
policies, never the space.

A program that fits a profile reads one with `load`, changes values with
`aoe.backends.cost_table.with_values`, estimates under `trial` and writes a file in the form of
`default.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from aoe.backends.cost_table import table_of, values_in, values_of, with_values
from aoe.backends.cpu.cost.matmul_costs import (
    AmxCosts,
    AttentionAmxCosts,
    AttentionCosts,
    ContractionCosts,
    CoreCosts,
    DotInstructionCosts,
    MatmulCosts,
    MemoryCosts,
    NonzeroCosts,
    RecurrentCosts,
    StrassenCosts,
    StreamedTypeCosts,
    WeightStreamCosts,
)
from aoe.backends.cpu.cost.operator_costs import (
    ConvDirectCosts,
    ConvTransposedCosts,
    ElementwiseCosts,
    FusedAttentionCosts,
    HeldConstantsCosts,
    LrnCosts,
    PackedCosts,
    PaddedCopyCosts,
    PoolCosts,
    PoolSeparableCosts,
    PrefixScanCosts,
    RoiPoolCosts,
    RowKernelCosts,
    SampleCosts,
    ScatterCosts,
    VariantCosts,
    WindowCosts,
    WinogradCosts,
    WinogradFittedCosts,
    WinogradRowsCosts,
)
from aoe.backends.cpu.cost.selection_costs import SelectionCosts
from aoe.backends.cpu.target.cpu_target import CpuTarget, Speed
from aoe.errors import UsageError

#: Where profiles are.
FOLDER = Path(__file__).parent / "profiles"
DEFAULT = "default"
_UNKNOWN_SPEED = Speed()
#: Profiles on trial by the name of the CPU that stands for them.
_TRIALS: ContextVar[Mapping[str, CostProfile]] = ContextVar("trials", default=MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class CostProfile:
    """The constants of the cost models for one microarchitecture.

    Attributes:
        core: The pipeline of a core, for every cost model.
        memory: Caches, memory and how computing overlaps with transfers.
        contraction: Contractions by vector instructions: the micro-kernel and its operands.
        amx: Contractions by AMX instructions: the micro-kernel and its operands.
        attention: Attention by vector instructions.
        attention_amx: Attention by AMX instructions.
        conv_direct: Direct convolution: borders and the padded copy.
        padded_copy: The zero-bordered, channels-last copy of an image.
        winograd: Two-dimensional Winograd convolution of 3×3 windows.
        winograd_rows: One-dimensional Winograd convolution.
        winograd_fitted: Winograd convolution with fitted tiles.
        conv_transposed: Transposed convolution.
        dot_instructions: Copies for matrix multiplication by dot-product instructions.
        matmul: Matrix multiplication by vector instructions, besides its contraction.
        strassen: Strassen's algorithm.
        weight_streams: Matmuls of a few rows that read weights from memory as they are used.
        float24_streams: Streamed weights of float24.
        bfloat16_streams: Streamed weights of bfloat16.
        nonzero: Matrix multiplication of one row that is mostly zeros.
        recurrent: Recurrence.
        elementwise: Elementwise operators, gather, concatenation and padding.
        sample: Weighted sums of elements at places given by tables.
        scatter: Scatter.
        row_kernels: Reductions, softmax and normalisation.
        prefix_scan: Prefix scans.
        window: Pooling and depthwise convolution: sums over windows.
        pool: Pooling in one stage: reading out of memory order, which hardware does not prefetch.
        pool_separable: Pooling in two stages.
        lrn: Local response normalisation.
        selection: TopK, NonZero and NonMaxSuppression.
        fused_attention: Where attention is one operator.
        packed: Matmuls by weights of 4 bits that are read packed.
        roi_pool: Maxima over regions of images.
        held_constants: Models whose constants stay in the last cache.
        variants: Choices about graphs: default variants, strips and branches.
    """

    core: CoreCosts
    memory: MemoryCosts
    contraction: ContractionCosts
    amx: AmxCosts
    attention: AttentionCosts
    attention_amx: AttentionAmxCosts
    conv_direct: ConvDirectCosts
    padded_copy: PaddedCopyCosts
    winograd: WinogradCosts
    winograd_rows: WinogradRowsCosts
    winograd_fitted: WinogradFittedCosts
    conv_transposed: ConvTransposedCosts
    dot_instructions: DotInstructionCosts
    matmul: MatmulCosts
    strassen: StrassenCosts
    weight_streams: WeightStreamCosts
    float24_streams: StreamedTypeCosts
    bfloat16_streams: StreamedTypeCosts
    nonzero: NonzeroCosts
    recurrent: RecurrentCosts
    elementwise: ElementwiseCosts
    sample: SampleCosts
    scatter: ScatterCosts
    row_kernels: RowKernelCosts
    prefix_scan: PrefixScanCosts
    window: WindowCosts
    pool: PoolCosts
    pool_separable: PoolSeparableCosts
    lrn: LrnCosts
    selection: SelectionCosts
    fused_attention: FusedAttentionCosts
    packed: PackedCosts
    roi_pool: RoiPoolCosts
    held_constants: HeldConstantsCosts
    variants: VariantCosts


def profile_of(target: CpuTarget) -> CostProfile:
    """The profile to estimate with for a target: that of its microarchitecture if its speed is
    known and there is one, else the default.
    """
    if target.speed == _UNKNOWN_SPEED:
        return profile(DEFAULT)
    return _TRIALS.get().get(target.model) or profile(target.model)


@cache
def profile(name: str) -> CostProfile:
    """The profile of that name, or the default where the package has none of that name."""
    if name != DEFAULT and name not in profile_names():
        return profile(DEFAULT)
    return load(FOLDER / f"{name}.json")


@cache
def profile_names() -> tuple[str, ...]:
    """The names of all profiles of the package."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


def load(path: Path) -> CostProfile:
    """Reads a profile from a file in the form of `default.json`. Constants that it leaves out are
    those of the default profile.

    Raises:
        UsageError: The file is no profile, has a constant that this version does not know, or is
            the default profile and lacks one.
    """
    try:
        values = values_in(path)
        if path == FOLDER / f"{DEFAULT}.json":
            return table_of(CostProfile, values)
        return with_values(profile(DEFAULT), values)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise UsageError(f"{path} is not a cost profile of this version: {error}") from error


@contextmanager
def trial(target: CpuTarget, costs: CostProfile) -> Iterator[CpuTarget]:
    """Gives the target whose estimates use a profile that is not in the package yet.

    Its name differs from that of `target` and of any other trial, so that no estimate is taken from
    a cache. The speed of `target` must be known: see the module's docstring.
    """
    digest = sha256(json.dumps(values_of(costs), sort_keys=True).encode()).hexdigest()[:16]
    name = f"{target.model}+{digest}"
    token = _TRIALS.set(MappingProxyType({**_TRIALS.get(), name: costs}))
    try:
        yield replace(target, model=name)
    finally:
        _TRIALS.reset(token)
