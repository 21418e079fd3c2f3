"""The last word on tuning: is the whole model faster, and which operators are not?

An operator's time alone is not its time in a model, where others fill the caches before it. So the
model with the tuned policies and the model with the old ones run in turn in isolated runners, as
they will be deployed (`aoe.tuning.model_duel`), and profiles tell what takes longer in the tuned
one (`aoe.tuning.model_savings`). That gets its old policy back if the model is the faster for it;
if the model is not faster at all, what saves least goes back, half by half, until it is. A tuned
model that is slower than the old one is never used.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace

from aoe.errors import CompileError
from aoe.execute.compile_pool import CompilePool
from aoe.execute.compiler import compile_plans, complete_policies
from aoe.execute.planner import plan_graph
from aoe.graph.mixed_precision import NARROW
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.tuning.candidate import Candidate, added_constants
from aoe.tuning.deadline import Deadline
from aoe.tuning.made_up_model import made_up_model_inputs
from aoe.tuning.measure import Comparison, Measurement
from aoe.tuning.model_duel import (
    FEWEST_PARTS,
    FEWEST_ROUNDS,
    PARTS,
    WORTH_OPENING,
    Part,
    are_enough,
    comparison_of,
    part_seconds,
    take_part,
)
from aoe.tuning.model_savings import Profiled, Savings
from aoe.tuning.observer import CandidateFailure, Observer
from aoe.tuning.patience import Patience
from aoe.tuning.runner import Runner

#: Largest difference between the outputs of the old and the tuned model, relative to the largest
#: output: rounding differs, and a deep model adds it up.
TOLERANCE = 1e-4
#: The same where values are stored in 16 bits: each model may be off by half of it, because another
#: order of sums rounds some values to their other neighbour, and that adds up, too.
NARROW_TOLERANCE = 0.2
#: Seconds that measuring takes where there is time.
CHECK_SECONDS = 17.0
#: Share of the time left that each step may wait for a calm machine.
WAITING_SHARE = 0.25
#: Share of the time left that an attempt has while others may follow it, and of that its profiles.
ATTEMPT_SHARE, PROFILE_SHARE = 0.5, 0.1
#: Attempts at most.
MOST_ATTEMPTS = 6
#: The number under which the runner knows the old model; attempts have those after it.
_OLD = 0
_MODEL = Policy("model")


@dataclass(frozen=True, slots=True)
class Version:
    """A model in one way to compute it. `policies`: by operator key. `owners`: by an operator's
    name, the key of what decides how it is computed: its own, or that of its subgraph.
    """

    graph: OperatorGraph
    policies: Mapping[str, Policy]
    owners: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """`seconds`: how long measuring may take at most, but for the fewest samples that decide and
    without what opening processes takes, and less where `deadline` comes sooner, of which `ending`
    seconds are kept back. `longer`: how many seconds more it may take, if the deadline allows,
    while the gain is not known well. `fewest_runs`: of a sample. `usual`: seconds in which the old
    model has been seen to run. `patience`: for a busy machine; waiting counts as measuring.
    `seed`: of the inputs.
    """

    seconds: float = CHECK_SECONDS
    longer: float = 0.0
    fewest_runs: int = 1
    usual: float | None = None
    patience: Patience = field(default_factory=Patience)
    seed: int = 0
    deadline: Deadline = field(default_factory=Deadline)
    ending: float = 0.0


_USUAL = CheckOptions()


@dataclass(frozen=True, slots=True)
class VersionCheck:
    """`version`: what to use. `before`, `after`: the old version and this one; None where nothing
    could be measured. `reverted`: keys of what is as it was again.
    """

    version: Version
    before: Measurement | None = None
    after: Measurement | None = None
    reverted: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """`policies`: what to use, by operator key. `before`, `after`: the model with the old policies
    and with those; None where nothing could be measured. `reverted`: keys of the operators that
    have their old policy again.
    """

    policies: Mapping[str, Policy]
    before: Measurement | None = None
    after: Measurement | None = None
    reverted: frozenset[str] = frozenset()


def check_model(
    graph: OperatorGraph,
    old: Mapping[str, Policy],
    tuned: Mapping[str, Policy],
    pool: CompilePool,
    observer: Observer,
    options: CheckOptions = _USUAL,
) -> ModelCheck:
    """Compares a model under two sets of policies (by operator key; those missing are defaults).

    The policies it returns are never slower than `old` as far as can be measured: what cannot be
    told apart must at least not look slower. Raises `PolicyError` or `CompileError` if the model
    cannot be compiled.
    """
    old = complete_policies(graph, old, pool.device)
    tuned = {**old, **tuned}
    changed = frozenset(key for key, policy in old.items() if tuned[key] != policy)
    owners = {node.name: node.operator.key for node in graph.operator_nodes}

    def reverted(keys: frozenset[str]) -> Version:
        return Version(graph, {**tuned, **{key: old[key] for key in keys}}, owners)

    found = check_versions(
        Version(graph, old, owners),
        Version(graph, tuned, owners),
        changed,
        reverted,
        pool,
        observer,
        options,
    )
    return ModelCheck(found.version.policies, found.before, found.after, found.reverted)


def check_versions(
    old: Version,
    tuned: Version,
    changed: frozenset[str],
    reverted: Callable[[frozenset[str]], Version],
    pool: CompilePool,
    observer: Observer,
    options: CheckOptions = _USUAL,
) -> VersionCheck:
    """As `check_model`, of two versions of a model with the same inputs and outputs. `changed`:
    keys of what is different; `reverted`: the tuned version with these as in the old one.
    """
    check = _Check(old, pool, options)
    attempts: list[_Attempt] = []
    kept = changed
    for number in range(1, MOST_ATTEMPTS + 1):
        version = tuned if kept == changed else reverted(changed - kept)
        attempt = _Attempt(number, version, check.candidate(version), kept)
        check.measure(attempt, ATTEMPT_SHARE if len(changed) > 1 else 1.0)
        if attempt.failures and not attempts:
            return _failed(attempt, old, changed, observer)
        if attempt.comparison is None:
            break
        attempts.append(attempt)
        faster = attempt.comparison.ratio <= 1.0
        holding = check.savings.holding(kept, faster)
        more = FEWEST_PARTS if faster else 0  # what is good enough must stay worth confirming
        if holding in (kept, frozenset()) or not check.has_time(more):
            break
        kept = holding
    if not attempts:
        observer.warning("the model could not be measured after tuning; it is not tuned")
        return VersionCheck(old, reverted=changed)
    best = min(attempts, key=lambda item: item.ratio)
    if len(attempts) == 1:
        check.measure(best, 1.0)
    else:
        check.confirm(best)
    return _decided(best, old, changed, observer)


def _failed(
    attempt: _Attempt, old: Version, changed: frozenset[str], observer: Observer
) -> VersionCheck:
    """What to use if one of the models does not work."""
    number, failure = next(iter(attempt.failures.items()))
    which = "the model before tuning" if number == _OLD else "the tuned model"
    observer.warning(f"{which} does not work ({failure.cause}: {failure.detail})")
    if number == _OLD:
        return VersionCheck(attempt.version)
    return VersionCheck(old, reverted=changed)


def _decided(
    best: _Attempt, old: Version, changed: frozenset[str], observer: Observer
) -> VersionCheck:
    """The best attempt if it is faster than the old version."""
    found = best.comparison
    assert found is not None, "the best attempt was measured"
    if found.ratio > 1.0:
        times = f"it takes {found.ratio:.3f} times as long"
        observer.warning(f"the tuned model is not faster than before, {times}; tuning is undone")
        return VersionCheck(old, found.incumbent, found.incumbent, changed)
    return VersionCheck(best.version, found.incumbent, found.challenger, changed - best.kept)


@dataclass(slots=True)
class _Attempt:
    """A version that keeps what was changed under the keys `kept`, and what was measured of it:
    `parts` of the duel with the old one, and why one of the two does not work, by number.
    """

    number: int
    version: Version
    candidate: Candidate
    kept: frozenset[str]
    parts: list[Part] = field(default_factory=list)
    failures: Mapping[int, CandidateFailure] = field(default_factory=dict)
    comparison: Comparison | None = None

    @property
    def ratio(self) -> float:
        """Of its time to the old one's."""
        assert self.comparison is not None, "nothing was measured"
        return self.comparison.ratio


