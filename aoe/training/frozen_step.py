"""A step that may be inference: its weights are constants of its model as long as they stay.

A compiler folds and packs constants once. A step that changes no variable is first compiled so,
with what its variables hold. When one has changed, it goes on with a model that reads them at each
call, and is compiled with constants again after a number of calls without a change, twice as many
each time. So a model that is served is fast, also after its weights were loaded anew, and one that
is validated between steps of training is not compiled again and again.

`step.py` is the life of a step with or without constants. `variables.py` counts changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aoe.frontends.step_model import StepModel
from aoe.training.report import StepReport
from aoe.training.step import FrameworkStep, Step, StepCompiler, StepSource
from aoe.training.variables import HeldVariable, events

#: Calls without a change of a variable after which the variables become constants again.
PATIENCE = 64


@dataclass(frozen=True, slots=True)
class FrozenSource:
    """Where a step comes from that may have constant weights.

    Attributes:
        read: Reads it, with the values of those variables that are constants, by name. Raises
            `AoeError`.
        variables: All its variables by name.
        trains: Whether it is known to belong to training, whose variables change at each step.
    """

    read: Callable[[Mapping[str, np.ndarray]], StepModel]
    variables: Callable[[StepModel], Mapping[str, HeldVariable]]
    trains: bool


class FrozenStep:
    """A step for arguments of some shapes, whose weights may be constants."""

    def __init__(
        self,
        source: FrozenSource,
        compiler: StepCompiler,
        report: StepReport,
        begun: Callable[[str], StepReport],
    ) -> None:
        """`report`: what becomes of it. `begun`: makes the report of another model of it, of what
        is added to its name.
        """
        self._source, self._compiler, self._begun = source, compiler, begun
        #: The variables, with the number of changes up to which they are known; None if some are
        #: changed by the step itself.
        self._known: dict[str, tuple[HeldVariable, int]] | None = {}
        self._is_frozen = False
        #: The number of events when the variables were looked at.
        self._events, self._seen = events(), -1
        self._unchanged, self._patience = 0, PATIENCE
        self._step = self._made(self._read, report)

    @property
    def report(self) -> StepReport:
        """What became of its present model."""
        return self._step.report

    def run(
        self, inputs: Sequence[np.ndarray], framework: FrameworkStep
    ) -> Sequence[np.ndarray] | None:
        """One run, as that of `Step`."""
        if self._known and not self.report.reason:
            self._choose_model()
        return self._step.run(inputs, framework)

    def _choose_model(self) -> None:
        """Makes another model if variables have changed, or have not for long."""
        is_current = self._is_current()
        self._unchanged = self._unchanged + 1 if is_current else 0
        if self._is_frozen and not is_current:
            self._is_frozen = False
            self._step = self._made(lambda: self._source.read({}), self._begun("changing_weights"))
        elif not self._is_frozen and self._unchanged > self._patience:
            self._patience *= 2
            self._step = self._made(self._frozen, self._begun("constant_weights"))

    def _is_current(self) -> bool:
        """Whether no variable has changed since the last call. Where nothing may have changed any,
        they are not looked at: there may be hundreds.
        """
        assert self._known is not None, "it is asked for steps that change no variable"
        before = self._events.count
        if before == self._seen:
            return True
        is_current = True
        for name, (variable, changes) in self._known.items():
            variable.take()
            if variable.changes != changes:
                self._known[name] = (variable, variable.changes)
                is_current = False
        self._seen = before
        return is_current

    def _made(self, read: Callable[[], StepModel], report: StepReport) -> Step:
        return Step(StepSource(read, self._source.variables), self._compiler, report)

    def _read(self) -> StepModel:
        """The first model."""
        model = self._source.read({})
        if model.changes:
            self._known = None
            return model
        held = self._source.variables(model)
        was_changed = any(variable.changes for variable in held.values())
        self._known = {name: (variable, variable.changes) for name, variable in held.items()}
        return model if was_changed or self._source.trains or not held else self._frozen()

    def _frozen(self) -> StepModel:
        """The model with constants."""
        self._is_current()
        assert self._known is not None, "it is asked for steps that change no variable"
        self._is_frozen = True
        arrays = {name: variable.array.copy() for name, (variable, _) in self._known.items()}
        for variable, _ in self._known.values():
            variable.write_back()  # the framework computes the first run, too
        return self._source.read(arrays)
