"""Runs of cells count what looking at each cell counts."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.memory.owner_runs import OwnerRuns

CELLS = st.lists(st.integers(-2, 3), min_size=1, max_size=33)  # all edges are told


@given(CELLS, st.lists(st.tuples(st.integers(-9, 50), st.integers(0, 50)), min_size=1))
def test_ranges_have_as_many_cells_of_an_owner(
    owners: list[int], ranges: list[tuple[int, int]]
) -> None:
    cells = np.array(owners, np.int16)
    begins = np.array([begin for begin, _ in ranges])
    ends = begins + np.array([size for _, size in ranges])
    runs = OwnerRuns.of(cells)
    for owner in range(-2, 4):
        found = runs.count(runs.owners == owner, begins, ends)
        for number, (begin, size) in enumerate(ranges):
            inside = cells[max(begin, 0) : max(begin + size, 0)]
            assert found[number] == np.count_nonzero(inside == owner)


@given(CELLS, st.integers(0, 45), st.integers(0, 45))
def test_edges_lie_between_different_owners(owners: list[int], first: int, end: int) -> None:
    edges = OwnerRuns.of(np.array(owners, np.int16)).edges(first, end)
    last = min(end, len(owners))
    assert sorted(edges) == [n for n in range(first + 1, last) if owners[n] != owners[n - 1]]


def test_of_many_edges_those_of_the_longest_runs_are_told() -> None:
    lengths = [*range(1, 41)]
    cells = np.repeat(np.arange(40, dtype=np.int16), lengths)
    starts = np.cumsum(lengths) - lengths
    assert sorted(OwnerRuns.of(cells).edges(0, len(cells))) == starts[-32:].tolist()


def test_nothing_has_no_runs() -> None:
    runs = OwnerRuns.of(np.empty(0, np.int16))
    assert len(runs.starts) == len(runs.ends) == len(runs.owners) == 0
    assert runs.edges(0, 3) == []
