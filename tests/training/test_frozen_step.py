"""Steps of inference, whose weights are constants of the model while they stay."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import numpy as np
import onnx_ir
import pytest

from aoe.frontends.graph_builder import GraphBuilder
from aoe.frontends.step_model import StepModel
from aoe.training import frozen_step
from aoe.training.frozen_step import FrozenSource, FrozenStep
from aoe.training.report import StepReport
from aoe.training.step import StepCompiler
from aoe.training.variables import HeldVariable
from tests.training.toy import Toy, batch, group, step_model


class Prediction:
    """The prediction of a toy, as a step.

    Attributes:
        toy: The toy.
        held: Its variable.
        models: How many weights were constants of each model that was made.
        added: What was added to the name of each further report.
        reports: All reports.
    """

    def __init__(self, trains: bool = False, is_step: bool = False) -> None:
        self.toy = Toy()
        self.held = HeldVariable(self.toy.w)
        self.models: list[int] = []
        self.added: list[str] = []
        self.reports = [StepReport("step_0_toy")]
        self._is_step = is_step
        compiler = StepCompiler(group(), None, self.toy, logging.getLogger("toy"))
        source = FrozenSource(
            self._read, lambda model: dict.fromkeys(model.variables, self.held), trains
        )
        self.step = FrozenStep(source, compiler, self.reports[0], self._begun)

    def _read(self, weights: Mapping[str, np.ndarray]) -> StepModel:
        self.models.append(len(weights))
        if self._is_step:
            return step_model()
        builder = GraphBuilder("toy", ("y",))
        x = builder.input("x", np.float32, (4, 3))
        w = weights.get("w")
        made: onnx_ir.Value | np.ndarray = (
            builder.input("w", np.float32, (3, 1)) if w is None else w
        )
        y = builder.named(builder.node("MatMul", x, made), "y")
        variables: dict[str, str | None] = {"w": None} if w is None else {}
        return StepModel(builder.model([y]), ("x",), ("y",), variables, operators=1)

    def _begun(self, added: str) -> StepReport:
        self.added.append(added)
        self.reports.append(StepReport(added))
        return self.reports[-1]

    def check(self) -> None:
        """One call, compared."""
        x, _ = batch(len(self.reports))
        found = self.step.run((x,), lambda: [x @ self.toy.w.value])
        assert found is not None
        np.testing.assert_allclose(found[0], x @ self.toy.w.value, rtol=1e-5, atol=1e-6)

    def train(self, value: float) -> None:
        """A native step changes the variable; the framework's value is old then."""
        self.held.take()
        self.held.array[...] = value
        self.held.wrote()

    def assign(self, value: float) -> None:
        """The framework changes the variable, and is seen to."""
        self.held.release()
        self.toy.w.value = self.toy.w.value + np.float32(value)


def test_weights_are_constants_until_one_changes() -> None:
    predicted = Prediction()
    for _ in range(3):
        predicted.check()
    assert predicted.models == [0, 1]
    assert predicted.toy.w.reads == 1
    predicted.assign(1.0)
    for _ in range(3):
        predicted.check()
    assert predicted.models == [0, 1, 0]
    predicted.assign(1.0)
    predicted.check()
    assert predicted.models == [0, 1, 0]
    assert predicted.added == ["changing_weights"]
    assert [(item.left, item.native) for item in predicted.reports] == [(1, 2), (1, 3)]


def test_variables_are_looked_at_only_after_one_may_have_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[HeldVariable] = []
    take = HeldVariable.take

    def counted(self: HeldVariable) -> None:
        taken.append(self)
        take(self)

    monkeypatch.setattr(HeldVariable, "take", counted)
    predicted = Prediction()
    for _ in range(3):
        predicted.check()
    taken.clear()
    predicted.check()
    assert not taken
    predicted.assign(1.0)
    predicted.check()
    assert taken
    assert predicted.models == [0, 1, 0]


def test_a_variable_that_is_only_looked_at_stays_a_constant() -> None:
    predicted = Prediction()
    for _ in range(3):
        predicted.check()
        predicted.assign(0.0)
    assert predicted.models == [0, 1]
    assert predicted.reports[0].native == 2


def test_a_native_step_that_writes_the_variable_is_seen() -> None:
    predicted = Prediction()
    predicted.check()
    predicted.train(2.0)
    x, _ = batch(0)
    found = predicted.step.run((x,), lambda: [x @ predicted.held.array])
    assert found is not None
    np.testing.assert_allclose(found[0], x.sum(1, keepdims=True) * 2, rtol=1e-5, atol=1e-6)


def test_weights_that_stay_after_native_training_become_constants() -> None:
    predicted = Prediction()
    predicted.check()
    x, _ = batch(0)
    for value, calls in ((2.0, 2), (3.0, frozen_step.PATIENCE + 3)):
        predicted.train(value)
        for _ in range(calls):
            found = predicted.step.run((x,), lambda: [x @ predicted.toy.w.value])
            assert found is not None
            wanted = x.sum(1, keepdims=True) * value
            np.testing.assert_allclose(found[0], wanted, rtol=1e-5, atol=1e-6)
    assert predicted.models == [0, 1, 0, 1]
    assert predicted.reports[-1].native


def test_weights_that_stay_become_constants_again() -> None:
    predicted = Prediction()
    patience = frozen_step.PATIENCE
    predicted.check()
    predicted.assign(1.0)
    for _ in range(patience + 3):
        predicted.check()
    assert predicted.models == [0, 1, 0, 1]
    assert predicted.added == ["changing_weights", "constant_weights"]
    predicted.assign(1.0)
    for _ in range(patience + 3):
        predicted.check()
    assert predicted.models == [0, 1, 0, 1, 0]  # twice as patient now
    for _ in range(patience):
        predicted.check()
    assert predicted.models == [0, 1, 0, 1, 0, 1]


def test_weights_of_training_are_no_constants() -> None:
    """Neither those of a function of gradients, nor those that a native step has changed."""
    predicted = Prediction(trains=True)
    predicted.check()
    assert predicted.models == [0]
    other = Prediction()
    other.held.wrote()
    other.check()
    assert other.models == [0]


def test_a_step_that_changes_its_variables_reads_them() -> None:
    trained = Prediction(is_step=True)
    other = Toy()
    for seed in range(3):
        x, y = batch(seed)

        def framework(x: np.ndarray = x, y: np.ndarray = y) -> list[np.ndarray]:
            return trained.toy.step(x, y)

        found = trained.step.run((x, y), framework)
        assert found is not None
        np.testing.assert_allclose(found[0], other.step(x, y)[0], rtol=1e-5)
    assert trained.models == [0]
