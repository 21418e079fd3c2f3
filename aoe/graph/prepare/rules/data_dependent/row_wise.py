"""Nodes that compute rows of data-dependent number one by one, so that they pass the number on.

Such a node needs no other inputs: it computes as many rows as there can be, and those behind the
last one count for nothing. `aoe.graph.prepare.rules.data_dependent.sizes` calls `carried`;
`aoe.graph.prepare.rules.data_dependent.readers` has the nodes that need the number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod

import onnx_ir

from aoe.graph.prepare.rewriting import constant_of, has_shape, integer, integers, operand, shape_of
from aoe.graph.prepare.rules.simplification.simplify import BROADCASTING, UNARY

#: Pointwise operators that simplification does not move.
_FURTHER_POINTWISE = frozenset(
    {"BitShift", "BitwiseAnd", "BitwiseNot", "BitwiseOr", "BitwiseXor", "Identity"}
)
#: The metadata key of a node that selects the results of one of two branches. The size of one says
#: nothing of the size of the other.
SELECTS_BRANCH = "aoe.selects_branch"
#: Operators of equal names mean the same in these.
_DOMAINS = ("", "com.microsoft")
#: The data-dependent dimension of some of a node's inputs or outputs, by their positions.
Dimensions = Mapping[int, int]


def carried(node: onnx_ir.Node, found: Dimensions) -> Dimensions:
    """The dimensions of a node's outputs with the size of the dimensions `found` of its inputs.

    Empty if there are none, or if the outputs depend on the size in another way.
    """
    if SELECTS_BRANCH in node.meta or node.domain not in _DOMAINS:
        return {}
    if node.op_type in BROADCASTING | UNARY | _FURTHER_POINTWISE:
        place = _elementwise(node, found)
    else:
        rule = _RULES.get(node.op_type)
        place = None if rule is None else rule(node, found)
    return {} if place is None else dict.fromkeys(range(len(node.outputs)), place)


def rank_of(value: onnx_ir.Value | None) -> int:
    """The number of a value's dimensions; 0 if that is not known."""
    return 0 if value is None or value.shape is None else len(value.shape)


def _elementwise(node: onnx_ir.Node, found: Dimensions) -> int | None:
    """The dimension must be the same in all inputs, counted from the right, and 1 in the others."""
    rank = max(rank_of(value) for value in node.inputs)
    places = {dimension + rank - rank_of(node.inputs[i]) for i, dimension in found.items()}
    if len(places) != 1:
        return None
    place = places.pop()
    for i, value in enumerate(node.inputs):
        own = place - rank + rank_of(value)
        if i in found or own < 0 or value is None or value.shape is None:
            continue
        if value.shape[own] != 1:
            return None
    return place


def _transpose(node: onnx_ir.Node, found: Dimensions) -> int | None:
    rank = rank_of(node.inputs[0])
    order = integers(node, "perm") or tuple(reversed(range(rank)))
    return order.index(found[0])


def _gather(node: onnx_ir.Node, found: Dimensions) -> int | None:
    """Rows picked by indices of variable number, or columns of such rows."""
    if len(found) > 1:
        return None
    rank = rank_of(node.inputs[0])
    axis = integer(node, "axis", 0) % max(rank, 1)
    if 1 in found:
        return axis + found[1]
    if found[0] == axis:
        return None
    return found[0] if found[0] < axis else found[0] - 1 + rank_of(node.inputs[1])


def _gather_nd(node: onnx_ir.Node, found: Dimensions) -> int | None:
    own = found.get(1)
    inside = own is not None and own < rank_of(node.inputs[1]) - 1
    return own if inside and 0 not in found and integer(node, "batch_dims", 0) == 0 else None


def _gather_elements(node: onnx_ir.Node, found: Dimensions) -> int | None:
    """Indices of variable number along the axis, or one row of them for each row of data."""
    axis = integer(node, "axis", 0) % max(rank_of(node.inputs[0]), 1)
    if set(found) == {1} and found[1] == axis:
        return axis
    return found[0] if set(found) == {0, 1} and found[0] == found[1] != axis else None


def _slice(node: onnx_ir.Node, found: Dimensions) -> int | None:
    axes, starts = constant_of(operand(node, 3)), constant_of(operand(node, 1))
    rank = rank_of(node.inputs[0])
    if starts is None or set(found) != {0}:
        return None
    cut = range(starts.size) if axes is None else [axis % rank for axis in axes.tolist()]
    return None if found[0] in cut else found[0]


