"""Winograd's minimal filtering F(m×m, 3×3): its loop nests, vectorised along channels.

An output tile of m×m pixels takes (m+2)² multiplications for each pair of channels instead of 9·m².
For m = 4 that is 36 instead of 144. For m = 2, where a tile is a whole image, it is 9 instead of
16. The steps are the input transform, one matrix multiplication for each position of a tile, and
the output transform with the epilogue. The transform of the weights is in `weights.py`, matrices
are in `transforms.py`, what lies between the steps in `whole_image.py`. Policies and kernels are in
`conv_winograd` and `conv_winograd_panels` of `aoe.backends.cpu.implementations.conv`.

Source: Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", CVPR 2016.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial, reduce
from itertools import product
from math import ceil

from aoe.backends.cpu.cost.conflict_padding import conflict_avoiding_stride
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.winograd.transforms import TRANSFORMS, Matrix, Transform
from aoe.loops.expression import (
    Accumulator,
    Constant,
    Expression,
    Load,
    apply,
    substitute,
)
from aoe.loops.loop_nest import Access, Axis, Bound, LoopNest, LoopSchedule, Store
from aoe.operators.operator import Operator, View

#: Binary digits of a float32 number.
_FLOAT32_DIGITS = 24
#: With fewer input channels, transforms take longer than the matmuls.
_FEWEST_CHANNELS = 8


def filters_planes(operator: Operator) -> bool:
    """Whether F(m×m, 3×3) computes a convolution plane by plane: its windows are 3×3 pixels of
    stride 1 in the last two dimensions.
    """
    x, w = operator.inputs[:2]
    return (
        w.shape[-2:] == (3, 3)
        and operator.integers("strides")[-2:] == (1, 1)
        and {*operator.integers("dilations")} == {1}
        and operator.integer("group") == 1
        and {x.dtype, w.dtype} <= {"float32", "bfloat16"}
        and w.shape[1] >= _FEWEST_CHANNELS
    )


def _linear(
    coefficients: Sequence[float], values: Sequence[Expression], dtype: str
) -> Expression | None:
    """Σ coefficient·value, without multiplications by 0 and 1. None if all are 0."""
    total: Expression | None = None
    terms = [term for term in zip(coefficients, values, strict=True) if term[0] != 0]
    for factor, value in sorted(terms, key=lambda term: term[0] != 1):
        if total is None:
            total = value if factor == 1 else apply("mul", value, Constant(factor, dtype))
        elif factor in (1, -1):
            total = apply("add" if factor == 1 else "sub", total, value)
        else:
            total = apply("fma", value, Constant(factor, dtype), total)
    return total


def apply_transform(matrix: Matrix, values: Sequence[Expression], dtype: str) -> list[Expression]:
    """matrix · values. The rows and columns of two points ±p differ in the signs of every other
    term; what they have in common is computed once. The differing terms have a factor that is left
    to the last multiply-add where dividing by it is exact: it rounds once less.
    """
    matrix, values = _with_paired_columns(matrix, values)
    results: list[Expression] = []
    for number, row in enumerate(matrix):
        before = matrix[number - 1] if number else (0.0,) * len(row)
        even = [a if a == b else 0.0 for a, b in zip(before, row, strict=True)]
        odd = [a if a == -b else 0.0 for a, b in zip(before, row, strict=True)]
        factor, odd = _without_factor(odd)
        sums, differences = _linear(even, values, dtype), _linear(odd, values, dtype)
        mirrored = all(abs(a) == abs(b) for a, b in zip(before, row, strict=True))
        if mirrored and sums is not None and differences is not None:
            results[-1:] = _sum_and_difference(sums, differences, factor, dtype)
        else:
            value = _linear(row, values, dtype)
            assert value is not None
            results.append(value)
    return results


def _without_factor(coefficients: Sequence[float]) -> tuple[float, list[float]]:
    """The last coefficient that is not 0, and all of them divided by it; 1 where the quotients are
    no float32 numbers.
    """
    factor = next((abs(number) for number in reversed(coefficients) if number), 1.0)
    divided = [Fraction(number) / Fraction(factor) for number in coefficients]
    if all(_is_float32(number) for number in divided):
        return factor, [float(number) for number in divided]
    return 1.0, list(coefficients)


def _is_float32(number: Fraction) -> bool:
    """Whether a number of usual size is one of float32."""
    whole, parts = abs(number.numerator), number.denominator
    return whole.bit_length() <= _FLOAT32_DIGITS and parts & (parts - 1) == 0


def _sum_and_difference(
    left: Expression, right: Expression, factor: float, dtype: str
) -> list[Expression]:
    """left ± factor · right."""
    if factor == 1:
        return [apply(name, left, right) for name in ("add", "sub")]
    return [apply("fma", right, Constant(sign * factor, dtype), left) for sign in (1, -1)]


def _with_paired_columns(
    matrix: Matrix, values: Sequence[Expression]
) -> tuple[Matrix, list[Expression]]:
    """The same transform with two neighbouring values replaced by their sum and difference, where
    at least three rows take one or the other.
    """
    values = list(values)
    for j in range(len(values) - 1):
        sides = [(row[j], row[j + 1]) for row in matrix]
        opposite = all(abs(left) == abs(right) for left, right in sides)
        if opposite and sum(1 for side in sides if any(side)) >= 3:
            left, right = values[j : j + 2]
            values[j : j + 2] = apply("add", left, right), apply("sub", left, right)
            pairs = [(a, 0.0) if a == b else (0.0, a) for a, b in sides]
            matrix = tuple(
                (*row[:j], *pair, *row[j + 2 :]) for row, pair in zip(matrix, pairs, strict=True)
            )
    return matrix, values


def two_sided(
    left: Matrix,
    values: Sequence[Sequence[Expression]],
    right: Matrix,
    dtype: str = "float32",
) -> list[list[Expression]]:
    """left · values · rightᵀ, as expressions that share their inner parts."""
    columns = [
        apply_transform(left, [line[column] for line in values], dtype)
        for column in range(len(values[0]))
    ]
    return [apply_transform(right, line, dtype) for line in zip(*columns, strict=True)]


def scaled(
    values: Sequence[Sequence[Expression]],
    down: Sequence[float],
    across: Sequence[float],
    dtype: str = "float32",
) -> list[list[Expression]]:
    """A matrix of values, each times the scales of its row and its column."""
    return [
        [
            value if row * column == 1 else apply("mul", value, Constant(row * column, dtype))
            for value, column in zip(line, across, strict=True)
        ]
        for line, row in zip(values, down, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class SquareLayer:
    """The sizes of a layer under a transform.

    Attributes:
        transform: The transform.
        batch: Images.
        inputs: Input channels.
        outputs: Output channels.
        image: Size of the input.
        result: Size of the output.
        padding: Padding above and to the left.
    """

    transform: Transform
    batch: int
    inputs: int
    outputs: int
    image: tuple[int, int]
    result: tuple[int, int]
    padding: tuple[int, int]

    @property
    def tiles(self) -> tuple[int, int]:
        """Tiles down and across."""
        height, width = (ceil(n / self.transform.outputs) for n in self.result)
        return height, width

    @property
    def positions(self) -> int:
        """Multiplications for each tile and pair of channels."""
        return self.transform.points**2

    @property
    def weights(self) -> int:
        """Transformed weights."""
        return self.positions * self.inputs * self.outputs

    @property
    def fits(self) -> bool:
        """Whether the padding is what the transform assumes."""
        padded, sides = self.transform.padded, {*self.image, *self.result}
        return not padded or (sides == {self.transform.outputs} and {*self.padding} == {padded})


def layer_of(operator: Operator, format: str) -> SquareLayer:
    """The layer of a convolution under the transform named `format`."""
    x, y = operator.inputs[0].shape, operator.output.shape
    pads = operator.integers("pads")
    return SquareLayer(
        TRANSFORMS[format],
        x[0],
        x[1],
        y[1],
        (x[2], x[3]),
        (y[2], y[3]),
        (pads[0], pads[1]),
    )


# The three steps


def input_nest(layer: SquareLayer, x: View, destination: Access) -> LoopNest:
    """Transforms the image's tiles, with zeros beyond its borders, into `destination`."""
    m, size, points = layer.transform.outputs, layer.transform.size, layer.transform.points
    first = layer.transform.padded
    operands = []
    for i in range(first, first + size):
        for j in range(first, first + size):
            top, left = i - layer.padding[0], j - layer.padding[1]
            bounds = (
                Bound((("th", m),), top, layer.image[0]),
                Bound((("tw", m),), left, layer.image[1]),
            )
            operands.append(
                Access(
                    "input0",
                    x.dtype,
                    (
                        ("n", x.strides[0]),
                        ("th", m * x.strides[2]),
                        ("tw", m * x.strides[3]),
                        ("c", x.strides[1]),
                    ),
                    x.offset + top * x.strides[2] + left * x.strides[3],
                    bounds,
                )
            )
    loads = [[Load(i * size + j) for j in range(size)] for i in range(size)]
    values = two_sided(layer.transform.input, loads, layer.transform.input)
    stores = tuple(
        Store(_at_position(destination, i * points + j), values[i][j])
        for i in range(points)
        for j in range(points)
    )
    axes = (*tile_axes(layer), Axis("c", layer.inputs))
    return LoopNest("transform_input", axes, tuple(operands), stores, None, LoopSchedule("c"))


