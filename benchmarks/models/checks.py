"""Checks that a model file is a fair test: valid, finite, of order one, and input-sensitive."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx

from benchmarks.models.finishing import feed_of, runtime_session

#: The largest difference of two engines in float32, over the largest output.
_MOST_DIFFERENCE = 1e-4
#: What the outputs must at least change by when the inputs are others, over the largest output.
_LEAST_SENSITIVITY = 1e-3
_LARGEST_OUTPUT = 1e3


class BadModelError(Exception):
    """A model that was built is not fit to be measured."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a check found.

    Attributes:
        nodes: The number of ONNX nodes.
        megabytes: The size of the file.
        largest: The largest absolute value of the outputs.
        sensitivity: The largest change of an output for other inputs, over `largest`.
        openvino: The largest difference of OpenVINO from ONNX Runtime, over `largest`; None where
            OpenVINO is not installed.
    """

    nodes: int
    megabytes: float
    largest: float
    sensitivity: float
    openvino: float | None


def check_file(path: Path) -> Facts:
    """Checks a file by the ONNX checker, ONNX Runtime and, where it is installed, OpenVINO.

    Raises:
        BadModelError: The outputs are not finite, are not of order one, do not depend on the
            inputs, or differ between the two engines.
        onnx.checker.ValidationError: The file is not a valid model.
    """
    onnx.checker.check_model(str(path), full_check=True)
    model = onnx.load(path)
    session = runtime_session(str(path))
    feed, other = feed_of(model, 11), feed_of(model, 12)
    outputs, changed = session.run(None, feed), session.run(None, other)
    largest = max(float(np.abs(item).max()) for item in outputs)
    if not all(np.isfinite(item).all() for item in outputs):
        raise BadModelError(f"{path}: its outputs are not finite")
    if not 0 < largest < _LARGEST_OUTPUT:
        raise BadModelError(f"{path}: its largest output is {largest:.1e}, not of order one")
    sensitivity = _difference(outputs, changed) / largest
    if sensitivity < _LEAST_SENSITIVITY:
        raise BadModelError(f"{path}: other inputs change the outputs by {sensitivity:.1e} only")
    peer = _openvino_outputs(path, feed)
    difference = None if peer is None else _difference(outputs, peer) / largest
    if difference is not None and not difference <= _MOST_DIFFERENCE:
        raise BadModelError(f"{path}: OpenVINO differs from ONNX Runtime by {difference:.1e}")
    megabytes = path.stat().st_size / 1e6
    return Facts(len(model.graph.node), megabytes, largest, sensitivity, difference)


def _difference(some: list[np.ndarray], others: list[np.ndarray]) -> float:
    pairs = zip(some, others, strict=True)
    return max(float(np.abs(one.astype(np.float64) - other).max()) for one, other in pairs)


def _openvino_outputs(path: Path, feed: dict[str, np.ndarray]) -> list[np.ndarray] | None:
    try:
        import openvino
    except ImportError:
        return None
    settings = {"INFERENCE_PRECISION_HINT": "f32"}
    compiled = openvino.Core().compile_model(str(path), "CPU", settings)
    results = compiled(feed)
    return [np.asarray(results[output]) for output in compiled.outputs]
