"""Contractions by `wgmma` in which a warp copies boxes of a tensor compute the reference: rows and
terms outside of it, batches, more steps than stages, shared weights, every type.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aoe.backends.backend import CompiledPlan, Workload
from aoe.backends.cuda.backend import BACKEND
from aoe.backends.cuda.implementations.registry import implementations
from aoe.backends.cuda.kernels.boxes import ROWS, TERMS, dimensions_of
from aoe.backends.cuda.kernels.launches import launch_of
from aoe.backends.cuda.kernels.simt_kernel import SimtKernel
from aoe.backends.cuda.kernels.wgmma_kernel import WgmmaKernel
from aoe.backends.cuda.runtime.launch_plan import OBJECT, launches_from_bytes
from aoe.backends.cuda.target.cuda_target import CudaTarget, cuda_target
from aoe.backends.registry import lower
from aoe.element_types import FLOAT8, numpy_type
from aoe.loops.loop_nest import Access, Axis, Bound
from aoe.operators.operator import Operand, Operator, View
from aoe.policy import Decision, Policy
from aoe.tuning.workload.single_operator import single_operator_graph
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.backends.cuda.devices import PtxDevices, with_gpu
from tests.backends.cuda.ptx_machine.device import PtxDevice
from tests.backends.cuda.ptx_machine.machine import run_kernel
from tests.backends.cuda.ptx_machine.memory import MachineError
from tests.backends.cuda.ptx_machine.tensors import given_to
from tests.backends.cuda.running import executed, kernel_ptx
from tests.operators.operator_cases import arrays_for, check

TARGET = cuda_target("sm_90", 2)
#: Its blocks have several tiles each, of few.
SMALL = cuda_target("sm_90", 1)
_TILES: dict[str, Decision] = {"tile": (64, 32), "stages": 3, "split": 1, "share": 1}


def matrix(*shape: int, constant: bool = False) -> Operand:
    return Operand.row_major("float32", shape, constant)


def typed(operator: Operator, *types: str, result: str = "float32") -> Operator:
    """The operator with factors of types, and a result of another."""
    factors = [
        replace(item, dtype=dtype) for item, dtype in zip(operator.inputs, types, strict=False)
    ]
    inputs = (*factors, *operator.inputs[len(types) :])
    return replace(operator, inputs=inputs, output=replace(operator.output, dtype=result))


def policy_of(operator: Operator, ending: str = "", **decisions: Decision) -> Policy:
    name = f"wgmma_{operator.type.lower()}{ending}"
    return Policy.of(name, {}, {**_TILES, "copies": "tma", **decisions})


def compared(
    operator: Operator,
    ending: str = "",
    padding: int = 0,
    target: CudaTarget = TARGET,
    **decisions: Decision,
) -> None:
    """Checks a policy with these decisions."""
    policy = policy_of(operator, ending, **decisions)
    own = replace(implementations()[policy.impl], policies=lambda *_: (policy,))
    arrays = []
    for array, item in zip(arrays_for(operator, 1), operator.inputs, strict=True):
        made = array.astype(numpy_type(item.dtype))
        if item.dtype == "float32" and ending:  # numbers that TF32 has
            made = (made.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)
        arrays.append(made)
    known = {policy.impl: own}
    check(policy.impl, operator, target, padding, arrays, 1, executed, 3e-6, known=lambda: known)


def halves(operator: Operator, dtype: str = "float16") -> Operator:
    return typed(operator, dtype, dtype)


@pytest.mark.parametrize("tile", [(64, 32), (128, 64), (256, 64)])
@pytest.mark.parametrize("terms", [64, 200])
def test_rows_and_terms_that_boxes_do_not_divide(tile: tuple[int, int], terms: int) -> None:
    operator = matrix_product(
        matrix(130, terms), matrix(terms, 56, constant=True), bias=True, residual=True
    )
    compared(halves(operator), tile=tile)


@pytest.mark.parametrize(("stages", "dtype"), [(3, "float16"), (4, "bfloat16"), (6, "float16")])
def test_stages_that_are_filled_again(stages: int, dtype: str) -> None:
    operator = matrix_product(matrix(130, 1160), matrix(1160, 40, constant=True))
    compared(halves(operator, dtype), stages=stages, tile=(128, 64))


@pytest.mark.parametrize("share", [2, 4])
def test_weights_that_blocks_with_other_rows_share(share: int) -> None:
    operator = matrix_product(matrix(330, 520), matrix(520, 40, constant=True), bias=True)
    compared(halves(operator), share=share)


@pytest.mark.parametrize(
    ("tile", "stages", "share"), [((64, 32), 3, 1), ((64, 96), 6, 2), ((128, 64), 4, 2)]
)
def test_blocks_that_stay_and_have_a_warp_that_copies(
    tile: tuple[int, int], stages: int, share: int
) -> None:
    operator = matrix_product(
        matrix(290, 392), matrix(392, 200, constant=True), bias=True, residual=True
    )
    given = halves(operator)
    compared(given, target=SMALL, tile=tile, stages=stages, share=share, blocks="stay")


def test_windows_and_batches_of_blocks_that_stay() -> None:
    pixels = Operand("float32", (3, 64, 13, 10), (0, 2, 3, 1))
    strided = convolution(pixels, 136, (3, 3), strides=(1, 2), pads=(1, 1, 1, 1), residual=True)
    compared(halves(strided), target=SMALL, blocks="stay")
    batches = matrix_product(matrix(5, 130, 256), matrix(5, 256, 72, constant=True))
    compared(halves(batches), target=SMALL, blocks="stay", share=2)


def test_batches_are_dimensions_of_a_tensor() -> None:
    """Also of heads, which lie between the rows."""
    compared(halves(matrix_product(matrix(3, 2, 20, 72), matrix(72, 40, constant=True))))
    heads = Operand("float32", (2, 3, 20, 64), (0, 2, 1, 3))
    shared = matrix_product(heads, matrix(3, 64, 40, constant=True))
    compared(halves(shared))
    one = matrix_product(matrix(5, 1, 64), matrix(5, 64, 40, constant=True))
    compared(halves(one))


def test_pixels_are_rows() -> None:
    pixels = Operand("float32", (2, 72, 5, 7), (0, 2, 3, 1))
    compared(halves(convolution(pixels, 40, (1, 1), residual=True)))
    compared(halves(convolution(pixels, 40, (1, 1))), padding=8)


def test_other_types() -> None:
    product = matrix_product(matrix(70, 256), matrix(256, 40, constant=True))
    compared(replace(product, precision="low"), "_tf32")
    compared(typed(product, "uint8", "int8", result="int32"), "_int8")
    compared(typed(product, FLOAT8, FLOAT8), "_float8")


def test_operands_that_are_no_tensors_of_boxes() -> None:
    """A tensor of more dimensions, a bound, and distances that are no whole pieces."""
    axes = [Axis(name, 2) for name in "abcd"]
    strides = {"k": 1, "m": 16, "a": 64, "b": 128, "c": 256, "d": 512}
    access = Access("x", "float16", tuple(strides.items()))
    rows, terms = (Axis("m", 4),), (Axis("k", 16),)
    assert not dimensions_of(access, axes, rows, terms)
    found = dimensions_of(access, axes[:3], rows, terms)
    assert [item.name for item in found] == [TERMS, ROWS, "a", "b", "c"]
    assert not dimensions_of(
        replace(access, bounds=(Bound((("m", 1),), 0, 3),)), axes[:3], rows, terms
    )
    apart = replace(access, strides=tuple({**strides, "m": 8}.items()))
    assert not dimensions_of(apart, axes[:3], rows, terms)


def test_parts_of_other_tensors_that_are_no_boxes_are_copied_by_all_threads() -> None:
    """Rows that overlap."""
    operator = halves(matrix_product(matrix(64, 128), matrix(128, 40, constant=True)))
    views = [View("float16", (64, 128), (64, 1)), View.dense(operator.inputs[1])]
    program = lower(operator, views, View.dense(operator.output), policy_of(operator), TARGET)
    (kernel,) = program.kernels
    assert isinstance(kernel, WgmmaKernel)
    assert not kernel.boxes


def test_a_warp_copies_only_where_tuning_finds_it_faster() -> None:
    operator = halves(matrix_product(matrix(4096, 768), matrix(768, 2304, constant=True)))
    item, target = implementations()["wgmma_matmul"], cuda_target("sm_90", 132)
    space = item.space(operator, target)
    boxed = [policy for policy in space if ("copies", "tma") in policy.schedule]
    assert 0 < len(boxed) < len(space) // 2
    assert item.default(operator, target) not in boxed
    computed = matrix_product(matrix(64, 64), matrix(64, 64), transpose_b=True)
    found = item.space(halves(computed), target)
    assert found
    assert not any(("copies", "tma") in policy.schedule for policy in found)


def kernel_of(target: CudaTarget = TARGET) -> tuple[str, WgmmaKernel]:
    """The code of a product of 64 × 640 × 32 whose stages are filled again."""
    operator = halves(matrix_product(matrix(64, 640), matrix(640, 32, constant=True)))
    views = [View.dense(item) for item in operator.inputs]
    program = lower(operator, views, View.dense(operator.output), policy_of(operator), target)
    kernel = program.kernels[0]
    assert isinstance(kernel, WgmmaKernel)
    return kernel_ptx(kernel, target), kernel


def tried(text: str, kernel: SimtKernel) -> None:
    """Runs the code."""
    device = PtxDevice()
    random = np.random.default_rng(0)
    sizes = {"input0": 64 * 640, "packed": 32 * 640, "output0": 64 * 32 * 2}
    places = []
    for size in (sizes[name] for name in kernel.arguments):
        places.append(device.allocate(2 * size))
        device.stream().upload(places[-1], random.normal(size=size).astype(np.float16))
    launch = launch_of(kernel, TARGET)
    loaded = device.function(text.encode(), "kernel", launch)
    given = given_to(launch, places)
    run_kernel(loaded, device.memory, launch.grid, launch.block, launch.shared, given)


#: What is left out of the code, and what the machine says of the rest.
BROKEN = {
    "wgmma.wait_group.sync.aligned 1;": "changed before it was waited for",
    "mbarrier.arrive.release.cta.shared::cta.b64": "threads wait at a barrier for ever",
    "mbarrier.arrive.expect_tx.shared::cta.b64": "threads wait at a barrier for ever",
    "mbarrier.init.shared::cta.b64": "there is no barrier at the address",
    "\tfence.": "a barrier that no fence made known to copies",
    "\tbar.sync \t0;": "a barrier that another made, and has not met it since",
}


@pytest.mark.parametrize("instruction", BROKEN)
def test_code_without_an_order_is_refused(instruction: str) -> None:
    text, kernel = kernel_of()
    tried(text, kernel)
    lines = [line for line in text.split("\n") if instruction not in line]
    assert len(lines) < text.count("\n") + 1
    with pytest.raises(MachineError, match=BROKEN[instruction]):
        tried("\n".join(lines), kernel)


def test_a_map_that_the_driver_would_refuse_is_refused() -> None:
    _, kernel = kernel_of()
    launch = launch_of(kernel, TARGET)
    assert [item.sizes for item in launch.maps] == [(640, 64)]
    assert [item.strides for item in launch.maps] == [(1280,)]
    assert [item.box for item in launch.maps] == [(64, 64)]
    with pytest.raises(MachineError, match="the driver refuses a tensor map"):
        given_to(launch, [8] * len(kernel.arguments))


def test_a_program_has_maps_made_for_the_memory_of_an_inference() -> None:
    operator = halves(matrix_product(matrix(70, 256), matrix(256, 40, constant=True)))
    x, w = (array.astype(np.float16) for array in arrays_for(operator, 1)[:2])
    with with_gpu(PtxDevices("sm_90")):
        policy = policy_of(operator, release="late")
        compiler = BACKEND.compiler(BACKEND.machine.target())
        graph = single_operator_graph(operator)
        (program,) = compiler.build([(graph, {operator.key: policy})], for_tuning=True)
        assert isinstance(program, CompiledPlan), program
        assert any(item.maps for item in launches_from_bytes(program.objects[OBJECT]).values())
        workload = Workload(2, [x], {"input1": w}, float("inf"))
        candidate = BACKEND.profiler().load(program, workload)
        candidate.time(1)
        expected = x.astype(np.float64) @ w.astype(np.float64)
        np.testing.assert_allclose(candidate.outputs()[0], expected, rtol=1e-5, atol=1e-4)
        candidate.release()


def pixels(*shape: int) -> Operand:
    """Images with channels last."""
    return Operand("float32", shape, (0, 2, 3, 1))


@pytest.mark.parametrize("images", [1, 3])
@pytest.mark.parametrize("tile", [(64, 32), (128, 64)])
def test_windows_with_borders(images: int, tile: tuple[int, int]) -> None:
    operator = convolution(pixels(images, 64, 9, 7), 40, (3, 3), pads=(1, 1, 1, 1), residual=True)
    compared(halves(operator), tile=tile)


@pytest.mark.parametrize("share", [1, 2])
def test_windows_with_strides_dilations_and_uneven_borders(share: int) -> None:
    operator = convolution(
        pixels(2, 128, 13, 10), 40, (3, 2), strides=(2, 1), dilations=(1, 2), pads=(2, 0, 1, 1)
    )
    compared(halves(operator), share=share, padding=8)


def test_windows_without_taps_or_borders() -> None:
    compared(halves(convolution(pixels(2, 64, 6, 8), 40, (1, 1), strides=(2, 2))))
    compared(halves(convolution(pixels(2, 64, 9, 8), 40, (3, 1), strides=(2, 1))))
    line = Operand("float32", (2, 64, 30), (0, 2, 1))
    compared(halves(convolution(line, 40, (5,), pads=(2, 2), strides=(3,))))
    volume = Operand("float32", (1, 64, 3, 4, 5), (0, 2, 3, 4, 1))
    compared(halves(convolution(volume, 40, (2, 3, 3), pads=(0, 1, 1, 1, 1, 1))))


def test_windows_of_other_types() -> None:
    operator = convolution(
        pixels(2, 128, 5, 6), 40, (3, 3), pads=(1, 1, 1, 1), bias=False, function=""
    )
    compared(replace(operator, precision="low"), "_tf32")
    compared(typed(operator, "uint8", "int8", result="int32"), "_int8")


def test_windows_that_tensor_maps_cannot_say() -> None:
    """Steps over several taps, groups, and windows that begin too far outside."""
    space = implementations()["wgmma_conv"]
    for operator in (
        convolution(pixels(1, 32, 8, 8), 40, (3, 3), pads=(1, 1, 1, 1)),
        convolution(pixels(1, 128, 8, 8), 64, (3, 3), pads=(1, 1, 1, 1), group=2),
        convolution(pixels(1, 64, 8, 8), 40, (3, 3), pads=(200, 1, 200, 1), dilations=(100, 1)),
    ):
        found = space.space(halves(operator), TARGET)
        assert found
        assert not any(("copies", "tma") in policy.schedule for policy in found)
