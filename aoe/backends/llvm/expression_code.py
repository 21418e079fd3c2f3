"""LLVM IR of scalar expressions (`aoe.loops.expression`), on scalars or vectors.

Semantics are NumPy's, with these choices where NumPy's depend on the machine:

- `max` and `min` give NaN if either argument is NaN. Against a literal that is one instruction.
- float16 and bfloat16 are computed in float32 (`aoe.element_types`).

Sums and products carry LLVM's `contract` flag: a product may be fused with a sum that follows.
`aoe.backends.llvm.integer_code` emits integer functions, `cast_code` type conversions, and
`vector_math` functions such as exp and erf.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from aoe.backends.llvm.cast_code import emit_bitcast, emit_cast, emit_limited_cast
from aoe.backends.llvm.dot_code import emit_dot2, emit_dot4
from aoe.backends.llvm.emitter import Emitter, Value, constant, llvm_type, splat
from aoe.backends.llvm.integer_code import emit_integer_function
from aoe.backends.llvm.vector_math.functions import FUNCTIONS, emit_function
from aoe.element_types import UNSIGNED, is_floating
from aoe.errors import CompileError
from aoe.loops.expression import (
    COMPARISONS,
    LOGIC,
    Accumulator,
    Apply,
    Constant,
    Earlier,
    Expression,
    Index,
    Load,
    limits_of,
)

#: Integer types that a number within int32 may be converted to through int32.
_THROUGH_INT32 = ("int8", "uint8", "int16", "uint16", "int32", "int64")
_FLOAT_BINARY = {
    "add": "fadd contract",
    "sub": "fsub contract",
    "mul": "fmul contract",
    "div": "fdiv",
    "mod": "frem",
}
_FLOAT_PREDICATES = {
    "less": "olt",
    "less_equal": "ole",
    "greater": "ogt",
    "greater_equal": "oge",
    "equal": "oeq",
    "not_equal": "une",
}
_INTEGER_PREDICATES = {
    "less": "lt",
    "less_equal": "le",
    "greater": "gt",
    "greater_equal": "ge",
    "equal": "eq",
    "not_equal": "ne",
}
_INTRINSICS = {"abs": "fabs", "floor": "floor", "ceil": "ceil", "round": "roundeven"}


def emit_expression(
    emitter: Emitter,
    expression: Expression,
    loads: Callable[[int], Value],
    accumulator: Value | None,
    index: Callable[[str], Value],
    lanes: int,
    cache: dict[Expression, Value],
) -> Value:
    """Emits an expression at the current point and returns its value.

    Args:
        emitter: Receives the instructions.
        expression: The expression.
        loads: Given an operand number, returns the operand's value.
        accumulator: The value of `Accumulator()`; None if there is none.
        index: Given an axis, returns its coordinate as int64.
        lanes: The number of lanes. `loads` and `index` may return scalars for values that are equal
            in all lanes. The result is a scalar if all its inputs are.
        cache: Values known so far. Equal subexpressions are computed once.

    Raises:
        CompileError: If a function does not exist for its argument's dtype.
    """

    def value(node: Expression) -> Value:
        if node not in cache:
            cache[node] = compute(node)
        return cache[node]

    def compute(node: Expression) -> Value:
        match node:
            case Constant(value=number, dtype=dtype):
                return constant(number, dtype)
            case Load(operand=operand):
                return loads(operand)
            case Accumulator():
                if accumulator is None:
                    raise CompileError("an expression refers to an accumulator there is not")
                return accumulator
            case Earlier():
                raise CompileError("a loop nest refers to a result of its operator")
            case Index(axis=axis):
                return index(axis)
            case Apply(function=function, arguments=arguments, dtype=dtype):
                simpler = _power_as_product(node) or _nan_of_bound(node)
                if simpler is not None:
                    return value(simpler)
                if _is_limited_cast(node):
                    return emit_limited_cast(emitter, value(arguments[0]), dtype)
                return emit_apply(emitter, function, [value(item) for item in arguments], dtype)

    result = value(expression)
    if result.lanes not in (1, lanes):
        raise CompileError(f"an operand has {result.lanes} lanes where {lanes} are computed")
    return result


def _is_limited_cast(node: Apply) -> bool:
    """Whether a number that has limits within int32 is cast to an integer type."""
    if node.function != "cast" or node.dtype not in _THROUGH_INT32:
        return False
    limits = limits_of(node.arguments[0])
    # The largest float32 below 2**31 is 2**31 - 128.
    return limits is not None and limits[0] >= -(2**31) and limits[1] <= 2**31 - 128


def emit_apply(emitter: Emitter, function: str, arguments: list[Value], dtype: str = "") -> Value:
    """Emits one function of `Apply`. `cast` and `bitcast` convert to `dtype`.

    Scalars are splatted if other arguments are vectors.
    """
    lanes = max(argument.lanes for argument in arguments)
    operands = [splat(emitter, argument, lanes) for argument in arguments]
    first = operands[0]
    if function == "cast":
        return emit_cast(emitter, first, dtype)
    if function == "bitcast":
        return emit_bitcast(emitter, first, *dtype.split(":"))
    if function == "select":
        condition, then, otherwise = operands
        text = f"select {condition.typed}, {then.typed}, {otherwise.typed}"
        return Value(emitter.let(text), then.dtype, lanes)
    if function == "dot2":
        return emit_dot2(emitter, *operands)
    _check_dtypes(function, operands)
    if function == "dot4":
        return emit_dot4(emitter, *operands)
    if function in COMPARISONS:
        return _comparison(emitter, function, first, operands[1])
    if function in LOGIC:
        return _logic(emitter, function, operands)
    if function in ("max", "min"):
        return _extremum(emitter, function, first, operands[1])
    if function == "sign":
        return _sign(emitter, first)
    if is_floating(first.dtype):
        return _float_function(emitter, function, operands)
    if function == "abs" and first.dtype not in UNSIGNED:
        return _extremum(emitter, "max", first, emit_integer_function(emitter, "neg", [first]))
    return emit_integer_function(emitter, function, operands)


def _power_as_product(node: Apply) -> Expression | None:
    """Rewrites small constant exponents as products and reciprocals.

    These are faster, and exact to the last bit or two.
    """
    match node:
        case Apply(
            function="pow", arguments=(base, Constant(value=exponent, dtype="float32" | "float64"))
        ):
            square = Apply("mul", (base, base))
            rewritten: Mapping[float, Expression] = {
                1.0: base,
                2.0: square,
                3.0: Apply("mul", (square, base)),
                4.0: Apply("mul", (square, square)),
                -1.0: Apply("reciprocal", (base,)),
            }
            return rewritten.get(float(exponent))
    return None


def _nan_of_bound(node: Expression) -> Expression | None:
    """The constant NaN that a `max` or `min` has, or one in it, which is their value for every
    element.
    """
    match node:
        case Constant(value=number) if number != number:
            return node
        case Apply(function="max" | "min", arguments=arguments):
            found = (_nan_of_bound(item) for item in arguments)
            return next((item for item in found if item is not None), None)
    return None


def _check_dtypes(function: str, operands: list[Value]) -> None:
    dtypes = {operand.dtype for operand in operands}
    if len(dtypes) > 1:
        raise CompileError(f"{function} has arguments of different types: {sorted(dtypes)}")


def _comparison(emitter: Emitter, function: str, a: Value, b: Value) -> Value:
    if is_floating(a.dtype):
        instruction = f"fcmp {_FLOAT_PREDICATES[function]}"
    else:
        predicate = _INTEGER_PREDICATES[function]
        sign = "" if predicate in ("eq", "ne") else "u" if a.dtype in UNSIGNED else "s"
        instruction = f"icmp {sign}{predicate}"
    return Value(emitter.let(f"{instruction} {a.typed}, {b.name}"), "bool", a.lanes)


def _logic(emitter: Emitter, function: str, operands: list[Value]) -> Value:
    a = operands[0]
    instruction, other = function, operands[-1].name
    if function == "not":
        instruction, other = "xor", constant(True if a.dtype == "bool" else -1, a.dtype).name
        other = splat(emitter, Value(other, a.dtype), a.lanes).name
    return Value(emitter.let(f"{instruction} {a.typed}, {other}"), a.dtype, a.lanes)


def _extremum(emitter: Emitter, function: str, a: Value, b: Value) -> Value:
    """Emits `max` or `min`.

    In `b < a ? b : a` a NaN in `a` survives, as in x86's minps with its second operand.
    """
    if a.is_constant:
        a, b = b, a
    comparison = "greater" if function == "max" else "less"
    better = _comparison(emitter, comparison, b, a)
    text = f"select {better.typed}, {b.typed}, {a.typed}"
    result = Value(emitter.let(text), a.dtype, a.lanes)
    if not is_floating(a.dtype) or b.is_constant:
        return result
    unordered = emitter.let(f"fcmp uno {b.typed}, {b.name}")
    mask = llvm_type("bool", a.lanes)
    text = f"select {mask} {unordered}, {b.typed}, {result.typed}"
    return Value(emitter.let(text), a.dtype, a.lanes)


def _float_function(emitter: Emitter, function: str, operands: list[Value]) -> Value:
    first = operands[0]
    if function in _FLOAT_BINARY:
        text = f"{_FLOAT_BINARY[function]} {first.typed}, {operands[1].name}"
        return Value(emitter.let(text), first.dtype, first.lanes)
    if function == "neg":
        return Value(emitter.let(f"fneg {first.typed}"), first.dtype, first.lanes)
    if function in _INTRINSICS:
        return emit_function(emitter, _INTRINSICS[function], operands)
    if function in FUNCTIONS:
        return emit_function(emitter, function, operands)
    raise CompileError(f"there is no {function} of {first.dtype}")


def _sign(emitter: Emitter, x: Value) -> Value:
    """1, −1, or x itself where it is zero or NaN."""
    zero = splat(emitter, constant(0, x.dtype), x.lanes)
    one = splat(emitter, constant(1, x.dtype), x.lanes)
    positive = _comparison(emitter, "greater", x, zero)
    result = emitter.let(f"select {positive.typed}, {one.typed}, {x.typed}")
    if x.dtype in UNSIGNED:
        return Value(result, x.dtype, x.lanes)
    minus_one = splat(emitter, constant(-1, x.dtype), x.lanes)
    negative = _comparison(emitter, "less", x, zero)
    text = f"select {negative.typed}, {minus_one.typed}, {x.type} {result}"
    return Value(emitter.let(text), x.dtype, x.lanes)
