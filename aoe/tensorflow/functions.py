"""Calls of tf.functions: training steps of Keras and of loops of one's own, and predictions.

Every call that Python makes passes through `ConcreteFunction._call_flat`, with flat tensors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from operator import is_
from typing import Any

import numpy as np

from aoe.tensorflow import adapter
from aoe.tensorflow.held_variables import framework_runs, held, release
from aoe.training.frozen_step import FrozenSource, FrozenStep
from aoe.training.report import StepReport

#: The attribute of a concrete function that has its steps.
_STEPS = "_aoe_steps"
#: Most times that a function is compiled: for shapes of arguments, options and captured tensors.
_MOST_STEPS = 16
#: TensorFlow's own `_call_flat`.
CallFlat = Callable[[Any, Sequence[Any], Sequence[Any]], Any]
#: What a call of a function gets beside its arguments; None for what it captured.
CapturedInputs = Sequence[Any] | None


def patch(module: Any) -> None:
    """Takes over calls of concrete functions. `module`: TensorFlow's."""
    original: CallFlat = module.ConcreteFunction._call_flat

    def call_flat(self: Any, tensor_inputs: Sequence[Any], captured_inputs: Sequence[Any]) -> Any:
        """Executes the wrapped function."""
        steps = self.__dict__.get(_STEPS)
        if steps is None:
            steps = self.__dict__[_STEPS] = FunctionSteps(self, original)
        if not steps.is_watched:
            return original(self, tensor_inputs, captured_inputs)
        given = adapter.given_options()
        return steps.call(list(tensor_inputs), captured_inputs, given)

    module.ConcreteFunction._call_flat = call_flat


def call(function: Any, arguments: Sequence[Any], options: adapter.GivenOptions) -> Any:
    """Calls a concrete function with flat tensors. What it captured is asked for only if TensorFlow
    runs it. `options`: those that are given for it.
    """
    steps: FunctionSteps | None = function.__dict__.get(_STEPS)
    if steps is None or not steps.is_watched:
        with adapter.with_options(options):
            return function._call_flat(list(arguments), function.captured_inputs)
    return steps.call_now(list(arguments), None, options)


