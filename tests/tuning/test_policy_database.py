"""Policies go to a repository on disk and come back, and unfit ones are misses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from aoe.backends.registry import default_policy, space
from aoe.policy import Decision, Policy
from aoe.repository.repository import Repository
from aoe.repository.search_record import ANY_MODEL, SearchDepth
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.policy_database import RepositoryPolicies, Winner, is_usable, known_policies
from tests.not_empty import not_empty
from tests.tuning.examples import TARGET, chain, product

OPERATOR = product(16, 32, 48)


@pytest.fixture
def store(tmp_path: Path) -> RepositoryPolicies:
    repository = Repository(tmp_path / "custom", tmp_path / "none", TARGET.soc_version, "1")
    return RepositoryPolicies(repository, TARGET, (("cpu", "a test"),), "0.0.1")


def winner(policy: Policy) -> Winner:
    before = Measurement(2e-6, 3e-6, 1e-7, 9)
    return Winner(policy, before, Measurement(1e-6, 2e-6, 1e-7, 9), before)


def test_a_stored_winner_is_found_again(store: RepositoryPolicies) -> None:
    policy = default_policy(OPERATOR, TARGET)
    assert store.lookup(OPERATOR) is None
    store.store(OPERATOR, winner(policy))
    assert store.lookup(OPERATOR) == policy
    assert store.lookup(product(16, 32, 49)) is None


def test_times_are_stored_in_microseconds_with_their_provenance(
    store: RepositoryPolicies,
) -> None:
    store.store(OPERATOR, winner(default_policy(OPERATOR, TARGET)))
    entry = store.repository.lookup(OPERATOR.signature, OPERATOR.key)
    assert entry is not None
    assert [entry.before.median_us, entry.after.median_us] == pytest.approx([3.0, 2.0])
    assert entry.default == entry.before
    assert (entry.package, entry.hardware) == ("0.0.1", (("cpu", "a test"),))


def _with(
    policy: Policy, format: Mapping[str, Decision] | None = None, **schedule: Decision
) -> Policy:
    return Policy.of(
        policy.impl, dict(policy.format) | dict(format or {}), dict(policy.schedule) | schedule
    )


def _foreign_policies() -> list[Policy]:
    default = default_policy(OPERATOR, TARGET)
    return [
        Policy.of("unheard_of"),
        Policy.of(default.impl),
        _with(default, tile=(10**9, -3)),
        _with(default, tile="wide"),
        _with(default, unroll=7),
        _with(default, invented=1),
        _with(default, {"invented": "packed"}),
    ]


@pytest.mark.parametrize("foreign", _foreign_policies(), ids=str)
def test_a_policy_outside_the_space_is_a_miss_with_one_warning(
    store: RepositoryPolicies, caplog: pytest.LogCaptureFixture, foreign: Policy
) -> None:
    assert not is_usable(OPERATOR, foreign, TARGET)
    store.store(OPERATOR, winner(foreign))
    assert store.lookup(OPERATOR) is None
    assert store.lookup(OPERATOR) is None
    (warning,) = caplog.records
    assert f"ignoring entry {OPERATOR.key} of" in warning.getMessage()
    assert "not in the operator's space" in warning.getMessage()


def test_every_policy_of_the_space_is_usable() -> None:
    assert all(
        is_usable(OPERATOR, policy, TARGET)
        for policy in not_empty(list(space(OPERATOR, TARGET))[:20])
    )


def test_a_policy_outside_the_space_uncovers_the_builtin_one(tmp_path: Path) -> None:
    shipped = RepositoryPolicies(
        Repository(tmp_path / "builtin", tmp_path / "none", TARGET.soc_version, "1"),
        TARGET,
        (("cpu", "a test"),),
        "0.0.1",
    )
    policy = default_policy(OPERATOR, TARGET)
    shipped.store(OPERATOR, winner(policy))
    both = Repository(tmp_path / "custom", tmp_path / "builtin", TARGET.soc_version, "1")
    mine = replace(shipped, repository=both)
    mine.store(OPERATOR, winner(Policy.of("unheard_of")))
    assert mine.lookup(OPERATOR) == policy


def test_known_policies_are_those_of_the_graphs_operators(store: RepositoryPolicies) -> None:
    policy = default_policy(OPERATOR, TARGET)
    store.store(OPERATOR, winner(policy))
    graph = chain(OPERATOR, product(16, 48, 8))
    assert known_policies(graph, store) == {OPERATOR.key: policy}


def test_a_search_in_vain_counts_for_its_default_policy_only(store: RepositoryPolicies) -> None:
    default, other, *_ = space(OPERATOR, TARGET)
    depth = SearchDepth(1, 24, 96)
    store.remember(OPERATOR, default, depth, 31, ANY_MODEL)
    assert store.default_stands(OPERATOR, lambda: default, depth, "m")
    assert not store.default_stands(OPERATOR, lambda: other, depth, "m")


def test_stored_times_end_at_nanoseconds_and_are_never_zero(store: RepositoryPolicies) -> None:
    odd = Measurement(1e-6, 2.3456789012e-6, 1.23456e-8, 9)
    none = Measurement(0.0, 1e-12, 0.0, 9)
    policy = default_policy(OPERATOR, TARGET)
    store.store(OPERATOR, Winner(policy, odd, none, odd))
    entry = store.repository.lookup(OPERATOR.signature, OPERATOR.key)
    assert entry is not None
    assert (entry.before.median_us, entry.before.spread_us) == (2.346, 0.012)
    assert entry.after.median_us == 0.001


def test_a_withdrawn_winner_is_not_found(store: RepositoryPolicies) -> None:
    store.store(OPERATOR, winner(default_policy(OPERATOR, TARGET)))
    store.withdraw(OPERATOR)
    assert store.lookup(OPERATOR) is None


def test_an_entry_of_a_plain_matmul_counts_where_zeros_are_expected_if_an_earlier_version_wrote_it(
    store: RepositoryPolicies,
) -> None:
    plain = product(1, 64, 16)
    expecting = replace(plain, zeros_expected=True)
    policy = default_policy(plain, TARGET)
    store.store(plain, winner(policy))
    assert store.lookup(plain) == policy
    assert store.lookup(expecting) is None
    for later in ("0.0.2", "0.0.10"):
        assert replace(store, package=later).lookup(expecting) == policy
    assert replace(store, package="0.0.0").lookup(expecting) is None
