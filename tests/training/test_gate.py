"""The comparison of a first native step with the framework's."""

from __future__ import annotations

import numpy as np

from aoe.training.gate import StepResult, difference, perturbed

BEFORE = {"w": np.ones(4, np.float32)}


def result(loss: float, w: object) -> StepResult:
    return StepResult([np.asarray(loss, np.float32)], {"w": np.asarray(w, np.float32)})


def test_a_step_of_its_own_rounding_passes() -> None:
    native, framework = result(1.0, [0.9, 0.8, 0.7, 0.6]), result(1.00001, [0.9, 0.8, 0.7, 0.601])
    assert difference(BEFORE, native, native, framework) is None


def test_a_change_that_is_noise_passes() -> None:
    """Adam makes rounding noise as large as any change; then a second run differs as much."""
    native, moved = result(1.0, [1.1, 0.9, 1.1, 0.9]), result(1.0, [0.9, 1.1, 1.1, 0.9])
    assert difference(BEFORE, native, moved, result(1.0, [0.9, 0.9, 0.9, 1.1])) is None


def test_another_loss_is_told() -> None:
    native = result(1.0, BEFORE["w"])
    assert difference(BEFORE, native, native, result(1.01, BEFORE["w"])) == (
        "output 0 differs by 0.01, 0.0001 is allowed"
    )


def test_a_variable_that_does_not_move_is_told() -> None:
    native, framework = result(1.0, BEFORE["w"]), result(1.0, [0.9, 0.9, 0.9, 0.9])
    found = difference(BEFORE, native, native, framework)
    assert found is not None
    assert found.startswith("the new value of w differs by 0.2")


def test_infinity_is_no_number() -> None:
    native = result(np.inf, BEFORE["w"])
    found = difference(BEFORE, native, native, result(1.0, BEFORE["w"]))
    assert found == "output 0 has other values that are not finite"


def test_integers_have_to_be_equal() -> None:
    one, other = (StepResult([np.asarray([number])], {}) for number in (3, 4))
    assert difference({}, one, one, other) == "output 0 differs"


def test_integers_are_not_perturbed() -> None:
    generator = np.random.default_rng(0)
    labels, values = np.arange(5), np.ones(100, np.float32)
    assert perturbed(labels, generator) is labels
    apart = np.abs(perturbed(values, generator) - values)
    assert 0 < apart.max() < 1e-6


def test_texts_have_to_be_equal() -> None:
    one, other = (StepResult([np.asarray(text, object)], {}) for text in (b"a", b"b"))
    assert difference({}, one, one, one) is None
    assert difference({}, one, one, other) == "output 0 differs"
