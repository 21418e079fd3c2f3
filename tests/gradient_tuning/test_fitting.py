"""The model of a backward pass is fitted to measured steps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aoe.gradient_tuning.backward import Backward, Plan, finish, timeline
from aoe.gradient_tuning.fitting import Measured, fitted
from aoe.gradient_tuning.link import Link
from aoe.gradient_tuning.rules import each_alone, one_segment

from .test_robust import convolutional

BACKWARD = Backward.of([2.0, 4.0, 6.0], [2, 2, 2], Link.linear(0.1, 1.0))


def steps(truth: Backward, plans: list[Plan], noise: float = 0.0) -> list[Measured]:
    """Steps of the true world, as the fit gets them."""
    draws = np.random.default_rng(0)
    found = []
    for plan in plans:
        line = timeline(truth, plan)
        end, ready = np.array([line.end, line.backward]) * draws.lognormal(0.0, noise, 2)
        found.append(Measured(truth, plan, float(end), float(ready)))
    return found


def of(backward: Backward, link: Link) -> Backward:
    return replace(backward, link=link)


@pytest.mark.parametrize("factor", [0.7, 1.4])
def test_the_end_of_one_segment_tells_the_bandwidth(factor: float) -> None:
    truth = of(BACKWARD, BACKWARD.link.scaled(1.0, factor))
    link = fitted(BACKWARD.link, steps(truth, [one_segment(3)])).link
    assert link.line().per_byte == pytest.approx(factor, rel=2e-2)
    assert (link.beside_compute, link.slows_compute) == pytest.approx((1.0, 1.0))


def test_a_bandwidth_is_not_corrected_without_end() -> None:
    for end in (0.1, 1e6):
        link = fitted(BACKWARD.link, [Measured(BACKWARD, one_segment(3), end)]).link
        assert 1 / 2.01 <= link.line().per_byte <= 2.01


def test_steps_with_several_plans_tell_all_factors() -> None:
    backward = convolutional(40, Link.linear(2e-4, 1e-9))
    true = replace(backward.link.scaled(1.3, 0.8), beside_compute=1.5, slows_compute=1.25)
    plans = [one_segment(40), each_alone(40), (10, 40), (5, 20, 30, 40)]
    fit = fitted(backward.link, steps(of(backward, true), plans))
    assert max(map(abs, fit.residuals)) < 0.01
    assert fit.link.beside_compute == pytest.approx(1.5, rel=0.1)
    assert fit.link.slows_compute == pytest.approx(1.25, rel=0.02)
    for unseen in ((20, 40), (30, 35, 40), tuple(range(2, 41, 2))):
        end = finish(of(backward, true), unseen)
        assert finish(of(backward, fit.link), unseen) == pytest.approx(end, rel=0.01)


def test_noise_of_the_steps_moves_predictions_of_other_plans_little() -> None:
    backward = convolutional(40, Link.linear(2e-4, 1e-9))
    true = replace(backward.link.scaled(0.8, 1.2), beside_compute=1.3, slows_compute=1.2)
    plans = [one_segment(40), each_alone(40), (10, 40)]
    fit = fitted(backward.link, steps(of(backward, true), plans, noise=0.02))
    for unseen in ((20, 40), (30, 35, 40)):
        end = finish(of(backward, true), unseen)
        assert finish(of(backward, fit.link), unseen) == pytest.approx(end, rel=0.05)


def test_without_steps_the_link_stays() -> None:
    fit = fitted(BACKWARD.link, [])
    assert fit.residuals == ()
    assert fit.link.alone == pytest.approx(BACKWARD.link.alone)
