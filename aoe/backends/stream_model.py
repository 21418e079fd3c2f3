"""Models that run in the order of work of another library, on its memory: a framework that trains
on a GPU gives both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

#: What addresses that a `StreamModel` gets are multiples of.
ALIGNMENT = 16


@runtime_checkable
class StreamModel(Protocol):
    """A loaded model (`aoe.backends.backend.LoadedModel`) that is enqueued and not waited for."""

    @property
    def workspace_bytes(self) -> int:
        """Bytes of memory of the device that an inference works in."""
        ...

    def enqueue(
        self, inputs: Sequence[int], outputs: Sequence[int], workspace: int, stream: int
    ) -> None:
        """Enqueues one inference on memory of the device. Its addresses are multiples of
        `ALIGNMENT`. As for `LoadedModel.run_at`, nothing is checked.

        Args:
            inputs: Addresses in the order of the plan.
            outputs: Likewise; an output that overwrites an input has that input's address.
            workspace: The address of `workspace_bytes` bytes, which nothing else uses meanwhile.
            stream: The handle of the stream that has work which must be done before, and that
                later work waits for.
        """
        ...
