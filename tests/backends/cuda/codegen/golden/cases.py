"""The kernels with reference code: tiny shapes, default policies but for contractions, and a fixed
target.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from aoe.backends.cuda.codegen.kernel_code import kernel_ir
from aoe.backends.cuda.implementations.registry import implementations
from aoe.backends.cuda.kernels.simt_kernel import SimtKernel
from aoe.backends.cuda.target.cuda_target import cuda_target
from aoe.backends.registry import default_policy, lower
from aoe.loops.expression import Accumulator, Constant, Load, apply
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.types.attention.attention import attention
from aoe.operators.types.attention.attention_gradient import attention_gradient
from aoe.operators.types.elementwise.concat import concatenation
from aoe.operators.types.elementwise.gather import gather
from aoe.operators.types.elementwise.pointwise import pointwise
from aoe.operators.types.reduction.layer_normalization import normalization
from aoe.operators.types.reduction.prefix_scan import prefix_scan
from aoe.operators.types.reduction.reduce import reduction
from aoe.operators.types.reduction.softmax import softmax
from aoe.policy import Decision, Policy
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product

FOLDER = Path(__file__).parent
TARGET = cuda_target("sm_80", 4)
#: The targets of the cases whose instructions only one architecture has.
ONLY = {
    **{
        name: cuda_target("sm_90", 4)
        for name in ("wgmma_conv", "wgmma_matmul", "wgmma_int8", "wgmma_tf32", "wgmma_boxes")
    },
    "wgmma_windows": cuda_target("sm_90", 4),
    "wgmma_staying": cuda_target("sm_90", 1),
    "wgmma_staying_boxes": cuda_target("sm_90", 1),
}
_TILES: dict[str, Decision] = {"tile": (16, 64, 32), "warps": (1, 2), "stages": 2, "split": 1}

#: An operator, a policy of it where it is not the default one, and the number of the kernel.
Case = tuple[Operator, Policy | None, int]


def golden(name: str) -> Path:
    """Returns the file with the reference code of a case."""
    folder = next((word for word in ("attention", "wgmma") if word in name), "")
    return FOLDER / folder / f"{name}.ll"


def kernel(name: str) -> SimtKernel:
    """Returns the kernel of a case."""
    operator, policy, number = CASES[name]()
    inputs = [View.dense(item) for item in operator.inputs]
    target = ONLY.get(name, TARGET)
    chosen = policy or default_policy(operator, target)
    program = lower(operator, inputs, View.dense(operator.output), chosen, target)
    found = program.kernels[number]
    assert isinstance(found, SimtKernel)
    return found


def code(name: str) -> str:
    """Returns the code that the generator emits for a case now."""
    return kernel_ir(kernel(name), name, ONLY.get(name, TARGET))


def _row(*shape: int, dtype: str = "float32", constant: bool = False) -> Operand:
    return Operand.row_major(dtype, shape, constant)


def _image(*shape: int) -> Operand:
    return Operand("float32", shape, (0, 2, 3, 1))


def _half(operator: Operator) -> Operator:
    inputs = tuple(replace(item, dtype="float16") for item in operator.inputs[:2])
    return replace(operator, inputs=(*inputs, *operator.inputs[2:]))


def _mma_matmul() -> Case:
    operator = matrix_product(_row(20, 48), _row(48, 40, constant=True), bias=True)
    return _half(operator), Policy.of("mma_matmul", schedule=_TILES), 0


def _mma_conv() -> Case:
    operator = convolution(_image(1, 16, 4, 4), 24, (3, 3), pads=(1, 1, 1, 1))
    return _half(operator), Policy.of("mma_conv", schedule=_TILES), 0


def _depthwise() -> Case:
    operator = convolution(_image(1, 8, 5, 5), 8, (3, 3), pads=(1, 1, 1, 1), group=8)
    schedule: dict[str, Decision] = {"tile": (4, 2, 1), "threads": 64}
    return _half(operator), Policy.of("simt_conv_groups", schedule=schedule), 0


def _split_sum() -> Case:
    operator = matrix_product(_row(8, 512), _row(512, 32, constant=True))
    schedule: dict[str, Decision] = {"tile": (16, 64, 32), "warps": (1, 2), "stages": 2, "split": 2}
    return _half(operator), Policy.of("mma_matmul", schedule=schedule), 1


def _tf32x3() -> Case:
    operator = matrix_product(_row(16, 16), _row(16, 24, constant=True))
    schedule: dict[str, Decision] = {"tile": (16, 64, 16), "warps": (1, 2), "stages": 2, "split": 1}
    return operator, Policy.of("mma_matmul_tf32x3", schedule=schedule), 0


def _of_bytes(operator: Operator, *types: str) -> Operator:
    x, w = (replace(item, dtype=dtype) for item, dtype in zip(operator.inputs, types, strict=True))
    output = replace(operator.output, dtype="int32")
    return replace(operator, inputs=(x, w), output=output)


def _bytes() -> Case:
    operator = matrix_product(_row(20, 64), _row(64, 24, constant=True))
    schedule: dict[str, Decision] = {**_TILES, "tile": (16, 64, 64)}
    policy = Policy.of("mma_matmul_int8", schedule=schedule)
    return _of_bytes(operator, "uint8", "int8"), policy, 0


def _schedule(
    tile: tuple[int, int], stages: int, split: int = 1, share: int = 1
) -> dict[str, Decision]:
    """A schedule of `wgmma`."""
    return {"tile": tile, "stages": stages, "split": split, "share": share}


def _wgmma_conv() -> Case:
    operator = convolution(_image(1, 16, 8, 8), 32, (3, 3), pads=(1, 1, 1, 1), residual=True)
    schedule = _schedule((64, 32), stages=4)
    return _half(operator), Policy.of("wgmma_conv", {}, schedule), 0


def _wgmma_matmul() -> Case:
    operator = matrix_product(_row(200, 256), _row(256, 40, constant=True), bias=True)
    schedule = _schedule((128, 32), stages=4, share=2)
    return _half(operator), Policy.of("wgmma_matmul", {}, schedule), 0


def _wgmma_staying() -> Case:
    operator = matrix_product(_row(320, 256), _row(256, 72, constant=True), bias=True)
    schedule = _schedule((64, 32), stages=4, share=2)
    return _half(operator), Policy.of("wgmma_matmul", {}, {**schedule, "blocks": "stay"}), 0


def _wgmma_bytes() -> Case:
    operator = matrix_product(_row(64, 512), _row(512, 40, constant=True))
    schedule = _schedule((64, 32), stages=4, split=2)
    policy = Policy.of("wgmma_matmul_int8", {}, schedule)
    return _of_bytes(operator, "int8", "int8"), policy, 0


def _wgmma_boxes() -> Case:
    operator = matrix_product(_row(200, 384), _row(384, 40, constant=True), bias=True)
    schedule = _schedule((64, 32), stages=3, share=2)
    return _half(operator), Policy.of("wgmma_matmul", {}, {**schedule, "copies": "tma"}), 0


def _wgmma_staying_boxes() -> Case:
    operator = matrix_product(_row(320, 256), _row(256, 72, constant=True), bias=True)
    schedule = _schedule((64, 32), stages=3)
    decided = {**schedule, "blocks": "stay", "copies": "tma"}
    return _half(operator), Policy.of("wgmma_matmul", {}, decided), 0


def _wgmma_windows() -> Case:
    operator = convolution(_image(2, 64, 9, 7), 32, (3, 3), pads=(1, 1, 1, 1), residual=True)
    schedule = _schedule((64, 32), stages=4)
    return _half(operator), Policy.of("wgmma_conv", {}, {**schedule, "copies": "tma"}), 0


def _wgmma_tf32() -> Case:
    operator = matrix_product(_row(64, 96), _row(96, 24, constant=True))
    schedule = _schedule((64, 32), stages=3)
    policy = Policy.of("wgmma_matmul_tf32", {}, schedule)
    return replace(operator, precision="low"), policy, 0


def _attention(dtype: str, mask: bool = False) -> Operator:
    factors = [_row(2, 20, 16, dtype=dtype), _row(2, 16, 40, dtype=dtype)]
    factors.append(_row(2, 40, 16, dtype=dtype))
    scores = apply("mul", Accumulator(), Constant(0.25))
    masks = [_row(40)] if mask else []
    if mask:
        scores = apply("add", scores, Load(3))
    return attention(factors, scores, masks, _row(2, 20, 16, dtype=dtype), causal=not mask)


def _attention_by_loops() -> Case:
    operator = attention([_row(8, 16), _row(16, 8), _row(8, 16)], Accumulator(), (), _row(8, 16))
    return operator, implementations()["simt_attention"].default(operator, TARGET), 0


def _mma_attention() -> Case:
    schedule: dict[str, Decision] = {"tile": (16, 32), "warps": (1, 1), "stages": 2, "split": 1}
    return _attention("float16"), Policy.of("mma_attention", schedule=schedule), 0


def _attention_tf32x3() -> Case:
    schedule: dict[str, Decision] = {"tile": (16, 32), "warps": (1, 2), "stages": 2, "split": 1}
    return _attention("float32", True), Policy.of("mma_attention_tf32x3", schedule=schedule), 0


def _attention_gradient(number: int, dtype: str = "float16", ending: str = "") -> Case:
    """The kernel of queries, of causal attention, or that of keys, with a mask."""
    shapes = (1, 2, 20, 16), (1, 2, 16, 40), (1, 2, 40, 24), (1, 2, 20, 24)
    *factors, gradient = (_row(*shape, dtype=dtype) for shape in shapes)
    mask = _row(40) if number else None
    operator = attention_gradient(factors, gradient, mask, 0.25, causal=not number)
    schedule: dict[str, Decision] = {"tile": (16, 16), "warps": 1, "stages": 2, "kernels": 2}
    return operator, Policy.of(f"mma_attention_gradient{ending}", schedule=schedule), number


def _rows(name: str, shares: int, vector: int) -> Policy:
    schedule: dict[str, Decision] = {
        "shares": shares,
        "vector": vector,
        "threads": 64,
        "split": 1,
    }
    return Policy.of(f"simt_{name}_rows", schedule=schedule)


def _by_nests(operator: Operator, name: str) -> Case:
    """The case of an operator whose loop nests run one after the other."""
    return operator, implementations()[f"simt_{name}"].default(operator, TARGET), 0


def _pool() -> Case:
    attributes = (
        ("combine", "max"),
        ("count_include_pad", 0),
        ("dilations", (1, 1)),
        ("kernel", (3, 3)),
        ("pads", (1, 1, 1, 1)),
        ("strides", (2, 2)),
    )
    return Operator("Pool", attributes, (_image(1, 8, 6, 6),), _image(1, 8, 3, 3), 1), None, 0


CASES: dict[str, Callable[[], Case]] = {
    "pointwise": lambda: (
        pointwise(
            apply("max", apply("add", Load(0), Load(1)), Constant(0.0)),
            [_row(4, 33), _row(33)],
            _row(4, 33),
        ),
        None,
        0,
    ),
    "reduce_by_warps": lambda: _by_nests(
        reduction(
            _row(6, 64), (1,), "sum", True, epilogue=apply("mul", Accumulator(), Constant(1 / 64))
        ),
        "reduce",
    ),
    "softmax": lambda: _by_nests(softmax(_row(5, 40), (1,)), "softmax"),
    "softmax_rows": lambda: (softmax(_row(5, 40), (1,)), _rows("softmax", 8, 4), 0),
    "layer_normalization_rows": lambda: (
        normalization(_row(3, 256), (1,), 1e-5), _rows("layer_normalization", 64, 4), 0
    ),
    "mean_across_rows": lambda: (
        reduction(_image(1, 8, 4, 4), (2, 3), "sum", True), _rows("reduce", 4, 4), 0
    ),
    "conv_of_float64": lambda: _by_nests(
        replace(
            convolution(_image(1, 2, 3, 3), 2, (2, 2), bias=False, function=""),
            inputs=(
                replace(_image(1, 2, 3, 3), dtype="float64"),
                _row(2, 2, 2, 2, dtype="float64", constant=True),
            ),
            output=replace(_image(1, 2, 2, 2), dtype="float64"),
        ),
        "conv",
    ),
    "pool": _pool,
    "gather": lambda: (gather(_row(7, 12), _row(5, dtype="int64"), 0), None, 0),
    "concat": lambda: (concatenation([_row(2, 3), _row(2, 5)], 1), None, 0),
    "prefix_scan": lambda: (prefix_scan(_row(3, 8), 1), None, 0),
    "conv_depthwise": _depthwise,
    "attention": _attention_by_loops,
    "mma_attention": _mma_attention,
    "mma_attention_tf32x3": _attention_tf32x3,
    "mma_attention_gradient_of_queries": lambda: _attention_gradient(0),
    "mma_attention_gradient_of_keys": lambda: _attention_gradient(1),
    "mma_attention_gradient_tf32x3": lambda: _attention_gradient(1, "float32", "_tf32x3"),
    "mma_matmul": _mma_matmul,
    "mma_conv": _mma_conv,
    "mma_split_sum": _split_sum,
    "mma_tf32x3": _tf32x3,
    "mma_int8": _bytes,
    "wgmma_int8": _wgmma_bytes,
    "wgmma_tf32": _wgmma_tf32,
    "wgmma_boxes": _wgmma_boxes,
    "wgmma_windows": _wgmma_windows,
    "wgmma_staying_boxes": _wgmma_staying_boxes,
    "wgmma_conv": _wgmma_conv,
    "wgmma_matmul": _wgmma_matmul,
    "wgmma_staying": _wgmma_staying,
}  # fmt: skip
