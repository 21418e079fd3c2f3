"""The options of precision: `--precision_mode`, `--modify_mixlist`, `--keep_dtype`, and those that
say how single operators are computed (`implementation_modes.py`, `customized_types.py`).

The 16-bit type of AOE is float16, in which Ascend and GPUs compute. That of CPUs is bfloat16, for
which they have dot products. `aoe.graph.precision.mixed_precision` applies a mode to a graph, and
`precision_gate.py` to a model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from aoe.application.model.request.customized_types import read_customize_dtypes
from aoe.application.model.request.implementation_modes import (
    SELECT,
    ImplementationModes,
    implementation_modes,
)
from aoe.application.model.request.named_operators import NamedOperators
from aoe.application.model.request.precision_lists import read_keep_dtype, read_mixlist
from aoe.errors import UsageError
from aoe.frontends.customized_types import CustomizedTypes
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.precision.mixed_precision import EVERYTHING, MixedPrecision
from aoe.graph.precision.operator_precision import AS_NEEDED, OperatorPrecision
from aoe.near_names import ending

KEEP, MIX, STRICT_FLOAT32 = "must_keep_origin_dtype", "allow_mix_precision", "force_fp32"
#: Contractions of float32 may round what they multiply to 11 significant bits.
TF32 = "allow_fp32_to_tf32"
#: Modes of `--precision_mode_v2` of CANN that ask for Ascend's own type of 8 bits.
_OF_ASCEND = ("cube_hif8", "mixed_hif8")
#: What each mode asks for; None if all types stay.
MODES: Mapping[str, MixedPrecision | None] = MappingProxyType(
    {
        KEEP: None,
        STRICT_FLOAT32: None,
        "allow_fp32_to_fp16": None,
        "allow_fp32_to_bf16": None,
        TF32: None,
        MIX: MixedPrecision(),
        f"{MIX}_fp16": MixedPrecision(reduced_type="float16"),
        f"{MIX}_bf16": MixedPrecision(reduced_type="bfloat16"),
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
        implementations: How exactly operators are computed.
        customized: Operators with element types of their own.
        named: The operators that the files name.
        keeps_float16: Whether float16 is rounded after each operator, as in a script of training.
    """

    mode: str = KEEP
    wanted: MixedPrecision | None = None
    modify_mixlist: Path | None = None
    keep_dtype: Path | None = None
    implementations: ImplementationModes = field(default_factory=ImplementationModes)
    customized: CustomizedTypes = field(default_factory=CustomizedTypes)
    named: tuple[NamedOperators, ...] = ()
    keeps_float16: bool = False

    @property
    def operators(self) -> tuple[OperatorPrecision, OperatorPrecision]:
        """The precision of single operators, and that of those in the bodies of loops."""
        wanted = self.implementations.wanted
        if self.mode == TF32:
            wanted = wanted.with_low()
        if not (self.keeps_float16 or self._is_reduced or self.customized.reduced):
            wanted = replace(wanted, widens=True)
        return wanted, wanted.at_least("highest") if self.mode == STRICT_FLOAT32 else wanted

    @property
    def _is_reduced(self) -> bool:
        """Whether products may have fewer bits than the model says."""
        return self.wanted is not None or self.mode == TF32

    def notices(self, profiles: Sequence[PreparedGraph]) -> list[str]:
        """Sentences about what was given and has no effect for a model at its shapes."""
        found = [text for item in self.named for text in item.notices(profiles)]
        if self.keep_dtype is not None and self.wanted is None:
            found.append(
                f"--keep_dtype={self.keep_dtype}: has no effect, since all operators keep their "
                f"types with --precision_mode={self.mode}"
            )
        if self.implementations.precise_everywhere and self._is_reduced:
            found.append(
                f"--precision_mode={self.mode} has no effect on convolutions, matmuls, attention "
                f"and recurrences, since --{SELECT}={self.implementations.select} keeps their types"
            )
        return [*found, *self.implementations.notices(profiles)]


