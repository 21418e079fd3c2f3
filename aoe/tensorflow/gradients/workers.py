"""The workers of a `MultiWorkerMirroredStrategy`: they tell each other numbers by an all-reduce of
TensorFlow's own, of a row for each worker.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from aoe.training.gradients.workers import Workers, lost

Value = TypeVar("Value")
#: How TensorFlow says that a reduction has lost a worker, in errors of several types.
_ABORTED = "Collective ops is aborted"


class TensorFlowWorkers(Workers):
    """The workers that reduce gradients together. Values are such as JSON has."""

    def __init__(self, operations: Any) -> None:
        """`operations`: the `CollectiveAllReduce` of TensorFlow that reduces them."""
        from tensorflow.python.distribute import multi_worker_util

        self._launcher = operations._launchers[0]
        self.count = int(operations._group_size)
        self.number = _number(multi_worker_util)

    def largest(self, values: Sequence[float]) -> list[float]:
        """The largest of each value over all workers."""
        found: list[float] = self._rows(np.asarray(values, np.float64)).max(axis=0).tolist()
        return found

    def gathered(self, value: Value) -> list[Value]:
        """The values of all workers."""
        text = json.dumps(value).encode()
        longest = int(self.largest([float(len(text))])[0])
        rows = self._rows(np.frombuffer(text.ljust(longest), np.uint8).astype(np.int32))
        return [json.loads(row.astype(np.uint8).tobytes()) for row in rows]

    def from_first(self, value: Value) -> Value:
        """The value of the first worker."""
        return self.gathered(value if self.is_first else None)[0]  # type: ignore[return-value]

    def _rows(self, mine: np.ndarray) -> np.ndarray:
        """A row of each worker. `mine`: of this one; all have one length."""
        import tensorflow as tf
        from tensorflow.python.framework import ops

        rows = np.zeros((self.count, len(mine)), mine.dtype)
        rows[self.number] = mine
        try:
            with ops.init_scope():
                return np.asarray(self._launcher.all_reduce(tf.constant(rows)))
        except tf.errors.OpError as error:
            raise lost(error) from error


def is_loss(error: Exception) -> bool:
    """Whether a step failed because a worker ended."""
    import tensorflow as tf

    return isinstance(error, tf.errors.OpError) and _ABORTED in str(error)


def _number(multi_worker_util: Any) -> int:
    """Which worker this is, by TF_CONFIG or what the strategy was given."""
    import tensorflow as tf

    resolver = tf.distribute.get_strategy().cluster_resolver
    kind, task = resolver.task_type, resolver.task_id
    found: int = multi_worker_util.id_in_cluster(resolver.cluster_spec(), kind, task)
    return found
