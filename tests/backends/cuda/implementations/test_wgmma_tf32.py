"""Contractions of float32 by `wgmma` of TF32: they compute the reference of numbers that TF32 has,
constants are rounded to it, and what is computed loses its lower bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from aoe.backends.cuda.implementations.registry import implementations
from aoe.backends.cuda.target.cuda_target import CudaTarget, cuda_target
from aoe.backends.registry import default_policy, lower
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.reference import reference
from aoe.policy import Decision, Policy
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.backends.cuda.running import executed
from tests.operators.operator_cases import arrays_for, check

TARGET, SMALL = cuda_target("sm_90", 2), cuda_target("sm_90", 1)
_CUT, _HALF = np.uint32(0xFFFFE000), np.uint32(0x1000)
_TILES: dict[str, Decision] = {"tile": (64, 32), "stages": 4, "split": 1, "share": 1}


def cut(array: np.ndarray) -> np.ndarray:
    """Numbers without the bits that TF32 lacks."""
    return (array.view(np.uint32) & _CUT).view(np.float32)


def compared(
    operator: Operator, padding: int = 0, target: CudaTarget = TARGET, **decisions: Decision
) -> None:
    """Checks a policy on numbers of TF32."""
    operator = replace(operator, precision="low")
    name = "wgmma_conv_tf32" if operator.type == "Conv" else "wgmma_matmul_tf32"
    policy = Policy.of(name, {}, {**_TILES, **decisions})
    own = replace(implementations()[name], policies=lambda *_: (policy,))
    arrays = [cut(array) for array in arrays_for(operator, 1)]
    known = {name: own}
    check(name, operator, target, padding, arrays, 1, executed, 3e-6, known=lambda: known)


def matrix(*shape: int, order: Sequence[int] = (), constant: bool = False) -> Operand:
    return Operand("float32", shape, tuple(order or range(len(shape))), constant)


def image(*shape: int) -> Operand:
    return Operand("float32", shape, (0, 2, 3, 1))


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_product_whose_tiles_do_not_divide(order: tuple[int, int]) -> None:
    constant = matrix(100, 56, order=order, constant=True)
    compared(matrix_product(matrix(70, 100), constant, bias=True, residual=True))


@pytest.mark.parametrize("tile", [(64, 256), (128, 64), (256, 64)])
def test_tiles_of_several_groups_of_warps(tile: tuple[int, int]) -> None:
    operator = matrix_product(matrix(260, 36), matrix(36, 264, constant=True), bias=True)
    compared(operator, tile=tile)


@pytest.mark.parametrize("channels", [4, 12, 32, 40])
def test_convolutions_with_borders(channels: int) -> None:
    operator = convolution(image(2, channels, 5, 6), 24, (3, 3), pads=(1, 1, 1, 1), residual=True)
    compared(operator, padding=4)
    if channels == 40:
        compared(operator, split=2)


def test_operands_that_are_computed() -> None:
    compared(matrix_product(matrix(3, 70, 32), matrix(3, 40, 32), transpose_b=True))


def test_weights_that_blocks_share_and_blocks_that_stay() -> None:
    operator = matrix_product(matrix(290, 196), matrix(196, 72, constant=True), bias=True)
    compared(operator, share=2)
    compared(operator, target=SMALL, share=2, blocks="stay")


def computed(operator: Operator, arrays: Sequence[np.ndarray]) -> np.ndarray:
    """The results of a policy."""
    views, output = [View.dense(item) for item in operator.inputs], View.dense(operator.output)
    program = lower(operator, views, output, Policy.of("wgmma_matmul_tf32", {}, _TILES), TARGET)
    buffers = [
        np.ascontiguousarray(array.transpose(item.order)).ravel()
        for array, item in zip(arrays, operator.inputs, strict=True)
    ]
    memory = np.zeros(operator.output.shape, np.float32).ravel()
    return executed(program, buffers, views, output, memory, TARGET)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_constants_are_rounded_and_what_is_computed_is_cut_off(order: tuple[int, int]) -> None:
    constant = matrix(64, 32, order=order, constant=True)
    operator = replace(matrix_product(matrix(64, 64), constant), precision="low")
    first, second = arrays_for(operator, 3)
    second[0, :2] = np.inf, np.nan
    rounded = ((second.view(np.uint32) + _HALF) & _CUT).view(np.float32)
    rounded[np.isnan(second)] = np.nan
    expected = reference(operator, [cut(first), rounded])
    np.testing.assert_allclose(computed(operator, [first, second]), expected, 1e-5, 1e-5)


def test_it_is_for_products_that_may_be_of_low_precision() -> None:
    product = matrix_product(matrix(64, 64), matrix(64, 64, constant=True))
    low, item = replace(product, precision="low"), implementations()["wgmma_matmul_tf32"]
    assert item.supports(low, TARGET)
    assert not item.supports(product, TARGET)
    assert not item.supports(low, cuda_target("sm_80"))
    assert not implementations()["wgmma_matmul"].supports(low, TARGET)
    odd = matrix_product(matrix(20, 62), matrix(62, 40, constant=True))
    assert not item.supports(replace(odd, precision="low"), TARGET)


def test_large_products_are_expected_to_be_faster_than_by_a_warp() -> None:
    """A step has the bytes and instructions of a step of 16 bits, which was measured."""
    operator = matrix_product(matrix(4096, 1024), matrix(1024, 1024, constant=True))
    chosen = default_policy(replace(operator, precision="low"), cuda_target("sm_90", 132))
    assert chosen.impl == "wgmma_matmul_tf32"
