"""The last word on tuning: is the whole model faster, and which operators are not?

An operator's time alone is not its time in a model, where others fill the caches before it. So the
model with the tuned policies and the model with the old ones run in turn in isolated runners, as
they will be deployed (`aoe.tuning.model_duel`). Operators that take longer in the tuned model than
in the old one get their old policy back if that helps, and a tuned model that is slower than the
old one is not used at all.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from statistics import median

from aoe.errors import CompileError
from aoe.execute.compile_pool import CompilePool
from aoe.execute.compiler import compile_plans, complete_policies
from aoe.execute.planner import plan_graph
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.tuning.candidate import Candidate, added_constants
from aoe.tuning.deadline import Deadline
from aoe.tuning.made_up_model import made_up_model_inputs
from aoe.tuning.measure import Comparison, Measurement, duel
from aoe.tuning.model_duel import (
    PARTS,
    WORTH_OPENING,
    Part,
    are_enough,
    comparison_of,
    part_seconds,
    take_part,
    undisturbed,
)
from aoe.tuning.observer import CandidateFailure, Observer
from aoe.tuning.patience import Patience
from aoe.tuning.runner import Runner

#: Largest difference between the outputs of the old and the tuned model, relative to the largest
#: output: rounding differs, and a deep model adds it up.
TOLERANCE = 1e-4
#: Profiled runs of each model at most.
PROFILES = 25
#: Seconds for profiles, for the duel about reverting, and for the decisive duel. In a shorter check
#: each has the same share.
PROFILE_SECONDS, REVERT_SECONDS, DUEL_SECONDS = 3.0, 4.0, 10.0
CHECK_SECONDS = PROFILE_SECONDS + REVERT_SECONDS + DUEL_SECONDS
#: Share of the time left that each step may wait for a calm machine.
WAITING_SHARE = 0.25
#: An operator this many times slower than with its old policy gets that back.
SUSPICIOUS = 1.03
#: Numbers under which the runner knows the models.
_OLD, _TUNED, _REVERTED = range(3)
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
    check = _Check(old.graph, pool, options)
    models = {_OLD: check.candidate(old), _TUNED: check.candidate(tuned)}
    with check.opened(models) as (runner, failures):
        for number, failure in failures.items():
            which = "the tuned model" if number == _TUNED else "the model before tuning"
            observer.warning(f"{which} does not work ({failure.cause}: {failure.detail})")
            return VersionCheck(old, reverted=changed) if number == _TUNED else VersionCheck(tuned)
        wanted = options.seconds + (PARTS - 1) * check.opening
        seconds = options.deadline.within(wanted, options.ending)
        longer = options.deadline.within(options.longer, options.ending + seconds)
        end = time.monotonic() + seconds
        share = min(1.0, seconds / CHECK_SECONDS)
        check.wait(end)
        slower = _slower(old, tuned, runner, changed, share * PROFILE_SECONDS)
        version, best = tuned, _TUNED
        if slower:
            kept = reverted(slower)
            models[_REVERTED] = check.candidate(kept)
            if _is_faster(runner, models[_REVERTED], share * REVERT_SECONDS):
                version, best = kept, _REVERTED
        check.wait(end)
        first = take_part(runner, best, _OLD, check.part_seconds(end))
    comparison = None
    if first is not None:
        rivals = {_OLD: models[_OLD], best: models[best]}
        comparison = check.compared(rivals, best, first, end + longer)
    if comparison is None:
        observer.warning("the model could not be measured after tuning; it is not tuned")
        return VersionCheck(old, reverted=changed)
    before = comparison.incumbent
    if comparison.verdict > 0 or comparison.ratio > 1.0:
        times = f"it takes {comparison.ratio:.3f} times as long"
        observer.warning(f"the tuned model is not faster than before, {times}; tuning is undone")
        return VersionCheck(old, before, before, changed)
    kept_old = slower if best == _REVERTED else frozenset()
    return VersionCheck(version, before, comparison.challenger, kept_old)


@dataclass(slots=True)
class _Check:
    """What stays the same during a check; `opening` is how many seconds it took to start a process
    with two models in it.
    """

    graph: OperatorGraph
    pool: CompilePool
    options: CheckOptions
    opening: float = 0.0

    def candidate(self, version: Version) -> Candidate:
        found = model_candidate(version.graph, version.policies, self.pool)
        return replace(found, constants=added_constants(version.graph, self.graph))

    @contextmanager
    def opened(
        self, models: Mapping[int, Candidate]
    ) -> Iterator[tuple[Runner, dict[int, CandidateFailure]]]:
        """Within, a new process with these models in it, and why some are not, if so."""
        begin = time.monotonic()
        with closing(
            Runner(self.pool.device.threads, fewest_runs=self.options.fewest_runs)
        ) as runner:
            runner.open_model(
                made_up_model_inputs(self.graph, self.options.seed), self.graph.constants
            )
            loaded = {number: runner.load(number, model) for number, model in models.items()}
            failures = {number: why for number, why in loaded.items() if why is not None}
            self.opening = time.monotonic() - begin
            yield runner, failures

    def wait(self, end: float) -> None:
        """Waits for a calm machine, for a share of the time until `end`."""
        self.options.patience.wait(WAITING_SHARE * (end - time.monotonic()))

    def compared(
        self, models: Mapping[int, Candidate], new: int, first: Part, end: float
    ) -> Comparison | None:
        """The outcome of a duel with the old model of which one part was taken. More follow, each
        in a new process, until they are enough or no more is worth opening before `end`.
        """
        parts = [first]
        while not are_enough(parts, self.options.usual):
            if end - time.monotonic() < (1.0 + WORTH_OPENING) * self.opening:
                break
            with self.opened(models) as (runner, failures):
                self.wait(end)
                seconds = self.part_seconds(end, len(parts))
                part = None if failures else take_part(runner, new, _OLD, seconds)
            if part is None:
                return None
            parts.append(part)
        return comparison_of(parts, self.options.usual)

    def part_seconds(self, end: float, taken: int = 0) -> float:
        """How long a part of the decisive duel may take, if the duel must end then."""
        return part_seconds(end - time.monotonic(), self.opening, taken)


def model_candidate(
    graph: OperatorGraph, policies: Mapping[str, Policy], pool: CompilePool
) -> Candidate:
    """The whole model under these policies, compiled. Raises as `check_model` does."""
    (compiled,) = compile_plans([plan_graph(graph, policies, pool.device)], pool)
    if isinstance(compiled, CompileError):
        raise compiled
    return Candidate(_MODEL, compiled, TOLERANCE)


def _is_faster(runner: Runner, candidate: Candidate, seconds: float) -> bool:
    """Whether a model works and is faster than the tuned one."""
    if runner.load(_REVERTED, candidate) is not None:
        return False
    comparison = duel(runner, _REVERTED, _TUNED, seconds)
    return comparison is not None and comparison.verdict < 0


def _slower(
    old_version: Version,
    tuned_version: Version,
    runner: Runner,
    changed: frozenset[str],
    seconds: float,
) -> frozenset[str]:
    """Keys of what was changed and takes longer in the tuned model than in the old one."""
    pairs: list[tuple[Mapping[str, float], Mapping[str, float]]] = []
    end = time.monotonic() + seconds
    while not pairs or (len(pairs) < PROFILES and time.monotonic() < end):
        profiles = runner.profile(_TUNED), runner.profile(_OLD)
        if profiles[0] is None or profiles[1] is None:
            return frozenset()
        tuned_seconds = _by_key(profiles[0], tuned_version.owners)
        pairs.append((tuned_seconds, _by_key(profiles[1], old_version.owners)))
    sums = [(sum(tuned.values()), sum(old.values())) for tuned, old in pairs]
    calm = undisturbed(sums)
    kept = [pair for pair, both in zip(pairs, sums, strict=True) if both in calm]
    tuned, old = (
        {key: median(profile.get(key, 0.0) for profile in found) for key in changed}
        for found in zip(*kept, strict=True)
    )
    return frozenset(key for key in changed if tuned[key] > SUSPICIOUS * old[key])


def _by_key(profile: Sequence[tuple[str, float]], keys: Mapping[str, str]) -> dict[str, float]:
    seconds: dict[str, float] = {}
    for name, elapsed in profile:
        key = keys.get(name, "")
        seconds[key] = seconds.get(key, 0.0) + elapsed
    return seconds
