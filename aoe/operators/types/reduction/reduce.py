"""Reductions over axes: ReduceSum and its family, global pooling.

Attributes: `axes`, counted from the front; `combine` is "sum", "max", "min" or "prod"; `keepdims`
is 1 where reduced axes stay with size 1. What is computed before the reduction is the prologue:
squares, absolute values, exponentials. What follows is the epilogue: division by the count, square
root, logarithm. Implementations: `reduce*`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf, isinf, nan, prod
from types import MappingProxyType
from typing import Any

import numpy as np

from aoe.element_types import integer_limits, is_floating
from aoe.loops.expression import (
    Accumulator,
    Apply,
    Constant,
    Earlier,
    Expression,
    Load,
    apply,
    cast,
    substitute,
)
from aoe.operators.access import Access, InputSlice
from aoe.operators.definition import ImportedOperator, OperatorDefinition, SourceNode
from aoe.operators.importing import (
    axis_in,
    integer_attribute,
    integers_attribute,
    integers_input,
    refuse,
    required_input,
)
from aoe.operators.operator import Operand, Operator, Result
from aoe.operators.types.elementwise.pointwise import pointwise
from aoe.operators.window import CHANNELS

_VALUE = Accumulator()
_SQUARE = apply("mul", _VALUE, _VALUE)
#: NumPy's reduction by how values are combined.
NUMPY: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {"sum": np.sum, "max": np.max, "min": np.min, "prod": np.prod}
)

#: `combine`, prologue and epilogue of each ONNX operator. Means divide in addition.
_FORMS: Mapping[str, tuple[str, Expression, Expression]] = MappingProxyType(
    {
        "GlobalAveragePool": ("sum", _VALUE, _VALUE),
        "GlobalMaxPool": ("max", _VALUE, _VALUE),
        "ReduceL1": ("sum", apply("abs", _VALUE), _VALUE),
        "ReduceL2": ("sum", _SQUARE, apply("sqrt", _VALUE)),
        "ReduceLogSum": ("sum", _VALUE, apply("log", _VALUE)),
        "ReduceMax": ("max", _VALUE, _VALUE),
        "ReduceMean": ("sum", _VALUE, _VALUE),
        "ReduceMin": ("min", _VALUE, _VALUE),
        "ReduceProd": ("prod", _VALUE, _VALUE),
        "ReduceSum": ("sum", _VALUE, _VALUE),
        "ReduceSumSquare": ("sum", _SQUARE, _VALUE),
    }
)
_MEANS = frozenset({"GlobalAveragePool", "ReduceMean"})


def reduction(
    operand: Operand,
    axes: Sequence[int],
    combine: str,
    keepdims: bool,
    prologue: Expression = _VALUE,
    epilogue: Expression = _VALUE,
) -> Operator:
    """The operator that reduces `operand` over `axes`, which are not negative."""
    axes = tuple(sorted(set(axes)))
    attributes = (("axes", axes), ("combine", combine), ("keepdims", int(keepdims)))
    output = Operand.row_major(operand.dtype, reduced_shape(operand.shape, axes, keepdims))
    return Operator("Reduce", attributes, (operand,), output, 1, prologue, epilogue)


def reduced_shape(
    shape: Sequence[int], axes: Sequence[int], keepdims: bool | int
) -> tuple[int, ...]:
    """The shape of the result of a reduction."""
    if keepdims:
        return tuple(1 if i in axes else n for i, n in enumerate(shape))
    return tuple(n for i, n in enumerate(shape) if i not in axes)


def mean_of(total: Expression, count: int, dtype: str) -> Expression:
    """The mean of `count` elements, from their sum."""
    if is_floating(dtype):
        return apply("mul", total, Constant(1.0 / count if count else nan, dtype))
    return apply("div", total, Constant(count, dtype))


def is_summable(operator: Operator, result: Result) -> bool:
    """Whether a result of a sum is computed in one pass with the results before it: from what is
    read, or from the squares of the distance from the mean of what is read.
    """
    if not _earlier(result.prologue):
        return True
    mean = distance_from(result.prologue)
    return mean is not None and is_mean(operator, operator.results[mean])


def distance_from(prologue: Expression) -> int | None:
    """The result of whose distance from what is read a prologue is the square."""
    if isinstance(prologue, Apply) and prologue.function == "mul":
        one, other = prologue.arguments
        if one == other and isinstance(one, Apply) and one.function == "sub":
            what, mean = one.arguments
            if what == _VALUE and isinstance(mean, Earlier):
                return mean.result
    return None


def is_mean(operator: Operator, result: Result) -> bool:
    """Whether a result is the mean of what is read."""
    shape = operator.inputs[0].shape
    count = prod(shape[axis] for axis in operator.integers("axes"))
    mean = mean_of(_VALUE, count, "float32")
    return result.prologue == _VALUE and result.epilogue == mean


def _earlier(expression: Expression) -> bool:
    """Whether an expression refers to an earlier result."""
    if isinstance(expression, Apply):
        return any(map(_earlier, expression.arguments))
    return isinstance(expression, Earlier)


def _import_node(node: SourceNode) -> ImportedOperator:
    operand = required_input(node, 0)
    combine, prologue, epilogue = _FORMS[node.op_type]
    if operand.dtype == "bool" and combine not in ("max", "min"):
        raise refuse(node, "element type bool is not computed")
    if epilogue != _VALUE and not is_floating(operand.dtype):
        epilogue = _in_floating_point(epilogue, operand.dtype)
    axes, keepdims = _axes(node, operand)
    if not axes:
        return ImportedOperator(
            pointwise(_composed(prologue, epilogue), (operand,), node.output), (0,)
        )
    count = prod(operand.shape[axis] for axis in axes)
    if node.op_type in _MEANS:
        epilogue = mean_of(_VALUE, count, operand.dtype)
    if count == 0:
        return ImportedOperator(_of_nothing(combine, epilogue, operand.dtype, node.output), ())
    return ImportedOperator(reduction(operand, axes, combine, keepdims, prologue, epilogue), (0,))


def _in_floating_point(epilogue: Expression, dtype: str) -> Expression:
    """A function of an integer accumulator, computed in float64 and truncated."""
    wide = cast(_VALUE, "float64")
    return cast(substitute(epilogue, lambda part: wide if part == _VALUE else None), dtype)


def _of_nothing(combine: str, epilogue: Expression, dtype: str, output: Operand) -> Operator:
    """The operator for a reduction over no elements, whose result is constant."""
    value: float = {"sum": 0, "prod": 1, "max": -inf, "min": inf}[combine]
    if isinf(value) and not is_floating(dtype):
        value = integer_limits(dtype)[value > 0]
    neutral = Constant(value, dtype)
    result = substitute(epilogue, lambda part: neutral if part == _VALUE else None)
    return pointwise(result, (), output)


def _composed(prologue: Expression, epilogue: Expression) -> Expression:
    """Prologue and epilogue of a reduction over no axes, on `Load(0)`."""

    def of(value: Expression, expression: Expression) -> Expression:
        return substitute(expression, lambda part: value if part == _VALUE else None)

    return of(of(Load(0), prologue), epilogue)


def _axes(node: SourceNode, operand: Operand) -> tuple[tuple[int, ...], bool]:
    rank = len(operand.shape)
    if node.op_type.startswith("Global"):
        return tuple(range(2, rank)), True
    axes = integers_attribute(node, "axes")
    if axes is None:
        axes = integers_input(node, 1)
    keepdims = integer_attribute(node, "keepdims", 1) != 0
    if not axes:
        nothing = integer_attribute(node, "noop_with_empty_axes", 0) != 0
        return (() if nothing else tuple(range(rank))), keepdims
    return tuple(sorted({axis_in(node, axis, rank) for axis in axes})), keepdims


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    combine = operator.attribute["combine"]
    assert isinstance(combine, str)
    axes, keepdims = operator.integers("axes"), bool(operator.integer("keepdims"))
    result = np.asarray(NUMPY[combine](inputs[0], axis=axes, keepdims=keepdims))
    return result if inputs[0].dtype.kind == "f" else result.astype(inputs[0].dtype)


def _output_order(operator: Operator) -> tuple[int, ...]:
    """The order of the input, without the axes that are dropped."""
    axes, order = operator.integers("axes"), operator.inputs[0].order
    if operator.integer("keepdims"):
        return order
    kept = [i for i in range(len(order)) if i not in axes]
    return tuple(kept.index(dimension) for dimension in order if dimension not in axes)


def _access(operator: Operator, dimension: int) -> Access | None:
    """Channels are reduced apart where all reduced axes are behind them."""
    if dimension != CHANNELS or min(operator.integers("axes"), default=CHANNELS + 1) <= CHANNELS:
        return None
    return Access((InputSlice(CHANNELS),), of_channels=True)


OPERATOR = OperatorDefinition(
    type="Reduce",
    onnx_types=tuple(_FORMS),
    import_node=_import_node,
    reference=_reference,
    output_order=_output_order,
    fuses_prologue=True,
    access=_access,
    accepts_reduced_precision=True,
    downsamples=True,
)