def _reshape(node: onnx_ir.Node, found: Dimensions) -> int | None:
    """Rows stay rows if the dimensions before them keep their product, and those behind them."""
    shape, value = constant_of(operand(node, 1)), node.inputs[0]
    if shape is None or set(found) != {0} or not has_shape(value):
        return None
    assert value is not None
    old, row = list(shape_of(value)), found[0]
    given = shape.tolist()
    if integer(node, "allowzero", 0) and 0 in given:
        return None
    new = [old[i] if size == 0 and i < len(old) else size for i, size in enumerate(given)]
    before, after = prod(old[:row]), prod(old[row + 1 :])
    if row < len(given) and given[row] == 0:  # The size is copied: -1 stands for another one.
        others = [new[:row], new[row + 1 :]]
        wanted = [before, after]
        known = [prod(size for size in part if size != -1) for part in others]
        fits = all(
            known[i] == wanted[i] if -1 not in others[i] else wanted[i] % max(known[i], 1) == 0
            for i in (0, 1)
        )
        return row if fits and before * after else None
    if -1 not in new:
        return None
    place = new.index(-1)
    same = prod(new[place + 1 :]) == after and before == prod(new[:place])
    return place if same and before * after else None


def _squeeze(node: onnx_ir.Node, found: Dimensions) -> int | None:
    axes, rank = constant_of(operand(node, 1)), rank_of(node.inputs[0])
    if axes is None or set(found) != {0}:
        return None
    gone = [axis % rank for axis in axes.reshape(-1).tolist()]
    return None if found[0] in gone else found[0] - sum(axis < found[0] for axis in gone)


def _unsqueeze(node: onnx_ir.Node, found: Dimensions) -> int | None:
    axes = constant_of(operand(node, 1))
    if axes is None or set(found) != {0}:
        return None
    rank = rank_of(node.inputs[0]) + axes.size
    added = {axis % rank for axis in axes.reshape(-1).tolist()}
    return [axis for axis in range(rank) if axis not in added][found[0]]


def _concat(node: onnx_ir.Node, found: Dimensions) -> int | None:
    """Columns put beside each other; all of them must have the same size."""
    axis = integer(node, "axis", 0) % max(rank_of(node.inputs[0]), 1)
    places = set(found.values())
    whole = len(found) == len(node.inputs) and len(places) == 1
    return places.pop() if whole and axis not in places else None


def _along_another(default: int) -> Callable[[onnx_ir.Node, Dimensions], int | None]:
    """The rule of operators that work along one axis, whose number is `default` unless given."""

    def rule(node: onnx_ir.Node, found: Dimensions) -> int | None:
        axis = integer(node, "axis", default) % max(rank_of(node.inputs[0]), 1)
        return found[0] if set(found) == {0} and found[0] != axis else None

    return rule


def _normalization(node: onnx_ir.Node, found: Dimensions) -> int | None:
    """Normalised along all axes from one on."""
    rank = rank_of(node.inputs[0])
    axis = integer(node, "axis", -1) % max(rank, 1)
    few = all(rank_of(value) <= rank - axis for value in node.inputs[1:])
    return found[0] if set(found) == {0} and found[0] < axis and few else None


def _running_sum(node: onnx_ir.Node, found: Dimensions) -> int | None:
    """A sum from the front does not depend on what follows."""
    axis = constant_of(operand(node, 1))
    if axis is None or set(found) != {0}:
        return None
    along = int(axis.reshape(-1)[0]) % rank_of(node.inputs[0]) == found[0]
    return None if along and integer(node, "reverse", 0) else found[0]


def _quantization(node: onnx_ir.Node, found: Dimensions) -> int | None:
    """One scale, or one for each element of another axis."""
    scale = operand(node, 1)
    if scale is None or not has_shape(scale) or set(found) != {0}:
        return None
    if prod(shape_of(scale)) == 1:
        return found[0]
    return None if integer(node, "block_size", 0) else _along_another(1)(node, found)


def _pad(node: onnx_ir.Node, found: Dimensions) -> int | None:
    """Padded along other dimensions."""
    pads, given, rank = constant_of(operand(node, 1)), operand(node, 3), rank_of(node.inputs[0])
    axes = constant_of(given)
    if pads is None or set(found) != {0} or (given is not None and axes is None):
        return None
    padded = range(rank) if axes is None else [axis % rank for axis in axes.reshape(-1).tolist()]
    both = pads.reshape(2, -1).T.tolist()
    untouched = all(
        axis != found[0] or not any(pair) for axis, pair in zip(padded, both, strict=True)
    )
    return found[0] if untouched else None


def _repeated(node: onnx_ir.Node, found: Dimensions) -> int | None:
    """Tile and Expand along other dimensions."""
    times = constant_of(operand(node, 1))
    if times is None or set(found) != {0}:
        return None
    place = found[0] + times.size - rank_of(node.inputs[0])
    if node.op_type == "Expand" and place < 0:
        return found[0]
    added = max(times.size - rank_of(node.inputs[0]), 0)
    return found[0] + added if times[place] == 1 else None


