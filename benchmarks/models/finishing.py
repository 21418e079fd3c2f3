"""What is done to a model after its nodes are there: batch statistics, folding, writing.

Random networks have activations of order one only if their batch normalisations know the statistics
of what they normalise. `estimate_statistics` takes these from one run on random numbers, and `fold`
then merges the normalisations into convolutions, as PyTorch's exporter does.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper

from benchmarks.models.graph import Graph

_NORM = "BatchNormalization"
#: Pixels of an image that have useful statistics.
_FEWEST_PIXELS = 4


def finished(g: Graph, *outputs: str, folded: bool = True) -> onnx.ModelProto:
    """Returns a graph as a model with batch statistics of a run and outputs `y`, `y_1` and so on.

    Args:
        g: The graph.
        *outputs: The tensors that are the model's outputs.
        folded: Whether batch normalisations behind convolutions are merged into them.
    """
    model = g.model(*outputs)
    estimate_statistics(model, feed_of(model))
    if folded:
        fold(model)
    _rename_outputs(model)
    return model


def feed_of(model: onnx.ModelProto, seed: int = 5) -> dict[str, np.ndarray]:
    """Draws inputs for a model: normal floats, masks of ones, token numbers below 1000."""
    random = np.random.default_rng(seed)
    constants = {item.name for item in model.graph.initializer}
    feed: dict[str, np.ndarray] = {}
    for item in model.graph.input:
        if item.name in constants:
            continue
        tensor = item.type.tensor_type
        shape = [dim.dim_value for dim in tensor.shape.dim]
        dtype = helper.tensor_dtype_to_np_dtype(tensor.elem_type)
        if dtype.kind == "f":
            feed[item.name] = random.standard_normal(shape).astype(dtype)
        elif "mask" in item.name:
            feed[item.name] = np.ones(shape, dtype)
        else:
            feed[item.name] = random.integers(0, 1000, shape).astype(dtype)
    return feed


def estimate_statistics(model: onnx.ModelProto, feed: dict[str, np.ndarray]) -> None:
    """Sets the mean and variance of every batch normalisation to those of one run.

    At batch size one, normalising an image by its own statistics is InstanceNormalization, so a
    copy of the model with that operator gives the statistics of all layers in one run. Images of
    fewer than four pixels keep mean zero and variance one. Needs ONNX Runtime.
    """
    trial = copy.deepcopy(model)
    sources: list[str] = []
    for node in trial.graph.node:
        if node.op_type != _NORM:
            continue
        node.op_type = "InstanceNormalization"
        del node.input[3:]
        del node.output[1:]
        kept = [item for item in node.attribute if item.name == "epsilon"]
        del node.attribute[:]
        node.attribute.extend(kept)
        if node.input[0] not in sources:
            sources.append(node.input[0])
            trial.graph.output.append(helper.make_tensor_value_info(node.input[0], 1, None))
    if not sources:
        return
    values = dict(zip(sources, runtime_session(trial).run(sources, feed), strict=True))
    constants = {item.name: item for item in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type != _NORM:
            continue
        array = values[node.input[0]].astype(np.float64)
        axes = (0, *range(2, array.ndim))
        if array[0, 0].size < _FEWEST_PIXELS:
            continue
        statistics = (array.mean(axes), array.var(axes) + 1e-2)
        for name, statistic in zip(node.input[3:5], statistics, strict=True):
            tensor = numpy_helper.from_array(statistic.astype(np.float32), name)
            constants[name].CopyFrom(tensor)


def fold(model: onnx.ModelProto) -> None:
    """Merges batch normalisations into the convolutions in front of them."""
    graph = model.graph
    makers = {name: node for node in graph.node for name in node.output}
    readers = Counter(name for node in graph.node for name in node.input)
    arrays = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
    added: dict[str, np.ndarray] = {}
    gone: set[str] = set()
    for node in graph.node:
        before = makers.get(node.input[0]) if node.op_type == _NORM else None
        if before is None or before.op_type != "Conv" or readers[node.input[0]] != 1:
            continue
        scale, bias, mean, variance = (arrays[name] for name in node.input[1:5])
        epsilon = next(item.f for item in node.attribute if item.name == "epsilon")
        factor = scale / np.sqrt(variance + np.float32(epsilon))
        weights = arrays[before.input[1]]
        first = arrays[before.input[2]] if len(before.input) > 2 else np.float32(0)
        names = [f"{before.name}.weight", f"{before.name}.bias"]
        added[names[0]] = weights * factor.reshape(-1, *(1,) * (weights.ndim - 1))
        added[names[1]] = (first - mean) * factor + bias
        del before.input[1:]
        before.input.extend(names)
        before.output[0] = node.output[0]
        gone.add(node.name)
    kept = [node for node in graph.node if node.name not in gone]
    del graph.node[:]
    graph.node.extend(kept)
    graph.initializer.extend(
        numpy_helper.from_array(array.astype(np.float32), name) for name, array in added.items()
    )
    drop_unused(graph)


def drop_unused(graph: onnx.GraphProto) -> None:
    """Removes initializers and inputs that no node reads."""
    used = {name for node in graph.node for name in node.input}
    for values in (graph.initializer, graph.input):
        kept = [item for item in values if item.name in used]
        del values[:]
        values.extend(kept)


def runtime_session(model: onnx.ModelProto | str) -> Any:
    """Opens a model, or the file at a path, with ONNX Runtime."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    source = model if isinstance(model, str) else model.SerializeToString()
    return onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])


def _rename_outputs(model: onnx.ModelProto) -> None:
    """Gives the outputs the names `y`, `y_1`, … in place of those of their nodes."""
    names = {
        item.name: "y" + f"_{number}" * (number > 0)
        for number, item in enumerate(model.graph.output)
    }
    for item in model.graph.output:
        item.name = names[item.name]
    for node in model.graph.node:
        for values in (node.input, node.output):
            for index, name in enumerate(values):
                values[index] = names.get(name, name)
