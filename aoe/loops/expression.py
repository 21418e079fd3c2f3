"""Scalar expressions: how one element of a result is computed, as immutable data.

The same classes serve at two levels. In an `Operator` (see `aoe.operators.operator`), `Load(i)` is
the operator's i-th input, read at the output's coordinates under NumPy broadcasting.
`Accumulator()` is the value of the operator's anchor, for example of its convolution. In a
`LoopNest` (see `aoe.loops.loop_nest`), `Load(i)` is the i-th operand and `Accumulator()` is the
reduced value. Equal expressions compare equal, so code generators compute common subexpressions
once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from aoe.element_types import DTYPES, ITEM_BYTES, computed_type, is_floating
from aoe.errors import ModelError

#: Functions of floating-point arguments, and of integers where that makes sense. The result has the
#: argument's dtype.
ARITHMETIC = frozenset(
    {
        "add", "sub", "mul", "div", "max", "min", "pow", "mod", "neg", "abs", "sign",
        "floor", "ceil", "round", "exp", "expm1", "log", "log1p", "sqrt", "rsqrt", "reciprocal",
        "tanh", "erf", "sigmoid", "sin", "cos", "fma",
        "tan", "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh",
    }
)  # fmt: skip
#: Comparisons; the result is bool.
COMPARISONS = frozenset({"less", "less_equal", "greater", "greater_equal", "equal", "not_equal"})
#: Logic on bool arguments.
LOGIC = frozenset({"and", "or", "xor", "not"})
#: Bitwise functions of integers. A shift by the type's width or more shifts all bits out.
BITWISE = frozenset(
    {"bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not", "shift_left", "shift_right"}
)
#: Dot products of a few narrow numbers that are adjacent in memory.
DOT_PRODUCTS = frozenset({"dot2", "dot4"})
#: Further functions that `Apply` accepts: selection and type conversions.
_OTHERS = frozenset({"select", "cast", "bitcast"}) | DOT_PRODUCTS


@dataclass(frozen=True, slots=True)
class Constant:
    """A literal.

    Attributes:
        value: The number or truth value.
        dtype: Its element type.
    """

    value: float | int | bool
    dtype: str = "float32"


@dataclass(frozen=True, slots=True)
class Load:
    """The element of an operand at the current coordinates.

    Attributes:
        operand: The operand's number.
    """

    operand: int


@dataclass(frozen=True, slots=True)
class Accumulator:
    """The value of the anchor or the reduction at the current coordinates."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """The value that an operator of several results has written to an earlier one, broadcast. Only
    operators have it, loop nests do not.

    Attributes:
        result: The number of the result.
    """

    result: int


@dataclass(frozen=True, slots=True)
class Index:
    """The current coordinate along an axis, as int64. Only loop nests have it, operators do not.

    Attributes:
        axis: The axis's name.
    """

    axis: str


class _Hashed:
    """Has room for a hash. It is no field, so that neither files nor other processes, where texts
    have other hashes, get it.
    """

    __slots__ = ("_hash",)
    _hash: int


@dataclass(frozen=True, slots=True)
class Apply(_Hashed):
    """A function applied to expressions.

    `select(condition, then, otherwise)` chooses between two values. `cast` converts its argument to
    `dtype`. `bitcast` reinterprets the stored bits of its argument; its `dtype` is "source:target",
    because values stored in 16 bits are computed in 32. `dot4(a, b, c)` is c + Σ aⱼ·bⱼ in int32: a
    holds four unsigned bytes as one int32, b four signed bytes. `dot2(a, b, c)` is the same in
    float32: a and b hold two bfloat16 each, as one int32.

    Attributes:
        function: A name of `ARITHMETIC`, `COMPARISONS`, `LOGIC`, `BITWISE` or `DOT_PRODUCTS`, or
            `select`, `cast` or `bitcast`.
        arguments: The expressions it is applied to.
        dtype: The target type of `cast` and `bitcast`, else empty.
    """

    function: str
    arguments: tuple[Expression, ...]
    dtype: str = ""

    def __hash__(self) -> int:
        """Computed once: generators of code look up each part of large expressions."""
        try:
            return self._hash
        except AttributeError:
            found = hash((self.function, self.arguments, self.dtype))
            object.__setattr__(self, "_hash", found)
            return found


Expression: TypeAlias = Constant | Load | Accumulator | Earlier | Index | Apply


def apply(function: str, *arguments: Expression) -> Apply:
    """Builds an `Apply` from separate arguments."""
    return Apply(function, arguments)


def cast(expression: Expression, dtype: str) -> Apply:
    """Converts an expression to `dtype` as NumPy's `astype` does.

    A cast to float16 or bfloat16 rounds; the result is float32 from then on.
    """
    return Apply("cast", (expression,), dtype)


def summed_products(element: Expression) -> tuple[tuple[Expression, Expression], ...]:
    """Returns the factor pairs of a chain of dot products.

    The pairs are in the order in which the products are added. The result is empty if the
    expression is not such a chain.
    """
    if not isinstance(element, Apply) or element.function not in DOT_PRODUCTS:
        return ()
    first, second, before = element.arguments
    return (*summed_products(before), (first, second))


def dtype_of(
    expression: Expression, load_dtypes: Sequence[str], accumulator: str = "float32"
) -> str:
    """Returns the dtype an expression is computed in.

    Args:
        expression: The expression.
        load_dtypes: The dtypes the operands are stored in.
        accumulator: The dtype of `Accumulator()`.
    """
    match expression:
        case Constant(dtype=dtype):
            return computed_type(dtype)
        case Load(operand=operand):
            return computed_type(load_dtypes[operand])
        case Accumulator() | Earlier():
            return computed_type(accumulator)
        case Index():
            return "int64"
        case Apply(function="cast" | "bitcast", dtype=dtype):
            return computed_type(dtype.rpartition(":")[2])
        case Apply(function="select", arguments=arguments):
            return dtype_of(arguments[1], load_dtypes, accumulator)
        case Apply(function=function, arguments=arguments):
            if function in COMPARISONS or function in LOGIC:
                return "bool"
            if function in DOT_PRODUCTS:
                return dtype_of(arguments[2], load_dtypes, accumulator)
            return dtype_of(arguments[0], load_dtypes, accumulator)


def limits_of(expression: Expression) -> tuple[float, float] | None:
    """The limits that the last two functions of an expression put a floating-point number, or NaN,
    between; None if they are no limits, or not in ascending order.
    """
    known: dict[str, float] = {}
    for _ in range(2):
        if not isinstance(expression, Apply) or expression.function not in ("min", "max"):
            return None
        constants = [item for item in expression.arguments if isinstance(item, Constant)]
        others = [item for item in expression.arguments if not isinstance(item, Constant)]
        if len(constants) != 1 or len(others) != 1 or not is_floating(constants[0].dtype):
            return None
        known[expression.function] = float(constants[0].value)
        (expression,) = others
    if len(known) < 2 or not known["max"] <= known["min"]:
        return None
    return known["max"], known["min"]


def substitute(
    expression: Expression, replace: Callable[[Expression], Expression | None]
) -> Expression:
    """Replaces every node for which `replace` returns an expression, from the leaves up."""
    if isinstance(expression, Apply):
        arguments = tuple(substitute(argument, replace) for argument in expression.arguments)
        expression = Apply(expression.function, arguments, expression.dtype)
    replacement = replace(expression)
    return expression if replacement is None else replacement


def with_accumulator(expression: Expression, value: Expression) -> Expression:
    """The expression with another one in place of the accumulator."""
    return substitute(expression, lambda node: value if node == Accumulator() else None)


def loads(expression: Expression) -> tuple[int, ...]:
    """Returns the operand numbers an expression reads, ascending and without repetition."""
    found: set[int] = set()

    def visit(node: Expression) -> None:
        if isinstance(node, Load):
            found.add(node.operand)
        elif isinstance(node, Apply):
            for argument in node.arguments:
                visit(argument)

    visit(expression)
    return tuple(sorted(found))


def to_json(expression: Expression) -> list[Any]:
    """Returns a JSON value that `from_json` turns back into the same expression."""
    match expression:
        case Constant(value=value, dtype=dtype):
            return ["constant", dtype, value if abs(value) != float("inf") else str(value)]
        case Load(operand=operand):
            return ["load", operand]
        case Accumulator():
            return ["accumulator"]
        case Earlier(result=result):
            return ["earlier", result]
        case Index(axis=axis):
            return ["index", axis]
        case Apply(function=function, arguments=arguments, dtype=dtype):
            name = f"{function}:{dtype}" if dtype else function
            return [name, *(to_json(argument) for argument in arguments)]


def from_json(data: Any) -> Expression:
    """Returns the expression written by `to_json`.

    Raises:
        ModelError: If `data` is not such a value.
    """
    match data:
        case ["constant", str(dtype), value] if dtype in DTYPES and isinstance(
            value, (int, float, str)
        ):
            return Constant(float(value) if isinstance(value, str) else value, dtype)
        case ["load", int(operand)] if operand >= 0:
            return Load(operand)
        case ["accumulator"]:
            return Accumulator()
        case ["earlier", int(result)] if result >= 0:
            return Earlier(result)
        case ["index", str(axis)]:
            return Index(axis)
        case [str(name), *arguments] if arguments:
            function, _, dtype = name.partition(":")
            known = function in ARITHMETIC | COMPARISONS | LOGIC | BITWISE | _OTHERS
            if known and _fits(function, dtype):
                return Apply(function, tuple(from_json(argument) for argument in arguments), dtype)
    raise ModelError(
        f"not an expression: {str(data)[:80]!r}; the file is damaged or from another version"
    )


def to_text(expression: Expression) -> str:
    """Returns one line of text that `from_text` turns back into the same expression."""
    return json.dumps(to_json(expression), separators=(",", ":"))


def from_text(text: str) -> Expression:
    """Returns the expression written by `to_text`.

    Raises:
        ModelError: If `text` is not such a text.
    """
    try:
        return from_json(json.loads(text))
    except ValueError as error:
        raise ModelError(
            f"not an expression: {text[:80]!r}; the file is damaged or from another version"
        ) from error


def _fits(function: str, dtype: str) -> bool:
    """Whether the type suffix of a function's name is one that the function accepts."""
    if function == "bitcast":
        source, _, target = dtype.partition(":")
        return ITEM_BYTES.get(source, 0) == ITEM_BYTES.get(target)
    return dtype in DTYPES if function == "cast" else dtype == ""


def renumber(
    expression: Expression,
    operands: Mapping[int, int],
    accumulator: Expression | None = None,
) -> Expression:
    """Rewrites an operator's expression for the operands of a loop nest.

    Args:
        expression: The operator's expression.
        operands: The operand number that each input number becomes.
        accumulator: What replaces `Accumulator()`; None keeps it.
    """

    def replacement(node: Expression) -> Expression | None:
        if isinstance(node, Load):
            return Load(operands[node.operand])
        if isinstance(node, Accumulator):
            return accumulator
        return None

    return substitute(expression, replacement)
