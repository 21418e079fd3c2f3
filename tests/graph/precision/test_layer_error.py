from __future__ import annotations

import numpy as np
import pytest

from aoe.element_types import unit_roundoff
from aoe.graph.precision.layer_error import layer_error, layer_holds
from aoe.operators.operator import Operand, Operator
from tests.backends.cpu.implementations.conv_transposed.test_conv_transposed_joint import layer
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.graph.models import weights


def product(b: tuple[int, int], transpose_b: bool = False) -> Operator:
    left = Operand.row_major("float32", (4, 64))
    return matrix_product(left, Operand.row_major("float32", b, True), False, transpose_b)


CONVOLUTION = convolution(Operand.row_major("float32", (1, 16, 8, 8)), 24, (3, 3))


TRANSPOSED = layer(64, (8, 8), 24, (4, 4), pads=(1, 1))


@pytest.mark.parametrize("operator", [CONVOLUTION, product((64, 32)), TRANSPOSED])
def test_usual_weights_cost_about_the_rounding_of_the_type(operator: Operator) -> None:
    error = layer_error(operator, weights(*operator.inputs[1].shape), "bfloat16")
    assert 0.2 < error / unit_roundoff("bfloat16") < 1.0


def test_weights_that_cancel_smooth_inputs_out_do_not_hold() -> None:
    edges = np.zeros((24, 16, 3, 3), np.float32)
    edges[:, :, 1, 1], edges[:, :, 0, 1] = 1.0, -1.0
    assert not layer_holds(CONVOLUTION, edges, "bfloat16")
    assert layer_holds(CONVOLUTION, edges, "float32")


def test_weights_beyond_the_types_range_do_not_hold() -> None:
    large = weights(24, 16, 3, 3)
    large[3] *= 1e6
    assert layer_holds(CONVOLUTION, large, "bfloat16")
    assert not layer_holds(CONVOLUTION, large, "float16")


def test_weights_of_nothing_but_zeros_hold() -> None:
    assert layer_error(CONVOLUTION, np.zeros((24, 16, 3, 3), np.float32), "bfloat16") == 0.0


def test_a_transposed_constant_gives_the_same_error() -> None:
    constant = weights(64, 32)
    plain, transposed = product((64, 32)), product((32, 64), True)
    error = layer_error(plain, constant, "bfloat16")
    found = layer_error(transposed, constant.T.copy(), "bfloat16")
    assert found == pytest.approx(error, rel=1e-3)


def test_one_phase_of_a_transposed_convolution_that_cancels_out_does_not_hold() -> None:
    usual = weights(64, 24, 4, 4)
    assert layer_holds(TRANSPOSED, usual, "bfloat16")
    usual[:32, :, 1::2, 1::2], usual[32:, :, 1::2, 1::2] = 1.0, -1.0
    assert not layer_holds(TRANSPOSED, usual, "bfloat16")
