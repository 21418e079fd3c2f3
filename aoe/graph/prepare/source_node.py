"""An `onnx_ir` node in the form that operator definitions read (`aoe.operators.definition`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import constant_of, shape_of
from aoe.operators.operator import Operand


def operand_of(value: onnx_ir.Value) -> Operand:
    """The type of a value with a static shape, row-major."""
    assert value.dtype is not None
    dtype = str(np.dtype(value.dtype.numpy()).name)
    return Operand.row_major(dtype, shape_of(value), constant_of(value) is not None)


@dataclass(frozen=True)
class IrNode:
    """A `SourceNode` over an `onnx_ir` node whose values have static shapes.

    Attributes:
        node: The node.
        version: The operator set of the model.
    """

    node: onnx_ir.Node
    version: int

    @property
    def op_type(self) -> str:
        """The ONNX operator."""
        return self.node.op_type

    @cached_property
    def inputs(self) -> Sequence[Operand | None]:
        """The types of the inputs, row-major; None where absent. Nodes with thousands of inputs are
        read one input after another.
        """
        return tuple(None if value is None else operand_of(value) for value in self.node.inputs)

    @property
    def output(self) -> Operand:
        """The type of the first output, row-major."""
        return operand_of(self.node.outputs[0])

    def attribute(self, name: str, default: object = None) -> object:
        """The value of an attribute; tensors as arrays."""
        found = self.node.attributes.get(name)
        if found is None:
            return default
        if found.type == onnx_ir.AttributeType.TENSOR:
            return found.as_tensor().numpy()
        value: object = found.value
        return tuple(value) if isinstance(value, list) else value

    def constant(self, position: int) -> np.ndarray | None:
        """The value of an input that is known at compile time, else None."""
        if position >= len(self.node.inputs):
            return None
        return constant_of(self.node.inputs[position])
