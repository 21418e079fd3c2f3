"""Methods choose from the whole space, begin with the default and try nothing twice."""

from __future__ import annotations

import pytest

from aoe.policy import Policy
from aoe.tuning.search.search_limits import USUAL
from aoe.tuning.search.search_strategy import SearchSpace, Trial, decisions, search_space, space_of
from benchmarks.search.methods import Method, limits_for, open_aoe, random_search, tpe
from tests.tuning.conftest import numbered
from tests.tuning.examples import TARGET, product

METHODS: dict[str, Method] = {"ours": open_aoe, "random": random_search(1), "TPE": tpe(1)}


def tried(method: Method, space: SearchSpace, rounds: int, best: Policy) -> list[Policy]:
    """What a method tries if a policy takes the longer, the fewer decisions it shares with one."""
    proposer = method(space)
    history: list[Trial] = []
    wanted = set(decisions(best).items())
    for _ in range(rounds):
        for policy in proposer.propose((), history, 4, USUAL.margin):
            shared = len(wanted & set(decisions(policy).items()))
            history.append(Trial(policy, 1.0 + len(wanted) - shared))
    return [trial.policy for trial in history]


@pytest.mark.parametrize("name", ["random", "TPE"])
def test_a_method_tries_every_policy_once_in_the_end(name: str) -> None:
    if name == "TPE":
        pytest.importorskip("optuna")
    space = search_space(product(4, 8, 16), TARGET)
    found = tried(METHODS[name], space, space.size, space.default)
    assert found[0] == space.default
    assert len(found) == len(set(found))
    assert set(found) == {policy for policy, _ in space.estimates}


def test_what_is_proposed_again_is_the_same_until_it_was_tried() -> None:
    pytest.importorskip("optuna")
    space = search_space(product(32, 64, 48), TARGET)
    proposer = tpe(1)(space)
    first = proposer.propose((), [], 4, USUAL.margin)
    assert proposer.propose((), [], 1, USUAL.margin) == first[:1]
    trials = [Trial(policy, None) for policy in first]
    assert not set(proposer.propose((), trials, 4, USUAL.margin)) & set(first)


def test_the_parzen_estimator_learns_what_is_fast() -> None:
    pytest.importorskip("optuna")
    space = search_space(product(64, 128, 96), TARGET)
    best = space.estimates[space.size // 2][0]

    def shared(policies: list[Policy]) -> float:
        wanted = set(decisions(best).items())
        return sum(len(wanted & set(decisions(item).items())) for item in policies[40:]) / 40

    assert shared(tried(tpe(1), space, 20, best)) > shared(tried(random_search(1), space, 20, best))


def test_random_search_depends_on_its_seed_alone() -> None:
    space = space_of(numbered(0), [(numbered(number), 1.0) for number in range(20)])
    orders = [
        random_search(seed)(space).propose((), [], space.size, USUAL.margin) for seed in (1, 1, 2)
    ]
    assert orders[0] == orders[1] != orders[2]


def test_only_open_aoe_stops_by_itself() -> None:
    assert limits_for(open_aoe, USUAL) == USUAL
    assert limits_for(random_search(0), USUAL).most_trials > USUAL.most_trials
