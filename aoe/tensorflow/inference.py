"""Online inference: `aoe.tensorflow.compile(model)`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

from aoe.errors import UsageError
from aoe.tensorflow.adapter import GivenOptions, compiler, with_options
from aoe.tensorflow.functions import call

NOT_INSTALLED = (
    "aoe.tensorflow needs TensorFlow, which is not installed; run pip install tensorflow-cpu"
)


class CompiledFunction:
    """A function of tensors whose calls run by open-aoe, compiled for each set of shapes.

    TensorFlow takes a third of a millisecond to find which of its traced functions a call means.
    The one for tensors of known shapes is kept here.

    Attributes:
        function: The tf.function of TensorFlow.
    """

    def __init__(self, function: Any, options: GivenOptions) -> None:
        from aoe.tensorflow import tensors

        self.function, self._options, self._tensors = function, options, tensors
        self._traced: dict[object, Any] = {}

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """One call. What open-aoe cannot compute, TensorFlow does, and a warning says why."""
        traced = None if named else self._traced_for(arguments)
        if traced is not None:
            return call(traced, arguments, self._options)
        with with_options(self._options):
            return self.function(*arguments, **named)

    def _traced_for(self, arguments: Sequence[Any]) -> Any:
        """The traced function for tensors of shapes that were called before; None for TensorFlow to
        find it.
        """
        key = self._tensors.kinds_of(arguments)
        if key is None or not self._tensors.means_one_function():
            return None
        traced = self._traced.get(key)
        if traced is None:
            # The first call traces, and may make variables.
            self._traced[key] = self._found(arguments) if key in self._traced else None
        return traced or None

    def _found(self, arguments: Sequence[Any]) -> Any:
        """The traced function; False if its arguments are others."""
        found = self.function.get_concrete_function(*arguments)
        given = found.inputs[: len(found.inputs) - len(found.captured_inputs)]
        wanted = [item.dtype for item in arguments]
        return found if [item.dtype for item in given] == wanted else False


def compile(target: Callable[..., Any], **options: Any) -> CompiledFunction:
    """A Keras model, a tf.function or a Python function of tensors, compiled for inference.

        serve = aoe.tensorflow.compile(model, threads=2)
        probabilities = serve(images)

    Args:
        target: What to compile. A Keras model is called with `training=False`.
        options: `threads`, `aoe_mode`, `work_path`, `aoe_config_file`, `budget`, `precision_mode`,
            `op_select_implmode`, `op_bank_path`, `mdl_bank_path`.

    Raises:
        UsageError: The target is no function, an option is unknown or cannot be used, or TensorFlow
            is not installed.
    """
    if find_spec("tensorflow") is None:
        raise UsageError(NOT_INSTALLED)
    import tensorflow as tf

    if not callable(target):
        raise UsageError(
            f"compile: a {type(target).__name__} is no function; give it a Keras model, a "
            "tf.function or a function of tensors"
        )
    given = tuple(sorted(options.items()))
    with with_options(given):
        compiler()  # checks the options before the first call
    if isinstance(target, tf.keras.Model):
        model = target

        def predict(*arguments: Any, **named: Any) -> Any:
            return model(*arguments, training=False, **named)

        unchanged = tf.autograph.experimental.do_not_convert(predict)
        return CompiledFunction(tf.function(unchanged), given)
    if hasattr(target, "get_concrete_function"):
        return CompiledFunction(target, given)
    return CompiledFunction(tf.function(target), given)
