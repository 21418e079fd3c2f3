"""Steps of Keras 2, the package `tf_keras`: `fit`, `evaluate`, `predict` and their like.

Keras 2 puts the iterator of the data into its functions, as Keras 3 does (`keras_steps.py`). Here
the batch is taken first. Keras's own function of an iterator then runs within a tf.function, on an
iterator of that one batch, so that all that it does besides stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

#: The functions that a model makes: their names end the names of what makes and what keeps them.
_KINDS = ("train", "test", "predict")


def patch(module: Any) -> None:
    """Lets models make functions of one batch. `module`: that of `Model`."""
    for kind in _KINDS:
        name = f"make_{kind}_function"
        setattr(module.Model, name, _making(kind, getattr(module.Model, name)))


def _making(kind: str, original: Callable[..., Any]) -> Callable[..., Any]:
    attribute = f"{kind}_function"

    def make(self: Any, force: bool = False) -> Any:
        """Creates a function that executes one step."""
        found = getattr(self, attribute)
        if (found is not None and not force) or not _is_taken(self):
            return original(self, force)
        with _eagerly(self):
            step = original(self, True)
        made = _on_batches(step, f"{kind}_step")
        setattr(self, attribute, made)
        return made

    return make


def _is_taken(model: Any) -> bool:
    """Whether a function of a model is one step on one device. Others are Keras's own."""
    steps = model._steps_per_execution
    return (
        not model.run_eagerly
        and model.distribute_strategy.num_replicas_in_sync == 1
        and not model._cluster_coordinator
        and (steps is None or int(steps) == 1)
        and not model.autotune_steps_per_execution
    )


@contextmanager
def _eagerly(model: Any) -> Iterator[None]:
    """Functions that a model makes inside are no tf.functions."""
    before = model._run_eagerly
    model._run_eagerly = True
    try:
        yield
    finally:
        model._run_eagerly = before


def _on_batches(step: Callable[[Any], Any], name: str) -> Callable[[Any], Any]:
    """`step`: Keras's function of an iterator. `name`: of the step, in reports."""
    import tensorflow as tf

    def on_batch(batch: Any) -> Any:
        return step(iter((batch,)))

    on_batch.__name__ = name
    compiled = tf.function(on_batch, reduce_retracing=True)

    def function(iterator: Any) -> Any:
        return compiled(next(iterator))

    return function
