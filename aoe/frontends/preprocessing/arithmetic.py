"""Arithmetic on numbers of settings inside of a model, by nodes. `dynamic_images.py` uses it."""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.frontends.inserted_nodes import InsertedNodes

_INT, _BOOL = onnx_ir.DataType.INT64, onnx_ir.DataType.BOOL


class Arithmetic:
    """Makes nodes that compute with numbers, int64 where they are whole."""

    def __init__(self, nodes: InsertedNodes) -> None:
        self._nodes = nodes

    def _is_set(self, value: onnx_ir.Value) -> onnx_ir.Value:
        return self._nodes.cast(value, _BOOL)

    def _switch(self, value: onnx_ir.Value) -> onnx_ir.Value:
        """1 where a switch is on, which any number but 0 says."""
        return self._nodes.cast(self._is_set(value), _INT)

    def _equal(self, value: onnx_ir.Value, number: int) -> onnx_ir.Value:
        return self._node("Equal", value, np.asarray(number))

    def _below(
        self, low: onnx_ir.Value | np.ndarray, high: onnx_ir.Value | int, or_equal: bool = False
    ) -> onnx_ir.Value:
        limit = np.asarray(high) if isinstance(high, int) else high
        return self._node("LessOrEqual" if or_equal else "Less", low, limit)

    def _sum(self, *values: onnx_ir.Value) -> onnx_ir.Value:
        total = values[0]
        for value in values[1:]:
            total = self._node("Add", total, value)
        return total

    def _all(self, *conditions: onnx_ir.Value) -> onnx_ir.Value:
        """Whether all conditions hold for all images, as a single bool."""
        total = conditions[0]
        for condition in conditions[1:]:
            total = self._node("And", total, condition)
        whole = self._node("ReduceMin", self._nodes.cast(total, _INT), keepdims=0)
        return self._nodes.cast(whole, _BOOL)

    def _node(
        self, op_type: str, *inputs: onnx_ir.Value | np.ndarray, **attributes: int | list[int]
    ) -> onnx_ir.Value:
        """See `InsertedNodes.node`. Whole numbers become int64."""
        values = [
            item.astype(np.int64)
            if isinstance(item, np.ndarray) and item.dtype.kind == "i"
            else item
            for item in inputs
        ]
        return self._nodes.node(op_type, *values, **attributes)
