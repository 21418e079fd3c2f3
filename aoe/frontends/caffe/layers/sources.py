"""Layers without bottoms that are constant, and types of layers that are refused."""

from __future__ import annotations

from math import prod

import numpy as np

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
    """Constants. Random ones are refused."""
    given = layer.parameter("dummy_data")
    fillers, shapes = list(given.data_filler), [list(shape.dim) for shape in given.shape]
    if given.num:
        fields = (given.num, given.channels, given.height, given.width)
        shapes = [list(sizes) for sizes in zip(*fields, strict=True)]
    values: list[Operand] = []
    for number in range(layer.tops):
        filler = fillers[number if len(fillers) > 1 else 0] if fillers else None
        shape = shapes[number if len(shapes) > 1 else 0]
        if filler is not None and filler.type != "constant":
            raise UnsupportedNodeError(f"its data are random ({filler.type})")
        if min(shape, default=1) < 0 or prod(shape) > LARGEST_CONSTANT:
            raise UnsupportedNodeError(f"its shape is {shape}")
        values.append(np.full(shape, 0 if filler is None else filler.value, np.float32))
    return values
