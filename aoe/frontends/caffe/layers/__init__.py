"""A function for each type of layer of Caffe, in modules by subject. Importing one fills the table
in `aoe.frontends.caffe.layer`.
"""

from aoe.frontends.caffe.layers import (
    activations,
    boxes,
    combinations,
    convolutions,
    detection,
    faster_rcnn,
    normalizations,
    pooling,
    proposals,
    recurrences,
    regions,
    resampling,
    shapes,
    sources,
    yolo,
    yolo_detection,
)

__all__ = [
    "activations",
    "boxes",
    "combinations",
    "convolutions",
    "detection",
    "faster_rcnn",
    "normalizations",
    "pooling",
    "proposals",
    "recurrences",
    "regions",
    "resampling",
    "shapes",
    "sources",
    "yolo",
    "yolo_detection",
]
