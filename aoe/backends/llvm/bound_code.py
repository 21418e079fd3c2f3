"""LLVM IR of a point's coordinates, and of the check whether they are inside bounds.

Used by `aoe.backends.llvm.memory_code`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from aoe.backends.llvm.emitter import Emitter, Value, literal, llvm_type, splat
from aoe.backends.llvm.tile_point import Point
from aoe.loops.loop_nest import Bound


def coordinate(
    emitter: Emitter, starts: Mapping[str, str], axis: str, vector: str, point: Point
) -> Value:
    """Returns the coordinate along an axis at a point, as int64.

    Args:
        emitter: Receives the instructions.
        starts: The position's first coordinates.
        axis: The axis.
        vector: The vector axis.
        point: The point.
    """
    offset, chunk = dict(point.offsets).get(axis, 0), point.chunk
    if axis == vector and chunk is not None:
        offset = chunk.start
    name = _add(emitter, starts[axis], offset)
    if axis != vector or chunk is None or chunk.lanes == 1:
        return Value(name, "int64", 1)
    return _in_lanes(emitter, name, 1, chunk.lanes)


def inside_bounds(
    emitter: Emitter,
    starts: Mapping[str, str],
    bounds: Iterable[Bound],
    vector: str,
    point: Point,
    lane_stride: int = 1,
    first: int = 0,
) -> Value | None:
    """Returns whether a point is inside all bounds; None without bounds.

    The result is a vector if it can differ between lanes. With `lane_stride` above 1, the lanes are
    consecutive elements from element `first` on, and only every `lane_stride`-th of them belongs to
    the vector axis.
    """
    inside: Value | None = None
    for bound in bounds:
        condition = _in_bound(emitter, starts, bound, vector, point, lane_stride, first)
        inside = condition if inside is None else _and(emitter, inside, condition)
    return inside


def _in_bound(
    emitter: Emitter,
    starts: Mapping[str, str],
    bound: Bound,
    vector: str,
    point: Point,
    lane_stride: int,
    first: int,
) -> Value:
    offsets = dict(point.offsets)
    if point.chunk is not None:
        offsets[vector] = point.chunk.start
    constant = bound.offset
    name = ""
    along_vector = 0
    for axis, coefficient in bound.terms:
        constant += coefficient * offsets.get(axis, 0)
        if axis == vector and point.chunk is not None:
            along_vector = coefficient // lane_stride
            constant += first * along_vector
        start = starts[axis]
        if start.lstrip("-").isdigit():
            constant += coefficient * int(start)
            continue
        term = start
        if coefficient != 1:
            term = emitter.let(f"mul nsw i64 {start}, {coefficient}")
        name = term if not name else emitter.let(f"add nsw i64 {name}, {term}")
    index = _add(emitter, name or "0", constant)
    lanes = point.chunk.lanes if point.chunk and along_vector else 1
    if lanes == 1:
        return Value(emitter.let(f"icmp ult i64 {index}, {bound.extent}"), "bool", 1)
    indices = _in_lanes(emitter, index, along_vector, lanes)
    limit = literal(bound.extent, "int64", lanes)
    result = emitter.let(f"icmp ult {llvm_type('int64', lanes)} {indices.name}, {limit}")
    return Value(result, "bool", lanes)


def _in_lanes(emitter: Emitter, start: str, step: int, lanes: int) -> Value:
    """Returns `start` in the first lane, and `step` more in each further lane."""
    kind = llvm_type("int64", lanes)
    base = splat(emitter, Value(start, "int64", 1), lanes)
    steps = ", ".join(f"i64 {lane * step}" for lane in range(lanes))
    return Value(emitter.let(f"add {kind} {base.name}, <{steps}>"), "int64", lanes)


def _and(emitter: Emitter, left: Value, right: Value) -> Value:
    lanes = max(left.lanes, right.lanes)
    left, right = splat(emitter, left, lanes), splat(emitter, right, lanes)
    kind = llvm_type("bool", lanes)
    return Value(emitter.let(f"and {kind} {left.name}, {right.name}"), "bool", lanes)


def _add(emitter: Emitter, name: str, constant: int) -> str:
    if name.lstrip("-").isdigit():
        return str(int(name) + constant)
    return name if constant == 0 else emitter.let(f"add nsw i64 {name}, {constant}")
