"""One entry of a file of gradient profiles, in AOE's form.

    {"modelhash": "1024942313106047484",
     "modelvalue": {"gradientTime": [us, …], "gradientSize": [bytes, …]},
     "open_aoe": {…}}

What is stored is a profile, not a decision: the interval between each gradient and the one before
it, and its bytes, in the order in which gradients become ready. A reader of AOE's form ignores
`open_aoe`, which has the order in terms of the model's parameters, and for each link that was
measured the plan that won there. An entry without it comes from another tool. Five zeros in both
lists are a placeholder: the model is known, and its profile is not measured yet.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import inf
from typing import Any

from aoe.errors import MALFORMED, RepositoryError, counted, quoted

#: What a placeholder has in both lists.
ZEROS = (0, 0, 0, 0, 0)
_OURS = "open_aoe"
#: The version of `open_aoe`.
SCHEMA = 1


class NewerEntryError(RepositoryError):
    """An entry is of a newer version of the package."""


def model_hash(gradients: Sequence[tuple[str, int]]) -> str:
    """The hash of a model's gradients, as decimal digits of 64 bits. It is known before the first
    step.

    Args:
        gradients: Element type and bytes of each gradient, in the order of the parameters.
    """
    text = ";".join(f"{kind},{size}" for kind, size in gradients)
    return str(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"))


#: How a link of TensorFlow's workers is called, before a space and more.
TENSORFLOW = "TensorFlow"


@dataclass(frozen=True, slots=True)
class LinkPlan:
    """What was measured on one link.

    Attributes:
        link: What the link is known by: backend, number of workers, hosts.
        sizes: Bytes of the collectives that were timed.
        alone_us: Microseconds of one collective of each size.
        occupied_us: For how much of that it keeps the link from others.
        in_flight: How many can be under way.
        beside_compute: How many times as long they take beside the backward pass.
        stretch: How many times as long the backward pass takes while they occupy the link.
        ends: The plan that won: ends of segments. None if the default split is as good.
        default_ms: Milliseconds of a step with the default split.
        tuned_ms: Milliseconds of a step with the plan.
        pairs: How many pairs of steps were compared.
        wins: How many of them the plan won.
        date: When, in UTC.
        sends: The element type in which the plan sends gradients; empty for their own.
        updates: Whether the plan updates parameters as soon as their segment is reduced.
    """

    link: str
    sizes: tuple[float, ...]
    alone_us: tuple[float, ...]
    occupied_us: tuple[float, ...]
    in_flight: int
    beside_compute: float
    stretch: float
    ends: tuple[int, ...] | None
    default_ms: float
    tuned_ms: float
    pairs: int
    wins: int
    date: str
    sends: str = ""
    updates: bool = False

    @property
    def is_of_tensorflow(self) -> bool:
        """Whether TensorFlow was trained, whose default is one segment."""
        return self.link.partition(" ")[0] == TENSORFLOW

    def to_json(self) -> dict[str, Any]:
        """The JSON object."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in ((name, getattr(self, name)) for name in self.__slots__)
        }

    @staticmethod
    def from_json(data: Any) -> LinkPlan:
        """Reads what `to_json` wrote. Raises one of `MALFORMED` on anything else."""
        ends = data["ends"]
        return LinkPlan(
            str(data["link"]),
            tuple(map(float, data["sizes"])),
            tuple(map(float, data["alone_us"])),
            tuple(map(float, data["occupied_us"])),
            int(data["in_flight"]),
            float(data["beside_compute"]),
            float(data["stretch"]),
            None if ends is None else tuple(map(int, ends)),
            float(data["default_ms"]),
            float(data["tuned_ms"]),
            int(data["pairs"]),
            int(data["wins"]),
            str(data["date"]),
            str(data.get("sends", "")),
            bool(data.get("updates", False)),
        )


@dataclass(frozen=True, slots=True)
class GradientDetails:
    """What open-aoe adds to a profile.

    Attributes:
        order: The number of the parameter of each gradient.
        names: The name of the parameter of each gradient.
        types: The element type of each gradient.
        plans: What was measured, by link.
        date: When the profile was measured, in UTC.
        package: The version of open-aoe.
    """

    order: tuple[int, ...]
    names: tuple[str, ...]
    types: tuple[str, ...]
    plans: tuple[LinkPlan, ...]
    date: str
    package: str

    def plan_for(self, link: str) -> LinkPlan | None:
        """What was measured on a link."""
        return next((plan for plan in self.plans if plan.link == link), None)

    def with_plans(self, plans: Sequence[LinkPlan]) -> GradientDetails:
        """These details with plans of links added. Of two for a link, the later one stays."""
        known = {plan.link: plan for plan in self.plans}
        for plan in plans:
            if plan.link not in known or known[plan.link].date < plan.date:
                known[plan.link] = plan
        return replace(self, plans=tuple(known[link] for link in sorted(known)))

    def to_json(self) -> dict[str, Any]:
        """The JSON object."""
        return {
            "schema": SCHEMA,
            "order": list(self.order),
            "names": list(self.names),
            "types": list(self.types),
            "plans": [plan.to_json() for plan in self.plans],
            "date": self.date,
            "package": self.package,
        }

    @staticmethod
    def from_json(data: Any) -> GradientDetails:
        """Reads what `to_json` wrote. Raises `NewerEntryError` on what a newer version wrote, and
        one of `MALFORMED` on anything else.
        """
        if type(data["schema"]) is int and data["schema"] > SCHEMA:
            raise NewerEntryError(
                f"is of a newer version of open-aoe (schema {data['schema']}, not {SCHEMA})"
            )
        if data["schema"] != SCHEMA:
            raise ValueError(f"has schema {data['schema']}, not {SCHEMA}")
        return GradientDetails(
            tuple(map(int, data["order"])),
            tuple(map(str, data["names"])),
            tuple(map(str, data["types"])),
            tuple(map(LinkPlan.from_json, data["plans"])),
            str(data["date"]),
            str(data["package"]),
        )


