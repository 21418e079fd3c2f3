"""How long an all-reduce takes, by its size.

A link is measured at a few sizes, each alone and with several collectives in flight, as a backward
pass has them. Between the sizes the time is a straight line. A line through all of them, start-up
plus bytes over bandwidth, is off by a third at single sizes, so it is only told (`Link.line`).

A collective occupies the link for a while; no two do so at the same time. What it takes beyond that
is latency, in which the next one may already run. `in_flight` bounds how many are under way: gloo
has two threads, and NCCL runs one kernel after the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from aoe.errors import UsageError

Floats: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"

#: Bits per second of the units of a link's rate.
_UNITS = {"kbit": 1e3, "mbit": 1e6, "gbit": 1e9}
#: Seconds of the units of its latency.
_SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
#: No time is taken for shorter, in seconds.
_SHORTEST = 1e-12
#: Decimals of nanoseconds for each byte that are told. 100 Gbit/s is 0.08.
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Line:
    """The straight line through the times of a link.

    Attributes:
        startup: Seconds of the start-up.
        per_byte: Seconds for each byte.
        worst: The largest relative difference to a measured time.
    """

    startup: float
    per_byte: float
    worst: float

    @property
    def text(self) -> str:
        """The time of an all-reduce in words. What sizes do not add is 0, not a rounding error."""
        nanoseconds = round(self.per_byte * 1e9, _DIGITS)
        return f"{self.startup * 1e6:.0f} us + {nanoseconds:.3g} ns per byte"


@dataclass(frozen=True, slots=True)
class Link:
    """The times of an all-reduce.

    Attributes:
        sizes: Bytes, ascending, at least two.
        alone: Seconds of one collective of each size, when nothing else is under way.
        occupied: Seconds for which it keeps the link from others; no more than `alone`.
        in_flight: How many collectives can be under way.
        beside_compute: How many times as long the link is occupied while the backward pass
            computes.
        slows_compute: How many times as long the backward pass takes while the link is occupied.
    """

    sizes: tuple[float, ...]
    alone: tuple[float, ...]
    occupied: tuple[float, ...]
    in_flight: int = 1
    beside_compute: float = 1.0
    slows_compute: float = 1.0

    @staticmethod
    def measured(
        sizes: Sequence[float],
        alone: Sequence[float],
        queued: Sequence[float],
        queue: int,
        in_flight: int,
    ) -> Link:
        """The link of measured times.

        Args:
            sizes: Bytes, ascending.
            alone: Seconds of one collective of each size.
            queued: Seconds of `queue` of them, started at once.
            queue: How many those are, at least two.
            in_flight: How many collectives can be under way.
        """
        single = np.maximum.accumulate(np.asarray(alone, float))
        share = (np.asarray(queued, float) - single) / (queue - 1)
        busy = np.maximum.accumulate(np.clip(share, 0.0, None))
        single = np.maximum(single, busy)
        if in_flight == 1:
            busy = single
        return Link(tuple(float(size) for size in sizes), _floats(single), _floats(busy), in_flight)

    @staticmethod
    def linear(startup: float, per_byte: float) -> Link:
        """The link on which M bytes take `startup + per_byte * M` seconds, one after the other."""
        times = (startup, startup + per_byte * (1 << 20))
        return Link((0.0, float(1 << 20)), times, times)

    def scaled(self, startup: float, bandwidth: float) -> Link:
        """A link whose start-up takes so many times as long, and the rest of a collective too."""

        def changed(times: tuple[float, ...], least: float) -> tuple[float, ...]:
            return tuple(startup * least + bandwidth * (time - least) for time in times)

        latency = [one - other for one, other in zip(self.alone, self.occupied, strict=True)]
        occupied = changed(self.occupied, self.occupied[0])
        alone = tuple(time + startup * late for time, late in zip(occupied, latency, strict=True))
        return replace(self, alone=alone, occupied=occupied)

    def occupied_seconds(self, size: Floats) -> Floats:
        """How long collectives of these bytes occupy the link. No bytes are no collective."""
        return self._between(size, self.occupied)

    def latency_seconds(self, size: Floats) -> Floats:
        """What collectives of these bytes take beyond that."""
        if self.alone == self.occupied:
            return np.zeros_like(size)
        return np.maximum(self._between(size, self.alone) - self._between(size, self.occupied), 0.0)

    def line(self) -> Line:
        """The line with the least sum of squared relative differences to `alone`, of which neither
        part is negative.
        """
        sizes, times = np.asarray(self.sizes), np.maximum(self.alone, _SHORTEST)
        matrix = np.stack([1 / times, sizes / times], axis=1)
        startup, per_byte = np.linalg.lstsq(matrix, np.ones_like(times), rcond=None)[0]
        if startup < 0:
            startup, per_byte = 0.0, _factor(sizes / times)
        elif per_byte < 0:
            startup, per_byte = _factor(1 / times), 0.0
        worst = np.max(np.abs(startup + per_byte * sizes - times) / times)
        return Line(float(startup), float(per_byte), float(worst))

    def _between(self, size: Floats, times: tuple[float, ...]) -> Floats:
        slope = max((times[-1] - times[-2]) / (self.sizes[-1] - self.sizes[-2]), 0.0)
        found = np.interp(size, self.sizes, times) + slope * np.maximum(size - self.sizes[-1], 0.0)
        return np.where(size > 0, found, 0.0)


def ring_link(text: str, workers: int) -> Link:
    """The link of a ring of workers, from a text such as `10gbit,50us`: the rate of each worker's
    connection each way, and the latency of a message.

    An all-reduce of M bytes sends 2 (n - 1) messages in turn, each of M / n bytes.

    Raises:
        UsageError: For a text of another form, or fewer than two workers.
    """
    found = re.fullmatch(r"([\d.]+)(kbit|mbit|gbit),([\d.]+)(ns|us|ms|s)", text.strip().lower())
    try:
        rate, latency = (float(found[1]), float(found[3])) if found else (0.0, 0.0)
    except ValueError:
        rate = 0.0
    if found is None or rate <= 0:
        raise UsageError(f"--link={text}: must be a rate and a latency, such as 10gbit,50us")
    if workers < 2:
        raise UsageError(f"--workers={workers}: must be 2 or more; one worker reduces nothing")
    bytes_per_second = rate * _UNITS[found[2]] / 8
    messages = 2 * (workers - 1)
    return Link.linear(
        messages * latency * _SECONDS[found[4]], messages / workers / bytes_per_second
    )


def seconds_of(option: str, text: str) -> float:
    """The seconds of a text such as `5ms`.

    Raises:
        UsageError: For a text of another form. `option`: what the text was given for.
    """
    found = re.fullmatch(r"(\d+\.?\d*)(ns|us|ms|s)", text.strip().lower())
    if found is None:
        raise UsageError(f"{option}={text}: must be a time, such as 5ms")
    return float(found[1]) * _SECONDS[found[2]]


def _floats(values: Floats) -> tuple[float, ...]:
    return tuple(float(value) for value in values)


def _factor(shares: Floats) -> float:
    """The factor with which shares are nearest to 1."""
    return float(shares.sum() / (shares**2).sum())
