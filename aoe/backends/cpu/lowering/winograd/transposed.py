"""Winograd's minimal filtering of transposed convolutions under 3×3 windows of stride 2: layers and
loop nests.

The outputs at positions equal modulo the strides are a convolution of stride 1
(`aoe.operators.types.conv.conv_transposed.phases`), whose window has one tap or two along each
dimension. Along two taps, m outputs take m + 1 multiplications instead of 2·m. Along one tap
nothing is transformed: a tile is one output. For m = 4 the four phases take 5² + 2·5·4 + 4²
multiplications for 4×4 pixels of the input, not 9·4². The steps of a phase are the input transform,
a matrix multiplication for each evaluation point, and the output transform with the epilogue. The
phase of one tap needs no transforms.

Weights are in `transposed_weights.py`. Policies and kernels are in
`aoe.backends.cpu.implementations.conv_transposed.conv_transposed_winograd`.

Source: Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", CVPR 2016.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import ceil

from aoe.backends.cpu.cost.conflict_padding import conflict_avoiding_stride
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, over_rows
from aoe.backends.cpu.lowering.winograd.transforms import TWO_TAPS, Matrix
from aoe.backends.cpu.lowering.winograd.winograd import finished, two_sided
from aoe.loops.expression import Accumulator, Expression, Load
from aoe.loops.loop_nest import Access, Axis, Bound, LoopNest, LoopSchedule, Store
from aoe.operators.operator import Operator, View
from aoe.operators.types.conv.conv_transposed import PhaseDimension, phases


@dataclass(frozen=True, slots=True)
class PhaseFiltering:
    """The matrices of minimal filtering along one dimension.

    Attributes:
        outputs: m, the outputs of a tile.
        input: Bᵀ.
        weights: G.
        output: Aᵀ.
    """

    outputs: int
    input: Matrix
    weights: Matrix
    output: Matrix

    @property
    def points(self) -> int:
        """Multiplications of a tile."""
        return len(self.input)


@lru_cache(maxsize=16)
def filtering(outputs: int, taps: int) -> PhaseFiltering:
    """The matrices of tiles of `outputs` outputs of two taps. With one tap a tile is one output."""
    if taps == 1:
        return PhaseFiltering(1, ((1.0,),), ((1.0,),), ((1.0,),))
    found = TWO_TAPS[outputs]
    pairs = zip(found.weights, found.scales, strict=True)
    weights = tuple(tuple(number * scale for number in row) for row, scale in pairs)
    return PhaseFiltering(outputs, found.input, weights, found.output)


@dataclass(frozen=True, slots=True)
class TiledDimension:
    """One dimension of a phase in tiles.

    Attributes:
        part: The phase.
        image: Size of the input.
        stride: Distance of two outputs.
        filtering: The matrices.
    """

    part: PhaseDimension
    image: int
    stride: int
    filtering: PhaseFiltering

    @property
    def tiles(self) -> int:
        """How many tiles there are."""
        return ceil(self.part.outputs / self.filtering.outputs)

    @property
    def taps(self) -> list[int]:
        """The taps of the kernel in the order of the elements of the input that they meet."""
        part = self.part
        return [part.tap + part.tap_step * number for number in reversed(range(part.taps))]

    @property
    def met(self) -> int:
        """Outputs that the first tap meets with an element of the input."""
        return max(0, min(self.part.outputs, self.image - self.part.start))

    def input_bounds(self, axis: str, element: int) -> tuple[int, tuple[Bound, ...]]:
        """The element of the input that is number `element` of the first tile, and the condition
        that the tiles along `axis` have it.
        """
        first = self.part.start - self.part.reach * (self.part.taps - 1) + element
        step = self.filtering.outputs
        if first >= 0 and first + (self.tiles - 1) * step < self.image:
            return first, ()
        return first, (Bound(((axis, step),), first, self.image),)

    def output_bounds(self, axis: str, number: int) -> tuple[Bound, ...]:
        """The condition that the tiles along `axis` have output `number`."""
        step = self.filtering.outputs
        if self.tiles * step == self.part.outputs:
            return ()
        return (Bound(((axis, step),), number, self.part.outputs),)


@dataclass(frozen=True, slots=True)
class PhaseLayer:
    """One phase of a transposed convolution in tiles.

    Attributes:
        batch: Images.
        inputs: Input channels.
        outputs: Output channels.
        down: The vertical dimension.
        across: The horizontal dimension.
    """

    batch: int
    inputs: int
    outputs: int
    down: TiledDimension
    across: TiledDimension

    @property
    def tiles(self) -> tuple[int, int]:
        """Tiles down and across."""
        return self.down.tiles, self.across.tiles

    @property
    def points(self) -> tuple[int, int]:
        """Evaluation points down and across."""
        return self.down.filtering.points, self.across.filtering.points

    @property
    def positions(self) -> int:
        """Multiplications for each tile and pair of channels."""
        return self.points[0] * self.points[1]

    @property
    def weights(self) -> int:
        """Transformed weights."""
        return self.positions * self.inputs * self.outputs

    @property
    def transformed(self) -> bool:
        """Whether there is anything to transform."""
        return self.positions > 1


@lru_cache(maxsize=64)
def layers_of(operator: Operator, outputs: int) -> tuple[PhaseLayer, ...]:
    """The phases of a transposed convolution with tiles of `outputs` outputs, the phase of the most
    taps first.
    """
    x, w = operator.inputs[:2]
    strides = operator.integers("strides")
    found = []
    for phase in phases(operator):
        down, across = (
            TiledDimension(part, size, stride, filtering(outputs, part.taps))
            for part, size, stride in zip(phase, x.shape[2:], strides, strict=True)
        )
        found.append(PhaseLayer(x.shape[0], x.shape[1], w.shape[1], down, across))
    return tuple(sorted(found, key=lambda layer: -layer.down.part.taps * layer.across.part.taps))


def tile_axes(layer: PhaseLayer) -> tuple[Axis, ...]:
    """The axes of tiles: image, row, column."""
    return (Axis("n", layer.batch), Axis("th", layer.tiles[0]), Axis("tw", layer.tiles[1]))


def tiles_access(
    layer: PhaseLayer, buffer: str, held: tuple[int, int, int], channels: str
) -> Access:
    """Transformed tiles, [point i][point j][image][tile][channel], or their products.

    Args:
        layer: The phase.
        buffer: The buffer.
        held: Images, rows and columns of tiles in the buffer; whole images if there are several.
        channels: The axis of channels: "c" of the input, "k" of the output.

    Returns:
        The access.
    """
    images, down, across = held
    width = layer.inputs if channels == "c" else layer.outputs
    point = conflict_avoiding_stride(images * down * across * width)
    strides = (
        ("i", layer.points[1] * point),
        ("j", point),
        ("n", down * across * width if images > 1 else 0),
        ("th", across * width),
        ("tw", width),
        (channels, 1),
    )
    return Access(buffer, "float32", strides)


def elements(layer: PhaseLayer, access: Access) -> int:
    """Elements of a buffer of `tiles_access`."""
    return layer.points[0] * access.stride("i")


def matmul_of(layer: PhaseLayer, held: tuple[int, int, int]) -> Contraction:
    """The matrix multiplications from the buffer `tiles` to the buffer `products` (`tiles_access`).
    b is the transformed weights, which exist as panels only. If `held` has several images, the
    tiles of an image are one axis, so that register tiles may be of several images.
    """
    contraction = Contraction(
        batch=(Axis("i", layer.points[0]), Axis("j", layer.points[1])),
        rows=tile_axes(layer),
        column=Axis("k", layer.outputs),
        reduction=(Axis("c", layer.inputs),),
        a=tiles_access(layer, "tiles", held, "c"),
        b=Access("packed", "float32", ()),
        extras=(),
        output=tiles_access(layer, "products", held, "k"),
        epilogue=Accumulator(),
    )
    if held[0] == 1:
        return contraction
    image = Axis("tw", layer.tiles[0] * layer.tiles[1])
    return over_rows(contraction, [Axis("n", layer.batch), image])


def input_nest(layer: PhaseLayer, x: View, destination: Access) -> LoopNest:
    """Transforms the input's tiles, with zeros beyond its borders, into `destination`."""
    down, across = layer.down.filtering, layer.across.filtering
    operands: list[Access] = []
    loads: list[list[Expression]] = []
    for i in range(len(down.input[0])):
        loads.append([Load(len(operands) + j) for j in range(len(across.input[0]))])
        operands += [_pixel_read(layer, x, (i, j)) for j in range(len(across.input[0]))]
    values = two_sided(down.input, loads, across.input)
    stores = tuple(
        Store(destination.at(i=i, j=j), values[i][j]) for i, j in product(*map(range, layer.points))
    )
    axes = (*tile_axes(layer), Axis("c", layer.inputs))
    return LoopNest("transform_input", axes, tuple(operands), stores, None, LoopSchedule("c"))


