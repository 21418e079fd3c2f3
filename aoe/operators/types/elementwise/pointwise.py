"""Pointwise operators: each element of the output is an expression of elements of the inputs.

`EXPRESSIONS` maps each ONNX operator to an expression of the inputs of the node. A new elementwise
operator is one entry. Activation functions are in `activation_operators`, quantization in
`quantization`. Scalar constants become literals, so that `Mul(x, 0.125)` reads one tensor.
Implementation: `pointwise`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from types import MappingProxyType

import numpy as np

from aoe.element_types import FLOAT8_FORMATS, ITEM_BYTES, computed_type, is_floating
from aoe.loops.expression import (
    Apply,
    Constant,
    Expression,
    Load,
    apply,
    cast,
    loads,
    substitute,
)
from aoe.operators.access import all_aligned
from aoe.operators.definition import ImportedOperator, OperatorDefinition, SourceNode
from aoe.operators.expressions import activation_operators, quantization
from aoe.operators.importing import (
    checked,
    float_attribute,
    integer_attribute,
    number_like,
    refuse,
    required_input,
    scalar_constant,
    text_attribute,
)
from aoe.operators.operator import Operand, Operator

_X = Load(0)


def pointwise(expression: Expression, inputs: Sequence[Operand], output: Operand) -> Operator:
    """The operator that computes `expression` over `inputs` broadcast to the output's shape."""
    return Operator("Pointwise", (), tuple(inputs), output, 0, epilogue=expression)


def _plain(function: str, arity: int) -> Callable[[SourceNode], Expression]:
    return lambda node: apply(function, *(Load(i) for i in range(arity)))


def _variadic(function: str) -> Callable[[SourceNode], Expression]:
    def build(node: SourceNode) -> Expression:
        terms: list[Expression] = [Load(i) for i in range(len(node.inputs))]
        return reduce(lambda a, b: apply(function, a, b), terms)

    return build


def _mean(node: SourceNode) -> Expression:
    total = _variadic("add")(node)
    return apply("mul", total, number_like(node, 1.0 / len(node.inputs)))


def _identity(node: SourceNode) -> Expression:
    return _X


def _divide(node: SourceNode) -> Expression:
    divisor = scalar_constant(node, 1)
    if divisor is not None and is_floating(divisor.dtype):
        fraction, _ = math.frexp(divisor.value)
        if abs(fraction) == 0.5:  # a power of two: the reciprocal is exact
            return apply("mul", _X, Constant(1.0 / divisor.value, divisor.dtype))
    return apply("div", _X, Load(1))


def _mod(node: SourceNode) -> Expression:
    remainder = apply("mod", _X, Load(1))  # with the sign of the dividend, as C's fmod
    if integer_attribute(node, "fmod", 0):
        return remainder
    zero = number_like(node, 0)
    differs = apply("xor", apply("less", remainder, zero), apply("less", Load(1), zero))
    wrong = apply("and", apply("not_equal", remainder, zero), differs)
    return apply("select", wrong, apply("add", remainder, Load(1)), remainder)


def _power(node: SourceNode) -> Expression:
    exponent = scalar_constant(node, 1)
    known: dict[float, Expression] = {
        1.0: _X,
        2.0: apply("mul", _X, _X),
        3.0: apply("mul", apply("mul", _X, _X), _X),
    }
    base, power = required_input(node, 0).dtype, required_input(node, 1).dtype
    if is_floating(base):
        root = _base_of_root(node)
        known |= {0.5: apply("sqrt", root), -0.5: apply("rsqrt", root)}
        known[-1.0] = apply("reciprocal", _X)
    if exponent is not None and float(exponent.value) in known:
        return known[float(exponent.value)]
    if is_floating(power) and not is_floating(base):  # in floating point, then truncated
        return cast(apply("pow", cast(_X, "float64"), cast(Load(1), "float64")), base)
    return apply("pow", _X, Load(1) if base == power else cast(Load(1), computed_type(base)))


def _base_of_root(node: SourceNode) -> Expression:
    """The base of a power whose square root is that power: -∞ and -0 count as positive (ISO C,
    F.10.4.4).
    """
    zero = apply("equal", _X, number_like(node, 0))
    corner = apply("or", zero, apply("equal", _X, number_like(node, -math.inf)))
    return apply("select", corner, apply("abs", _X), _X)


