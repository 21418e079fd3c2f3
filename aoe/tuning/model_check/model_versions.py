"""Versions of a model, measured against the one before tuning in isolated processes.

Both run in turn as they will be deployed (`aoe.tuning.model_check.model_comparison` says what of
that counts). Profiles tell what takes longer in the new one
(`aoe.tuning.model_check.change_attribution`). `aoe.tuning.model_check.model_check` decides which
versions there are and which is used.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from math import ceil

from aoe.backends.backend import Compiler
from aoe.backends.compilation import program
from aoe.element_types import STORAGE
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.tuning.comparison.comparison_policy import QUIET, WAITING
from aoe.tuning.comparison.noise import NoiseMonitor
from aoe.tuning.comparison.paired_comparison import are_quiet, compare_candidates
from aoe.tuning.comparison.timing_statistics import FEWEST_RUNS, Comparison, Run
from aoe.tuning.deadline import Deadline
from aoe.tuning.measurement.candidate import Candidate, added_constants
from aoe.tuning.measurement.measurement_options import MeasurementOptions
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.measurement.runner_requests import TURN_SECONDS
from aoe.tuning.model_check.change_attribution import Profiled, Savings
from aoe.tuning.model_check.model_comparison import (
    FEWEST_PAIRS,
    model_stage,
    run_seconds,
    take_run,
)
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.workload.synthetic_inputs import synthetic_model_inputs

#: Largest difference between the outputs of the old and the tuned model, relative to the largest
#: output: rounding differs, and a deep model adds it up.
TOLERANCE = 1e-4
#: The same where values are stored in 16 bits. Each model may be off by half of it: another order
#: of sums rounds some values to their other neighbour, and that adds up, too.
REDUCED_TOLERANCE = 0.2
#: Seconds that measuring takes where there is time.
CHECK_SECONDS = 24.0
#: Share of the time left that profiles take.
PROFILE_SHARE = 0.1
#: The number under which the runner knows the old model; attempts have those after it.
OLD = 0
_MODEL = Policy("model")


@dataclass(frozen=True, slots=True)
class Version:
    """A model in one way to compute it.

    Attributes:
        graph: The model's operators.
        policies: Their policies, by operator key.
        owners: By an operator's name, the key of what decides how it is computed: its own, or that
            of its subgraph.
    """

    graph: OperatorGraph
    policies: Mapping[str, Policy]
    owners: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """How long and how a model is measured.

    Attributes:
        seconds: Time for measuring, at most. The fewest samples that decide are taken anyway, and
            opening processes comes on top.
        longer: Seconds more that it may take while the gain is not known well.
        usual: Seconds in which the old model has been seen to run.
        measuring: How models are measured.
        deadline: Of the whole job, which both times respect.
        ending: Seconds of it that are kept back.
        resolution: Seconds. Versions whose times differ by less are not told apart.
    """

    seconds: float = CHECK_SECONDS
    longer: float = 0.0
    usual: float | None = None
    measuring: MeasurementOptions = field(default_factory=MeasurementOptions)
    deadline: Deadline = field(default_factory=Deadline)
    ending: float = 0.0
    resolution: float = 0.0


@dataclass(slots=True)
class Attempt:
    """A version of the tuned model, and what was measured of it.

    Attributes:
        number: The runner's number of it.
        version: The version.
        candidate: The version, compiled.
        kept: Keys of the changes that it keeps.
        runs: Runs against the old model.
        failures: Why one of the two does not work, by number.
        comparison: It against the old model. None before it was measured.
    """

    number: int
    version: Version
    candidate: Candidate
    kept: frozenset[str]
    runs: list[Run] = field(default_factory=list)
    failures: Mapping[int, CandidateFailure] = field(default_factory=dict)
    comparison: Comparison | None = None

    @property
    def ratio(self) -> float:
        """Of its time to the old one's."""
        assert self.comparison is not None, "nothing was measured"
        return self.comparison.ratio

    @property
    def is_noisy(self) -> bool:
        """Whether noisy cores are why an uncertainty is not known."""
        return not are_quiet(self.runs)


