"""Runs lowered operators in NumPy, one loop nest at a time, with index arrays.

The code generator must agree with it, and tests of lowerings use it instead of compiling.

Schedules do not change what a loop nest computes; they are only checked for naming existing axes.
Sums accumulate in float64. Uninitialised memory is poisoned (NaN, or a large integer). Addresses
are checked, and a store to a buffer that is no argument of the kernel is refused. If an access has
its own strides inside a register tile, the tile's size matters: `lanes` is the number of float32
elements in a vector.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import Any

import numpy as np

from aoe.backends.cpu.lowering.reduced_precision import float24
from aoe.element_types import FLOAT24, computed_type, is_floating
from aoe.loops.loop_nest import Access, Buffer, Kernel, Loop, LoopNest, LoweredOperator
from aoe.operators.operator import View
from aoe.operators.reference import computed, convert, evaluate

_REDUCE: Mapping[str, Callable[..., Any]] = {
    "sum": np.sum,
    "max": np.max,
    "min": np.min,
    "prod": np.prod,
}
_MAX_POINTS = 1 << 22


def run_lowered(
    program: LoweredOperator,
    inputs: Sequence[np.ndarray],
    input_views: Sequence[View],
    output_view: View,
    output: np.ndarray | None = None,
    lanes: int = 16,
) -> np.ndarray:
    """Runs a lowered operator and returns its output in the view's shape.

    Args:
        program: The lowered operator.
        inputs: Flat buffers that the views refer to.
        input_views: The views of the inputs.
        output_view: The view of the output.
        output: The flat buffer to write into, so that a test can check what surrounds the view; by
            default a poisoned one of the right size.
        lanes: The float32 elements of a vector.
    """
    memory = {f"input{i}": buffer.reshape(-1) for i, buffer in enumerate(inputs)}
    for i, view in enumerate(input_views):
        assert memory[f"input{i}"].dtype == np.dtype(view.dtype)
    memory["output0"] = (
        poisoned(Buffer("output0", output_view.dtype, elements_of(output_view)))
        if output is None
        else output
    )
    for buffer in (*program.packed, *program.temporaries):
        assert buffer.name not in memory
        memory[buffer.name] = poisoned(buffer)
    for kernel in (*program.prepare, *program.kernels):
        run_kernel(kernel, memory, lanes)
    return view_of(memory["output0"], output_view).copy()


def poisoned(buffer: Buffer) -> np.ndarray:
    """Returns uninitialised memory."""
    buffer = in_words(buffer)
    dtype = np.dtype(buffer.dtype)
    value: float = float("nan") if is_floating(dtype) else 101 if dtype.kind != "b" else 1
    return np.full(max(buffer.elements, 1), value, dtype)


def in_words(buffer: Buffer) -> Buffer:
    """Returns a buffer of 24-bit floats as one of the words that hold them; others unchanged."""
    if buffer.dtype != FLOAT24:
        return buffer
    return Buffer(buffer.name, "int32", buffer.elements * float24.WORDS // float24.GROUP)


def elements_of(view: View) -> int:
    """Returns the number of elements a buffer needs to hold a view."""
    reach = sum((n - 1) * max(s, 0) for n, s in zip(view.shape, view.strides, strict=True) if n)
    return view.offset + reach + 1


def view_of(buffer: np.ndarray, view: View) -> np.ndarray:
    """Returns the view of a flat buffer as a NumPy array that shares its memory."""
    size = buffer.itemsize
    return np.ndarray(
        view.shape, buffer.dtype, buffer, view.offset * size, [s * size for s in view.strides]
    )


def run_kernel(kernel: Kernel, memory: dict[str, np.ndarray], lanes: int = 16) -> None:
    """Runs a kernel on the named buffers.

    The tasks run from the last to the first, because none may need what another task of its phase
    writes.
    """
    sizes = {axis.name: axis.extent for axis in kernel.axes}
    assert len(sizes) == len(kernel.axes), f"{kernel.name}: axes named twice"
    assert 0 <= kernel.lockstep <= kernel.lockstep + kernel.parallel <= len(kernel.outer)
    assert all(first < last for first, last in pairwise((0, *kernel.barriers, len(kernel.nests))))
    assert len(set(kernel.arguments)) == len(kernel.arguments)
    visible = {name: memory[name] for name in kernel.arguments}
    visible.update((buffer.name, poisoned(buffer)) for buffer in kernel.scratch)
    scratch = frozenset(buffer.name for buffer in kernel.scratch)
    whole = {name: range(extent) for name, extent in sizes.items()}
    together = len(kernel.nests) == 1 and not scratch and not _in_order(kernel.nests[0])
    if together:
        _run_tile(kernel, kernel.nests, visible, scratch, whole, lanes)
        return
    inner = kernel.outer[kernel.lockstep + kernel.parallel :]
    for iteration, phase in product(_tiles(kernel.together, whole), kernel.phases):
        visible.update((buffer.name, poisoned(buffer)) for buffer in kernel.scratch)
        for task in reversed([*_tiles(kernel.spread, iteration)]):
            for tile in _tiles(inner, task):
                _run_tile(kernel, phase, visible, scratch, tile, lanes)


def _run_tile(
    kernel: Kernel,
    nests: Sequence[LoopNest],
    visible: dict[str, np.ndarray],
    scratch: frozenset[str],
    tile: dict[str, range],
    lanes: int,
) -> None:
    sizes = {axis.name: axis.extent for axis in kernel.axes}
    for nest in nests:
        for axis in nest.axes:
            assert sizes.get(axis.name, axis.extent) == axis.extent, (kernel.name, axis)
        _check_schedule(nest)
        _run_nest(nest, visible, scratch, tile, lanes)


def _in_order(nest: LoopNest) -> bool:
    """Whether a loop nest must run tile by tile.

    It must if it reads what it stored in an earlier tile, may store twice to a location, or is
    skipped in some tiles.
    """
    if nest.guard is not None:
        return True
    read = {access.buffer for access in nest.operands}
    stored = [store.access for store in nest.stores]
    return any(access.buffer in read or access.indirect for access in stored)


def _tiles(loops: Sequence[Loop], whole: dict[str, range]) -> Iterator[dict[str, range]]:
    """Yields the tiles of outer loops inside another one; further loops over an axis refine its
    tile.
    """

    def enter(tile: dict[str, range], depth: int) -> Iterator[dict[str, range]]:
        if depth == len(loops):
            yield tile
            return
        loop = loops[depth]
        current = tile[loop.axis]
        for start in range(current.start, current.stop, loop.step):
            block = range(start, min(start + loop.step, current.stop))
            yield from enter({**tile, loop.axis: block}, depth + 1)

    yield from enter(whole, 0)


def _check_schedule(nest: LoopNest) -> None:
    names = [axis.name for axis in nest.axes]
    assert len(set(names)) == len(names), f"{nest.name}: axes named twice"
    schedule = nest.schedule
    used = (
        {schedule.vector} - {""} | {a for a, _ in schedule.tile} | {e.axis for e in schedule.order}
    )
    for access in (*nest.operands, *(store.access for store in nest.stores)):
        used |= {axis for axis, _ in access.strides}
        used |= {axis for bound in access.bounds for axis, _ in bound.terms}
    if nest.reduction:
        used |= set(nest.reduction.axes)
        for store in nest.stores:
            assert not {axis for axis, _ in store.access.strides} & set(nest.reduction.axes)
    assert used <= set(names), f"{nest.name}: unknown axes {sorted(used - set(names))}"
    assert schedule.vectors >= 1
    assert all(step >= 1 for _, step in schedule.tile)
    assert schedule.vector not in dict(schedule.tile), f"{nest.name}: vector axis in the tile"


def _run_nest(
    nest: LoopNest,
    memory: Mapping[str, np.ndarray],
    scratch: frozenset[str],
    tile: Mapping[str, range],
    lanes: int,
) -> None:
    if nest.guard is not None:
        here = {name: np.asarray(span.start) for name, span in tile.items()}
        place = _address(nest.guard, here, {}, {})
        if memory[nest.guard.buffer][place] == 0:
            return
    ranges = [tile.get(axis.name, range(axis.extent)) for axis in nest.axes]
    reduced = nest.reduction.axes if nest.reduction else ()
    free = [i for i, axis in enumerate(nest.axes) if axis.name not in reduced]
    starts = {axis.name: span.start for axis, span in zip(nest.axes, ranges, strict=True)}
    for block in _blocks(ranges, free):
        grid = np.ogrid[tuple(slice(span.start, span.stop) for span in block)]
        coordinates = {axis.name: g for axis, g in zip(nest.axes, grid, strict=True)}
        shape = [len(span) for span in block]
        _run_block(nest, memory, scratch, starts, coordinates, shape, lanes)


def _blocks(ranges: Sequence[range], free: Sequence[int]) -> Iterator[list[range]]:
    """Yields the iteration space in blocks of bounded size, divided along output axes."""
    pieces = []
    points = int(np.prod([len(span) for span in ranges]))
    for number, span in enumerate(ranges):
        count = min(len(span), -(-points // _MAX_POINTS)) if number in free else 1
        points = points // max(count, 1)
        step = -(-len(span) // max(count, 1)) or 1
        pieces.append([span[i : i + step] for i in range(0, len(span), step)])
    for chosen in product(*pieces):
        yield list(chosen)


def _run_block(
    nest: LoopNest,
    memory: Mapping[str, np.ndarray],
    scratch: frozenset[str],
    starts: Mapping[str, int],
    coordinates: Mapping[str, np.ndarray],
    shape: list[int],
    lanes: int,
) -> None:
    names = [axis.name for axis in nest.axes]
    register = {**dict(nest.schedule.tile), nest.schedule.vector: nest.schedule.vectors * lanes}

    def address(access: Access, items: Sequence[np.ndarray]) -> np.ndarray:
        base = starts if access.buffer in scratch else {}
        total = _address(access, coordinates, base, register)
        for item in access.indirect:
            index = items[item.operand].astype(np.int64)
            index = np.where(index < 0, index + item.extent, index)
            total = total + np.clip(index, 0, item.extent - 1) * item.stride
        return total

    operands: list[np.ndarray] = [np.empty(0)] * len(nest.operands)
    accesses = (*nest.operands, *(store.access for store in nest.stores))
    indirect = {item.operand for access in accesses for item in access.indirect}
    for number in sorted(range(len(operands)), key=lambda n: n not in indirect):
        item = nest.operands[number]
        operands[number] = _load(item, memory, coordinates, address(item, operands), lanes)
    accumulator = None
    with np.errstate(all="ignore"):
        if nest.reduction:
            element = evaluate(nest.reduction.element, operands, None, coordinates)
            axes = tuple(names.index(axis) for axis in nest.reduction.axes)
            accumulator = _reduce(nest.reduction.combine, np.broadcast_to(element, shape), axes)
            operands = [_first(item, axes) for item in operands]
            coordinates = {name: _first(item, axes) for name, item in coordinates.items()}
            shape = [1 if i in axes else n for i, n in enumerate(shape)]
        values = [evaluate(s.value, operands, accumulator, coordinates) for s in nest.stores]
    for store, value in zip(nest.stores, values, strict=True):
        place = address(store.access, operands)
        _store(store.access, memory, coordinates, value, shape, place)


def _first(array: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
    if array.ndim == 0:
        return array
    return array[tuple(slice(0, 1) if i in axes else slice(None) for i in range(array.ndim))]


def _reduce(combine: str, element: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
    wide = element.astype(np.float64) if element.dtype == np.float32 else element
    result = _REDUCE[combine](wide, axis=axes, keepdims=True)
    return np.asarray(result).astype(element.dtype)


def _address(
    access: Access,
    coordinates: Mapping[str, np.ndarray],
    base: Mapping[str, int],
    register: Mapping[str, int],
) -> np.ndarray:
    total = np.asarray(access.offset, np.int64)
    for axis in dict.fromkeys(axis for axis, _ in (*access.strides, *access.tile_strides)):
        place = coordinates[axis] - base.get(axis, 0)
        inside = place % register.get(axis, 1)
        total = total + (place - inside) * access.stride(axis)
        total = total + inside * access.tile_stride(axis)
    return total


def _inside(access: Access, coordinates: Mapping[str, np.ndarray]) -> np.ndarray:
    inside = np.asarray(True)
    for bound in access.bounds:
        place = np.asarray(bound.offset, np.int64)
        for axis, coefficient in bound.terms:
            place = place + coordinates[axis] * coefficient
        inside = inside & (place >= 0) & (place < bound.extent)
    return inside


def _viewed_as(dtype: str, buffer: np.ndarray) -> np.ndarray:
    """Returns a buffer as the type of an access: a group for a dot product, bits, or adjacent
    numbers of several widths.
    """
    wanted = np.dtype(dtype).itemsize
    if dtype not in ("int32", "uint16", "uint8") or buffer.dtype.itemsize > wanted:
        return buffer
    whole = wanted // buffer.dtype.itemsize
    return buffer[: buffer.size // whole * whole].view(dtype)


def _load(
    access: Access,
    memory: Mapping[str, np.ndarray],
    coordinates: Mapping[str, np.ndarray],
    address: np.ndarray,
    lanes: int,
) -> np.ndarray:
    if access.dtype == FLOAT24:
        return _float24(memory[access.buffer], address, lanes)
    buffer = _viewed_as(access.dtype, memory[access.buffer])
    assert buffer.dtype == np.dtype(access.dtype), access
    inside = _inside(access, coordinates)
    safe = np.where(inside, address, 0)
    assert safe.min() >= 0, f"{access} reads before its buffer"
    assert safe.max() < buffer.size, f"{access} reads behind its buffer of {buffer.size}"
    if inside.all():
        return computed(np.asarray(buffer[safe]))
    fill = access.fill if is_floating(buffer.dtype) else int(access.fill)
    return computed(np.where(inside, buffer[safe], np.asarray(fill, buffer.dtype)))


def _float24(words: np.ndarray, address: np.ndarray, lanes: int) -> np.ndarray:
    """Returns the 24-bit floats at these addresses as float32.

    See `aoe.backends.cpu.lowering.reduced_precision.float24`.
    """
    vector, lane = np.divmod(address, lanes)
    group, place = np.divmod(vector, float24.GROUP)
    first = group * float24.WORDS * lanes + lane
    held = [words[first + number * lanes] for number in range(float24.WORDS)]
    last = sum((word & 0xFF) << (24 - 8 * number) for number, word in enumerate(held))
    bits = np.choose(place, [*held, np.asarray(last, np.int32)])
    return np.asarray(bits, np.int32).view(np.float32)


def _store(
    access: Access,
    memory: Mapping[str, np.ndarray],
    coordinates: Mapping[str, np.ndarray],
    value: np.ndarray,
    shape: list[int],
    address: np.ndarray,
) -> None:
    buffer = _viewed_as(access.dtype, memory[access.buffer])
    assert buffer.dtype == np.dtype(access.dtype), access
    assert value.dtype == computed_type(access.dtype), f"{access} is given {value.dtype}"
    address = np.broadcast_to(address, shape)
    inside = np.broadcast_to(_inside(access, coordinates), shape)
    address = address[inside]
    assert address.size == 0 or address.min() >= 0, f"{access} writes before its buffer"
    assert address.size == 0 or address.max() < buffer.size, f"{access} writes behind its buffer"
    buffer[address] = convert(np.broadcast_to(value, shape)[inside], access.dtype)
