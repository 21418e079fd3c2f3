"""The policy database of tuning, and the adapter to the repository on disk (`aoe.repository`).

The repository is a layer below operators and measurements and stores texts and numbers; this module
converts between the two. A policy from a repository may come from another machine or version. It is
used only if it is in the operator's space today.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Generic, Protocol, TypeAlias

from typing_extensions import TypeVar

from aoe.backends.implementation import MAX_BREADTH
from aoe.backends.registry import require_usable
from aoe.errors import ModelError, PolicyError
from aoe.operators.earlier_signatures import entry_signature
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import AnyPolicy, Policy, SubgraphPolicy
from aoe.repository.entry import Entry, Timing
from aoe.repository.repository import EarlierForm, Repository
from aoe.repository.search_record import FruitlessSearch, SearchDepth, SearchRecord
from aoe.signature import key_of
from aoe.target import Target
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.search.search_strategy import SPACE_LIMIT
from aoe.tuning.workload.subgraph_model import KnownPolicy

_Workload = TypeVar("_Workload", contravariant=True)
_Policy = TypeVar("_Policy", bound=Policy | SubgraphPolicy)
_Described = TypeVar("_Described", bound="Described", contravariant=True)
#: In microseconds. No time is stored as zero.
NANOSECOND = 0.001


@dataclass(frozen=True, slots=True)
class Winner(Generic[AnyPolicy]):
    """A policy that beat the one in use before it.

    Attributes:
        policy: The new policy.
        before: The time under the old policy, measured together with `after`.
        after: The time under the new policy.
        default: The time under the default policy, measured on the same occasion. None if that does
            not work.
    """

    policy: AnyPolicy
    before: Measurement
    after: Measurement
    default: Measurement | None


SubgraphWinner: TypeAlias = Winner[SubgraphPolicy]


class WinnerStore(Protocol[_Workload, _Policy]):
    """Keeps winners."""

    def store(self, workload: _Workload, winner: Winner[_Policy]) -> None:
        """Keeps a winner at once. Raises `RepositoryError` if that is impossible."""

    def withdraw(self, workload: _Workload) -> None:
        """Undoes every `store` for a subject. Raises as `store` does."""

    def default_stands(
        self, workload: _Workload, default: Callable[[], _Policy], depth: SearchDepth, model: str
    ) -> bool:
        """Whether an earlier search, at least as deep and valid for the model, has found no policy
        faster than the default.

        Args:
            workload: What would be searched.
            default: Returns the default policy of today. It is called only where that decides.
            depth: How far the search would go.
            model: Digest of the model.
        """

    def remember(
        self,
        workload: _Workload,
        default: _Policy,
        depth: SearchDepth,
        candidates: int,
        model: str,
    ) -> None:
        """Keeps that a search found no policy faster than the default.

        Args:
            workload: What the search was for.
            default: The default policy.
            depth: How far it went.
            candidates: Number of policies that were tried.
            model: Digest of the only model for which this holds; `ANY_MODEL` if for all.
        """


class PolicyStore(WinnerStore[Operator, Policy], Protocol):
    """A repository of policies as tuning sees it."""

    def lookup(self, operator: Operator) -> Policy | None:
        """The best policy known for an operator."""

    def of_type(self, operator_type: str) -> Iterable[tuple[Operator, Policy]]:
        """The operators of a type with a known policy, and the policies."""


class Described(Protocol):
    """What a repository knows by its description."""

    @property
    def signature(self) -> str:
        """The description."""

    @property
    def key(self) -> str:
        """The key of the description."""


@dataclass(frozen=True, slots=True)
class RepositoryWinners(ABC, Generic[_Described, AnyPolicy]):
    """A `WinnerStore` in a repository on disk.

    Attributes:
        repository: The repository.
        target: What policies are for.
        hardware: This machine, as pairs of a name and a value.
        package: The version of open-aoe.
    """

    repository: Repository
    target: Target
    hardware: tuple[tuple[str, str], ...]
    package: str

    @abstractmethod
    def earlier(self, workload: _Described) -> EarlierForm:
        """How earlier versions described it."""

    def origin(self, workload: _Described) -> str:
        """Which repository has the policy that `lookup` finds: "custom" or "built-in"."""
        earlier = self.earlier(workload)
        return self.repository.origin(workload.signature, workload.key, earlier)

    def store(self, workload: _Described, winner: Winner[AnyPolicy]) -> None:
        """Writes a winner to the custom repository at once.

        Raises:
            RepositoryError: It cannot be written.
        """
        entry = entry_of(workload.signature, winner, self.repository, self.hardware, self.package)
        self.repository.store(entry)

    def withdraw(self, workload: _Described) -> None:
        """Restores what the custom repository had for it before."""
        self.repository.withdraw(workload.signature, workload.key)

    def default_stands(
        self,
        workload: _Described,
        default: Callable[[], AnyPolicy],
        depth: SearchDepth,
        model: str,
    ) -> bool:
        """See `WinnerStore.default_stands`."""
        signature, key = workload.signature, workload.key
        return self.repository.default_stands(signature, key, default, depth, model)

    def remember(
        self,
        workload: _Described,
        default: AnyPolicy,
        depth: SearchDepth,
        candidates: int,
        model: str,
    ) -> None:
        """Writes to the custom repository that the default policy stands."""
        search = search_of(default, depth, candidates, self.repository, self.hardware, self.package)
        self.repository.remember(record_of(workload.signature, search, model))


@dataclass(frozen=True, slots=True)
class RepositoryPolicies(RepositoryWinners[Operator, Policy]):
    """A `PolicyStore` in a repository on disk."""

    def lookup(self, operator: Operator) -> Policy | None:
        """The policy stored for an operator, if it is in the operator's space on this target."""
        known = self.measured(operator)
        return None if known is None else known.policy

    def measured(self, operator: Operator) -> KnownPolicy | None:
        """As `lookup`, with the time the policy was measured to take."""

        def objection(entry: Entry) -> str | None:
            if isinstance(entry.policy, Policy) and is_usable(operator, entry.policy, self.target):
                return None
            return "its policy is not in the operator's space"

        entry = self.repository.lookup(
            operator.signature, operator.key, objection, self.earlier(operator)
        )
        if entry is None or not isinstance(entry.policy, Policy):
            return None
        return KnownPolicy(entry.policy, entry.after.median_us * 1e-6)

    def earlier(self, workload: Operator) -> EarlierForm:
        """How earlier versions described an operator. Where that differs, it is how this version
        describes another operator.
        """
        return EarlierForm(entry_signature(workload), before=self.package)

    def of_type(self, operator_type: str) -> Iterator[tuple[Operator, Policy]]:
        """The operators of a type in the repository, with their policies. The policies are not
        checked: they only seed searches of other operators.
        """
        for entry in self.repository.of_type(operator_type):
            with suppress(ModelError):
                operator = Operator.from_json(json.loads(entry.signature))
                if isinstance(entry.policy, Policy):
                    yield operator, entry.policy