@dataclass(slots=True)
class Check:
    """What stays the same during a check, and what is learned.

    Attributes:
        old: The model before tuning.
        pool: Compiles versions.
        options: How long and how they are measured.
        savings: What profiles tell of each change.
        noise: What is measured of the machine's noise by the samples of the old model.
        opening: Seconds it took to start a process with two models in it.
        loading: Seconds of these to load the models.
        compiling: Seconds it took to compile a version.
        end: The time when measuring has to end. None before the first process.
        latest: The time when it has to end while it is not known well how fast a model is.
        old_candidate: The old model, compiled.
    """

    old: Version
    pool: Compiler
    options: CheckOptions
    savings: Savings = field(default_factory=Savings)
    noise: NoiseMonitor = field(default_factory=NoiseMonitor)
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
        needed = self.compiling + self.process_seconds + self._confirming_seconds
        return self.latest - time.monotonic() >= needed

    @property
    def _confirming_seconds(self) -> float:
        """What as few new runs take as give an interval."""
        processes = ceil(FEWEST_RUNS / QUIET.loadings)
        return processes * self.opening + FEWEST_RUNS * (self.loading + self.fewest_seconds)

    @property
    def process_seconds(self) -> float:
        """What a process takes that is worth opening."""
        return self.opening + max(QUIET.worth_opening * self.opening, self.fewest_seconds)

    @property
    def fewest_seconds(self) -> float:
        """What the shortest run takes."""
        usual = self.options.usual or 0.0
        turn = usual if usual >= TURN_SECONDS else 2 * usual
        return 2 * FEWEST_PAIRS * turn

    @property
    def around_run(self) -> float:
        """What a run takes for its share of a process."""
        loadings = QUIET.loadings
        return self.opening / loadings + self.loading * (loadings - 1) / loadings

    def measure(self, attempt: Attempt, share: float) -> None:
        """Compares an attempt with the old version, in new processes; takes at least one run. If a
        model fails, nothing new is said.

        Args:
            attempt: Has the runs so far, and the comparison afterwards.
            share: Share of the time left that may be used, but for what confirming takes.
        """
        if self.old_candidate is None:
            self.old_candidate = self.candidate(self.old)
        with closing(_Processes(self, attempt, self.old_candidate, share)) as processes:
            found = compare_candidates(
                processes,
                [attempt.number],
                OLD,
                model_stage,
                self.noise,
                runs=attempt.runs,
                usual=self.options.usual,
            )
        if found:
            attempt.comparison = found[attempt.number]

    def confirm(self, attempt: Attempt) -> None:
        """Measures an attempt anew that was chosen among several. The runs it was chosen by flatter
        it. They count only if there is no time for as many new ones as give an interval.
        """
        chosen_by = attempt.runs
        attempt.runs = []
        if self.latest - time.monotonic() >= self._confirming_seconds:
            self.measure(attempt, 1.0)
        if len(attempt.runs) < FEWEST_RUNS:
            attempt.runs = [*chosen_by, *attempt.runs]
            self.measure(attempt, 1.0)

    def until(self, begin: float, end: float, share: float) -> float:
        """The time at which a share of the time between two is over. Where it is not all of it,
        what confirming takes is kept back.
        """
        kept_back = self._confirming_seconds if share < 1.0 else 0.0
        return begin + share * max(0.0, end - kept_back - begin)

    @contextmanager
    def opened(
        self, models: Mapping[int, Candidate]
    ) -> Iterator[tuple[Runner, dict[int, CandidateFailure]]]:
        """Within, a new process with these models in it, and why some do not work."""
        begin = time.monotonic()
        graph, measuring = self.old.graph, self.options.measuring
        with closing(Runner(self.pool.target, fewest_runs=measuring.fewest_runs)) as runner:
            runner.open_model(synthetic_model_inputs(graph, measuring.seed), graph.constants)
            opened = time.monotonic()
            failures = _failures_of_loading(runner, models)
            self.loading = time.monotonic() - opened
            self.opening = time.monotonic() - begin
            if self.end is None:
                self._set_end()
            yield runner, failures

    def _set_end(self) -> None:
        options = self.options
        wanted = options.seconds + (QUIET.model.looks[0] - 1) * self.around_run
        seconds = options.deadline.within(wanted, options.ending)
        longer = options.deadline.within(options.longer, options.ending + seconds)
        self.end = time.monotonic() + seconds
        self.latest = self.end + longer


