"""The dry run: the steps after the search, tried once before it, to know how long they take.

The model of before is compiled, loaded and run. When the time for searching seems to be over, it is
compiled once more with the winners (`compiled_ahead`), and what is left of the reserved time is for
searching. No work is lost: the compile pool keeps the object code, which the search, the
whole-model check and the final compilation use again.
The compile cache may have the model of before and not the tuned one. So the seconds that it saves
count as spent.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace

from aoe.backends.backend import Compiler
from aoe.errors import AoeError
from aoe.isolation.worker_process import WorkerError
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.tuning.deadline import Deadline
from aoe.tuning.measurement.measurement_options import MeasurementOptions
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.model_check.model_comparison import FEWEST_PAIRS
from aoe.tuning.model_check.model_versions import CHECK_SECONDS, model_candidate
from aoe.tuning.workload.synthetic_inputs import synthetic_model_inputs

#: Shares of the first compilation's time that later ones take: of the tuned model, most of whose
#: kernels the search has compiled, of a partly reverted one, and of the final one; the last two
#: only plan anew. Measured on ResNet-50 and SqueezeNet: 0.4 to 0.5, 0.15, 0.05.
TUNED_SHARE, REVERTED_SHARE, FINAL_SHARE = 0.6, 0.2, 0.1
#: The same of the first loading: the shortest check loads two models into one process, the first of
#: them as in the dry run, and the last one is written. Measured on three models: 1.0, 0.1.
CHECK_LOADING_SHARE, WRITING_SHARE = 1.2, 0.2
#: Inferences of the shortest check: a profile of each model and one run of pairs, each inference
#: after an untimed one, which long inferences do without.
CHECK_RUNS = 2 * 2 + 2 * 2 * FEWEST_PAIRS
#: Share of a budget, or of a part of one, that the check may take. A certain check takes the same
#: number of processes however short the search was.
CHECK_SHARE = 0.25
#: Samples of the dry run, of which the fastest counts.
TURNS = 3
#: Seconds for ending the processes.
ENDING = 0.3
#: Seconds for compiling, timing and writing a model that is not checked.
UNCHECKED = 0.1
#: Of a job of many models, how many dry runs are measured.
MEASURED = 8


@dataclass(frozen=True, slots=True)
class DryRun:
    """How long the steps after the search take, with an empty compile cache.

    Attributes:
        compile_seconds: Of compiling the model.
        load_seconds: Of loading it into the runner.
        run_seconds: Of one inference, at best.
        tuned_seconds: Of compiling the tuned model. None before that was tried.
        followed: Another kind of tuning follows, which reserves the time for the end of the job.
        unchecked: The budget is too short for a check of the whole model.
        parts: The dry run of each model, where these are several.
    """

    compile_seconds: float = 0.0
    load_seconds: float = 0.0
    run_seconds: float = 0.0
    tuned_seconds: float | None = None
    followed: bool = False
    unchecked: bool = False
    parts: tuple[DryRun, ...] = ()

    @staticmethod
    def of(runs: Sequence[DryRun]) -> DryRun:
        """The dry run of several models, at least one, that are compiled, checked and written one
        by one.
        """
        if len(runs) == 1:
            return runs[0]
        return DryRun(
            sum(run.compile_seconds for run in runs),
            sum(run.load_seconds for run in runs),
            sum(run.run_seconds for run in runs),
            parts=tuple(runs),
        )

    @property
    def checked(self) -> int:
        """How many models are checked."""
        return sum(part.run_seconds > 0 for part in self.parts) if self.parts else 1

    @property
    def ending(self) -> float:
        """Seconds from the whole-model check to the end: compiling again, and writing."""
        if self.followed:
            return 0.0
        if self.unchecked:
            return self._again(FINAL_SHARE) + UNCHECKED
        unchecked = max(0, len(self.parts) - self.checked)
        around = self.checked * ENDING + unchecked * UNCHECKED
        return self._again(FINAL_SHARE) + WRITING_SHARE * self.load_seconds + around

    @property
    def preparing_check(self) -> float:
        """Seconds for compiling and loading what the whole-model check measures."""
        first = TUNED_SHARE if self.tuned_seconds is None else REVERTED_SHARE
        if self.unchecked:
            return self._again(first)
        compiling = self._again(first) + self._again(REVERTED_SHARE)
        return compiling + CHECK_LOADING_SHARE * self.load_seconds

    def _again(self, share: float) -> float:
        """Seconds for compiling a model that differs little: a share of the first time, and no more
        than the tuned model has taken.
        """
        seconds = share * self.compile_seconds
        return seconds if self.tuned_seconds is None else min(seconds, self.tuned_seconds)

    @property
    def least(self) -> float:
        """Seconds that are needed after the search, at least."""
        if self.unchecked:
            return self.preparing_check + self.ending
        return self.preparing_check + CHECK_RUNS * self.run_seconds + self.ending

    def reserve(self, budget: float | None) -> float:
        """Seconds of a budget to reserve for the steps after the search: those of checks that find
        small differences, where the budget suffices.
        """
        if self.unchecked:
            return self.least
        check = self.checked * CHECK_SECONDS
        if budget is not None:
            check = min(check, CHECK_SHARE * budget)
        return max(self.least, self.preparing_check + check + self.ending)


def dry_run_of_models(
    graphs: Sequence[OperatorGraph], measure: Callable[[OperatorGraph], DryRun]
) -> DryRun:
    """The dry run of the models of a job. Of several models, those of one operator take no time,
    because they are not checked (`aoe.application.tune.phases.whole_model`). Of the others the
    largest are measured, and smaller ones are taken to be like the smallest of these.

    Args:
        graphs: The models, at least one.
        measure: Does the dry run of one.
    """
    if len(graphs) == 1:
        return measure(graphs[0])
    sizes = {number: len(graph.operator_nodes) for number, graph in enumerate(graphs)}
    checked = sorted((n for n in sizes if sizes[n] > 1), key=lambda n: -sizes[n])
    runs = {number: measure(graphs[number]) for number in checked[:MEASURED]}
    for number in checked[MEASURED:]:
        runs[number] = runs[checked[MEASURED - 1]]
    return DryRun.of([runs.get(number, DryRun()) for number in sizes])


def compiled_ahead(
    dry_run: DryRun,
    graphs: Sequence[OperatorGraph],
    policies: Mapping[str, Policy],
    pool: Compiler,
) -> DryRun:
    """The dry run after the models were compiled with the winners so far. Unchanged if that fails;
    the step that needs its result reports the failure.
    """
    begin = time.monotonic()
    try:
        for graph in graphs:
            model_candidate(graph, policies, pool)
    except AoeError:
        return dry_run
    return replace(dry_run, tuned_seconds=time.monotonic() - begin)


def measure_dry_run(
    graph: OperatorGraph,
    policies: Mapping[str, Policy],
    pool: Compiler,
    deadline: Deadline,
    measuring: MeasurementOptions,
    opened: Callable[[], Runner] | None = None,
) -> DryRun:
    """Compiles, loads and runs a model.

    Stops early when the time is over or a step fails; the step that needs its result reports the
    failure.

    Args:
        graph: The model.
        policies: Of its operators, by key.
        pool: Compiles it.
        deadline: Of the job.
        measuring: How it is measured.
        opened: Opens the runner that the search uses after this, which then need not start
            another process. Without it, this has one of its own.
    """
    begin, saved = time.monotonic(), pool.saved_seconds
    try:
        candidate = model_candidate(graph, policies, pool)
    except AoeError:
        return DryRun(time.monotonic() - begin)
    compiled = time.monotonic()
    compile_seconds = compiled - begin + pool.saved_seconds - saved
    if deadline.left == 0.0:
        return DryRun(compile_seconds)
    with ExitStack() as stack:
        runner = stack.enter_context(closing(Runner(pool.target))) if opened is None else opened()
        try:
            runner.open_model(synthetic_model_inputs(graph, measuring.seed), graph.constants)
        except (WorkerError, MemoryError):
            return DryRun(compile_seconds)
        runner.load(0, candidate)
        loaded = time.monotonic()
        measuring.idle_wait.wait()
        turns = [runner.sample([0]).get(0, 0.0) for _ in range(TURNS)]
    return DryRun(compile_seconds, loaded - compiled, min(turns))
