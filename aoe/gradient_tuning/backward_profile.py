"""The profile of a backward pass: the gradients in the order in which they become ready, and the
intervals between them, from several steps; and what a repository keeps of it.

An interval is the mean of the steps without the three largest values, as AOE takes it. The sum of
such intervals is too small, so all are scaled until the last gradient is ready at the median of its
times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from aoe.errors import AoeError
from aoe.gradient_tuning.backward import Backward, Plan, unhidden
from aoe.gradient_tuning.link import Floats, Link
from aoe.gradient_tuning.rules import MIB
from aoe.repository.gradient_entry import GradientDetails, GradientEntry, LinkPlan

#: The largest values of an interval that do not count. AOE's number; a profile needs more steps.
DROPPED = 3
#: Bytes of a number of an element type, where it is not four.
_ITEM_BYTES = {
    **{"int8": 1, "float16": 2, "bfloat16": 2, "float64": 8},
    **{"complex32": 4, "complex64": 8, "complex128": 16},
}
#: How much later than its followers a gradient may be, as a part of the backward pass.
_LATE = 0.1


@dataclass(frozen=True, slots=True)
class BackwardProfile:
    """The gradients of a model, in the order in which they become ready.

    Attributes:
        order: The number of the parameter of each gradient.
        names: The names of these parameters.
        types: The element types of the gradients.
        sizes: Their bytes.
        intervals: Seconds between each gradient and the one before it; of the first, since the
            start of the backward pass.
        deviations: The standard deviation of each interval over the steps, in seconds.
    """

    order: tuple[int, ...]
    names: tuple[str, ...]
    types: tuple[str, ...]
    sizes: tuple[int, ...]
    intervals: tuple[float, ...]
    deviations: tuple[float, ...] = ()

    @property
    def ready(self) -> tuple[float, ...]:
        """Seconds after the start of the backward pass at which each gradient is ready."""
        return tuple(accumulate(self.intervals))

    def backward(self, link: Link, sends: str | None = None) -> Backward:
        """The backward pass beside a link.

        Args:
            link: The link.
            sends: The element type in which gradients are sent; by default their own.
        """
        sizes = list(self.sizes)
        if sends is not None:
            items = [item_bytes(kind) for kind in self.types]
            sizes = [
                size // item * item_bytes(sends)
                for size, item in zip(self.sizes, items, strict=True)
            ]
        return Backward.of(self.ready, sizes, link, self.types)

    def updates(self, seconds: float) -> tuple[float, ...]:
        """Seconds of the update of each parameter, of a step of the optimizer that takes so long:
        in proportion to their bytes. None of no time.
        """
        whole = sum(self.sizes)
        return tuple(seconds * size / whole for size in self.sizes) if seconds > 0 else ()

    def arranged(self, parameters: Sequence[int]) -> BackwardProfile:
        """The profile of the same steps where gradients are reduced in another order: none before
        those that come first in it.
        """
        places = {number: place for place, number in enumerate(self.order)}
        chosen = [places[number] for number in parameters]
        ready = np.maximum.accumulate([self.ready[place] for place in chosen])
        return BackwardProfile(
            tuple(parameters),
            tuple(self.names[place] for place in chosen),
            tuple(self.types[place] for place in chosen),
            tuple(self.sizes[place] for place in chosen),
            tuple(map(float, np.diff(ready, prepend=0.0))),
        )

    def entry(
        self, model: str, plans: Sequence[LinkPlan], date: str, package: str
    ) -> GradientEntry:
        """The entry of a repository."""
        details = GradientDetails(self.order, self.names, self.types, tuple(plans), date, package)
        times = tuple(round(interval * 1e6, 3) for interval in self.intervals)
        return GradientEntry(model, times, self.sizes, details)

    @staticmethod
    def of(entry: GradientEntry) -> BackwardProfile:
        """The profile of an entry. One of another tool names no parameters."""
        numbers = tuple(range(len(entry.sizes)))
        details = entry.details
        return BackwardProfile(
            numbers if details is None else details.order,
            tuple(f"gradient {number}" for number in numbers) if details is None else details.names,
            ("unknown",) * len(numbers) if details is None else details.types,
            entry.sizes,
            tuple(time * 1e-6 for time in entry.times_us),
        )


def item_bytes(kind: str) -> int:
    """The bytes of a number of an element type; four for one that is not known."""
    return _ITEM_BYTES.get(kind, 4)


@dataclass(frozen=True, slots=True)
class Steps:
    """What several steps say of the order and the intervals of gradients.

    Attributes:
        order: The numbers of the parameters, in the order in which their gradients become ready.
        intervals: Seconds between each of them and the one before it.
        deviations: The standard deviation of each interval, in seconds.
    """

    order: tuple[int, ...]
    intervals: tuple[float, ...]
    deviations: tuple[float, ...]


def order_of(ready: Floats) -> tuple[int, ...]:
    """The order in which gradients become ready, by the medians of their times.

    Args:
        ready: Seconds after the start of the backward pass, a row for each step, a column for each
            parameter.
    """
    return tuple(int(number) for number in np.argsort(np.median(ready, axis=0), kind="stable"))


def is_dynamic(ready: Floats, order: Sequence[int]) -> bool:
    """Whether gradients become ready in another order from step to step: in most steps, one comes
    much later than some that follow it in the order. Gradients that are ready at about the same
    time may change places.
    """
    times = np.asarray(ready)[:, list(order)]
    late = (np.maximum.accumulate(times, axis=1) - times).max(axis=1)
    return bool(np.mean(late > _LATE * times.max(axis=1)) > 0.5)


def steps_of(ready: Floats, order: Sequence[int]) -> Steps:
    """The intervals of several steps, in a given order.

    Raises:
        AoeError: There are too few steps.
    """
    if len(ready) <= DROPPED:
        raise AoeError(
            f"{len(ready)} steps were profiled; it takes more than {DROPPED}, because the "
            f"{DROPPED} largest values of each interval are dropped"
        )
    times = np.asarray(ready)[:, list(order)]
    intervals = np.diff(times, axis=1, prepend=0.0)
    kept = np.sort(intervals, axis=0)[:-DROPPED]
    means = np.maximum(kept.mean(axis=0), 0.0)
    whole = float(np.median(times.max(axis=1)))
    if means.sum() > 0:
        means = means * (whole / means.sum())
    deviations = intervals.std(axis=0)
    return Steps(tuple(order), tuple(map(float, means)), tuple(map(float, deviations)))


def unhidden_text(profile: BackwardProfile, backward: Backward, plan: Plan) -> str | None:
    """Names the gradient that no plan can hide (`aoe.gradient_tuning.backward.unhidden`), if there
    is one.
    """
    last = unhidden(backward, plan)
    if last is None:
        return None
    return (
        f"{profile.names[last]} is ready last and has {profile.sizes[last] / MIB:.1f} MiB, most of "
        "the tail: no plan can hide it"
    )


def link_of(plan: LinkPlan) -> Link:
    """The link of what a repository keeps of it."""
    return Link(
        plan.sizes,
        tuple(time * 1e-6 for time in plan.alone_us),
        tuple(time * 1e-6 for time in plan.occupied_us),
        plan.in_flight,
        plan.beside_compute,
        plan.stretch,
    )
