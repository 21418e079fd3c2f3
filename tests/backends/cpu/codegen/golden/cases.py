"""The kernels with reference code: tiny shapes, fixed policies and a fixed target, so that the text
depends on the code generator alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from aoe.backends.cpu.codegen.kernel_code import kernel_ir
from aoe.backends.cpu.target.cpu_target import CpuTarget, cpu_target
from aoe.backends.registry import lower
from aoe.loops.expression import Accumulator, Constant, Load, apply
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.types.attention.attention import attention
from aoe.operators.types.elementwise.gather import gather
from aoe.operators.types.reduction.embedding_bag import embedding_bag
from aoe.operators.types.reduction.reduce import reduction
from aoe.operators.types.reduction.softmax import softmax
from aoe.policy import Decision, Policy
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product

FOLDER = Path(__file__).parent
TARGET = cpu_target(
    triple="x86_64-unknown-linux-gnu",
    cpu="haswell",
    features="+avx,+avx2,+fma",
    vector_bytes=32,
    vector_registers=16,
    l1=32 << 10,
    l2=512 << 10,
    l3=8 << 20,
    threads=2,
)
#: Targets of the cases that need another one.
TARGETS = {
    name: changed(
        TARGET,
        cpu="sapphirerapids",
        features="+avx2,+fma,+avx512f,+avx512vl,+avx512bf16,+amx-tile,+amx-bf16",
        vector_bytes=64,
        vector_registers=32,
    )
    for name in ("matmul_amx", "matmul_amx_2_terms")
}
#: A contraction's schedule without its register tile.
_PLAIN: dict[str, Decision] = {"unroll": 1, "depth": 3, "prefetch": 0, "parallel": "rows"}


def golden(name: str) -> Path:
    """Returns the file with the reference code of a case."""
    return FOLDER / f"{name}.ll"


def code(name: str) -> str:
    """Returns the code that the generator emits for a case now."""
    operator, policy, kernel = CASES[name]()
    inputs = [View.dense(item) for item in operator.inputs]
    target = target_of(name)
    program = lower(operator, inputs, View.dense(operator.output), policy, target)
    return kernel_ir((*program.kernels, *program.prepare)[kernel], name, target)


def target_of(name: str) -> CpuTarget:
    """Returns the target of a case."""
    return TARGETS.get(name, TARGET)


#: One row at a time, its elements along the vector axis.
_ROW: dict[str, Decision] = {
    "block": 1,
    "keep": 0,
    "parallel": 0,
    "rows": 1,
    "vector": 1,
    "vectors": 1,
}

Case = tuple[Operator, Policy, int]


def _image(channels: int, height: int, width: int) -> Operand:
    return Operand("float32", (1, channels, height, width), (0, 2, 3, 1))


def _matrix(*shape: int, constant: bool = False) -> Operand:
    return Operand.row_major("float32", shape, constant)


def _conv_1x1() -> Case:
    policy = Policy.of(
        "conv_direct",
        {"input": "direct"},
        {**_PLAIN, "tile": (1, 4), "vectors": 1, "block": 6, "prefetch": 1},
    )
    return convolution(_image(3, 2, 3), 16, (1, 1)), policy, 0


def _conv_1x1_residual() -> Case:
    policy = Policy.of(
        "conv_direct", {"input": "direct"}, {**_PLAIN, "tile": (1, 2), "vectors": 1, "block": 2}
    )
    return convolution(_image(3, 2, 4), 8, (1, 1), residual=True), policy, 0


def _conv_3x3(format: str) -> Case:
    policy = Policy.of(
        "conv_direct", {"input": format}, {**_PLAIN, "tile": (1, 2), "vectors": 1, "block": 2}
    )
    operator = convolution(_image(2, 4, 4), 8, (3, 3), pads=(1, 1, 1, 1), function="")
    return operator, policy, 1 if format == "padded" else 0


def _conv_winograd() -> Case:
    schedule = {**_PLAIN, "tile": (1, 1), "vectors": 1, "block": 1, "depth": 8, "kernels": "fused"}
    policy = Policy.of("conv_winograd", {"transform": "f2x2"}, schedule)
    return convolution(_image(8, 2, 2), 8, (3, 3), pads=(1, 1, 1, 1)), policy, 0


def _matmul(kernel: int) -> Case:
    policy = Policy.of(
        "matmul", {"b": "packed"}, {**_PLAIN, "tile": (1, 3), "vectors": 1, "block": 3}
    )
    return matrix_product(_matrix(3, 3), _matrix(3, 11, constant=True), bias=True), policy, kernel


def _matmul_batched() -> Case:
    policy = Policy.of(
        "matmul", {"b": "packed"}, {**_PLAIN, "tile": (1, 2), "vectors": 1, "block": 3}
    )
    return matrix_product(_matrix(4, 3, 3), _matrix(4, 3, 8), scale=0.5), policy, 0


def _matmul_slices() -> Case:
    schedule = {**_PLAIN, "tile": (1, 3), "vectors": 1, "block": 3, "depth": 64, "prefetch": 1}
    operator = matrix_product(_matrix(384, 5), _matrix(384, 8), transpose_a=True)
    return operator, Policy.of("matmul_slices", schedule=schedule), 0


def _matmul_dot() -> Case:
    policy = Policy.of("matmul_dot", {"b": "direct"}, {"tile": (1, 2), "vectors": 1})
    a, b = _matrix(1, 19), _matrix(5, 19, constant=True)
    return matrix_product(a, b, transpose_b=True), policy, 0


def _matmul_amx() -> Case:
    schedule = {**_PLAIN, "tile": (1, 20), "vectors": 2, "block": 40, "unroll": 16, "depth": 32}
    a = Operand.row_major("bfloat16", (45, 64))
    b = Operand.row_major("bfloat16", (64, 40), constant=True)
    output = Operand.row_major("bfloat16", (45, 40))
    attributes = (("transpose_a", 0), ("transpose_b", 0))
    value = apply("max", Accumulator(), Constant(0.0))
    operator = Operator("MatMul", attributes, (a, b), output, 2, epilogue=value)
    return operator, Policy.of("matmul_amx", schedule=schedule), 0


def _matmul_amx_2_terms() -> Case:
    schedule = {**_PLAIN, "tile": (1, 20), "vectors": 2, "block": 20, "unroll": 16, "depth": 32}
    operator = matrix_product(_matrix(20, 64), _matrix(64, 32, constant=True))
    return operator, Policy.of("matmul_amx_2_terms", schedule=schedule), 1


def _matmul_nonzero() -> Case:
    operator = matrix_product(_matrix(1, 6), _matrix(6, 19, constant=True))
    policy = Policy.of("matmul_nonzero", schedule={"vectors": 2, "rows": 2, "ahead": 8})
    return replace(operator, zeros_expected=True), policy, 3


def _pointwise() -> Case:
    value = apply("max", apply("add", Load(0), Load(1)), Constant(0.0))
    x, y = _matrix(3, 11), _matrix(11)
    policy = Policy.of("pointwise", schedule={"inner": 1, "parallel": 0, "vector": 1, "vectors": 2})
    return Operator("Pointwise", (), (x, y), x, 0, epilogue=value), policy, 0


def _softmax() -> Case:
    return softmax(_matrix(3, 19), (1,)), Policy.of("softmax", schedule=_ROW), 0


def _attention() -> Case:
    factors = (_matrix(3, 2), _matrix(2, 5), _matrix(5, 3))
    scores = apply("add", apply("mul", Accumulator(), Constant(0.5)), Load(3))
    schedule: dict[str, Decision] = {"block": 3, "keys": 5, "rows": 3, "vectors": 1}
    operator = attention(factors, scores, (_matrix(1, 5),), _matrix(3, 3))
    return operator, Policy.of("attention", schedule=schedule), 0


def _reduce() -> Case:
    return reduction(_matrix(3, 19), (1,), "sum", True), Policy.of("reduce", schedule=_ROW), 0


def _pool() -> Case:
    attributes = (
        ("combine", "max"),
        ("count_include_pad", 0),
        ("dilations", (1, 1)),
        ("kernel", (3, 3)),
        ("pads", (1, 1, 1, 1)),
        ("strides", (2, 2)),
    )
    operator = Operator("Pool", attributes, (_image(8, 4, 4),), _image(8, 2, 2), 1)
    schedule = {"order": 1, "parallel": 0, "taps": 1, "vector": 1, "vectors": 1, "width": 1}
    return operator, Policy.of("pool", schedule=schedule), 0


def _gather() -> Case:
    indices = Operand.row_major("int64", (3,))
    schedule = {"inner": 1, "parallel": 0, "vector": 1, "vectors": 1}
    return gather(_matrix(5, 8), indices, 0), Policy.of("gather", schedule=schedule), 0


def _embedding_bag() -> Case:
    inputs = (_matrix(5, 8), Operand.row_major("int64", (3, 4)), _matrix(3, 4, 1))
    elements = apply("mul", Accumulator(), Load(2))
    operator = embedding_bag(inputs, 0, (1,), "sum", False, elements)
    return operator, Policy.of("embedding_bag", schedule={**_ROW, "rows": 2, "vector": 2}), 0


CASES: dict[str, Callable[[], Case]] = {
    "attention": _attention,
    "conv_1x1": _conv_1x1,
    "conv_1x1_residual": _conv_1x1_residual,
    "conv_3x3_padded": lambda: _conv_3x3("padded"),
    "conv_3x3_border": lambda: _conv_3x3("direct"),
    "conv_winograd": _conv_winograd,
    "embedding_bag": _embedding_bag,
    "gather": _gather,
    "matmul_batched": _matmul_batched,
    "matmul_slices": _matmul_slices,
    "matmul_dot": _matmul_dot,
    "matmul_packed": lambda: _matmul(0),
    "matmul_packing": lambda: _matmul(1),
    "matmul_nonzero": _matmul_nonzero,
    "matmul_amx_2_terms": _matmul_amx_2_terms,
    "matmul_amx": _matmul_amx,
    "pointwise": _pointwise,
    "pool": _pool,
    "reduce": _reduce,
    "softmax": _softmax,
}
