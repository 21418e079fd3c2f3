"""Random loop nests and kernels for property tests of the code generator.

Values are small integers, or powers of two for products. Any order of summation then gives the same
result, and comparisons are exact. See `test_loop_nests`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np
from hypothesis import strategies as st

from aoe.element_types import is_floating
from aoe.loops.expression import Accumulator, Constant, Expression, Index, Load, apply, cast
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Bound,
    Buffer,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    Reduction,
    Store,
)

_EXTENTS = (1, 2, 3, 4, 5, 7, 8, 11, 13, 16, 17, 19, 33)
_MOST_POINTS = 5000
#: The limit of copies of the innermost code: remainders double it at every loop.
_MOST_COPIES = 250


@dataclass(frozen=True)
class Case:
    """A kernel with its buffers."""

    kernel: Kernel
    inputs: tuple[Buffer, ...]
    outputs: tuple[Buffer, ...]
    seed: int

    def memory(self) -> dict[str, np.ndarray]:
        """Returns the buffers: inputs with small numbers, outputs with numbers that are never
        computed.
        """
        rng = np.random.default_rng(self.seed)
        arrays = {item.name: _numbers(rng, item) for item in self.inputs}
        for item in self.outputs:
            arrays[item.name] = np.full(item.elements, item.dtype != "bool" and 99, item.dtype)
        return arrays


def _numbers(rng: np.random.Generator, buffer: Buffer) -> np.ndarray:
    if buffer.name.startswith("index"):
        return rng.integers(-9, 12, buffer.elements).astype(buffer.dtype)
    if buffer.name == "position":
        return rng.permutation(buffer.elements).astype(buffer.dtype)
    if buffer.dtype == "bool":
        return rng.integers(0, 2, buffer.elements).astype(bool)
    choices = [-2, -1, 1, 2] if buffer.name.startswith("factor") else [-3, -2, -1, 0, 1, 2, 3]
    if buffer.dtype == "uint8":
        choices = [abs(number) for number in choices]
    return rng.choice(choices, buffer.elements).astype(buffer.dtype)


@st.composite
def _axes(draw: st.DrawFn, prefix: str, least: int, most: int, room: int) -> tuple[Axis, ...]:
    axes: list[Axis] = []
    for number in range(draw(st.integers(least, most))):
        fitting = [n for n in _EXTENTS if n <= room]
        extent = draw(st.sampled_from(fitting))
        room //= extent
        axes.append(Axis(f"{prefix}{number}", extent))
    return tuple(axes)


@st.composite
def _layout(
    draw: st.DrawFn, axes: Sequence[Axis], gaps: bool
) -> tuple[tuple[tuple[str, int], ...], int, int]:
    """Returns strides that map no two elements to one location, the offset, and the buffer's
    elements.
    """
    order = draw(st.permutations(axes))
    strides: dict[str, int] = {}
    step, offset = draw(st.sampled_from((1, 1, 1, 2, 3) if gaps else (1,))), 0
    offset = draw(st.sampled_from((0, 0, 5))) if gaps else 0
    size = 1
    for axis in reversed(order):
        negative = gaps and draw(st.integers(0, 7)) == 0
        strides[axis.name] = -step if negative else step
        if negative:
            offset += step * (axis.extent - 1)
        size += step * (axis.extent - 1)
        step *= axis.extent + (draw(st.sampled_from((0, 0, 1, 3))) if gaps else 0)
    behind = offset if not any(s < 0 for s in strides.values()) else 5
    return tuple(strides.items()), offset, size + behind


@st.composite
def _window(draw: st.DrawFn, axes: Sequence[Axis]) -> tuple[Bound, int]:
    """Returns the bound of a padded window on one or two axes, and its extent."""
    chosen = draw(st.lists(st.sampled_from(axes), min_size=1, max_size=2, unique=True))
    terms = tuple((axis.name, draw(st.sampled_from((1, 1, 2, 3, -1)))) for axis in chosen)
    low = sum(min(0, c * (axis.extent - 1)) for (_, c), axis in zip(terms, chosen, strict=True))
    high = sum(max(0, c * (axis.extent - 1)) for (_, c), axis in zip(terms, chosen, strict=True))
    offset = draw(st.integers(-2, 2)) - low
    extent = max(1, high - low + draw(st.integers(-3, 2)))
    return Bound(terms, offset, extent), extent


@st.composite
def _operand(draw: st.DrawFn, name: str, dtype: str, axes: Sequence[Axis]) -> tuple[Access, Buffer]:
    """A load that depends on some of the axes, possibly through a bounded window."""
    seen = [axis for axis in axes if draw(st.integers(0, 3))]
    if axes and draw(st.integers(0, 2)) == 0:
        bound, extent = draw(_window(axes))
        windowed = {axis for axis, _ in bound.terms}
        rest = [axis for axis in seen if axis.name not in windowed]
        strides, offset, size = draw(_layout((*rest, Axis("window", extent)), True))
        stride = dict(strides)["window"]
        if stride < 0:
            offset = offset if offset >= -stride * (extent - 1) else -stride * (extent - 1)
        own = {axis: s for axis, s in strides if axis != "window"}
        for axis, coefficient in bound.terms:
            own[axis] = coefficient * stride
        fill = draw(st.sampled_from((0.0, 2.0)))
        if is_floating(dtype):
            fill = draw(st.sampled_from((0.0, -1.0, 2.0)))
        access = Access(
            name, dtype, tuple(own.items()), offset + bound.offset * stride, (bound,), fill
        )
        return access, Buffer(name, dtype, size)
    strides, offset, size = draw(_layout(seen, True))
    return Access(name, dtype, strides, offset), Buffer(name, dtype, size)


@st.composite
def _schedule(
    draw: st.DrawFn, axes: Sequence[Axis], reduced: Sequence[str], lanes: int, partial: bool
) -> LoopSchedule:
    """Any schedule of bounded code size. With `partial`, reduction loops may enclose outputs."""
    names = [axis.name for axis in axes]
    extents = {axis.name: axis.extent for axis in axes}
    vector = draw(st.sampled_from(["", *names, *names]))
    vectors = draw(st.sampled_from((1, 1, 2, 3)))
    tile: dict[str, int] = {}
    for name in names:
        if name != vector and draw(st.booleans()):
            tile[name] = draw(st.integers(1, 4))
    register = {name: tile.get(name, 1) for name in names}
    if vector:
        register[vector] = vectors * lanes
    order: list[Loop] = []
    for name in draw(st.lists(st.sampled_from(names), max_size=5)):
        before = [entry.step for entry in order if entry.axis == name]
        limit = before[-1] if before else extents[name]
        if limit == 0:
            continue
        step = draw(st.sampled_from((0, register[name], 2 * register[name], 3, max(1, limit // 2))))
        if step <= limit:
            order.append(Loop(name, step))
    if not partial:
        order += [Loop(name, 0) for name in names if name not in reduced]
        order.sort(key=lambda entry: entry.axis in reduced)
    copies, points = 1, 1
    for name in names:
        steps = [entry.step or register[name] for entry in order if entry.axis == name]
        size = extents[name]
        for step in (*steps, register[name]):
            copies *= 2 if size > step and size % step else 1
            size = min(size, step)
        points *= -(-size // lanes) if name == vector else size
    if copies * points > _MOST_COPIES:
        return LoopSchedule(vector, 1)
    return LoopSchedule(vector, vectors, tuple(tile.items()), tuple(order))


@st.composite
def _outer(draw: st.DrawFn, axes: Sequence[Axis]) -> tuple[tuple[Loop, ...], int]:
    """The outer loops of a kernel, and how many of them are parallel."""
    chosen = [axis for axis in draw(st.permutations(axes)) if draw(st.booleans())]
    loops = [Loop(axis.name, draw(st.integers(1, axis.extent + 1))) for axis in chosen]
    return tuple(loops), draw(st.integers(0, len(loops)))


def _elements(dtype: str) -> list[Expression]:
    """Expressions that can be reduced or stored, of operands 0 and 1 of `dtype`."""
    if dtype == "bool":
        return [Load(0), apply("and", Load(0), Load(1)), apply("xor", Load(0), Load(1))]
    return [
        Load(0),
        apply("mul", Load(0), Load(1)),
        apply("add", Load(0), apply("mul", Load(1), Constant(2, dtype))),
        apply("select", apply("less", Load(0), Load(1)), Load(1), Load(0)),
        apply("max", Load(0), apply("neg" if dtype != "uint8" else "abs", Load(1))),
    ]


@st.composite
def loop_nest_cases(draw: st.DrawFn, lanes: int) -> Case:
    """A kernel of one loop nest with random axes, operands, stores, schedule and outer loops."""
    combine = draw(st.sampled_from(("", "sum", "sum", "sum", "max", "min", "prod")))
    dtype = draw(st.sampled_from(("float32",) * 4 + ("float64", "int32", "int64", "bool", "uint8")))
    if dtype == "bool" and combine not in ("", "max", "min"):
        combine = "max"
    outputs = draw(_axes("o", 1, 3, _MOST_POINTS // 30))
    room = max(1, _MOST_POINTS // prod(axis.extent for axis in outputs))
    reduced = draw(_axes("r", 1, 2, room)) if combine else ()
    axes = tuple(draw(st.permutations((*outputs, *reduced))))
    prefix = "factor" if combine == "prod" else "input"
    pairs = [draw(_operand(f"{prefix}{i}", dtype, axes)) for i in range(2)]
    if combine == "prod" and is_floating(dtype):
        # A fill of 0 would make every product 0; −1 and 2 keep products exact.
        pairs = [(replace(access, fill=access.fill or 1.0), buffer) for access, buffer in pairs]
    extra = draw(_operand("extra", dtype, outputs))
    choices = _elements(dtype)
    element = draw(st.sampled_from(choices[:2] if combine == "prod" else choices))
    value: Expression = Accumulator() if combine else element
    finished = draw(st.sampled_from(_finishes(value, dtype, outputs)))
    partial = bool(combine) and draw(st.booleans())
    values = [finished]
    if not partial:
        values += draw(st.sampled_from(([], [], [value, cast(finished, "float32")])))
    stores, written = [], []
    for number, item in enumerate(values):
        name = f"output{number}"
        stored = "float32" if number == 2 else dtype
        strides, offset, size = draw(_layout(outputs, True))
        bounds: tuple[Bound, ...] = ()
        if draw(st.integers(0, 4)) == 0:
            axis = draw(st.sampled_from(outputs))
            bounds = (Bound(((axis.name, 1),), 0, max(1, axis.extent - 2)),)
        stores.append(Store(Access(name, stored, strides, offset, bounds), item))
        written.append(Buffer(name, stored, size))
    names = tuple(axis.name for axis in reduced)
    nest = LoopNest(
        "stage",
        axes,
        (*(access for access, _ in pairs), extra[0]),
        tuple(stores),
        Reduction(combine, names, element) if combine else None,
        draw(_schedule(axes, names, lanes, partial)),
    )
    inputs = (*(buffer for _, buffer in pairs), extra[1])
    outer, parallel = draw(_outer(outputs))
    arguments = tuple(buffer.name for buffer in (*inputs, *written))
    kernel = Kernel("kernel", outputs, outer, parallel, (nest,), arguments)
    return Case(kernel, inputs, tuple(written), draw(st.integers(0, 999)))


def _finishes(value: Expression, dtype: str, outputs: Sequence[Axis]) -> list[Expression]:
    """Epilogues of a result and operand 2, which have one dtype."""
    if dtype == "bool":
        return [value, apply("or", value, Load(2)), apply("not", value)]
    coordinate = cast(Index(outputs[-1].name), dtype)
    return [
        value,
        apply("add", value, Load(2)),
        apply("max", apply("add", value, Load(2)), Constant(0, dtype)),
        apply("add", value, coordinate),
    ]
