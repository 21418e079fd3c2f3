"""Tunes the gradients of a model within the steps of its training. No step is lost: each one
trains, with buckets that are as good as any.

    steps                what for
    2 + 4                DDP's own buckets: the default, and what it takes beside the backward pass
    1 + 6                one bucket: when each gradient is ready, with nothing beside it
    none                 the times of an all-reduce, a few seconds
    6 for each plan      a race of up to five plans in turns, the default among them
    4 for each pair      a last comparison of the winner and the default in fresh steps

Whatever happens, happens before a forward pass, when the last step is finished, and on all ranks
alike: times are the slowest rank's. A plan wins only by a sign test over the pairs of that
comparison.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import numpy as np

from aoe.errors import AoeError
from aoe.gradient_tuning.backward import Plan
from aoe.gradient_tuning.backward_profile import (
    DROPPED,
    BackwardProfile,
    is_dynamic,
    order_of,
    steps_of,
)
from aoe.gradient_tuning.candidates import MOST_PLANS, ROBUST, all_reduce_share, candidate_plans
from aoe.gradient_tuning.link import Floats
from aoe.gradient_tuning.robust import robust
from aoe.torch.gradients.measurement import (
    ReadyClock,
    collectives_in_flight,
    end_of_step,
    link_name,
    measured_link,
    note_every_step,
    note_seldom,
)
from aoe.torch.gradients.ranks import Ranks
from aoe.torch.gradients.reducer import (
    Buckets,
    Layout,
    buckets_in_use,
    bytes_of,
    layout_of,
    names_of,
    parameters_of,
    type_of,
)
from aoe.torch.gradients.updates import SegmentUpdates, install_layout, restore_default
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
from aoe.training.gradients.progress import Progress
from aoe.training.gradients.turns import (
    NEGLIGIBLE,
    Step,
    last_comparison,
    race,
    share_remark,
)
from aoe.training.gradients.workers import LostRankError

#: Steps of the default before any counts: DDP makes its buckets anew in the second.
DEFAULT_UNTIMED, DEFAULT_TIMED = 2, 4
#: Steps that are profiled, more than are dropped of each interval.
PROFILED = DROPPED + 3


@dataclass
class Tuner:
    """Tunes a model between its steps.

    Attributes:
        ddp: The model.
        ranks: Its ranks.
        budget: The most steps that tuning may take.
        compression: An element type in which gradients may be sent; None if they may not.
        finished: What to do with the findings, on all ranks.
        failed: What to do if it failed on a rank, on all ranks.
        updates: The updates of the script's optimizer, which may come behind segments; None if they
            may not.
        remarks: What a user should know.
        begun: When this step began; None before the first.
        update_seconds: What a step of that optimizer takes; 0 until that is known.
    """

    ddp: Any
    ranks: Ranks
    budget: int
    compression: str | None
    finished: Callable[[Findings], None]
    failed: Callable[[AoeError], None]
    updates: SegmentUpdates | None = None
    remarks: list[str] = field(default_factory=list)
    begun: float | None = None
    update_seconds: float = 0.0

    def __post_init__(self) -> None:
        self.progress = Progress(self.budget)
        self._device = parameters_of(self.ddp)[0].device
        self._script = self._tune()
        self._ends: list[float] = []
        self._layouts: dict[str, Layout] = {}
        self._clock = ReadyClock(self.ddp)
        next(self._script)

    @property
    def steps(self) -> int:
        """How many steps were taken."""
        return self.progress.steps

    def before_forward(self) -> bool:
        """Acts between two steps. Returns whether there is more to do.

        Raises:
            LostRankError: Another rank ended.
        """
        if self.begun is None:
            note_every_step(self.ddp)
            self.begun = time.perf_counter()
            return True
        took = time.perf_counter() - self.begun
        end = self._end()
        try:
            took, end = self.ranks.largest([took, end or 0.0])
            self._ends.append(end)
            self.progress.steps += 1
            self._script.send(took)
        except StopIteration as stop:
            self._leave()
            self.finished(stop.value)
            return False
        except LostRankError:
            self._leave()
            raise
        except AoeError as error:
            self.stop()
            self.failed(error)
            return False
        self.begun = time.perf_counter()
        return True

    def stop(self) -> None:
        """Ends tuning before its end. The default stays."""
        self._leave()
        restore_default(self.ddp, self.updates)

    def _end(self) -> float | None:
        """Seconds until the last gradient of the last step was reduced. DDP notes when it is done
        with all of them, which is later if it waits for updates.
        """
        if self.updates is not None and self.updates.in_use:
            tail = self.updates.tail
            return None if tail is None else max(self._clock.read()) + tail
        return end_of_step(self.ddp)

    def _leave(self) -> None:
        self._clock.stop()
        note_seldom(self.ddp)

    def _tune(self) -> Step:
        """What takes place in the steps. Returns `Findings`."""
        seen = yield from self._seen()
        self._agree_on_updates()
        model = self._fitted(seen)
        found = yield from self._race(seen, self._plans(seen, model))
        self._clock.stop()
        model = self._fitted(seen, found)
        last = LastComparison()
        if found.winner != DEFAULT:
            last = yield from last_comparison(found.winner, self._timed, self._may_go_on)
        self._keep(found, last)
        return self._findings(seen, model, found, last)

    def _seen(self) -> Generator[None, float, Seen]:
        """Steps with DDP's buckets and with one; then the link is timed."""
        default = yield from self._default_steps()
        own = self.ranks.together(lambda: buckets_in_use(self.ddp))
        profile, single = yield from self._profile(own)
        in_flight = collectives_in_flight(self.ddp, self.ranks)
        group, whole = self.ddp.process_group, sum(profile.sizes)
        link = measured_link(self.ranks, group, self._device, whole, in_flight)
        return Seen(own, default, profile, single, link)

    def _agree_on_updates(self) -> None:
        """Leaves updates as they are if a rank has seen what forbids to bring them forward."""
        if self.updates is None:
            return
        reason = next(filter(None, self.ranks.gathered(self.updates.reason)), None)
        if reason is not None:
            self.remarks.append(reason)
            self.updates.stop()
            self.updates = None
            return
        self.update_seconds = self.ranks.largest([median(self.updates.seconds or [0.0])])[0]

    def _fitted(self, seen: Seen, race: Race | None = None) -> Fitted:
        """The model of the backward pass, the same on all ranks."""
        link, gap = self.ranks.from_first(fitted_link(seen, race, self.compression))
        return Fitted.of(seen, link, gap, self.compression, self.update_seconds)

    def _plans(self, seen: Seen, fitted: Fitted) -> Mapping[str, Candidate]:
        """The plans to compare with the default, which all ranks know alike."""
        share = self.ranks.from_first(all_reduce_share(fitted.backward))
        remark = share_remark(share)
        if remark is not None:
            self.remarks.append(remark)
        if share < NEGLIGIBLE:
            return {}
        default, updates = plan_of(seen.own, seen.profile.order), self.updates is not None
        found: dict[str, Candidate] = {}
        backward, sent = fitted.backward, fitted.sent
        if updates:
            found[f"{ROBUST}, updates at the end"] = Candidate(robust(backward))
            backward = fitted.updating(backward)
            sent = sent and fitted.updating(sent)
        if sent is not None:
            name = f"{ROBUST}, sent as {self.compression}"
            found[name] = Candidate(robust(sent), self.compression, updates)
        plans = candidate_plans(backward, default, MOST_PLANS - len(found))
        own = {name: Candidate(plan, updates=updates) for name, plan in plans.items()}
        return self.ranks.from_first(found | own)

    def _keep(self, race: Race, last: LastComparison) -> None:
        """Leaves what won in use."""
        if last.is_won:
            self._install(self._layouts[race.winner])
        else:
            self.ranks.together(lambda: restore_default(self.ddp, self.updates))

    def _findings(self, seen: Seen, fitted: Fitted, race: Race, last: LastComparison) -> Findings:
        link = link_name(self.ranks, self._device)
        return findings_of(seen, fitted, race, last, link, self.steps, self.remarks)

    def _default_steps(self) -> Generator[None, float, Taken]:
        """What steps with the default take."""
        for _ in range(DEFAULT_UNTIMED):
            yield
        rows = []
        for _ in range(DEFAULT_TIMED):
            yield
            rows.append(self._ready())
        return Taken.of([max(row) for row in rows], self._ends[-DEFAULT_TIMED:])

    def _ready(self) -> list[float]:
        """When each gradient of the last step was ready on the slowest rank."""
        return self.ranks.largest(self._clock.read())

    def _profile(self, own: Buckets) -> Generator[None, float, tuple[BackwardProfile, Taken]]:
        """The profile, from steps in which nothing is sent before the last gradient is ready, or
        the last one of its element type, and what these took.
        """
        numbers = [number for bucket in own for number in bucket]
        self._install(layout_of(self.ddp, numbers, (len(numbers),)))
        yield
        mine, rows = [], []
        for _ in range(PROFILED):
            yield
            mine.append(self._clock.read())
            rows.append(self.ranks.largest(mine[-1]))
        order = order_of(np.asarray(rows))
        self._remark_order(order, np.asarray(mine))
        found = steps_of(np.asarray(rows), order)
        parameters, names = parameters_of(self.ddp), names_of(self.ddp)
        profile = BackwardProfile(
            order,
            tuple(names[number] for number in order),
            tuple(type_of(parameters[number]) for number in order),
            tuple(bytes_of(parameters[number]) for number in order),
            found.intervals,
            found.deviations,
        )
        return profile, Taken.of([max(row) for row in rows], self._ends[-PROFILED:])

    def _remark_order(self, order: Sequence[int], mine: Floats) -> None:
        """Says where gradients become ready in another order. `mine`: when those of this rank are,
        a row for each step.
        """
        if self.ranks.largest([float(order_of(mine) != order)])[0]:
            self.remarks.append(
                "gradients become ready in another order on some rank; that of the slowest is taken"
            )
        if self.ranks.largest([float(is_dynamic(mine, order))])[0]:
            self.remarks.append(
                "gradients become ready in another order from step to step: the graph is dynamic, "
                "and a plan that wins now may not later"
            )

    def _race(self, seen: Seen, plans: Mapping[str, Candidate]) -> Generator[None, float, Race]:
        """Compares the plans and the default, in turns."""
        self._layouts[DEFAULT] = Layout(seen.own)
        for name, item in plans.items():
            order = seen.profile.order
            self._layouts[name] = layout_of(self.ddp, order, item.plan, item.sends, item.updates)
        found = yield from race(plans, self._timed, lambda: (max(self._ready()), self._ends[-1]))
        return found

    def _timed(self, name: str) -> Generator[None, float, float]:
        """The seconds of the second step with a plan; the first one allocates its buckets."""
        self._install(self._layouts[name])
        yield
        took = yield
        return took

    def _may_go_on(self) -> bool:
        """Whether another pair of plans is within the budget."""
        return self.steps + 4 <= self.budget

    def _install(self, layout: Layout) -> None:
        self.ranks.together(lambda: install_layout(self.ddp, layout, self.updates))
        note_every_step(self.ddp)


def plan_of(buckets: Buckets, order: Sequence[int]) -> Plan | None:
    """The plan of buckets; None if they do not follow an order of the parameters. Within a bucket
    the order does not matter.
    """
    ends: list[int] = []
    begin = 0
    for bucket in buckets:
        end = begin + len(bucket)
        if {*order[begin:end]} != {*bucket}:
            return None
        ends.append(end)
        begin = end
    return tuple(ends)
