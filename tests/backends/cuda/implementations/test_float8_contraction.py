"""Contractions of float8_e4m3fn and float8_e5m2, also of the one by the other, by matrix
instructions give the reference: operands that lie either way, borders, strides, batches, split
reductions; on the GPUs that have such instructions.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from aoe.backends.cuda.implementations.registry import implementations
from aoe.backends.cuda.kernels.simt_kernel import SimtKernel
from aoe.backends.cuda.target.cuda_target import CudaTarget, cuda_target
from aoe.backends.cuda.target.devices import FoundDevice, target_of_device
from aoe.backends.registry import default_policy, lower
from aoe.element_types import FLOAT8, FLOAT8_E5M2, rounded_to
from aoe.operators.operator import Operand, Operator, Precision, View
from aoe.policy import Policy
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.backends.cuda.running import executed, kernel_ptx
from tests.operators.operator_cases import check

#: NVIDIA's assembler, which comes with CUDA's toolkit and in a package of its own.
PTXAS = shutil.which("ptxas")
#: The types of two factors, other than the usual.
PAIRS = ((FLOAT8_E5M2, FLOAT8), (FLOAT8, FLOAT8_E5M2), (FLOAT8_E5M2, FLOAT8_E5M2))
ADA, HOPPER = cuda_target("sm_89", 2), cuda_target("sm_90", 2)


def of_float8(operator: Operator, types: Sequence[str] = (FLOAT8, FLOAT8)) -> Operator:
    """The operator with factors of types of float8."""
    factors = [
        replace(item, dtype=dtype) for item, dtype in zip(operator.inputs, types, strict=False)
    ]
    return replace(operator, inputs=(*factors, *operator.inputs[2:]))


def numbers(operator: Operator) -> list[np.ndarray]:
    """Inputs of many magnitudes, some of them denormal."""
    rng = np.random.default_rng(5)
    found = []
    for item in operator.inputs:
        array = rng.normal(size=item.shape) * 2.0 ** rng.integers(-9, 4, item.shape)
        found.append(rounded_to(array.astype(np.float32), item.dtype))
    return found


def compared(
    name: str,
    operator: Operator,
    target: CudaTarget = ADA,
    padding: int = 0,
    types: Sequence[str] = (FLOAT8, FLOAT8),
    **wanted: object,
) -> None:
    """Checks the best policy with these decisions."""

    def chosen(policy: Policy) -> bool:
        return wanted.items() <= dict(policy.schedule).items()

    operator = of_float8(operator, types)
    check(
        name,
        operator,
        target,
        padding,
        arrays=numbers(operator),
        policies=1,
        run=executed,
        tolerance=3e-6,
        wanted=chosen,
        known=implementations,
    )


def matrix(*shape: int, order: Sequence[int] = (), constant: bool = False) -> Operand:
    return Operand("float32", shape, tuple(order or range(len(shape))), constant)


def image(*shape: int, order: tuple[int, ...] = (0, 2, 3, 1)) -> Operand:
    return Operand("float32", shape, order)


@pytest.mark.parametrize("terms", [96, 50, 37])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_products_of_operands_that_are_computed(terms: int, order: tuple[int, int]) -> None:
    """Rows of 16, 2 and 1 bytes at a time, and columns that lie one behind the other."""
    compared("mma_matmul_float8", matrix_product(matrix(19, terms), matrix(terms, 33, order=order)))


@pytest.mark.parametrize("types", PAIRS)
def test_types_are_multiplied_by_each_other(types: Sequence[str]) -> None:
    product = matrix_product(matrix(40, 96), matrix(96, 33, constant=True), bias=True)
    compared("mma_matmul_float8", product, types=types)
    image_product = convolution(image(1, 16, 5, 6), 24, (3, 3), pads=(1, 1, 1, 1))
    compared("mma_conv_float8", image_product, types=types)
    wide = matrix_product(matrix(70, 128), matrix(128, 40, constant=True))
    compared("wgmma_matmul_float8", wide, HOPPER, types=types)
    compared("wgmma_conv_float8", image_product, HOPPER, types=types)


@pytest.mark.parametrize("target", [ADA, HOPPER])
def test_a_split_reduction_is_summed_up(target: CudaTarget) -> None:
    operator = matrix_product(matrix(9, 1024), matrix(1024, 16, constant=True), bias=True)
    compared("mma_matmul_float8", operator, target, split=2)


def test_convolutions_with_borders_strides_and_groups() -> None:
    bordered = convolution(image(2, 16, 5, 6), 24, (3, 3), pads=(1, 1, 1, 1), residual=True)
    compared("mma_conv_float8", bordered)
    first = convolution(image(1, 3, 13, 11), 20, (5, 3), strides=(2, 2), pads=(2, 1, 2, 1))
    compared("mma_conv_float8", first)
    grouped = convolution(image(1, 10, 7, 7), 12, (3, 3), dilations=(1, 2), group=2)
    compared("mma_conv_float8", grouped)


@pytest.mark.parametrize("share", [1, 2])
@pytest.mark.parametrize("tile", [(64, 32), (128, 64)])
def test_groups_of_warps_multiply_products(tile: tuple[int, int], share: int) -> None:
    operator = matrix_product(matrix(270, 464), matrix(464, 136, constant=True), bias=True)
    compared("wgmma_matmul_float8", operator, HOPPER, tile=tile, share=share)


def test_groups_of_warps_share_a_reduction() -> None:
    operator = matrix_product(matrix(70, 1200), matrix(1200, 40, constant=True), residual=True)
    compared("wgmma_matmul_float8", operator, HOPPER, split=4)


def test_groups_of_warps_multiply_computed_rows_and_columns() -> None:
    operator = matrix_product(matrix(2, 70, 64), matrix(2, 40, 64), transpose_b=True)
    compared("wgmma_matmul_float8", operator, HOPPER)


@pytest.mark.parametrize("channels", [16, 48])
def test_groups_of_warps_multiply_convolutions(channels: int) -> None:
    bordered = convolution(image(2, channels, 9, 10), 40, (3, 3), pads=(1, 1, 1, 1), residual=True)
    compared("wgmma_conv_float8", bordered, HOPPER, share=1)
    compared("wgmma_conv_float8", bordered, HOPPER, share=2, padding=16)


def test_parts_of_tensors_that_are_not_aligned_go_another_way() -> None:
    operator = matrix_product(matrix(20, 64), matrix(64, 40, constant=True))
    compared("wgmma_matmul_float8", operator, HOPPER, padding=3)


@pytest.mark.parametrize("name", ["sm_89", "sm_90", "sm_100", "sm_120"])
def test_they_are_the_usual_choice_where_a_gpu_has_such_instructions(name: str) -> None:
    operator = of_float8(matrix_product(matrix(64, 256), matrix(256, 64, constant=True)))
    assert default_policy(operator, cuda_target(name)).impl.endswith("_float8")
    item = implementations()["mma_matmul_float8"]
    assert not item.supports(matrix_product(matrix(64, 256), matrix(256, 64, constant=True)), ADA)
    for older in ("sm_80", "sm_86"):
        assert not item.supports(operator, cuda_target(older))


@pytest.mark.parametrize("precision", ["high", "highest", "direct"])
def test_high_precision_keeps_to_plain_sums(precision: Precision) -> None:
    operator = of_float8(matrix_product(matrix(64, 256), matrix(256, 64, constant=True)))
    operator = replace(operator, precision=precision)
    impl = default_policy(operator, HOPPER).impl
    assert impl.endswith("_float8") == (precision == "high")
    for name in ("mma_matmul_float8", "wgmma_matmul_float8"):
        assert implementations()[name].supports(operator, HOPPER) == (precision == "high")


def test_drivers_that_know_no_such_instructions_are_given_none() -> None:
    found = FoundDevice(0, "a GPU", 9, 0, 132, 50 << 20)
    older, newer = (target_of_device(replace(found, driver=n)) for n in (12030, 12040))
    operator = of_float8(matrix_product(matrix(64, 256), matrix(256, 64, constant=True)))
    for name in ("mma_matmul_float8", "wgmma_matmul_float8"):
        assert implementations()[name].supports(operator, newer)
        assert not implementations()[name].supports(operator, older)


@pytest.mark.skipif(PTXAS is None, reason="there is no ptxas on the path")
@pytest.mark.parametrize(
    ("name", "impl"),
    [
        *((name, "mma_matmul_float8") for name in ("sm_89", "sm_90", "sm_100", "sm_120")),
        ("sm_90", "wgmma_matmul_float8"),
    ],
)
@pytest.mark.parametrize("types", [(FLOAT8, FLOAT8), *PAIRS])
def test_the_assembler_accepts_them(
    name: str, impl: str, types: Sequence[str], tmp_path: Path
) -> None:
    """The result has the type of the first factor, so that there are conversions."""
    target = cuda_target(name, 4)
    product = matrix_product(matrix(64, 512), matrix(512, 64, constant=True))
    operator = of_float8(product, types)
    operator = replace(operator, output=replace(operator.output, dtype=types[0]))
    space = implementations()[impl].space(operator, target, 2)
    policy = next(item for item in space if dict(item.schedule)["split"] == 1)
    inputs = [View.dense(item) for item in operator.inputs]
    program = lower(operator, inputs, View.dense(operator.output), policy, target)
    (kernel,) = program.kernels
    assert isinstance(kernel, SimtKernel)
    source = tmp_path / "kernel.ptx"
    source.write_text(kernel_ptx(kernel, target))
    first, second = ({FLOAT8: "e4m3", FLOAT8_E5M2: "e5m2"}[item] for item in types)
    assert f".{first}.{second}" in source.read_text()
    assert f"cvt.rn.satfinite.{first}x2" in source.read_text()
    command = [str(PTXAS), f"-arch={target.limits.processor}", str(source)]
    command += ["-o", str(tmp_path / "code")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "is not defined for option 'gpu-name'" in done.stderr:
        pytest.skip("this assembler is older than the architecture")
    assert done.returncode == 0, done.stderr
