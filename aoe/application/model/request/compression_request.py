"""The options of compression: `--compress_weight_conf`, `--compression_optimize_conf`,
`--sparsity`; and layers of float8 that `--customize_dtypes` asks for.

`compression.py` applies them to a model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from aoe.application.model.request.compression_files import WeightFile, read_weight_file
from aoe.application.model.request.customized_types import read_float8_layers
from aoe.application.model.request.precision_request import KEEP, MODES, STRICT_FLOAT32
from aoe.application.model.request.quantization_config import (
    OPTION,
    Calibration,
    OptimizeFile,
    read_optimize_file,
)
from aoe.errors import UsageError
from aoe.frontends.customized_types import OPTION as CUSTOMIZED

WEIGHTS, SPARSITY = "compress_weight_conf", "sparsity"


@dataclass(frozen=True, slots=True)
class CompressionRequest:
    """What is to be compressed.

    Attributes:
        weights: Weights to compress; None for none.
        optimize: How to quantise; None if nothing is.
        sparsity: Whether weights of which two of four are zero are stored so.
    """

    weights: WeightFile | None = None
    optimize: OptimizeFile | None = None
    sparsity: bool = False

    @property
    def calibration(self) -> Calibration | None:
        """How to quantise with data of the user; None if nothing is quantised."""
        return None if self.optimize is None else self.optimize.calibration

    @property
    def wanted(self) -> bool:
        """Whether anything may change."""
        return self.sparsity or self.weights is not None or self.calibration is not None

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences about what was given and has no effect."""
        ignored = None if self.optimize is None else self.optimize.warning
        return () if ignored is None else (ignored,)

    def without(self, option: str) -> CompressionRequest:
        """What is wanted without the file of an option."""
        if option == OPTION:
            return replace(self, optimize=None)
        return replace(self, weights=None)

    def file_of(self, option: str) -> str:
        """The file of an option."""
        return self.options[option]

    @property
    def options(self) -> dict[str, str]:
        """The options that ask for it, by name."""
        found: dict[str, str | None] = {
            **({} if self.weights is None else {self.weights.option: str(self.weights.file)}),
            OPTION: None if self.optimize is None else str(self.optimize.file),
            SPARSITY: "1" if self.sparsity else None,
        }
        return {name: value for name, value in found.items() if value is not None}


class OtherModelError(UsageError):
    """A file is about another model: this one has nothing of what it names.

    Attributes:
        option: The option that gives the file.
    """

    def __init__(self, option: str, text: str) -> None:
        super().__init__(text)
        self.option = option


def compression_request(
    given: Mapping[str, str | None], working_directory: Path
) -> CompressionRequest:
    """The request in the options, by parameter. Raises `UsageError` for a file that cannot be read
    or has another form, and for a precision that it contradicts.
    """
    weights, optimize = given.get(WEIGHTS), given.get(OPTION)
    sparsity = given.get(SPARSITY) or "0"
    if sparsity not in ("0", "1"):
        raise UsageError(f"--{SPARSITY}={sparsity}: must be 0 or 1")
    layers = read_float8_layers(given.get(CUSTOMIZED), working_directory)
    if layers is not None and weights is not None:
        raise UsageError(
            f"{layers.label} asks for layers of float8 and excludes --{WEIGHTS}={weights}; name "
            "them in the latter, like NAME: float8"
        )
    if weights is not None:
        layers = read_weight_file(weights, working_directory)
    request = CompressionRequest(
        layers,
        None if optimize is None else read_optimize_file(optimize, working_directory),
        sparsity == "1",
    )
    mode = given.get("precision_mode") or KEEP
    whole = mode == STRICT_FLOAT32 or MODES.get(mode) is not None
    if whole and (request.weights is not None or request.calibration is not None):
        option = f"--{OPTION}={optimize}" if layers is None else layers.label
        raise UsageError(
            f"{option} contradicts --precision_mode={mode}, which sets the types of all layers; "
            "leave one of them out"
        )
    return request


def require_fixed(request: CompressionRequest) -> None:
    """Raises `UsageError` if compression is wanted of a model whose shapes stay open."""
    if request.wanted:
        option = next(iter(request.options))
        raise UsageError(
            f"--{option} needs fixed shapes, for which layers are measured; give --input_shape, or "
            "--dynamic_dims and the like, instead of open shapes"
        )
