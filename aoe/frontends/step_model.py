"""A training step as a reader gives it: a pure model, and what its inputs and outputs stand for.

Variables of the framework are inputs, and their new values are outputs. `aoe.training` runs such
steps. `aoe.frontends.tensorflow.step` makes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import onnx_ir

from aoe.graph.prepare.aliases import declare_training

#: A value by its name in the model, or a value that is the same in every step.
StepValue: TypeAlias = "str | np.ndarray"


@dataclass(frozen=True, slots=True)
class OutsideCall:
    """A node that the framework computes, between two parts of a step.

    Attributes:
        node: The node, in a form that the framework's adapter knows.
        kind: The type of its operator, for messages.
        operands: What it reads: names of outputs of the model, or arrays.
        results: What it gives: names of inputs of the model.
    """

    node: Any
    kind: str
    operands: tuple[StepValue, ...]
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Random numbers that the framework draws before each run: an input of the model.

    Attributes:
        name: The input.
        kind: The framework's operator that draws them.
        shape: Their sizes.
        seeds: Where its generator begins; zeros where the framework begins anywhere.
        chance: The chance that one of truth values is true; None for other numbers.
        node: The node that draws them, as messages call it.
    """

    name: str
    kind: str
    shape: tuple[int, ...]
    seeds: tuple[int, int]
    chance: float | None = None
    node: str = ""


@dataclass(frozen=True, slots=True)
class StepModel:
    """A training step, or any function with variables.

    Attributes:
        model: Computes it.
        inputs: The input of the model for each argument of the step, and behind them for each of
            its draws; None for one that is not needed.
        outputs: What the step gives.
        variables: The variables it reads or changes, each the input of the model of that name, with
            the output that is its new value; None if the step does not change it.
        calls: What the framework computes.
        operators: How many operators of the framework it has.
        draws: Random numbers that the framework draws before each run.
    """

    model: onnx_ir.Model
    inputs: tuple[str | None, ...]
    outputs: tuple[StepValue, ...]
    variables: Mapping[str, str | None]
    calls: tuple[OutsideCall, ...] = ()
    operators: int = 0
    draws: tuple[Draw, ...] = ()

    @property
    def changes(self) -> bool:
        """Whether it changes variables."""
        return any(output is not None for output in self.variables.values())


def looked_up(step: StepModel) -> frozenset[str]:
    """Variables of which rows are looked up, and nothing else. As constants they would be no
    faster, because nothing of them is folded or packed.
    """
    return frozenset(
        str(value.name)
        for value in step.model.graph.inputs
        if value.name in step.variables and not value.is_graph_output() and _is_table(value)
    )


def _is_table(value: onnx_ir.Value) -> bool:
    uses = value.uses()
    return bool(uses) and all(
        use.node.op_type == "Gather" and use.node.inputs.index(value) == use.idx == 0
        for use in uses
    )


def declare_step(model: onnx_ir.Model, variables: Mapping[str, str | None]) -> None:
    """Notes in a model that it is a step, which overwrites its variables."""
    declare_training(
        model, {output: name for name, output in variables.items() if output is not None}
    )
