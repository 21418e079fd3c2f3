"""Complex numbers: arithmetic of spectra, and operators that move their elements.

Shapes of a model hold real numbers only, so both parts are tensors of their own (`Complex`). What
treats every element alike and is linear is computed for each part. `spectra.py` has the transforms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.shared_operators.angles import angle_of
from aoe.frontends.tensorflow.context import OF_COMPLEX, Context
from aoe.frontends.tensorflow.messages import COMPLEX_TYPES, complex_array_of
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable, Run
from aoe.frontends.tensorflow.values import Complex, Held, Result

TABLE = OperationTable()
#: Operators that are computed for each part alone.
_BY_PART = frozenset(
    {
        *("Add", "AddN", "AddV2", "BroadcastTo", "Concat", "ConcatV2", "Cumsum", "ExpandDims"),
        *("Gather", "GatherNd", "GatherV2", "Mean", "MirrorPad", "Neg", "Pack", "Pad", "PadV2"),
        *("Reshape", "ReverseV2", "Roll", "Select", "SelectV2", "Slice", "Split", "SplitV"),
        *("Squeeze", "StridedSlice", "Sub", "Sum", "Tile", "Transpose", "Unpack", "ZerosLike"),
    }
)
#: Operators that ask for the shape, which both parts have.
_OF_SHAPE = frozenset({"Rank", "Shape", "ShapeN", "Size"})
_PRODUCTS = frozenset({"BatchMatMul", "BatchMatMulV2", "Einsum", "MatMul", "Mul"})


def has_complex(node: Node, values: Sequence[Held]) -> bool:
    """Whether a node takes or makes complex numbers, so that `of_complex` computes it."""
    key = _MADE_TYPE.get(node.op)
    makes = key is not None and node.type_number(key) in COMPLEX_TYPES
    return makes or any(isinstance(item, Complex) for item in values)


def of_complex(context: Context, node: Node, values: Sequence[Held], run: Run) -> Result:
    """Computes a node that takes or makes complex numbers (`table.OfSpecial`)."""
    if node.op in _FROM_COMPLEX:
        return run(context, node, values)
    if node.op in _OF_SHAPE:
        return run(context, node, _part_of_each(values, "real"))
    if node.op in _BY_PART:
        return _by_part(context, node, values, run)
    if node.op in _PRODUCTS:
        return _product(context, node, values, run)
    function = _FUNCTIONS.get(node.op)
    if function is None:
        raise UnsupportedNodeError(OF_COMPLEX)
    return function(context, node, values)


def _part_of_each(values: Sequence[Held], part: str) -> list[Held]:
    return [getattr(item, part) if isinstance(item, Complex) else item for item in values]


def _by_part(context: Context, node: Node, values: Sequence[Held], run: Run) -> Result:
    found = [run(context, node, _part_of_each(values, part)) for part in ("real", "imaginary")]
    pairs = zip(*(item if isinstance(item, tuple) else (item,) for item in found), strict=True)
    results = tuple(Complex(context.plain(one), context.plain(other)) for one, other in pairs)
    return results if isinstance(found[0], tuple) else results[0]


def _product(context: Context, node: Node, values: Sequence[Held], run: Run) -> Result:
    """A product is linear in each operand: four products of real numbers."""
    if len(values) != 2:
        raise UnsupportedNodeError(f"it multiplies {len(values)} tensors of complex numbers")
    if any(node.flag(key) for key in ("adj_x", "adj_y")):
        raise UnsupportedNodeError("it conjugates complex numbers; transpose and conjugate before")
    one, other = (complex_operand(item) for item in values)

    def product(first: Operand, second: Operand) -> Operand:
        found = run(context, node, [first, second])
        assert not isinstance(found, tuple), "it has one result"
        return context.plain(found)

    parts = product(one.real, other.real), product(one.imaginary, other.imaginary)
    crossed = product(one.real, other.imaginary), product(one.imaginary, other.real)
    return Complex(context.node("Sub", *parts), context.node("Add", *crossed))


def complex_operand(value: Held) -> Complex:
    """An operand that must be complex. Raises `UnsupportedNodeError` if it is not."""
    if not isinstance(value, Complex):
        raise UnsupportedNodeError("its operand is not complex")
    return value


def _cast(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Real numbers become complex, complex ones lose their imaginary parts."""
    wanted = node.type_number("DstT")
    to_complex = COMPLEX_TYPES.get(wanted)
    dtype = node.dtype("DstT") if to_complex is None else to_complex.type(0).real.dtype
    kind = int(onnx_ir.DataType.from_numpy(dtype))
    (given,) = values
    real = given.real if isinstance(given, Complex) else context.plain(given)
    real = context.node("Cast", real, to=kind)
    if to_complex is None:
        return real
    if isinstance(given, Complex):
        return Complex(real, context.node("Cast", given.imaginary, to=kind))
    return Complex(real, np.zeros(shape_of(real), dtype))


