"""The exact plan ends when the best of all plans does."""

from __future__ import annotations

import numpy as np
import pytest

from aoe.gradient_tuning.backward import Backward, finish
from aoe.gradient_tuning.exact import exact, exact_linear
from aoe.gradient_tuning.link import Link

from .backwards import backward_passes, best_end


@pytest.mark.parametrize(("in_flight", "types"), [(1, 1), (1, 3), (2, 1), (2, 2), (3, 1)])
def test_it_is_the_best_of_all_plans(
    in_flight: int, types: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "aoe.gradient_tuning.exact._NARROWEST", 1
    )  # so that beginnings are left out
    for backward in backward_passes(220, in_flight, 7, types):
        assert finish(backward, exact(backward)) == pytest.approx(best_end(backward)), backward


@pytest.mark.parametrize(("in_flight", "types"), [(1, 1), (1, 2), (2, 1), (3, 2)])
def test_it_is_the_best_of_all_plans_where_updates_count(
    in_flight: int, types: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aoe.gradient_tuning.exact._NARROWEST", 1)
    for number, backward in enumerate(backward_passes(220, in_flight, 7, types, updates=True)):
        most = None if number % 2 else number % 5 + 1
        plan = exact(backward, most)
        assert most is None or len(plan) <= most
        assert finish(backward, plan) == pytest.approx(best_end(backward, most)), backward


@pytest.mark.parametrize("in_flight", [1, 2])
def test_it_is_the_best_of_those_with_few_segments(in_flight: int) -> None:
    for number, backward in enumerate(backward_passes(100, in_flight, 7)):
        most = number % 5 + 1
        plan = exact(backward, most)
        assert len(plan) <= most
        assert finish(backward, plan) == pytest.approx(best_end(backward, most)), backward


def test_the_linear_form_ends_as_early() -> None:
    draws = np.random.default_rng(2)
    for count in range(1, 61):
        ready = np.cumsum(draws.uniform(0.0, 2.0, count)).tolist()
        sizes = draws.integers(1, 41, count).tolist()
        startup, per_byte = draws.uniform(0.0, 2.0), draws.uniform(0.0, 0.2)
        backward = Backward.of(ready, sizes, Link.linear(startup, per_byte))
        plan = exact_linear(ready, sizes, startup, per_byte)
        assert finish(backward, plan) == pytest.approx(finish(backward, exact(backward)))


def test_sixteen_gradients() -> None:
    draws = np.random.default_rng(3)
    ready, sizes = np.cumsum(draws.gamma(1.0, 1.0, 16)), draws.integers(1, 40, 16)
    backward = Backward.of(ready.tolist(), sizes.tolist(), Link.linear(0.8, 0.05))
    assert finish(backward, exact(backward)) == pytest.approx(best_end(backward))
