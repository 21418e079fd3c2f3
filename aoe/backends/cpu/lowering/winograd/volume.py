"""F(m×m, 3×3) in each plane of a three-dimensional image: its loop nests.

Planes are transformed as images are (`winograd.py`). The products at a position of a tile sum over
the channels and over the planes of the window, so each plane is transformed once however many
results read it. A task computes `block` planes of the result. Where it computes all of them, taps
that only see padding are left out, and no plane of zeros is multiplied. Policies and kernels are in
`aoe.backends.cpu.implementations.conv.conv_winograd_volume`.

The axes are `n` (image), `z` (block of planes), `i` (plane of a block), `o` (plane of its result),
`th` and `tw` (tile), `c` and `k` (channels), and in the products `x` (position), `t` (tile) and `r`
(plane of the window).

Source: Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", CVPR 2016.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil

from aoe.backends.cpu.cost.conflict_padding import conflict_avoiding_stride
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, merge_rows
from aoe.backends.cpu.lowering.winograd import winograd
from aoe.backends.cpu.lowering.winograd.transforms import TRANSFORMS
from aoe.backends.cpu.lowering.winograd.winograd import SquareLayer
from aoe.loops.expression import Accumulator, Expression
from aoe.loops.loop_nest import Access, Axis, Bound, LoopNest
from aoe.operators.operator import Operator, View


@dataclass(frozen=True, slots=True)
class Run:
    """Planes of the result that the same taps of the window compute.

    Attributes:
        first: The first of them.
        count: How many there are.
        tap: The first of the taps.
        taps: How many there are.
    """

    first: int
    count: int
    tap: int
    taps: int


@dataclass(frozen=True, slots=True)
class VolumeLayer:
    """The sizes of a layer under a transform.

    Attributes:
        plane: The layer of one plane, with the images of the batch.
        depth: Planes of the input.
        results: Planes of the result.
        taps: Planes of the window.
        stride: Planes from one result to the next.
        before: Planes of padding in front.
        block: Planes of the result that a task computes.
    """

    plane: SquareLayer
    depth: int
    results: int
    taps: int
    stride: int
    before: int
    block: int

    @property
    def batch(self) -> int:
        """Planes of all results."""
        return self.plane.batch * self.results

    @property
    def inputs(self) -> int:
        """Input channels."""
        return self.plane.inputs

    @property
    def outputs(self) -> int:
        """Output channels."""
        return self.plane.outputs

    @property
    def tiles(self) -> tuple[int, int]:
        """Tiles down and across."""
        return self.plane.tiles

    @property
    def positions(self) -> int:
        """Multiplications for each tile, pair of channels and plane of the window."""
        return self.plane.positions

    @property
    def weights(self) -> int:
        """Transformed weights."""
        return self.taps * self.plane.weights

    @property
    def blocks(self) -> int:
        """Blocks of planes."""
        return ceil(self.results / self.block)

    @property
    def runs(self) -> tuple[Run, ...]:
        """The planes of a block by the taps that compute them."""
        if not self.skips_padding:
            return (Run(0, self.block, 0, self.taps),)
        found = []
        for taps, group in groupby(range(self.results), self._taps_inside):
            planes = [*group]
            found.append(Run(planes[0], len(planes), taps.start, len(taps)))
        return tuple(found)

    @property
    def skips_padding(self) -> bool:
        """Whether the planes of a block are those of the image, without padding."""
        return self.blocks == 1 and all(map(self._taps_inside, range(self.results)))

    @property
    def planes(self) -> int:
        """Planes of a block that are transformed."""
        return self.depth if self.skips_padding else (self.block - 1) * self.stride + self.taps

    @property
    def padding(self) -> int:
        """Planes of padding in front of the first block that are transformed."""
        return 0 if self.skips_padding else self.before

    def _taps_inside(self, number: int) -> range:
        """The taps of a plane of the result that see the image."""
        start = number * self.stride - self.before
        return range(min(self.taps, max(0, -start)), max(0, min(self.taps, self.depth - start)))


def layer_of(operator: Operator, format: str, block: int) -> VolumeLayer:
    """The layer of a convolution under the transform named `format`."""
    (x, w), y = operator.inputs[:2], operator.output.shape
    pads, strides = operator.integers("pads"), operator.integers("strides")
    (_, _, depth, *image), (batch, filters, results, *result) = x.shape, y
    plane = SquareLayer(
        TRANSFORMS[format],
        batch,
        x.shape[1],
        filters,
        (image[0], image[1]),
        (result[0], result[1]),
        (pads[1], pads[2]),
    )
    return VolumeLayer(plane, depth, results, w.shape[2], strides[0], pads[0], block)


@dataclass(frozen=True, slots=True)
class Held:
    """What a buffer holds.

    Attributes:
        images: Images.
        rows: Rows of tiles.
        columns: Columns of tiles.
    """

    images: int
    rows: int
    columns: int


def tiles_and_products(layer: VolumeLayer, held: Held) -> tuple[Access, Access]:
    """Transformed tiles, [position][image][plane][tile][channel], and their products."""
    return (
        _access("tiles", held, ("i", layer.planes), ("c", layer.inputs)),
        _access("products", held, ("o", layer.block), ("k", layer.outputs)),
    )


def _access(buffer: str, held: Held, planes: tuple[str, int], channels: tuple[str, int]) -> Access:
    (plane, count), (channel, width) = planes, channels
    each = held.rows * held.columns * width
    strides = (
        ("x", conflict_avoiding_stride(held.images * count * each)),
        ("n", count * each if held.images > 1 else 0),
        (plane, each),
        ("th", held.columns * width),
        ("tw", width),
        (channel, 1),
    )
    return Access(buffer, "float32", strides)


def input_nest(layer: VolumeLayer, x: View, destination: Access) -> LoopNest:
    """Transforms the planes of a block into `destination`, with zeros beyond the borders."""
    planes = _Planes("i", layer.planes, layer.block * layer.stride, layer.padding)
    inner = winograd.input_nest(layer.plane, in_plane(x), destination)
    bounds = () if layer.skips_padding else planes.bounds(layer.depth)
    return planes.around(inner, {"input0": (x.strides[2], bounds)}, layer.blocks)


def output_nest(
    layer: VolumeLayer, epilogue: Expression, inputs: Sequence[View], output: View, source: Access
) -> LoopNest:
    """Transforms products in `source` back to pixels and applies the operator's epilogue."""
    planes = _Planes("o", layer.block, layer.block, 0)
    flat = [in_plane(view) for view in inputs]
    inner = winograd.output_nest(layer.plane, epilogue, flat, in_plane(output), source)
    bounds = planes.bounds(layer.results) if layer.results % layer.block else ()
    steps = {f"input{number}": (_plane_step(view), bounds) for number, view in enumerate(inputs)}
    steps["output0"] = (output.strides[2], bounds)
    return planes.around(inner, steps, layer.blocks)