def precision_request(given: Mapping[str, str | None], working_directory: Path) -> PrecisionRequest:
    """The request in the options, by parameter. Raises `UsageError` for an unknown mode, for a file
    that cannot be read or has another form, and for a list without its mode.
    """
    mode = given.get("precision_mode") or KEEP
    if mode in _OF_ASCEND:
        raise UsageError(
            f"--precision_mode={mode}: HiF8 is a type of Ascend processors only; NVIDIA GPUs since "
            "compute capability 8.9 multiply float8: name operators in a file of "
            "--customize_dtypes, or write '*: float8' in a file of --compress_weight_conf"
        )
    if mode not in MODES:
        raise UsageError(
            f"--precision_mode={mode}: must be one of {', '.join(MODES)}{ending(mode, MODES)}"
        )
    wanted = MODES[mode]
    mixlist, keep = given.get("modify_mixlist"), given.get("keep_dtype")
    named: list[NamedOperators] = []
    if mixlist is not None:
        if not mode.startswith(MIX):
            raise UsageError(
                f"--modify_mixlist={mixlist} belongs to --precision_mode={MIX}; add that, or leave "
                "it out"
            )
        white, black, listed = read_mixlist(mixlist, working_directory)
        named.append(listed)
        reduced_type = None if wanted is None else wanted.reduced_type
        wanted = MixedPrecision(white, black, reduced_type=reduced_type)
    if keep is not None:
        names, types, listed = read_keep_dtype(keep, working_directory)
        named.append(listed)
        if wanted is not None:
            wanted = replace(wanted, kept_names=names, kept_types=wanted.kept_types | types)
    customized = read_customize_dtypes(given.get("customize_dtypes"), working_directory)
    if wanted is not None:
        wanted = replace(
            wanted,
            kept_names=wanted.kept_names.union(customized.names),
            kept_types=wanted.kept_types.union(customized.types),
        )
    return PrecisionRequest(
        mode,
        wanted,
        None if mixlist is None else working_directory / mixlist,
        None if keep is None else working_directory / keep,
        implementation_modes(given, working_directory),
        customized,
        tuple(named),
    )


def precision_options(request: PrecisionRequest) -> dict[str, object]:
    """The options, by parameter, that ask for a request; `None` for those that are left out."""
    return {
        "precision_mode": None if request.mode == KEEP else request.mode,
        "modify_mixlist": request.modify_mixlist,
        "keep_dtype": request.keep_dtype,
        "customize_dtypes": request.customized.file,
        **request.implementations.options(),
    }


def precision_to_json(request: PrecisionRequest) -> dict[str, Any]:
    """What is asked for, without the files that it came from. Types of operators are left out: a
    model that is written has them.
    """
    found: dict[str, Any] = {"mode": request.mode}
    if request.wanted is not None:
        values = {item.name: getattr(request.wanted, item.name) for item in fields(request.wanted)}
        found["wanted"] = {
            n: sorted(v) if isinstance(v, frozenset) else v for n, v in values.items()
        }
    if request.implementations.wanted != AS_NEEDED:
        found["operators"] = request.implementations.wanted.to_json()
    if request.keeps_float16 or request.customized.reduced:
        found["keeps_float16"] = True
    return found


def precision_from_json(data: Mapping[str, Any]) -> PrecisionRequest:
    """What `precision_to_json` wrote. Raises one of `MALFORMED` on anything else."""
    wanted = None
    if data.get("wanted") is not None:
        values: dict[str, Any] = {
            name: frozenset(value) if isinstance(value, list) else bool(value)
            for name, value in data["wanted"].items()
            if name != "reduced_type"
        }
        asked = data["wanted"].get("reduced_type")
        wanted = MixedPrecision(**values, reduced_type=None if asked is None else str(asked))
    operators = AS_NEEDED
    if "operators" in data:
        operators = OperatorPrecision.from_json(data["operators"])
    return PrecisionRequest(
        str(data["mode"]),
        wanted,
        implementations=ImplementationModes(operators),
        keeps_float16=bool(data.get("keeps_float16", False)),
    )
