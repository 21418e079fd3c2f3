"""Versions of a model measured against the one before tuning, in isolated processes.

Both run in turn as they will be deployed (`aoe.tuning.model_check.model_comparison` says what of
that counts), and profiles tell what takes longer in the new one
(`aoe.tuning.model_check.change_attribution`). Which versions there are, and which is used, is
decided by `aoe.tuning.model_check.model_check`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from math import ceil

from aoe.backends.backend import Compiler
from aoe.backends.compilation import program
from aoe.graph.precision.mixed_precision import NARROW
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.tuning.comparison.timing_statistics import Comparison
from aoe.tuning.deadline import Deadline
from aoe.tuning.measurement.candidate import Candidate, added_constants
from aoe.tuning.measurement.idle_wait import IdleWait
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.measurement.runner_requests import TURN_SECONDS
from aoe.tuning.model_check.change_attribution import Profiled, Savings
from aoe.tuning.model_check.model_comparison import (
    FEWEST_PARTS,
    FEWEST_ROUNDS,
    LOADINGS,
    PARTS,
    WORTH_OPENING,
    Part,
    are_calm,
    are_enough,
    comparison_of,
    part_seconds,
    take_part,
)
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.workload.synthetic_inputs import made_up_model_inputs

#: Largest difference between the outputs of the old and the tuned model, relative to the largest
#: output: rounding differs, and a deep model adds it up.
TOLERANCE = 1e-4
#: The same where values are stored in 16 bits: each model may be off by half of it, because another
#: order of sums rounds some values to their other neighbour, and that adds up, too.
NARROW_TOLERANCE = 0.2
#: Seconds that measuring takes where there is time.
CHECK_SECONDS = 24.0
#: Share of the time left that each process may wait for a calm machine, because a few parts of calm
#: cores tell more than many of others; and that profiles take.
WAITING_SHARE, PROFILE_SHARE = 0.5, 0.1
#: The number under which the runner knows the old model; attempts have those after it.
OLD = 0
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
    patience: IdleWait = field(default_factory=IdleWait)
    seed: int = 0
    deadline: Deadline = field(default_factory=Deadline)
    ending: float = 0.0


@dataclass(slots=True)
class Attempt:
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

    @property
    def restless(self) -> bool:
        """Whether cores that were not calm are why an uncertainty is not known."""
        return not are_calm(self.parts) and not all(part.calm for part in self.parts)


@dataclass(slots=True)
class Check:
    """What stays the same during a check, and what is learned. `opening`: how many seconds it took
    to start a process with two models in it, `loading`: of these to load the models, `compiling`: a
    version; `end`, `latest`: when measuring has to end, and when it must if it is not known well
    how fast a model is; both are known from the first process on.
    """

    old: Version
    pool: Compiler
    options: CheckOptions
    savings: Savings = field(default_factory=Savings)
    opening: float = 0.0
    loading: float = 0.0
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

    @property
    def has_time(self) -> bool:
        """Whether there is time for one more attempt and for confirming the one that is chosen."""
        needed = self.compiling + self._process_seconds + self._confirming_seconds
        return self.latest - time.monotonic() >= needed

    @property
    def _confirming_seconds(self) -> float:
        """What as few new parts take as tell how far they are apart."""
        processes = ceil(FEWEST_PARTS / LOADINGS)
        return processes * self.opening + FEWEST_PARTS * (self.loading + self._fewest_seconds)

    @property
    def _process_seconds(self) -> float:
        """What a process takes that is worth opening."""
        return self.opening + max(WORTH_OPENING * self.opening, self._fewest_seconds)

    @property
    def _fewest_seconds(self) -> float:
        """What the shortest part takes."""
        usual = self.options.usual or 0.0
        turn = usual if usual >= TURN_SECONDS else 2 * usual
        return 2 * FEWEST_ROUNDS * turn

    @property
    def _around_part(self) -> float:
        """What a part takes for its share of a process."""
        return self.opening / LOADINGS + self.loading * (LOADINGS - 1) / LOADINGS

    def measure(self, attempt: Attempt, share: float) -> None:
        """Takes parts of a duel with the old version, in new processes, until they are enough or a
        share of the time left is over, but for what confirming takes; at least one. If a model
        fails, nothing new is said.
        """
        if self.old_candidate is None:
            self.old_candidate = self.candidate(self.old)
        models = {OLD: self.old_candidate, attempt.number: attempt.candidate}
        begin = time.monotonic()
        while not are_enough(attempt.parts, self.options.usual):
            left = self._until(begin, self.latest, share) - time.monotonic()
            if attempt.parts and left < self._process_seconds:
                break
            with self.opened(models) as (runner, failures):
                if failures:
                    attempt.failures = failures
                    return
                if not self._took_parts(attempt, models, runner, begin, share):
                    return
        attempt.comparison = comparison_of(attempt.parts, self.options.usual)

    def confirm(self, attempt: Attempt) -> None:
        """Measures one that was chosen among several anew. What it was chosen by flatters it, and
        counts only if there is no time for as many new parts as tell how far they are apart.
        """
        chosen_by = attempt.parts
        attempt.parts = []
        if self.latest - time.monotonic() >= self._confirming_seconds:
            self.measure(attempt, 1.0)
        if len(attempt.parts) < FEWEST_PARTS:
            attempt.parts = [*chosen_by, *attempt.parts]
            self.measure(attempt, 1.0)

    def _until(self, begin: float, end: float, share: float) -> float:
        """The moment at which a share of the time between two moments is over; where it is not all
        of it, what confirming takes is kept back.
        """
        kept_back = self._confirming_seconds if share < 1.0 else 0.0
        return begin + share * max(0.0, end - kept_back - begin)

    def _took_parts(
        self,
        attempt: Attempt,
        models: Mapping[int, Candidate],
        runner: Runner,
        begin: float,
        share: float,
    ) -> bool:
        """Adds parts of an attempt's duel, and what profiles tell, from a process that both models
        are loaded in; returns whether neither of them failed.
        """
        assert self.end is not None, "a process was opened"
        left = self.end - time.monotonic()
        patience = self.options.patience
        calm = patience.wait(WAITING_SHARE * left)
        new = Profiled(attempt.number, attempt.version.owners)
        old = Profiled(OLD, self.old.owners)
        self.savings.add(runner, new, old, attempt.kept, PROFILE_SHARE * left)
        end = self._until(begin, self.end, share)
        for loading in range(LOADINGS):
            if loading > 0:
                more = self.loading + self._fewest_seconds
                late = time.monotonic() + more > self._until(begin, self.latest, share)
                if late or are_enough(attempt.parts, self.options.usual):
                    return True
                runner.forget()
                order = list(models.items())
                # What was freed is had again, so each model would get what it had before.
                again = dict(order[::-1] if loading % 2 else order)
                attempt.failures = _failures_of_loading(runner, again)
                if attempt.failures:
                    return False
            left = end - time.monotonic()
            seconds = part_seconds(left, self._around_part, len(attempt.parts))
            part = take_part(runner, attempt.number, OLD, seconds)
            if part is None:
                return False
            before, calm = calm, patience.is_calm()
            attempt.parts.append(replace(part, calm=before and calm))
        return True

    @contextmanager
    def opened(
        self, models: Mapping[int, Candidate]
    ) -> Iterator[tuple[Runner, dict[int, CandidateFailure]]]:
        """Within, a new process with these models in it, and why some are not, if so."""
        begin = time.monotonic()
        with closing(Runner(self.pool.target, fewest_runs=self.options.fewest_runs)) as runner:
            graph = self.old.graph
            runner.open_model(made_up_model_inputs(graph, self.options.seed), graph.constants)
            opened = time.monotonic()
            failures = _failures_of_loading(runner, models)
            self.loading = time.monotonic() - opened
            self.opening = time.monotonic() - begin
            if self.end is None:
                self._set_end()
            yield runner, failures

    def _set_end(self) -> None:
        options = self.options
        wanted = options.seconds + (PARTS - 1) * self._around_part
        seconds = options.deadline.within(wanted, options.ending)
        longer = options.deadline.within(options.longer, options.ending + seconds)
        self.end = time.monotonic() + seconds
        self.latest = self.end + longer


def _failures_of_loading(
    runner: Runner, models: Mapping[int, Candidate]
) -> dict[int, CandidateFailure]:
    """Loads models under their numbers: why some do not work, if so."""
    loaded = {number: runner.load(number, model) for number, model in models.items()}
    return {number: why for number, why in loaded.items() if why is not None}


def model_candidate(
    graph: OperatorGraph, policies: Mapping[str, Policy], pool: Compiler
) -> Candidate:
    """The whole model under these policies, compiled. Raises as `check_model` does."""
    (built,) = pool.build([(graph, policies)])
    return Candidate(_MODEL, program(built), tolerance_of(graph))


def tolerance_of(graph: OperatorGraph) -> float:
    """How far the outputs of two versions of a model may be apart, relative to the largest."""
    narrow = any(tensor.dtype == NARROW for tensor in graph.tensors.values())
    return NARROW_TOLERANCE if narrow else TOLERANCE
