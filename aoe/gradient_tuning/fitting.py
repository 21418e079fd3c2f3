"""Fits the model of a backward pass to what steps took.

A link is timed apart from training. In a step it may be faster or slower, and it and the backward
pass may slow each other down. So steps with a few plans correct it: when their last gradient was
ready, and when their last segment was reduced. A step with one segment tells the bandwidth, because
nothing is beside that collective. Others tell the start-up and what is lost beside each other.

Four factors are fitted at once, by least squares of relative differences. Each factor has a spread
that is expected of it, so what the steps do not tell stays as it was measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from aoe.gradient_tuning.backward import Backward, Plan, timeline
from aoe.gradient_tuning.link import Floats, Link

#: Of the factors of the start-up, of the rest of a collective, of collectives beside the backward
#: pass, and of the pass beside them: the logarithm of the largest, and the spread expected of it.
#: The first two may also be as many times less; the others are 1 or more.
_LARGEST = np.log([3.0, 2.0, 4.0, 3.0])
_SPREADS = np.array([0.5, 0.3, 0.3, 0.3])
#: The relative difference that a measured time is expected to have from the best model.
_NOISE = 0.02
#: Steps of the fit, the change that shows a slope, and how a step that fails is shortened.
_STEPS, _CHANGE, _SHORTENED = 30, 1e-4, 4.0
#: A fit that improves by so little is done.
_DONE = 1e-6


@dataclass(frozen=True, slots=True)
class Measured:
    """What steps with a plan took.

    Attributes:
        backward: The backward pass with nothing beside it, in the order of the plan. Its link does
            not count.
        plan: The plan.
        end: Seconds until the last segment was reduced.
        ready: Seconds until the last gradient was ready; None if that is not known.
    """

    backward: Backward
    plan: Plan
    end: float
    ready: float | None = None


@dataclass(frozen=True, slots=True)
class Fit:
    """A fitted link.

    Attributes:
        link: The link.
        residuals: The share by which the end of each measured plan is predicted off.
    """

    link: Link
    residuals: tuple[float, ...]


def fitted(link: Link, measured: Sequence[Measured]) -> Fit:
    """The link with which plans end when they did, as far as it explains that.

    Args:
        link: The link as it was timed apart from training.
        measured: What steps took.
    """
    low = np.array([-_LARGEST[0], -_LARGEST[1], 0.0, 0.0])
    found = np.zeros(len(_LARGEST))
    errors = _errors(link, measured, found)
    damping = 1e-3
    for _ in range(_STEPS):
        slopes = np.stack(
            [
                (_errors(link, measured, found + change) - errors) / _CHANGE
                for change in np.eye(len(found)) * _CHANGE
            ],
            axis=1,
        )
        square = slopes.T @ slopes
        step = np.linalg.solve(square + damping * np.diag(square.diagonal()), -slopes.T @ errors)
        tried = np.clip(found + step, low, _LARGEST)
        others = _errors(link, measured, tried)
        gain = float(errors @ errors - others @ others)
        if gain <= 0:
            damping *= _SHORTENED
            continue
        found, errors, damping = tried, others, damping / _SHORTENED
        if gain < _DONE:
            break
    made = _changed(link, found)
    return Fit(made, tuple(_end(item, made) / item.end - 1.0 for item in measured))


def _changed(link: Link, logarithms: Floats) -> Link:
    startup, bandwidth, beside, slows = (float(item) for item in np.exp(logarithms))
    return replace(link.scaled(startup, bandwidth), beside_compute=beside, slows_compute=slows)


def _end(item: Measured, link: Link) -> float:
    return timeline(replace(item.backward, link=link), item.plan).end


def _errors(link: Link, measured: Sequence[Measured], logarithms: Floats) -> Floats:
    """The differences that are to be small: of predicted and measured times, and of factors from
    those that are expected.
    """
    made = _changed(link, logarithms)
    errors = []
    for item in measured:
        found = timeline(replace(item.backward, link=made), item.plan)
        errors.append(np.log(found.end / item.end) / _NOISE)
        if item.ready is not None:
            errors.append(np.log(found.backward / item.ready) / _NOISE)
    return np.concatenate([errors, logarithms / _SPREADS])
