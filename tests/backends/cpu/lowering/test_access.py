"""Simplified iteration spaces touch the same addresses."""

from __future__ import annotations

from math import prod

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.lowering.access import (
    Space,
    Strided,
    access,
    axes_of,
    broadcast,
    collapse,
    memory_order,
    reorder,
)
from aoe.loops.expression import Accumulator, Constant, Load, apply, renumber
from aoe.loops.loop_nest import Axis
from aoe.operators.operator import Operand, View
from tests.operators.operator_cases import operands


def addresses(space: Space) -> np.ndarray:
    """Every operand's address at every point of the space, points along the first dimension."""
    grid = np.indices(space.extents).reshape(len(space.extents), -1)
    rows = [np.asarray(item.strides) @ grid + item.offset for item in space.operands]
    return np.stack(rows, axis=1)


@given(st.data(), st.lists(st.integers(1, 4), min_size=1, max_size=4).map(tuple))
def test_collapsing_keeps_every_address(data: st.DataObject, shape: tuple[int, ...]) -> None:
    views = [View.dense(data.draw(operands(shape))) for _ in range(2)]
    space = Space.of(shape, [broadcast(v, f"b{i}", shape) for i, v in enumerate(views)])
    space = reorder(space, memory_order(space.operands[0].strides, shape))
    collapsed = collapse(space)
    assert prod(collapsed.extents) == prod(shape)
    np.testing.assert_array_equal(addresses(collapsed), addresses(space))


def test_operands_of_equal_order_collapse_to_one_dimension() -> None:
    view = View.dense(Operand("float32", (2, 3, 4, 5), (0, 2, 3, 1)))
    space = Space.of(view.shape, [broadcast(view, "a", view.shape)] * 2)
    collapsed = collapse(reorder(space, memory_order(view.strides, view.shape)))
    assert collapsed.extents == (120,)
    assert set(collapsed.members[0]) == {0, 1, 2, 3}


def test_dimensions_of_different_groups_stay_apart() -> None:
    view = View.dense(Operand.row_major("float32", (2, 3, 4)))
    space = Space.of(view.shape, [broadcast(view, "a", view.shape)], groups=(0, 0, 1))
    assert collapse(space).extents == (6, 4)


def test_a_scalar_space_has_one_point() -> None:
    space = collapse(Space.of((), [Strided("a", "float32", (), 7)]))
    assert space.extents == (1,)
    assert space.operands[0].offset == 7


def test_the_position_of_a_dropped_dimension_is_the_last() -> None:
    view = View.dense(Operand("float32", (4, 1, 3), (2, 1, 0)))
    space = collapse(Space.of(view.shape, [broadcast(view, "a", view.shape)]))
    assert [space.position(dimension) for dimension in range(3)] == [0, 1, 1]


def test_a_broadcast_operand_stands_still_along_missing_dimensions() -> None:
    seen = broadcast(View("float32", (3, 1), (5, 1), 2), "a", (2, 3, 4))
    assert seen == Strided("a", "float32", (0, 5, 0), 2)


def test_strides_of_one_axis_add_up() -> None:
    found = access(Strided("a", "float32", (1, 10, 0)), ("i", "i", "j"))
    assert found.strides == (("i", 11),)


def test_axes_take_the_extents_of_the_space() -> None:
    space = Space.of((2, 3), [])
    assert axes_of(space, ("a", "b")) == (Axis("a", 2), Axis("b", 3))


def test_renumbering_leaves_inserted_operands_alone() -> None:
    expression = apply("add", Accumulator(), apply("mul", Load(4), Constant(2.0)))
    renumbered = renumber(expression, {4: 1}, Load(4))
    assert renumbered == apply("add", Load(4), apply("mul", Load(1), Constant(2.0)))
