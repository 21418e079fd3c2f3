"""What profiles of several processes say of each change of a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from aoe.tuning.comparison.comparison_policy import QUIET
from aoe.tuning.model_check.change_attribution import Profiled, Savings

OLD, NEW = 0, 1
OWNERS = {"a": "first", "b": "first", "c": "second", "d": "third"}
OLD_MODEL, NEW_MODEL = Profiled(OLD, OWNERS), Profiled(NEW, {**OWNERS, "e": "second"})


@dataclass
class Profiles:
    """Profiles as they are in one process: of the old model, and of the new one."""

    old: Sequence[tuple[str, float]]
    new: Sequence[tuple[str, float]] | None
    taken: list[int] = field(default_factory=list)

    def profile(self, number: int) -> Sequence[tuple[str, float]] | None:
        self.taken.append(number)
        return self.old if number == OLD else self.new


def process(*seconds: float) -> Profiles:
    """One in which what was changed takes 1 s, 2 s and 3 s before, and `seconds` after."""
    first, second, third = seconds
    old = [("a", 0.25), ("b", 0.75), ("c", 2.0), ("d", 3.0)]
    return Profiles(old, [("a", first), ("c", second / 2), ("e", second / 2), ("d", third)])


def savings(*processes: Profiles) -> Savings:
    found = Savings()
    for item in processes:
        found.add(item, NEW_MODEL, OLD_MODEL, ("first", "second"))
    return found


def test_what_operators_take_adds_up_for_what_owns_them() -> None:
    found = savings(process(0.5, 1.8, 3.0))
    assert found.ratio("first") == pytest.approx(0.5)
    assert found.ratio("second") == pytest.approx(0.9)
    assert found.saved("first") == pytest.approx(0.5)


def test_the_median_of_the_processes_counts() -> None:
    found = savings(process(0.5, 2.0, 3.0), process(5.0, 2.0, 3.0), process(0.6, 2.0, 3.0))
    assert found.ratio("first") == pytest.approx(0.6)


def test_a_process_has_few_profiles() -> None:
    profiles = process(1.0, 2.0, 3.0)
    savings(profiles)
    assert len(profiles.taken) == 2 * QUIET.profiles


def test_without_time_there_is_one_profile_of_each_model() -> None:
    profiles = process(1.0, 2.0, 3.0)
    Savings().add(profiles, NEW_MODEL, OLD_MODEL, ("first",), -1.0)
    assert len(profiles.taken) == 2


def test_a_model_that_fails_says_nothing() -> None:
    found = savings(Profiles([("a", 1.0)], None))
    assert found.ratio("first") == 1.0
    assert found.saved("first") == 0.0


def test_what_was_never_seen_has_no_ratio() -> None:
    assert Savings().ratio("first") == 1.0


def test_of_a_faster_model_what_does_not_take_longer_is_kept() -> None:
    found = savings(process(0.5, 2.01, 3.0))
    assert found.holding(frozenset({"first", "second"}), True) == {"first", "second"}
    slower = savings(process(0.5, 2.1, 3.0))
    assert slower.holding(frozenset({"first", "second"}), True) == {"first"}


def test_of_a_slower_model_what_takes_less_time_is_kept() -> None:
    found = savings(process(0.5, 2.01, 3.0))
    assert found.holding(frozenset({"first", "second"}), False) == {"first"}


def test_if_all_seem_to_gain_but_the_model_is_slower_those_are_kept_that_save_most() -> None:
    found = savings(process(0.9, 1.2, 3.0))
    assert found.holding(frozenset({"first", "second"}), False) == {"second"}
    assert found.holding(frozenset({"first"}), False) == frozenset()
