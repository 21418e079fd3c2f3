"""Finds GELU, softmax and layer normalisation in any spelling, and makes each one ONNX operator.

It runs on canonical nodes (`canonical`): no Pow with small integers, no division by constants. GELU
is found as a polynomial in x and erf(…) or tanh(…). So the order of factors, association and
distribution do not matter.

Source of its forms: Hendrycks and Gimpel, "Gaussian Error Linear Units", 2016.
"""

from __future__ import annotations

from math import isclose, pi, sqrt

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    integer,
    integers,
    integers_of,
    is_floating,
    operand,
    producer,
    scalar_of,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for

#: The coefficient of each monomial, by the exponents of the symbols.
Polynomial = dict[tuple[int, ...], float]

#: Most nodes between erf and the end of a GELU: a product, a sum and two products.
_DEPTH = 5


def polynomial(
    value: onnx_ir.Value, symbols: tuple[onnx_ir.Value, ...], depth: int = 2 * _DEPTH
) -> Polynomial | None:
    """A value as a polynomial in `symbols`; None if it is none, or a deep one."""
    if value in symbols:
        return {tuple(int(value is symbol) for symbol in symbols): 1.0}
    number = scalar_of(value)
    if number is not None:
        return {(0,) * len(symbols): number}
    node = producer(value, "Add", "Sub", "Mul", "Neg")
    if node is None or depth == 0:
        return None
    operands = [polynomial(item, symbols, depth - 1) for item in node.inputs if item is not None]
    known = [item for item in operands if item is not None]
    if len(known) != len(operands):
        return None
    if node.op_type == "Mul":
        return _product(known[0], known[1])
    sign = 1.0 if node.op_type == "Add" else -1.0
    first, last = known[0], known[-1]
    if node.op_type == "Neg":
        first = {}
    return {key: first.get(key, 0.0) + sign * last.get(key, 0.0) for key in {**first, **last}}


def _product(left: Polynomial, right: Polynomial) -> Polynomial:
    result: Polynomial = {}
    for one, factor in left.items():
        for other, times in right.items():
            key = tuple(a + b for a, b in zip(one, other, strict=True))
            result[key] = result.get(key, 0.0) + factor * times
    return result


def _equals(found: Polynomial | None, wanted: Polynomial) -> bool:
    if found is None:
        return False
    terms = {key: factor for key, factor in found.items() if factor != 0}
    return terms.keys() == wanted.keys() and all(
        isclose(terms[key], wanted[key], rel_tol=1e-3) for key in wanted
    )


_ERF_INSIDE: Polynomial = {(1,): sqrt(0.5)}
_TANH_INSIDE: Polynomial = {(1,): sqrt(2 / pi), (3,): sqrt(2 / pi) * 0.044715}
_OUTSIDE: Polynomial = {(1, 0): 0.5, (1, 1): 0.5}


