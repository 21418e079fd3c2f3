"""Layouts of graphs: nodes lie below what they read, beside one another, and edges end at nodes."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from math import inf
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.application.report.page.graph_layout import (
    FREE,
    MOST_ROWS,
    NODE_WIDTH,
    isotonic,
    layout_of,
    weighted_median,
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
    assert len(layout.centres) == len(reads)
    rows: dict[float, list[float]] = defaultdict(list)
    for node, (x, row) in enumerate(layout.centres):
        rows[row].append(x)
        assert all(layout.centres[source][1] < row for source in reads[node])
        assert 0 <= x <= layout.size[0]
    for centres in rows.values():
        ascending = sorted(centres)
        for left, right in pairwise(ascending):
            assert right - left >= NODE_WIDTH + FREE - 1e-2


@given(graphs())
def test_each_edge_leads_from_node_to_node_downwards(reads: list[list[int]]) -> None:
    layout = layout_of(reads)
    ends = [
        (layout.centres[s], layout.centres[n]) for n, sources in enumerate(reads) for s in sources
    ]
    assert [(way[0], way[-1]) for way in layout.ways] == ends
    for way in layout.ways:
        rows = [row for _, row in way]
        assert rows == sorted(rows)


def test_a_chain_is_straight_and_a_diamond_symmetric() -> None:
    chain = layout_of([[], [0], [1], [2]])
    assert {x for x, _ in chain.centres} == {0.0}
    assert [row for _, row in chain.centres] == [0, 1, 2, 3]
    top, left, right, bottom = layout_of([[], [0], [0], [1, 2]]).centres
    assert top[0] == bottom[0] == pytest.approx((left[0] + right[0]) / 2, abs=1e-2)


def test_a_chain_stays_straight_where_edges_pass_it() -> None:
    layout = layout_of([[], [0], [1], [2, 0], [3], [4, 3]])
    assert len({x for x, _ in layout.centres}) == 1


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 4)), min_size=1, max_size=6))
def test_a_weighted_median_is_that_of_places_as_often_as_their_weights(
    pulls: list[tuple[int, int]],
) -> None:
    points = [float(place) for place, weight in pulls for _ in range(weight)]
    assert weighted_median([(float(place), float(weight)) for place, weight in pulls]) == median(
        points
    )


def test_an_edge_past_a_node_goes_around_it() -> None:
    layout = layout_of([[], [0], [1], [2], [3, 0]])
    long = layout.ways[-1]
    beside = [x for x, row in long if 0 < row < 4]
    middle = layout.centres[2][0]
    assert beside
    assert all(abs(x - middle) > NODE_WIDTH / 2 for x in beside)


def test_an_edge_across_many_rows_goes_straight_through() -> None:
    count = MOST_ROWS + 10
    layout = layout_of([[], *([number] for number in range(count)), [count, 0]])
    assert len(layout.ways[-1]) == 2


def test_what_reads_nothing_lies_right_above_its_first_reader() -> None:
    centres = layout_of([[], [0], [1], [], [2, 3]]).centres
    assert centres[3][1] == centres[4][1] - 1


def test_a_graph_without_nodes_has_no_places() -> None:
    assert layout_of([]).centres == ()


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(1, 4)), min_size=1, max_size=6))
def test_isotonic_regression_ascends_and_is_as_near_as_numbers_can_be(
    pairs: list[tuple[int, int]],
) -> None:
    values, weights = ([float(pair[place]) for pair in pairs] for place in (0, 1))
    found = isotonic(values, weights)
    assert found == sorted(found)
    # The least distance of ascending numbers, which need be none but the values themselves.
    least = dict.fromkeys(sorted(set(values)), 0.0)
    for value, weight in zip(values, weights, strict=True):
        best = inf
        for level, before in least.items():
            best = min(best, before)
            least[level] = best + weight * abs(level - value)
    distance = sum(w * abs(x - v) for x, v, w in zip(found, values, weights, strict=True))
    assert distance == min(least.values())
