"""Calls of tf.functions: training steps of Keras and of loops of one's own, and predictions.

Every call that Python makes passes through `ConcreteFunction._call_flat`, with flat tensors.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from aoe.tensorflow import adapter
from aoe.tensorflow.held_variables import held, release
from aoe.training.frozen_step import FrozenSource, FrozenStep

#: The attribute of a concrete function that has its steps.
_STEPS = "_aoe_steps"
#: Most shapes of arguments for which a function is compiled.
_MOST_SHAPES = 16
#: One step at a time: variables are shared.
_LOCK = threading.RLock()

#: TensorFlow's own `_call_flat`.
CallFlat = Callable[[Any, Sequence[Any], Sequence[Any]], Any]
#: Gives what a call of a function gets beside its arguments.
CapturedInputs = Callable[[], Sequence[Any]]


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
        return steps.call(list(tensor_inputs), lambda: captured_inputs)

    module.ConcreteFunction._call_flat = call_flat


def call(function: Any, arguments: Sequence[Any]) -> Any:
    """Calls a concrete function with flat tensors. What it captured is asked for only if TensorFlow
    runs it.
    """
    steps: FunctionSteps | None = function.__dict__.get(_STEPS)
    if steps is None or not steps.is_watched:
        return function._call_flat(list(arguments), function.captured_inputs)
    return steps.call(list(arguments), lambda: function.captured_inputs)


class FunctionSteps:
    """One concrete function, with a step for each set of shapes.

    Attributes:
        is_watched: Whether it captured variables, or computes a network.
    """

    def __init__(self, function: Any, original: CallFlat) -> None:
        """`original`: TensorFlow's own call."""
        self._function, self._original = function, original
        self._options = adapter.given_options()
        self._captured: Any = None
        self._steps: dict[object, FrozenStep] = {}
        self.is_watched = True

    def call(self, arguments: list[Any], captured_inputs: CapturedInputs) -> Any:
        """One call of the function."""
        from aoe.tensorflow.tensors import is_recorded, runs_eagerly, tensors_of

        if not runs_eagerly():
            return self._original(self._function, arguments, captured_inputs())
        with _LOCK:
            if not (is_recorded() or adapter.is_left()):
                found = self._native(arguments, captured_inputs)
                if found is not None:
                    return self._function.function_type.pack_output(tensors_of(found))
            self._release()
        return self._original(self._function, arguments, captured_inputs())

    def _native(
        self, arguments: list[Any], captured_inputs: CapturedInputs
    ) -> Sequence[np.ndarray] | None:
        """What native code gives; None for TensorFlow to run the function."""
        from aoe.tensorflow.tensors import arrays_of

        if self._captured is None:
            self._capture(captured_inputs())
        if not self._captured.is_work:
            return None
        inputs = arrays_of(arguments)
        step = None if inputs is None else self._step(inputs)
        if inputs is None or step is None:
            return None
        return step.run(inputs, lambda: self._by_tensorflow(arguments, captured_inputs()))

    def _capture(self, captured_inputs: Sequence[Any]) -> None:
        from aoe.tensorflow.capture import captured

        self._captured = captured(self._function, captured_inputs)
        self.is_watched = self._captured.is_work or bool(self._captured.variables)

    def _step(self, inputs: Sequence[np.ndarray]) -> FrozenStep | None:
        key = tuple((item.shape, item.dtype.str) for item in inputs)
        found = self._steps.get(key)
        if found is None and len(self._steps) < _MOST_SHAPES:
            found = self._steps[key] = self._made(inputs)
        return found

    def _made(self, inputs: Sequence[np.ndarray]) -> FrozenStep:
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
            adapter.compiler({**self._options, **adapter.given_options()}),
            report,
            lambda added: begun(f"{name}_of_{added}"),
        )

    def _by_tensorflow(
        self, arguments: list[Any], captured_inputs: Sequence[Any]
    ) -> list[np.ndarray]:
        """TensorFlow's results, as flat arrays."""
        inference = self._function._inference_function
        return [np.asarray(item) for item in inference.call_flat(*arguments, *captured_inputs)]

    def _release(self) -> None:
        """TensorFlow runs the function now, and what it captured has to be its own."""
        if self._captured is not None:
            for variable in self._captured.variables.values():
                release(variable)


def _name(function: Any) -> str:
    """The name of a function in Python."""
    given = function.name
    text = given.decode() if isinstance(given, bytes) else str(given)
    name = re.sub(r"^__(inference|forward|backward)_|_\d+$", "", text)
    return re.sub(r"\W+", "_", name).strip("_") or "function"
