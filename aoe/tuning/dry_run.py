"""Rehearsal: what follows the search, tried once before it, to know how long it takes.

The model as it was is compiled, loaded and run, and compiled once more with the winners when the
time for searching seems to be over (`compiled_ahead`): what that leaves is for searching. Nothing
is lost: the compile pool remembers the object code, which the search, the check of the whole model
and the final compilation use again.
What the compile cache has of the model as it was it need not have of the tuned one, so the seconds
it saves count as spent.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace

from aoe.backends.backend import Compiler
from aoe.errors import AoeError
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.tuning.deadline import Deadline
from aoe.tuning.measurement.idle_wait import IdleWait
from aoe.tuning.measurement.runner import Runner
from aoe.tuning.model_check.model_comparison import FEWEST_ROUNDS
from aoe.tuning.model_check.model_versions import CHECK_SECONDS, model_candidate
from aoe.tuning.workload.synthetic_inputs import made_up_model_inputs

#: Shares of the first compilation that later ones take: the tuned model, most of whose kernels the
#: search has compiled, then the partly reverted and the final one, which only plan anew. Measured
#: on ResNet-50 and SqueezeNet: 0.4 to 0.5, 0.15, 0.05.
TUNED_SHARE, REVERTED_SHARE, FINAL_SHARE = 0.6, 0.2, 0.1
#: As above of the first loading: the shortest check loads two models into one process, the first of
#: them as in the rehearsal, and the last one is written. Measured, of three models: 1.0, 0.1.
CHECK_LOADING_SHARE, WRITING_SHARE = 1.2, 0.2
#: Runs of the shortest check: a profile of each model and one part of the duel, each run after an
#: untimed one, which long runs do without.
CHECK_RUNS = 2 * 2 + 2 * 2 * FEWEST_ROUNDS
#: Share of a budget, or of a part of one, that the check may take: what is worth searching for is
#: worth measuring, and a check takes as many processes to be sure, however short the search was.
CHECK_SHARE = 0.25
#: Turns of the rehearsal, of which the fastest counts.
TURNS = 3
#: Seconds for ending the processes.
ENDING = 0.3


@dataclass(frozen=True, slots=True)
class DryRun:
    """Seconds that compiling, loading into the runner and one inference of the model take, the last
    at best, where the compile cache has nothing. `tuned_seconds`: what compiling the tuned model
    has taken; None before that was tried. `followed`: by another kind of tuning, which keeps back
    what the end of the run takes.
    """

    compile_seconds: float = 0.0
    load_seconds: float = 0.0
    run_seconds: float = 0.0
    tuned_seconds: float | None = None
    followed: bool = False

    @property
    def ending(self) -> float:
        """Seconds from the check of the whole model to the end: compiling again, and writing."""
        if self.followed:
            return 0.0
        return self._again(FINAL_SHARE) + WRITING_SHARE * self.load_seconds + ENDING

    @property
    def preparing_check(self) -> float:
        """Seconds for compiling and loading what the check of the whole model measures."""
        first = TUNED_SHARE if self.tuned_seconds is None else REVERTED_SHARE
        compiling = self._again(first) + self._again(REVERTED_SHARE)
        return compiling + CHECK_LOADING_SHARE * self.load_seconds

    def _again(self, share: float) -> float:
        """Seconds for compiling a model that differs little: a share of the first time, and no more
        than the tuned model has taken, of which most is compiled by then.
        """
        seconds = share * self.compile_seconds
        return seconds if self.tuned_seconds is None else min(seconds, self.tuned_seconds)

    @property
    def least(self) -> float:
        """Seconds that are needed after the search at least."""
        return self.preparing_check + CHECK_RUNS * self.run_seconds + self.ending

    def reserve(self, budget: float | None) -> float:
        """Seconds to keep back of a budget for what follows the search: a check that tells small
        differences, where the budget has room for it.
        """
        check = CHECK_SECONDS if budget is None else min(CHECK_SECONDS, CHECK_SHARE * budget)
        return max(self.least, self.preparing_check + check + self.ending)


def compiled_ahead(
    rehearsal: DryRun,
    graph: OperatorGraph,
    policies: Mapping[str, Policy],
    pool: Compiler,
) -> DryRun:
    """The rehearsal after a model was compiled as it is tuned by now; as it was where that fails,
    which is for those to report who need its result.
    """
    begin = time.monotonic()
    try:
        model_candidate(graph, policies, pool)
    except AoeError:
        return rehearsal
    return replace(rehearsal, tuned_seconds=time.monotonic() - begin)


def rehearse(
    graph: OperatorGraph,
    policies: Mapping[str, Policy],
    pool: Compiler,
    deadline: Deadline,
    patience: IdleWait,
    seed: int = 0,
) -> DryRun:
    """Compiles a model under these policies, loads and runs it, on inputs of a seed. Stops early
    when time is up, and where a step fails: that is for those to report who need its result.
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
    with closing(Runner(pool.target)) as runner:
        runner.open_model(made_up_model_inputs(graph, seed), graph.constants)
        runner.load(0, candidate)
        loaded = time.monotonic()
        patience.wait()
        turns = [runner.sample([0]).get(0, 0.0) for _ in range(TURNS)]
    return DryRun(compile_seconds, loaded - compiled, min(turns))
