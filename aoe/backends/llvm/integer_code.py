"""LLVM IR of integer arithmetic. See `aoe.backends.llvm.expression_code`.

Sums, differences and products wrap. `div` truncates towards zero. `mod` has the sign of the
dividend, as in C and ONNX, and as `fmod` for floating point. x / 0 and x mod 0 give 0; the lowest
integer divided by −1 wraps. A shift by the width or more, or by a negative number, shifts all bits
out; a right shift shifts the sign in. `pow` squares repeatedly, and gives 0 for the fractions of
negative exponents.
"""

from __future__ import annotations

from aoe.backends.llvm.emitter import Emitter, Value, constant, llvm_type, splat
from aoe.element_types import ITEM_BYTES, UNSIGNED, integer_limits
from aoe.errors import CompileError

_BINARY = {
    "add": "add",
    "sub": "sub",
    "mul": "mul",
    "bitwise_and": "and",
    "bitwise_or": "or",
    "bitwise_xor": "xor",
}
_SHIFTS = {"shift_left": "shl", "shift_right": "lshr"}


def emit_integer_function(emitter: Emitter, function: str, operands: list[Value]) -> Value:
    """Emits a function of `ARITHMETIC` or `BITWISE` on integers of one type.

    Raises:
        CompileError: If the type has no such function.
    """
    first = operands[0]
    if function in ("floor", "ceil", "round"):
        return first
    if function == "abs" and first.dtype in UNSIGNED:
        return first
    if first.dtype == "bool":
        raise CompileError(f"there is no {function} of {first.dtype}")
    if function in _BINARY:
        return _binary(emitter, _BINARY[function], first, operands[1])
    if function in ("div", "mod"):
        return _division(emitter, function, first, operands[1])
    if function in _SHIFTS:
        return _shift(emitter, _SHIFTS[function], first, operands[1])
    if function == "fma":
        return _binary(emitter, "add", _binary(emitter, "mul", first, operands[1]), operands[2])
    if function == "neg":
        return _binary(emitter, "sub", _number(emitter, 0, first), first)
    if function == "bitwise_not":
        return _binary(emitter, "xor", first, _number(emitter, -1, first))
    if function == "pow":
        return _power(emitter, first, operands[1])
    raise CompileError(f"there is no {function} of {first.dtype}")


def _number(emitter: Emitter, value: int, like: Value) -> Value:
    return splat(emitter, constant(value, like.dtype), like.lanes)


def _binary(emitter: Emitter, instruction: str, a: Value, b: Value) -> Value:
    return Value(emitter.let(f"{instruction} {a.typed}, {b.name}"), a.dtype, a.lanes)


def _select(emitter: Emitter, condition: str, then: Value, otherwise: Value) -> Value:
    mask = llvm_type("bool", then.lanes)
    text = f"select {mask} {condition}, {then.typed}, {otherwise.typed}"
    return Value(emitter.let(text), then.dtype, then.lanes)


def _division(emitter: Emitter, function: str, a: Value, b: Value) -> Value:
    """Emits a division that traps neither on zero nor on overflow. LLVM drops needless guards."""
    signed = a.dtype not in UNSIGNED
    zero, one = _number(emitter, 0, a), _number(emitter, 1, a)
    mask = llvm_type("bool", a.lanes)
    by_zero = emitter.let(f"icmp eq {b.typed}, {zero.name}")
    unsafe = by_zero
    if signed:
        lowest = _number(emitter, integer_limits(a.dtype)[0], a)
        at_end = emitter.let(f"icmp eq {a.typed}, {lowest.name}")
        by_minus_one = emitter.let(f"icmp eq {b.typed}, {_number(emitter, -1, a).name}")
        overflow = emitter.let(f"and {mask} {at_end}, {by_minus_one}")
        unsafe = emitter.let(f"or {mask} {by_zero}, {overflow}")
    divisor = _select(emitter, unsafe, one, b)
    instruction = ("s" if signed else "u") + ("div" if function == "div" else "rem")
    return _select(emitter, by_zero, zero, _binary(emitter, instruction, a, divisor))


def _shift(emitter: Emitter, instruction: str, a: Value, b: Value) -> Value:
    """Emits a shift. LLVM leaves shifts by the width or more undefined."""
    width = 8 * ITEM_BYTES[a.dtype]
    inside = emitter.let(f"icmp ult {b.typed}, {_number(emitter, width, a).name}")
    if instruction == "lshr" and a.dtype not in UNSIGNED:
        amount = _select(emitter, inside, b, _number(emitter, width - 1, a))
        return _binary(emitter, "ashr", a, amount)
    zero = _number(emitter, 0, a)
    shifted = _binary(emitter, instruction, a, _select(emitter, inside, b, zero))
    return _select(emitter, inside, shifted, zero)


def _power(emitter: Emitter, base: Value, exponent: Value) -> Value:
    """Multiplies those squares of the base whose bit of the exponent is set, modulo 2ⁿ."""
    signed = base.dtype not in UNSIGNED
    one, zero = _number(emitter, 1, base), _number(emitter, 0, base)
    result, square = one, base
    for bit in range(8 * ITEM_BYTES[base.dtype] - signed):
        masked_bit = _binary(emitter, "and", exponent, _number(emitter, 1 << bit, base))
        is_set = emitter.let(f"icmp ne {masked_bit.typed}, {zero.name}")
        result = _select(emitter, is_set, _binary(emitter, "mul", result, square), result)
        square = _binary(emitter, "mul", square, square)
    if not signed:
        return result
    # 1 / baseⁿ, truncated: 0 unless the base is 1 or −1, which are their own inverses.
    negative = emitter.let(f"icmp slt {exponent.typed}, {zero.name}")
    lowest_bit = _binary(emitter, "and", exponent, one)
    odd = emitter.let(f"icmp ne {lowest_bit.typed}, {zero.name}")
    unit = emitter.let(f"icmp eq {base.typed}, {one.name}")
    minus_unit = emitter.let(f"icmp eq {base.typed}, {_number(emitter, -1, base).name}")
    sign = _select(emitter, odd, base, one)
    inverse = _select(emitter, minus_unit, sign, _select(emitter, unit, one, zero))
    return _select(emitter, negative, inverse, result)
