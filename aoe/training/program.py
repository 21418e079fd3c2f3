"""Runs a step: its compiled stages, on the memory of its variables, and the framework's nodes
between them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Protocol

import numpy as np
import onnx_ir

from aoe.application.model.program_group import GroupProgram, ProgramGroup
from aoe.backends.session import InferenceSession
from aoe.frontends.step_model import OutsideCall, StepModel, StepValue
from aoe.runtime.addressed_array import address_of
from aoe.training.stages import Stage, stages
from aoe.training.variables import HeldVariable

#: How TensorFlow wants the memory of tensors to lie, in bytes.
ALIGNMENT = 64


class Outside(Protocol):
    """Computes nodes of the framework."""

    def __call__(self, operands: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
        """The results of some nodes, one after the other, of their operands in the same order."""
        ...


class Framework(Protocol):
    """What a step needs of a framework beside its variables."""

    def outside(self, calls: Sequence[OutsideCall]) -> Outside:
        """What computes some nodes, of which none needs another."""
        ...


class StepProgram:
    """A step that is compiled.

    Attributes:
        step: The step.
        stages: Its stages.
        programs: Those of them that are compiled.
        changed: The output that is the new value of each variable that it changes.
    """

    def __init__(
        self,
        step: StepModel,
        group: ProgramGroup,
        variables: Mapping[str, HeldVariable],
        framework: Framework,
    ) -> None:
        """Compiles it.

        Args:
            step: The step.
            group: What compiles its stages.
            variables: All its variables by name.
            framework: Computes the nodes that the step leaves outside.

        Raises:
            AoeError: A stage cannot be compiled.
        """
        self.step = step
        self._variables = variables
        self.changed = {
            name: output for name, output in step.variables.items() if output is not None
        }
        self.stages = cut = stages(step)
        compiled = [None if item.model is None else group.compiled(item.model) for item in cut]
        self.programs: tuple[GroupProgram, ...] = tuple(filter(None, compiled))
        self._stages = [
            _LoadedStage(stage, program, self.changed, framework)
            for stage, program in zip(cut, compiled, strict=True)
        ]
        self._used = [variables[name] for name in step.variables]

    def run(self, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
        """One step. The variables get their new values.

        Args:
            inputs: The arguments of the step.

        Returns:
            Its outputs, as new arrays.
        """
        for variable in self._used:
            variable.take()
        arrays = {name: self._variables[name].array for name in self.step.variables}
        # Before the step: both values are equal now, and Ctrl-C in between makes none of them old.
        for name in self.changed:
            self._variables[name].wrote()
        return self.outputs(self.values(inputs, arrays))

    def outputs(self, known: Mapping[str, np.ndarray]) -> list[np.ndarray]:
        """What the step gives, as new arrays. `known`: what `values` has given."""
        return [known[item] if isinstance(item, str) else item.copy() for item in self.step.outputs]

    def values(
        self, inputs: Sequence[np.ndarray], variables: Mapping[str, np.ndarray]
    ) -> Mapping[str, np.ndarray]:
        """One step on other memory than that of its variables, or on that.

        Args:
            inputs: The arguments of the step.
            variables: The values of its variables by name. They are changed in place.

        Returns:
            All values between its stages by name.
        """
        known: dict[str, np.ndarray] = {
            name: array
            for name, array in zip(self.step.inputs, inputs, strict=True)
            if name is not None
        }
        for name in self.step.variables:
            known[name] = variables[name]
        for stage in self._stages:
            stage.run(known)
        try:
            self._store(known, variables)
        except BaseException:  # Ctrl-C between two variables: all of them are of one step
            self._store(known, variables)
            raise
        return known

    def _store(self, known: Mapping[str, np.ndarray], variables: Mapping[str, np.ndarray]) -> None:
        """Gives variables their new values that are not yet in place."""
        for name, output in self.changed.items():
            if known[output] is not variables[name]:
                variables[name][...] = known[output]


class _LoadedStage:
    """One stage."""

    def __init__(
        self,
        stage: Stage,
        program: GroupProgram | None,
        changed: Mapping[str, str],
        framework: Framework,
    ) -> None:
        """`changed`: the output that is the new value of each variable."""
        self._session = None if program is None else program.session
        # Steps of training alternate with work of the framework. Inferences follow each other.
        self._more = not changed and not stage.calls
        self._calls = stage.calls
        self._outside = framework.outside(stage.calls) if stage.calls else None
        # A stage behind this one may read the old values.
        overwritten = {} if stage.calls else {output: name for name, output in changed.items()}
        self._reads: tuple[tuple[str, np.dtype], ...] = ()
        self._writes: tuple[tuple[str, str | None, tuple[int, ...], np.dtype], ...] = ()
        if stage.model is not None and self._session is not None:
            given = {str(value.name): value for value in stage.model.graph.inputs}
            made = {str(value.name): value for value in stage.model.graph.outputs}
            self._reads = tuple(
                (name, _dtype_of(given[name])) for name in _names(self._session.get_inputs())
            )
            self._writes = tuple(
                (
                    name,
                    overwritten.get(name) if overwritten.get(name) in given else None,
                    _shape_of(made[name]),
                    _dtype_of(made[name]),
                )
                for name in _names(self._session.get_outputs())
            )

    def run(self, known: dict[str, np.ndarray]) -> None:
        """Adds the values of the stage to those that are known."""
        if self._session is not None:
            self._compute(self._session, known)
        if self._outside is not None:
            operands = [value_of(item, known) for call in self._calls for item in call.operands]
            names = [name for call in self._calls for name in call.results]
            known.update(zip(names, self._outside(operands), strict=True))

    def _compute(self, session: InferenceSession, known: dict[str, np.ndarray]) -> None:
        read = [dense(known[name], dtype) for name, dtype in self._reads]
        written = []
        for name, variable, shape, dtype in self._writes:
            array = new_output(shape, dtype) if variable is None else known[variable]
            written.append(array)
            known[name] = array
        session.run_at(
            [*map(address_of, read)],
            [*map(address_of, written)],
            more=self._more,
        )


def value_of(item: StepValue, known: Mapping[str, np.ndarray]) -> np.ndarray:
    """A value of a step."""
    return known[item] if isinstance(item, str) else item


def new_output(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """An array that a framework can take over without a copy."""
    size = prod(shape) * dtype.itemsize
    memory = np.empty(size + ALIGNMENT, np.uint8)
    begin = -address_of(memory) % ALIGNMENT
    return memory[begin : begin + size].view(dtype).reshape(shape)


def dense(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """An array as native code reads it."""
    return np.asarray(array, dtype, order="C")


def _names(arguments: Sequence[object]) -> list[str]:
    return [str(getattr(item, "name", "")) for item in arguments]


def _dtype_of(value: onnx_ir.Value) -> np.dtype:
    assert value.dtype is not None, "a step's model has types"
    return value.dtype.numpy()


def _shape_of(value: onnx_ir.Value) -> tuple[int, ...]:
    assert value.shape is not None, "a step's model has shapes"
    return tuple(int(size) for size in value.shape.numpy())
