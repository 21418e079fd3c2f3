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
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.messages import complex_array_of
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.table import OperationTable, Run
from aoe.frontends.tensorflow.values import Complex, Held, Result

TABLE = OperationTable()
#: TensorFlow's numbers of complex types, and the types of their parts.
_PARTS: Mapping[int, np.dtype] = MappingProxyType(
    {8: np.dtype(np.float32), 18: np.dtype(np.float64)}
)
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
#: Operators that pass on what they are given, whatever it is.
_PASS = frozenset(
    {
        *("Identity", "IdentityN", "StopGradient", "PartitionedCall", "StatefulPartitionedCall"),
        *("EnsureShape", "Snapshot", "PreventGradient"),
    }
)


def has_complex(node: Node, values: Sequence[Held]) -> bool:
    """Whether a node takes or makes complex numbers, so that `of_complex` computes it."""
    return any(isinstance(item, Complex) for item in values) or (
        node.op in _MADE and any(node.type_number(key) in _PARTS for key in ("DstT", "dtype", "T"))
    )


def of_complex(context: Context, node: Node, values: Sequence[Held], run: Run) -> Result:
    """Computes a node of complex numbers.

    Args:
        context: The graph.
        node: The node.
        values: Its operands.
        run: Computes it from tensors.

    Raises:
        UnsupportedNodeError: It is not computed for complex numbers.
    """
    if node.op in _PASS or node.op in _FROM_COMPLEX:
        return run(context, node, values)
    if node.op in _MADE and not isinstance(values[0] if values else None, Complex):
        return _MADE[node.op](context, node, values)
    if node.op in _OF_SHAPE:
        return run(context, node, _parts(values, "real"))
    if node.op in _BY_PART:
        return _by_part(context, node, values, run)
    if node.op in _PRODUCTS:
        return _product(context, node, values, run)
    function = _FUNCTIONS.get(node.op)
    if function is None:
        raise UnsupportedNodeError("it computes complex numbers")
    return function(context, node, values)


def _parts(values: Sequence[Held], part: str) -> list[Held]:
    return [getattr(item, part) if isinstance(item, Complex) else item for item in values]


def _by_part(context: Context, node: Node, values: Sequence[Held], run: Run) -> Result:
    found = [run(context, node, _parts(values, part)) for part in ("real", "imaginary")]
    pairs = zip(*(item if isinstance(item, tuple) else (item,) for item in found), strict=True)
    results = tuple(Complex(context.plain(one), context.plain(other)) for one, other in pairs)
    return results if isinstance(found[0], tuple) else results[0]


def _product(context: Context, node: Node, values: Sequence[Held], run: Run) -> Result:
    """A product is linear in each operand: four products of real numbers."""
    if len(values) != 2 or any(node.flag(key) for key in ("adj_x", "adj_y")):
        raise UnsupportedNodeError("it computes complex numbers")
    one, other = (numbers(item) for item in values)

    def product(first: Operand, second: Operand) -> Operand:
        found = run(context, node, [first, second])
        assert not isinstance(found, tuple), "it has one result"
        return context.plain(found)

    parts = product(one.real, other.real), product(one.imaginary, other.imaginary)
    crossed = product(one.real, other.imaginary), product(one.imaginary, other.real)
    return Complex(_node(context, "Sub", *parts), _node(context, "Add", *crossed))


def numbers(value: Held) -> Complex:
    """An operand that must be complex. Raises `UnsupportedNodeError` if it is not."""
    if not isinstance(value, Complex):
        raise UnsupportedNodeError("its operand is not complex")
    return value


def _node(context: Context, kind: str, *operands: Operand) -> Operand:
    return context.node(kind, *operands)


def _cast(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Real numbers become complex, complex ones lose their imaginary parts."""
    wanted = node.type_number("DstT")
    dtype = _PARTS[wanted] if wanted in _PARTS else node.dtype("DstT")
    kind = int(onnx_ir.DataType.from_numpy(dtype))
    (given,) = values
    if isinstance(given, Complex) and wanted in _PARTS:
        parts = (given.real, given.imaginary)
        return Complex(*(context.node("Cast", part, to=kind) for part in parts))
    plain = given.real if isinstance(given, Complex) else context.plain(given)
    real = context.node("Cast", plain, to=kind)
    return Complex(real, np.zeros(shape_of(real), dtype)) if wanted in _PARTS else real


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
    found = numbers(values[0])
    return found.real if node.op == "Real" else found.imaginary


@TABLE.add("ComplexAbs")
def _size(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return context.node("Sqrt", _squared(context, numbers(values[0])))


@TABLE.add("Angle")
def _angle(context: Context, node: Node, values: Sequence[Held]) -> Held:
    found = numbers(values[0])
    dtype = dtype_of(found.real)
    return angle_of(context.node, lambda x: np.asarray(x, dtype), found.imaginary, found.real)


@TABLE.add("Conj")
def _conjugate(context: Context, node: Node, values: Sequence[Held]) -> Held:
    found = numbers(values[0])
    return Complex(found.real, context.node("Neg", found.imaginary))


def _squared(context: Context, given: Complex) -> Operand:
    squares = (_node(context, "Mul", part, part) for part in (given.real, given.imaginary))
    return _node(context, "Add", *squares)


def _quotient(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """By a complex number: times its conjugate, by its squared size."""
    one, other = (numbers(item) for item in values)
    size = _squared(context, other)

    def divided(kind: str, *pairs: tuple[Operand, Operand]) -> Operand:
        first, second = (_node(context, "Mul", *pair) for pair in pairs)
        return _node(context, "Div", _node(context, kind, first, second), size)

    return Complex(
        divided("Add", (one.real, other.real), (one.imaginary, other.imaginary)),
        divided("Sub", (one.imaginary, other.real), (one.real, other.imaginary)),
    )


def _exponential(context: Context, node: Node, values: Sequence[Held]) -> Held:
    given = numbers(values[0])
    size = _node(context, "Exp", given.real)
    parts = (_node(context, kind, given.imaginary) for kind in ("Cos", "Sin"))
    return Complex(*(_node(context, "Mul", size, part) for part in parts))


def _square(context: Context, node: Node, values: Sequence[Held]) -> Held:
    given = numbers(values[0])
    real, imaginary = (_node(context, "Mul", part, part) for part in (given.real, given.imaginary))
    crossed = _node(context, "Mul", given.real, given.imaginary)
    real = _node(context, "Sub", real, imaginary)
    return Complex(real, _node(context, "Add", crossed, crossed))


_Function: TypeAlias = Callable[[Context, Node, Sequence[Held]], Held]
#: What makes complex numbers of others, if its type says so.
_MADE: Mapping[str, _Function] = MappingProxyType({"Cast": _cast, "Const": _constant})
_FUNCTIONS: Mapping[str, _Function] = MappingProxyType(
    {
        "Cast": _cast,
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
