"""Winograd's minimal filtering for windows as large as the image with a result of 3×3 pixels: the
layer, its phases and the products of its tiles.

The gradient of a 3×3 convolution with respect to its weights is such a convolution. The window is
the gradient of the output, the images are summed over as channels, and the result is 3×3 pixels.
The window is cut into tiles of m×m. A tile of 4×4 takes 36 multiplications for each image and
filter instead of 144. Products are summed over all tiles before the result is transformed back, so
that is done once. The algorithm is the transpose of F(m×m, 3×3): Gᵀ[Σ (A w Aᵀ) ⊙ (Bᵀ x B)]G with
the matrices of `transforms.py`. The scales of G are those of A here: a window is transformed once,
while results are as many as products of images and filters.

In the gradient of a convolution of stride 2 the window is dilated: its neighbours are two pixels
apart. The first and the last row of the result come from rows of the input of one parity, the row
between them from the others. These are the *phases* of the result. One has two taps of the
convolution whose weights it is the gradient of, the other has one, which takes one point less. So a
tile of 4×4 takes (5 + 4)² = 81 multiplications instead of 144. All phases use one transformed
window.

Images of three dimensions have planes. Those of input and window are transformed once. A plane of
the result sums the products of the planes of the window that see the image, with the planes of the
input that they see.

`large_window_nests.py` has the loop nests of the transforms. Policies and kernels are in
`aoe.backends.cpu.implementations.conv.conv_winograd_window`.

Source: Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", CVPR 2016, section 4.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import ceil, prod

from aoe.backends.cpu.cost.conflict_padding import conflict_avoiding_stride
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, over_rows
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.sum_parts import PRECISE_ROOTS
from aoe.backends.cpu.lowering.winograd.transforms import TRANSFORMS, TWO_TAPS, Matrix, Transform
from aoe.loops.expression import Accumulator
from aoe.loops.loop_nest import Access, Axis
from aoe.operators.operator import Operator

#: The side of the result.
RESULT = 3
#: F(m×m, r×r) by the dilation of the window. The result has r taps of one remainder by it.
_TRANSFORMS = {1: (TRANSFORMS["f4x4"],), 2: tuple(TWO_TAPS.values())}
#: Dilations of windows.
DILATIONS = tuple(_TRANSFORMS)
#: The smallest window worth a tile.
LEAST_WINDOW = 4


@dataclass(frozen=True, slots=True)
class ResultDimension:
    """A phase along one dimension: every `dilation`-th row of the result.

    Attributes:
        first: The first row.
        input: Bᵀ.
        back: Gᵀ without its scales.
    """

    first: int
    input: Matrix
    back: Matrix

    @property
    def points(self) -> int:
        """Its evaluation points: the first ones of its filtering."""
        return len(self.input)


@dataclass(frozen=True, slots=True)
class WindowFiltering:
    """Minimal filtering along one dimension.

    Attributes:
        tile: Rows of the window in a tile.
        dilation: Rows of the input from one row of the window to the next.
        window: A, which transforms a tile of the window.
        scales: What the rows of A are multiplied by.
        phases: The phases of the result.
    """

    tile: int
    dilation: int
    window: Matrix
    scales: tuple[float, ...]
    phases: tuple[ResultDimension, ...]

    @property
    def multiplications(self) -> int:
        """Multiplications of a tile, of all phases."""
        return sum(phase.points for phase in self.phases)


@lru_cache(maxsize=64)
def filtering(window: int, dilation: int) -> WindowFiltering:
    """The filtering of a window of so many rows that takes the fewest multiplications."""
    found = [_filtering(transform, dilation) for transform in _TRANSFORMS[dilation]]
    return min(found, key=lambda item: ceil(window / item.tile) * item.multiplications)


def _filtering(transform: Transform, dilation: int) -> WindowFiltering:
    window, back = _transposed(transform.output), _transposed(transform.weights)
    phases = []
    for first in range(dilation):
        taps = len(range(first, RESULT, dilation))
        points = transform.outputs + taps - 1
        inputs = tuple(row[:points] for row in transform.input[:points])
        phases.append(ResultDimension(first, inputs, tuple(row[:points] for row in back[:taps])))
    return WindowFiltering(transform.outputs, dilation, window, transform.scales, tuple(phases))


def _transposed(matrix: Matrix) -> Matrix:
    return tuple(zip(*matrix, strict=True))


@dataclass(frozen=True, slots=True)
class ResultPhase:
    """A phase of the result.

    Attributes:
        down: Its rows.
        across: Its columns.
        first: The position of its first transformed tiles among those of all phases.
    """

    down: ResultDimension
    across: ResultDimension
    first: int

    @property
    def positions(self) -> int:
        """Multiplications of a tile."""
        return self.down.points * self.across.points


@dataclass(frozen=True, slots=True)
class Planes:
    """The planes of a three-dimensional image. One of two dimensions is a plane of its own.

    Attributes:
        image: Planes of the input.
        window: Planes of the window.
        result: Planes of the result.
        padding: Planes of padding in front of the input.
        dilation: Planes of the input from one plane of the window to the next.
    """

    image: int = 1
    window: int = 1
    result: int = 1
    padding: int = 0
    dilation: int = 1

    def seeing(self, number: int) -> range:
        """The planes of the window that see the image in a plane of the result."""
        first = number - self.padding
        start = max(0, ceil(-first / self.dilation))
        stop = min(self.window, ceil((self.image - first) / self.dilation))
        return range(start, max(start, stop))


@dataclass(frozen=True, slots=True)
class LargeWindowLayer:
    """The sizes of a convolution whose result is 3×3 pixels, in one plane or several.

    Attributes:
        filterings: The filtering of the height and that of the width.
        images: Images, each with a result of its own: rows of the product.
        channels: Input channels, which are summed over.
        filters: Filters: columns of the product.
        image: Size of the input.
        window: Size of the window.
        padding: Padding above and to the left.
        planes: The planes of all three.
    """

    filterings: tuple[WindowFiltering, WindowFiltering]
    images: int
    channels: int
    filters: int
    image: tuple[int, int]
    window: tuple[int, int]
    padding: tuple[int, int]
    planes: Planes = Planes()

    @property
    def tiles(self) -> tuple[int, int]:
        """Tiles of the window down and across, in a plane."""
        down, across = self.filterings
        return ceil(self.window[0] / down.tile), ceil(self.window[1] / across.tile)

    @property
    def summed(self) -> int:
        """Tiles of the window of all channels and planes, which a product sums over."""
        return self.channels * self.planes.window * prod(self.tiles)

    @property
    def image_tiles(self) -> int:
        """Tiles of the input of all channels and planes, each as a tile of the window reads it."""
        return self.channels * self.planes.image * prod(self.tiles)

    @property
    def summed_planes(self) -> int:
        """Planes of the window that the products of all planes of the result sum over."""
        return sum(len(self.planes.seeing(number)) for number in range(self.planes.result))

    @property
    def phases(self) -> tuple[ResultPhase, ...]:
        """What the result is computed in, that of the most positions first."""
        down, across = (item.phases for item in self.filterings)
        phases: list[ResultPhase] = []
        for pair in product(down, across):
            phases.append(ResultPhase(*pair, sum(phase.positions for phase in phases)))
        return tuple(phases)

    @property
    def positions(self) -> int:
        """Multiplications of a tile, in all phases."""
        down, across = self.filterings
        return down.multiplications * across.multiplications

    @property
    def window_positions(self) -> int:
        """Elements of a transformed tile of the window."""
        down, across = self.filterings
        return len(down.window) * len(across.window)


def layer_of(operator: Operator) -> LargeWindowLayer:
    """The layer of a convolution."""
    x, w, y = operator.inputs[0].shape, operator.inputs[1].shape, operator.output.shape
    pads, dilations = operator.integers("pads"), operator.integers("dilations")
    rank = len(x) - 2
    down, across = map(filtering, w[-2:], dilations[-2:])
    top, left = pads[rank - 2 : rank]
    planes = Planes() if rank == 2 else Planes(x[2], w[2], y[2], pads[0], dilations[0])
    image, window = (x[-2], x[-1]), (w[-2], w[-1])
    return LargeWindowLayer((down, across), x[0], x[1], w[0], image, window, (top, left), planes)


def product_of(
    layer: LargeWindowLayer, phase: ResultPhase, rows: int, columns: int, plane: int = 0
) -> Contraction:
    """The matrix multiplications of a phase in a plane of the result: a is the transformed input
    [position][channel][plane][tile][image], b the transformed window as panels, and
    `rows` × `columns` of the output are in scratch.
    """
    down, across = phase.down.points, phase.across.points
    point, held = position_stride(layer), rows * columns
    planes, seeing = layer.planes, layer.planes.seeing(plane)
    of_plane = prod(layer.tiles) * layer.images
    first = seeing.start * planes.dilation + plane - planes.padding
    a = (
        *(("x", across * point), ("y", point), ("c", planes.image * of_plane)),
        *(("o", planes.dilation * of_plane), ("t", layer.images), ("n", 1)),
    )
    output = (("x", across * held), ("y", held), ("n", columns), ("k", 1))
    whole = Contraction(
        batch=(Axis("x", down), Axis("y", across)),
        rows=(Axis("n", layer.images),),
        column=Axis("k", layer.filters),
        reduction=_reduction(layer, len(seeing)),
        a=Access("tiles", "float32", a, phase.first * point + first * of_plane),
        b=Access("window", "float32", ()),
        extras=(),
        output=Access("products", "float32", output),
        epilogue=Accumulator(),
        roots=PRECISE_ROOTS,
    )
    return over_rows(whole, whole.rows)


def _reduction(layer: LargeWindowLayer, seeing: int) -> tuple[Axis, ...]:
    """Channels, planes of the window and tiles, as one axis where both operands allow it."""
    planes, tiles = layer.planes, prod(layer.tiles)
    if seeing > 1 and planes.dilation > 1:
        inner: tuple[Axis, ...] = (Axis("o", seeing), Axis("t", tiles))
    else:
        inner = (Axis("t", seeing * tiles),)
    if layer.channels == 1:
        return inner
    if len(inner) == 1 and seeing == planes.window == planes.image:
        return (Axis("t", layer.channels * inner[0].extent),)
    return (Axis("c", layer.channels), *inner)


def over_window(
    layer: LargeWindowLayer, product: Contraction, panels: Panels, plane: int = 0
) -> Contraction:
    """The product of a plane of the result over the transformed window."""
    read = panels.read("window", "float32", "k")
    first = layer.planes.seeing(plane).start * read.stride("o")
    return over_rows(replace(product, b=replace(read, offset=first)), product.rows)


def whole_product(layer: LargeWindowLayer, rows: int, columns: int) -> Contraction:
    """The matrix multiplications of all phases in a plane of the result that sees all planes of the
    window, for estimates.
    """
    first = product_of(layer, layer.phases[0], rows, columns)
    a = replace(first.a, strides=(("x", position_stride(layer)), ("t", layer.images), ("n", 1)))
    batch, reduction = (Axis("x", layer.positions),), (Axis("t", layer.summed),)
    return replace(first, batch=batch, reduction=reduction, a=a)


def panels_of(layer: LargeWindowLayer, width: int) -> Panels:
    """The panels of the transformed window. Sections read those of their points."""
    down, across = (len(item.window) for item in layer.filterings)
    axes = (
        Axis("c", layer.channels),
        Axis("o", layer.planes.window),
        Axis("t", prod(layer.tiles)),
    )
    return Panels((Axis("x", down), Axis("y", across)), (), axes, layer.filters, width)


def position_stride(layer: LargeWindowLayer) -> int:
    """Elements from one position of transformed tiles to the next."""
    return conflict_avoiding_stride(layer.image_tiles * layer.images)


def tiles_elements(layer: LargeWindowLayer) -> int:
    """Elements of the transformed input."""
    return layer.positions * position_stride(layer)


def tile_axes(layer: LargeWindowLayer, planes: int) -> tuple[Axis, ...]:
    """The axes of tiles: channel, plane if there are several, row, column."""
    down, across = layer.tiles
    several = (Axis("o", planes),) if planes > 1 else ()
    return (Axis("c", layer.channels), *several, Axis("th", down), Axis("tw", across))