def _constant(context: Context, node: Node, values: Sequence[Held]) -> Held:
    array = complex_array_of(node.tensor("value"))
    return Complex(array.real.copy(), array.imag.copy())


@TABLE.add("Complex")
def _joined(context: Context, node: Node, values: Sequence[Held]) -> Held:
    real, imaginary = (context.plain(item) for item in values)
    shape = np.broadcast_shapes(shape_of(real), shape_of(imaginary))
    sizes = np.asarray(shape, np.int64)
    parts = [
        item if shape_of(item) == shape else context.node("Expand", item, sizes)
        for item in (real, imaginary)
    ]
    return Complex(*parts)


@TABLE.add("Real", "Imag")
def _part(context: Context, node: Node, values: Sequence[Held]) -> Held:
    found = complex_operand(values[0])
    return found.real if node.op == "Real" else found.imaginary


@TABLE.add("ComplexAbs")
def _magnitude(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return context.node("Sqrt", _squared_magnitude(context, complex_operand(values[0])))


@TABLE.add("Angle")
def _angle(context: Context, node: Node, values: Sequence[Held]) -> Held:
    found = complex_operand(values[0])
    dtype = dtype_of(found.real)
    return angle_of(context.node, lambda x: np.asarray(x, dtype), found.imaginary, found.real)


@TABLE.add("Conj")
def _conjugate(context: Context, node: Node, values: Sequence[Held]) -> Held:
    found = complex_operand(values[0])
    return Complex(found.real, context.node("Neg", found.imaginary))


def _squared_magnitude(context: Context, given: Complex) -> Operand:
    squares = (context.node("Mul", part, part) for part in (given.real, given.imaginary))
    return context.node("Add", *squares)


def _quotient(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """By a complex number: times its conjugate, by its squared magnitude."""
    one, other = (complex_operand(item) for item in values)
    divisor = _squared_magnitude(context, other)

    def divided(kind: str, *pairs: tuple[Operand, Operand]) -> Operand:
        products = (context.node("Mul", *pair) for pair in pairs)
        return context.node("Div", context.node(kind, *products), divisor)

    return Complex(
        divided("Add", (one.real, other.real), (one.imaginary, other.imaginary)),
        divided("Sub", (one.imaginary, other.real), (one.real, other.imaginary)),
    )


def _exponential(context: Context, node: Node, values: Sequence[Held]) -> Held:
    given = complex_operand(values[0])
    magnitude = context.node("Exp", given.real)
    parts = (context.node(kind, given.imaginary) for kind in ("Cos", "Sin"))
    return Complex(*(context.node("Mul", magnitude, part) for part in parts))


def _square(context: Context, node: Node, values: Sequence[Held]) -> Held:
    given = complex_operand(values[0])
    squares = (context.node("Mul", part, part) for part in (given.real, given.imaginary))
    crossed = context.node("Mul", given.real, given.imaginary)
    return Complex(context.node("Sub", *squares), context.node("Add", crossed, crossed))


_Function: TypeAlias = Callable[[Context, Node, Sequence[Held]], Held]
#: What makes complex numbers of others, and the attribute that says whether it does.
_MADE_TYPE: Mapping[str, str] = MappingProxyType({"Cast": "DstT", "Const": "dtype"})
_FUNCTIONS: Mapping[str, _Function] = MappingProxyType(
    {
        "Cast": _cast,
        "Const": _constant,
        "Div": _quotient,
        "Exp": _exponential,
        "RealDiv": _quotient,
        "Square": _square,
    }
)
#: Operators of complex numbers only, by their own functions.
_FROM_COMPLEX = frozenset(
    {
        *(name for name, _ in TABLE.items()),
        *(f"{inverse}FFT{axes}" for inverse in ("", "I", "IR") for axes in ("", "2D")),
    }
)
