"""Operators that compute each element alone: arithmetic, comparisons, activations, casts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import erf, erfc
from types import MappingProxyType

import numpy as np
import onnx_ir

from aoe.frontends.layout import dtype_of_tensor, shape_of_tensor
from aoe.frontends.shared_operators.near_zero import log_of_one_more, power_less_one
from aoe.frontends.shared_operators.normal_distribution import complementary_erf
from aoe.frontends.shared_operators.rounded_quotients import floor_remainder, truncated
from aoe.frontends.tensorflow.context import Context, bounded
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable, Run
from aoe.frontends.tensorflow.values import Held, Slice, Tensor, TensorList, known

TABLE = OperationTable()
_Array = Callable[..., np.ndarray]
_Emit = Callable[..., Tensor]


def computed(function: _Array, values: Sequence[Held]) -> np.ndarray | None:
    """What a function gives for values that are all known; None if they are not."""
    arrays = [known(value) for value in values]
    found = [array for array in arrays if array is not None]
    if len(found) < len(arrays):
        return None
    bounded(np.broadcast_shapes(*(array.shape for array in found)))
    with np.errstate(all="ignore"):
        return np.asarray(function(*found))


def constant(value: float, like: Held, context: Context) -> np.ndarray:
    """A number of the element type of a value."""
    return np.asarray(value, dtype_of_tensor(context.tensor(like)))


def _node(kind: str) -> _Emit:
    return lambda context, *values: context.elementwise(kind, *values)


def _operator(function: _Array | None, emit: _Emit, same_type: bool) -> Run:
    def run(context: Context, node: Node, values: Sequence[Held]) -> Held:
        if function is not None:
            array = computed(function, values)
            if array is not None:
                return (
                    array.astype(dtype_of_tensor(context.tensor(values[0]))) if same_type else array
                )
        return emit(context, *values)

    return run


def _rsqrt(context: Context, x: Held) -> Tensor:
    return context.elementwise("Reciprocal", context.elementwise("Sqrt", x))


def _square(context: Context, x: Held) -> Tensor:
    return context.elementwise("Mul", x, x)


def _erfc(context: Context, x: Held) -> Tensor:
    is_double = dtype_of_tensor(context.tensor(x)) == np.float64
    return complementary_erf(
        context.elementwise, lambda value: constant(value, x, context), x, is_double
    )


def log1p(context: Context, x: Held) -> Tensor:
    """log(1 + x)."""
    return log_of_one_more(context.elementwise, lambda value: constant(value, x, context), x)


def _expm1(context: Context, x: Held) -> Tensor:
    return power_less_one(context.elementwise, lambda value: constant(value, x, context), x)


def _relu6(context: Context, x: Held) -> Tensor:
    return context.elementwise("Clip", x, constant(0, x, context), constant(6, x, context))


def _is_finite(context: Context, x: Held) -> Tensor:
    either = context.elementwise(
        "Or", context.elementwise("IsInf", x), context.elementwise("IsNaN", x)
    )
    return context.elementwise("Not", either)


def _least(context: Context, x: Held, y: Held) -> Tensor:
    """The smaller elements. A whole number that a maximum before reaches in any case is known: so
    sizes between equal bounds are.
    """
    for bound, other in ((x, y), (y, x)):
        array = known(bound)
        if array is not None and array.dtype.kind in "iu" and _reaches(other, array):
            return array
    return context.elementwise("Min", x, y)


def _reaches(value: Held, bound: np.ndarray) -> bool:
    """Whether a value is a maximum with a constant that is not below a bound of its shape."""
    node = value.producer() if isinstance(value, onnx_ir.Value) else None
    if node is None or node.op_type != "Max" or shape_of_tensor(node.outputs[0]) != bound.shape:
        return False
    constants = (item.const_value for item in node.inputs if item is not None)
    return any(constant is not None and (constant.numpy() >= bound).all() for constant in constants)


def _squared_difference(context: Context, x: Held, y: Held) -> Tensor:
    return _square(context, context.elementwise("Sub", x, y))


def _div_no_nan(context: Context, x: Held, y: Held) -> Tensor:
    zero = constant(0, y, context)
    quotient = context.elementwise("Div", x, y)
    return context.elementwise("Where", context.elementwise("Equal", y, zero), zero, quotient)


def _product_no_nan(context: Context, x: Held, y: Held) -> Tensor:
    zero = constant(0, y, context)
    product = context.elementwise("Mul", x, y)
    return context.elementwise("Where", context.elementwise("Equal", y, zero), zero, product)


def _not_equal(context: Context, x: Held, y: Held) -> Tensor:
    return context.elementwise("Not", context.elementwise("Equal", x, y))


def _floor_mod(context: Context, x: Held, y: Held) -> Tensor:
    """The remainder with the sign of the divisor."""
    if not np.issubdtype(dtype_of_tensor(context.tensor(x)), np.floating):
        return context.elementwise("Mod", x, y, fmod=0)
    return floor_remainder(context.elementwise, lambda number: constant(number, x, context), x, y)


def _floor_div(context: Context, x: Held, y: Held) -> Tensor:
    if np.issubdtype(dtype_of_tensor(context.tensor(x)), np.floating):
        return context.elementwise("Floor", context.elementwise("Div", x, y))
    exact = context.elementwise("Sub", x, _floor_mod(context, x, y))
    return context.elementwise("Div", exact, y)


def _truncated_div(context: Context, x: Held, y: Held) -> Tensor:
    """A quotient rounded towards 0, of real numbers too."""
    found = context.elementwise("Div", x, y)
    is_real = np.issubdtype(dtype_of_tensor(context.tensor(x)), np.floating)
    return truncated(context.elementwise, found) if is_real else found


def _truncated_quotient(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    found = _quotient(x, y)
    return np.trunc(found) if np.issubdtype(x.dtype, np.floating) else found


def _quotient(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """A quotient; of whole numbers, rounded towards 0."""
    if np.issubdtype(x.dtype, np.floating):
        return np.asarray(np.true_divide(x, y))
    return np.asarray(np.floor_divide(np.subtract(x, np.fmod(x, y)), y))


def _truncated_mod(context: Context, x: Held, y: Held) -> Tensor:
    return context.elementwise("Mod", x, y, fmod=1)


def _erf(x: np.ndarray) -> np.ndarray:
    return np.asarray(np.vectorize(erf, otypes=[np.float64])(x))


def _sigmoid(x: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-x)))


#: Operators whose result has the type of their first operand: what NumPy computes, None for no
#: constants, and the operator of ONNX or a function that builds it.
_SAME_TYPE: Mapping[str, tuple[_Array | None, str | _Emit]] = MappingProxyType(
    {
        **{
            name: (function, name)
            for name, function in (
                *(("Tanh", np.tanh), ("Exp", np.exp), ("Log", np.log), ("Sqrt", np.sqrt)),
                *(("Neg", np.negative), ("Abs", np.abs), ("Sign", np.sign), ("Floor", np.floor)),
                *(("Ceil", np.ceil), ("Reciprocal", np.reciprocal), ("Sin", np.sin)),
                *(("Cos", np.cos), ("Tan", np.tan), ("Sinh", np.sinh), ("Cosh", np.cosh)),
                *(("Asin", np.arcsin), ("Acos", np.arccos), ("Atan", np.arctan)),
                *(("Asinh", np.arcsinh), ("Acosh", np.arccosh), ("Atanh", np.arctanh)),
                *(("Round", np.rint), ("Erf", _erf), ("Sigmoid", _sigmoid)),
                *(("Add", np.add), ("Sub", np.subtract), ("Mul", np.multiply)),
                *(("Pow", np.power), ("Selu", None), ("Softplus", None), ("Softsign", None)),
            )
        },
        "Rint": (np.rint, "Round"),
        "Inv": (np.reciprocal, "Reciprocal"),
        "AddV2": (np.add, "Add"),
        "Maximum": (np.maximum, "Max"),
        "Minimum": (np.minimum, _least),
        "RealDiv": (np.true_divide, "Div"),
        "Div": (_quotient, "Div"),
        "TruncateDiv": (_truncated_quotient, _truncated_div),
        "FloorDiv": (np.floor_divide, _floor_div),
        "FloorMod": (np.mod, _floor_mod),
        "Mod": (np.fmod, _truncated_mod),
        "TruncateMod": (np.fmod, _truncated_mod),
        "Rsqrt": (lambda x: 1 / np.sqrt(x), _rsqrt),
        "Square": (np.square, _square),
        "Erfc": (np.vectorize(erfc, otypes=[np.float64]), _erfc),
        "Log1p": (np.log1p, log1p),
        "Expm1": (np.expm1, _expm1),
        "SquaredDifference": (lambda x, y: np.square(x - y), _squared_difference),
        "DivNoNan": (lambda x, y: np.where(y == 0, 0, np.divide(x, y)), _div_no_nan),
        "MulNoNan": (lambda x, y: np.where(y == 0, 0, np.multiply(x, y)), _product_no_nan),
        "Relu": (lambda x: np.maximum(x, 0), "Relu"),
        "Relu6": (lambda x: np.clip(x, 0, 6), _relu6),
        "LogicalNot": (np.logical_not, "Not"),
        "LogicalAnd": (np.logical_and, "And"),
        "LogicalOr": (np.logical_or, "Or"),
        "BitwiseAnd": (np.bitwise_and, "BitwiseAnd"),
        "BitwiseOr": (np.bitwise_or, "BitwiseOr"),
        "BitwiseXor": (np.bitwise_xor, "BitwiseXor"),
    }
)
#: Operators whose result is a truth value.
_TRUTH: Mapping[str, tuple[_Array, str | _Emit]] = MappingProxyType(
    {
        "Less": (np.less, "Less"),
        "LessEqual": (np.less_equal, "LessOrEqual"),
        "Greater": (np.greater, "Greater"),
        "GreaterEqual": (np.greater_equal, "GreaterOrEqual"),
        "IsNan": (np.isnan, "IsNaN"),
        "IsInf": (np.isinf, "IsInf"),
        "IsFinite": (np.isfinite, _is_finite),
    }
)

for _table, _same in ((_SAME_TYPE, True), (_TRUTH, False)):
    for _name, (_function, _emit) in _table.items():
        TABLE.put(
            _name,
            _operator(_function, _node(_emit) if isinstance(_emit, str) else _emit, _same),
        )


@TABLE.add("Elu")
def _elu(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return context.elementwise("Elu", values[0], alpha=1.0)


@TABLE.add("LeakyRelu")
def _leaky_relu(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return context.elementwise("LeakyRelu", values[0], alpha=node.number("alpha", 0.2))


@TABLE.add("ClipByValue")
def _clip(context: Context, node: Node, values: Sequence[Held]) -> Held:
    x, low, high = values
    found = computed(lambda x, low, high: np.minimum(np.maximum(x, low), high), values)
    if found is not None:
        return found
    return context.elementwise("Min", context.elementwise("Max", x, low), high)


@TABLE.add("Equal", "NotEqual")
def _equal(context: Context, node: Node, values: Sequence[Held]) -> Held:
    equal = node.op == "Equal"
    if not node.flag("incompatible_shape_error", True):
        one, other = (shape_of_tensor(context.tensor(value)) for value in values)
        try:
            np.broadcast_shapes(one, other)
        except ValueError:
            return np.asarray(not equal)
    found = computed(np.equal if equal else np.not_equal, values)
    if found is not None:
        return found.astype(bool)
    return context.elementwise("Equal", *values) if equal else _not_equal(context, *values)


@TABLE.add("AddN")
def _sum(context: Context, node: Node, values: Sequence[Held]) -> Held:
    lists = [value for value in values if isinstance(value, TensorList)]
    if lists:
        return _sum_of_lists(context, lists)
    found = computed(lambda *arrays: np.asarray(sum(arrays)), values)
    if found is not None:
        return found
    return context.elementwise("Sum", *values) if len(values) > 1 else values[0]


def _sum_of_lists(context: Context, lists: Sequence[TensorList]) -> TensorList:
    """The sums of the tensors that have the same place; one that was never set is zeros."""
    sums: list[Tensor | Slice | None] = []
    for items in zip(*(held.items for held in lists), strict=True):
        found = [item for item in map(context.item, items) if item is not None]
        total: Tensor | None = found[0] if found else None
        for item in found[1:]:
            total = context.elementwise("Add", total, item) if total is not None else item
        sums.append(total)
    return lists[0].replaced(sums)


@TABLE.add("SelectV2", "Select")
def _select(context: Context, node: Node, values: Sequence[Held]) -> Held:
    condition, *rest = values
    if node.op == "Select":
        # A condition of one dimension chooses whole slices along the first axis.
        shape = shape_of_tensor(context.tensor(condition))
        rank = len(shape_of_tensor(context.tensor(rest[0])))
        if len(shape) == 1 and rank > 1:
            condition = context.reshaped(context.plain(condition), shape + (1,) * (rank - 1))
    found = computed(np.where, (condition, *rest))
    return context.elementwise("Where", condition, *rest) if found is None else found


@TABLE.add("Cast")
def _cast(context: Context, node: Node, values: Sequence[Held]) -> Held:
    dtype = node.dtype("DstT")
    array = known(values[0])
    if array is not None:
        with np.errstate(all="ignore"):
            return array.astype(dtype)
    if dtype_of_tensor(context.tensor(values[0])) == dtype:
        return values[0]
    kind = onnx_ir.DataType.from_numpy(dtype)
    return context.elementwise("Cast", values[0], to=int(kind))