def output_nest(
    layer: SquareLayer,
    epilogue: Expression,
    inputs: Sequence[View],
    output: View,
    source: Access,
    pool: int = 1,
) -> LoopNest:
    """Transforms products in `source` back to pixels and applies the operator's epilogue. `pool`:
    the side of the pooling windows whose maxima the epilogue is applied to.
    """
    m, points = layer.transform.outputs, layer.transform.points
    step = m // pool
    operands = [_at_position(source, number) for number in range(layer.positions)]
    loads = [[Load(i * points + j) for j in range(points)] for i in range(points)]
    values = two_sided(layer.transform.output, loads, layer.transform.output)
    stores = []
    for i, j in product(range(step), repeat=2):
        numbers = {}
        for position, view in enumerate(inputs[2:], start=2):
            numbers[position] = len(operands)
            operands.append(_pixel_access(layer, step, output, view, f"input{position}", (i, j)))
        rows = values[i * pool : (i + 1) * pool]
        window = [value for row in rows for value in row[j * pool : (j + 1) * pool]]
        value = finished(epilogue, reduce(partial(apply, "max"), window), numbers)
        stores.append(Store(_pixel_access(layer, step, output, output, "output0", (i, j)), value))
    axes = (*tile_axes(layer), Axis("k", layer.outputs))
    return LoopNest(
        "transform_output", axes, tuple(operands), tuple(stores), None, LoopSchedule("k")
    )


