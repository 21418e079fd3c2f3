"""The place where TensorFlow packs the gradients of a worker: `CollectiveAllReduce._all_reduce`,
which `ReplicaContext.all_reduce` and `batch_reduce_to` of `MultiWorkerMirroredStrategy` reach.

TensorFlow reads `bytes_per_pack` while it traces a function. So another number is another trace.
"""

from __future__ import annotations

import copy
from typing import Any

from aoe.tensorflow.gradients.decisions import decisions
from aoe.tensorflow.gradients.reductions import Reduction


def patch(module: Any) -> None:
    """Lets gradients be packed as `decisions.py` says. `module`: that of the operations."""
    original = module.CollectiveAllReduce._all_reduce

    def all_reduce(self: Any, reduce_op: Any, value: Any, replica_id: int, options: Any) -> Any:
        """Implements CrossDeviceOps.all_reduce."""
        reduction = _reduction(self, value, options)

        def reduce(bytes_per_pack: int | None) -> Any:
            given = options
            if bytes_per_pack is not None:
                given = copy.copy(options)
                given.bytes_per_pack = bytes_per_pack
            return original(self, reduce_op, value, replica_id, given)

        return reduce(None) if reduction is None else decisions().traced(reduction, reduce)

    module.CollectiveAllReduce._all_reduce = all_reduce


def _reduction(operations: Any, value: Any, options: Any) -> Reduction | None:
    """The reduction of several gradients by several workers; None if it is something else."""
    import tensorflow as tf

    workers = operations._group_size // len(operations._launchers)
    dense = [item for item in tf.nest.flatten(value) if isinstance(item, tf.Tensor)]
    if workers < 2 or len(dense) < 2:
        return None
    if tf.executing_eagerly():
        decisions().eager()
        return None
    if any(item.shape.num_elements() is None for item in dense):
        return None
    return Reduction(operations, options, dense)
