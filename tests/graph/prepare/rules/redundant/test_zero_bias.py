"""Layers with biases of zeros and of other numbers, beside ONNX Runtime."""

from __future__ import annotations

import numpy as np
import pytest

from tests.graph.models import inputs_of, model, weights
from tests.graph.unoptimized import assert_as_unoptimized

LAYERS = {
    "Conv": "(float[1,2,5,5] x) => (float[1,2,3,3] y) { y = Conv(x, w, b) }",
    "ConvTranspose": "(float[1,2,5,5] x) => (float[1,2,7,7] y) { y = ConvTranspose(x, w, b) }",
    "Gemm": "(float[3,2] x) => (float[3,2] y) { y = Gemm <alpha = 0.5, beta = 2.0> (x, m, b) }",
}


@pytest.mark.parametrize("bias", [[0, 0], [0, 1]])
@pytest.mark.parametrize("layer", LAYERS)
def test_only_a_bias_of_zeros_vanishes(layer: str, bias: list[float]) -> None:
    b = np.asarray(bias, np.float32)
    proto = model(LAYERS[layer], 18, w=weights(2, 2, 3, 3), m=weights(2, 2), b=b)
    assert_as_unoptimized(proto, inputs_of(proto), 1e-6)


@pytest.mark.parametrize("bias", [[0, 0], [0, 9]])
def test_a_quantized_convolution_keeps_its_result(bias: list[int]) -> None:
    text = """(uint8[1,2,5,5] x) => (uint8[1,2,3,3] y) {
        y = QLinearConv(x, s, z, w, s, z, s, z, b) }"""
    proto = model(
        text,
        18,
        w=np.arange(36, dtype=np.uint8).reshape(2, 2, 3, 3),
        s=np.asarray(0.5, np.float32),
        z=np.asarray(3, np.uint8),
        b=np.asarray(bias, np.int32),
    )
    assert_as_unoptimized(proto, inputs_of(proto))