@dataclass(slots=True)
class _Check:
    """What stays the same during a check, and what is learned. `opening`: how many seconds it took
    to start a process with two models in it, `compiling`: a version; `end`, `latest`: when
    measuring has to end, and when it must if it is not known well how fast a model is; both are
    known from the first process on.
    """

    old: Version
    pool: CompilePool
    options: CheckOptions
    savings: Savings = field(default_factory=Savings)
    opening: float = 0.0
    compiling: float = 0.0
    end: float | None = None
    latest: float = 0.0
    old_candidate: Candidate | None = None

    def candidate(self, version: Version) -> Candidate:
        """A version, compiled."""
        begin = time.monotonic()
        found = model_candidate(version.graph, version.policies, self.pool)
        self.compiling = time.monotonic() - begin
        return replace(found, constants=added_constants(version.graph, self.old.graph))

    def has_time(self, more: int) -> bool:
        """Whether there is time for one more attempt and so many more processes."""
        needed = self.compiling + (1 + more) * self._process_seconds
        return self.latest - time.monotonic() >= needed

    @property
    def _process_seconds(self) -> float:
        """What a process takes that is worth opening."""
        fewest = 2 * 2 * FEWEST_ROUNDS * (self.options.usual or 0.0)
        return self.opening + max(WORTH_OPENING * self.opening, fewest)

    def measure(self, attempt: _Attempt, share: float) -> None:
        """Takes parts of a duel with the old version, each in a new process, until they are enough
        or a share of the time left is over; at least one. If a model fails, nothing new is said.
        """
        if self.old_candidate is None:
            self.old_candidate = self.candidate(self.old)
        models = {_OLD: self.old_candidate, attempt.number: attempt.candidate}
        begin = time.monotonic()
        while not are_enough(attempt.parts, self.options.usual):
            left = _within(begin, self.latest, share) - time.monotonic()
            if attempt.parts and left < self._process_seconds:
                break
            with self.opened(models) as (runner, failures):
                if failures:
                    attempt.failures = failures
                    return
                part = self._part(attempt, runner, begin, share)
            if part is None:
                return
            attempt.parts.append(part)
        attempt.comparison = comparison_of(attempt.parts, self.options.usual)

    def confirm(self, attempt: _Attempt) -> None:
        """Measures one that was chosen among several anew. What it was chosen by flatters it, and
        counts only if there is no time for as many new parts as tell how far they are apart.
        """
        chosen_by = attempt.parts
        attempt.parts = []
        if self.latest - time.monotonic() >= FEWEST_PARTS * self._process_seconds:
            self.measure(attempt, 1.0)
        if len(attempt.parts) < FEWEST_PARTS:
            attempt.parts = [*chosen_by, *attempt.parts]
            self.measure(attempt, 1.0)

    def _part(self, attempt: _Attempt, runner: Runner, begin: float, share: float) -> Part | None:
        """One part of an attempt's duel, and what profiles tell in this process."""
        assert self.end is not None, "a process was opened"
        left = self.end - time.monotonic()
        self.options.patience.wait(WAITING_SHARE * left)
        new = Profiled(attempt.number, attempt.version.owners)
        old = Profiled(_OLD, self.old.owners)
        self.savings.add(runner, new, old, attempt.kept, PROFILE_SHARE * left)
        end = _within(begin, self.end, share)
        seconds = part_seconds(end - time.monotonic(), self.opening, len(attempt.parts))
        return take_part(runner, attempt.number, _OLD, seconds)

    @contextmanager
    def opened(
        self, models: Mapping[int, Candidate]
    ) -> Iterator[tuple[Runner, dict[int, CandidateFailure]]]:
        """Within, a new process with these models in it, and why some are not, if so."""
        begin = time.monotonic()
        with closing(
            Runner(self.pool.device.threads, fewest_runs=self.options.fewest_runs)
        ) as runner:
            graph = self.old.graph
            runner.open_model(made_up_model_inputs(graph, self.options.seed), graph.constants)
            loaded = {number: runner.load(number, model) for number, model in models.items()}
            failures = {number: why for number, why in loaded.items() if why is not None}
            self.opening = time.monotonic() - begin
            if self.end is None:
                self._set_end()
            yield runner, failures

    def _set_end(self) -> None:
        options = self.options
        wanted = options.seconds + (PARTS - 1) * self.opening
        seconds = options.deadline.within(wanted, options.ending)
        longer = options.deadline.within(options.longer, options.ending + seconds)
        self.end = time.monotonic() + seconds
        self.latest = self.end + longer


def _within(begin: float, end: float, share: float) -> float:
    """The moment at which a share of the time between two moments is over."""
    return begin + share * (end - begin)


def model_candidate(
    graph: OperatorGraph, policies: Mapping[str, Policy], pool: CompilePool
) -> Candidate:
    """The whole model under these policies, compiled. Raises as `check_model` does."""
    (compiled,) = compile_plans([plan_graph(graph, policies, pool.device)], pool)
    if isinstance(compiled, CompileError):
        raise compiled
    return Candidate(_MODEL, compiled, tolerance_of(graph))


def tolerance_of(graph: OperatorGraph) -> float:
    """How far the outputs of two versions of a model may be apart, relative to the largest."""
    narrow = any(tensor.dtype == NARROW for tensor in graph.tensors.values())
    return NARROW_TOLERANCE if narrow else TOLERANCE
