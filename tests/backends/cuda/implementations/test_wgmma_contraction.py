"""Contractions by `wgmma` compute the reference: tiles that do not divide, borders, strides,
groups, batches, tails of the reduction, results of any type and order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from aoe.backends.cuda.implementations.registry import implementations
from aoe.backends.cuda.kernels.launches import launch_of
from aoe.backends.cuda.kernels.simt_kernel import SimtKernel
from aoe.backends.cuda.target.cuda_target import CudaTarget, cuda_target
from aoe.backends.registry import lower
from aoe.element_types import numpy_type
from aoe.operators.operator import Operand, Operator, View
from aoe.policy import Decision, Policy
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.backends.cuda.ptx_machine.device import PtxDevice
from tests.backends.cuda.ptx_machine.machine import run_kernel
from tests.backends.cuda.ptx_machine.memory import MachineError
from tests.backends.cuda.running import executed, kernel_ptx
from tests.operators.operator_cases import arrays_for, check

TARGET = cuda_target("sm_90", 2)


def typed(operator: Operator, dtype: str, result: str = "float32") -> Operator:
    """The operator with operands of a type, and a result of another."""
    inputs = tuple(replace(item, dtype=dtype) for item in operator.inputs[:2])
    output = replace(operator.output, dtype=result)
    return replace(operator, inputs=(*inputs, *operator.inputs[2:]), output=output)


def compared(
    operator: Operator,
    padding: int = 0,
    tolerance: float = 3e-6,
    target: CudaTarget = TARGET,
    **decisions: Decision,
) -> None:
    """Checks a policy with these decisions."""
    name = "wgmma_conv" if operator.type == "Conv" else "wgmma_matmul"
    schedule: dict[str, Decision] = {
        "tile": (64, 32),
        "stages": 4,
        "split": 1,
        "share": 1,
        **decisions,
    }
    policy = Policy.of(name, {}, schedule)
    own = replace(implementations()[name], policies=lambda *_: (policy,))
    arrays = [
        array.astype(numpy_type(item.dtype))
        for array, item in zip(arrays_for(operator, 1), operator.inputs, strict=True)
    ]
    check(
        name,
        operator,
        target,
        padding,
        arrays,
        policies=1,
        run=executed,
        tolerance=tolerance,
        known=lambda: {name: own},
    )


def image(*shape: int) -> Operand:
    return Operand("float32", shape, (0, 2, 3, 1))


def matrix(*shape: int, order: Sequence[int] = (), constant: bool = False) -> Operand:
    return Operand("float32", shape, tuple(order or range(len(shape))), constant)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_product_whose_tiles_do_not_divide(dtype: str, order: tuple[int, int]) -> None:
    operator = matrix_product(
        matrix(70, 200), matrix(200, 56, order=order, constant=True), bias=True, residual=True
    )
    compared(typed(operator, dtype))


@pytest.mark.parametrize("tile", [(64, 32), (64, 256), (128, 64), (128, 192), (256, 64)])
def test_tiles_of_several_groups_of_warps(tile: tuple[int, int]) -> None:
    operator = matrix_product(matrix(260, 72), matrix(72, 264, constant=True), bias=True)
    compared(typed(operator, "float16"), tile=tile)


@pytest.mark.parametrize("stages", [3, 4, 5, 6])
def test_any_number_of_stages(stages: int) -> None:
    operator = matrix_product(matrix(64, 640), matrix(640, 32, constant=True))
    compared(typed(operator, "float16"), stages=stages)


@pytest.mark.parametrize("channels", [64, 128])
def test_a_convolution_with_borders(channels: int) -> None:
    operator = convolution(image(2, channels, 5, 6), 24, (3, 3), pads=(1, 1, 1, 1), residual=True)
    compared(typed(operator, "float16"))


@pytest.mark.parametrize("channels", [8, 24, 40, 96])
def test_taps_that_a_step_of_the_reduction_does_not_hold(channels: int) -> None:
    operator = convolution(image(1, channels, 6, 7), 32, (3, 3), pads=(1, 1, 1, 1))
    compared(typed(operator, "bfloat16"))


@pytest.mark.parametrize("split", [2, 4, 8])
@pytest.mark.parametrize("tile", [(64, 32), (64, 256), (128, 64)])
def test_a_reduction_that_a_cluster_shares(split: int, tile: tuple[int, int]) -> None:
    operator = matrix_product(
        matrix(70, 1224), matrix(1224, 136, constant=True), bias=True, residual=True
    )
    compared(typed(operator, "float16"), split=split, tile=tile)


@pytest.mark.parametrize("split", [2, 4, 8])
def test_threads_without_a_result_of_the_last_rows_read_none(split: int) -> None:
    operator = matrix_product(
        matrix(64, 2048), matrix(2048, 96, constant=True), bias=True, residual=True
    )
    compared(typed(operator, "float16"), split=split, tile=(64, 96))


def test_a_convolution_whose_reduction_a_cluster_shares() -> None:
    operator = convolution(image(2, 72, 5, 5), 40, (3, 3), pads=(1, 1, 1, 1))
    compared(typed(operator, "float16"), split=4)


def test_strides_dilations_and_uneven_borders() -> None:
    operator = convolution(
        image(2, 16, 11, 9), 40, (3, 2), strides=(2, 1), dilations=(1, 2), pads=(2, 0, 1, 1)
    )
    compared(typed(operator, "float16"))


def test_groups_of_channels() -> None:
    operator = convolution(image(1, 48, 6, 6), 64, (3, 3), pads=(1, 1, 1, 1), group=2)
    compared(typed(operator, "float16"))


def test_batches_of_products_whose_operands_are_computed() -> None:
    operator = matrix_product(matrix(3, 70, 64), matrix(3, 40, 64), transpose_b=True)
    compared(typed(operator, "float16"))


def test_a_second_operand_that_batches_share() -> None:
    operator = matrix_product(matrix(3, 20, 64), matrix(64, 40, constant=True), residual=True)
    compared(typed(operator, "float16"))


@pytest.mark.parametrize("result", ["float16", "bfloat16"])
def test_results_of_16_bits(result: str) -> None:
    operator = matrix_product(matrix(66, 64), matrix(64, 48, constant=True), bias=True)
    compared(typed(operator, "float16", result), tolerance=1e-3 if result == "float16" else 8e-3)


@pytest.mark.parametrize("columns", [33, 44])
def test_columns_that_vectors_do_not_divide(columns: int) -> None:
    operator = matrix_product(
        matrix(20, 64), matrix(64, columns, constant=True), bias=True, residual=True
    )
    compared(typed(operator, "float16"))


def test_a_result_with_channels_first() -> None:
    operator = convolution(image(2, 64, 5, 5), 40, (1, 1), residual=True, order=(0, 1, 2, 3))
    compared(typed(operator, "float16"))


def test_operands_that_are_parts_of_others() -> None:
    operator = matrix_product(matrix(20, 64), matrix(64, 40, constant=True), residual=True)
    compared(typed(operator, "float16"), padding=3)  # not aligned
    compared(typed(operator, "float16"), padding=8)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("tile", [(64, 32), (128, 64), (64, 96), (64, 256)])
def test_weights_that_blocks_with_other_rows_share(dtype: str, tile: tuple[int, int]) -> None:
    operator = matrix_product(matrix(270, 456), matrix(456, 136, constant=True), bias=True)
    compared(typed(operator, dtype), tile=tile, share=2)


@pytest.mark.parametrize("stages", [3, 4, 6])
@pytest.mark.parametrize("share", [2, 4])
def test_shared_weights_over_many_steps(stages: int, share: int) -> None:
    operator = matrix_product(matrix(330, 1304), matrix(1304, 40, constant=True))
    compared(typed(operator, "float16"), stages=stages, share=share)


#: Its blocks have several tiles each, of few.
SMALL = cuda_target("sm_90", 1)


@pytest.mark.parametrize("share", [1, 2])
@pytest.mark.parametrize(("tile", "stages"), [((64, 32), 3), ((64, 32), 6), ((128, 64), 4)])
def test_blocks_that_take_one_tile_after_the_other(
    tile: tuple[int, int], stages: int, share: int
) -> None:
    operator = matrix_product(
        matrix(290, 392), matrix(392, 72, constant=True), bias=True, residual=True
    )
    given = typed(operator, "float16")
    compared(given, target=SMALL, tile=tile, stages=stages, share=share, blocks="stay")


@pytest.mark.parametrize("tile", [(64, 256), (128, 192), (64, 96)])
def test_results_that_are_stored_in_pieces(tile: tuple[int, int]) -> None:
    operator = matrix_product(matrix(150, 192), matrix(192, 520, constant=True), bias=True)
    given = typed(operator, "float16", "float16")
    compared(given, 0, 1e-3, SMALL, tile=tile, stages=3, blocks="stay")


@pytest.mark.parametrize("share", [1, 2, 4])
def test_blocks_of_convolutions_that_take_one_tile_after_the_other(share: int) -> None:
    operator = convolution(
        image(3, 40, 13, 10), 136, (3, 3), strides=(1, 2), pads=(1, 1, 1, 1), residual=True
    )
    compared(typed(operator, "float16"), target=SMALL, share=share, blocks="stay")


def test_blocks_of_groups_that_take_one_tile_after_the_other() -> None:
    operator = convolution(image(3, 128, 9, 10), 80, (3, 3), group=2)
    given = typed(operator, "float16")
    compared(given, 8, target=SMALL, share=2, stages=3, blocks="stay")


def test_blocks_stay_only_where_tuning_finds_it_faster() -> None:
    operator = typed(matrix_product(matrix(4096, 768), matrix(768, 2304, constant=True)), "float16")
    item, target = implementations()["wgmma_matmul"], cuda_target("sm_90", 132)
    space = item.space(operator, target)
    staying = [policy for policy in space if ("blocks", "stay") in policy.schedule]
    assert 0 < len(staying) < len(space) // 2
    for known in (target, replace(target, speed=replace(target.speed, l2=9e12, memory=4e12))):
        assert item.default(operator, known) not in staying
    small = typed(matrix_product(matrix(128, 768), matrix(768, 768, constant=True)), "float16")
    assert not any(("blocks", "stay") in policy.schedule for policy in item.space(small, target))


@pytest.mark.parametrize("channels", [8, 64, 72])
def test_shared_weights_of_convolutions(channels: int) -> None:
    operator = convolution(image(2, channels, 9, 10), 40, (3, 3), pads=(1, 1, 1, 1))
    compared(typed(operator, "float16"), share=2)
    grouped = convolution(image(2, 2 * channels, 9, 8), 32, (3, 3), group=2)
    compared(typed(grouped, "float16"), share=2, tile=(64, 32), padding=8)


@pytest.mark.parametrize("split", [2, 4, 8])
@pytest.mark.parametrize("tile", [(64, 96), (64, 32)])
def test_threads_without_a_last_vector_read_what_exists(split: int, tile: tuple[int, int]) -> None:
    operator = matrix_product(matrix(64, 1024), matrix(1024, 96, constant=True), residual=True)
    compared(typed(operator, "float16"), split=split, tile=tile)


def test_what_it_leaves_to_others() -> None:
    product = matrix_product(matrix(20, 64), matrix(64, 40, constant=True))
    item = implementations()["wgmma_matmul"]
    assert item.supports(typed(product, "float16"), TARGET)
    assert not item.supports(typed(product, "float16"), cuda_target("sm_80"))
    assert not item.supports(typed(product, "float16"), cuda_target("sm_100"))
    assert not item.supports(product, TARGET)
    rows_last = matrix_product(matrix(20, 64, order=(1, 0)), matrix(64, 40, constant=True))
    assert not item.supports(typed(rows_last, "float16"), TARGET)
    computed = matrix_product(matrix(3, 20, 64), matrix(3, 64, 40))
    assert not item.supports(typed(computed, "float16"), TARGET)
    odd = matrix_product(matrix(20, 60), matrix(60, 40, constant=True))
    assert not item.supports(typed(odd, "float16"), TARGET)


def tried(text: str, kernel: SimtKernel) -> None:
    """Runs the code of a product of 64 × 640 × 32."""
    device = PtxDevice()
    random = np.random.default_rng(0)
    places = []
    sizes = {"input0": 64 * 640, "packed": 32 * 640, "output0": 64 * 32 * 2}
    for size in (sizes[name] for name in kernel.arguments):
        places.append(device.allocate(2 * size))
        numbers = random.normal(size=size).astype(np.float16)
        device.stream().upload(places[-1], numbers)
    launch = launch_of(kernel, TARGET)
    loaded = device.function(text.encode(), "kernel", launch)
    run_kernel(loaded, device.memory, launch.grid, launch.block, launch.shared, places)


def tried_kernel(split: int) -> tuple[str, SimtKernel]:
    """The code of that product."""
    operator = typed(matrix_product(matrix(64, 640), matrix(640, 32, constant=True)), "float16")
    schedule: dict[str, Decision] = {"tile": (64, 32), "stages": 3, "split": split, "share": 1}
    policy = Policy.of("wgmma_matmul", {}, schedule)
    inputs = [View.dense(item) for item in operator.inputs]
    program = lower(operator, inputs, View.dense(operator.output), policy, TARGET)
    kernel = program.kernels[0]
    assert isinstance(kernel, SimtKernel)
    return kernel_ptx(kernel, TARGET), kernel


#: What is left out of the code, and what the machine says of the rest.
BROKEN = {
    "fence.proxy.async.shared::cta;": "no fence of the asynchronous proxy",
    "wgmma.fence.sync.aligned;": "no wgmma.fence precedes",
    "wgmma.wait_group.sync.aligned 1;": "changed before it was waited for",
}


@pytest.mark.parametrize("instruction", BROKEN)
def test_code_without_an_order_is_refused(instruction: str) -> None:
    text, kernel = tried_kernel(1)
    tried(text, kernel)
    assert instruction in text
    with pytest.raises(MachineError, match=BROKEN[instruction]):
        tried(text.replace(instruction, ""), kernel)


def test_clusters_that_do_not_meet_are_refused() -> None:
    text, kernel = tried_kernel(2)
    tried(text, kernel)
    arrive, wait = (
        "barrier.cluster.arrive.release.aligned;",
        "barrier.cluster.wait.acquire.aligned;",
    )
    assert text.count(arrive) == text.count(wait) == 2
    with pytest.raises(MachineError, match="that another wrote, no barrier between"):
        tried(text.replace(arrive, "", 1).replace(wait, "", 1), kernel)
    before, _, behind = text.rpartition(arrive)
    with pytest.raises(MachineError, match="while others may read"):
        tried(before + behind.replace(wait, ""), kernel)
    with pytest.raises(MachineError, match="without an arrival"):
        tried(text.replace(arrive, ""), kernel)
