"""Scalar expressions: what one element of a result is, as immutable data.

The same classes serve at two levels. In an `Operator` (see `aoe.operators.operator`), `Load(i)` is
the operator's i-th input, read at the output's coordinates under NumPy broadcasting, and
`Accumulator()` is the value of the operator's anchor (the convolution, product, …). In a `LoopNest`
(see `aoe.loops.loop_nest`), `Load(i)` is the i-th operand and `Accumulator()` the reduced value.
Equal expressions compare equal, so shared parts are computed once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from aoe.element_types import DTYPES, ITEM_BYTES, computed_type
from aoe.errors import ModelError

#: Functions of floating point (and, where it makes sense, integer) arguments; the result has the
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
#: Functions of the bits of integers; shifts by the width or more shift everything out.
BITWISE = frozenset(
    {"bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not", "shift_left", "shift_right"}
)
#: Sums of a few products of narrow numbers that lie side by side.
DOT_PRODUCTS = frozenset({"dot2", "dot4"})
#: What may be applied besides: a choice, changes of type.
_OTHERS = frozenset({"select", "cast", "bitcast"}) | DOT_PRODUCTS


@dataclass(frozen=True, slots=True)
class Constant:
    """A literal of the given dtype."""

    value: float | int | bool
    dtype: str = "float32"


@dataclass(frozen=True, slots=True)
class Load:
    """The element of operand number `operand` at the current coordinates."""

    operand: int


@dataclass(frozen=True, slots=True)
class Accumulator:
    """The anchor's or reduction's value at the current coordinates."""


@dataclass(frozen=True, slots=True)
class Index:
    """The current coordinate along a named axis, as int64. Stages only."""

    axis: str


@dataclass(frozen=True, slots=True)
class Apply:
    """A function of expressions: a name of `ARITHMETIC`, `COMPARISONS`, `LOGIC`, `BITWISE`,
    `DOT_PRODUCTS`, `select`, `cast` or `bitcast`.

    `select(condition, then, otherwise)`; `cast` takes one argument and its target in `dtype`;
    `bitcast` one argument and in `dtype` "source:target", since what is stored in 16 bits is
    computed in 32. `dot4(a, b, c)` is c + Σ aⱼ·bⱼ in int32, a being four unsigned bytes seen as an
    int32, b four signed ones; `dot2(a, b, c)` is the same in float32, a and b being two bfloat16
    each, seen as an int32.
    """

    function: str
    arguments: tuple[Expression, ...]
    dtype: str = ""


Expression: TypeAlias = Constant | Load | Accumulator | Index | Apply


def apply(function: str, *arguments: Expression) -> Apply:
    """`Apply` with its arguments spelled out."""
    return Apply(function, arguments)


def cast(expression: Expression, dtype: str) -> Apply:
    """The expression converted to `dtype` as NumPy's `astype` does; to float16 and bfloat16 it is
    rounded, and float32 from then on.
    """
    return Apply("cast", (expression,), dtype)


def summed_products(element: Expression) -> tuple[tuple[Expression, Expression], ...]:
    """The factors of dot products that are added to one another, in the order of adding; empty if
    the expression is something else.
    """
    if not isinstance(element, Apply) or element.function not in DOT_PRODUCTS:
        return ()
    first, second, before = element.arguments
    return (*summed_products(before), (first, second))


def dtype_of(
    expression: Expression, load_dtypes: Sequence[str], accumulator: str = "float32"
) -> str:
    """The dtype an expression is computed in, given those its operands are stored in."""
    match expression:
        case Constant(dtype=dtype):
            return computed_type(dtype)
        case Load(operand=operand):
            return computed_type(load_dtypes[operand])
        case Accumulator():
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


def substitute(
    expression: Expression, replace: Callable[[Expression], Expression | None]
) -> Expression:
    """The expression with every node for which `replace` gives a value replaced by it, from the
    leaves up.
    """
    if isinstance(expression, Apply):
        arguments = tuple(substitute(argument, replace) for argument in expression.arguments)
        expression = Apply(expression.function, arguments, expression.dtype)
    replacement = replace(expression)
    return expression if replacement is None else replacement


def loads(expression: Expression) -> tuple[int, ...]:
    """The operand numbers an expression reads, ascending, each once."""
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
    """A JSON value that `from_json` turns back into the same expression."""
    match expression:
        case Constant(value=value, dtype=dtype):
            return ["constant", dtype, value if abs(value) != float("inf") else str(value)]
        case Load(operand=operand):
            return ["load", operand]
        case Accumulator():
            return ["accumulator"]
        case Index(axis=axis):
            return ["index", axis]
        case Apply(function=function, arguments=arguments, dtype=dtype):
            name = f"{function}:{dtype}" if dtype else function
            return [name, *(to_json(argument) for argument in arguments)]


def from_json(data: Any) -> Expression:
    """The expression written by `to_json`. Raises `ModelError` on anything else."""
    match data:
        case ["constant", str(dtype), value] if dtype in DTYPES and isinstance(
            value, (int, float, str)
        ):
            return Constant(float(value) if isinstance(value, str) else value, dtype)
        case ["load", int(operand)] if operand >= 0:
            return Load(operand)
        case ["accumulator"]:
            return Accumulator()
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
    """One line of text that `from_text` turns back into the same expression."""
    return json.dumps(to_json(expression), separators=(",", ":"))


def from_text(text: str) -> Expression:
    """The expression written by `to_text`. Raises `ModelError` on anything else."""
    try:
        return from_json(json.loads(text))
    except ValueError as error:
        raise ModelError(
            f"not an expression: {text[:80]!r}; the file is damaged or from another version"
        ) from error


def _fits(function: str, dtype: str) -> bool:
    """Whether the text behind a function's name is what the function needs."""
    if function == "bitcast":
        source, _, target = dtype.partition(":")
        return ITEM_BYTES.get(source, 0) == ITEM_BYTES.get(target)
    return dtype in DTYPES if function == "cast" else dtype == ""


def renumber(
    expression: Expression,
    operands: Mapping[int, int],
    accumulator: Expression | None = None,
) -> Expression:
    """An operator's expression over a stage's operands: input i is operand `operands[i]`;
    `Accumulator()` becomes `accumulator` where one is given.
    """

    def replacement(node: Expression) -> Expression | None:
        if isinstance(node, Load):
            return Load(operands[node.operand])
        if isinstance(node, Accumulator):
            return accumulator
        return None

    return substitute(expression, replacement)
