"""The options of precision: `--precision_mode`, `--modify_mixlist`, `--keep_dtype`.

The 16-bit type of AOE is float16, in which Ascend computes. The 16-bit type here is bfloat16, for
which CPUs have dot products. `aoe.graph.precision.mixed_precision` applies a mode to a graph, and
`precision_gate.py` to a model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from aoe.application.model.precision_lists import read_keep_dtype, read_mixlist
from aoe.errors import UsageError
from aoe.graph.precision.mixed_precision import EVERYTHING, MixedPrecision

KEEP, MIX, STRICT_FLOAT32 = "must_keep_origin_dtype", "allow_mix_precision", "force_fp32"
#: What each mode asks for; None if all types stay.
MODES: Mapping[str, MixedPrecision | None] = MappingProxyType(
    {
        KEEP: None,
        STRICT_FLOAT32: None,
        "allow_fp32_to_fp16": None,
        MIX: MixedPrecision(),
        "cube_fp16in_fp32out": MixedPrecision(alone=True),
        "force_fp16": EVERYTHING,
    }
)


@dataclass(frozen=True, slots=True)
class PrecisionRequest:
    """The precision to compile a model in.

    Attributes:
        mode: Name of the mode.
        wanted: What mixed precision may change; `None` if all types stay.
        modify_mixlist: File of types that changed `wanted`.
        keep_dtype: File of operators that changed `wanted`.
    """

    mode: str = KEEP
    wanted: MixedPrecision | None = None
    modify_mixlist: Path | None = None
    keep_dtype: Path | None = None


def precision_request(given: Mapping[str, str | None], working_directory: Path) -> PrecisionRequest:
    """The request in the options, by parameter. Raises `UsageError` for an unknown mode, for a file
    that cannot be read or has another form, and for a list without its mode.
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


def precision_to_json(request: PrecisionRequest) -> dict[str, Any]:
    """What is asked for, without the files that it came from."""
    wanted = request.wanted
    if wanted is None:
        return {"mode": request.mode}
    values = {item.name: getattr(wanted, item.name) for item in fields(wanted)}
    listed = {n: sorted(v) if isinstance(v, frozenset) else v for n, v in values.items()}
    return {"mode": request.mode, "wanted": listed}


def precision_from_json(data: Mapping[str, Any]) -> PrecisionRequest:
    """What `precision_to_json` wrote. Raises one of `MALFORMED` on anything else."""
    wanted = data.get("wanted")
    if wanted is None:
        return PrecisionRequest(str(data["mode"]))
    values: dict[str, Any] = {
        name: frozenset(value) if isinstance(value, list) else bool(value)
        for name, value in wanted.items()
    }
    return PrecisionRequest(str(data["mode"]), MixedPrecision(**values))