def _prelu(node: SourceNode) -> Expression:
    negative = apply("less", _X, number_like(node, 0))
    return apply("select", negative, apply("mul", _X, Load(1)), _X)


def _clip(node: SourceNode) -> Expression:
    expression: Expression = _X
    for position, name, function in ((1, "min", "max"), (2, "max", "min")):
        bound = node.attribute(name)
        if node.version < 11 and isinstance(bound, (int, float)):
            expression = apply(function, expression, number_like(node, bound))
        elif position < len(node.inputs) and node.inputs[position] is not None:
            expression = apply(function, expression, Load(position))
    return expression


def _bit_shift(node: SourceNode) -> Expression:
    direction = text_attribute(node, "direction", "")
    if direction not in ("LEFT", "RIGHT"):
        raise refuse(node, f"attribute direction must be LEFT or RIGHT, not {direction!r}")
    return apply(f"shift_{direction.lower()}", _X, Load(1))


def _bit_cast(node: SourceNode) -> Expression:
    source, target = required_input(node, 0).dtype, checked(node, node.output).dtype
    if ITEM_BYTES[source] != ITEM_BYTES[target]:
        raise refuse(node, f"{source} has not the bits of {target}")
    return _X if source == target else Apply("bitcast", (_X,), f"{source}:{target}")


def _cast(node: SourceNode) -> Expression:
    source, target = required_input(node, 0), checked(node, node.output)
    if source.dtype == target.dtype:
        return _X
    if target.dtype in FLOAT8_FORMATS:
        computed = computed_type(source.dtype)
        return quantization.cast_to_float8(node, _X, target.dtype, computed)
    return cast(_X, target.dtype)


def _is_nan(node: SourceNode) -> Expression:
    return apply("not_equal", _X, _X)


def _is_infinite(node: SourceNode) -> Expression:
    positive = integer_attribute(node, "detect_positive", 1)
    negative = integer_attribute(node, "detect_negative", 1)
    infinity = number_like(node, math.inf)
    if positive and negative:
        return apply("equal", apply("abs", _X), infinity)
    if positive or negative:
        return apply("equal", _X, infinity if positive else number_like(node, -math.inf))
    return Constant(False, "bool")


def _batch_normalization(node: SourceNode) -> Expression:
    if integer_attribute(node, "training_mode", 0):
        raise refuse(node, "training mode is not computed; export the model for inference")
    epsilon = number_like(node, float_attribute(node, "epsilon", 1e-5))
    scale = apply("mul", Load(1), apply("rsqrt", apply("add", Load(4), epsilon)))
    return apply("add", apply("mul", apply("sub", _X, Load(3)), scale), Load(2))


#: What each ONNX operator computes. `Load(i)` is input i of the node.
EXPRESSIONS: Mapping[str, Callable[[SourceNode], Expression]] = MappingProxyType(
    {
        "Abs": _plain("abs", 1),
        "Acos": _plain("acos", 1),
        "Acosh": _plain("acosh", 1),
        "Add": _plain("add", 2),
        "And": _plain("and", 2),
        "Asin": _plain("asin", 1),
        "Asinh": _plain("asinh", 1),
        "Atan": _plain("atan", 1),
        "Atanh": _plain("atanh", 1),
        "BatchNormalization": _batch_normalization,
        "BitCast": _bit_cast,
        "BitShift": _bit_shift,
        "BitwiseAnd": _plain("bitwise_and", 2),
        "BitwiseNot": _plain("bitwise_not", 1),
        "BitwiseOr": _plain("bitwise_or", 2),
        "BitwiseXor": _plain("bitwise_xor", 2),
        "Cast": _cast,
        "CastLike": _cast,
        "Ceil": _plain("ceil", 1),
        "Clip": _clip,
        "Cos": _plain("cos", 1),
        "Cosh": _plain("cosh", 1),
        "Div": _divide,
        "Dropout": _identity,
        "Equal": _plain("equal", 2),
        "Erf": _plain("erf", 1),
        "Exp": _plain("exp", 1),
        "Floor": _plain("floor", 1),
        "Greater": _plain("greater", 2),
        "GreaterOrEqual": _plain("greater_equal", 2),
        "Identity": _identity,
        "IsInf": _is_infinite,
        "IsNaN": _is_nan,
        "Less": _plain("less", 2),
        "LessOrEqual": _plain("less_equal", 2),
        "Log": _plain("log", 1),
        "Max": _variadic("max"),
        "Mean": _mean,
        "Min": _variadic("min"),
        "Mod": _mod,
        "Mul": _plain("mul", 2),
        "Neg": _plain("neg", 1),
        "Not": _plain("not", 1),
        "Or": _plain("or", 2),
        "PRelu": _prelu,
        "Pow": _power,
        "Reciprocal": _plain("reciprocal", 1),
        "Round": _plain("round", 1),
        "Sigmoid": _plain("sigmoid", 1),
        "Sign": _plain("sign", 1),
        "Sin": _plain("sin", 1),
        "Sinh": _plain("sinh", 1),
        "Sqrt": _plain("sqrt", 1),
        "Sub": _plain("sub", 2),
        "Sum": _variadic("add"),
        "Tan": _plain("tan", 1),
        "Tanh": _plain("tanh", 1),
        "Where": _plain("select", 3),
        "Xor": _plain("xor", 2),
        **activation_operators.EXPRESSIONS,
        **quantization.EXPRESSIONS,
    }
)