def _pixel_read(layer: PhaseLayer, x: View, place: tuple[int, int]) -> Access:
    """One pixel of every tile."""
    row, rows = layer.down.input_bounds("th", place[0])
    column, columns = layer.across.input_bounds("tw", place[1])
    strides = (
        ("n", x.strides[0]),
        ("th", layer.down.filtering.outputs * x.strides[2]),
        ("tw", layer.across.filtering.outputs * x.strides[3]),
        ("c", x.strides[1]),
    )
    offset = x.offset + row * x.strides[2] + column * x.strides[3]
    return Access("input0", x.dtype, strides, offset, (*rows, *columns))


def output_nest(
    layer: PhaseLayer, operator: Operator, inputs: Sequence[View], output: View, source: Access
) -> LoopNest:
    """Transforms products in `source` back to pixels and applies the operator's epilogue."""
    down, across = layer.down.filtering, layer.across.filtering
    operands: list[Access] = []
    loads: list[list[Expression]] = []
    for i in range(down.points):
        loads.append([Load(len(operands) + j) for j in range(across.points)])
        operands += [source.at(i=i, j=j) for j in range(across.points)]
    values = two_sided(down.output, loads, across.output)
    stores = []
    for place in product(range(down.outputs), range(across.outputs)):
        numbers = {}
        for position, view in enumerate(inputs[2:], start=2):
            numbers[position] = len(operands)
            operands.append(_pixel_access(layer, view, f"input{position}", place))
        value = finished(operator.epilogue, values[place[0]][place[1]], numbers)
        stores.append(Store(_pixel_access(layer, output, "output0", place), value))
    axes = (*tile_axes(layer), Axis("k", layer.outputs))
    return LoopNest(
        "transform_output", axes, tuple(operands), tuple(stores), None, LoopSchedule("k")
    )


def _pixel_access(layer: PhaseLayer, view: View, buffer: str, place: tuple[int, int]) -> Access:
    """One pixel of every tile of an operand that is broadcast to the output's shape."""
    missing = 4 - len(view.shape)
    shape = (1,) * missing + view.shape
    strides = [s if n > 1 else 0 for s, n in zip((0,) * missing + view.strides, shape, strict=True)]
    named, offset = [("n", strides[0]), ("k", strides[1])], view.offset
    bounds: list[Bound] = []
    for axis, number, step, along in zip(
        ("th", "tw"), place, strides[2:], (layer.down, layer.across), strict=True
    ):
        named.append((axis, along.filtering.outputs * along.stride * step))
        offset += (along.part.first + along.stride * number) * step
        bounds += along.output_bounds(axis, number)
    return Access(buffer, view.dtype, tuple(named), offset, tuple(bounds))