class FunctionSteps:
    """One concrete function, with a step for each set of shapes and of options that are given for
    it.

    Attributes:
        is_watched: Whether it captured resources, as variables are, or computes a network.
    """

    def __init__(self, function: Any, original: CallFlat) -> None:
        """`original`: TensorFlow's own call."""
        self._function, self._original = function, original
        from aoe.tensorflow import tensors

        self._tensors, self._runs = tensors, framework_runs()  # which are asked in every call
        self._captured: Any = None
        self._known: Sequence[Any] = ()
        self._gives_tensor = False
        self._steps: dict[object, FrozenStep] = {}
        self._left = _MOST_STEPS
        self._unread: StepReport | None = None
        self.is_watched = True

    def call(
        self,
        arguments: list[Any],
        captured_inputs: CapturedInputs,
        options: adapter.GivenOptions,
    ) -> Any:
        """One call of the function. `options`: those that are given for it."""
        if not self._tensors.runs_eagerly():
            return self._original(self._function, arguments, self._given(captured_inputs))
        return self.call_now(arguments, captured_inputs, options)

    def call_now(
        self,
        arguments: list[Any],
        captured_inputs: CapturedInputs,
        options: adapter.GivenOptions,
    ) -> Any:
        """As `call`, of a function that is no part of one that is traced."""
        with self._runs.lock:
            if self._runs.are_ended and not (self._tensors.is_recorded() or adapter.is_left()):
                found = self._native(arguments, captured_inputs, options)
                if found is not None:
                    return self._packed(self._tensors.tensors_of(found))
            given = self._given(captured_inputs)
        with self._runs.one(lambda: release(given)):
            return self._original(self._function, arguments, given)

    def _native(
        self,
        arguments: list[Any],
        captured_inputs: CapturedInputs,
        options: adapter.GivenOptions,
    ) -> Sequence[np.ndarray] | None:
        """What native code gives; None for TensorFlow to run the function."""
        if not self._is_read(captured_inputs):
            self._read(self._given(captured_inputs))
        if not self._captured.is_work:
            return None
        inputs = self._tensors.arrays_of(arguments)
        if inputs is None:
            self._tell_arguments(arguments)
            return None
        step = self._step(inputs, options)
        if step is None:
            return None
        return step.run(inputs, lambda: self._by_tensorflow(arguments, captured_inputs))

    def _tell_arguments(self, arguments: Sequence[Any]) -> None:
        """Says once why TensorFlow runs a function of arguments that are no numbers."""
        if self._unread is None:
            from aoe.tensorflow.capture import problem_of_arguments

            self._unread = adapter.journal().begun(_name(self._function))
            self._unread.reason = problem_of_arguments(arguments) or (
                "one of its arguments is no tensor with values; call it outside of functions that "
                "are traced"
            )
            adapter.logger.warning("%s", self._unread)
        self._unread.left += 1

    def _given(self, captured_inputs: CapturedInputs) -> Sequence[Any]:
        return self._function.captured_inputs if captured_inputs is None else captured_inputs

    def _is_read(self, captured_inputs: CapturedInputs) -> bool:
        """Whether the function is read for a call. Steps have constants of what it is given, which
        may be replaced.
        """
        if self._captured is None or self._captured.problem:
            return self._captured is not None
        # Those that are no functions are given as they are, and to ask for them takes long.
        given = self._function._captured_inputs if captured_inputs is None else captured_inputs
        return len(given) == len(self._known) and all(map(is_, given, self._known))

    def _read(self, given: Sequence[Any]) -> None:
        """Reads the function. `given`: what a call gets beside its arguments."""
        from aoe.tensorflow.capture import captured, gives_tensor

        self._captured, self._known = captured(self._function, given), list(given)
        self._gives_tensor = gives_tensor(self._function)
        self._steps.clear()
        self.is_watched = self._captured.is_work or self._captured.has_resources

    def _packed(self, tensors: list[Any]) -> Any:
        """Flat results in the form that the function returns."""
        if self._gives_tensor:
            return tensors[0]
        return self._function.function_type.pack_output(tensors)

    def _step(
        self, inputs: Sequence[np.ndarray], options: adapter.GivenOptions
    ) -> FrozenStep | None:
        key = (options, *((item.shape, item.dtype) for item in inputs))
        found = self._steps.get(key)
        if found is None and self._left:
            self._left -= 1
            found = self._steps[key] = self._made(inputs, options)
        return found

    def _made(self, inputs: Sequence[np.ndarray], options: adapter.GivenOptions) -> FrozenStep:
        from aoe.frontends.tensorflow.step import read_step
        from aoe.tensorflow.capture import step_graph
        from aoe.tensorflow.outside import TensorFlowNodes

        name = _name(self._function)
        report = adapter.journal().begun(name)
        variables: dict[str, Any] = {}

        def read(weights: Mapping[str, np.ndarray]) -> Any:
            graph, found = step_graph(name, self._function, self._captured, inputs, weights)
            variables.update(found)
            return read_step(graph, TensorFlowNodes())

        source = FrozenSource(
            read,
            lambda model: {key: held(variables[key]) for key in model.variables},
            self._captured.trains,
        )
        begun = adapter.journal().begun
        return FrozenStep(
            source,
            adapter.compiler(dict(options)),
            report,
            lambda added: begun(f"{name}_of_{added}"),
        )

    def _by_tensorflow(
        self, arguments: list[Any], captured_inputs: CapturedInputs
    ) -> list[np.ndarray]:
        """TensorFlow's results, as flat arrays."""
        call_flat = self._function._inference_function.call_flat
        found = call_flat(*arguments, *self._given(captured_inputs))
        return [np.asarray(item) for item in found or ()]  # None where there are none


def _name(function: Any) -> str:
    """The name of a function in Python."""
    given = function.name
    text = given.decode() if isinstance(given, bytes) else str(given)
    name = re.sub(r"^__(inference|forward|backward)_|_\d+$", "", text)
    return re.sub(r"\W+", "_", name).strip("_") or "function"
