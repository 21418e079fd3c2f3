"""Contractions of bytes by matrix instructions give the very integers of the reference: of every
pair of signs, operands that lie either way, borders, groups, split reductions, and quantised models
as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import onnx
import onnxruntime
import pytest

import aoe
from aoe.backends.cuda.implementations.registry import implementations
from aoe.backends.cuda.target.cuda_target import CudaTarget, cuda_target
from aoe.backends.registry import default_policy
from aoe.loops.expression import Accumulator, Constant, Load, apply, cast
from aoe.operators.operator import Operand, Operator
from aoe.policy import Decision, Policy
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.backends.cuda.devices import PtxDevices, with_gpu
from tests.backends.cuda.running import TARGET, executed, executed_and_accepted
from tests.operators.operator_cases import check

CLUSTERS = cuda_target("sm_90", 2)


def of_bytes(operator: Operator, first: str = "uint8", second: str = "int8") -> Operator:
    """The operator with operands of bytes, whose results are the sums."""
    x, w = (
        replace(item, dtype=dtype)
        for item, dtype in zip(operator.inputs[:2], (first, second), strict=True)
    )
    output = replace(operator.output, dtype="int32")
    return replace(operator, inputs=(x, w), output=output, epilogue=Accumulator())


def whole_range(operator: Operator) -> list[np.ndarray]:
    """Inputs that use all of their types, so that no sign or bit is lost unseen."""
    rng = np.random.default_rng(3)
    found = []
    for item in operator.inputs:
        if item.dtype in ("int8", "uint8"):
            limits = np.iinfo(item.dtype)
            found.append(rng.integers(limits.min, limits.max + 1, item.shape, item.dtype))
        else:
            found.append((10 * rng.normal(size=item.shape)).astype(item.dtype))
    return found


def compared(
    name: str,
    operator: Operator,
    split: int = 1,
    target: CudaTarget = TARGET,
    accept: bool = False,
    padding: int = 0,
    **decisions: Decision,
) -> None:
    """Checks the best policy with so many parts of the reduction, and these decisions."""

    def wanted(policy: Policy) -> bool:
        return {**decisions, "split": split}.items() <= dict(policy.schedule).items()

    check(
        name,
        operator,
        target,
        padding,
        arrays=whole_range(operator),
        policies=1,
        run=executed_and_accepted if accept else executed,
        wanted=wanted,
        known=implementations,
    )


def matrix(*shape: int, order: Sequence[int] = (), constant: bool = False) -> Operand:
    return Operand("float32", shape, tuple(order or range(len(shape))), constant)


def image(*shape: int, order: tuple[int, ...] = (0, 2, 3, 1)) -> Operand:
    return Operand("float32", shape, order)


@pytest.mark.parametrize("first", ["uint8", "int8"])
@pytest.mark.parametrize("second", ["int8", "uint8"])
def test_any_two_types_of_bytes(first: str, second: str) -> None:
    operator = matrix_product(matrix(21, 80), matrix(80, 24, constant=True))
    compared("mma_matmul_int8", of_bytes(operator, first, second), accept=True)


@pytest.mark.parametrize("first", ["uint8", "int8"])
@pytest.mark.parametrize("second", ["int8", "uint8"])
def test_groups_of_warps_multiply_any_two_types_of_bytes(first: str, second: str) -> None:
    operator = matrix_product(matrix(70, 208), matrix(208, 40, constant=True))
    compared("wgmma_matmul_int8", of_bytes(operator, first, second), target=CLUSTERS)


@pytest.mark.parametrize("share", [1, 2])
@pytest.mark.parametrize("tile", [(64, 32), (128, 64)])
def test_groups_of_warps_multiply_bytes_in_tiles(tile: tuple[int, int], share: int) -> None:
    operator = matrix_product(matrix(270, 464), matrix(464, 136, constant=True))
    compared("wgmma_matmul_int8", of_bytes(operator), target=CLUSTERS, tile=tile, share=share)


def test_groups_of_warps_share_a_reduction_of_bytes() -> None:
    operator = matrix_product(matrix(70, 1200), matrix(1200, 40, constant=True))
    compared("wgmma_matmul_int8", of_bytes(operator), split=4, target=CLUSTERS)


def test_groups_of_warps_multiply_bytes_of_images_and_scale_the_sums() -> None:
    operator = of_bytes(convolution(image(2, 48, 9, 10), 40, (3, 3), pads=(1, 1, 1, 1)))
    compared("wgmma_conv_int8", operator, target=CLUSTERS, share=2)
    scaled = apply("mul", cast(Accumulator(), "float32"), Constant(2.0**-12))
    scaled = apply("add", scaled, cast(Load(2), "float32"))
    scaled = apply("min", apply("max", scaled, Constant(0.0)), Constant(255.0))
    output = replace(operator.output, dtype="uint8")
    scaled = cast(scaled, "uint8")
    inputs = (*operator.inputs, Operand.row_major("int32", (1, 40, 1, 1), True))
    scaled_operator = replace(operator, inputs=inputs, output=output, epilogue=scaled)
    compared("wgmma_conv_int8", scaled_operator, target=CLUSTERS, padding=16)
    compared("wgmma_conv_int8", scaled_operator, target=CLUSTERS, padding=3)


@pytest.mark.parametrize("terms", [64, 50, 37, 6])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_products_of_operands_that_are_computed(terms: int, order: tuple[int, int]) -> None:
    """Rows of 16, 2 and 1 bytes at a time, and columns that lie one behind the other."""
    operator = matrix_product(matrix(19, terms), matrix(terms, 33, order=order))
    compared("mma_matmul_int8", of_bytes(operator))


@pytest.mark.parametrize("target", [TARGET, CLUSTERS])
def test_a_split_reduction_is_summed_up(target: CudaTarget) -> None:
    operator = matrix_product(matrix(9, 1024), matrix(1024, 16, constant=True))
    compared("mma_matmul_int8", of_bytes(operator), split=2, target=target)


def test_a_convolution_with_borders_whose_sums_are_scaled() -> None:
    operator = of_bytes(convolution(image(2, 16, 5, 6), 24, (3, 3), pads=(1, 1, 1, 1)))
    scale = Operand.row_major("float32", (1, 24, 1, 1), True)
    compared("mma_conv_int8", operator)
    scaled = apply("mul", cast(Accumulator(), "float32"), Load(2))
    scaled = apply("max", scaled, Constant(0.0))
    output = replace(operator.output, dtype="float32")
    inputs = (*operator.inputs, scale)
    compared("mma_conv_int8", replace(operator, inputs=inputs, output=output, epilogue=scaled))


@pytest.mark.parametrize("order", [(0, 2, 3, 1), (0, 1, 2, 3)])
def test_a_strided_window_on_three_channels(order: tuple[int, ...]) -> None:
    operator = convolution(
        image(1, 3, 13, 11, order=order), 20, (5, 3), strides=(2, 2), pads=(2, 1, 2, 1)
    )
    compared("mma_conv_int8", of_bytes(operator))


def test_a_convolution_of_groups_and_odd_channels() -> None:
    operator = convolution(image(1, 10, 7, 7), 12, (3, 3), dilations=(1, 2), group=2)
    compared("mma_conv_int8", of_bytes(operator))


QDQ = """<ir_version: 8, opset_import: ["" : 13]>
    net (float[1,16,6,6] x) => (float[1,20] y) {
    xq = QuantizeLinear (x, s, p) xd = DequantizeLinear (xq, s, p)
    wd = DequantizeLinear <axis = 0> (w, t, q)
    c = Conv <pads = [1, 1, 1, 1]> (xd, wd, b) r = Relu (c)
    rq = QuantizeLinear (r, u, p) rd = DequantizeLinear (rq, u, p)
    m = GlobalAveragePool (rd) f = Flatten (m)
    fq = QuantizeLinear (f, u, p) fd = DequantizeLinear (fq, u, p)
    vd = DequantizeLinear <axis = 1> (v, a, z) g = MatMul (fd, vd)
    gq = QuantizeLinear (g, e, p) y = DequantizeLinear (gq, e, p) }"""


def quantised_network() -> onnx.ModelProto:
    """A convolution and a product in QDQ form, with a scale for each filter and column."""
    rng = np.random.default_rng(7)
    arrays = {
        "s": np.float32(0.02),
        "p": np.uint8(128),
        "w": rng.integers(-127, 128, (32, 16, 3, 3), np.int8),
        "t": rng.uniform(0.005, 0.01, 32).astype(np.float32),
        "q": np.zeros(32, np.int8),
        "b": rng.standard_normal(32).astype(np.float32),
        "u": np.float32(0.05),
        "v": rng.integers(-127, 128, (32, 20), np.int8),
        "a": rng.uniform(0.005, 0.01, 20).astype(np.float32),
        "z": np.zeros(20, np.int8),
        "e": np.float32(0.1),
    }
    found = onnx.parser.parse_model(QDQ)
    tensors = [
        onnx.numpy_helper.from_array(np.asarray(item), name) for name, item in arrays.items()
    ]
    found.graph.initializer.extend(tensors)
    return found


@pytest.mark.parametrize("architecture", ["sm_80", "sm_90"])
def test_a_quantised_network_multiplies_bytes_and_agrees(architecture: str) -> None:
    proto, devices = quantised_network(), PtxDevices(architecture)
    x = np.random.default_rng(8).standard_normal((1, 16, 6, 6)).astype(np.float32)
    providers = ["CPUExecutionProvider"]
    engine = onnxruntime.InferenceSession(proto.SerializeToString(), providers=providers)
    (expected,) = engine.run(None, {"x": x})
    with with_gpu(devices), aoe.compile(proto, device="cuda") as session:
        (found,) = session.run(None, {"x": x})
        objects = {**session.model.objects}
    kernels = [text for name, text in objects.items() if "mma" in name and "pack" not in name]
    assert len(kernels) == 2
    assert all(b"mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32" in text for text in kernels)
    # Both round sums to steps of 0.1; such that lie between two steps may go either way.
    assert np.abs(found - expected).max() <= 0.1001
    assert (found == expected).mean() > 0.9


def test_matrix_instructions_are_the_usual_choice_and_take_bytes_only() -> None:
    operator = matrix_product(matrix(64, 256), matrix(256, 64, constant=True))
    item = implementations()["mma_matmul_int8"]
    assert not item.supports(operator, TARGET)
    assert not implementations()["mma_matmul"].supports(of_bytes(operator), TARGET)
    for target in (TARGET, CLUSTERS):
        assert default_policy(of_bytes(operator), target).impl == "mma_matmul_int8"