class _Processes:
    """Takes runs of an attempt and the old model, and opens a process for every few of them."""

    def __init__(self, check: Check, attempt: Attempt, old: Candidate, share: float) -> None:
        """`share`: of the time left that the runs may take."""
        self._check, self._attempt, self._share = check, attempt, share
        self._models = {OLD: old, attempt.number: attempt.candidate}
        self._begin = time.monotonic()
        self._stack = ExitStack()
        self._runner: Runner | None = None
        self._loadings = 0
        self._quiet = True

    def close(self) -> None:
        """Ends the process."""
        self._stack.close()

    def __call__(self, number: int, candidates: Sequence[int]) -> Run | None:
        """A run; None if the time is over. It is empty if a model fails."""
        check, attempt = self._check, self._attempt
        new = self._runner is None or self._loadings == QUIET.loadings
        if self._is_over(new):
            return None
        runner = self._opened() if new else self._reloaded()
        if runner is None:
            return Run({})
        assert check.end is not None, "a process was opened"
        self._loadings += 1
        left = check.until(self._begin, check.end, self._share) - time.monotonic()
        seconds = run_seconds(left, check.around_run, len(attempt.runs))
        run = take_run(runner, attempt.number, OLD, seconds)
        if run is None:
            return Run({})
        before, self._quiet = self._quiet, check.options.measuring.idle_wait.is_quiet()
        run = replace(run, quiet=before and self._quiet)
        check.noise.quiet_cores = run.quiet
        for taken in run.seconds[OLD]:
            check.noise.add(OLD, taken)
        return run

    def _is_over(self, new: bool) -> bool:
        """Whether there is no time for a run, in a new process or in this one."""
        if not self._attempt.runs:
            return False
        check = self._check
        needed = check.process_seconds if new else check.loading + check.fewest_seconds
        left = check.until(self._begin, check.latest, self._share) - time.monotonic()
        return left < needed

    def _opened(self) -> Runner | None:
        """A new process with both models in it; None if one does not work. Profiles come first."""
        check, attempt = self._check, self._attempt
        self._stack.close()
        runner, attempt.failures = self._stack.enter_context(check.opened(self._models))
        self._runner, self._loadings = runner, 0
        if attempt.failures:
            return None
        assert check.end is not None, "a process was opened"
        left = check.end - time.monotonic()
        self._quiet = check.options.measuring.idle_wait.wait(WAITING.model_left_share * left)
        new = Profiled(attempt.number, attempt.version.owners)
        old = Profiled(OLD, check.old.owners)
        check.savings.add(runner, new, old, attempt.kept, PROFILE_SHARE * left)
        return runner

    def _reloaded(self) -> Runner | None:
        """The process with both models loaded anew; None if one does not work."""
        assert self._runner is not None, "a process was opened"
        self._runner.forget()
        order = list(self._models.items())
        # Memory that was freed is had again, so each model would get what it had before.
        again = dict(order[::-1] if self._loadings % 2 else order)
        self._attempt.failures = _failures_of_loading(self._runner, again)
        return None if self._attempt.failures else self._runner


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
    reduced = any(tensor.dtype in STORAGE for tensor in graph.tensors.values())
    return REDUCED_TOLERANCE if reduced else TOLERANCE
