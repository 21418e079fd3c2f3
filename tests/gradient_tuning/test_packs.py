"""Plans that TensorFlow can make by one number of bytes."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from aoe.gradient_tuning.backward import Backward, finish
from aoe.gradient_tuning.link import Link
from aoe.gradient_tuning.packs import candidate_packs, pack_bytes, pack_plans
from aoe.gradient_tuning.rules import by_packs

#: Gradients of one size, and a link on which several packs end earlier than one.
EVEN = Backward.of([0.01 * n for n in range(1, 21)], [1 << 20] * 20, Link.linear(1e-3, 9e-9))

sizes = st.lists(st.integers(1, 10_000), min_size=1, max_size=12)


@given(sizes, st.integers(1, 40_000))
def test_a_number_of_bytes_makes_the_plan_again(held: list[int], limit: int) -> None:
    plan = by_packs(held, limit)
    found = pack_bytes(held, plan)
    assert found is not None
    assert by_packs(held, found) == plan


@given(sizes, st.data())
def test_a_plan_that_no_number_makes_has_none(held: list[int], data: st.DataObject) -> None:
    inner = data.draw(st.sets(st.integers(1, max(1, len(held) - 1))))
    plan = (*sorted(end for end in inner if end < len(held)), len(held))
    made = {by_packs(held, limit) for limit in range(1, sum(held) + 1)} | {(len(held),)}
    assert (pack_bytes(held, plan) is not None) == (plan in made)


def test_plans_are_made_by_the_rule() -> None:
    plans = pack_plans(EVEN)
    assert (20,) in plans
    for plan in plans:
        size = pack_bytes(EVEN.sizes, plan)
        assert size is not None
        assert by_packs(EVEN.sizes, size) == plan
        assert len({end - begin for begin, end in pairwise((0, *plan[:-1]))}) <= 1


def test_candidates_are_the_best_and_not_the_default() -> None:
    found = candidate_packs(EVEN, (20,), 3)
    assert 1 <= len(found) <= 3
    best = min(finish(EVEN, plan) for plan in pack_plans(EVEN))
    for name, plan in found.items():
        assert name == f"bytes_per_pack={pack_bytes(EVEN.sizes, plan)}"
        assert plan != (20,)
        assert finish(EVEN, plan) <= 1.1 * best
    (first, *_) = found.values()
    assert first not in candidate_packs(EVEN, first, 3).values()
