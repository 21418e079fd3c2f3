"""Notes in a traced step when its gradients are ready, by operators of TensorFlow.

A function runs operators with an effect in the order in which they were made. So a stamp waits for
those before it, and gradients are stamped in the order in which TensorFlow joins them: a stamp says
when a gradient and all before it are ready, which is what a pack waits for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from aoe.tensorflow.capture import GRADIENTS


class Stamps:
    """The stamps of one function, of whatever shapes it is traced for."""

    def __init__(self, count: int) -> None:
        """`count`: how many gradients there are."""
        from tensorflow.python.framework import ops
        from tensorflow.python.ops import resource_variable_ops

        with ops.init_scope(), ops.device("CPU:0"):
            self._variable = resource_variable_ops.ResourceVariable(
                np.zeros(count + 2), dtype=np.float64, trainable=False
            )
        self._made: list[Any] = []  # of the function that is traced

    def before(self, gradients: Sequence[Any]) -> None:
        """Stamps the end of the forward pass and all gradients. `gradients`: in the order of their
        parameters.
        """
        import tensorflow as tf

        self._made = []
        self._stamp(_of_forward_pass(tf.compat.v1.get_default_graph()))
        for item in reversed(gradients):
            self._stamp([item.op])

    def after(self, reduced: Sequence[Any]) -> None:
        """Stamps the end of all packs, and keeps the stamps."""
        import tensorflow as tf

        self._stamp([item.op for item in reduced])
        with tf.device("CPU:0"):
            self._variable.assign(tf.stack(self._made))

    def read(self) -> list[float]:
        """Of the last run, seconds since the end of the forward pass: until each gradient and those
        before it were ready, in the order in which they are joined, then until the last pack was
        reduced.
        """
        found = np.asarray(self._variable.read_value())
        times: list[float] = np.maximum(found[1:] - found[0], 0.0).tolist()
        return times

    def _stamp(self, after: Sequence[Any]) -> None:
        import tensorflow as tf

        with tf.device("CPU:0"), tf.control_dependencies(after):
            self._made.append(tf.timestamp())


def _of_forward_pass(graph: Any) -> list[Any]:
    """What the backward pass reads that is not its own."""
    import tensorflow as tf

    made = [item for item in graph.get_operations() if item.name.startswith(GRADIENTS)]
    own = _with_dependents(made)
    read = {
        item.op: None  # in this order, so that all workers trace alike
        for operation in made
        for item in operation.inputs
        if item.op not in own and item.dtype not in (tf.resource, tf.variant)
    }
    return [*read]


def _with_dependents(operations: Sequence[Any]) -> set[Any]:
    """Operators, and all that are computed of them: custom gradients, and what `tf.recompute_grad`
    computes again, have names of their own.
    """
    found, left = {*operations}, [*operations]
    while left:
        for output in left.pop().outputs:
            later = [item for item in output.consumers() if item not in found]
            found.update(later)
            left += later
    return found
