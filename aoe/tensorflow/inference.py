"""Online inference: `aoe.tensorflow.compile(model)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from aoe.tensorflow.adapter import compiler, with_options


class CompiledFunction:
    """A function of tensors whose calls run by open-aoe, compiled for each set of shapes.

    Attributes:
        function: The tf.function of TensorFlow.
    """

    def __init__(self, function: Any, options: Mapping[str, Any]) -> None:
        self.function, self._options = function, options

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """One call. What open-aoe cannot compute, TensorFlow does, and a warning says why."""
        with with_options(self._options):
            return self.function(*arguments, **named)


def compile(target: Callable[..., Any], **options: Any) -> CompiledFunction:
    """A Keras model, a tf.function or a Python function of tensors, compiled for inference.

        serve = aoe.tensorflow.compile(model, threads=2)
        probabilities = serve(images)

    Args:
        target: What to compile. A Keras model is called with `training=False`.
        options: `threads`, `aoe_mode`, `work_path`, `aoe_config_file`, `budget`, `precision_mode`,
            `op_bank_path`, `mdl_bank_path`.

    Raises:
        UsageError: An option is unknown or cannot be used.
    """
    import tensorflow as tf

    with with_options(options):
        compiler()  # checks the options before the first call
    if isinstance(target, tf.keras.Model):
        model = target

        def predict(*arguments: Any, **named: Any) -> Any:
            return model(*arguments, training=False, **named)

        unchanged = tf.autograph.experimental.do_not_convert(predict)
        return CompiledFunction(tf.function(unchanged), options)
    if hasattr(target, "get_concrete_function"):
        return CompiledFunction(target, options)
    return CompiledFunction(tf.function(target), options)
