"""What the planner is worth without a framework: plans against all plans, the time to plan, the
regret of a plan that was made from a wrong profile, and simulated clusters.

Regret is the time by which a plan ends after the exact one of the true world. The planner sees a
world whose intervals are off by 10 % and whose link is off by 30 % (log-normal factors). The
*installed* plan is the one that tuning comes to: steps with one segment and with the default
correct the link, and the plans for that world race in the true one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from aoe.gradient_tuning.backward import Backward, Plan, finish, timeline
from aoe.gradient_tuning.candidates import candidate_plans, raced
from aoe.gradient_tuning.exact import exact, exact_linear
from aoe.gradient_tuning.fitting import Measured, fitted
from aoe.gradient_tuning.link import Link
from aoe.gradient_tuning.robust import INTERVAL_SPREAD, LINK_SPREAD, robust
from aoe.gradient_tuning.rules import best_of, ddp_default, known_plans, one_segment
from benchmarks.gradients.profiles import PROFILES
from benchmarks.report import Row

#: Of links: seconds of the start-up on the host, seconds of a message, bytes per second each way.
LINKS: Mapping[str, tuple[float, float, float]] = {
    "1 GbE TCP": (100e-6, 50e-6, 0.94 * 125e6),
    "10 GbE TCP": (60e-6, 30e-6, 0.94 * 1250e6),
    "25 GbE TCP": (50e-6, 20e-6, 0.9 * 3125e6),
    "25 GbE RoCE": (25e-6, 6e-6, 0.92 * 3125e6),
    "100 GbE RoCE": (20e-6, 5e-6, 0.9 * 12.5e9),
}
WORKERS = (2, 8, 64)
#: Wrong profiles of each setting, and how many times as long as on an H100 passes last.
_SEEN, _SLOWER = 6, (1, 4, 16)


def ring(link: str, workers: int) -> Link:
    """The link of a ring of workers."""
    start, message, rate = LINKS[link]
    return Link.linear(start + 2 * (workers - 1) * message, 2 * (workers - 1) / workers / rate)


def exactness() -> list[Row]:
    """Plans against the best of all plans, in random cases."""
    draws = np.random.default_rng(0)
    wrong = cases = 0
    for number in range(1200):
        count = int(draws.integers(2, 10))
        ready = np.cumsum(draws.gamma(1.0, 1.0, count)).tolist()
        sizes = draws.integers(1, 40, count).tolist()
        in_flight = 1 + number % 2
        alone = np.cumsum(draws.uniform(0.01, 2.0, 4))
        queued = alone * draws.uniform(1.3, 4.0)
        link = Link.measured((1, 4, 16, 64), alone.tolist(), queued.tolist(), 4, in_flight)
        backward = Backward.of(ready, sizes, link)
        best = min(
            finish(backward, (*(end for end, cut in enumerate(cuts, 1) if cut), count))
            for cuts in product((False, True), repeat=count - 1)
        )
        cases += 1
        wrong += abs(finish(backward, exact(backward)) - best) > 1e-9 * best
    return [{"cases": cases, "gradients": "2 to 9", "wrong": wrong}]


def planning_time() -> list[Row]:
    """The time to plan many gradients, on this machine."""
    rows: list[Row] = []
    for count in (62, 161, 500, 2000):
        draws = np.random.default_rng(1)
        ready = np.cumsum(draws.gamma(2.0, 0.5 / count, count)).tolist()
        sizes = draws.integers(4 << 10, 1 << 20, count).tolist()
        line = Link.linear(1e-4, 1e-9)
        lanes = Link.measured((4096, 1 << 22), (2e-4, 4e-3), (5e-4, 1.5e-2), 4, 2)
        one, two = (Backward.of(ready, sizes, link) for link in (line, lanes))
        row: dict[str, float | int | str | None] = {
            "gradients": count,
            "exact ms": _milliseconds(exact, one),
            "exact, two in flight, ms": _milliseconds(exact, two),
            "O(n) ms": _milliseconds(exact_linear, ready, sizes, 1e-4, 1e-9),
            "plan to use ms": _milliseconds(robust, one),
            "plan to use, two in flight, ms": _milliseconds(robust, two),
        }
        rows.append(row)
    return rows


def _milliseconds(planner: Callable[..., Plan], *arguments: Any) -> float:
    start = time.perf_counter()
    planner(*arguments)
    return 1e3 * (time.perf_counter() - start)


def regret() -> list[Row]:
    """The regret of plans from wrong profiles, in ms, over links and numbers of workers."""
    rows: list[Row] = []
    for name, slower in product(PROFILES, _SLOWER):
        usual = PROFILES[name]()
        profile = replace(usual, intervals=tuple(slower * item for item in usual.intervals))
        draws = np.random.default_rng(5)
        regrets: dict[str, list[float]] = {"exact": [], "plan to use": [], "installed": []}
        for link, workers in product(LINKS, WORKERS):
            truth = profile.backward(ring(link, workers))
            best = finish(truth, exact(truth))
            for _ in range(_SEEN):
                factors = draws.lognormal(0.0, INTERVAL_SPREAD, truth.count)
                ready = np.cumsum(np.diff(truth.ready, prepend=0.0) * factors)
                start, rate = draws.lognormal(0.0, LINK_SPREAD, 2)
                seen = Backward.of(ready.tolist(), truth.sizes, truth.link.scaled(start, rate))
                regrets["exact"].append(finish(truth, exact(seen)) - best)
                regrets["plan to use"].append(finish(truth, robust(seen)) - best)
                regrets["installed"].append(finish(truth, _installed(seen, truth)) - best)
        row: dict[str, float | str | int | None] = {
            "profile": name,
            "backward ms": 1e3 * profile.ready[-1],
        }
        for planner, found in regrets.items():
            for title, level in (("median", 0.5), ("90 %", 0.9)):
                row[f"{planner}, {title}"] = 1e3 * float(np.quantile(found, level))
        rows.append(row)
    return rows


def _installed(seen: Backward, truth: Backward) -> Plan:
    """The plan that wins the race in the true world, of those for the world that is seen."""
    default = ddp_default(truth.sizes)
    measured = [
        Measured(seen, plan, finish(truth, plan)) for plan in (default, one_segment(truth.count))
    ]
    link = fitted(seen.link, measured).link
    plans = candidate_plans(replace(seen, link=link), default)
    return best_of(truth, {default, *plans.values()})


def clusters(profile_names: tuple[str, ...] = ("ResNet-50", "BERT-base", "GPT-2")) -> list[Row]:
    """Simulated tails in ms, for profiles, links and numbers of workers."""
    rows: list[Row] = []
    for name, link, workers in product(profile_names, LINKS, WORKERS):
        profile = PROFILES[name]()
        backward = profile.backward(ring(link, workers))
        plans = {
            **known_plans(backward),
            "bound": exact(backward),
            "open-aoe": raced(backward, ddp_default(profile.sizes)),
        }
        row: dict[str, float | str | int | None] = {
            "profile": name,
            "link": link,
            "workers": workers,
        }
        for planner, plan in plans.items():
            row[planner] = 1e3 * timeline(backward, plan).tail
        best = min(row[planner] for planner in known_plans(backward))  # type: ignore[type-var]
        row["beyond the best of others"] = float(row["open-aoe"] or 0.0) - float(best or 0.0)
        rows.append(row)
    return rows
