"""Layouts of graphs: nodes lie below what they read, beside one another, and edges end at nodes."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.application.report.page.graph_layout import (
    FREE,
    MOST_ROWS,
    NODE_WIDTH,
    isotonic,
    layout_of,
)


@st.composite
def graphs(draw: st.DrawFn) -> list[list[int]]:
    """What each node of a random graph reads."""
    found: list[list[int]] = []
    for number in range(draw(st.integers(1, 14))):
        most = min(number, 3)
        found.append(draw(st.lists(st.integers(0, max(number - 1, 0)), max_size=most, unique=True)))
    return found


@given(graphs())
def test_a_node_lies_below_what_it_reads_and_beside_others_of_its_row(
    reads: list[list[int]],
) -> None:
    layout = layout_of(reads)
    assert len(layout.places) == len(reads)
    rows: dict[float, list[float]] = defaultdict(list)
    for node, (x, row) in enumerate(layout.places):
        rows[row].append(x)
        assert all(layout.places[source][1] < row for source in reads[node])
        assert 0 <= x <= layout.size[0]
    for places in rows.values():
        ascending = sorted(places)
        for left, right in pairwise(ascending):
            assert right - left >= NODE_WIDTH + FREE - 1e-2


@given(graphs())
def test_each_edge_leads_from_node_to_node_downwards(reads: list[list[int]]) -> None:
    layout = layout_of(reads)
    ends = [
        (layout.places[s], layout.places[n]) for n, sources in enumerate(reads) for s in sources
    ]
    assert [(way[0], way[-1]) for way in layout.ways] == ends
    for way in layout.ways:
        rows = [row for _, row in way]
        assert rows == sorted(rows)


def test_a_chain_is_straight_and_a_diamond_symmetric() -> None:
    chain = layout_of([[], [0], [1], [2]])
    assert {x for x, _ in chain.places} == {0.0}
    assert [row for _, row in chain.places] == [0, 1, 2, 3]
    top, left, right, bottom = layout_of([[], [0], [0], [1, 2]]).places
    assert top[0] == bottom[0] == pytest.approx((left[0] + right[0]) / 2, abs=1e-2)


def test_an_edge_past_a_node_goes_around_it() -> None:
    layout = layout_of([[], [0], [1], [2], [3, 0]])
    long = layout.ways[-1]
    beside = [x for x, row in long if 0 < row < 4]
    middle = layout.places[2][0]
    assert beside
    assert all(abs(x - middle) > NODE_WIDTH / 2 for x in beside)


def test_an_edge_across_many_rows_goes_straight_through() -> None:
    count = MOST_ROWS + 10
    layout = layout_of([[], *([number] for number in range(count)), [count, 0]])
    assert len(layout.ways[-1]) == 2


def test_what_reads_nothing_lies_right_above_its_first_reader() -> None:
    places = layout_of([[], [0], [1], [], [2, 3]]).places
    assert places[3][1] == places[4][1] - 1


def test_a_graph_without_nodes_has_no_places() -> None:
    assert layout_of([]).places == ()


@given(st.lists(st.tuples(st.floats(-9, 9), st.floats(0.1, 5)), min_size=1, max_size=12))
def test_isotonic_regression_ascends_and_keeps_the_weighted_sums_of_its_levels(
    pairs: list[tuple[float, float]],
) -> None:
    values, weights = ([pair[place] for pair in pairs] for place in (0, 1))
    found = isotonic(values, weights)
    assert found == sorted(found)
    # The conditions of the optimum: no run of a level has a mean below that of the level at its
    # start, and each level is the mean of its values.
    for level in set(found):
        members = [number for number, item in enumerate(found) if item == level]
        whole = sum(weights[number] for number in members)
        mean = sum(weights[number] * values[number] for number in members) / whole
        assert level == pytest.approx(mean, abs=1e-9)
        held = 0.0
        for number in members:
            held += weights[number] * (values[number] - level)
            assert held >= -1e-6
