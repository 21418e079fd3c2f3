"""Arrays in memory of a device that is not the CPU, for inputs and outputs that stay there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike


class DeviceArray(Protocol):
    """A dense, row-major array in memory of a device. Other libraries read it by DLPack, such as
    PyTorch by `torch.from_dlpack`.
    """

    @property
    def address(self) -> int:
        """Where it begins."""
        ...

    @property
    def dtype(self) -> str:
        """Its element type."""
        ...

    @property
    def shape(self) -> tuple[int, ...]:
        """Its shape."""
        ...

    @property
    def device(self) -> tuple[str, int]:
        """The name of the backend, and the number of the device."""
        ...

    def numpy(self) -> np.ndarray:
        """Its elements as a new array in memory of the CPU."""
        ...

    def update(self, array: np.ndarray) -> None:
        """Replaces its elements by those of an array of the same type and shape."""
        ...

    def __dlpack__(self, **keywords: Any) -> Any: ...

    def __dlpack_device__(self) -> tuple[int, int]: ...


@runtime_checkable
class DeviceModel(Protocol):
    """A loaded model (`aoe.backends.backend.LoadedModel`) whose outputs can stay on its device."""

    def run_on_device(
        self, feed: Mapping[str, ArrayLike], into: Mapping[int, DeviceArray], profile: int = 0
    ) -> list[DeviceArray]:
        """As `run` of a loaded model. Outputs stay on the device, in the arrays by their number or
        in new ones. Raises `UsageError` where an array cannot have the output.
        """
        ...
