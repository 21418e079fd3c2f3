"""LLVM IR of scalar expressions (`aoe.loops.expression`), on scalars or vectors.

Semantics are NumPy's, with these choices where NumPy's depend on the machine:
- `max` and `min` give NaN if either argument is NaN. Against a literal that is one instruction.
- Integer `div` truncates towards zero and `mod` has the sign of the dividend (C and ONNX, as
  `fmod` does for floating point); x / 0 and x mod 0 give 0, and the lowest integer divided by −1
  wraps.
- Floating point to int32 and int64 truncates, saturates and turns NaN to 0; to int8 and uint8 it
  goes through int32 and wraps. Integer arithmetic wraps.
Sums and products carry LLVM's `contract` flag: a product may be fused with the sum that follows.
Functions such as exp and erf are in `aoe.execute.cpu.vector_math`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from aoe.errors import CompileError
from aoe.execute.cpu.emitter import ELEMENT_TYPES, Emitter, Value, constant, llvm_type, splat
from aoe.execute.cpu.vector_math import FUNCTIONS, emit_function
from aoe.loops.expression import (
    COMPARISONS,
    LOGIC,
    Accumulator,
    Apply,
    Constant,
    Expression,
    Index,
    Load,
)

_FLOAT_BINARY = {
    "add": "fadd contract",
    "sub": "fsub contract",
    "mul": "fmul contract",
    "div": "fdiv",
    "mod": "frem",
}
_INTEGER_BINARY = {"add": "add", "sub": "sub", "mul": "mul"}
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
_UNSIGNED = ("uint8", "bool")


def emit_expression(
    emitter: Emitter,
    expression: Expression,
    loads: Callable[[int], Value],
    accumulator: Value | None,
    index: Callable[[str], Value],
    lanes: int,
    cache: dict[Expression, Value],
) -> Value:
    """The value of an expression at the current point, appended to the emitter.

    `loads(i)` gives operand i, `index(axis)` a coordinate as int64; both may give scalars where
    they do not vary over the lanes, and the result is a scalar if everything it is made of is.
    `cache` holds what is known already; equal subexpressions are computed once. Raises
    `CompileError` on a function that its argument's dtype does not have.
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
            case Index(axis=axis):
                return index(axis)
            case Apply(function=function, arguments=arguments, dtype=dtype):
                power = _power_as_product(node)
                if power is not None:
                    return value(power)
                return emit_apply(emitter, function, [value(item) for item in arguments], dtype)

    result = value(expression)
    if result.lanes not in (1, lanes):
        raise CompileError(f"an operand has {result.lanes} lanes where {lanes} are computed")
    return result


def emit_apply(emitter: Emitter, function: str, arguments: list[Value], dtype: str = "") -> Value:
    """One function of `ARITHMETIC`, `COMPARISONS`, `LOGIC`, `select` or `cast` (to `dtype`).

    Scalars are splatted where other arguments are vectors.
    """
    lanes = max(argument.lanes for argument in arguments)
    operands = [splat(emitter, argument, lanes) for argument in arguments]
    first = operands[0]
    if function == "cast":
        return _cast(emitter, first, dtype)
    if function == "select":
        condition, then, otherwise = operands
        text = f"select {condition.typed}, {then.typed}, {otherwise.typed}"
        return Value(emitter.let(text), then.dtype, lanes)
    _check_dtypes(function, operands)
    if function in COMPARISONS:
        return _comparison(emitter, function, first, operands[1])
    if function in LOGIC:
        return _logic(emitter, function, operands)
    if function in ("max", "min"):
        return _extremum(emitter, function, first, operands[1])
    if first.dtype.startswith("float"):
        return _float_function(emitter, function, operands)
    return _integer_function(emitter, function, operands)


def _power_as_product(node: Apply) -> Expression | None:
    """Small constant exponents as products and roots: cheaper, and exact to the last bit or two."""
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


def _check_dtypes(function: str, operands: list[Value]) -> None:
    dtypes = {operand.dtype for operand in operands}
    if len(dtypes) > 1:
        raise CompileError(f"{function} has arguments of different types: {sorted(dtypes)}")


def _comparison(emitter: Emitter, function: str, a: Value, b: Value) -> Value:
    if a.dtype.startswith("float"):
        instruction = f"fcmp {_FLOAT_PREDICATES[function]}"
    else:
        predicate = _INTEGER_PREDICATES[function]
        sign = "" if predicate in ("eq", "ne") else "u" if a.dtype in _UNSIGNED else "s"
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
    """In `b < a ? b : a` a NaN in `a` survives, as x86's minps does with its second operand."""
    if a.is_constant:
        a, b = b, a
    comparison = "greater" if function == "max" else "less"
    better = _comparison(emitter, comparison, b, a)
    text = f"select {better.typed}, {b.typed}, {a.typed}"
    result = Value(emitter.let(text), a.dtype, a.lanes)
    if not a.dtype.startswith("float") or b.is_constant:
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
    if function == "sign":
        return _sign(emitter, first)
    raise CompileError(f"there is no {function} of {first.dtype}")


