"""Tunes the gradients of a model within the steps of its training. No step is lost: each one
trains, with buckets that are as good as any.

    steps                what for
    2 + 4                DDP's own buckets: the default, and what it takes beside the backward pass
    1 + 6                one bucket: when each gradient is ready, with nothing beside it
    none                 the times of an all-reduce, a few seconds
    6 for each plan      a race of up to five plans in turns, the default among them
    4 for each pair      a duel of the winner and the default in fresh steps

Whatever happens, happens before a forward pass, when the last step is finished, and on all ranks
alike: times are the slowest rank's. A plan wins only by a sign test over the pairs of the duel.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain
from statistics import median
from typing import Any, TypeAlias

import numpy as np

from aoe.errors import AoeError
from aoe.gradients.backward import Backward, Plan, finish
from aoe.gradients.candidates import all_reduce_share, beside_compute, candidate_plans
from aoe.gradients.profile import DROPPED, Profile, is_dynamic, order_of, steps_of
from aoe.torch.gradients.measurement import (
    ReadyClock,
    collectives_in_flight,
    end_of_step,
    link_name,
    measured_link,
    note_every_step,
    note_seldom,
)
from aoe.torch.gradients.ranks import LostRankError, Ranks
from aoe.torch.gradients.reducer import (
    Buckets,
    buckets_in_use,
    buckets_of,
    bytes_of,
    install,
    names_of,
    parameters_of,
    restore,
    type_of,
)
from aoe.tuning.comparison.timing_statistics import LEVEL, sign_verdict

#: Steps of the default before any counts: DDP makes its buckets anew in the second.
DEFAULT_UNTIMED, DEFAULT_TIMED = 2, 4
#: Steps that are profiled, more than are dropped of each interval.
PROFILED = DROPPED + 3
#: Rounds of the race. A plan takes two steps in each, of which the second is timed.
ROUNDS = 3
#: Numbers of pairs after which the duel is judged.
LOOKS = (7, 11, 15)
#: An all-reduce of all gradients that takes less of the backward pass is not worth a plan.
NEGLIGIBLE = 0.03
#: An all-reduce of all gradients that takes more of it gains little by any plan.
OVERWHELMING = 3.0

#: The name of DDP's own buckets.
DEFAULT = "default"
#: A step: the seconds it took, the slowest rank's.
Step: TypeAlias = Generator[None, float, Any]


@dataclass(frozen=True, slots=True)
class Findings:
    """What tuning found.

    Attributes:
        profile: The profile of the backward pass.
        backward: The backward pass beside the link, fitted to the default's steps.
        stretch: How many times as long the backward pass takes beside collectives.
        link: What the link is known by.
        default: DDP's own plan, in the order of `default_backward`.
        default_backward: The backward pass in the order in which DDP reduces gradients.
        best: The plan that won; None if the default stays.
        plans: The plans that were compared, by name.
        seconds: The seconds of a step with each, in the race.
        default_seconds: Seconds of each step with the default in the duel.
        best_seconds: Those of the winner of the race.
        winner: The name of the winner of the race.
        default_end: Seconds until the default's last segment was reduced, as measured.
        best_end: Those of the plan that won the race; None if that was the default.
        gap: The share by which the predicted end of one segment was off.
        steps: How many steps it took.
        remarks: What a user should know.
    """

    profile: Profile
    backward: Backward
    stretch: float
    link: str
    default: Plan
    default_backward: Backward
    best: Plan | None
    plans: Mapping[str, Plan]
    seconds: Mapping[str, float]
    default_seconds: tuple[float, ...]
    best_seconds: tuple[float, ...]
    winner: str
    default_end: float
    best_end: float | None
    gap: float
    steps: int
    remarks: tuple[str, ...]

    @property
    def wins(self) -> int:
        """In how many pairs the winner of the race was faster."""
        pairs = zip(self.best_seconds, self.default_seconds, strict=True)
        return sum(mine < other for mine, other in pairs)


@dataclass
class Tuner:
    """Tunes a model between its steps.

    Attributes:
        ddp: The model.
        ranks: Its ranks.
        budget: The most steps that tuning may take.
        finished: What to do with the findings, on all ranks.
        failed: What to do if it failed on a rank, on all ranks.
        remarks: What a user should know.
        steps: How many steps were taken.
        begun: When this step began; None before the first.
    """

    ddp: Any
    ranks: Ranks
    budget: int
    finished: Callable[[Findings], None]
    failed: Callable[[AoeError], None]
    remarks: list[str] = field(default_factory=list)
    steps: int = 0
    begun: float | None = None

    def __post_init__(self) -> None:
        self._device = parameters_of(self.ddp)[0].device
        self._script = self._tune()
        self._ends: list[float] = []
        next(self._script)
        self._clock: ReadyClock | None = None

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
        end = end_of_step(self.ddp)
        try:
            took, end = self.ranks.largest([took, end or 0.0])
            self._ends.append(end)
            self.steps += 1
            self._script.send(took)
        except StopIteration as stop:
            self._leave()
            self.finished(stop.value)
            return False
        except LostRankError:
            self._leave()
            raise
        except AoeError as error:
            self._leave()
            restore(self.ddp)
            self.failed(error)
            return False
        self.begun = time.perf_counter()
        return True

    def stop(self) -> None:
        """Ends tuning before its end. The default stays."""
        self._leave()
        restore(self.ddp)

    def _leave(self) -> None:
        if self._clock is not None:
            self._clock.stop()
        note_seldom(self.ddp)

    def _tune(self) -> Step:
        ends, ready_beside = yield from self._default_steps()
        own = self.ranks.together(lambda: buckets_in_use(self.ddp))
        profile = yield from self._profile(own)
        single = self._ends[-PROFILED:]
        name = link_name(self.ranks, self._device)
        in_flight = collectives_in_flight(self.ddp, self.ranks)
        group, whole = self.ddp.process_group, sum(profile.sizes)
        link = measured_link(self.ranks, group, self._device, whole, in_flight)
        default = tuple(accumulate(map(len, own)))
        arranged = profile.arranged([*chain.from_iterable(own)])
        stretch = max(1.0, ready_beside / profile.ready[-1])
        if ends:
            beside = beside_compute(arranged.backward(link, stretch), default, median(ends))
            link = replace(link, beside_compute=self.ranks.from_first(beside))
        backward = profile.backward(link, stretch)
        alone = finish(profile.backward(link), (len(profile.order),))
        gap = alone / median(single) - 1.0 if any(single) else 0.0
        share = self.ranks.from_first(all_reduce_share(backward))
        self._remark_share(share)
        plans: Mapping[str, Plan] = {}
        if share >= NEGLIGIBLE:
            plans = self.ranks.from_first(
                dict(candidate_plans(backward, plan_of(own, profile.order)))
            )
        layouts: dict[str, Buckets] = {DEFAULT: own}
        for key, plan in plans.items():
            layouts[key] = buckets_of(self.ddp, profile.order, plan)
        times, race_ends = yield from self._race(layouts)
        winner = min(times, key=lambda key: times[key]) if times else DEFAULT
        duel: dict[str, list[float]] = {DEFAULT: [], winner: []}
        better = False
        if winner != DEFAULT:
            better = yield from self._duel(layouts, winner, duel)
        if better:
            self._install(layouts[winner])
        else:
            self.ranks.together(lambda: restore(self.ddp))
        return Findings(
            profile=profile,
            backward=backward,
            stretch=stretch,
            link=name,
            default=default,
            default_backward=arranged.backward(link, stretch),
            best=plans[winner] if better else None,
            plans=plans,
            seconds=times,
            default_seconds=tuple(duel[DEFAULT]),
            best_seconds=tuple(duel[winner]),
            winner=winner,
            default_end=median(ends) if ends else 0.0,
            best_end=race_ends.get(winner) if winner != DEFAULT else None,
            gap=gap,
            steps=self.steps,
            remarks=tuple(self.remarks),
        )

    def _remark_share(self, share: float) -> None:
        """Says where no plan gains much."""
        if share > OVERWHELMING:
            self.remarks.append(
                f"an all-reduce of all gradients takes {share:.1f} times as long as the backward "
                "pass, so a plan gains little; a faster network or a communication hook that "
                "compresses gains more"
            )
        if share < NEGLIGIBLE:
            self.remarks.append(
                f"an all-reduce of all gradients takes {share:.1%} of the backward pass: there is "
                "nothing to gain"
            )

    def _default_steps(self) -> Generator[None, float, tuple[list[float], float]]:
        """The measured ends of steps with the default, and when their last gradient was ready."""
        for _ in range(DEFAULT_UNTIMED):
            yield
        ready = []
        self._clock = ReadyClock(self.ddp)
        for _ in range(DEFAULT_TIMED):
            yield
            ready.append(max(self._clock.read()))
        ends = [end for end in self._ends[-DEFAULT_TIMED:] if end > 0]
        return ends, self.ranks.largest([median(ready)])[0]

    def _profile(self, own: Buckets) -> Generator[None, float, Profile]:
        """The profile, from steps in which nothing is sent before the last gradient is ready."""
        assert self._clock is not None
        self._install([[number for bucket in own for number in bucket]])
        yield
        rows = []
        for _ in range(PROFILED):
            yield
            rows.append(self._clock.read())
        self._clock.stop()
        mine = order_of(np.asarray(rows))
        order = self.ranks.from_first(mine)
        if self.ranks.largest([float(order != mine)])[0]:
            self.remarks.append(
                "gradients become ready in another order on some rank; that of rank 0 is taken"
            )
        if self.ranks.largest([float(is_dynamic(np.asarray(rows), order))])[0]:
            self.remarks.append(
                "gradients become ready in another order from step to step: the graph is dynamic, "
                "and a plan that wins now may not later"
            )
        found = steps_of(np.asarray(rows), order)
        whole = self.ranks.largest([*found.intervals, *found.deviations])
        count = len(order)
        parameters, names = parameters_of(self.ddp), names_of(self.ddp)
        return Profile(
            order,
            tuple(names[number] for number in order),
            tuple(type_of(parameters[number]) for number in order),
            tuple(bytes_of(parameters[number]) for number in order),
            tuple(whole[:count]),
            tuple(whole[count:]),
        )

    def _race(
        self, layouts: Mapping[str, Buckets]
    ) -> Generator[None, float, tuple[dict[str, float], dict[str, float]]]:
        """The median seconds of a step with each layout, and of its last reduction, in turns."""
        names = [*layouts]
        if len(names) < 2:
            return {}, {}
        times: dict[str, list[float]] = {name: [] for name in names}
        ends: dict[str, list[float]] = {name: [] for name in names}
        for number in range(ROUNDS):
            begin = number % len(names)
            for name in (*names[begin:], *names[:begin]):
                times[name].append((yield from self._timed(layouts[name])))
                ends[name].append(self._ends[-1])
        return (
            {name: float(median(found)) for name, found in times.items()},
            {name: float(median(found)) for name, found in ends.items()},
        )

    def _duel(
        self, layouts: Mapping[str, Buckets], winner: str, found: dict[str, list[float]]
    ) -> Generator[None, float, bool]:
        """Whether the winner is faster than the default beyond the noise."""
        for number in range(1, LOOKS[-1] + 1):
            if self.steps + 4 > self.budget:
                break
            pair = (DEFAULT, winner) if number % 2 else (winner, DEFAULT)
            for name in pair:
                found[name].append((yield from self._timed(layouts[name])))
            ratios = [
                mine / other for mine, other in zip(found[winner], found[DEFAULT], strict=True)
            ]
            if number in LOOKS and sign_verdict(ratios, LEVEL) != 0:
                return median(ratios) < 1.0
        return False

    def _timed(self, buckets: Buckets) -> Generator[None, float, float]:
        """The seconds of the second step with some buckets; the first one allocates them."""
        self._install(buckets)
        yield
        took = yield
        return took

    def _install(self, buckets: Buckets) -> None:
        self.ranks.together(lambda: install(self.ddp, buckets))
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
