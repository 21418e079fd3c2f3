"""Begins the search for an operator's policy. `aoe.tuning.search.policy_search` continues it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.target import Target
from aoe.tuning.search.policy_search import PolicySearch
from aoe.tuning.search.search_limits import USUAL, SearchLimits
from aoe.tuning.search.search_strategy import search_space

OperatorSearch: TypeAlias = PolicySearch[Operator, Policy]


def start_search(
    operator: Operator,
    target: Target,
    baseline: Policy | None,
    seeds: Sequence[Policy] = (),
    limits: SearchLimits = USUAL,
) -> OperatorSearch:
    """A search for a policy that is faster than the baseline.

    Args:
        operator: The operator.
        target: What it is computed on.
        baseline: The policy to beat; by default the default policy.
        seeds: Policies that are tried first.
        limits: How far the search goes.

    Raises:
        PolicyError: No implementation computes the operator.
    """
    space = search_space(operator, target, limits.explored, limits.breadth)
    chosen = space.default if baseline is None else baseline
    known = seeds if baseline is None else (baseline, *seeds)
    return OperatorSearch(operator, space, chosen, tuple(known), limits=limits)