def finished(epilogue: Expression, value: Expression, numbers: dict[int, int]) -> Expression:
    """An operator's epilogue of `value`. `numbers`: its inputs as operands of a loop nest."""

    def replacement(node: Expression) -> Expression | None:
        if isinstance(node, Accumulator):
            return value
        return Load(numbers[node.operand]) if isinstance(node, Load) else None

    return substitute(epilogue, replacement)


def _pixel_access(
    layer: SquareLayer, step: int, output: View, view: View, buffer: str, place: tuple[int, int]
) -> Access:
    """One pixel of every tile of an operand that is broadcast to the output's shape. Tiles are
    `step` pixels apart.
    """
    missing = 4 - len(view.shape)
    shape = (1,) * missing + view.shape
    strides = [s if n > 1 else 0 for s, n in zip((0,) * missing + view.strides, shape, strict=True)]
    bounds = tuple(
        Bound(((axis, step),), offset, size)
        for axis, tiles, offset, size in zip(
            ("th", "tw"), layer.tiles, place, output.shape[2:], strict=True
        )
        if tiles * step > size
    )
    down, across = step * strides[2], step * strides[3]
    named = (("n", strides[0]), ("th", down), ("tw", across), ("k", strides[1]))
    offset = view.offset + place[0] * strides[2] + place[1] * strides[3]
    return Access(buffer, view.dtype, named, offset, bounds)


def tile_axes(layer: SquareLayer) -> tuple[Axis, ...]:
    """The axes of tiles: image, row, column."""
    return (Axis("n", layer.batch), Axis("th", layer.tiles[0]), Axis("tw", layer.tiles[1]))


def _at_position(access: Access, number: int) -> Access:
    """The transformed tiles at one position, for loop nests that name each of them."""
    strides = tuple(term for term in access.strides if term[0] != "x")
    return replace(access, strides=strides, offset=number * access.stride("x"))


def tiles_access(
    layer: SquareLayer, buffer: str, held: tuple[int, int], axis: str, channels: int
) -> Access:
    """Transformed tiles as [position][tile][channel]. `held`: rows and columns of tiles in the
    buffer.
    """
    rows, across = held
    per_image = rows * across * channels
    images = layer.batch if held == layer.tiles else 1
    return Access(
        buffer,
        "float32",
        (
            ("x", conflict_avoiding_stride(images * per_image)),
            ("n", per_image if images > 1 else 0),
            ("th", across * channels),
            ("tw", channels),
            (axis, 1),
        ),
    )


def matmul_of(layer: SquareLayer, source: Access, destination: Access) -> Contraction:
    """The matrix multiplications. b is the transformed weights, which exist as panels only."""
    return Contraction(
        batch=(Axis("x", layer.positions),),
        rows=tile_axes(layer),
        column=Axis("k", layer.outputs),
        reduction=(Axis("c", layer.inputs),),
        a=source,
        b=Access("packed", "float32", ()),
        extras=(),
        output=destination,
        epilogue=Accumulator(),
    )
