"""The reference evaluator: what an operator must compute, in NumPy, written to be obviously right.

`reference` applies prologue, anchor and epilogue in float64 and rounds once, to the output's dtype.
Where a function jumps, as rounding to whole numbers and comparisons do, its arguments are computed
in float32, as runtimes and devices have them: the nearest number to a quotient may be a tie. Where
a large operator of fewer bits would be too slow it uses float32. `evaluate` computes one expression
on arrays. Tuning compares candidates with it (`aoe.tuning`), and so do tests. The anchors are in
the operator definitions (`aoe.operators.types`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from aoe.element_types import (
    FLOAT8_FORMATS,
    STORAGE,
    computed_type,
    integer_limits,
    is_floating,
    numpy_type,
    rounded_to,
)
from aoe.loops.expression import Accumulator, Apply, Constant, Earlier, Expression, Index, Load
from aoe.operators.error_function import erf
from aoe.operators.operator import Operator, Result
from aoe.operators.registry import definition_of

#: Elements of an array of fewer bits than float64 above which it is computed in float32.
WIDE_ELEMENTS = 16_000_000
#: Multiply-adds above which a product or a convolution of such arrays computes in float32.
WIDE_LIMIT = 6e9


def reference(operator: Operator, arrays: Sequence[np.ndarray]) -> np.ndarray:
    """The first result of an operator on its inputs, in the shape and the dtype of the output."""
    return references(operator, arrays)[0]


def references(operator: Operator, arrays: Sequence[np.ndarray]) -> list[np.ndarray]:
    """All results of an operator on its inputs, in the shapes and the dtypes of its outputs."""
    wide = [_widened(array) for array in arrays]
    written: list[np.ndarray] = []
    with np.errstate(all="ignore"):
        for item in operator.results:
            anchor = _anchored(operator, item, wide, written) if operator.anchor_inputs else None
            narrow = is_narrow(operator, item.epilogue)
            result = evaluate(item.epilogue, wide, anchor, earlier=written, narrow=narrow)
            written.append(np.broadcast_to(result, item.operand.shape))
        return [
            np.asarray(convert(array, item.operand.dtype), order="C")
            for item, array in zip(operator.results, written, strict=True)
        ]


def is_narrow(operator: Operator, *expressions: Expression) -> bool:
    """Whether an operator and some expressions of it have no floating-point part of float64."""
    operands = (*operator.inputs, *operator.outputs)
    return all(item.dtype != "float64" for item in operands) and not any(map(_is_wide, expressions))


def _is_wide(expression: Expression) -> bool:
    """Whether a part of an expression is of float64."""
    if isinstance(expression, Constant):
        return expression.dtype == "float64"
    if not isinstance(expression, Apply):
        return False
    return "float64" in expression.dtype or any(map(_is_wide, expression.arguments))


def _anchored(
    operator: Operator, result: Result, arrays: Sequence[np.ndarray], written: Sequence[np.ndarray]
) -> np.ndarray:
    """What the anchor makes of the prologue of a result."""
    narrow = is_narrow(operator, result.prologue)
    first = evaluate(result.prologue, arrays, arrays[0], earlier=written, narrow=narrow)
    first = np.broadcast_to(first, operator.inputs[0].shape)
    others = arrays[1 : operator.anchor_inputs]
    return definition_of(operator).reference(operator, [first, *others])


def _widened(array: np.ndarray) -> np.ndarray:
    if not is_floating(array.dtype) or array.dtype == np.float64:
        return array
    return array.astype(np.float32 if array.size > WIDE_ELEMENTS else np.float64, copy=False)


def product_type(operator: Operator, work: int, largest: int) -> type[np.floating[Any]]:
    """The type in which a product of floating-point numbers is computed.

    Args:
        operator: Its operator.
        work: Its multiply-adds.
        largest: The elements of its larger operand.
    """
    is_large = work > WIDE_LIMIT or largest > WIDE_ELEMENTS
    has_wide = any(item.dtype == "float64" for item in operator.inputs[: operator.anchor_inputs])
    return np.float32 if is_large and not has_wide else np.float64


def evaluate(
    expression: Expression,
    arrays: Sequence[np.ndarray],
    accumulator: np.ndarray | None = None,
    indices: Mapping[str, np.ndarray] = MappingProxyType({}),
    earlier: Sequence[np.ndarray] = (),
    *,
    narrow: bool = False,
) -> np.ndarray:
    """The value of an expression on arrays, under NumPy broadcasting, in the dtypes of the arrays.

    Args:
        expression: The expression.
        arrays: The values of `Load(0)`, `Load(1)`, ….
        accumulator: The value of `Accumulator()`.
        indices: The coordinates that `Index` stands for, by axis.
        earlier: The values of `Earlier(0)`, `Earlier(1)`, ….
        narrow: Whether its floating-point parts are of float32 or fewer bits, though the arrays
            may be of more.
    """
    leaves = (arrays, accumulator, indices, earlier)
    rounded = _Values(*leaves, is_rounded=True) if narrow else None
    return _value(expression, _Values(*leaves, of_jumps=rounded))


@dataclass(frozen=True, slots=True)
class _Values:
    """What the parts of an expression stand for.

    Attributes:
        arrays: See `evaluate`.
        accumulator: See `evaluate`.
        indices: See `evaluate`.
        earlier: See `evaluate`.
        is_rounded: Whether each floating-point part is rounded to float32.
        of_jumps: What the parts of arguments of functions that jump stand for, where it differs.
        known: The parts that are computed.
    """

    arrays: Sequence[np.ndarray]
    accumulator: np.ndarray | None
    indices: Mapping[str, np.ndarray]
    earlier: Sequence[np.ndarray]
    is_rounded: bool = False
    of_jumps: _Values | None = None
    known: dict[Expression, np.ndarray] = field(default_factory=dict)


def _value(node: Expression, values: _Values) -> np.ndarray:
    """The value of a part. No closure: functions that refer to each other would hold what is known
    until Python looks for cycles.
    """
    if node not in values.known:
        found = _computed_part(node, values)
        values.known[node] = _in_float32(found) if values.is_rounded else found
    return values.known[node]


def _computed_part(node: Expression, values: _Values) -> np.ndarray:
    match node:
        case Constant(value=number, dtype=dtype):
            return np.asarray(number, computed_type(dtype))
        case Load(operand=operand):
            return values.arrays[operand]
        case Accumulator():
            found = values.accumulator
            assert found is not None, "the expression refers to an anchor there is not"
            return found
        case Earlier(result=result):
            return values.earlier[result]
        case Index(axis=axis):
            return values.indices[axis]
        case Apply(function="cast", arguments=(argument,), dtype=dtype):
            given = values if _is_continuous(dtype) else values.of_jumps or values
            return computed(convert(_value(argument, given), dtype))
        case Apply(function="bitcast", arguments=(argument,), dtype=dtype):
            source, target = map(numpy_type, dtype.split(":"))
            stored = np.asarray(
                _value(argument, values.of_jumps or values).astype(source), order="C"
            )
            return computed(stored.view(target))
        case Apply(function=function, arguments=arguments):
            given = (values.of_jumps or values) if function in _JUMPING else values
            return np.asarray(_FUNCTIONS[function](*(_value(item, given) for item in arguments)))


def _is_continuous(dtype: str) -> bool:
    """Whether what a cast to a type makes of numbers that float32 does not tell apart is near."""
    return is_floating(dtype) and dtype not in FLOAT8_FORMATS


def _in_float32(array: np.ndarray) -> np.ndarray:
    """Floating-point numbers rounded to float32, in the type that they have."""
    return array.astype(np.float32).astype(np.float64) if array.dtype == np.float64 else array


def convert(array: np.ndarray, dtype: str) -> np.ndarray:
    """`array` as `dtype`: as NumPy converts, and from floating point to integers as
    `aoe.backends.llvm.cast_code` says.
    """
    target = numpy_type(dtype)
    if dtype in FLOAT8_FORMATS or (dtype in STORAGE and is_floating(array.dtype)):
        return rounded_to(array, dtype)
    if target.kind not in "iu" or not is_floating(array.dtype):
        return array.astype(target, copy=False)
    if dtype == "uint32" or target.itemsize < 4:
        return convert(array, "int64" if dtype == "uint32" else "int32").astype(target)
    lowest, highest = integer_limits(dtype)
    wide = array.astype(np.float64, copy=False)
    inside = (wide > lowest - 1) & (wide < highest + 1.0)
    result = np.where(inside, wide, 0.0).astype(target)
    result[wide >= highest + 1.0] = highest
    result[wide < lowest] = lowest
    return np.asarray(result)


def computed(array: np.ndarray) -> np.ndarray:
    """Values of storage types as float32, others unchanged."""
    name = array.dtype.name
    return array.astype(computed_type(name), copy=False)


def _divide(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The quotient. That of integers is truncated towards zero, as in C and ONNX."""
    if np.issubdtype(np.result_type(a, b), np.floating):
        return np.asarray(np.true_divide(a, b))
    quotient = np.floor_divide(a, b)
    inexact = (quotient * b != a) & ((a < 0) != (b < 0)) & (b != 0)
    return np.asarray(quotient + inexact.astype(quotient.dtype), np.result_type(a, b))


