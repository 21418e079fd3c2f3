"""The shapes of what operators of ONNX Runtime's domain give. `result_types` has element types.

A function gives the shape of each output in order, None for one that is not known. Nodes whose
inputs do not fit each other have none: the rules that replace them say what is wrong.

Source: ONNX Runtime's documentation of the domain com.microsoft.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.graph.prepare.shapes.output_sizes import (
    Shape,
    constant_input,
    convolved,
    counted,
    ints,
    pooled,
    static_input,
    transposed_convolution,
)

Shapes: TypeAlias = Sequence[tuple[int | onnx_ir.SymbolicDim, ...] | None]
_Rule: TypeAlias = Callable[[onnx_ir.Node, Shape], Shapes]


def result_shapes(node: onnx_ir.Node) -> Shapes:
    """The shapes of the outputs of a node of ONNX Runtime's domain, as far as they are known."""
    rule, shape = _RULES.get(node.op_type), static_input(node, _FIRST.get(node.op_type, 0))
    if rule is None or shape is None:
        return ()
    try:
        return rule(node, shape)
    except (ValueError, IndexError, ArithmeticError):  # inputs that do not fit each other
        return ()


def _integer(node: onnx_ir.Node, name: str, default: int) -> int:
    given = node.attributes.get(name)
    return default if given is None else given.as_int()


def _needed(node: onnx_ir.Node, place: int) -> Shape:
    """The shape of another input. Raises `ValueError` where it is absent or not known."""
    shape = static_input(node, place)
    if shape is None:
        raise ValueError(f"no shape of input {place}")
    return shape


def _has(node: onnx_ir.Node, place: int) -> bool:
    return place < len(node.inputs) and node.inputs[place] is not None


def _same(*places: int) -> _Rule:
    """Outputs with the shapes of these inputs."""
    return lambda node, shape: [_needed(node, place) for place in places]


def _broadcast(*places: int) -> _Rule:
    """One output with the shape to which these inputs broadcast."""
    return lambda node, shape: [np.broadcast_shapes(*(_needed(node, place) for place in places))]


def _normalized(node: onnx_ir.Node, shape: Shape) -> Shapes:
    """A normalised tensor, statistics of each row, and the sum that was normalised."""
    row = (*shape[: _integer(node, "axis", -1) % len(shape)],)
    of_rows = (*row, *(1,) * (len(shape) - len(row)))
    return [shape, of_rows, of_rows, shape]


def _simplified(node: onnx_ir.Node, shape: Shape) -> Shapes:
    return _normalized(node, shape)[:2]


def _embedded(node: onnx_ir.Node, shape: Shape) -> Shapes:
    batch, length = shape
    rows = (batch, length, _needed(node, 2)[1])
    return [rows, (batch,), rows]


def _product(first: Shape, second: Shape) -> Shape:
    """The shape of a product of matrices."""
    if len(first) < 2 or len(second) < 2:
        vector_rows, vector_columns = len(first) < 2, len(second) < 2
        first = (1, *first) if vector_rows else first
        second = (*second, 1) if vector_columns else second
        *batch, rows, columns = _product(first, second)
        return (*batch, *(() if vector_rows else (rows,)), *(() if vector_columns else (columns,)))
    if first[-1] != second[-2]:
        raise ValueError("the factors do not fit each other")
    return (*np.broadcast_shapes(first[:-2], second[:-2]), first[-2], second[-1])


def _multiplied(node: onnx_ir.Node, shape: Shape) -> Shapes:
    return [_product(shape, _needed(node, 1))]


def _fused_product(node: onnx_ir.Node, shape: Shape) -> Shapes:
    factors = []
    for side, factor in (("A", shape), ("B", _needed(node, 1))):
        moved = factor
        if _integer(node, f"transBatch{side}", 0):
            moved = (*moved[1:-1], moved[0], moved[-1])
        if _integer(node, f"trans{side}", 0) and len(moved) > 1:
            moved = (*moved[:-2], moved[-1], moved[-2])
        factors.append(moved)
    return [_product(*factors)]


def _general_product(second: int) -> _Rule:
    """A product of two matrices, which may be transposed. `second`: the input of the other one."""

    def rule(node: onnx_ir.Node, shape: Shape) -> Shapes:
        a, b = shape, _needed(node, second)
        a = a[::-1] if _integer(node, "transA", 0) else a
        b = b[::-1] if _integer(node, "transB", 0) else b
        return [_product(a, b)]

    return rule


def _packed_product(node: onnx_ir.Node, shape: Shape) -> Shapes:
    """A product with packed weights of N rows."""
    across = _integer(node, "transB", 1) or node.op_type == "MatMulNBits"
    return [(*shape[:-1], _integer(node, "N" if across else "K", 0))]


