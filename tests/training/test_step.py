"""The life of a step, with a framework in NumPy."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from aoe.errors import UnsupportedModelError
from aoe.frontends.step_model import Draw, StepModel
from aoe.training.step import MANY_OPERATORS
from tests.training.toy import Toy, batch, made, step_model


@pytest.mark.parametrize("is_cut", [False, True])
def test_all_steps_are_those_of_the_framework(is_cut: bool) -> None:
    toy, other = Toy(), Toy()
    step, held = made(toy, step_model(is_cut=is_cut))
    for seed in range(4):
        x, y = batch(seed)
        found = step.run((x, y), partial(toy.step, x, y))
        assert found is not None
        np.testing.assert_allclose(found[0], other.step(x, y)[0], rtol=1e-5)
    held["w"].release()
    np.testing.assert_allclose(toy.w.value, other.w.value, rtol=1e-5)
    assert (step.report.left, step.report.native) == (1, 3)


def test_random_numbers_are_drawn_once_for_each_run() -> None:
    toy, other = Toy(), Toy()
    drawn: list[np.ndarray] = []

    def draw() -> list[np.ndarray]:
        drawn.append(batch(len(drawn))[1])
        return drawn[-1:]

    model = replace(step_model(), draws=(Draw("y", "Normal", (4, 1), (1, 2)),))
    step, _ = made(toy, model, draw=draw)
    x, _ = batch(0)
    for _ in range(3):
        found = step.run((x,), lambda: toy.step(x, drawn[-1]))
        assert found is not None
        np.testing.assert_allclose(found[0], other.step(x, drawn[-1])[0], rtol=1e-5)
    assert (len(drawn), step.report.native) == (3, 2)


@pytest.mark.parametrize("failing", [0, 2])
def test_a_step_whose_numbers_cannot_be_drawn_stays_with_the_framework(failing: int) -> None:
    toy, other, calls = Toy(), Toy(), itertools.count()
    x, y = batch(0)

    def draw() -> list[np.ndarray]:
        if next(calls) == failing:
            raise UnsupportedModelError("nobody draws Normal 'y'")
        return [y]

    model = replace(step_model(), draws=(Draw("y", "Normal", (4, 1), (1, 2)),))
    step, _ = made(toy, model, draw=draw)
    for number in range(4):
        found = step.run((x,), partial(toy.step, x, y))
        assert (found is None) == (number >= failing)
        toy_found = toy.step(x, y) if found is None else found
        np.testing.assert_allclose(toy_found[0], other.step(x, y)[0], rtol=1e-5)
    assert step.report.reason == "nobody draws Normal 'y'"
    assert step.report.native == max(0, failing - 1)


def test_a_loop_reads_and_writes_no_variable_of_the_framework() -> None:
    toy = Toy()
    step, _ = made(toy)
    x, y = batch(0)
    step.run((x, y), lambda: toy.step(x, y))
    reads, value = toy.w.reads, toy.w.value
    for _ in range(3):
        step.run((x, y), lambda: toy.step(x, y))
    assert toy.w.reads == reads
    assert toy.w.value is value


def test_what_the_framework_changes_counts_in_the_next_step() -> None:
    toy = Toy()
    step, held = made(toy)
    x, y = batch(0)
    step.run((x, y), lambda: toy.step(x, y))
    held["w"].release()
    toy.w.value = np.zeros((3, 1), np.float32)
    (loss,) = step.run((x, y), lambda: []) or ()
    np.testing.assert_allclose(loss, np.mean(y * y), rtol=1e-5)


def test_a_step_of_another_gradient_stays_with_the_framework(
    caplog: pytest.LogCaptureFixture,
) -> None:
    toy = Toy(rate=np.float32(0.11))
    step, _ = made(toy)
    x, y = batch(0)
    before = toy.w.value
    step.run((x, y), lambda: toy.step(x, y))
    expected = Toy(rate=np.float32(0.11))
    expected.step(x, y)
    np.testing.assert_array_equal(toy.w.value, expected.w.value)
    assert np.abs(toy.w.value - before).max() > 0
    assert step.run((x, y), lambda: toy.step(x, y)) is None
    assert "its first run differs from the framework's: the new value of w" in caplog.text


def test_a_step_of_another_loss_stays_with_the_framework() -> None:
    toy = Toy()
    step, _ = made(toy)
    x, y = batch(0)
    step.run((x, y), lambda: [item * np.float32(1.001) for item in toy.step(x, y)])
    assert step.report.reason.startswith("its first run differs from the framework's: output 0")


@pytest.mark.parametrize("failing", [1, 2])
def test_a_first_run_that_an_error_ends_is_no_step(failing: int) -> None:
    toy, calls = Toy(), itertools.count(1)
    doubled = toy.outside([])

    def raising(operands: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
        if next(calls) == failing:
            raise KeyboardInterrupt
        return doubled(operands)

    toy.outside = lambda calls: raising  # type: ignore[method-assign]
    step, held = made(toy, step_model(is_cut=True))
    x, y = batch(0)
    with pytest.raises(KeyboardInterrupt):
        step.run((x, y), partial(toy.step, x, y))
    held["w"].release()
    np.testing.assert_array_equal(toy.w.value, Toy().w.value)
    other = Toy()
    for seed in range(3):
        x, y = batch(seed)
        found = step.run((x, y), partial(toy.step, x, y))
        assert found is not None
        np.testing.assert_allclose(found[0], other.step(x, y)[0], rtol=1e-5)


def test_a_step_that_cannot_be_read_says_why() -> None:
    def read() -> StepModel:
        raise UnsupportedModelError.listing("toy", ["Spin (turn)"], is_step=True)

    toy = Toy()
    step, _ = made(toy, read=read)
    x, y = batch(0)
    assert step.run((x, y), lambda: toy.step(x, y)) is None
    assert step.run((x, y), lambda: toy.step(x, y)) is None
    assert str(step.report) == (
        "step_0_toy stays with the framework: open-aoe cannot compute toy because of "
        "this: Spin (turn)"
    )
    assert (step.report.left, step.report.native) == (2, 0)


def test_a_large_step_is_named_before_it_is_compiled(caplog: pytest.LogCaptureFixture) -> None:
    toy, (x, y) = Toy(), batch(0)
    step, _ = made(toy, replace(step_model(), operators=MANY_OPERATORS + 1))
    step.run((x, y), partial(toy.step, x, y))
    assert "3001 operators are compiled now, which takes a while" in caplog.text
