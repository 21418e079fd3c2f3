"""Predicts when the last segment of a layout is reduced, from samples of steps with other layouts.

    python -m benchmarks.gradients predictions --samples FILE

`steps --samples FILE` keeps the samples: for each network and link the times of an all-reduce, and
steps with each layout, in turns. A layout is predicted by the ready times of the steps with one
segment, and by the link that is fitted to the layouts that tuning compares. The end of a layout is
never used to predict it: where tuning compared the layout itself, the fit leaves it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import combinations
from statistics import median
from typing import Any

import numpy as np

from aoe.gradient_tuning.backward import Backward, Plan, finish
from aoe.gradient_tuning.backward_profile import steps_of
from aoe.gradient_tuning.fitting import Measured, fitted
from aoe.gradient_tuning.link import Link
from benchmarks.report import Row

#: A prediction is close that is off by so much or less.
CLOSE = 0.07
#: The layout whose steps have nothing beside the backward pass.
ONE_SEGMENT = "one segment"


def sample_of(
    backward: Backward,
    link: Link,
    order: Sequence[int],
    plans: Mapping[str, Plan],
    compared: Sequence[Plan],
    steps: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """What is kept of a network on a link, as JSON.

    Args:
        backward: The backward pass, for its sizes and types.
        link: The link as it was timed apart from training.
        order: The parameters in the order in which gradients become ready.
        plans: The layouts by name, `ONE_SEGMENT` among them.
        compared: The plans that tuning compared, the default among them.
        steps: Of each step the `layout`, when its last segment was reduced (`end`), and when each
            gradient was `ready` in the order of the parameters, in seconds of the slowest rank.
    """
    return {
        "sizes": backward.sizes,
        "kinds": backward.kinds,
        "link": asdict(link),
        "order": list(order),
        "plans": dict(plans),
        "compared": [name for name, plan in plans.items() if plan in compared],
        "steps": list(steps),
    }


def predicted(sample: Mapping[str, Any]) -> dict[str, tuple[int, float, float]]:
    """Of each layout: its segments, and the predicted and the measured end in seconds."""
    plans = {name: tuple(ends) for name, ends in sample["plans"].items()}
    link = _link(sample["link"])
    taken = {name: [step for step in sample["steps"] if step["layout"] == name] for name in plans}
    rows = np.asarray([step["ready"] for step in taken[ONE_SEGMENT]])
    ready = tuple(np.cumsum(steps_of(rows, sample["order"]).intervals).tolist())
    backward = Backward(ready, tuple(sample["sizes"]), tuple(sample["kinds"]), link)
    ends = {name: median(step["end"] for step in steps) for name, steps in taken.items()}
    measured = {
        name: Measured(
            backward, plans[name], ends[name], median(max(step["ready"]) for step in taken[name])
        )
        for name in (ONE_SEGMENT, *sample["compared"])
    }
    found = {}
    for name, plan in plans.items():
        others = [item for item in measured.values() if item.plan != plan]
        beside = replace(backward, link=fitted(link, others).link)
        found[name] = (len(plan), finish(beside, plan), ends[name])
    return found


def repeated(samples: Mapping[str, Any]) -> float:
    """How often the median end of some steps with a layout is close to that of the others: as often
    as a perfect prediction would be, or less, because both medians vary.
    """
    found = [close for sample in samples.values() for close in _repeated(sample)]
    return sum(found) / max(len(found), 1)


def _repeated(sample: Mapping[str, Any]) -> Iterator[bool]:
    """Whether it is, for each layout and each choice of the larger half of its steps."""
    for name in sample["plans"]:
        ends = [step["end"] for step in sample["steps"] if step["layout"] == name]
        for chosen in combinations(range(len(ends)), (len(ends) + 1) // 2):
            others = [end for number, end in enumerate(ends) if number not in chosen]
            if others:
                yield abs(median(ends[number] for number in chosen) / median(others) - 1) <= CLOSE


def prediction_rows(samples: Mapping[str, Any]) -> list[Row]:
    """A row for each layout: the predicted and the measured end of the backward pass."""
    rows: list[Row] = []
    for name, sample in samples.items():
        for layout, (segments, expected, measured) in predicted(sample).items():
            rows.append(
                {
                    "network, link": name,
                    "layout": layout,
                    "segments": segments,
                    "predicted ms": 1e3 * expected,
                    "measured ms": 1e3 * measured,
                    "off %": 100 * (expected / measured - 1),
                }
            )
    return rows


def _link(fields: Mapping[str, Any]) -> Link:
    made: dict[str, Any] = {
        name: tuple(item) if isinstance(item, list) else item for name, item in fields.items()
    }
    return Link(**made)