@rule_for("Mul", "Add")
def gelu(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """x/2 · (1 + erf(x/√2)), and its approximation by tanh, become Gelu."""
    if not has_shape(node.outputs[0]):
        return None
    for function in _functions_behind(node, _DEPTH):
        inside, result = function.inputs[0], function.outputs[0]
        exact = function.op_type == "Erf"
        if inside is None or not is_floating(inside):
            continue
        for x in _bases(inside, 5):
            if not _equals(polynomial(inside, (x,)), _ERF_INSIDE if exact else _TANH_INSIDE):
                continue
            if _equals(polynomial(node.outputs[0], (x, result)), _OUTSIDE):
                kind = "none" if exact else "tanh"
                return build.make("Gelu", [x], shape_of(node.outputs[0]), approximate=kind)
    return None


def _functions_behind(node: onnx_ir.Node, depth: int) -> list[onnx_ir.Node]:
    """The Erf and Tanh nodes that a product or sum depends on."""
    found: list[onnx_ir.Node] = []
    for value in node.inputs:
        before = producer(value, "Erf", "Tanh", "Mul", "Add", "Sub", "Neg")
        if before is not None and before.op_type in ("Erf", "Tanh"):
            found.append(before)
        elif before is not None and depth > 1:
            found += _functions_behind(before, depth - 1)
    return list(dict.fromkeys(found))


def _bases(value: onnx_ir.Value, depth: int) -> list[onnx_ir.Value]:
    """Values that a value may be a polynomial of: all that its sums and products depend on."""
    node = producer(value, "Add", "Sub", "Mul")
    found = [value]
    if node is not None and depth > 0:
        for item in node.inputs:
            if item is not None and scalar_of(item) is None:
                found += _bases(item, depth - 1)
    return list(dict.fromkeys(found))


def _quotient(node: onnx_ir.Node) -> list[tuple[onnx_ir.Value, onnx_ir.Value]]:
    """(dividend, divisor) of a Div or of a product with a Reciprocal; else nothing."""
    first, second = operand(node, 0), operand(node, 1)
    if first is None or second is None:
        return []
    if node.op_type == "Div":
        return [(first, second)]
    found = []
    if node.op_type == "Mul":
        for value, other in ((first, second), (second, first)):
            inverse = producer(other, "Reciprocal")
            if inverse is not None and inverse.inputs[0] is not None:
                found.append((value, inverse.inputs[0]))
    return found


def _axes(node: onnx_ir.Node) -> tuple[int, ...] | None:
    """The axes of a reduction that keeps its dimensions, ascending; None for others."""
    value = node.inputs[0]
    if value is None or not has_shape(value, node.outputs[0]) or not integer(node, "keepdims", 1):
        return None
    rank = len(shape_of(value))
    given = (
        integers_of(operand(node, 1)) if operand(node, 1) is not None else integers(node, "axes")
    )
    if given is None:
        return None
    return tuple(sorted(axis % rank for axis in given))


def softmax(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """exp(x) / Σ exp(x), with or without the maximum subtracted, becomes Softmax."""
    for dividend, divisor in _quotient(node):
        power, total = producer(dividend, "Exp"), producer(divisor, "ReduceSum")
        if power is None or total is None or total.inputs[0] is not dividend:
            continue
        axes, value = _axes(total), power.inputs[0]
        if axes is None or len(axes) != 1 or value is None or not has_shape(value):
            continue
        shifted = producer(value, "Sub")
        if shifted is not None:
            largest = producer(shifted.inputs[1], "ReduceMax")
            if largest is not None and largest.inputs[0] is shifted.inputs[0]:
                value = shifted.inputs[0] if _axes(largest) == axes else value
        assert value is not None
        return build.make("Softmax", [value], shape_of(node.outputs[0]), axis=axes[0])
    return None


def layer_normalization(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """(x − mean) / √(variance + ε) over the last axes becomes LayerNormalization with scale 1."""
    for deviation, divisor in _quotient(node):
        found = _deviation(deviation)
        if found is None:
            continue
        x, axes = found
        shape = shape_of(x)
        root = producer(divisor, "Sqrt")
        shifted = None if root is None else _variance_and_epsilon(root.inputs[0])
        if shifted is None or axes != tuple(range(axes[0], len(shape))):
            continue
        variance, epsilon = shifted
        if not _is_variance(variance, deviation, axes):
            continue
        assert x.dtype is not None
        ones = build.constant(np.ones(shape[axes[0] :], x.dtype.numpy()))
        return build.make(
            "LayerNormalization", [x, ones], shape, axis=axes[0] - len(shape), epsilon=epsilon
        )
    return None


def gather_deviation(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """x·k + (b − mean·k), TensorFlow's normalisation, becomes (x − mean)·k + b.

    `layer_normalization` finds that form. If k is a reciprocal times a scale, the reciprocal comes
    first.
    """
    for position in (0, 1) if node.op_type == "Add" else ():
        product = producer(operand(node, position), "Mul")
        rest = producer(operand(node, 1 - position), "Sub")
        shift = producer(operand(rest, 1), "Mul") if rest is not None else None
        if product is None or rest is None or shift is None:
            continue
        for x, factor in _factors(product):
            mean = next((other for other, same in _factors(shift) if same is factor), None)
            origin, bias = producer(mean, "ReduceMean"), rest.inputs[0]
            if mean is None or bias is None or origin is None or origin.inputs[0] is not x:
                continue
            shape = shape_of(node.outputs[0])
            if not has_shape(x) or shape_of(x) != shape:
                continue
            value = build.make("Sub", [x, mean], shape)
            for item in _reciprocal_first(factor):
                value = build.make("Mul", [value, item], shape)
            return build.make("Add", [value, bias], shape)
    return None


def _factors(node: onnx_ir.Node) -> list[tuple[onnx_ir.Value, onnx_ir.Value]]:
    """The two inputs of a product, in both orders."""
    first, second = node.inputs
    assert first is not None
    assert second is not None
    return [(first, second), (second, first)]


def _reciprocal_first(factor: onnx_ir.Value) -> list[onnx_ir.Value]:
    """A factor as a reciprocal and its scale; unchanged if it is no such product."""
    product = producer(factor, "Mul")
    for inverse, scale in [] if product is None else _factors(product):
        if producer(inverse, "Reciprocal") is not None:
            return [inverse, scale]
    return [factor]


def _deviation(value: onnx_ir.Value) -> tuple[onnx_ir.Value, tuple[int, ...]] | None:
    """x and the axes if a value is x − mean(x)."""
    node = producer(value, "Sub")
    mean = producer(operand(node, 1), "ReduceMean") if node is not None else None
    if node is None or mean is None or mean.inputs[0] is not node.inputs[0]:
        return None
    x, axes = node.inputs[0], _axes(mean)
    if x is None or axes is None or not is_floating(x):
        return None
    return x, axes


def _variance_and_epsilon(value: onnx_ir.Value | None) -> tuple[onnx_ir.Value, float] | None:
    node = producer(value, "Add")
    for position in (0, 1) if node is not None else ():
        assert node is not None
        epsilon, variance = scalar_of(node.inputs[position]), node.inputs[1 - position]
        if epsilon is not None and variance is not None:
            return variance, epsilon
    return None


def _is_variance(value: onnx_ir.Value, deviation: onnx_ir.Value, axes: tuple[int, ...]) -> bool:
    """Whether a value is the mean of a deviation's square; the deviation may be computed again."""
    mean = producer(value, "ReduceMean")
    square = producer(mean.inputs[0], "Mul") if mean is not None else None
    if mean is None or square is None or _axes(mean) != axes:
        return False
    if square.inputs[0] is not square.inputs[1] or square.inputs[0] is None:
        return False
    return square.inputs[0] is deviation or _deviation(square.inputs[0]) == _deviation(deviation)


@rule_for("Mul", "Add")
def scale_into_layer_normalization(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A constant over the normalised axes that multiplies or is added becomes scale or bias."""
    if not has_shape(*node.inputs, node.outputs[0]):
        return None
    for position in (0, 1):
        source = producer(node.inputs[position], "LayerNormalization")
        array = constant_of(node.inputs[1 - position])
        if source is None or array is None or len(source.outputs[0].uses()) != 1:
            continue
        x, scale = source.inputs[0], constant_of(source.inputs[1])
        if x is None or scale is None or operand(source, 2) is not None:
            continue
        shape = shape_of(x)
        if shape_of(node.outputs[0]) != shape:  # the constant has more dimensions, or longer ones
            continue
        spread = _spread(array, shape[integer(source, "axis", -1) % len(shape) :])
        if spread is None:
            continue
        inputs = [x, source.inputs[1]]
        if node.op_type == "Mul":
            inputs[1] = build.constant(np.asarray(scale * spread, order="C"))
        else:
            inputs.append(build.constant(np.asarray(spread, order="C")))
        return build.again(source, inputs, shape)
    return None


def _spread(array: np.ndarray, shape: tuple[int, ...]) -> np.ndarray | None:
    """An array broadcast to the normalised dimensions; None if it varies over others."""
    while array.ndim > len(shape) and array.shape[0] == 1:
        array = array[0]
    if array.ndim > len(shape):
        return None
    return np.broadcast_to(array, shape)


RULES: tuple[Rule, ...] = (
    gelu,
    softmax,
    gather_deviation,
    layer_normalization,
    scale_into_layer_normalization,
)
