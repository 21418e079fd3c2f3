"""Ctrl-C anywhere in a step: variables have the values before the step, or those after it."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Any

import numpy as np
import pytest

from tests.training.toy import Toy, batch, made, step_model

#: Files in which Ctrl-C comes.
_FILES = ("/step.py", "/trial.py", "/program.py", "/variables.py", "/contextlib.py")


@contextmanager
def ctrl_c(at: int) -> Iterator[None]:
    """Ctrl-C comes at a line of these files, by its number in the order in which lines run."""
    left = itertools.count()
    before = sys.gettrace()

    def traced(frame: FrameType, event: str, _: object) -> Any:
        if not frame.f_code.co_filename.endswith(_FILES):
            return None
        if event == "line" and next(left) == at:
            sys.settrace(before)
            raise KeyboardInterrupt
        return traced

    sys.settrace(traced)
    try:
        yield
    finally:
        sys.settrace(before)


def interrupted(at: int, steps: int, is_cut: bool) -> bool:
    """Whether Ctrl-C came, in a step behind others. What the framework has is compared, also after
    one more step.
    """
    toy, other = Toy(), Toy()
    step, held = made(toy, step_model(is_cut=is_cut))
    for seed in range(steps):
        step.run(batch(seed), partial(toy.step, *batch(seed)))
        other.step(*batch(seed))
    x, y = batch(steps)
    if not steps:
        assert step._is_read()
        assert step._is_made((x, y))  # compilation is long, and changes nothing
    allowed = [other.w.value]
    other.step(x, y)
    allowed.append(other.w.value)
    calls: list[int] = []

    def framework() -> list[np.ndarray]:
        calls.append(at)
        return toy.step(x, y)

    try:
        with ctrl_c(at):
            step.run((x, y), framework)
    except KeyboardInterrupt:
        if not steps:  # a first run is a step if the framework has run it
            allowed = allowed[len(calls) :][:1]
        held["w"].release()  # what looks at it while the error is handled
        is_close = [np.allclose(toy.w.value, value, 1e-5, 1e-6) for value in allowed]
        assert any(is_close), f"Ctrl-C at line {at} leaves {toy.w.value.ravel()}"
        other.w.value = toy.w.value
        x, y = batch(9)
        step.run((x, y), partial(toy.step, x, y))
        held["w"].release()
        other.step(x, y)
        np.testing.assert_allclose(toy.w.value, other.w.value, rtol=1e-5, atol=1e-6)
        return True
    return False


@pytest.mark.parametrize("is_cut", [False, True])
@pytest.mark.parametrize("steps", [0, 1])
def test_no_variable_is_left_with_a_trial_or_half_a_step(steps: int, is_cut: bool) -> None:
    attempt: Callable[[int], bool] = partial(interrupted, steps=steps, is_cut=is_cut)
    count = next(number for number in itertools.count() if not attempt(number))
    assert count > 10
