"""What gradient tuning finds, and what it knows of the steps before it plans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain
from statistics import median

from aoe.gradient_tuning.backward import Backward, Plan
from aoe.gradient_tuning.backward_profile import BackwardProfile
from aoe.gradient_tuning.link import Link

#: The name of what the framework does by itself.
DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Taken:
    """What steps with a layout took: medians of the slowest rank's times.

    Attributes:
        ready: Seconds until the last gradient was ready.
        end: Seconds until the last segment was reduced; None where that is not known.
    """

    ready: float
    end: float | None

    @staticmethod
    def of(ready: Sequence[float], ends: Sequence[float]) -> Taken:
        """The medians. An end of 0 is not known."""
        known = [end for end in ends if end > 0]
        return Taken(median(ready), median(known) if known else None)


@dataclass(frozen=True, slots=True)
class Seen:
    """What is measured before plans are made.

    Attributes:
        own: The numbers of the parameters of each segment of the framework's own.
        default: What steps with them took.
        profile: The profile of the backward pass, with nothing beside it.
        single: What these steps took, with all gradients reduced as one.
        link: The link, timed apart from training.
    """

    own: Sequence[Sequence[int]]
    default: Taken
    profile: BackwardProfile
    single: Taken
    link: Link

    @property
    def plan(self) -> Plan:
        """The framework's own plan, in the order in which it reduces gradients."""
        return tuple(accumulate(map(len, self.own)))

    def arranged(self, link: Link) -> Backward:
        """The backward pass in that order, beside a link."""
        return self.profile.arranged([*chain.from_iterable(self.own)]).backward(link)


@dataclass(frozen=True, slots=True)
class Fitted:
    """The model of the backward pass, fitted to what was measured.

    Attributes:
        backward: The backward pass beside the link, in the order in which gradients become ready.
        default_backward: The same in the order in which the framework reduces gradients.
        default: The framework's own plan, in that order.
        gap: The largest share by which the end of a measured plan is predicted off.
        sent: The backward pass where gradients are sent in the element type that the script allows;
            None if it allows none.
        updates: Seconds of the update of each parameter, where it may come behind its segment.
    """

    backward: Backward
    default_backward: Backward
    default: Plan
    gap: float
    sent: Backward | None = None
    updates: tuple[float, ...] = ()

    @staticmethod
    def of(
        seen: Seen, link: Link, gap: float, sends: str | None, update_seconds: float = 0.0
    ) -> Fitted:
        """The model of what was seen, beside a fitted link.

        Args:
            seen: What was measured.
            link: The link.
            gap: The largest share by which the end of a measured plan is predicted off.
            sends: The element type in which gradients may be sent.
            update_seconds: What a step of the optimizer takes whose updates may come behind
                segments; 0 where they may not.
        """
        return Fitted(
            seen.profile.backward(link),
            seen.arranged(link),
            seen.plan,
            gap,
            None if sends is None else seen.profile.backward(link, sends=sends),
            seen.profile.updates(update_seconds),
        )

    def updating(self, backward: Backward) -> Backward:
        """A backward pass with the updates behind each segment."""
        return replace(backward, updates=self.updates)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plan that is compared with the default.

    Attributes:
        plan: The plan.
        sends: The element type in which it sends gradients; None for their own.
        updates: Whether parameters are updated as soon as their segment is reduced.
    """

    plan: Plan
    sends: str | None = None
    updates: bool = False


@dataclass(frozen=True, slots=True)
class Race:
    """Plans that were compared on steps in turns.

    Attributes:
        plans: The plans besides the default, by name.
        seconds: The median seconds of a step with each; nothing without a plan.
        taken: What the backward passes of these steps took.
    """

    plans: Mapping[str, Candidate]
    seconds: Mapping[str, float]
    taken: Mapping[str, Taken]

    @property
    def winner(self) -> str:
        """The name of the fastest."""
        return min(self.seconds, key=self.seconds.__getitem__) if self.seconds else DEFAULT


@dataclass(slots=True)
class LastComparison:
    """Seconds of steps with the default and with the winner of a race, in pairs.

    Attributes:
        default: Those with the default.
        winner: Those with the winner.
        is_won: Whether the winner is faster beyond the noise.
    """

    default: list[float] = field(default_factory=list)
    winner: list[float] = field(default_factory=list)
    is_won: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """What tuning found.

    Attributes:
        profile: The profile of the backward pass.
        backward: The backward pass beside the link, fitted to the steps of all plans.
        timed: The link as it was timed apart from training.
        link: What the link is known by.
        default: The framework's own plan, in the order of `default_backward`.
        default_backward: The backward pass in the order in which it reduces gradients.
        sent: The same where gradients are sent in the element type that the script allows.
        updates: Seconds of the update of each parameter, where it may come behind its segment.
        best: The plan that won; None if the default stays.
        plans: The plans that were compared, by name.
        seconds: The seconds of a step with each, in the race.
        default_seconds: Seconds of each step with the default in the last comparison.
        best_seconds: Those of the winner of the race.
        winner: The name of the winner of the race.
        default_taken: What the backward passes with the default took.
        best_taken: Those with the plan that won the race; None if that was the default.
        gap: The largest share by which the end of a measured plan is predicted off.
        steps: How many steps it took.
        remarks: What a user should know.
    """

    profile: BackwardProfile
    backward: Backward
    timed: Link
    link: str
    default: Plan
    default_backward: Backward
    sent: Backward | None
    updates: tuple[float, ...]
    best: Candidate | None
    plans: Mapping[str, Candidate]
    seconds: Mapping[str, float]
    default_seconds: tuple[float, ...]
    best_seconds: tuple[float, ...]
    winner: str
    default_taken: Taken
    best_taken: Taken | None
    gap: float
    steps: int
    remarks: tuple[str, ...]

    def backward_of(self, candidate: Candidate) -> Backward:
        """The backward pass with gradients and updates as a candidate has them."""
        sent = None if candidate.sends is None else self.sent
        backward = self.backward if sent is None else sent
        return replace(backward, updates=self.updates) if candidate.updates else backward

    @property
    def wins(self) -> int:
        """In how many pairs the winner of the race was faster."""
        pairs = zip(self.best_seconds, self.default_seconds, strict=True)
        return sum(mine < other for mine, other in pairs)


def findings_of(
    seen: Seen,
    fitted: Fitted,
    race: Race,
    last: LastComparison,
    link: str,
    steps: int,
    remarks: Sequence[str],
) -> Findings:
    """What tuning found, from its parts.

    Args:
        seen: What was measured first.
        fitted: The link and the backward pass after measured steps corrected them.
        race: The plans that were compared.
        last: The last comparison.
        link: What the link is known by.
        steps: How many steps tuning took.
        remarks: What a user should know.
    """
    winner = race.winner
    return Findings(
        profile=seen.profile,
        backward=fitted.backward,
        timed=seen.link,
        link=link,
        default=fitted.default,
        default_backward=fitted.default_backward,
        sent=fitted.sent,
        updates=fitted.updates,
        best=race.plans[winner] if last.is_won else None,
        plans=race.plans,
        seconds=race.seconds,
        default_seconds=tuple(last.default),
        best_seconds=tuple(last.winner),
        winner=winner,
        default_taken=race.taken.get(DEFAULT, seen.default),
        best_taken=race.taken.get(winner) if winner != DEFAULT else None,
        gap=fitted.gap,
        steps=steps,
        remarks=tuple(remarks),
    )
