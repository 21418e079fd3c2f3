"""Data of the user for calibration, and the ranges of quantised values.

A file has the values of one input, little-endian, in the order of memory, without a header. Its
first dimension may be several times that of the model; then the data are several inferences.

The range of a value is searched as ATC does it: percentiles of what the value was, and of parts of
that the one with the least squared error.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from pathlib import Path

import numpy as np

from aoe.application.model.request.compression_request import OtherModelError
from aoe.application.model.request.quantization_config import OPTION, Calibration, LayerConfig
from aoe.element_types import ITEM_BYTES, numpy_type
from aoe.errors import UsageError
from aoe.graph.compression.forms import Form
from aoe.runtime.plan import DRAW, TensorInfo

#: Values of a tensor that are kept of each inference, and in all to search a range with.
_KEPT, _SEARCHED = 1 << 16, 1 << 15
#: The last step of uint8, and steps on either side of 128 with a symmetric range.
_LAST, _SYMMETRIC, _MIDDLE = 255, 127, 128


def read_batches(
    calibration: Calibration, inputs: Sequence[TensorInfo], label: str
) -> list[dict[str, np.ndarray]]:
    """The data as inputs of inferences. `label`: how messages call the option and its file.

    Raises `OtherModelError` for data of other inputs, `UsageError` for data that do not fit these.
    """
    wanted = {info.name: info for info in inputs if info.name != DRAW}
    if set(calibration.shapes) != set(wanted):
        raise OtherModelError(
            OPTION,
            f"{label}: input_shape names {', '.join(calibration.shapes)}; the model has the "
            f"inputs {', '.join(wanted)}, and needs data for each",
        )
    arrays = {
        name: _arrays(path, shape, wanted[name], label)
        for path, (name, shape) in zip(calibration.data, calibration.shapes.items(), strict=True)
    }
    counts = {name: len(found) for name, found in arrays.items()}
    if len(set(counts.values())) > 1:
        listed = ", ".join(f"{name} for {count}" for name, count in counts.items())
        raise UsageError(f"{label}: the inputs have data for different inferences: {listed}")
    return [dict(zip(arrays, parts, strict=True)) for parts in zip(*arrays.values(), strict=True)]


def _arrays(path: Path, shape: tuple[int, ...], info: TensorInfo, label: str) -> list[np.ndarray]:
    """The data of an input, one array for each inference."""
    whole, own = shape[:1], info.shape[:1]
    if len(shape) != len(info.shape) or shape[1:] != info.shape[1:] or (own and whole[0] % own[0]):
        raise UsageError(
            f"{label}: input_shape: {info.name} has the shape {list(shape)}; the model takes "
            f"{list(info.shape)}, or a multiple of its first size"
        )
    files = sorted(path.glob("*.bin")) if path.is_dir() else [path]
    if not files:
        raise UsageError(f"{label}: input_data_dir: {path} has no .bin files")
    found: list[np.ndarray] = []
    for file in files:
        try:
            raw = file.read_bytes()
        except OSError as error:
            raise UsageError(f"{label}: cannot read {file}: {error.strerror or error}") from error
        expected = prod(shape) * ITEM_BYTES[info.dtype]
        if len(raw) != expected:
            raise UsageError(
                f"{label}: {file} has {len(raw)} bytes; {info.name} of {info.dtype} and the shape "
                f"{list(shape)} has {expected}"
            )
        array = np.frombuffer(raw, numpy_type(info.dtype)).reshape(shape)
        found += np.split(array, whole[0] // own[0]) if own else [array]
    return found


class Samples:
    """Values that a tensor had, a part of them."""

    def __init__(self) -> None:
        self._parts: list[np.ndarray] = []
        self._generator = np.random.default_rng(0)

    def add(self, array: np.ndarray) -> None:
        """Adds the values of an inference, with the largest and the least of them."""
        flat = array.reshape(-1)
        if flat.size > _KEPT:
            chosen = self._generator.integers(0, flat.size, _KEPT)
            flat = np.concatenate([flat[chosen], [flat.min(), flat.max()]])
        self._parts.append(flat.astype(np.float32))

    @property
    def values(self) -> np.ndarray:
        """All values that were kept."""
        return np.concatenate(self._parts)


def static_form(values: np.ndarray, config: LayerConfig) -> Form | None:
    """The form of a layer that reads such values; None if they are not finite."""
    if not values.size or not np.isfinite(values).all():
        return None
    lowest = min(0.0, float(np.quantile(values, 1 - config.min_percentile)))
    highest = max(0.0, float(np.quantile(values, config.max_percentile)))
    levels = (1 << (config.bits - 1)) - 1
    step = max(1, values.size // _SEARCHED)
    some = values[::step].astype(np.float64)
    best = (1.0, 0)
    least = np.inf
    count = int(np.floor((config.end - config.start) / config.step + 1e-6)) + 1
    for number in range(count):
        part = config.start + number * config.step
        scale, zero = _scale(lowest * part, highest * part, config.asymmetric)
        steps = np.clip(np.rint(some / scale) + zero, 0, _LAST)
        error = float((((steps - zero) * scale - some) ** 2).mean())
        if error < least:
            least, best = error, (scale, zero)
    return Form(
        "static", scale=best[0], zero_point=best[1], levels=levels, by_channel=config.by_channel
    )


def _scale(lowest: float, highest: float, asymmetric: bool) -> tuple[float, int]:
    """Step and zero point of a range that holds 0."""
    if asymmetric:
        scale = float(np.float32((highest - lowest) / _LAST))
        if scale < 1e-30:
            return 1.0, 0
        return scale, int(np.clip(np.rint(-lowest / scale), 0, _LAST))
    scale = float(np.float32(max(-lowest, highest) / _SYMMETRIC))
    return (1.0, _MIDDLE) if scale < 1e-30 else (scale, _MIDDLE)