def _shift(function: Callable[..., Any]) -> Callable[..., Any]:
    """A shift for which an amount below 0 or not below the width shifts all bits out."""

    def shifted(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        width = 8 * a.dtype.itemsize
        inside = (b >= 0) & (b < width)
        if inside.all():
            return np.asarray(function(a, b), a.dtype)
        emptied = np.where(a < 0, -1, 0) if function is np.right_shift else np.zeros_like(a)
        return np.where(inside, function(a, np.where(inside, b, 0)), emptied).astype(a.dtype)

    return shifted


def _power(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The power. That of integers is computed modulo 2ⁿ, and fractions are truncated."""
    if is_floating(np.result_type(a, b)):
        # NumPy takes the square root for an exponent 0.5 without dimensions, also of -∞ and -0.
        power = np.power(np.atleast_1d(a), np.atleast_1d(b))
        return np.asarray(power.reshape(np.broadcast_shapes(np.shape(a), np.shape(b))))
    whole = np.power(a, np.maximum(b, 0))
    inverse = np.where(a == 1, 1, np.where(a == -1, np.where(b % 2 == 0, 1, -1), 0))
    return np.where(b < 0, inverse, whole).astype(whole.dtype)


def _dot4(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """c plus the dot product of four unsigned with four signed bytes."""
    left = np.asarray(a, order="C")[..., None].view(np.uint8).astype(np.int32)
    right = np.asarray(b, order="C")[..., None].view(np.int8).astype(np.int32)
    return np.asarray(c + (left * right).sum(axis=-1, dtype=np.int32), np.int32)


def _dot2(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """c plus the dot product of two with two bfloat16."""
    wide = numpy_type("bfloat16")
    left = np.asarray(a, order="C")[..., None].view(wide).astype(np.float32)
    right = np.asarray(b, order="C")[..., None].view(wide).astype(np.float32)
    return np.asarray(c + (left * right).sum(axis=-1, dtype=np.float32), np.float32)


def _sigmoid(x: np.ndarray) -> np.ndarray:
    small = np.exp(-np.abs(x))
    return np.asarray(np.where(x >= 0, 1.0, small) / (1.0 + small), x.dtype)


#: Functions that jump: where an argument is a whole number, a tie or 0, or equals the other one.
_JUMPING = frozenset(
    {
        *("ceil", "floor", "round", "mod", "sign"),
        *("equal", "greater", "greater_equal", "less", "less_equal", "not_equal"),
    }
)
_FUNCTIONS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "add": np.add,
        "sub": np.subtract,
        "mul": np.multiply,
        "div": _divide,
        "max": np.maximum,
        "min": np.minimum,
        "pow": _power,
        "mod": np.fmod,
        "neg": np.negative,
        "abs": np.abs,
        "sign": np.sign,
        "floor": np.floor,
        "ceil": np.ceil,
        "round": np.rint,
        "exp": np.exp,
        "log": np.log,
        "sqrt": np.sqrt,
        "rsqrt": lambda x: 1 / np.sqrt(x),
        "reciprocal": lambda x: 1 / x,
        "tanh": np.tanh,
        "expm1": np.expm1,
        "log1p": np.log1p,
        "erf": erf,
        "sigmoid": _sigmoid,
        "sin": np.sin,
        "cos": np.cos,
        "fma": lambda a, b, c: a * b + c,
        "tan": np.tan,
        "asin": np.arcsin,
        "acos": np.arccos,
        "atan": np.arctan,
        "sinh": np.sinh,
        "cosh": np.cosh,
        "asinh": np.arcsinh,
        "acosh": np.arccosh,
        "atanh": np.arctanh,
        "bitwise_and": np.bitwise_and,
        "bitwise_or": np.bitwise_or,
        "bitwise_xor": np.bitwise_xor,
        "bitwise_not": np.bitwise_not,
        "shift_left": _shift(np.left_shift),
        "shift_right": _shift(np.right_shift),
        "less": np.less,
        "less_equal": np.less_equal,
        "greater": np.greater,
        "greater_equal": np.greater_equal,
        "equal": np.equal,
        "not_equal": np.not_equal,
        "and": np.logical_and,
        "or": np.logical_or,
        "xor": np.logical_xor,
        "not": np.logical_not,
        "select": np.where,
        "dot2": _dot2,
        "dot4": _dot4,
    }
)
