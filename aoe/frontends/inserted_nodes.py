"""Nodes of ONNX that options put before or behind the nodes of a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import TypeAlias

import numpy as np
import onnx_ir
from onnx_ir.passes import common as passes

from aoe.graph.prepare.new_values import names_of, new_constant
from aoe.graph.prepare.opset import CANONICAL_OPSET, to_canonical_opset
from aoe.graph.prepare.shapes.shape_inference import infer_outputs
from aoe.operators.types.elementwise.gather import WINDOWS

#: Makes a value of another one, by nodes of its own.
Body: TypeAlias = Callable[["InsertedNodes", onnx_ir.Value], onnx_ir.Value]


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
        #: All new nodes, those of bodies too.
        self._all: set[onnx_ir.Node] = set()

    def node(
        self, op_type: str, *inputs: onnx_ir.Value | np.ndarray, **attributes: int | Sequence[int]
    ) -> onnx_ir.Value:
        """The output of a new node. Arrays become constants."""
        values = [
            item if isinstance(item, onnx_ir.Value) else self._constant(item) for item in inputs
        ]
        given = onnx_ir.convenience.convert_attributes(attributes)
        made = self._appended(op_type, values, given)
        infer_outputs(made, CANONICAL_OPSET)
        return made.outputs[0]

    def windows(
        self, value: onnx_ir.Value, starts: onnx_ir.Value, size: int, step: int
    ) -> onnx_ir.Value:
        """Windows of a vector, one for each start, as a last dimension: so many elements, each a
        step behind the one before.
        """
        attributes = onnx_ir.convenience.convert_attributes({"size": size, "step": step})
        result = self._appended(WINDOWS, [value, starts], attributes).outputs[0]
        assert starts.shape is not None, "it is computed of constants and inputs"
        result.shape, result.type = onnx_ir.Shape([*starts.shape, size]), value.type
        return result

    def repeated(
        self,
        count: onnx_ir.Value,
        state: onnx_ir.Value,
        body: Body,
    ) -> onnx_ir.Value:
        """What becomes of a value that is replaced several times.

        Args:
            count: How often, int64 without dimensions. With 0 it stays as it is.
            state: The value.
            body: Makes a value of another one, by nodes that are computed each time.
        """
        inner = copy(self)
        inner._nodes = []
        kinds = (onnx_ir.DataType.INT64, onnx_ir.DataType.BOOL)
        turn, goes_on = (self._scalar(kind) for kind in kinds)
        before = onnx_ir.Value(
            name=self._names.unused(f"{self._name}_state"), type=state.type, shape=state.shape
        )
        outputs = [inner.node("Identity", goes_on), body(inner, before)]
        graph = onnx_ir.Graph([turn, goes_on, before], outputs, nodes=inner._nodes, name="body")
        made = self._appended("Loop", [count, None, state], [onnx_ir.AttrGraph("body", graph)])
        made.outputs[0].shape, made.outputs[0].type = state.shape, state.type
        return made.outputs[0]

    def _scalar(self, dtype: onnx_ir.DataType) -> onnx_ir.Value:
        name = self._names.unused(f"{self._name}_scalar")
        return onnx_ir.Value(name=name, type=onnx_ir.TensorType(dtype), shape=onnx_ir.Shape([]))

    def _appended(
        self,
        op_type: str,
        values: Sequence[onnx_ir.Value | None],
        attributes: Sequence[onnx_ir.Attr],
    ) -> onnx_ir.Node:
        name = self._names.unused(f"{self._name}_{op_type}")
        made = onnx_ir.Node("", op_type, values, attributes, name=name)
        made.outputs[0].name = name
        self._nodes.append(made)
        self._all.add(made)
        return made

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
        for use in tuple(value.uses()):
            if use.node not in self._all:
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
