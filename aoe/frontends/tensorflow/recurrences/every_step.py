"""What one iteration of a loop computes, for all of its steps at once.

A value of a step becomes one with a first axis of steps. Only what does not depend on the states of
the iteration before can be computed so. The states of all steps are known beforehand, from the
operator that computes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Attribute, Operand, dtype_of, shape_of
from aoe.frontends.tensorflow.context import Context, integers
from aoe.frontends.tensorflow.recurrences.turns import NotAlikeError, axis_of, permutation
from aoe.graph.prepare.rewriting import constant_of

#: Operators that compute each element alone.
_ELEMENTWISE = frozenset(
    {
        *("Add", "Sub", "Mul", "Div", "Neg", "Sum", "Sigmoid", "Tanh", "Relu", "Exp", "Identity"),
        *("Where", "Cast", "Max", "Min", "Sqrt", "Softplus", "Elu", "Abs", "Reciprocal"),
    }
)
#: Operators whose result for a sum is the sum of their results.
_LINEAR = frozenset({"Reshape", "Squeeze", "Unsqueeze", "Concat", "Transpose", "Neg", "Identity"})


class EveryStep:
    """Computes values of a step for all steps.

    Attributes:
        steps: How many there are.
    """

    def __init__(
        self,
        context: Context,
        steps: int,
        step: int,
        known: Mapping[int, onnx_ir.Value],
        shared: Mapping[int, onnx_ir.Value],
        states: Iterable[onnx_ir.Value],
    ) -> None:
        """`step`: the number of the step whose values are given; `known`: values for all steps, by
        the identity of those of the step; `shared`: values that all steps have in common;
        `states`: what the iteration before gives.
        """
        self._context, self.steps, self._step = context, steps, step
        self._known = dict(known)
        self._states = {id(value) for value in states}
        self._shared = shared
        self._depends: dict[int, bool] = {}
        self._totals: dict[int, onnx_ir.Value] = {}

    def depends(self, value: onnx_ir.Value) -> bool:
        """Whether a value differs between steps."""
        found = self._depends.get(id(value))
        if found is None:
            found = self._depends[id(value)] = self._depends_on_step(value)
        return found

    def _depends_on_step(self, value: onnx_ir.Value) -> bool:
        if id(value) in self._known or id(value) in self._states:
            return True
        if self._context.slice_of(value) is not None and id(value) not in self._shared:
            return True
        node = value.producer()
        if id(value) in self._shared or node is None:
            return False
        return any(self.depends(item) for item in node.inputs if item is not None)

    def of(self, value: onnx_ir.Value) -> onnx_ir.Value:
        """A value for all steps, (steps, …). Raises `NotAlikeError` if it is not computed."""
        found = self._known.get(id(value))
        if found is None:
            found = self._known[id(value)] = self._made(value)
        return found

    def _made(self, value: onnx_ir.Value) -> onnx_ir.Value:
        piece = self._context.slice_of(value)
        if id(value) in self._states or not self.depends(value):
            raise NotAlikeError
        if piece is not None:
            if piece.index != self._step or shape_of(piece.whole)[0] != self.steps:
                raise NotAlikeError
            return piece.whole
        node = value.producer()
        if node is None or node.domain:
            raise NotAlikeError
        kind, rank = node.op_type, len(shape_of(value))
        if kind == "MatMul":
            return self._product(value, *self._two(node))
        if any(len(shape_of(item)) != rank for item in self._dependent(node)):
            raise NotAlikeError
        if kind in _ELEMENTWISE:
            return self._again(value, node, [self._operand(item) for item in node.inputs])
        if kind == "Transpose":
            axes = permutation(node) or tuple(reversed(range(rank)))
            order = [0, *(place + 1 for place in axes)]
            return self._again(value, node, [self.of(self._one(node))], perm=order)
        if kind == "Concat" and all(self.depends(item) for item in node.inputs if item is not None):
            axis = axis_of(node) % rank + 1
            return self._again(
                value, node, [self._operand(item) for item in node.inputs], axis=axis
            )
        if kind == "Split":
            axis = axis_of(node) % rank + 1
            operands = [self.of(self._one(node)), *node.inputs[1:]]
            return self._again(value, node, operands, axis=axis)
        raise NotAlikeError

    def _product(
        self, value: onnx_ir.Value, left: onnx_ir.Value, right: onnx_ir.Value
    ) -> onnx_ir.Value:
        """The product of a value and a matrix that all steps have in common, as one product."""
        if self.depends(right) or len(shape_of(left)) != 2 or len(shape_of(right)) != 2:
            raise NotAlikeError
        made = self._context.node("MatMul", self._rows(left), right)
        return self._as_value(self._context.reshaped(made, (self.steps, *shape_of(value))))

    def _rows(self, value: onnx_ir.Value) -> Operand:
        """The rows of a matrix of all steps, one after the other."""
        rows, columns = shape_of(value)
        return self._context.reshaped(self.of(value), (self.steps * rows, columns))

    def total(self, value: onnx_ir.Value) -> onnx_ir.Value:
        """The sum of a value over all steps. Raises `NotAlikeError` if it is not computed."""
        found = self._totals.get(id(value))
        if found is None:
            found = self._totals[id(value)] = self._sum(value)
        return found

    def _sum(self, value: onnx_ir.Value) -> onnx_ir.Value:
        node = value.producer()
        if node is None or node.domain or not self.depends(value) or self._is_given(value):
            raise NotAlikeError
        kind, build = node.op_type, self._context.node
        if kind == "MatMul":
            left, right = self._two(node)
            turned = left.producer()
            if turned is None or turned.op_type != "Transpose" or len(shape_of(left)) != 2:
                raise NotAlikeError
            if len(shape_of(right)) != 2:
                raise NotAlikeError
            rows = build("Transpose", self._rows(self._one(turned)), perm=[1, 0])
            return build("MatMul", rows, self._rows(right))
        if kind == "ReduceSum":
            return self._sum_of_rows(value, node)
        operands = self._dependent(node)
        others = [item for item in node.inputs if item is not None and not self.depends(item)]
        if kind in ("Add", "Sum") and not others:
            totals = [self.total(item) for item in operands]
            if any(shape_of(item) != shape_of(value) for item in operands):
                raise NotAlikeError
            return self._again(value, node, totals)
        if kind in _LINEAR:
            given = [
                self.total(item) if item is not None and self.depends(item) else item
                for item in node.inputs
            ]
            if kind == "Concat" and others:
                raise NotAlikeError
            return self._again(value, node, given)
        raise NotAlikeError

    def _is_given(self, value: onnx_ir.Value) -> bool:
        return id(value) in self._states or self._context.slice_of(value) is not None

    def _sum_of_rows(self, value: onnx_ir.Value, node: onnx_ir.Node) -> onnx_ir.Value:
        """The sum of the rows of a matrix, over all steps."""
        axes = constant_of(node.inputs[1]) if len(node.inputs) > 1 else None
        matrix = self._one(node)
        if axes is None or axes.tolist() != [0] or len(shape_of(matrix)) != 2:
            raise NotAlikeError
        made = self._context.node("ReduceSum", self._rows(matrix), integers([0]), keepdims=0)
        return self._as_value(self._context.reshaped(made, shape_of(value)))

    def _again(
        self,
        value: onnx_ir.Value,
        node: onnx_ir.Node,
        operands: Sequence[onnx_ir.Value | None],
        **changed: Attribute,
    ) -> onnx_ir.Value:
        """The result of a node once more, of other operands."""
        kept: dict[str, Attribute] = {name: item.value for name, item in node.attributes.items()}
        made = self._context.builder.nodes(
            node.op_type, len(node.outputs), *operands, **{**kept, **changed}
        )
        index = value.index()
        assert index is not None, "a node computes it"
        return made[index]

    def _operand(self, value: onnx_ir.Value | None) -> onnx_ir.Value | None:
        return self.of(value) if value is not None and self.depends(value) else value

    def _dependent(self, node: onnx_ir.Node) -> list[onnx_ir.Value]:
        return [item for item in node.inputs if item is not None and self.depends(item)]

    def _one(self, node: onnx_ir.Node) -> onnx_ir.Value:
        found = node.inputs[0]
        if found is None or self._dependent(node) != [found]:
            raise NotAlikeError
        return found

    def _two(self, node: onnx_ir.Node) -> tuple[onnx_ir.Value, onnx_ir.Value]:
        left, right = node.inputs
        if left is None or right is None or not self.depends(left):
            raise NotAlikeError
        return left, right

    def _as_value(self, operand: Operand) -> onnx_ir.Value:
        return self._context.builder.value(operand)


def stacked(
    context: Context, values: Sequence[onnx_ir.Value], likeness: onnx_ir.Value
) -> onnx_ir.Value:
    """Tensors of a shape along a new first axis; zeros at both ends are padded.

    Args:
        context: Makes nodes.
        values: The tensors.
        likeness: A tensor of their shape and type.
    """
    whole = _whole(context, values)
    if whole is not None:
        return whole
    zero = [_is_zero(value) for value in values]
    shape, dtype = shape_of(likeness), dtype_of(likeness)
    if all(zero):
        return context.builder.value(np.zeros((len(values), *shape), dtype))
    begin, end = zero.index(False), len(zero) - zero[::-1].index(False)
    parts = [context.reshaped(value, (1, *shape)) for value in values[begin:end]]
    inner = parts[0] if len(parts) == 1 else context.node("Concat", *parts, axis=0)
    pads = [begin, *[0] * len(shape), len(values) - end, *[0] * len(shape)]
    made = context.node("Pad", inner, integers(pads)) if any(pads) else inner
    return context.builder.value(made)


def _whole(context: Context, values: Sequence[onnx_ir.Value]) -> onnx_ir.Value | None:
    pieces = [context.slice_of(value) for value in values]
    first = pieces[0]
    if first is None or shape_of(first.whole)[0] != len(values):
        return None
    for number, piece in enumerate(pieces):
        if piece is None or piece.whole is not first.whole or piece.index != number:
            return None
    return first.whole


def _is_zero(value: onnx_ir.Value) -> bool:
    array = constant_of(value)
    return array is not None and bool(prod(array.shape)) and not array.any()
