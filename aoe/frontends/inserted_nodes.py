"""Nodes of ONNX that options put before or behind the nodes of a model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir
from onnx_ir.passes import common as passes

from aoe.graph.prepare.new_values import names_of, new_constant
from aoe.graph.prepare.opset import CANONICAL_OPSET, to_canonical_opset
from aoe.graph.prepare.shape_inference import infer_outputs


class InsertedNodes:
    """New nodes, in the operator set that models are prepared in. The model gets this set too."""

    def __init__(self, model: onnx_ir.Model, name: str) -> None:
        """`name`: what the nodes and their values are called after."""
        passes.InlinePass()(model)
        to_canonical_opset(model)
        self._graph = model.graph
        self._name = name
        self._names = names_of(model.graph)
        self._nodes: list[onnx_ir.Node] = []

    def node(
        self, op_type: str, *inputs: onnx_ir.Value | np.ndarray, **attributes: int | Sequence[int]
    ) -> onnx_ir.Value:
        """The output of a new node. Arrays become constants."""
        values = [
            item if isinstance(item, onnx_ir.Value) else self._constant(item) for item in inputs
        ]
        given = onnx_ir.convenience.convert_attributes(attributes)
        name = self._names.unused(f"{self._name}_{op_type}")
        made = onnx_ir.Node("", op_type, values, given, name=name)
        made.outputs[0].name = name
        infer_outputs(made, CANONICAL_OPSET)
        self._nodes.append(made)
        return made.outputs[0]

    def reshape(self, value: onnx_ir.Value, *sizes: int) -> onnx_ir.Value:
        """A value in another shape; 0 stands for the size that it has there."""
        return self.node("Reshape", value, np.asarray(sizes, np.int64))

    def cut(
        self, value: onnx_ir.Value, pieces: Sequence[tuple[int, int, int, int]]
    ) -> onnx_ir.Value:
        """The elements of a value from a start on, before a stop, in steps.

        Args:
            value: The value.
            pieces: Axis, start, stop and step. A stop of -1 is the one before the first element.
        """
        columns = zip(*pieces, strict=True)
        axes, starts, stops, steps = (np.asarray(part, np.int64) for part in columns)
        stops = np.where(stops < 0, np.iinfo(np.int64).min, stops)
        return self.node("Slice", value, starts, stops, axes, steps)

    def cast(self, value: onnx_ir.Value, dtype: onnx_ir.DataType) -> onnx_ir.Value:
        """A value with elements of a type."""
        return value if value.dtype == dtype else self.node("Cast", value, to=int(dtype))

    def put_before(self, value: onnx_ir.Value, result: onnx_ir.Value) -> None:
        """Puts the new nodes before all others. What read an input of the model reads a result."""
        new = set(self._nodes)
        for use in tuple(value.uses()):
            if use.node not in new:
                use.node.replace_input_with(use.idx, result)
        if len(self._graph) > 0:
            self._graph.insert_before(self._graph[0], self._nodes)
        else:
            self._graph.extend(self._nodes)

    def put_behind(self, number: int, result: onnx_ir.Value) -> None:
        """Puts the new nodes behind all others. A result becomes an output of the model, with the
        name of the one that was there.
        """
        own = self._graph.outputs[number]
        name = str(own.name)
        own.name = self._names.unused(f"{name}_own_layout")
        result.name = name
        self._graph.extend(self._nodes)
        self._graph.outputs[number] = result

    def _constant(self, array: np.ndarray) -> onnx_ir.Value:
        name = self._names.unused(f"{self._name}_constant")
        return new_constant(self._graph, name, array)
