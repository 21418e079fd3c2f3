"""Checks of inputs that hold places of elements."""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import constant_of, input_shape, integer


def indices_in_range(node: onnx_ir.Node) -> str | None:
    """Checks that constant indices of Gather are places of the dimension."""
    data, places = input_shape(node, 0), constant_of(node.inputs[1])
    assert data is not None
    if places is None or places.size == 0 or not data:
        return None
    size = data[integer(node, "axis", 0) % len(data)]
    least, most = int(np.min(places)), int(np.max(places))
    if -size <= least and most < size:
        return None
    return f"index {least if least < -size else most} is not among {size} elements"


def regions_have_images(node: onnx_ir.Node) -> str | None:
    """Checks that constant numbers of images of CropAndResize are those of images."""
    images, numbers = input_shape(node, 0), constant_of(node.inputs[2])
    assert images is not None
    for number in () if numbers is None or not images else numbers.ravel().tolist():
        if not 0 <= number < images[0]:
            return f"a region is of image {number}, but its images are 0 to {images[0] - 1}"
    return None


def repeated_tokens_have_scores(node: onnx_ir.Node) -> str | None:
    """Checks that constant tokens of NGramRepeatBlock that would repeat something have a score."""
    tokens, scores = constant_of(node.inputs[0]), input_shape(node, 1)
    size = integer(node, "ngram_size", 0)
    if tokens is None or scores is None or tokens.ndim != 2 or len(scores) != 2 or size < 1:
        return None
    for row in tokens.tolist():
        latest = row[len(row) - size + 1 :]
        for begin in range(len(row) - size + 1):
            token = row[begin + size - 1]
            if row[begin : begin + size - 1] == latest and not 0 <= token < scores[1]:
                return f"token {token} is not among {scores[1]} scores"
    return None


def updates_fit(node: onnx_ir.Node) -> str | None:
    """Checks that the indices of ScatterND point into the data, and that each has an update."""
    data, indices, updates = (input_shape(node, position) for position in range(3))
    assert data is not None
    assert indices is not None
    if not indices or indices[-1] > len(data):
        return f"indices of shape {list(indices)} do not point into {list(data)}"
    wanted = (*indices[:-1], *data[indices[-1] :])
    if updates == wanted:
        return None
    return f"its updates have the shape {list(updates or ())}, not {list(wanted)}"


def elements_at_indices(node: onnx_ir.Node) -> str | None:
    """Checks indices of elements, which lie beside each other as the data do."""
    data, indices, updates = (input_shape(node, position) for position in range(3))
    assert data is not None
    assert indices is not None
    axis = integer(node, "axis", 0) % max(len(data), 1)
    if len(indices) != len(data) or any(
        length > most
        for number, (length, most) in enumerate(zip(indices, data, strict=True))
        if number != axis
    ):
        return f"indices of {list(indices)} along dimension {axis} do not fit {list(data)}"
    if updates is not None and updates != indices:
        return f"updates of {list(updates)} are not those of indices of {list(indices)}"
    return None


def batches_of_indices(node: onnx_ir.Node) -> str | None:
    """Checks that the batches of GatherND are those of the data."""
    data, indices = input_shape(node, 0), input_shape(node, 1)
    assert data is not None
    assert indices is not None
    count = integer(node, "batch_dims", 0)
    if data[:count] == indices[:count]:
        return None
    return f"indices of {list(indices)} and data of {list(data)} differ in {count} batch dimensions"


def places_of_maxima(node: onnx_ir.Node) -> str | None:
    """Checks that each value of MaxUnpool has a place."""
    data, places = input_shape(node, 0), input_shape(node, 1)
    if data == places:
        return None
    return f"places of {list(places or ())} are not those of values of {list(data or ())}"
