"""Products of matrices and of vectors."""

from __future__ import annotations

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.mindspore.arguments import (
    flag,
    operand,
    operands,
    real,
    require_channels_first,
    whole,
)
from aoe.frontends.mindspore.emitter import Emitter
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Primitives
from aoe.frontends.shared_operators.cross_product import cross_product

PRIMITIVES = Primitives()
#: The number of this layout among MindSpore's.
_NCDHW = 14
#: What stands for the first axis of three elements.
_FIRST_OF_THREE = -65530


@PRIMITIVES.reads("MatMul", "BatchMatMul", "MatMulV2", "BatchMatMulV2")
def _product(
    emit: Emitter, x: Item, y: Item, transpose_a: Item = False, transpose_b: Item = False
) -> Item:
    first = _swapped(emit, operand(x), flag(transpose_a, "transpose_a"))
    second = _swapped(emit, operand(y), flag(transpose_b, "transpose_b"))
    return emit.node("MatMul", *emit.pair(first, second))


def _swapped(emit: Emitter, value: Operand, swaps: bool) -> Operand:
    """A tensor with its last two dimensions exchanged."""
    rank = len(shape_of(value))
    if not swaps or rank < 2:
        return value
    return emit.transposed(value, [*range(rank - 2), rank - 1, rank - 2])


@PRIMITIVES.reads("MatMulExt", "BatchMatMulExt", "Mm", "Mv", "Dot")
def _plain_product(emit: Emitter, x: Item, y: Item) -> Item:
    return emit.binary("MatMul", x, y)


@PRIMITIVES.reads("Dense")
def _dense(emit: Emitter, x: Item, weight: Item, bias: Item = None) -> Item:
    kernel = operand(weight)
    result = emit.node("MatMul", operand(x), _swapped(emit, kernel, True))
    return result if bias is None else emit.node("Add", result, operand(bias))


@PRIMITIVES.reads("Addmm", "Baddbmm", "Addmv", "InplaceAddmm")
def _product_and_sum(
    emit: Emitter, x: Item, first: Item, second: Item, beta: Item = 1, alpha: Item = 1
) -> Item:
    product = emit.binary("MatMul", first, second)
    return emit.node(
        "Add", _scaled(emit, operand(x), beta, "beta"), _scaled(emit, product, alpha, "alpha")
    )


def _scaled(emit: Emitter, value: Operand, factor: Item, what: str) -> Operand:
    number = real(factor, what)
    return value if number == 1 else emit.binary("Mul", value, number)


@PRIMITIVES.reads("Outer", "Ger")
def _outer(emit: Emitter, x: Item, y: Item) -> Item:
    (rows,), (columns,) = shape_of(operand(x)), shape_of(operand(y))
    column = emit.reshaped(operand(x), (rows, 1))
    return emit.binary("Mul", column, emit.reshaped(operand(y), (1, columns)))


@PRIMITIVES.reads("BiasAdd")
def _bias_add(emit: Emitter, x: Item, bias: Item, data_format: Item = None) -> Item:
    value, shift = operand(x), operand(bias)
    rank = len(shape_of(value))
    if rank > 2:
        if data_format != _NCDHW:
            require_channels_first(data_format)
        shift = emit.reshaped(shift, (*shape_of(shift), *[1] * (rank - 2)))
    return emit.node("Add", value, shift)


@PRIMITIVES.reads("Einsum")
def _einsum(emit: Emitter, tensors: Item, *, equation: Item) -> Item:
    if not isinstance(equation, str):
        raise UnsupportedNodeError("it has no equation")
    return emit.node("Einsum", *operands(tensors), equation=equation)


@PRIMITIVES.reads("EinsumExt")
def _einsum_extended(emit: Emitter, equation: Item, tensors: Item) -> Item:
    return _einsum(emit, tensors, equation=equation)


@PRIMITIVES.reads("Cross")
def _cross(emit: Emitter, input: Item, other: Item, dim: Item = _FIRST_OF_THREE) -> Item:
    """Cross products of vectors along an axis of three elements."""
    one, two = emit.pair(input, other)
    shape, place = shape_of(one), whole(dim, "dim")
    if place == _FIRST_OF_THREE:
        place = shape.index(3) if 3 in shape else 0
    if not -len(shape) <= place < len(shape) or shape[place] != 3 or shape_of(two) != shape:
        raise UnsupportedNodeError(f"it multiplies {shape} and {shape_of(two)} along {place}")
    return cross_product(emit.node, one, two, place)