def _integer_function(emitter: Emitter, function: str, operands: list[Value]) -> Value:
    first = operands[0]
    if function in _INTEGER_BINARY and first.dtype != "bool":
        text = f"{_INTEGER_BINARY[function]} {first.typed}, {operands[1].name}"
        return Value(emitter.let(text), first.dtype, first.lanes)
    if function in ("div", "mod") and first.dtype != "bool":
        return _integer_division(emitter, function, first, operands[1])
    if function == "fma" and first.dtype != "bool":
        product = _integer_function(emitter, "mul", operands[:2])
        return _integer_function(emitter, "add", [product, operands[2]])
    if function in ("floor", "ceil", "round"):
        return first
    zero = splat(emitter, constant(0, first.dtype), first.lanes)
    if function == "neg" and first.dtype != "bool":
        return Value(emitter.let(f"sub {zero.typed}, {first.name}"), first.dtype, first.lanes)
    if function == "abs":
        if first.dtype in _UNSIGNED:
            return first
        negated = _integer_function(emitter, "neg", [first])
        return _extremum(emitter, "max", first, negated)
    if function == "sign":
        return _sign(emitter, first)
    raise CompileError(f"there is no {function} of {first.dtype}")


def _integer_division(emitter: Emitter, function: str, a: Value, b: Value) -> Value:
    """Division where neither a zero divisor nor overflow traps; LLVM drops the guards if it can."""
    signed = a.dtype not in _UNSIGNED
    zero = splat(emitter, constant(0, a.dtype), a.lanes)
    one = splat(emitter, constant(1, a.dtype), a.lanes)
    mask = llvm_type("bool", a.lanes)
    by_zero = emitter.let(f"icmp eq {b.typed}, {zero.name}")
    unsafe = by_zero
    if signed:
        lowest = constant(-(1 << (int(ELEMENT_TYPES[a.dtype][1:]) - 1)), a.dtype)
        at_end = emitter.let(f"icmp eq {a.typed}, {splat(emitter, lowest, a.lanes).name}")
        minus_one = splat(emitter, constant(-1, a.dtype), a.lanes)
        by_minus_one = emitter.let(f"icmp eq {b.typed}, {minus_one.name}")
        overflow = emitter.let(f"and {mask} {at_end}, {by_minus_one}")
        unsafe = emitter.let(f"or {mask} {by_zero}, {overflow}")
    divisor = emitter.let(f"select {mask} {unsafe}, {one.typed}, {b.typed}")
    instruction = ("s" if signed else "u") + ("div" if function == "div" else "rem")
    result = emitter.let(f"{instruction} {a.typed}, {divisor}")
    text = f"select {mask} {by_zero}, {zero.typed}, {a.type} {result}"
    return Value(emitter.let(text), a.dtype, a.lanes)


def _sign(emitter: Emitter, x: Value) -> Value:
    """1, −1, or x itself where it is zero or NaN."""
    zero = splat(emitter, constant(0, x.dtype), x.lanes)
    one = splat(emitter, constant(1, x.dtype), x.lanes)
    positive = _comparison(emitter, "greater", x, zero)
    result = emitter.let(f"select {positive.typed}, {one.typed}, {x.typed}")
    if x.dtype in _UNSIGNED:
        return Value(result, x.dtype, x.lanes)
    minus_one = splat(emitter, constant(-1, x.dtype), x.lanes)
    negative = _comparison(emitter, "less", x, zero)
    text = f"select {negative.typed}, {minus_one.typed}, {x.type} {result}"
    return Value(emitter.let(text), x.dtype, x.lanes)


def _cast(emitter: Emitter, x: Value, dtype: str) -> Value:
    if x.dtype == dtype:
        return x
    if dtype == "bool":
        zero = splat(emitter, constant(0, x.dtype), x.lanes)
        return _comparison(emitter, "not_equal", x, zero)
    target = llvm_type(dtype, x.lanes)
    from_float, to_float = x.dtype.startswith("float"), dtype.startswith("float")
    if from_float and not to_float:
        return _float_to_integer(emitter, x, dtype)
    if from_float:
        instruction = "fpext" if dtype == "float64" else "fptrunc"
    elif to_float:
        instruction = "uitofp" if x.dtype in _UNSIGNED else "sitofp"
    else:
        instruction = _integer_conversion(x.dtype, dtype)
    return Value(emitter.let(f"{instruction} {x.typed} to {target}"), dtype, x.lanes)


def _integer_conversion(source: str, target: str) -> str:
    wide, narrow = int(ELEMENT_TYPES[target][1:]), int(ELEMENT_TYPES[source][1:])
    if wide == narrow:
        return "bitcast"
    if wide < narrow:
        return "trunc"
    return "zext" if source in _UNSIGNED else "sext"


def _float_to_integer(emitter: Emitter, x: Value, dtype: str) -> Value:
    if dtype in ("int8", "uint8"):
        return _cast(emitter, _float_to_integer(emitter, x, "int32"), dtype)
    target = llvm_type(dtype, x.lanes)
    source = "f32" if x.dtype == "float32" else "f64"
    vector = "" if x.lanes == 1 else f"v{x.lanes}"
    function = f"@llvm.fptosi.sat.{vector}{ELEMENT_TYPES[dtype]}.{vector}{source}"
    emitter.declare(f"declare {target} {function}({x.type})")
    return Value(emitter.let(f"call {target} {function}({x.typed})"), dtype, x.lanes)
