"""Sums of products with constant matrices."""

from __future__ import annotations

import numpy as np
import onnx_ir
import pytest

from aoe.frontends.tensorflow.affine import NotAffineError, affine

MATRIX = np.arange(6, dtype=np.float32).reshape(2, 3)


def _product(is_input: bool) -> onnx_ir.Value:
    """A product with a matrix, which is an input of the graph with a default value, or not."""
    x = onnx_ir.Value(
        name="x", shape=onnx_ir.Shape((1, 2)), type=onnx_ir.TensorType(onnx_ir.DataType.FLOAT)
    )
    tensor = onnx_ir.tensor(MATRIX, name="matrix")
    matrix = onnx_ir.Value(
        name="matrix",
        shape=onnx_ir.Shape((2, 3)),
        type=onnx_ir.TensorType(tensor.dtype),
        const_value=tensor,
    )
    node = onnx_ir.Node("", "MatMul", [x, matrix])
    inputs = [x, matrix] if is_input else [x]
    onnx_ir.Graph(inputs, node.outputs, nodes=[node], initializers=[matrix])
    return node.outputs[0]


def test_a_product_with_a_constant_has_its_matrix() -> None:
    (product,) = affine(_product(is_input=False)).products
    np.testing.assert_array_equal(product.matrix, MATRIX)


def test_a_matrix_that_callers_may_replace_is_no_constant() -> None:
    with pytest.raises(NotAffineError):
        affine(_product(is_input=True))
