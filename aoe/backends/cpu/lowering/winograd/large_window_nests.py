"""Loop nests that transform the tiles of a large window (`large_window.py`): the input and the
window before the products of their tiles, and the summed products after them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import ceil, prod

from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.winograd.large_window import (
    RESULT,
    LargeWindowLayer,
    ResultPhase,
    position_stride,
    product_of,
    tile_axes,
)
from aoe.backends.cpu.lowering.winograd.winograd import finished, scaled, two_sided
from aoe.loops.expression import Accumulator, Constant, Expression, Load
from aoe.loops.loop_nest import Access, Axis, Bound, LoopNest, LoopSchedule, Store
from aoe.operators.operator import View


def input_nests(layer: LargeWindowLayer, x: View) -> Iterator[LoopNest]:
    """Transforms what each tile of the window reads of the input, a phase at a time."""
    for number, phase in enumerate(layer.phases):
        yield _input_nest(layer, phase, x, f"transform_input{number}")


def _input_nest(layer: LargeWindowLayer, phase: ResultPhase, x: View, name: str) -> LoopNest:
    down, across = layer.filterings
    rows, columns = phase.down.points, phase.across.points
    tops = [phase.down.first + down.dilation * i - layer.padding[0] for i in range(rows)]
    lefts = [phase.across.first + across.dilation * j - layer.padding[1] for j in range(columns)]
    steps = down.tile * down.dilation, across.tile * across.dilation
    operands = []
    for top, left in product(tops, lefts):
        bounds = (
            Bound((("th", steps[0]),), top, layer.image[0]),
            Bound((("tw", steps[1]),), left, layer.image[1]),
        )
        offset = x.offset + top * x.strides[-2] + left * x.strides[-1]
        strides = _strides(x, ("n", "c"), steps)
        operands.append(Access("input0", x.dtype, strides, offset, bounds))
    read = [[Load(i * columns + j) for j in range(columns)] for i in range(rows)]
    values = two_sided(phase.down.input, read, phase.across.input)
    planes = layer.planes.image
    strides = (*_tile_strides(layer, planes, layer.images), ("n", 1))
    stores = tuple(
        Store(
            Access("tiles", "float32", strides, (phase.first + place) * position_stride(layer)),
            value,
        )
        for place, value in enumerate(value for line in values for value in line)
    )
    axes = (*tile_axes(layer, planes), Axis("n", layer.images))
    return LoopNest(name, axes, tuple(operands), stores, None, LoopSchedule("n"))


def window_nest(layer: LargeWindowLayer, w: View, panels: Panels) -> LoopNest:
    """Transforms the tiles of the window, with zeros beyond its borders, into panels."""
    (down, across), width, places = layer.filterings, panels.width, panels.strides
    bounds: tuple[Bound, ...] = ()
    if layer.filters % width:
        bounds = (Bound((("p", width), ("k", 1)), 0, layer.filters),)
    strides = (*_strides(w, ("k", "c"), (down.tile, across.tile)), ("p", width * w.strides[0]))
    operands = []
    for i, j in product(range(down.tile), range(across.tile)):
        edges = tuple(
            Bound(((axis, tile),), place, size)
            for axis, tile, place, size in (
                ("th", down.tile, i, layer.window[0]),
                ("tw", across.tile, j, layer.window[1]),
            )
            if size % tile
        )
        offset = w.offset + i * w.strides[-2] + j * w.strides[-1]
        operands.append(Access("input1", w.dtype, strides, offset, (*bounds, *edges)))
    read = [[Load(i * across.tile + j) for j in range(across.tile)] for i in range(down.tile)]
    values = scaled(two_sided(down.window, read, across.window), down.scales, across.scales)
    planes = layer.planes.window
    stored = (*_tile_strides(layer, planes, places["t"]), ("p", places["p"]), ("k", 1))
    stores = tuple(
        Store(Access("window", "float32", stored, i * places["x"] + j * places["y"]), value)
        for i, line in enumerate(values)
        for j, value in enumerate(line)
    )
    inside = (Axis("p", ceil(layer.filters / width)), Axis("k", width))
    axes = (*tile_axes(layer, planes), *inside)
    return LoopNest("transform_window", axes, tuple(operands), stores, None, LoopSchedule("k"))


@dataclass(frozen=True, slots=True)
class Destination:
    """Where sums go, and what is stored of them.

    Attributes:
        view: The result, or a buffer that holds it.
        epilogue: The operator's epilogue.
        extras: What it reads beyond the image and the window, numbered from 2.
        buffer: The name of the buffer of `view`.
    """

    view: View
    epilogue: Expression = Accumulator()
    extras: tuple[View, ...] = ()
    buffer: str = "output0"

    def in_plane(self, plane: int) -> Destination:
        """One plane of it, with views as (image, filter, row, column)."""
        rank = len(self.view.shape)
        extras = tuple(_in_plane(view, rank, plane) for view in self.extras)
        return replace(self, view=_in_plane(self.view, rank, plane), extras=extras)

    def store(
        self, value: Expression, at: Callable[[str, View], Access], loads: int
    ) -> tuple[tuple[Access, ...], Store]:
        """What finishes a sum, and its store.

        Args:
            value: The sum.
            at: How the loop nest goes over a view in a buffer.
            loads: Operands that the loop nest has before those that finish the sum.
        """
        read = tuple(at(f"input{number}", view) for number, view in enumerate(self.extras, 2))
        numbers = {place + 2: loads + place for place in range(len(read))}
        stored = finished(self.epilogue, value, numbers)
        return read, Store(at(self.buffer, self.view), stored)


def _in_plane(view: View, rank: int, plane: int) -> View:
    missing = rank - len(view.shape)
    shape = (1,) * missing + view.shape
    strides = [s if n > 1 else 0 for s, n in zip((0,) * missing + view.strides, shape, strict=True)]
    offset = view.offset + (plane * strides[2] if rank > 4 else 0)
    return View(view.dtype, (*shape[:2], *shape[-2:]), (*strides[:2], *strides[-2:]), offset)


def _pixel(place: tuple[int, int], buffer: str, view: View) -> Access:
    """One pixel of all images "n" and filters "k"."""
    images, filters, down, across = view.strides
    offset = view.offset + place[0] * down + place[1] * across
    return Access(buffer, view.dtype, (("n", images), ("k", filters)), offset)


def _pixels(buffer: str, view: View) -> Access:
    """The pixels "t" of all images and filters."""
    images, filters, _, across = view.strides
    strides = (("n", images), ("k", filters), ("t", across))
    return Access(buffer, view.dtype, strides, view.offset)


def _has_pixels_in_line(view: View) -> bool:
    """Whether the pixels of an image are equally far apart."""
    return view.strides[2] == RESULT * view.strides[3]


def output_nests(
    layer: LargeWindowLayer, to: Destination, rows: int, columns: int, lanes: int
) -> tuple[list[LoopNest], list[LoopNest]]:
    """Loop nests that transform the summed products of each phase back, and what follows them.

    Where the pixels of the result are next to one another in memory, the scratch buffer `back` has
    them first. Blocks of pixels and filters are transposed in registers from there.

    Args:
        layer: The layer.
        to: The plane of the result that they store.
        rows: Images in scratch.
        columns: Filters in scratch.
        lanes: Elements of a vector.

    Returns:
        A loop nest for each phase, and the last one.
    """
    last: list[LoopNest] = []
    if to.view.strides[3] == 1 and all(map(_has_pixels_in_line, (to.view, *to.extras))):
        shape, strides = (rows, columns, RESULT, RESULT), (RESULT**2 * columns, 1)
        held = View("float32", shape, (*strides, RESULT * columns, columns))
        last.append(_copy(layer, _pixels("back", held), to, lanes))
        to = Destination(held, buffer="back")
    nests = [
        _back(layer, phase, product_of(layer, phase, rows, columns).output, to, number)
        for number, phase in enumerate(layer.phases)
    ]
    return nests, last


def zero_nest(layer: LargeWindowLayer, to: Destination) -> LoopNest:
    """Stores a plane of the result whose window only sees padding."""
    images, filters = Axis("n", layer.images), Axis("k", layer.filters)
    places = [*product(range(RESULT), range(RESULT))]
    axes = (images, filters) if to.view.strides[0] > to.view.strides[1] else (filters, images)
    operands, stores = _finishing(to, places, [Constant(0.0)] * len(places), 0)
    inner = axes[1].name if 1 in to.view.strides[:2] else ""
    return LoopNest("zero_plane", axes, operands, stores, None, LoopSchedule(inner))


def _finishing(
    to: Destination, places: Sequence[tuple[int, int]], values: Sequence[Expression], loads: int
) -> tuple[tuple[Access, ...], tuple[Store, ...]]:
    """What finishes the sums of these pixels, and their stores. `loads`: operands of the loop nest
    before that.
    """
    operands: list[Access] = []
    stores = []
    for place, value in zip(places, values, strict=True):
        read, store = to.store(value, partial(_pixel, place), loads + len(operands))
        operands += read
        stores.append(store)
    return tuple(operands), tuple(stores)


def _results(layer: LargeWindowLayer, phase: ResultPhase) -> list[tuple[int, int]]:
    """The pixels of the result that a phase gives."""
    down, across = layer.filterings
    rows = range(phase.down.first, RESULT, down.dilation)
    return [*product(rows, range(phase.across.first, RESULT, across.dilation))]


def _back(
    layer: LargeWindowLayer, phase: ResultPhase, source: Access, to: Destination, number: int
) -> LoopNest:
    rows, columns = phase.down.points, phase.across.points
    sums = tuple(source.at(x=i, y=j) for i, j in product(range(rows), range(columns)))
    read = [[Load(i * columns + j) for j in range(columns)] for i in range(rows)]
    values = two_sided(phase.down.back, read, phase.across.back)
    found = [value for line in values for value in line]
    extras, stores = _finishing(to, _results(layer, phase), found, len(sums))
    axes = (Axis("n", layer.images), Axis("k", layer.filters))
    name = f"transform_output{number}"
    return LoopNest(name, axes, (*sums, *extras), stores, None, LoopSchedule("k"))


def _copy(layer: LargeWindowLayer, source: Access, to: Destination, lanes: int) -> LoopNest:
    # Filters are often a multiple of half a page apart, in two sets of the first-level cache: it
    # holds the lines of a vector of them, until their images have filled these, and no more.
    axes = (Axis("k", layer.filters), Axis("n", layer.images), Axis("t", RESULT**2))
    schedule = LoopSchedule("t", tile=(("k", lanes),))
    extras, store = to.store(Load(0), _pixels, 1)
    return LoopNest("store_result", axes, (source, *extras), (store,), None, schedule)


def _tile_strides(layer: LargeWindowLayer, planes: int, step: int) -> tuple[tuple[str, int], ...]:
    """The strides of channels, planes and tiles, where transformed tiles are `step` elements
    apart.
    """
    across, plane = layer.tiles[1], prod(layer.tiles) * step
    several = (("o", plane),) if planes > 1 else ()
    return (("c", planes * plane), *several, ("th", across * step), ("tw", step))


def _strides(
    view: View, names: tuple[str, str], steps: tuple[int, int]
) -> tuple[tuple[str, int], ...]:
    """The strides along the first two dimensions, under these names, between planes if there are
    several, and between tiles, which are `steps` rows and columns apart.
    """
    first, second, *planes, down, across = view.strides
    several = tuple(("o", step) for step in planes if view.shape[2] > 1)
    named = ((names[0], first), (names[1], second))
    return (*named, *several, ("th", steps[0] * down), ("tw", steps[1] * across))
