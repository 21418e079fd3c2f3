"""Transposed convolutions of large strides have few kernels on a GPU, too."""

from __future__ import annotations

import pytest

from aoe.backends.cpu.implementations.conv_transposed.phase_runs import MOST_ALONE
from aoe.backends.cuda.implementations.registry import implementations
from tests.backends.cuda.implementations.test_tensor_contraction import (
    compared,
    kernels_of,
    transposed_convolution,
    typed,
)
from tests.backends.cuda.running import TARGET, executed
from tests.operators.operator_cases import check


@pytest.mark.parametrize(("window", "group"), [(3, 1), (7, 2)])
def test_a_stride_of_5_computes_the_reference_by_few_kernels(window: int, group: int) -> None:
    operator = transposed_convolution(16, 16, window, 5, pad=1, group=group, size=(2, 3))
    compared("mma_conv_transposed", operator, "float16")
    assert kernels_of("mma_conv_transposed", typed(operator, "float16")) <= MOST_ALONE
    simt = "simt_conv_transposed"
    check(simt, operator, TARGET, 3, policies=1, run=executed, known=implementations)
    assert kernels_of(simt, operator) <= MOST_ALONE


def test_a_stride_of_32_has_few_kernels() -> None:
    operator = transposed_convolution(21, 21, 64, 32, pad=16, group=21)
    assert kernels_of("simt_conv_transposed", operator) <= MOST_ALONE