def _lstm(node: onnx_ir.Node, shape: Shape) -> Shapes:
    steps, batch, _ = shape
    directions, hidden = _needed(node, 1)[0], _integer(node, "hidden_size", 0)
    state = (directions, batch, hidden)
    return [(steps, directions, batch, hidden), state, state]


def _attention(past_place: int) -> _Rule:
    """Attention with projections. `past_place`: the input that past keys and values are."""

    def rule(node: onnx_ir.Node, shape: Shape) -> Shapes:
        batch, length, _ = shape
        heads, width = _integer(node, "num_heads", 1), _needed(node, 1)[1] // 3
        _, key, content = ints(node, "qkv_hidden_sizes", (width,) * 3)
        past = _needed(node, past_place)[3] if _has(node, past_place) else 0
        present = (2, batch, heads, past + length, key // heads) if key == content else None
        return [(batch, length, content), present]

    return rule


def _multi_head_attention(node: onnx_ir.Node, shape: Shape) -> Shapes:
    heads = _integer(node, "num_heads", 1)
    key = content = (*shape[:2], prod(shape[2:]) // (3 if len(shape) == 5 else 1))
    if _has(node, 1):
        key = content = _needed(node, 1)
    if _has(node, 2):
        content = _needed(node, 2)
    elif len(key) == 5:  # keys and values in one
        key = content = (*key[:2], prod(key[2:]) // 2)
    # Keys and values of an encoder come by heads.
    lengths = [item[2 if len(item) == 4 else 1] for item in (key, content)]
    sizes = [item[3] if len(item) == 4 else item[2] // heads for item in (key, content)]
    past = _needed(node, 6)[2] if _has(node, 6) else 0
    presents = [
        (shape[0], heads, past + length, size) for length, size in zip(lengths, sizes, strict=True)
    ]
    return [(*shape[:2], heads * sizes[1]), *presents]


def _grouped_attention(node: onnx_ir.Node, shape: Shape) -> Shapes:
    batch, length, width = shape
    heads, shared = _integer(node, "num_heads", 1), _integer(node, "kv_num_heads", 1)
    packed = not _has(node, 1)
    size = width // (heads + 2 * shared if packed else heads)
    total = constant_input(node, 6)
    if total is None or total.size != 1:
        return [(batch, length, heads * size)]
    before = [_needed(node, place)[2] for place in (3, 4) if _has(node, place)]
    present = (batch, shared, max(int(total[0]), *before, 0), size)
    return [(batch, length, heads * size), present, present]


def _reduced(node: onnx_ir.Node, shape: Shape) -> Shapes:
    axes = {axis % len(shape) for axis in ints(node, "axes", range(len(shape)))}
    if _integer(node, "keepdims", 1):
        return [tuple(1 if axis in axes else size for axis, size in enumerate(shape))]
    return [tuple(size for axis, size in enumerate(shape) if axis not in axes)]


def _of_images(sizes: Callable[[onnx_ir.Node, Shape], Shape | None], last: int) -> _Rule:
    """Images whose channels come first, or last. `last`: what the attribute `channels_last` is by
    default.
    """

    def rule(node: onnx_ir.Node, shape: Shape) -> Shapes:
        if not _integer(node, "channels_last", last):
            return [sizes(node, shape)]
        found = sizes(node, (shape[0], shape[-1], *shape[1:-1]))
        return [None if found is None else (found[0], *found[2:], found[1])]

    return rule


def _averaged(node: onnx_ir.Node, shape: Shape) -> Shape:
    return (*shape[:2], *(1,) * (len(shape) - 2))


def _joined(node: onnx_ir.Node, shape: Shape) -> Shapes:
    axis = _integer(node, "axis", 0) % len(shape)
    sizes = [_needed(node, place)[axis] for place in range(2, len(node.inputs), 3)]
    return [(*shape[:axis], sum(sizes), *shape[axis + 1 :])]


def _sampled(node: onnx_ir.Node, shape: Shape) -> Shapes:
    return [(*shape[:2], *_needed(node, 1)[1:-1])]


def _range(node: onnx_ir.Node, shape: Shape) -> Shapes:
    ends = [constant_input(node, place) for place in range(len(node.inputs))]
    known = [end for end in ends if end is not None]
    return [counted(*(end[0] for end in known))] if len(known) == len(ends) else ()


def _at_places(node: onnx_ir.Node, shape: Shape) -> Shapes:
    *places, depth = _needed(node, 1)
    return [(*places, *shape[depth:])]


def _padded(node: onnx_ir.Node, shape: Shape) -> Shapes:
    pads = constant_input(node, 1)
    if pads is None or pads.size != 2 * len(shape):
        return ()
    both = zip(shape, pads.reshape(2, -1).sum(axis=0).tolist(), strict=True)
    return [tuple(size + added for size, added in both)]


def _expanded(node: onnx_ir.Node, shape: Shape) -> Shapes:
    axis = constant_input(node, 1)
    if axis is None or axis.size != 1:
        return ()
    place = int(axis[0]) % (len(shape) + 1)
    return [(*shape[:place], 1, *shape[place:])]


def _unfolded(node: onnx_ir.Node, shape: Shape) -> Shapes:
    axis, size = _integer(node, "dim", -1) % len(shape), _integer(node, "size", 0)
    windows = max((shape[axis] - size) // max(_integer(node, "step", 1), 1) + 1, 0)
    return [(*shape[:axis], windows, *shape[axis + 1 :], size)]


def _transposed(node: onnx_ir.Node, shape: Shape) -> Shapes:
    pads = constant_input(node, 2)
    return () if pads is None else [transposed_convolution(node, shape, pads.tolist())]


def _distances(node: onnx_ir.Node, shape: Shape) -> Shapes:
    return [(shape[0], _needed(node, 1)[0])]


def _distinct(node: onnx_ir.Node, shape: Shape) -> Shapes:
    count = onnx_ir.SymbolicDim(None)
    return [(count,), (prod(shape),), (count,)]


def _unpacked_rows(node: onnx_ir.Node, shape: Shape) -> Shapes:
    places, table = _needed(node, 1), list(shape)
    packed = node.inputs[0] is not None and node.inputs[0].dtype == onnx_ir.DataType.UINT8
    if packed:
        table[_integer(node, "quantize_axis", 1)] *= 8 // _integer(node, "bits", 4)
    axis = _integer(node, "gather_axis", 0) % len(table)
    return [(*table[:axis], *places, *table[axis + 1 :])]


def _crops(node: onnx_ir.Node, shape: Shape) -> Shapes:
    size = constant_input(node, 3)
    if size is None or size.size != 2:
        return ()
    return [(_needed(node, 1)[0], shape[1], *size.tolist())]


#: The input whose shape a rule begins with, where it is not the first one.
_FIRST: Mapping[str, int] = MappingProxyType({"QLinearConcat": 2, "QLinearWhere": 1})

_RULES: Mapping[str, _Rule] = MappingProxyType(
    {
        **dict.fromkeys(("Gelu", "BiasGelu", "FastGelu", "QuickGelu"), _same(0)),
        **dict.fromkeys(("RotaryEmbedding", "Trilu", "Inverse"), _same(0)),
        **dict.fromkeys(("QLinearSigmoid", "QLinearLeakyRelu", "QLinearSoftmax"), _same(0)),
        **dict.fromkeys(("QuantizeLinear", "DequantizeLinear"), _same(0)),
        **dict.fromkeys(("QLinearAdd", "QLinearMul"), _broadcast(0, 3)),
        "QLinearWhere": _broadcast(0, 1, 4),
        "MulInteger": _broadcast(0, 2),
        "LayerNormalization": _normalized,
        "SimplifiedLayerNormalization": _simplified,
        "SkipLayerNormalization": _normalized,
        "SkipSimplifiedLayerNormalization": _normalized,
        "EmbedLayerNormalization": _embedded,
        "QEmbedLayerNormalization": _embedded,
        **dict.fromkeys(("FusedMatMul", "TransposeMatMul"), _fused_product),
        **dict.fromkeys(("DynamicQuantizeMatMul", "MatMulIntegerToFloat"), _multiplied),
        "MatMulInteger16": _multiplied,
        "FusedGemm": _general_product(1),
        "QGemm": _general_product(3),
        **dict.fromkeys(("MatMulNBits", "MatMulBnb4"), _packed_product),
        "DynamicQuantizeLSTM": _lstm,
        "Attention": _attention(4),
        "QAttention": _attention(8),
        "MultiHeadAttention": _multi_head_attention,
        "GroupQueryAttention": _grouped_attention,
        **dict.fromkeys(("QLinearReduceMean", "ReduceSumInteger"), _reduced),
        "FusedConv": _of_images(convolved(1), 0),
        "QLinearConv": _of_images(convolved(3), 0),
        "QLinearAveragePool": _of_images(pooled, 0),
        "NhwcMaxPool": _of_images(pooled, 1),
        "QLinearGlobalAveragePool": _of_images(_averaged, 0),
        "ConvTransposeWithDynamicPads": _transposed,
        "QLinearConcat": _joined,
        "CropAndResize": _crops,
        "NGramRepeatBlock": _same(1),
        "GridSample": _sampled,
        "Range": _range,
        "GatherND": _at_places,
        "Pad": _padded,
        "ExpandDims": _expanded,
        "UnfoldTensor": _unfolded,
        "CDist": _distances,
        "Unique": _distinct,
        "GatherBlockQuantized": _unpacked_rows,
    }
)