@dataclass(frozen=True, slots=True)
class _Planes:
    """The planes of a block, whose loop goes around those of a plane.

    Attributes:
        axis: The axis of the planes of a block.
        count: How many there are.
        apart: Planes from a block to the next.
        padding: Planes of padding in front of the first block.
    """

    axis: str
    count: int
    apart: int
    padding: int

    def bounds(self, depth: int) -> tuple[Bound, ...]:
        """The condition that there is a plane, of `depth`."""
        return (Bound((("z", self.apart), (self.axis, 1)), -self.padding, depth),)

    def around(
        self, nest: LoopNest, operands: Mapping[str, tuple[int, tuple[Bound, ...]]], blocks: int
    ) -> LoopNest:
        """The loop nest of a plane for all planes of a block.

        Args:
            nest: The loop nest, whose first axis is that of images.
            operands: Elements between two planes of each operand of the operator, and when there is
                a plane, by the names of their buffers.
            blocks: Blocks of planes.
        """

        def moved(access: Access) -> Access:
            if access.buffer not in operands:
                return access
            step, bounds = operands[access.buffer]
            strides = (*access.strides, ("z", self.apart * step), (self.axis, step))
            offset = access.offset - self.padding * step
            return replace(access, strides=strides, offset=offset, bounds=(*bounds, *access.bounds))

        images, *others = nest.axes
        return replace(
            nest,
            axes=(images, Axis("z", blocks), Axis(self.axis, self.count), *others),
            operands=tuple(map(moved, nest.operands)),
            stores=tuple(replace(store, access=moved(store.access)) for store in nest.stores),
        )


def product_of(layer: VolumeLayer, held: Held, run: Run) -> Contraction:
    """The matrix multiplications of a run of planes of all held tiles, which are rows "t". b is the
    transformed weights of all taps, which exist as panels only.
    """
    source, destination = tiles_and_products(layer, held)
    plane, result = source.stride("i"), destination.stride("o")
    first = (run.first * layer.stride + run.tap - layer.before + layer.padding) * plane
    tiles = _over_tiles(source, (("o", layer.stride * plane), ("r", plane)), first)
    products = _over_tiles(destination, (("o", result),), run.first * result)
    rows = (
        Axis("n", held.images),
        Axis("o", run.count),
        Axis("t", held.rows * held.columns),
    )
    return merge_rows(
        Contraction(
            batch=(Axis("x", layer.positions),),
            rows=rows,
            column=Axis("k", layer.outputs),
            reduction=(Axis("r", run.taps), Axis("c", layer.inputs)),
            a=tiles,
            b=Access("packed", "float32", ()),
            extras=(),
            output=products,
            epilogue=Accumulator(),
        )
    )


def _over_tiles(access: Access, planes: tuple[tuple[str, int], ...], first: int) -> Access:
    """Held tiles with all tiles of a plane as one axis."""
    kept = tuple(term for term in access.strides if term[0] not in ("i", "o", "th", "tw"))
    return replace(access, strides=(*kept, *planes, ("t", access.stride("tw"))), offset=first)


def in_plane(view: View) -> View:
    """One plane of an operand that is broadcast to a result of five dimensions."""
    missing = 5 - len(view.shape)
    shape, strides = (1,) * missing + view.shape, (0,) * missing + view.strides
    return replace(view, shape=(*shape[:2], *shape[3:]), strides=(*strides[:2], *strides[3:]))


def _plane_step(view: View) -> int:
    """Elements from a plane of such an operand to the next."""
    rank = len(view.shape)
    return view.strides[-3] if rank >= 3 and view.shape[-3] > 1 else 0
