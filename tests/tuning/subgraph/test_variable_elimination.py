from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.tuning.subgraph import variable_elimination as module
from aoe.tuning.subgraph.variable_elimination import Cost, least_sum

NAMES = "abcdef"


@st.composite
def problems(draw: st.DrawFn) -> list[Cost]:
    sizes = {name: draw(st.integers(1, 3)) for name in NAMES}
    costs = []
    for _ in range(draw(st.integers(1, 7))):
        names = tuple(draw(st.permutations(NAMES))[: draw(st.integers(1, 3))])
        shape = tuple(sizes[name] for name in names)
        numbers = st.integers(0, 20) | st.just(1000)
        count = int(np.prod(shape))
        entries = draw(st.lists(numbers, min_size=count, max_size=count))
        costs.append(Cost(names, np.array(entries, float).reshape(shape)))
    return costs


def total(costs: list[Cost], chosen: dict[str, int]) -> float:
    return sum(float(cost.table[tuple(chosen[name] for name in cost.choices)]) for cost in costs)


@settings(max_examples=150, deadline=None)
@given(problems())
def test_no_other_possibilities_have_a_lesser_sum(costs: list[Cost]) -> None:
    sizes = {
        n: size for cost in costs for n, size in zip(cost.choices, cost.table.shape, strict=True)
    }
    every = product(*(range(size) for size in sizes.values()))
    least = min(total(costs, dict(zip(sizes, item, strict=True))) for item in every)
    chosen = least_sum(costs)
    assert chosen is not None
    assert chosen.keys() == sizes.keys()
    assert total(costs, chosen) == least


def test_of_equal_sums_the_first_possibilities_are_chosen() -> None:
    costs = [Cost(("a", "b"), np.ones((2, 2))), Cost(("b", "c"), np.ones((2, 3)))]
    assert least_sum(costs) == {"a": 0, "b": 0, "c": 0}


def test_what_is_impossible_is_not_chosen() -> None:
    costs = [Cost(("a",), np.array([1.0, 2.0])), Cost(("a", "b"), np.array([[np.inf], [5.0]]))]
    assert least_sum(costs) == {"a": 1, "b": 0}


def test_a_long_chain_needs_only_small_tables() -> None:
    costs = [Cost((f"{i}", f"{i + 1}"), np.array([[0.0, 1.0], [1.0, 0.0]])) for i in range(500)]
    chosen = least_sum([*costs, Cost(("250",), np.array([1.0, 0.0]))])
    assert chosen is not None
    assert set(chosen.values()) == {1}


def test_a_problem_whose_tables_would_be_too_large_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "LARGEST", 8)
    names = [(a, b) for a in NAMES for b in NAMES if a < b]
    assert least_sum([Cost(pair, np.zeros((2, 2))) for pair in names]) is None
