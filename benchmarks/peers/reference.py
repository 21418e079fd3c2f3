"""Computes a model in float64; the outputs of all engines are compared with the result.

Hardly any engine computes whole models in float64, and ONNX's reference evaluator gives wrong
results for some of them, so open-aoe does it. The other engines differ from the result by rounding
only, which shows that it is the model's and not that of one engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.capi import onnxruntime_pybind11_state

import aoe
from benchmarks.peers.engine import Feed
from benchmarks.sessions import repository_at

#: The version of each operator set, by domain.
Versions: TypeAlias = Mapping[str, int]
_FLOAT32, _FLOAT64 = "tensor(float)", "tensor(double)"
_NARROW = "/float32"


def float64_outputs(model: Path, feed: Feed, threads: int, folder: Path) -> list[np.ndarray]:
    """Returns the outputs in float64 of a model of float32 numbers.

    Args:
        model: The `.onnx` file.
        feed: Its inputs, in its own types.
        threads: The number of threads.
        folder: A folder for an empty repository.

    Raises:
        AoeError: open-aoe cannot compute the model.
    """
    with repository_at(folder), aoe.compile(widened(onnx.load(model)), threads=threads) as session:
        return list(session.run(None, {name: _wide(array) for name, array in feed.items()}))


def widened(model: onnx.ModelProto) -> onnx.ModelProto:
    """Changes a model to float64 wherever it has float32, and returns it."""
    versions = {item.domain: item.version for item in model.opset_import}
    _widen_graph(model.graph, versions)
    for function in model.functions:
        own = {**versions, **{item.domain: item.version for item in function.opset_import}}
        _replace(function.node, _widened_nodes(function.node, own))
    return model


def _widen_graph(graph: onnx.GraphProto, versions: Versions) -> None:
    for tensor in graph.initializer:
        _widen_tensor(tensor)
    for value in (*graph.input, *graph.output, *graph.value_info):
        kind = value.type.tensor_type
        if kind.elem_type == TensorProto.FLOAT:
            kind.elem_type = TensorProto.DOUBLE
    _replace(graph.node, _widened_nodes(graph.node, versions))


def _replace(nodes: MutableSequence[onnx.NodeProto], by: Iterator[onnx.NodeProto]) -> None:
    found = list(by)
    del nodes[:]
    nodes.extend(found)


def _widened_nodes(nodes: Iterable[onnx.NodeProto], versions: Versions) -> Iterator[onnx.NodeProto]:
    for node in nodes:
        for attribute in node.attribute:
            if attribute.HasField("t"):
                _widen_tensor(attribute.t)
            if attribute.HasField("g"):
                _widen_graph(attribute.g, versions)
            if (node.op_type, attribute.name, attribute.i) == ("Cast", "to", TensorProto.FLOAT):
                attribute.i = TensorProto.DOUBLE
            if node.op_type == "Constant" and attribute.name in ("value_float", "value_floats"):
                array = np.asarray(helper.get_attribute_value(attribute), np.float64)
                attribute.CopyFrom(helper.make_attribute("value", numpy_helper.from_array(array)))
        if node.op_type == "ConstantOfShape" and not node.attribute:
            zero = numpy_helper.from_array(np.zeros(1))
            node.attribute.append(helper.make_attribute("value", zero))
        yield from _between_casts(node, versions)


def _between_casts(node: onnx.NodeProto, versions: Versions) -> Iterator[onnx.NodeProto]:
    """A node, with casts around it where it takes or gives float32 and not float64."""
    inputs, outputs = _float32_only(node, versions)
    for place in inputs:
        if place < len(node.input) and node.input[place]:
            wide = node.input[place]
            node.input[place] = f"{node.output[0]}{_NARROW}_{place}"
            yield helper.make_node("Cast", [wide], [node.input[place]], to=TensorProto.FLOAT)
    after = []
    for place in outputs:
        if place < len(node.output) and node.output[place]:
            wide = node.output[place]
            node.output[place] = wide + _NARROW
            cast = helper.make_node("Cast", [node.output[place]], [wide], to=TensorProto.DOUBLE)
            after.append(cast)
    yield node
    yield from after


def _float32_only(node: onnx.NodeProto, versions: Versions) -> tuple[Sequence[int], Sequence[int]]:
    """The places of a node's inputs and outputs that may be float32 and not float64."""
    if node.domain == "com.microsoft":
        return _float32_only_of_runtime(node.op_type)
    try:
        schema = onnx.defs.get_schema(node.op_type, versions.get(node.domain, 1), node.domain)
    except onnx.defs.SchemaError:
        return (), ()
    inputs, outputs = (
        [place for place, item in enumerate(items) if _excludes_float64(item)]
        for items in (schema.inputs, schema.outputs)
    )
    return inputs, outputs


def _excludes_float64(parameter: onnx.defs.OpSchema.FormalParameter) -> bool:
    return _FLOAT32 in parameter.types and _FLOAT64 not in parameter.types


@cache
def _float32_only_of_runtime(op_type: str) -> tuple[Sequence[int], Sequence[int]]:
    """Those of an operator of ONNX Runtime's domain, which the onnx package does not know."""
    for schema in onnxruntime_pybind11_state.get_all_operator_schema():
        if (schema.domain, schema.name) == ("com.microsoft", op_type):
            types = {
                item.type_param_str: item.allowed_type_strs for item in schema.type_constraints
            }
            inputs, outputs = (
                [
                    place
                    for place, item in enumerate(items)
                    for taken in (types.get(item.typeStr, [item.typeStr]),)
                    if _FLOAT32 in taken and _FLOAT64 not in taken
                ]
                for items in (schema.inputs, schema.outputs)
            )
            return inputs, outputs
    return (), ()


def _widen_tensor(tensor: onnx.TensorProto) -> None:
    if tensor.data_type == TensorProto.FLOAT:
        tensor.CopyFrom(numpy_helper.from_array(_wide(numpy_helper.to_array(tensor)), tensor.name))


def _wide(array: np.ndarray) -> np.ndarray:
    return array.astype(np.float64) if array.dtype == np.float32 else array
