"""Steps of Keras: `fit`, `evaluate` and their like.

Keras puts the iterator of the data into its function, which no other code can run. Here the batch
is taken first, and the function is the step alone. `functions.py` takes it over.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any

from aoe.tensorflow import adapter


def patch(module: Any) -> None:
    """Lets Keras make functions of one batch. `module`: that of its trainer."""
    trainer = module.TensorFlowTrainer
    original = trainer._make_function

    def make_function(self: Any, step_function: Callable[..., Any]) -> Callable[..., Any]:
        """A function of an iterator that runs a step for each batch."""
        if self.distribute_strategy.num_replicas_in_sync > 1:
            _tell_replicas(step_function.__name__)
        elif not self.run_eagerly:
            return _function(self, step_function, module.reduce_per_replica)
        made: Callable[..., Any] = original(self, step_function)
        return made

    trainer._make_function = make_function


@cache
def _tell_replicas(name: str) -> None:
    """Says once why TensorFlow runs a step of several replicas."""
    from aoe.tensorflow.capture import SEVERAL_REPLICAS

    adapter.logger.warning("%s stays with the framework: %s", name, SEVERAL_REPLICAS)


def _function(
    model: Any, step_function: Callable[..., Any], reduced: Callable[..., Any]
) -> Callable[..., Any]:
    """`reduced`: Keras's `reduce_per_replica`."""
    import tensorflow as tf

    @wraps(step_function)
    def step(data: Any) -> Any:
        # As Keras does: inside of the scope of a strategy, its variables have values in `run` only.
        strategy = model.distribute_strategy
        outputs = strategy.run(step_function, args=(data,))
        return reduced(outputs, strategy, reduction="auto")

    compiled = tf.function(
        tf.autograph.experimental.do_not_convert(step),
        reduce_retracing=True,
        jit_compile=model.jit_compile,
    )
    on_data = model._autoconvert_optionals(compiled)

    def function(iterator: Any) -> Any:
        outputs, batches = None, iter(iterator)
        for number in range(model.steps_per_execution):
            try:
                data = next(batches)
            except (StopIteration, tf.errors.OutOfRangeError):
                if number == 0:
                    raise StopIteration from None
                break
            outputs = on_data(data)
        return outputs

    return function
