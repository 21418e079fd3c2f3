"""Winograd's minimal filtering F(3×3, 4×4) for windows as large as the image: loop nests.

The gradient of a 3×3 convolution with respect to its weights is such a convolution. The window is
the gradient of the output, the images are summed over as channels, and the result is 3×3 pixels.
The window is cut into tiles of 4×4. A tile takes 36 multiplications for each image and filter
instead of 144. Products are summed over all tiles before the result is transformed back, so that is
done once. The algorithm is the transpose of F(4×4, 3×3): Gᵀ[Σ (A w Aᵀ) ⊙ (Bᵀ x B)]G with the
matrices of `transforms.py`. The scales of G are those of A here: a window is transformed once,
while results are as many as products of images and filters.

Policies and kernels are in `aoe.backends.cpu.implementations.conv.conv_winograd_window`.

Source: Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", CVPR 2016, section 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil

from aoe.backends.cpu.cost.conflict_padding import conflict_avoiding_stride
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.sum_parts import PRECISE_ROOTS
from aoe.backends.cpu.lowering.winograd.transforms import TRANSFORMS, Matrix
from aoe.backends.cpu.lowering.winograd.winograd import scaled, two_sided
from aoe.loops.expression import Accumulator, Load
from aoe.loops.loop_nest import Access, Axis, Bound, LoopNest, LoopSchedule, Store
from aoe.operators.operator import Operator, View

#: The side of a tile of the window, of the result, and of what a tile reads: its evaluation points.
TILE, RESULT, POINTS = 4, 3, 6
POSITIONS = POINTS**2


def _transposed(matrix: Matrix) -> Matrix:
    return tuple(zip(*matrix, strict=True))


_INPUT = TRANSFORMS["f4x4"].input
_WINDOW = _transposed(TRANSFORMS["f4x4"].output)
_BACK = _transposed(TRANSFORMS["f4x4"].weights)


@dataclass(frozen=True, slots=True)
class Layer:
    """The sizes of a convolution whose result is 3×3 pixels.

    Attributes:
        images: Images, each with a result of its own: rows of the product.
        channels: Input channels, which are summed over.
        filters: Filters: columns of the product.
        image: Size of the input.
        window: Size of the window.
        padding: Padding above and to the left.
    """

    images: int
    channels: int
    filters: int
    image: tuple[int, int]
    window: tuple[int, int]
    padding: tuple[int, int]

    @property
    def tiles(self) -> tuple[int, int]:
        """Tiles of the window down and across."""
        return ceil(self.window[0] / TILE), ceil(self.window[1] / TILE)

    @property
    def summed(self) -> int:
        """Tiles of all channels, which the product sums over."""
        return self.channels * self.tiles[0] * self.tiles[1]


def layer_of(operator: Operator) -> Layer:
    """The layer of a convolution."""
    x, w = operator.inputs[0].shape, operator.inputs[1].shape
    top, left = operator.integers("pads")[:2]
    return Layer(x[0], x[1], w[0], (x[2], x[3]), (w[2], w[3]), (top, left))


def product_of(layer: Layer, rows: int, columns: int) -> Contraction:
    """The matrix multiplications: a is the transformed input [position][tile][image], b the
    transformed window as panels, and `rows` × `columns` of the output are in scratch.
    """
    point = conflict_avoiding_stride(layer.summed * layer.images)
    a = Access("tiles", "float32", (("x", point), ("t", layer.images), ("n", 1)))
    output = Access("products", "float32", (("x", rows * columns), ("n", columns), ("k", 1)))
    return Contraction(
        batch=(Axis("x", POSITIONS),),
        rows=(Axis("n", layer.images),),
        column=Axis("k", layer.filters),
        reduction=(Axis("t", layer.summed),),
        a=a,
        b=Access("window", "float32", ()),
        extras=(),
        output=output,
        epilogue=Accumulator(),
        roots=PRECISE_ROOTS,
    )


def tile_axes(layer: Layer) -> tuple[Axis, ...]:
    """The axes of tiles: channel, row, column."""
    down, across = layer.tiles
    return (Axis("c", layer.channels), Axis("th", down), Axis("tw", across))


def input_nest(layer: Layer, x: View, destination: Access) -> LoopNest:
    """Transforms what each tile of the window reads of the input, into `destination`."""
    operands = []
    for i, j in product(range(POINTS), repeat=2):
        top, left = i - layer.padding[0], j - layer.padding[1]
        bounds = (
            Bound((("th", TILE),), top, layer.image[0]),
            Bound((("tw", TILE),), left, layer.image[1]),
        )
        offset = x.offset + top * x.strides[2] + left * x.strides[3]
        operands.append(Access("input0", x.dtype, _strides(x, "n", "c"), offset, bounds))
    read = [[Load(i * POINTS + j) for j in range(POINTS)] for i in range(POINTS)]
    values = two_sided(_INPUT, read, _INPUT)
    step = destination.stride("t")
    places = {"c": layer.tiles[0] * layer.tiles[1] * step, "th": layer.tiles[1] * step}
    strides = (*places.items(), ("tw", step), ("n", 1))
    stores = tuple(
        Store(
            Access("tiles", "float32", strides, (i * POINTS + j) * destination.stride("x")),
            values[i][j],
        )
        for i, j in product(range(POINTS), repeat=2)
    )
    axes = (*tile_axes(layer), Axis("n", layer.images))
    return LoopNest("transform_input", axes, tuple(operands), stores, None, LoopSchedule("n"))


def window_nest(layer: Layer, w: View, panels: Panels) -> LoopNest:
    """Transforms the tiles of the window, with zeros beyond its borders, into panels."""
    width, places = panels.width, panels.strides
    bounds: tuple[Bound, ...] = ()
    if layer.filters % width:
        bounds = (Bound((("p", width), ("k", 1)), 0, layer.filters),)
    strides = (*_strides(w, "k", "c"), ("p", width * w.strides[0]))
    operands = []
    for i, j in product(range(TILE), repeat=2):
        edges = tuple(
            Bound(((axis, TILE),), place, size)
            for axis, place, size in (("th", i, layer.window[0]), ("tw", j, layer.window[1]))
            if size % TILE
        )
        offset = w.offset + i * w.strides[2] + j * w.strides[3]
        operands.append(Access("input1", w.dtype, strides, offset, (*bounds, *edges)))
    read = [[Load(i * TILE + j) for j in range(TILE)] for i in range(TILE)]
    values = scaled(two_sided(_WINDOW, read, _WINDOW), TRANSFORMS["f4x4"].scales)
    step = places["t"]
    tiles = (("c", layer.tiles[0] * layer.tiles[1] * step), ("th", layer.tiles[1] * step))
    stored = (*tiles, ("tw", step), ("p", places["p"]), ("k", 1))
    stores = tuple(
        Store(Access("window", "float32", stored, (i * POINTS + j) * places["x"]), values[i][j])
        for i, j in product(range(POINTS), repeat=2)
    )
    inside = (Axis("p", ceil(layer.filters / width)), Axis("k", width))
    axes = (*tile_axes(layer), *inside)
    return LoopNest("transform_window", axes, tuple(operands), stores, None, LoopSchedule("k"))


def output_nests(
    layer: Layer, output: View, source: Access, columns: int, lanes: int
) -> tuple[LoopNest, ...]:
    """Transforms the summed products back and stores the result. Where its pixels are next to one
    another in memory, blocks of pixels and filters are transposed in registers, from the scratch
    buffer `back`.
    """
    named = (("n", output.strides[0]), ("k", output.strides[1]))
    down, across = output.strides[2:]
    if across != 1 or down != RESULT:
        offsets = [i * down + j * across for i, j in product(range(RESULT), repeat=2)]
        stores = [
            Access("output0", output.dtype, named, output.offset + offset) for offset in offsets
        ]
        return (_back(layer, source, stores),)
    pixels = RESULT**2
    strides = (("n", pixels * columns), ("k", 1))
    stores = [Access("back", "float32", strides, pixel * columns) for pixel in range(pixels)]
    copy = LoopNest(
        "store_result",
        (Axis("n", layer.images), Axis("k", layer.filters), Axis("t", pixels)),
        (Access("back", "float32", (*strides, ("t", columns))),),
        (Store(Access("output0", output.dtype, (*named, ("t", 1)), output.offset), Load(0)),),
        None,
        LoopSchedule("t", tile=(("k", lanes),)),
    )
    return (_back(layer, source, stores), copy)


def _back(layer: Layer, source: Access, destinations: Sequence[Access]) -> LoopNest:
    strides = tuple(term for term in source.strides if term[0] != "x")
    operands = tuple(
        Access(source.buffer, source.dtype, strides, place * source.stride("x"))
        for place in range(POSITIONS)
    )
    read = [[Load(i * POINTS + j) for j in range(POINTS)] for i in range(POINTS)]
    values = two_sided(_BACK, read, _BACK)
    stores = tuple(
        Store(destinations[i * RESULT + j], values[i][j])
        for i, j in product(range(RESULT), repeat=2)
    )
    axes = (Axis("n", layer.images), Axis("k", layer.filters))
    return LoopNest("transform_output", axes, operands, stores, None, LoopSchedule("k"))


def _strides(view: View, first: str, second: str) -> tuple[tuple[str, int], ...]:
    """The strides along the first two dimensions, under these names, and between tiles."""
    return (
        (first, view.strides[0]),
        (second, view.strides[1]),
        ("th", TILE * view.strides[2]),
        ("tw", TILE * view.strides[3]),
    )
