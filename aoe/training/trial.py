"""Native runs of a step for its comparison with the framework's: of its own values, and of
perturbed ones.

They work on copies of the variables. So whatever ends them, Ctrl-C included, and wherever it comes,
no variable has the values of a trial. `gate.py` compares what they give.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aoe.training.gate import COARSE_FACTOR, Moved, StepResult, perturbed, without_shifts
from aoe.training.program import StepProgram

#: Runs with changes of what is rounded to fewer bits than float32.
_COARSE_RUNS = 3


@dataclass(frozen=True, slots=True)
class Trial:
    """A step that is tried.

    Attributes:
        program: The step.
        names: The input of the step's model for each argument; None for one that it lacks.
        inputs: Its arguments.
        variables: What its variables hold, by name.
        roundings: The sizes of the roundings of inputs to fewer bits than float32; see `gate.py`.
    """

    program: StepProgram
    names: Sequence[str | None]
    inputs: Sequence[np.ndarray]
    variables: Mapping[str, np.ndarray]
    roundings: Mapping[str, float]

    def native(self) -> StepResult:
        """What the step gives."""
        return self._result(self.inputs, self.variables)

    def moved(self) -> list[Moved]:
        """What it gives of perturbed values."""
        generator = np.random.default_rng(0)
        variables = {name: perturbed(value, generator) for name, value in self.variables.items()}
        inputs = [perturbed(item, generator) for item in self.inputs]
        found = [Moved([self._result(inputs, variables)])]
        if self.roundings:
            runs = [self._moved_coarsely(generator) for _ in range(_COARSE_RUNS)]
            found.append(Moved(runs, COARSE_FACTOR))
        return found

    def _moved_coarsely(self, generator: np.random.Generator) -> StepResult:
        """As `moved`, with changes of what is rounded to fewer bits, and of nothing else."""

        def changed(name: str | None, value: np.ndarray) -> np.ndarray:
            return perturbed(value, generator, self.roundings.get(name or "", 0.0))

        variables = {name: changed(name, value) for name, value in self.variables.items()}
        shifts = {
            name: variables[name].astype(np.float64) - self.variables[name].astype(np.float64)
            for name in self.roundings.keys() & variables.keys()
        }
        inputs = [*map(changed, self.names, self.inputs)]
        return without_shifts(self._result(inputs, variables), shifts)

    def _result(
        self, inputs: Sequence[np.ndarray], variables: Mapping[str, np.ndarray]
    ) -> StepResult:
        copies = {name: np.array(value, order="C") for name, value in variables.items()}
        known = self.program.values(inputs, copies)
        changed = {name: copies[name] for name in self.program.changed}
        return StepResult(self.program.outputs(known), changed)
