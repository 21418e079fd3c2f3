"""Begins the search for an operator's policy; how it goes on is `aoe.tuning.policy_search`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from aoe.device import Device
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.tuning.policy_search import PolicySearch
from aoe.tuning.search import search_space
from aoe.tuning.search_limits import USUAL, SearchLimits

OperatorSearch: TypeAlias = PolicySearch[Operator, Policy]


def start_search(
    operator: Operator,
    device: Device,
    baseline: Policy | None,
    seeds: Sequence[Policy] = (),
    limits: SearchLimits = USUAL,
) -> OperatorSearch:
    """A search for something better than `baseline`, by default the default policy. Raises
    `PolicyError` if nothing computes the operator.
    """
    space = search_space(operator, device, limits.explored, limits.breadth)
    chosen = space.default if baseline is None else baseline
    known = seeds if baseline is None else (baseline, *seeds)
    return OperatorSearch(operator, space, chosen, tuple(known), limits=limits)
