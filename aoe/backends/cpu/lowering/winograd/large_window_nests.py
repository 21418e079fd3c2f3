"""Loop nests that transform the tiles of a large window (`large_window.py`): the input and the
window before the products of their tiles, and the summed products after them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import ceil

from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.winograd.large_window import (
    RESULT,
    LargeWindowLayer,
    ResultPhase,
    position_stride,
    product_of,
    tile_axes,
)
from aoe.backends.cpu.lowering.winograd.winograd import scaled, two_sided
from aoe.loops.expression import Load
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
        offset = x.offset + top * x.strides[2] + left * x.strides[3]
        strides = _strides(x, ("n", "c"), steps)
        operands.append(Access("input0", x.dtype, strides, offset, bounds))
    read = [[Load(i * columns + j) for j in range(columns)] for i in range(rows)]
    values = two_sided(phase.down.input, read, phase.across.input)
    strides = (*_tile_strides(layer, layer.images), ("n", 1))
    stores = tuple(
        Store(
            Access("tiles", "float32", strides, (phase.first + place) * position_stride(layer)),
            value,
        )
        for place, value in enumerate(value for line in values for value in line)
    )
    axes = (*tile_axes(layer), Axis("n", layer.images))
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
        offset = w.offset + i * w.strides[2] + j * w.strides[3]
        operands.append(Access("input1", w.dtype, strides, offset, (*bounds, *edges)))
    read = [[Load(i * across.tile + j) for j in range(across.tile)] for i in range(down.tile)]
    values = scaled(two_sided(down.window, read, across.window), down.scales, across.scales)
    stored = (*_tile_strides(layer, places["t"]), ("p", places["p"]), ("k", 1))
    stores = tuple(
        Store(Access("window", "float32", stored, i * places["x"] + j * places["y"]), value)
        for i, line in enumerate(values)
        for j, value in enumerate(line)
    )
    inside = (Axis("p", ceil(layer.filters / width)), Axis("k", width))
    axes = (*tile_axes(layer), *inside)
    return LoopNest("transform_window", axes, tuple(operands), stores, None, LoopSchedule("k"))


def output_nests(
    layer: LargeWindowLayer, output: View, rows: int, columns: int, lanes: int
) -> tuple[list[LoopNest], list[LoopNest]]:
    """Loop nests that transform the summed products of each phase back, and what follows them.

    Where the pixels of the result are next to one another in memory, the scratch buffer `back` has
    them first. Blocks of pixels and filters are transposed in registers from there.

    Args:
        layer: The layer.
        output: The result.
        rows: Images in scratch.
        columns: Filters in scratch.
        lanes: Elements of a vector.

    Returns:
        A loop nest for each phase, and the last one.
    """
    named = (("n", output.strides[0]), ("k", output.strides[1]))
    down, across = output.strides[2:]
    last: list[LoopNest] = []
    if across != 1 or down != RESULT:
        pixels = Access("output0", output.dtype, named, output.offset)
    else:
        pixels = Access("back", "float32", (("n", RESULT**2 * columns), ("k", 1)))
        down, across = RESULT * columns, columns
        copied = replace(pixels, strides=(*pixels.strides, ("t", columns)))
        result = Access("output0", output.dtype, (*named, ("t", 1)), output.offset)
        last.append(_copy(layer, copied, result, lanes))
    nests = []
    for number, phase in enumerate(layer.phases):
        source = product_of(layer, phase, rows, columns).output
        stores = [
            replace(pixels, offset=pixels.offset + i * down + j * across)
            for i, j in product(*_results(layer, phase))
        ]
        nests.append(_back(layer, phase, source, stores, f"transform_output{number}"))
    return nests, last


def _results(layer: LargeWindowLayer, phase: ResultPhase) -> Iterator[range]:
    """The rows and the columns of the result that a phase gives."""
    for item, dimension in zip(layer.filterings, (phase.down, phase.across), strict=True):
        yield range(dimension.first, RESULT, item.dilation)


def _back(
    layer: LargeWindowLayer, phase: ResultPhase, source: Access, stores: Sequence[Access], name: str
) -> LoopNest:
    rows, columns = phase.down.points, phase.across.points
    operands = tuple(source.at(x=i, y=j) for i, j in product(range(rows), range(columns)))
    read = [[Load(i * columns + j) for j in range(columns)] for i in range(rows)]
    values = two_sided(phase.down.back, read, phase.across.back)
    found = [value for line in values for value in line]
    axes = (Axis("n", layer.images), Axis("k", layer.filters))
    stored = tuple(Store(*pair) for pair in zip(stores, found, strict=True))
    return LoopNest(name, axes, operands, stored, None, LoopSchedule("k"))


def _copy(layer: LargeWindowLayer, source: Access, result: Access, lanes: int) -> LoopNest:
    # Filters are often a multiple of half a page apart, in two sets of the first-level cache: it
    # holds the lines of a vector of them, until their images have filled these, and no more.
    axes = (Axis("k", layer.filters), Axis("n", layer.images), Axis("t", RESULT**2))
    schedule = LoopSchedule("t", tile=(("k", lanes),))
    return LoopNest("store_result", axes, (source,), (Store(result, Load(0)),), None, schedule)


def _tile_strides(layer: LargeWindowLayer, step: int) -> tuple[tuple[str, int], ...]:
    """The strides of channels and tiles, where transformed tiles are `step` elements apart."""
    down, across = layer.tiles
    return (("c", down * across * step), ("th", across * step), ("tw", step))


def _strides(
    view: View, names: tuple[str, str], steps: tuple[int, int]
) -> tuple[tuple[str, int], ...]:
    """The strides along the first two dimensions, under these names, and between tiles, which are
    `steps` rows and columns apart.
    """
    return (
        (names[0], view.strides[0]),
        (names[1], view.strides[1]),
        ("th", steps[0] * view.strides[2]),
        ("tw", steps[1] * view.strides[3]),
    )