def _per_channel(node: SourceNode) -> tuple[Mapping[int, tuple[int, ...]], tuple[int, ...]]:
    """Inputs 1 to 4 have an element for each channel, dimension 1 of the first input."""
    x = required_input(node, 0).shape
    around = tuple(1 for _ in x[2:])
    return {i: (*required_input(node, i).shape, *around) for i in range(1, 5)}, x


#: The shapes in which some inputs, by position, and the output are seen, where they are not those
#: of the node.
_SHAPES: Mapping[
    str, Callable[[SourceNode], tuple[Mapping[int, tuple[int, ...]], tuple[int, ...]]]
] = MappingProxyType(
    {
        "BatchNormalization": _per_channel,
        "DequantizeLinear": quantization.quantized_shapes,
        "QuantizeLinear": quantization.quantized_shapes,
    }
)


def _import_node(node: SourceNode) -> ImportedOperator:
    def inlined(part: Expression) -> Expression | None:
        return scalar_constant(node, part.operand) if isinstance(part, Load) else None

    expression = substitute(EXPRESSIONS[node.op_type](node), inlined)
    used = loads(expression)
    number = {position: i for i, position in enumerate(used)}
    expression = substitute(
        expression, lambda part: Load(number[part.operand]) if isinstance(part, Load) else None
    )
    output = checked(node, node.output)
    shapes: Mapping[int, tuple[int, ...]] = {}
    if node.op_type in _SHAPES:
        shapes, shape = _SHAPES[node.op_type](node)
        output = Operand.row_major(output.dtype, shape)
    inputs = [_seen(required_input(node, position), shapes.get(position)) for position in used]
    return ImportedOperator(pointwise(expression, inputs, output), used)


def _seen(operand: Operand, shape: tuple[int, ...] | None) -> Operand:
    """The operand in another shape with as many elements."""
    if shape is None or shape == operand.shape:
        return operand
    return Operand.row_major(operand.dtype, shape, operand.constant)


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    raise AssertionError("a pointwise operator has no anchor; its epilogue is all of it")


def _output_order(operator: Operator) -> tuple[int, ...]:
    """The order of the first input that has the shape of the output, a computed one if possible."""
    whole = [item for item in operator.inputs if item.shape == operator.output.shape]
    chosen = sorted(whole, key=lambda item: item.constant)[:1]
    return chosen[0].order if chosen else tuple(range(len(operator.output.shape)))


def _moves_only(operator: Operator) -> bool:
    return operator.epilogue == Load(0)


OPERATOR = OperatorDefinition(
    type="Pointwise",
    onnx_types=tuple(EXPRESSIONS),
    import_node=_import_node,
    reference=_reference,
    output_order=_output_order,
    access=all_aligned,
    accepts_reduced_precision=True,
    moves_only=_moves_only,
)
