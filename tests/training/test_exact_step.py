"""First runs that differ from the framework's and are compared with float64, with a framework in
NumPy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import pytest

from aoe.frontends.graph_builder import GraphBuilder
from aoe.frontends.step_model import StepModel, declare_step
from aoe.training import exact_step
from aoe.training.gate import StepResult
from aoe.training.trial import Trial
from tests.training.toy import Toy, batch, made, step_model

ROWS, TERMS = 64, 4096
RATE = np.float32(0.01)
#: A sum that is nearly zero, and how far the framework's is off: as much as a sum of so many
#: products may be in float32.
SUM, ERROR = 1e-4, -2.4e-4


class Rectified(Toy):
    """Descends the mean of the rectified sums x @ w, of which its first one has an error.

    Attributes:
        steps: The factor of its change.
        error: The error.
    """

    def __init__(self, steps: float = 1.0, error: float = ERROR) -> None:
        super().__init__()
        self.w.value = np.random.default_rng(1).standard_normal((TERMS, 1)).astype(np.float32)
        self.w.value[-1] = 1.0
        self.steps, self.error = steps, error

    def arguments(self) -> np.ndarray:
        """Rows of which the first one has the sum."""
        x = np.random.default_rng(2).standard_normal((ROWS, TERMS)).astype(np.float32)
        x[0, -1] = 0.0
        x[0, -1] = SUM - (x[0].astype(np.float64) @ self.w.value.astype(np.float64)).item()
        return x

    def descend(self, x: np.ndarray) -> list[np.ndarray]:
        """A step of the framework."""
        sums = x.astype(np.float64) @ self.w.value.astype(np.float64)
        sums[0] += self.error
        change = x.astype(np.float64).T @ (sums > 0) * (self.steps * float(RATE))
        self.w.value = (self.w.value - change).astype(np.float32)
        return [np.asarray(np.mean(np.maximum(sums, 0)), np.float32)]


def rectified_step() -> StepModel:
    builder = GraphBuilder("rectified", ("loss", "new:w"))
    x, w = builder.input("x", np.float32, (ROWS, TERMS)), builder.input("w", np.float32, (TERMS, 1))
    sums = builder.node("Relu", builder.node("MatMul", x, w))
    loss = builder.node("ReduceMean", sums, np.asarray([0, 1]), keepdims=0)
    is_open = builder.node("Greater", sums, np.asarray(0, np.float32))
    passed = builder.node("Where", is_open, np.asarray(RATE), np.asarray(0, np.float32))
    change = builder.node("MatMul", builder.node("Transpose", x, perm=[1, 0]), passed)
    new = builder.node("Sub", w, change)
    model = builder.model([builder.named(loss, "loss"), builder.named(new, "new:w")])
    declare_step(model, {"w": "new:w"})
    return StepModel(model, ("x",), ("loss",), {"w": "new:w"}, operators=6)


def first_reason(toy: Rectified) -> str:
    """Why a step stays with the framework after its first run; empty if it does not."""
    step, _ = made(toy, rectified_step())
    x = toy.arguments()
    step.run((x,), partial(toy.descend, x))
    return step.report.reason


def test_a_right_step_is_taken_where_the_sign_of_a_sum_is_a_rounding() -> None:
    assert first_reason(Rectified()) == ""


def test_it_is_taken_because_of_float64_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_step, "MOST_WORK", 1000)
    reason = first_reason(Rectified())
    assert "differs from the framework's: the new value of w differs by" in reason
    assert "is not computed in float64: it needs the time of 6.1e+05 multiply-adds" in reason


def test_memory_for_float64_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_step, "available_memory", lambda: 1_000_000)
    reason = first_reason(Rectified())
    assert "of memory, more than half of the 1.0 MB that are free" in reason


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (MemoryError(), "there is too little memory; steps of fewer samples need less"),
        (ValueError("shapes do not fit"), "ValueError: shapes do not fit"),
        (IndexError("index 3 is out of bounds"), "IndexError: index 3 is out of bounds"),
    ],
)
def test_a_failure_of_float64_leaves_the_step_to_the_framework(
    error: Exception, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(exact_step, "evaluate", failing)
    reason = first_reason(Rectified())
    assert "differs from the framework's: the new value of w differs by" in reason
    assert f"is not computed in float64: {words}" in reason


def wrong_kernel(factor: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes native code change variables by another factor."""
    right = Trial._result

    def wrong(
        trial: Trial, inputs: Sequence[np.ndarray], variables: Mapping[str, np.ndarray]
    ) -> StepResult:
        result = right(trial, inputs, variables)
        changed = {
            name: (variables[name] + factor * (array - variables[name])).astype(array.dtype)
            for name, array in result.variables.items()
        }
        return StepResult(result.outputs, changed)

    monkeypatch.setattr(Trial, "_result", wrong)


