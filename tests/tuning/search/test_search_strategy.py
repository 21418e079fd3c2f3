"""The search proposes sensibly ordered, never repeated policies of the space, and ends."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.policy import Policy
from aoe.tuning.search.search_limits import USUAL
from aoe.tuning.search.search_strategy import (
    BEST,
    NEAR,
    SPREAD,
    SearchSpace,
    Trial,
    best_of,
    decisions,
    differences,
    features,
    nearest,
    neighbours,
    propose,
    space_of,
)


def policy(rows: int, columns: int, impl: str = "tiled", order: str = "mn") -> Policy:
    return Policy.of(impl, schedule={"rows": rows, "columns": columns, "order": order})


def grid_space() -> SearchSpace:
    """Two implementations; the model believes rows × columns = 16 to be best."""
    estimates = [
        (policy(rows, columns, impl, order), 1.0 + abs(rows * columns - 16) / 16)
        for impl in ("tiled", "streamed")
        for rows in (1, 2, 4, 8)
        for columns in (1, 2, 4)
        for order in ("mn", "nm")
    ]
    return space_of(policy(1, 1), estimates)


def seconds(candidate: Policy) -> float:
    """A machine that disagrees with the model: it likes 8 × 1, nm, streamed."""
    chosen = decisions(candidate)
    rows, columns = chosen["schedule.rows"], chosen["schedule.columns"]
    assert isinstance(rows, int)
    assert isinstance(columns, int)
    slower = (8 / rows) + columns + (chosen["schedule.order"] == "mn")
    return slower + (2.0 if candidate.impl == "tiled" else 0.0)


def test_the_default_policy_comes_first_and_seeds_of_the_space_second() -> None:
    seed = policy(2, 2, "streamed")
    foreign = policy(3, 3)
    proposed = propose(grid_space(), [foreign, seed], [], 4)
    assert proposed[:2] == [policy(1, 1), seed]
    assert foreign not in proposed


def test_the_first_batch_covers_every_implementation() -> None:
    proposed = propose(grid_space(), [], [], 6)
    assert {candidate.impl for candidate in proposed} == {"tiled", "streamed"}


def test_an_implementation_that_proves_slow_comes_after_the_others() -> None:
    space = grid_space()
    slow = [policy(1, 1), policy(4, 4)]
    history = [Trial(candidate, 4.0) for candidate in slow]
    history += [Trial(policy(8, 2, "streamed"), 3.0)]
    proposed = propose(space, [], history, space.size)
    implementations = [candidate.impl for candidate in proposed]
    assert implementations == ["streamed"] * 23 + ["tiled"] * 22


def test_an_implementation_tried_once_is_not_given_up() -> None:
    space = grid_space()
    history = [Trial(policy(1, 1), 4.0), Trial(policy(8, 2, "streamed"), 3.0)]
    proposed = propose(space, [], history, 6)
    assert "tiled" in {candidate.impl for candidate in proposed}


def test_a_search_to_the_end_finds_the_fastest_policy_and_repeats_none() -> None:
    space = grid_space()
    history: list[Trial] = []
    while batch := propose(space, [], history, 5):
        history += [Trial(candidate, seconds(candidate)) for candidate in batch]
    tried = [trial.policy for trial in history]
    assert len(tried) == len(set(tried))
    best = best_of(history)
    assert best is not None
    assert best.policy == policy(8, 1, "streamed", "nm")


def test_failed_trials_are_neither_best_nor_repeated() -> None:
    space = grid_space()
    failed = [Trial(candidate, None) for candidate in propose(space, [], [], 8)]
    assert best_of(failed) is None
    assert not {trial.policy for trial in failed} & set(propose(space, [], failed, 8))


def test_neighbours_of_a_number_are_the_next_values_present() -> None:
    near = neighbours(grid_space(), policy(2, 2))
    moves = {tuple(sorted(map(str, (value for _, value in differences(policy(2, 2), other)))))
             for other in near}  # fmt: skip
    assert moves == {("1",), ("4",), ("nm",), ("streamed",)}
    assert all(len(differences(policy(2, 2), other)) == 1 for other in near)


def test_a_batch_has_the_best_by_the_ranking_neighbours_and_some_that_explore() -> None:
    space, best = grid_space(), policy(2, 2)
    last = space.estimates[-1][0]
    space = replace(space, exploration=(last,))
    trials = [Trial(space.default, 1.0), Trial(best, 0.9)]
    batch = propose(space, [], trials, NEAR + BEST + SPREAD)
    assert batch[0] in neighbours(space, best)
    assert last in batch


def test_the_ranking_learns_from_trials_which_decisions_it_is_wrong_about() -> None:
    space = space_of(policy(1, 1), [(policy(1, size), 1.0) for size in (1, 2, 4, 8, 16, 32)])
    trials = [Trial(policy(1, 1), 1.0), Trial(policy(1, 4), 0.7), Trial(policy(1, 2), 0.85)]
    assert propose(space, [], trials, 2, margin=0.0)[0] == policy(1, 8), "a neighbour of the best"
    assert propose(space, [], trials, 2, margin=0.0)[1] == policy(1, 32), "as more is better"


def test_sizes_are_told_apart_by_how_many_times_as_large_they_are() -> None:
    tiled = Policy.of("tiled", schedule={"rows": 3, "order": "mn", "tile": (2, 2)})
    other = Policy.of("tiled", schedule={"rows": 7, "order": "nm", "tile": (4, 1)})
    found = features(tiled, other)
    assert found["schedule.rows"] == 1.0
    assert found["schedule.tile"] == 0.0
    assert found["schedule.order", "nm"] == found["schedule.rows", 7] == 1.0
    assert "schedule.order" not in found


@pytest.mark.parametrize(("mine", "near"), [(None, {2, 4, 8}), (4, {None, 2, 8})])
def test_a_decision_that_not_all_policies_have_is_left_out_and_taken_up(
    mine: int | None, near: set[int | None]
) -> None:
    def cut(blocks: int | None) -> Policy:
        return Policy.of("cut", schedule={} if blocks is None else {"blocks": blocks})

    space = space_of(cut(None), [(cut(blocks), 1.0) for blocks in (None, 2, 4, 8)])
    found = {decisions(policy).get("schedule.blocks") for policy in neighbours(space, cut(mine))}
    assert found == near


def test_a_foreign_policy_maps_to_the_most_alike_of_its_implementation() -> None:
    assert nearest(grid_space(), policy(4, 9, "streamed", "nm")) in [
        policy(4, columns, "streamed", "nm") for columns in (1, 2, 4)
    ]
    assert nearest(grid_space(), Policy.of("unheard_of")) is None


@given(
    values=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, unique=True),
    count=st.integers(1, 9),
)
def test_every_search_stays_in_the_space_and_ends(
    values: list[tuple[int, int]], count: int
) -> None:
    estimates = [(policy(rows, columns), 1.0 + rows + columns) for rows, columns in values]
    space = space_of(estimates[0][0], estimates)
    history: list[Trial] = []
    while batch := propose(space, [], history, count):
        assert 0 < len(batch) <= count
        assert all(candidate in space for candidate in batch)
        history += [Trial(candidate, 1.0 + len(history)) for candidate in batch]
    assert len({trial.policy for trial in history}) == len(history) <= len(estimates)


def floored_space(lower_bounds: dict[Policy, float]) -> SearchSpace:
    estimates = [(policy(rows, columns), 9.0 + rows) for rows in (1, 2, 4, 8) for columns in (1, 2)]
    return space_of(policy(1, 1), estimates, lower_bounds)


def test_policies_that_cannot_be_faster_than_the_best_are_not_tried() -> None:
    slow = [policy(4, 1), policy(8, 2)]
    space = floored_space(dict.fromkeys(slow, 2.0))
    assert set(slow) <= set(propose(space, [], [], 99))
    measured = [Trial(policy(1, 1), 2.05)]
    proposed = propose(space, [], measured, 99)
    assert proposed
    assert not set(slow) & set(proposed)
    assert set(slow) <= set(propose(space, [], measured, 99, margin=0.01))


def test_a_search_ends_when_the_best_is_near_the_floor_of_all_others() -> None:
    space = floored_space({item: 1.0 for item, _ in floored_space({}).estimates})
    assert propose(space, [], [Trial(policy(1, 1), 1.2)], 99)
    assert propose(space, [], [Trial(policy(1, 1), 1.0 + 0.9 * USUAL.margin)], 99) == []


def test_floors_that_a_measurement_has_refuted_stop_nothing() -> None:
    space = floored_space({item: 1.0 for item, _ in floored_space({}).estimates})
    assert propose(space, [], [Trial(policy(1, 1), 0.9)], 99)
