"""Precision as options ask for it: `--precision_mode`, `--modify_mixlist`, `--keep_dtype`.

AOE's 16 bits are float16, which is what Ascend computes in; those of a CPU are bfloat16, of which
it has dot products. What the modes do to a graph: `aoe.graph.precision.mixed_precision`; to a
model: `aoe.application.model.precision`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from aoe.application.model.precision_lists import read_keep_dtype, read_mixlist
from aoe.errors import UsageError
from aoe.graph.precision.mixed_precision import EVERYTHING, MixedPrecision

KEEP, MIX, EXACT = "must_keep_origin_dtype", "allow_mix_precision", "force_fp32"
#: What each mode asks for; None: all types stay.
MODES: Mapping[str, MixedPrecision | None] = MappingProxyType(
    {
        KEEP: None,
        EXACT: None,
        "allow_fp32_to_fp16": None,
        MIX: MixedPrecision(),
        "cube_fp16in_fp32out": MixedPrecision(alone=True),
        "force_fp16": EVERYTHING,
    }
)


@dataclass(frozen=True, slots=True)
class PrecisionRequest:
    """What precision to compile a model in. `wanted`: None where all types stay. `modify_mixlist`,
    `keep_dtype`: the files that changed it.
    """

    mode: str = KEEP
    wanted: MixedPrecision | None = None
    modify_mixlist: Path | None = None
    keep_dtype: Path | None = None


def precision_request(given: Mapping[str, str | None], working_directory: Path) -> PrecisionRequest:
    """What the options ask for, by parameter. Raises `UsageError` for a mode that is none, for
    files that cannot be read or say something else, and for a list without the mode it is for.
    """
    mode = given.get("precision_mode") or KEEP
    if mode not in MODES:
        raise UsageError(f"--precision_mode={mode}: must be one of {', '.join(MODES)}")
    wanted = MODES[mode]
    mixlist, keep = given.get("modify_mixlist"), given.get("keep_dtype")
    if mixlist is not None:
        if mode != MIX:
            raise UsageError(
                f"--modify_mixlist={mixlist} belongs to --precision_mode={MIX}; add that, or leave "
                "it out"
            )
        white, black = read_mixlist(mixlist, working_directory)
        wanted = MixedPrecision(white, black)
    if keep is not None:
        names, types = read_keep_dtype(keep, working_directory)
        if wanted is not None:
            wanted = replace(wanted, kept_names=names, kept_types=wanted.kept_types | types)
    return PrecisionRequest(
        mode,
        wanted,
        None if mixlist is None else working_directory / mixlist,
        None if keep is None else working_directory / keep,
    )
