"""Integers of 8 and 16 bits with and without scales: who computes on them as they are.

TFLite has kernels that read no scale: they move, compare or shift integers, whatever these stand
for. Others compute with the numbers that integers stand for; where a scale is missing, TFLite's
result then depends on the kernel, so it is refused here. `reader.py` asks before it dequantises.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.tflite.call import MOVES, Call
from aoe.frontends.tflite.model_file import FileTensor

#: Element types that stand for other numbers where they have a scale.
_KINDS = ("INT8", "UINT8", "INT16")
#: Operators that move integers, for which TFLite wants the same scales everywhere.
_ALIKE = frozenset(
    [
        "BATCH_TO_SPACE_ND",
        "CONCATENATION",
        "EXPAND_DIMS",
        "FILL",
        "MIRROR_PAD",
        "PACK",
        "PADV2",
        "SPACE_TO_BATCH_ND",
        "UNPACK",
    ]
)
#: Operators that compute on the integers themselves, whatever their scales are.
_BARE = frozenset(
    [
        "BITCAST",
        "BITWISE_XOR",
        "DYNAMIC_UPDATE_SLICE",
        "EMBEDDING_LOOKUP",
        "FLOOR_DIV",
        "FLOOR_MOD",
        "MATRIX_SET_DIAG",
        "MAXIMUM",
        "MINIMUM",
        "NEG",
        "REDUCE_WINDOW",
        "REVERSE_SEQUENCE",
        "RIGHT_SHIFT",
        "SELECT",
        "SELECT_V2",
        "SPARSE_TO_DENSE",
        "STABLEHLO_ADD",
        "STABLEHLO_MAXIMUM",
        "STABLEHLO_MINIMUM",
        "STABLEHLO_MULTIPLY",
        "STABLEHLO_SHIFT_LEFT",
        "TOPK_V2",
    ]
)
#: Operators that read scales, and take integers without them for numbers.
_PLAIN = frozenset(
    [
        "ARG_MAX",
        "ARG_MIN",
        "BROADCAST_ARGS",
        "EQUAL",
        "NOT_EQUAL",
        "RANGE",
        "RANK",
        "REDUCE_MAX",
        "REDUCE_MIN",
        "SHAPE",
        "ZEROS_LIKE",
    ]
)


def small_integers(call: Call) -> list[FileTensor]:
    """The operands and results that are integers of 8 or 16 bits."""
    return [tensor for tensor in _tensors(call) if tensor.kind in _KINDS]


def has_words(call: Call) -> bool:
    """Whether an operand or result is of quantised integers of 16 bits."""
    return any(tensor.kind == "INT16" and tensor.is_quantized for tensor in _tensors(call))


def computes_bare(call: Call) -> bool:
    """Whether an operator computes on small integers themselves, whatever their scales are."""
    kind, tensors = call.operator.kind, small_integers(call)
    if kind == "CAST":
        return True
    if any(tensor.kind.startswith("FLOAT") for tensor in _tensors(call)):
        return False
    if kind in _ALIKE:
        return _are_alike(_compared(call, tensors))
    return kind in _BARE or kind in MOVES


def refuse_missing_scales(call: Call) -> None:
    """Refuses numbers of small integers of which some or all have no scale."""
    kind, tensors = call.operator.kind, _compared(call, small_integers(call))
    bare = [tensor for tensor in tensors if not tensor.is_quantized]
    scaled = [tensor for tensor in tensors if tensor.is_quantized]
    if not bare or (not scaled and (kind in _PLAIN or kind in _BARE or kind in MOVES)):
        return
    lacking = f"{bare[0].name!r} of {bare[0].kind.lower()} has no scale"
    others = f", but {scaled[0].name!r} has one" if scaled else ""
    raise UnsupportedNodeError(f"{lacking}{others}; quantise the model again, or keep this float32")


def _compared(call: Call, tensors: Sequence[FileTensor]) -> Sequence[FileTensor]:
    """The tensors whose scales belong together. PADV2 compares what it puts around its operand."""
    if call.operator.kind != "PADV2":
        return tensors
    return [tensor for tensor in tensors if tensor is not call.input_tensors[0]]


def _are_alike(tensors: Sequence[FileTensor]) -> bool:
    """Whether all have the same scales, or none has one."""
    if not any(tensor.is_quantized for tensor in tensors):
        return True
    first = tensors[0]
    return all(
        tensor.kind == first.kind
        and tensor.is_quantized
        and tensor.scaling.equals(first.quantization)
        for tensor in tensors
    )


def _tensors(call: Call) -> list[FileTensor]:
    return [tensor for tensor in (*call.input_tensors, *call.output_tensors) if tensor is not None]