def _one_hot(node: onnx_ir.Node, found: Dimensions) -> int | None:
    axis = integer(node, "axis", -1) % (rank_of(node.inputs[0]) + 1)
    return found[0] + (axis <= found[0]) if set(found) == {0} else None


def _gemm(node: onnx_ir.Node, found: Dimensions) -> int | None:
    """Rows of the first matrix, or columns of the second."""
    added = operand(node, 2)
    if len(found) != 1 or 2 in found or (added is not None and not has_shape(added)):
        return None
    ((place, dimension),) = found.items()
    turned = integer(node, "transB" if place else "transA", 0)
    if dimension != (place ^ bool(turned)):
        return None
    own = () if added is None else (1, 1, *shape_of(added))[-2:]
    return place if not own or own[place] == 1 else None


def _integer_product(node: onnx_ir.Node, found: Dimensions) -> int | None:
    """Rows of the first factor, with one zero point for all of them."""
    scales = {"MatMulInteger": (2,), "QLinearMatMul": (1, 2, 6, 7)}[node.op_type]
    second = node.inputs[3 if node.op_type == "QLinearMatMul" else 1]
    of_rows = (operand(node, place) for place in scales)
    if set(found) != {0} or any(v is not None and rank_of(v) > 0 for v in of_rows):
        return None
    rank = rank_of(node.inputs[0])
    return found[0] if found[0] < rank - 1 and rank_of(second) == 2 else None


def _einsum(node: onnx_ir.Node, found: Dimensions) -> int | None:
    """A letter of the result that only these inputs have."""
    equation = node.attributes.get_string("equation", "").replace(" ", "")
    terms, arrow, result = equation.partition("->")
    letters = terms.split(",")
    if not arrow or "." in equation or len(letters) != len(node.inputs):
        return None
    own = {letters[place][dimension] for place, dimension in found.items()}
    (letter,) = own if len(own) == 1 else (" ",)
    alone = all(term.count(letter) == (place in found) for place, term in enumerate(letters))
    return result.index(letter) if letter in result and alone else None


def _images(node: onnx_ir.Node, found: Dimensions) -> int | None:
    """Images of variable number, which are computed alone."""
    return 0 if dict(found) == {0: 0} and not integer(node, "training_mode", 0) else None


def _resize(node: onnx_ir.Node, found: Dimensions) -> int | None:
    """Images that keep their number and that of their channels."""
    scales, axes = constant_of(operand(node, 2)), integers(node, "axes")
    if dict(found) != {0: 0}:
        return None
    if axes is not None:
        return 0 if all(axis % rank_of(node.inputs[0]) for axis in axes) else None
    return 0 if scales is not None and scales.size and scales[0] == 1 else None


def _regions(node: onnx_ir.Node, found: Dimensions) -> int | None:
    """Regions of variable number, with the numbers of their images."""
    return 0 if dict(found) == {1: 0, 2: 0} else None


def _any_place(node: onnx_ir.Node, found: Dimensions) -> int | None:
    """Elements that depend on their place, counted from the front."""
    return found[0] if set(found) == {0} else None


_IMAGE_OPERATORS = (
    *("AveragePool", "BatchNormalization", "Conv", "ConvInteger", "ConvTranspose", "DepthToSpace"),
    *("GlobalAveragePool", "GlobalLpPool", "GlobalMaxPool", "GroupNormalization"),
    *("InstanceNormalization", "LRN", "LpPool", "MaxPool", "QLinearConv", "SpaceToDepth"),
)
_RULES: Mapping[str, Callable[[onnx_ir.Node, Dimensions], int | None]] = {
    **dict.fromkeys(_IMAGE_OPERATORS, _images),
    **dict.fromkeys(("LayerNormalization", "RMSNormalization"), _normalization),
    **dict.fromkeys(("Hardmax", "LogSoftmax", "LpNormalization", "Softmax"), _along_another(-1)),
    **dict.fromkeys(("QuantizeLinear", "DequantizeLinear"), _quantization),
    **dict.fromkeys(("MatMulInteger", "QLinearMatMul"), _integer_product),
    "Concat": _concat,
    "CumSum": _running_sum,
    "Einsum": _einsum,
    "Expand": _repeated,
    "Gather": _gather,
    "GatherElements": _gather_elements,
    "GatherND": _gather_nd,
    "Gemm": _gemm,
    "OneHot": _one_hot,
    "Pad": _pad,
    "Reshape": _reshape,
    "Resize": _resize,
    "RoiAlign": _regions,
    "Slice": _slice,
    "Split": _along_another(0),
    "Squeeze": _squeeze,
    "Tile": _repeated,
    "TopK": _along_another(-1),
    "Transpose": _transpose,
    "Trilu": _any_place,
    "Unsqueeze": _unsqueeze,
}
