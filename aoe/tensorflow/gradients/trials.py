"""A number of bytes that a function is traced with, to time it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aoe.tensorflow.gradients.reductions import Reduce, Reduction
from aoe.tensorflow.gradients.stamps import Stamps


@dataclass
class Trial:
    """A packing that is tried.

    Attributes:
        model: The hash of the gradients that it is for.
        bytes_per_pack: The number; None for that of the script.
        stamps: When gradients are ready and reduced; None before the first trace.
        traces: How often a function was traced with it.
    """

    model: str
    bytes_per_pack: int | None
    stamps: Stamps | None = None
    traces: int = 0

    def traced(self, reduction: Reduction, reduce: Reduce) -> Any:
        """Packs gradients while a function is traced. Returns what reduces them."""
        import tensorflow as tf

        self.traces += 1
        if self.stamps is None:
            self.stamps = Stamps(len(reduction.tensors))
        self.stamps.before(reduction.tensors)
        found = reduce(self.bytes_per_pack)
        self.stamps.after([item for item in tf.nest.flatten(found) if isinstance(item, tf.Tensor)])
        return found