def entry_of(
    signature: str,
    winner: Winner[AnyPolicy],
    repository: Repository,
    hardware: tuple[tuple[str, str], ...],
    package: str,
) -> Entry:
    """The repository entry of a winner that was found now on this machine."""
    return Entry(
        key=key_of(signature),
        signature=signature,
        policy=winner.policy,
        before=_timing(winner.before),
        after=_timing(winner.after),
        default=None if winner.default is None else _timing(winner.default),
        hardware=hardware,
        package=package,
        code_generator=repository.code_generator,
        date=datetime.now(timezone.utc).isoformat(timespec="seconds"),
    )


def search_of(
    default: Policy | SubgraphPolicy,
    depth: SearchDepth,
    candidates: int,
    repository: Repository,
    hardware: tuple[tuple[str, str], ...],
    package: str,
) -> FruitlessSearch:
    """A search that ended now on this machine and found nothing faster than the default policy.

    Args:
        default: The default policy, which stands.
        depth: How far the search went.
        candidates: The number of policies that were tried.
        repository: Where it is stored; names the version of the code generator.
        hardware: The machine, as pairs of name and value, sorted by name.
        package: The version of open-aoe.

    Returns:
        The search, dated now in UTC.
    """
    date = datetime.now(timezone.utc).isoformat(timespec="seconds")
    code_generator = repository.code_generator
    return FruitlessSearch(depth, candidates, hardware, package, code_generator, date, default)


def record_of(signature: str, search: FruitlessSearch, model: str) -> SearchRecord:
    """The record of one search, valid for the model with this digest or for any."""
    return SearchRecord(key_of(signature), signature, {model: search})


def winner_of(entry: Entry, kind: type[AnyPolicy]) -> Winner[AnyPolicy]:
    """The winner that `entry_of` made an entry of, but for what an entry does not store.

    Args:
        entry: The entry.
        kind: The class of its policy.
    """
    assert isinstance(entry.policy, kind), "operators and subgraphs are told apart by their keys"
    return Winner(
        entry.policy,
        _measurement(entry.before),
        _measurement(entry.after),
        None if entry.default is None else _measurement(entry.default),
    )


def known_policies(graph: OperatorGraph, store: PolicyStore) -> Mapping[str, Policy]:
    """The policies a repository has for the operators of a graph, by operator key."""
    operators = {node.operator.key: node.operator for node in graph.operator_nodes}
    found = {key: store.lookup(operator) for key, operator in operators.items()}
    return {key: policy for key, policy in found.items() if policy is not None}


def is_usable(operator: Operator, policy: Policy, target: Target) -> bool:
    """Whether a policy is in the operator's space on a target."""
    try:
        item = require_usable(operator, policy, target)
    except PolicyError:
        return False
    own = operator.target(target)
    return any(
        policy in item.space(operator, own, breadth)[:SPACE_LIMIT] for breadth in (1, MAX_BREADTH)
    )


def _timing(measurement: Measurement) -> Timing:
    """A measurement in microseconds, rounded to nanoseconds, the resolution of the clock."""
    median = max(NANOSECOND, round(measurement.median * 1e6, 3))
    return Timing(median, round(measurement.spread * 1e6, 3), measurement.samples)


def _measurement(timing: Timing) -> Measurement:
    median = timing.median_us * 1e-6
    return Measurement(median, median, timing.spread_us * 1e-6, timing.samples)
