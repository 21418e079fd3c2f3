"""A framework of one variable: steps of gradient descent, in NumPy and as a model."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import numpy as np
import onnx_ir

from aoe.application.model.program_group import ProgramGroup
from aoe.application.model.request.compile_request import CompileRequest
from aoe.frontends.graph_builder import GraphBuilder
from aoe.frontends.step_model import OutsideCall, StepModel, declare_step
from aoe.settings import read_settings
from aoe.training.program import Outside
from aoe.training.report import StepReport
from aoe.training.step import Step, StepCompiler, StepSource
from aoe.training.variables import HeldVariable

RATE = np.float32(0.1)


class ToyVariable:
    """A variable of the framework.

    Attributes:
        value: Its value.
        reads: How often it was read.
    """

    def __init__(self, value: object) -> None:
        self.value = np.asarray(value, np.float32)
        self.reads = 0

    def read(self) -> np.ndarray:
        self.reads += 1
        return self.value

    def write(self, value: np.ndarray) -> None:
        self.value = value.copy()


class Toy:
    """Fits a line: y = x @ w, by the gradient of the mean square error.

    Attributes:
        w: The weights.
    """

    def __init__(self, rate: np.float32 = RATE) -> None:
        self.w = ToyVariable([[1.0], [-2.0], [0.5]])
        self._rate = rate

    def step(self, x: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
        error = x @ self.w.value - y
        self.w.value = self.w.value - self._rate * (x.T @ error)
        return [np.asarray(np.mean(error * error), np.float32)]

    def outside(self, calls: Sequence[OutsideCall]) -> Outside:
        """Doubles each operand."""
        return lambda operands: [np.asarray(2 * item) for item in operands]


def step_model(rate: np.float32 = RATE, is_cut: bool = False) -> StepModel:
    """The step as a model. `is_cut`: its error is doubled by the framework, and halved again."""
    builder = GraphBuilder("toy", ("loss", "new:w"))
    x, y = builder.input("x", np.float32, (4, 3)), builder.input("y", np.float32, (4, 1))
    w = builder.input("w", np.float32, (3, 1))
    error = builder.node("Sub", builder.node("MatMul", x, w), y)
    outputs: list[onnx_ir.Value] = []
    calls: tuple[OutsideCall, ...] = ()
    if is_cut:
        outputs.append(builder.named(error, "error"))
        twice = builder.input("twice", np.float32, (4, 1))
        calls = (OutsideCall(b"", "Double", ("error",), ("twice",)),)
        error = builder.node("Mul", twice, np.asarray(0.5, np.float32))
    square = builder.node("Mul", error, error)
    loss = builder.node("ReduceMean", square, np.asarray([0, 1]), keepdims=0)
    change = builder.node("MatMul", builder.node("Transpose", x, perm=[1, 0]), error)
    new = builder.node("Sub", w, builder.node("Mul", change, np.asarray(rate)))
    outputs += [builder.named(loss, "loss"), builder.named(new, "new:w")]
    model = builder.model(outputs)
    declare_step(model, {"w": "new:w"})
    return StepModel(model, ("x", "y"), ("loss",), {"w": "new:w"}, calls, operators=6)


@cache
def group() -> ProgramGroup:
    return ProgramGroup(CompileRequest(settings=read_settings(), threads=1))


def made(
    toy: Toy,
    model: StepModel | None = None,
    read: Callable[[], StepModel] | None = None,
    draw: Callable[[], Sequence[np.ndarray]] = tuple,
) -> tuple[Step, Mapping[str, HeldVariable]]:
    """The step of a toy, and its variables."""
    held = {"w": HeldVariable(toy.w)}
    given = step_model() if model is None else model
    compiler = StepCompiler(group(), None, toy, logging.getLogger("toy"))
    source = StepSource(read or (lambda: given), lambda _: held, draw)
    return Step(source, compiler, StepReport("step_0_toy")), held


def batch(seed: int) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(seed)
    return (
        generator.standard_normal((4, 3)).astype(np.float32),
        generator.standard_normal((4, 1)).astype(np.float32),
    )
