"""Tunes how the gradients of a tf.function are packed, within its calls. No step is lost.

    steps                what for
    6                    the packing of the script, and one pack for all gradients if it is another:
                         when each gradient is ready
    none                 the times of an all-reduce, a few seconds
    3 for each plan      a race of up to four plans in turns with the packing of the script
    2 for each pair      the winner and the packing of the script in turns, in fresh steps

A step in which a function is traced trains too, and does not count. Times are the slowest worker's,
so all workers decide alike. A packing wins only by a sign test over pairs of steps.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from aoe.errors import AoeError, counted
from aoe.gradient_tuning.backward import Plan
from aoe.gradient_tuning.backward_profile import DROPPED, BackwardProfile, steps_of
from aoe.gradient_tuning.candidates import MOST_PLANS, all_reduce_share
from aoe.gradient_tuning.packs import candidate_packs, pack_bytes
from aoe.gradient_tuning.rules import one_segment
from aoe.tensorflow import adapter
from aoe.tensorflow.gradients.decisions import Place, decisions
from aoe.tensorflow.gradients.link import link_name, measured_link
from aoe.tensorflow.gradients.trials import Trial
from aoe.tensorflow.gradients.workers import is_loss
from aoe.training.gradients.findings import (
    DEFAULT,
    Candidate,
    Findings,
    Fitted,
    LastComparison,
    Race,
    Seen,
    Taken,
    findings_of,
)
from aoe.training.gradients.fitted import fitted_link
from aoe.training.gradients.link_timing import MOST_STEPS
from aoe.training.gradients.outcome import Outcome
from aoe.training.gradients.progress import Progress, unfinished
from aoe.training.gradients.turns import NEGLIGIBLE, Step, last_comparison, race, share_remark
from aoe.training.gradients.workers import LostRankError, lost

#: Steps that are profiled, more than are dropped of each interval.
PROFILED = DROPPED + 3
#: The packing in which nothing is sent before the last gradient is ready.
_ONE_PACK = "bytes_per_pack=0"


class TunedFunction:
    """A tf.function whose gradients are tuned.

    Attributes:
        current: The function that trains, when tuning is done.
    """

    def __init__(self, function: Any, place: Place) -> None:
        """`function`: the tf.function, which was called once."""
        self._function = self.current = function
        self._workers, self._reduction = place.workers, place.reduction
        self._model, self._sizes = place.reduction.model, place.reduction.sizes
        self._variants: dict[str, tuple[Any, Trial]] = {}
        self._name, self._times = DEFAULT, [0.0]
        self._progress = Progress(MOST_STEPS)
        self._remarks: list[str] = []
        self._script: Step | None = None
        self._outcome = Outcome(
            place.workers,
            self._model,
            place.settings,
            place.soc_version,
            "The packing of the script",
        )
        if function._jit_compile:
            self._outcome.fail(AoeError("XLA compiles the function, which packs gradients itself"))
            return
        self._outcome.begin(str(getattr(function, "_name", "step")))
        self._script = self._tune()
        next(self._script)
        self._unfinished = unfinished(function, self._progress, adapter.logger.warning)

    @property
    def is_done(self) -> bool:
        """Whether tuning has ended."""
        return self._script is None

    def call(self, args: tuple[Any, ...], named: Mapping[str, Any]) -> Any:
        """One call before that: a step of the training and of tuning.

        Raises:
            LostRankError: Another worker ended.
        """
        function, trial = self._variants[self._name]
        state, before = decisions(), trial.traces
        try:
            self._workers.wait()
            state.trial = trial
            begun = time.perf_counter()
            with adapter.left_to_tensorflow():
                result = function(*args, **named)
        except Exception as error:
            self._end(error)
            raise
        except BaseException:
            self._leave()
            raise
        finally:
            state.trial = None
        self._go_on(time.perf_counter() - begun, trial, trial.traces != before)
        return result

    def _go_on(self, seconds: float, trial: Trial, is_traced: bool) -> None:
        script = self._script
        assert script is not None
        try:
            stamps = [] if trial.stamps is None else trial.stamps.read()
            traced, took, *self._times = self._workers.largest([is_traced, seconds, *stamps])
            self._progress.steps += 1
            if not traced:
                script.send(took)
            elif self._progress.steps >= MOST_STEPS:
                raise AoeError(
                    "the function was traced anew in many of "
                    f"{counted(self._progress.steps, 'step')}; give "
                    "batches one shape, as with drop_remainder=True"
                )
        except StopIteration as stop:
            self._leave()
            self._keep(stop.value)
        except AoeError as error:
            self._end(error)
            if isinstance(error, LostRankError):
                raise

    def _end(self, error: Exception) -> None:
        """Ends tuning before its end, and tells why. Where a worker is lost, each other one does:
        the first may be the one.
        """
        self._leave()
        if is_loss(error):
            error = lost(error)
        elif not isinstance(error, AoeError):
            error = AoeError(
                f"a step raised {type(error).__name__} before tuning had ended; give the training "
                "more steps, such as data that repeats"
            )
        if isinstance(error, LostRankError) and not self._workers.is_first:
            adapter.logger.warning("%s", error)
        self._outcome.fail(error)

    def _leave(self) -> None:
        self._script = None
        self._variants.clear()
        self._unfinished.detach()

    def _keep(self, findings: Findings) -> None:
        """Uses what won, and tells it."""
        if findings.best is not None:
            size = pack_bytes(self._sizes, findings.best.plan)
            decisions().choose(self._model, size)
            self.current = self._function._clone(None)
        self._outcome.finish(findings)

    def _tune(self) -> Step:
        """What takes place in the steps. Returns `Findings`."""
        seen = yield from self._seen()
        model = self._fitted(seen)
        found = yield from race(self._plans(model), self._timed, self._noted)
        model = self._fitted(seen, found)
        last = LastComparison()
        if found.winner != DEFAULT:
            last = yield from last_comparison(found.winner, self._timed, self._may_go_on)
        return self._findings(seen, model, found, last)

    def _seen(self) -> Generator[None, float, Seen]:
        """Steps with the packing of the script and with one pack; then the link is timed."""
        plan, count = self._reduction.plan, len(self._sizes)
        self._add(DEFAULT, None)
        rows, default = yield from self._profiled(DEFAULT)
        single = default
        if plan != one_segment(count):
            self._add(_ONE_PACK, 0)
            rows, single = yield from self._profiled(_ONE_PACK)
        own = [range(count - end, count - begin)[::-1] for begin, end in pairwise((0, *plan))]
        link = measured_link(self._workers, self._reduction)
        return Seen(own, default, self._profile(rows), single, link)

    def _profiled(self, name: str) -> Generator[None, float, tuple[list[list[float]], Taken]]:
        """When gradients were ready in some steps, and what these took."""
        rows = []
        for _ in range(PROFILED):
            yield from self._timed(name)
            rows.append(self._times)
        taken = Taken.of([row[-2] for row in rows], [row[-1] for row in rows])
        return [row[:-1] for row in rows], taken

    def _profile(self, rows: list[list[float]]) -> BackwardProfile:
        """The profile. Gradients are in the order in which TensorFlow joins them."""
        count = len(self._sizes)
        found = steps_of(np.asarray(rows), range(count))
        reduced = [*zip(self._reduction.tensors, self._reduction.gradients, strict=True)][::-1]
        return BackwardProfile(
            tuple(range(count - 1, -1, -1)),
            tuple(tensor.op.name for tensor, _ in reduced),
            tuple(kind for _, (kind, _) in reduced),
            tuple(self._sizes),
            found.intervals,
            found.deviations,
        )

    def _fitted(self, seen: Seen, found: Race | None = None) -> Fitted:
        link, gap = fitted_link(seen, found, None)
        return Fitted.of(seen, link, gap, None)

    def _plans(self, fitted: Fitted) -> Mapping[str, Candidate]:
        """The plans to compare with the packing of the script, which all workers know alike."""
        share = all_reduce_share(fitted.backward)
        remark = share_remark(share)
        if remark is not None:
            self._remarks.append(remark)
        plans: Mapping[str, Plan] = {}
        if share >= NEGLIGIBLE:
            plans = candidate_packs(fitted.backward, fitted.default, MOST_PLANS - 1)
        made = self._workers.from_first([*plans.values()])
        found = {}
        for plan in map(tuple, made):
            size = pack_bytes(self._sizes, plan)
            found[f"bytes_per_pack={size}"] = Candidate(plan)
            self._add(f"bytes_per_pack={size}", size)
        return found

    def _add(self, name: str, bytes_per_pack: int | None) -> None:
        """Makes a function of another packing, which is traced when it is first called."""
        if name not in self._variants:
            trial = Trial(self._model, bytes_per_pack)
            function = self._function._clone(None)
            function._omit_frequent_tracing_warning = True
            self._variants[name] = (function, trial)

    def _timed(self, name: str) -> Generator[None, float, float]:
        """The seconds of the next step, with a packing."""
        self._name = name
        took = yield
        return took

    def _noted(self) -> tuple[float, float]:
        """When the last gradient of the last step was ready, and the last pack reduced."""
        return self._times[-2], self._times[-1]

    def _may_go_on(self) -> bool:
        """Whether another pair of steps is within the budget."""
        return self._progress.steps + 2 <= MOST_STEPS

    def _findings(self, seen: Seen, fitted: Fitted, found: Race, last: LastComparison) -> Findings:
        winner = found.winner
        remarks = list(self._remarks)
        if last.is_won:
            remarks.append(
                "without open-aoe, write tf.distribute.MultiWorkerMirroredStrategy(communication_"
                f"options=tf.distribute.experimental.CommunicationOptions({winner}))"
            )
        link = link_name(self._workers, self._reduction)
        return findings_of(seen, fitted, found, last, link, self._progress.steps, remarks)
