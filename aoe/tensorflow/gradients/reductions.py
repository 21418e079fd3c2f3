"""An all-reduce of gradients, as TensorFlow traces it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from aoe.gradient_tuning.backward import Plan
from aoe.gradient_tuning.rules import by_packs
from aoe.repository.gradient_entry import model_hash


@dataclass(frozen=True)
class Reduction:
    """An all-reduce of gradients, in a function that is traced.

    Attributes:
        operations: TensorFlow's `CollectiveAllReduce`.
        options: Its `CommunicationOptions` of this call.
        tensors: The dense gradients, in the order of their parameters.
    """

    operations: Any
    options: Any
    tensors: Sequence[Any]

    @property
    def gradients(self) -> list[tuple[str, int]]:
        """Element type and bytes of each."""
        return [
            (item.dtype.name, item.shape.num_elements() * item.dtype.size) for item in self.tensors
        ]

    @property
    def model(self) -> str:
        """The hash of these."""
        return model_hash(self.gradients)

    @property
    def sizes(self) -> list[int]:
        """Bytes in the order in which TensorFlow joins gradients: that of parameters, reversed."""
        return [size for _, size in reversed(self.gradients)]

    @property
    def plan(self) -> Plan:
        """What TensorFlow does by itself."""
        return by_packs(self.sizes, self.options.bytes_per_pack)

    @property
    def objection(self) -> str | None:
        """Why it cannot be tuned; None if it can."""
        if len(self.operations._launchers) > 1:
            return "a worker has several devices"
        if len({kind for kind, _ in self.gradients}) > 1:
            return "gradients have several element types, which TensorFlow cannot pack"
        return None


#: Reduces the gradients with a number of bytes; None for that of the script.
Reduce = Callable[[int | None], Any]
