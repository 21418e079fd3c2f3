"""Layers without bottoms that are constant, and types of layers that are refused."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from aoe.errors import counted, quoted
from aoe.frontends.caffe.layer import LARGEST_CONSTANT, Layer, layer, refused
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError

refused(
    "it reads a data set; give the network for inference, deploy.prototxt",
    *("Data", "ImageData", "HDF5Data", "MemoryData", "WindowData", "AnnotatedData", "VideoData"),
)
refused("it runs Python code", "Python")
refused("it writes a file", "HDF5Output")
refused("how many rows it gives depends on data", "Filter")
refused("patches as a matrix are not computed", "Im2col")
refused("its bins depend on data", "PSROIAlign", "DeformablePSROIPooling")
refused("forks of Caffe compute it in different ways", "PassThrough", "BN")
refused(
    "how it computes its results is not published; end the network before it",
    *("Region", "Detection", "DetectionEvaluate"),
)


@layer("Parameter")
def parameter(layer: Layer) -> Operand:
    """A blob as a value."""
    return layer.blob(0, layer.parameter("parameter").shape.dim)


@layer("DummyData")
def dummy_data(layer: Layer) -> list[Operand]:
    """Constants. Random ones are refused. Each field is given once for all tops, or for each."""
    given = layer.parameter("dummy_data")
    fillers, shapes = list(given.data_filler), [list(shape.dim) for shape in given.shape]
    fields = {name: list(getattr(given, name)) for name in ("num", "channels", "height", "width")}
    old = any(fields.values())
    if old == bool(shapes):
        found = ", not both" if old else ""
        raise ValueError(f"dummy_data_param needs shape, or num, channels, height and width{found}")
    if old:
        sizes = [_for_tops(layer, values, name) for name, values in fields.items()]
        shapes = [list(shape) for shape in zip(*sizes, strict=True)]
    else:
        shapes = _for_tops(layer, shapes, "shape")
    if any(min(shape, default=1) < 0 for shape in shapes) or (
        sum(prod(shape) for shape in shapes) > LARGEST_CONSTANT
    ):
        raise UnsupportedNodeError(f"its data have the shapes {quoted(shapes)}")
    values: list[Operand] = []
    numbers = _for_tops(layer, fillers, "data_filler") if fillers else [None] * layer.tops
    for shape, filler in zip(shapes, numbers, strict=True):
        if filler is not None and filler.type != "constant":
            raise UnsupportedNodeError(f"its data are random ({filler.type})")
        values.append(np.full(shape, 0 if filler is None else filler.value, np.float32))
    return values


def _for_tops(layer: Layer, values: list[Any], what: str) -> list[Any]:
    """A value for each top, of as many, or of one for all."""
    if len(values) == 1:
        return values * layer.tops
    if len(values) != layer.tops:
        number = counted(len(values), f"value of {what}", f"values of {what}")
        raise ValueError(f"{number} for {counted(layer.tops, 'top')}")
    return values
