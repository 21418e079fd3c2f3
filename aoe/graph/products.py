"""Rules for matrix products: Gemm is MatMul with what is around it, and factors of operands are
applied to the result, where they cost nothing.
"""

from __future__ import annotations

import onnx_ir

from aoe.graph.rewriting import (
    Builder,
    Rule,
    has_shape,
    integer,
    is_floating,
    number,
    operand,
    producer,
    scalar_of,
    shape_of,
    used_once,
)


def gemm_to_matmul(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Gemm becomes MatMul of transposed views, scaled, plus the scaled third input."""
    if node.op_type != "Gemm" or not has_shape(*node.inputs[:2], node.outputs[0]):
        return None
    shape = shape_of(node.outputs[0])
    factors = []
    for position, name in enumerate(("transA", "transB")):
        value = node.inputs[position]
        assert value is not None
        if integer(node, name, 0):
            value = build.make("Transpose", [value], shape_of(value)[::-1], perm=(1, 0))
        factors.append(value)
    result = build.make("MatMul", factors, shape)
    alpha, beta = number(node, "alpha", 1.0), number(node, "beta", 1.0)
    if alpha != 1.0:
        result = build.make("Mul", [result, build.scalar(alpha, result)], shape)
    addend = operand(node, 2)
    if addend is None or beta == 0.0:
        return result
    if beta != 1.0:
        addend = build.make("Mul", [addend, build.scalar(beta, addend)], shape_of(addend))
    return build.make("Add", [result, addend], shape)


def scale_behind_product(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A constant factor of an operand, as attention has it before queries meet keys, multiplies
    the product instead, in whose epilogue it is.
    """
    if node.op_type != "MatMul" or not has_shape(*node.inputs, node.outputs[0]):
        return None
    inputs, factor = list(node.inputs), 1.0
    for position, value in enumerate(node.inputs):
        found = _unscaled(value, build)
        if found is not None:
            inputs[position] = found[0]
            factor *= found[1]
    if inputs == list(node.inputs):
        return None
    product = build.again(node, inputs, shape_of(node.outputs[0]))
    return build.make("Mul", [product, build.scalar(factor, product)], shape_of(product))


def _unscaled(value: onnx_ir.Value | None, build: Builder) -> tuple[onnx_ir.Value, float] | None:
    """A computed value without the factor it is multiplied by, maybe before it is transposed or
    reshaped, and the factor; None if it has none.
    """
    if value is None or not is_floating(value) or not used_once(value):
        return None
    view = producer(value, "Transpose", "Reshape")
    if view is not None:
        found = _unscaled(view.inputs[0], build)
        if found is None:
            return None
        inputs = [found[0], *view.inputs[1:]]
        return build.again(view, inputs, shape_of(value)), found[1]
    product = producer(value, "Mul")
    for position in (0, 1) if product is not None else ():
        assert product is not None
        factor, other = scalar_of(product.inputs[position]), product.inputs[1 - position]
        if factor is not None and other is not None and has_shape(other):
            return (other, factor) if shape_of(other) == shape_of(value) else None
    return None


RULES: tuple[Rule, ...] = (gemm_to_matmul, scale_behind_product)