@dataclass(frozen=True, slots=True)
class GradientEntry:
    """A profile of the gradients of a model.

    Attributes:
        model: The hash of the model's gradients.
        times_us: Microseconds between each gradient and the one before it; of the first, since the
            start of the backward pass.
        sizes: Bytes of each gradient.
        details: What open-aoe adds; None in an entry of another tool.
        others: Fields of other tools, which are kept.
    """

    model: str
    times_us: tuple[float, ...]
    sizes: tuple[int, ...]
    details: GradientDetails | None = None
    others: Mapping[str, Any] = field(default_factory=dict)

    @staticmethod
    def placeholder(model: str) -> GradientEntry:
        """The entry of a model whose profile is not measured yet."""
        return GradientEntry(model, ZEROS, ZEROS)

    @property
    def is_placeholder(self) -> bool:
        """Whether the profile is not measured yet."""
        return self.times_us == ZEROS and self.sizes == ZEROS

    def to_json(self) -> dict[str, Any]:
        """The JSON object."""
        data = {
            **self.others,
            "modelhash": self.model,
            "modelvalue": {
                "gradientTime": list(self.times_us),
                "gradientSize": list(self.sizes),
            },
        }
        return data if self.details is None else {**data, _OURS: self.details.to_json()}

    @staticmethod
    def from_json(data: Any) -> GradientEntry:
        """Reads an entry. Raises `RepositoryError` if it has another form."""
        try:
            value = data["modelvalue"]
            times = tuple(map(float, value["gradientTime"]))
            sizes = tuple(map(int, value["gradientSize"]))
            details = GradientDetails.from_json(data[_OURS]) if _OURS in data else None
            others = {
                name: item
                for name, item in data.items()
                if name not in ("modelhash", "modelvalue", _OURS)
            }
            entry = GradientEntry(str(data["modelhash"]), times, sizes, details, others)
        except MALFORMED as error:
            raise RepositoryError(f"is no entry of gradients: {quoted(error)}") from error
        _check(entry)
        return entry


def _check(entry: GradientEntry) -> None:
    """Refuses numbers that do not fit together, because wrong segments would be wrong silently."""
    count, details = len(entry.sizes), entry.details
    if count == 0 or len(entry.times_us) != count:
        raise RepositoryError(
            f"has {counted(len(entry.times_us), 'time')} for {counted(count, 'gradient')}"
        )
    if min(entry.sizes) < 0 or not all(0 <= time < inf for time in entry.times_us):
        raise RepositoryError("has a time or a size that is negative or not finite")
    if details is None:
        return
    if sorted(details.order) != list(range(count)):
        raise RepositoryError("has an order that does not name each parameter once")
    if not len(details.names) == len(details.types) == count:
        raise RepositoryError("has not one name and one type for each gradient")
    for plan in details.plans:
        ends = plan.ends
        if ends is not None and (
            not ends or list(ends) != sorted({*ends}) or ends[0] < 1 or ends[-1] != count
        ):
            raise RepositoryError(
                f"has a plan that does not end at its {counted(count, 'gradient')}"
            )
        _check_link(plan)


def _check_link(plan: LinkPlan) -> None:
    """Refuses the times of a link that no plan can be made with."""
    if not 2 <= len(plan.sizes) == len(plan.alone_us) == len(plan.occupied_us):
        raise RepositoryError("has a link with fewer than two sizes, or without their times")
    if any(one >= other for one, other in pairwise(plan.sizes)):
        raise RepositoryError("has a link whose sizes do not rise")
    times = (*plan.sizes, *plan.alone_us, *plan.occupied_us)
    if not all(0 <= item < inf for item in times):
        raise RepositoryError("has a link with a size or a time that is negative or not finite")
    factors = (plan.in_flight, plan.beside_compute, plan.stretch)
    if not all(1 <= item < inf for item in factors):
        raise RepositoryError("has a link with a factor, or collectives in flight, of less than 1")
