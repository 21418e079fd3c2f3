"""The life of a step: it is read, tuned if the user asks for it, compiled, compared with the
framework once, and then run by native code. Whatever cannot be done leaves it to the framework,
with a sentence that says why.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import onnx_ir

from aoe.application.model.program_group import ProgramGroup
from aoe.errors import AoeError, UnsupportedModelError, one_line, quoted
from aoe.frontends.step_model import StepModel
from aoe.training.dump import Ranges, ranges_of
from aoe.training.exact_step import ExactStep
from aoe.training.gate import Exact, StepResult, difference, roundings
from aoe.training.program import Framework, StepProgram
from aoe.training.report import StepReport
from aoe.training.trial import Trial
from aoe.training.tuning import Tuner
from aoe.training.variables import HeldVariable

#: The least share of a step's nodes that a stage has which is tuned.
_LEAST_SHARE = 0.1
#: A step of more operators takes half a minute and longer to compile, which is told before.
MANY_OPERATORS = 3000
#: What may be the cause if a step differs that draws random numbers.
_DRAWS = (
    "; it draws random numbers, which agree if the framework runs the graph for the first time: "
    "make it anew if it has been run without open-aoe"
)
#: Runs the framework's own step, and gives its outputs.
FrameworkStep = Callable[[], Sequence[np.ndarray]]


@dataclass(frozen=True, slots=True)
class StepSource:
    """Where a step comes from.

    Attributes:
        read: Reads it. Raises `AoeError`.
        variables: All its variables by name.
        draw: Draws its random numbers for one run, in the order of `StepModel.draws`. Raises
            `AoeError`.
    """

    read: Callable[[], StepModel]
    variables: Callable[[StepModel], Mapping[str, HeldVariable]]
    draw: Callable[[], Sequence[np.ndarray]] = tuple


@dataclass(frozen=True, slots=True)
class StepCompiler:
    """What compiles the steps of one adapter.

    Attributes:
        group: Compiles models, and runs them in turns.
        tuner: Tunes each step before it is run; None for no tuning.
        framework: Computes what steps leave outside.
        logger: Tells what became of steps.
        tuning_begins: Is called before a step is tuned. Gives why it cannot be; empty if it can.
    """

    group: ProgramGroup
    tuner: Tuner | None
    framework: Framework
    logger: logging.Logger
    tuning_begins: Callable[[], str] = lambda: ""


class Step:
    """A step for arguments of some shapes.

    Attributes:
        report: What became of it.
    """

    def __init__(self, source: StepSource, compiler: StepCompiler, report: StepReport) -> None:
        self.report = report
        self._source, self._compiler = source, compiler
        self._model: StepModel | None = None
        self._program: StepProgram | None = None
        self._variables: Mapping[str, HeldVariable] = {}
        self._ranges: Ranges = {}
        self._names: Sequence[str | None] = ()
        #: The inputs that are rounded to fewer bits than float32.
        self._roundings: Mapping[str, float] = {}
        self._hint = ""
        self._is_checked = False

    def run(
        self, inputs: Sequence[np.ndarray], framework: FrameworkStep
    ) -> Sequence[np.ndarray] | None:
        """One run by native code. The first also runs the framework's step, and its results count.

        Args:
            inputs: The arguments of the step.
            framework: Runs the framework's own step, of the same arguments.

        Returns:
            The outputs; None if the caller has to run the framework's step.
        """
        if self._program is None and (self.report.reason or not self._is_read()):
            self.report.left += 1
            return None
        drawn = self._drawn()
        inputs = [*inputs, *(drawn or ())]
        if drawn is None or (self._program is None and not self._is_made(inputs)):
            self.report.left += 1
            return None
        assert self._program is not None, "it was just made"
        if not self._is_checked:
            return self._checked(self._program, inputs, framework)
        self.report.native += 1
        return self._program.run(inputs)

    def _is_read(self) -> bool:
        begin = time.monotonic()
        try:
            self._model = model = self._source.read()
            self._variables = self._source.variables(model)
            self._names, self._roundings = model.inputs, roundings(model.model)
            self._hint = _DRAWS if model.draws else ""
        except AoeError as error:
            self._leave(one_line(error))
            return False
        self.report.seconds = time.monotonic() - begin
        return True

    def _drawn(self) -> Sequence[np.ndarray] | None:
        """The random numbers of one run; None if the framework draws none, and has the step."""
        try:
            return self._source.draw()
        except AoeError as error:
            self._program = None
            for variable in self._variables.values():
                variable.release()
            self._leave(one_line(error))
            return None

    def _is_made(self, inputs: Sequence[np.ndarray]) -> bool:
        begin, model = time.monotonic(), self._model
        assert model is not None, "it is read before"
        if model.operators > MANY_OPERATORS:
            self._compiler.logger.warning(
                "%s: %d operators are compiled now, which takes a while, once for these shapes",
                self.report.name,
                model.operators,
            )
        try:
            self._tune(model, inputs)
            self._program = StepProgram(
                model, self._compiler.group, self._variables, self._compiler.framework
            )
        except AoeError as error:
            self._leave(one_line(error))
            return False
        report = self.report
        report.outside = Counter(call.kind for call in model.calls)
        report.operators = model.operators - len(model.calls)
        report.kernels = sum(item.coverage.operators for item in self._program.programs)
        report.known = sum(item.coverage.known for item in self._program.programs)
        report.seconds += time.monotonic() - begin
        self._model = None
        told = logging.WARNING if model.calls else logging.INFO
        self._compiler.logger.log(told, "%s", report)
        return True

    def _tune(self, step: StepModel, inputs: Sequence[np.ndarray]) -> None:
        """Each stage is a job; small ones, such as seeds of random numbers, are none."""
        tuner = self._compiler.tuner
        if tuner is None:
            return
        reason = self._compiler.tuning_begins()
        if reason:
            self._compiler.logger.warning("%s is not tuned: %s", self.report.name, reason)
            return
        for number, model in enumerate(self._stages(step, inputs)):
            name = f"{self.report.name}_stage_{number}" if step.calls else self.report.name
            names = {str(value.name) for value in model.graph.inputs}
            ranges = {key: limits for key, limits in self._ranges.items() if key in names}
            tuner.tune(name, model, ranges)

    def _stages(self, step: StepModel, inputs: Sequence[np.ndarray]) -> list[onnx_ir.Model]:
        """The models to tune. What later stages read of earlier ones is known after a run."""
        if not step.calls:
            named = zip(step.inputs, inputs, strict=True)
            given = [(name, array) for name, array in named if name is not None]
            held = [(name, self._variables[name].array) for name in step.variables]
            self._ranges = ranges_of([*given, *held])
            return [step.model]
        program = StepProgram(step, self._compiler.group, self._variables, self._compiler.framework)
        self._ranges = ranges_of(program.values(inputs, self._held()).items())
        least = len(step.model.graph) * _LEAST_SHARE
        models = [stage.model for stage in program.stages if stage.model is not None]
        return [model for model in models if len(model.graph) >= least]

    def _checked(
        self, program: StepProgram, inputs: Sequence[np.ndarray], framework: FrameworkStep
    ) -> Sequence[np.ndarray]:
        """Runs native code and the framework from the same variables. Both have the framework's
        values afterwards.
        """
        before = self._held()
        for variable in self._variables.values():
            variable.release()  # what another step has computed
        trial = Trial(program, self._names, inputs, before, self._roundings)
        native, moved = trial.native(), trial.moved()
        outputs = framework()
        for variable in self._variables.values():
            variable.take()
        after = {name: self._variables[name].array for name in native.variables}
        exact = partial(self._exact, program, inputs, before)
        found = difference(before, native, moved, StepResult(outputs, after), exact)
        self.report.left += 1
        if found is not None:
            self._program = None
            for variable in self._variables.values():
                variable.drop()
            self._leave(f"its first run differs from the framework's: {found}{self._hint}")
        self._is_checked = True
        return outputs

    def _exact(
        self,
        program: StepProgram,
        inputs: Sequence[np.ndarray],
        variables: Mapping[str, np.ndarray],
    ) -> Exact:
        """The step in float64, for a first run that differs.

        Raises:
            AoeError: It cannot be computed. Whatever a reference raises is one reason more to leave
                the step to the framework, and none to end the user's training.
        """
        try:
            return self._in_float64(program, inputs, variables)
        except AoeError:
            raise
        except MemoryError as error:
            raise UnsupportedModelError(
                "there is too little memory; steps of fewer samples need less"
            ) from error
        except Exception as error:
            raise UnsupportedModelError(f"{type(error).__name__}: {quoted(error)}") from error

    def _in_float64(
        self,
        program: StepProgram,
        inputs: Sequence[np.ndarray],
        variables: Mapping[str, np.ndarray],
    ) -> Exact:
        exact = ExactStep(program, self._compiler.framework)
        self._compiler.logger.warning(
            "%s: its first run differs from the framework's, so both are compared with float64 now,"
            " which may take minutes, once for these shapes",
            self.report.name,
        )
        return exact(inputs, variables)

    def _held(self) -> dict[str, np.ndarray]:
        """Copies of what variables hold."""
        for variable in self._variables.values():
            variable.take()
        return {name: item.array.copy() for name, item in self._variables.items()}

    def _leave(self, reason: str) -> None:
        self.report.reason = reason
        self._compiler.logger.warning("%s", self.report)
