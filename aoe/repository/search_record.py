"""A search record: for one operator or subgraph, how deeply searches looked for a policy that is
faster than the default and found none.

A later run does not repeat such a search (`SearchRecord.stands`), unless it would go deeper or the
default policy is another one since, as after a new fit of the cost profile. Some searches show only
something about one model: the operator takes next to no time in it, or a faster policy lost in the
check of the whole model. So a record has searches by model. As with entries
(`aoe.repository.entry`), whatever is not exactly a record raises `RepositoryError`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from aoe.errors import RepositoryError
from aoe.policy import Policy, SubgraphPolicy
from aoe.repository.entry import (
    checked_key,
    generator_order,
    operator_type_of,
    pairs_of,
    policy_of,
    signature_of,
    text_of,
)

#: In place of a model's digest: the search is valid in every model.
ANY_MODEL = "any"


@dataclass(frozen=True, slots=True)
class SearchDepth:
    """How far a search goes (`aoe.tuning.search.search_limits` has the meaning of the numbers).

    Attributes:
        breadth: How large the space is.
        patience: Number of trials without a gain after which a search ends.
        most_trials: Most trials.
        unequal: Whether strips of subgraphs may be of unequal heights.
        budget: Seconds of the job that cut the search short; infinite if it ended by itself.
    """

    breadth: int
    patience: int
    most_trials: int
    unequal: bool = False
    budget: float = inf

    def covers(self, other: SearchDepth) -> bool:
        """Whether a search of this depth makes one of the other depth unnecessary."""
        pairs = zip(self.order, other.order, strict=True)
        return all(mine >= wanted for mine, wanted in pairs)

    @property
    def order(self) -> tuple[float, ...]:
        """Numbers that grow with the depth, the most important first."""
        return (self.breadth, self.most_trials, self.patience, self.unequal, self.budget)


@dataclass(frozen=True, slots=True)
class FruitlessSearch:
    """A search after which the default policy stands.

    Attributes:
        depth: How far it went.
        candidates: Number of policies that were tried.
        hardware: The machine, as pairs of name and value, sorted by name.
        package: Version of open-aoe.
        code_generator: Version of the code generator, as in an entry.
        date: When it ended, ISO 8601 in UTC.
        default: The default policy that stands. None in records of earlier versions, which do not
            have it.
    """

    depth: SearchDepth
    candidates: int
    hardware: tuple[tuple[str, str], ...]
    package: str
    code_generator: str
    date: str
    default: Policy | SubgraphPolicy | None = None


@dataclass(frozen=True, slots=True)
class SearchRecord:
    """The searches of one operator or subgraph after which the default policy stands.

    Attributes:
        key: Hash of the signature.
        signature: Canonical JSON text of the operator or subgraph.
        searches: The deepest search by model: `ANY_MODEL` or the digest of a model.
    """

    key: str
    signature: str
    searches: Mapping[str, FruitlessSearch]

    @property
    def operator_type(self) -> str:
        """The type of the operator; `aoe.repository.entry.SUBGRAPH` for a subgraph."""
        return operator_type_of(self.signature)

    def stands(
        self,
        depth: SearchDepth,
        model: str,
        code_generator: str,
        default: Callable[[], Policy | SubgraphPolicy],
    ) -> bool:
        """Whether a search of this depth, for this model, was done before and has left the default
        policy of today.

        Args:
            depth: How far the search would go.
            model: Digest of the model.
            code_generator: The version of today.
            default: Returns the default policy of today. It is called only where that decides.
        """
        known = (self.searches.get(name) for name in (ANY_MODEL, model))
        return any(
            item is not None
            and item.code_generator == code_generator
            and item.depth.covers(depth)
            and item.default is not None
            and item.default == default()
            for item in known
        )


def joined_records(one: SearchRecord, other: SearchRecord, code_generator: str) -> SearchRecord:
    """The deepest searches of two records of a key, by model. Searches of this code generator win,
    else those of the newest. If the signatures differ, `one` stays.
    """
    if one.signature != other.signature:
        return one
    searches = dict(one.searches)
    for model, search in other.searches.items():
        known = searches.get(model)
        if known is None or _rank(search, code_generator) < _rank(known, code_generator):
            searches[model] = search
    return SearchRecord(one.key, one.signature, searches)


def with_new_searches(known: SearchRecord, new: SearchRecord, code_generator: str) -> SearchRecord:
    """A record with searches that ended now. They replace those of the same models that stand for
    another default policy, however deep these are; else as `joined_records`.
    """
    same = {
        model: search
        for model, search in known.searches.items()
        if model not in new.searches or search.default == new.searches[model].default
    }
    return joined_records(new, SearchRecord(known.key, known.signature, same), code_generator)


def _rank(search: FruitlessSearch, code_generator: str) -> tuple[object, ...]:
    """Small for the search to keep. Different searches have different ranks."""
    depth = tuple(-number for number in search.depth.order)
    text = json.dumps(_search_to_json(search), sort_keys=True)
    order = generator_order(search.code_generator, code_generator)
    return (*order, search.default is None, depth, -search.candidates, search.date, text)


def record_to_json(record: SearchRecord) -> dict[str, Any]:
    """The JSON object of a record, which is stored under its key."""
    return {
        "signature": json.loads(record.signature),
        "searches": {
            name: _search_to_json(record.searches[name]) for name in sorted(record.searches)
        },
    }


def record_from_json(key: str, data: Any) -> SearchRecord:
    """The record that `record_to_json` wrote under a key. Raises `RepositoryError` naming what is
    wrong with anything else.
    """
    checked_key(key)
    searches = data.get("searches") if isinstance(data, dict) else None
    if not isinstance(searches, dict) or not searches:
        raise RepositoryError("the search record has no searches")
    signature = signature_of(data.get("signature"))
    operator_type = operator_type_of(signature)
    found = {name: _search_from_json(operator_type, item) for name, item in searches.items()}
    return SearchRecord(key, signature, found)


def _search_to_json(search: FruitlessSearch) -> dict[str, Any]:
    depth = search.depth
    default = {} if search.default is None else {"default_policy": search.default.to_json()}
    return {
        "breadth": depth.breadth,
        "patience": depth.patience,
        "most_trials": depth.most_trials,
        "unequal": depth.unequal,
        "budget_seconds": None if depth.budget == inf else depth.budget,
        "candidates": search.candidates,
        "hardware": dict(search.hardware),
        "package": search.package,
        "code_generator": search.code_generator,
        "date": search.date,
        **default,
    }


def _search_from_json(operator_type: str, data: Any) -> FruitlessSearch:
    if not isinstance(data, dict):
        raise RepositoryError("a search is not a JSON object")
    counts = [_count(data, name) for name in ("breadth", "patience", "most_trials", "candidates")]
    unequal, budget = data.get("unequal"), data.get("budget_seconds")
    if not isinstance(unequal, bool):
        raise RepositoryError("'unequal' of a search is neither true nor false")
    number = isinstance(budget, int | float) and not isinstance(budget, bool)
    if budget is not None and not (number and 0 < budget < inf):
        raise RepositoryError("'budget_seconds' of a search is not a number of seconds")
    limit = inf if budget is None else float(budget)
    return FruitlessSearch(
        SearchDepth(counts[0], counts[1], counts[2], unequal, limit),
        counts[3],
        pairs_of(data.get("hardware")),
        text_of(data, "package"),
        text_of(data, "code_generator"),
        text_of(data, "date"),
        policy_of(operator_type, data["default_policy"]) if "default_policy" in data else None,
    )


def _count(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise RepositoryError(f"{name!r} of a search is not a count")
    return value
