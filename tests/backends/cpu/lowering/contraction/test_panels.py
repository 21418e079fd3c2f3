"""Panels of weights: what is prefetched of them."""

from __future__ import annotations

import pytest

from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule
from aoe.backends.cpu.lowering.contraction.panels import over_panels, prefetches
from aoe.loops.expression import Accumulator
from aoe.loops.loop_nest import Access, Axis
from tests.operators.operator_cases import target

ROWS, STEPS, COLUMNS = 128, 768, 256


def product() -> Contraction:
    """A float32 matmul, rows × steps × columns."""
    return Contraction(
        (),
        (Axis("m", ROWS),),
        Axis("k", COLUMNS),
        (Axis("c", STEPS),),
        Access("a", "float32", (("m", STEPS), ("c", 1))),
        Access("b", "float32", (("c", COLUMNS), ("k", 1))),
        (),
        Access("out", "float32", (("m", COLUMNS), ("k", 1))),
        Accumulator(),
    )


def schedule(rows: int, prefetch: int = 1) -> Schedule:
    return Schedule((1, rows), 2, 4, ROWS, STEPS, prefetch, "columns")


@pytest.mark.parametrize("rows", [6, 8, 9, 10, 13])
def test_row_tiles_together_fetch_the_whole_next_panel(rows: int) -> None:
    destination = target(2, 64)
    whole, _, _ = over_panels(product(), schedule(rows), destination)
    (fetched,) = prefetches(whole, schedule(rows))
    strides, panel = dict(fetched.strides), STEPS * 2 * destination.lanes("float32")
    assert fetched.offset == panel
    reached = 0
    for row in range(0, ROWS, rows):
        begin = row * strides["m"]
        assert begin <= reached
        reached = begin + STEPS * strides["c"]
    assert reached >= panel


@pytest.mark.parametrize("rows", [6, 8, 16, 64])
def test_streams_together_fetch_the_whole_next_panel(rows: int) -> None:
    destination = target(2, 64)
    whole, _, _ = over_panels(product(), schedule(rows, prefetch=2), destination)
    (fetched,) = prefetches(whole, schedule(rows, prefetch=2))
    strides, panel = dict(fetched.strides), STEPS * 2 * destination.lanes("float32")
    assert fetched.offset == panel
    assert fetched.streams * fetched.stream_stride >= panel
    reached = 0
    for row in range(0, ROWS, rows):
        begin = row * strides["m"]
        assert begin <= reached
        reached = begin + STEPS * strides["c"]
    assert reached >= fetched.stream_stride


def test_streams_are_a_page_or_more_apart_and_of_whole_lines() -> None:
    destination = target(2, 64)
    whole, _, _ = over_panels(product(), schedule(ROWS, prefetch=2), destination)
    (fetched,) = prefetches(whole, schedule(ROWS, prefetch=2))
    assert fetched.streams == 8
    assert 4 * fetched.stream_stride >= 4096
    (one,) = prefetches(whole, schedule(8, prefetch=2))  # half a line in four steps
    assert (one.streams, one.strides) == (1, prefetches(whole, schedule(8))[0].strides)


def test_nothing_is_fetched_unless_asked_for_or_where_few_rows_would_fetch_all() -> None:
    destination = target(2, 64)
    whole, _, _ = over_panels(product(), schedule(8, prefetch=0), destination)
    assert prefetches(whole, schedule(8, prefetch=0)) == ()
    whole, _, _ = over_panels(product(), schedule(1), destination)
    assert prefetches(whole, schedule(1)) == ()
