"""Contractions by matrix instructions compute the reference: tiles that do not divide, borders,
strides, groups, batches, either order of the second operand, split reductions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from aoe.backends.cuda.implementations.registry import implementations
from aoe.backends.cuda.implementations.tensor_policies import estimate, policies_of
from aoe.backends.cuda.kernels.tensor_kernel import TensorKernel, copied_elements
from aoe.backends.cuda.target.cuda_target import CudaTarget, cuda_target
from aoe.element_types import numpy_type
from aoe.errors import PolicyError
from aoe.loops.expression import Accumulator, Constant, Load, apply
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.reference import reference
from aoe.policy import Policy
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.backends.cuda.running import TARGET, executed, kernel_ptx
from tests.operators.operator_cases import arrays_for, check


def typed(operator: Operator, dtype: str) -> Operator:
    """The operator with operands of a type; its result stays float32."""
    inputs = tuple(replace(item, dtype=dtype) for item in operator.inputs[:2])
    return replace(operator, inputs=(*inputs, *operator.inputs[2:]))


def compared(
    name: str,
    operator: Operator,
    dtype: str,
    split: int = 1,
    stages: int = 0,
    rows: int = 0,
    tolerance: float = 3e-6,
    target: CudaTarget = TARGET,
) -> None:
    """Checks the best policy with these decisions."""
    operator = typed(operator, dtype)

    def wanted(policy: Policy) -> bool:
        schedule = dict(policy.schedule)
        tile = schedule["tile"]
        assert isinstance(tile, tuple)
        return (
            schedule["split"] == split
            and stages in (0, schedule["stages"])
            and rows in (0, tile[0])
        )

    arrays = [
        array.astype(numpy_type(item.dtype))
        for array, item in zip(arrays_for(operator, 1), operator.inputs, strict=True)
    ]
    check(
        name,
        operator,
        target,
        0,
        arrays,
        policies=1,
        run=executed,
        tolerance=tolerance,
        wanted=wanted,
        known=implementations,
    )


def image(*shape: int) -> Operand:
    return Operand("float32", shape, (0, 2, 3, 1))


def matrix(*shape: int, order: Sequence[int] = (), constant: bool = False) -> Operand:
    return Operand("float32", shape, tuple(order or range(len(shape))), constant)


def halves(operator: Operator, *numbers: int) -> Operator:
    """The operator with a float16 result, and such inputs beside its operands."""
    inputs = [
        replace(item, dtype="float16") if number in numbers else item
        for number, item in enumerate(operator.inputs)
    ]
    return replace(operator, inputs=tuple(inputs), output=replace(operator.output, dtype="float16"))


BOTH = [TARGET, cuda_target("sm_90", 2)]
KINDS = [("", "float16"), ("", "bfloat16"), ("_tf32x3", "float32")]


@pytest.mark.parametrize(("ending", "dtype"), KINDS)
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_product_whose_tiles_do_not_divide(
    ending: str, dtype: str, order: tuple[int, int]
) -> None:
    operator = matrix_product(matrix(37, 72), matrix(72, 50, order=order, constant=True), bias=True)
    compared(f"mma_matmul{ending}", operator, dtype)


@pytest.mark.parametrize(("ending", "dtype"), KINDS)
def test_a_convolution_with_borders(ending: str, dtype: str) -> None:
    operator = convolution(image(2, 16, 5, 6), 24, (3, 3), pads=(1, 1, 1, 1), residual=True)
    compared(f"mma_conv{ending}", operator, dtype)


def test_a_strided_convolution_of_groups_and_odd_channels() -> None:
    operator = convolution(
        image(1, 6, 9, 9), 10, (3, 3), strides=(2, 2), dilations=(1, 2), pads=(1, 2, 1, 2), group=2
    )
    compared("mma_conv", operator, "float16")
    compared("mma_conv_tf32x3", operator, "float32")


def test_batches_of_products_whose_operands_are_computed() -> None:
    operator = matrix_product(matrix(3, 20, 40), matrix(3, 40, 24))
    compared("mma_matmul", operator, "float16")


@pytest.mark.parametrize("stages", [2, 3, 4])
def test_any_number_of_stages(stages: int) -> None:
    operator = matrix_product(matrix(16, 200), matrix(200, 32, constant=True))
    compared("mma_matmul", operator, "float16", stages=stages)


@pytest.mark.parametrize("rows", [16, 32, 64, 128])
def test_tiles_of_several_warps(rows: int) -> None:
    operator = matrix_product(matrix(130, 64), matrix(64, 72, constant=True))
    compared("mma_matmul", operator, "float16", rows=rows)


@pytest.mark.parametrize("target", BOTH)
@pytest.mark.parametrize(("ending", "dtype"), KINDS[1:])
def test_a_split_reduction_is_summed_up(ending: str, dtype: str, target: CudaTarget) -> None:
    operator = matrix_product(matrix(9, 512), matrix(512, 16, constant=True), bias=True)
    compared(f"mma_matmul{ending}", operator, dtype, split=2, target=target)


@pytest.mark.parametrize("target", BOTH)
def test_a_split_convolution_keeps_its_borders(target: CudaTarget) -> None:
    operator = convolution(image(1, 64, 3, 3), 16, (3, 3), pads=(1, 1, 1, 1))
    compared("mma_conv", operator, "float16", split=2, target=target)


@pytest.mark.parametrize("split", [2, 4, 8])
def test_blocks_of_a_cluster_share_terms_that_they_do_not_divide(split: int) -> None:
    operator = matrix_product(
        matrix(2, 70, 1096), matrix(1096, 40, constant=True), bias=True, residual=True
    )
    compared("mma_matmul", halves(operator), "float16", split, tolerance=6e-4, target=BOTH[1])


@pytest.mark.parametrize("order", [(0, 2, 3, 1), (0, 1, 2, 3)])
def test_blocks_of_a_cluster_store_results_in_any_order(order: tuple[int, ...]) -> None:
    operator = convolution(
        image(1, 64, 5, 5), 21, (3, 3), pads=(1, 1, 1, 1), residual=True, order=order
    )
    compared("mma_conv_tf32x3", operator, "float32", split=4, target=BOTH[1])


def test_three_products_of_tf32_are_as_exact_as_float32() -> None:
    operator = matrix_product(matrix(16, 128), matrix(128, 16, constant=True))
    item = implementations()["mma_matmul_tf32x3"]
    assert item.supports(operator, TARGET)
    assert not item.supports(replace(operator, precision="highest"), TARGET)
    assert not implementations()["mma_matmul"].supports(operator, TARGET)
    assert np.finfo(np.float32).eps < 3e-6 < 2.0**-11


@pytest.mark.parametrize("columns", [64, 50, 36, 33])
def test_results_of_16_bits_beside_operands_of_either_size(columns: int) -> None:
    operator = matrix_product(
        matrix(37, 64), matrix(64, columns, constant=True), bias=True, residual=True
    )
    compared("mma_matmul", halves(operator, 3), "float16", tolerance=6e-4)
    compared("mma_matmul", halves(operator, 2), "float16", tolerance=6e-4)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 3, 1, 2), (1, 2, 3, 0)])
def test_results_in_any_order(order: tuple[int, ...]) -> None:
    operator = convolution(
        image(2, 16, 5, 6), 24, (3, 3), pads=(1, 1, 1, 1), residual=True, order=order
    )
    compared("mma_conv", operator, "float16")


@pytest.mark.parametrize(("ending", "dtype"), KINDS)
@pytest.mark.parametrize("order", [(0, 2, 3, 1), (0, 1, 2, 3)])
def test_a_window_on_three_channels(ending: str, dtype: str, order: tuple[int, ...]) -> None:
    x = Operand("float32", (1, 3, 13, 11), order)
    operator = convolution(x, 20, (5, 3), strides=(2, 2), pads=(2, 1, 2, 1))
    compared(f"mma_conv{ending}", operator, dtype)


def test_taps_that_are_apart_are_not_merged_with_channels() -> None:
    operator = convolution(image(1, 3, 9, 9), 8, (3, 3), dilations=(2, 2), pads=(2, 2, 2, 2))
    compared("mma_conv", operator, "float16")


def test_rows_of_one_pixel_wide_windows_are_merged() -> None:
    operator = convolution(image(2, 16, 5, 6), 24, (1, 1), residual=True)
    item = implementations()["mma_conv"]
    operator = typed(operator, "float16")
    views = [View.dense(operand) for operand in operator.inputs]
    policy = item.default(operator, TARGET)
    made = item.lower(operator, views, View.dense(operator.output), policy, TARGET).kernels[0]
    assert isinstance(made, TensorKernel)
    assert len(made.rows) == 1
    assert len(made.reduction) == 1
    compared("mma_conv", operator, "float16")


def test_the_loop_over_steps_divides_no_numbers_of_64_bits() -> None:
    operator = typed(
        convolution(image(1, 16, 9, 9), 16, (3, 3), pads=(1, 1, 1, 1), residual=True), "float16"
    )
    item = implementations()["mma_conv"]
    views = [View.dense(operand) for operand in operator.inputs]
    policy = item.default(operator, TARGET)
    made = item.lower(operator, views, View.dense(operator.output), policy, TARGET).kernels[0]
    assert isinstance(made, TensorKernel)
    text = kernel_ptx(made)
    assert not re.search(r"(div|rem|mul\.hi)\.[us]64", text)


def test_one_product_of_tf32_where_low_precision_is_allowed() -> None:
    operator = matrix_product(matrix(40, 72), matrix(72, 48, constant=True), bias=True)
    item = implementations()["mma_matmul_tf32"]
    assert not item.supports(operator, TARGET)
    low = replace(operator, precision="low")
    assert item.supports(low, TARGET)
    assert implementations()["mma_matmul_tf32x3"].supports(low, TARGET)
    assert not item.supports(typed(low, "float16"), TARGET)
    compared("mma_matmul_tf32", low, "float32", tolerance=1e-3)
    with pytest.raises(AssertionError):
        compared("mma_matmul_tf32", low, "float32", tolerance=1e-6)


def test_a_convolution_by_one_product_of_tf32() -> None:
    operator = convolution(image(2, 16, 5, 6), 24, (3, 3), pads=(1, 1, 1, 1), residual=True)
    compared("mma_conv_tf32", replace(operator, precision="low"), "float32", tolerance=1e-3)


def test_a_default_is_as_fast_as_any_policy_is_expected_to_be() -> None:
    """The space is cut after it is ranked."""
    operator = matrix_product(matrix(196, 1024), matrix(1024, 256, constant=True))
    for name in ("mma_matmul_tf32x3", "mma_matmul"):
        typed_one = typed(operator, "float16") if name == "mma_matmul" else operator
        item = implementations()[name]
        every = [
            estimate(typed_one, policy, TARGET) for policy in policies_of(name, typed_one, TARGET)
        ]
        assert item.estimate(typed_one, item.default(typed_one, TARGET), TARGET) == min(every)


def transposed_convolution(
    channels: int,
    filters: int,
    window: int,
    stride: int,
    pad: int = 0,
    group: int = 1,
    size: tuple[int, int] = (5, 6),
) -> Operator:
    x = image(2, channels, *size)
    weights = Operand.row_major("float32", (channels, filters // group, window, window), True)
    shape = [(n - 1) * stride + window - 2 * pad for n in size]
    output = image(2, filters, *shape)
    residual = image(2, filters, *shape)
    attributes = (
        ("dilations", (1, 1)),
        ("group", group),
        ("pads", (pad, pad)),
        ("strides", (stride, stride)),
    )
    epilogue = apply("max", apply("add", Accumulator(), Load(2)), Constant(0.0))
    inputs = (x, weights, residual)
    return Operator("ConvTranspose", attributes, inputs, output, 2, epilogue=epilogue)


def kernels_of(name: str, operator: Operator) -> int:
    item = implementations()[name]
    views = [View.dense(operand) for operand in operator.inputs]
    policy = item.default(operator, TARGET)
    return len(item.lower(operator, views, View.dense(operator.output), policy, TARGET).kernels)


@pytest.mark.parametrize(("ending", "dtype"), KINDS)
def test_phases_of_a_transposed_convolution_that_are_alike_are_one_kernel(
    ending: str, dtype: str
) -> None:
    operator = transposed_convolution(32, 24, 2, 2)
    compared(f"mma_conv_transposed{ending}", operator, dtype)
    assert kernels_of(f"mma_conv_transposed{ending}", typed(operator, dtype)) == 1


def test_phases_of_different_taps_are_kernels_of_their_own() -> None:
    operator = transposed_convolution(16, 8, 3, 2, pad=1)
    compared("mma_conv_transposed_tf32x3", operator, "float32")
    assert kernels_of("mma_conv_transposed_tf32x3", operator) == 4
    grouped = transposed_convolution(16, 16, 4, 2, pad=1, group=2)
    compared("mma_conv_transposed", grouped, "float16")


def test_outputs_that_no_tap_reaches_are_stored_too() -> None:
    operator = transposed_convolution(16, 8, 1, 2)
    compared("mma_conv_transposed", operator, "float16")
    assert kernels_of("mma_conv_transposed", typed(operator, "float16")) == 4


def test_a_transposed_convolution_of_channels_apart_is_left_to_others() -> None:
    operator = transposed_convolution(8, 8, 2, 2, group=8)
    assert not implementations()["mma_conv_transposed_tf32x3"].supports(operator, TARGET)


@pytest.mark.parametrize("window", [(7, 7), (3, 3), (2, 5)])
def test_rows_of_packed_weights_are_whole_copies(window: tuple[int, int]) -> None:
    operator = typed(
        convolution(image(1, 3, 12, 9), 24, window, strides=(2, 2), pads=(2, 1, 2, 1)), "float16"
    )
    item = implementations()["mma_conv"]
    views = [View.dense(operand) for operand in operator.inputs]
    policy = item.default(operator, TARGET)
    made = item.lower(operator, views, View.dense(operator.output), policy, TARGET).kernels[0]
    assert isinstance(made, TensorKernel)
    weights = made.nest.operands[1]
    assert copied_elements(weights, made.reduction[-1], made.tile[2]) >= 4
    compared("mma_conv", operator, "float16")
    compared("mma_conv_tf32x3", convolution(image(1, 3, 12, 9), 24, window), "float32")


def test_numbers_that_are_not_finite_stay_in_their_windows() -> None:
    """Taps behind the end of a row of a window are zeros, which are multiplied with zeros."""
    operator = typed(convolution(image(1, 3, 6, 6), 8, (3, 3), bias=False), "float16")
    x = np.ones((1, 3, 6, 6), np.float16)
    x[0, 1, 2, 4] = np.inf
    weights = np.ones((8, 3, 3, 3), np.float16)
    item = implementations()["mma_conv"]
    views = [View.dense(operand) for operand in operator.inputs]
    output = View.dense(operator.output)
    program = item.lower(operator, views, output, item.default(operator, TARGET), TARGET)
    buffers = [np.ascontiguousarray(x.transpose(0, 2, 3, 1)).reshape(-1), weights.reshape(-1)]
    memory = np.zeros(8 * 16, np.float32)
    found = executed(program, buffers, views, output, memory, TARGET)
    np.testing.assert_array_equal(found, reference(operator, [x, weights]))
    assert np.isfinite(found[0, 0, :, 0]).all()


def test_operands_whose_offsets_need_more_than_32_bits_are_left_to_others() -> None:
    item = implementations()["mma_matmul"]
    short = typed(matrix_product(matrix(1 << 14, 1 << 14), matrix(1 << 14, 64)), "float16")
    assert item.supports(short, TARGET)
    long = typed(matrix_product(matrix(1 << 17, 1 << 14), matrix(1 << 14, 64)), "float16")
    assert not item.supports(long, TARGET)
    views = [View.dense(operand) for operand in short.inputs]
    apart = replace(views[0], strides=(1 << 18, 1))
    policy = item.default(short, TARGET)
    with pytest.raises(PolicyError, match="reaches over fewer elements"):
        item.lower(short, [apart, views[1]], View.dense(short.output), policy, TARGET)


@pytest.mark.parametrize("model", ["sm_80", "sm_90"])
def test_every_policy_of_a_transposed_convolution_can_be_lowered(model: str) -> None:
    target = cuda_target(model)
    operator = typed(transposed_convolution(129, 24, 3, 2, pad=1), "float16")
    item = implementations()["mma_conv_transposed"]
    views = [View.dense(operand) for operand in operator.inputs]
    for policy in item.space(operator, target):
        item.lowered(operator, views, [View.dense(operator.output)], policy, target)
