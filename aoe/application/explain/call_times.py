"""How long each kernel call of an inference takes, and an inference as a whole."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from statistics import median

from numpy.typing import ArrayLike

from aoe.application.model.session import InferenceSession

#: Inferences to profile: least and largest number, and seconds between these limits.
FEWEST_PROFILES, MOST_PROFILES, PROFILE_SECONDS = 15, 500, 1.0


def call_profiles(
    session: InferenceSession, feed: Mapping[str, ArrayLike]
) -> list[tuple[float, ...]]:
    """The seconds of each kernel call, of several inferences."""
    profiles: list[tuple[float, ...]] = []
    end = time.monotonic() + PROFILE_SECONDS
    while len(profiles) < FEWEST_PROFILES or (
        len(profiles) < MOST_PROFILES and time.monotonic() < end
    ):
        profiles.append(tuple(seconds for _, seconds in session.profile(feed)))
    return profiles


def usual_call_seconds(profiles: Sequence[Sequence[float]]) -> list[float]:
    """Seconds of each call from profiles of the same inference, at least one: medians of the faster
    half, because noise on a machine usually lasts longer than one inference.
    """
    ascending = sorted(profiles, key=sum)
    kept = ascending[: (len(ascending) + 1) // 2]
    return [median(times) for times in zip(*kept, strict=True)]


def seconds_by_name(owners: Sequence[str], seconds: Sequence[float]) -> dict[str, float]:
    """The seconds of each operator. `owners`: the operator of each call, by name."""
    found: dict[str, float] = {}
    for name, spent in zip(owners, seconds, strict=True):
        found[name] = found.get(name, 0.0) + spent
    return found


def inference_seconds(
    session: InferenceSession, feed: Mapping[str, ArrayLike], expected: float
) -> tuple[float, float]:
    """The usual and the least time of an inference, without the clock between its calls. The usual
    one is the median of the faster half, as of calls.

    `expected`: about how long one takes, in seconds.
    """
    count = round(PROFILE_SECONDS / max(expected, 1e-6))
    times = sorted(session.time_runs(feed, min(max(count, FEWEST_PROFILES), MOST_PROFILES)))
    return median(times[: (len(times) + 1) // 2]), times[0]
