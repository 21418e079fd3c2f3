"""Policies are chosen in their order, and no sooner than they are needed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from aoe.backends.chosen_policies import ChosenPolicies
from aoe.policy import Policy

KEYS = ("first", "second", "third")


def choices(told: list[str]) -> Iterator[tuple[str, Policy]]:
    for key in KEYS:
        told.append(key)
        yield key, Policy(key)


def test_one_is_chosen_with_those_before_it() -> None:
    told: list[str] = []
    policies = ChosenPolicies(choices(told))
    assert not told
    assert policies["second"] == Policy("second")
    assert policies["first"] == Policy("first")
    assert told == ["first", "second"]


def test_all_are_chosen_once_in_order() -> None:
    told: list[str] = []
    policies = ChosenPolicies(choices(told))
    assert policies["first"] == Policy("first")
    assert policies == {key: Policy(key) for key in KEYS}
    assert list(policies) == told == list(KEYS)
    assert len(policies) == len(KEYS)


def test_others_are_not_there() -> None:
    policies = ChosenPolicies(choices([]))
    assert policies.get("fourth") is None
    assert "fourth" not in policies
    with pytest.raises(KeyError, match="fourth"):
        policies["fourth"]