@pytest.mark.parametrize("error", [0.0, ERROR])
@pytest.mark.parametrize("factor", [0.0, 0.8, 1.3])
def test_a_wrong_kernel_is_refused(
    error: float, factor: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong_kernel(factor, monkeypatch)
    reason = first_reason(Rectified(error=error))
    assert "the new value of w differs by" in reason
    assert "from float64, the framework's" in reason


@pytest.mark.parametrize("steps", [0.0, 0.5, 2.0])
@pytest.mark.parametrize("error", [0.0, ERROR])
def test_a_step_that_is_read_wrongly_is_refused(steps: float, error: float) -> None:
    """Native code and float64 agree then, and the framework's step is another one."""
    reason = first_reason(Rectified(steps, error))
    assert "the new value of w differs by" in reason
    assert "of which roundings explain" in reason


def test_a_wrong_output_is_refused_where_only_roundings_differ_otherwise() -> None:
    toy = Rectified()
    step, _ = made(toy, rectified_step())
    x = toy.arguments()
    step.run((x,), lambda: [2 * item for item in toy.descend(x)])
    assert step.report.reason.startswith("its first run differs from the framework's: output 0")


def test_a_step_that_the_framework_computes_in_part_is_compared() -> None:
    """What the framework computes gets its own types."""
    toy = Toy(rate=np.float32(0.11))
    step, _ = made(toy, step_model(is_cut=True))
    x, y = batch(0)
    step.run((x, y), partial(toy.step, x, y))
    assert "of which roundings explain" in step.report.reason


class Centred(Toy):
    """Adds up how far numbers are from their mean: nothing, but for roundings.

    Attributes:
        error: What the framework finds instead.
    """

    def __init__(self, error: float) -> None:
        super().__init__()
        self.w.value, self.error = np.zeros((1, 1), np.float32), error

    def arguments(self) -> np.ndarray:
        """The numbers."""
        return np.random.default_rng(3).standard_normal((TERMS, 1)).astype(np.float32)

    def descend(self, x: np.ndarray) -> list[np.ndarray]:
        """A step of the framework."""
        self.w.value = self.w.value + np.float32(self.error)
        return [np.asarray(np.mean(np.square(x)), np.float32)]


def centred_step() -> StepModel:
    builder = GraphBuilder("centred", ("loss", "new:w"))
    x, w = builder.input("x", np.float32, (TERMS, 1)), builder.input("w", np.float32, (1, 1))
    loss = builder.node("ReduceMean", builder.node("Mul", x, x), np.asarray([0, 1]), keepdims=0)
    apart = builder.node("Sub", x, builder.node("ReduceMean", x, np.asarray([0]), keepdims=1))
    change = builder.node("ReduceSum", apart, np.asarray([0]), keepdims=1)
    new = builder.node("Add", w, change)
    model = builder.model([builder.named(loss, "loss"), builder.named(new, "new:w")])
    declare_step(model, {"w": "new:w"})
    return StepModel(model, ("x",), ("loss",), {"w": "new:w"}, operators=6)


def _reason_of_sum(error: float) -> str:
    toy = Centred(error)
    step, _ = made(toy, centred_step())
    x = toy.arguments()
    step.run((x,), partial(toy.descend, x))
    return step.report.reason


@pytest.mark.parametrize("error", [7e-4, -7e-4])
def test_the_sum_of_terms_that_cancel_each_other_may_be_a_rounding(error: float) -> None:
    assert _reason_of_sum(error) == ""


def test_such_a_sum_that_no_rounding_explains_is_refused() -> None:
    assert "of which roundings explain" in _reason_of_sum(1e-2)
