"""IOBinding: inputs and outputs of a session that are bound to memory once and used in many runs.

An inference reads bound inputs where they lie. Where the model has fixed shapes, it also writes
bound outputs where they lie (`aoe.backends.session.InferenceSession.run_into`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from aoe.application.onnx_runtime.values import CPU, OrtValue, check_device, dtype_of
from aoe.errors import UsageError


class BoundSession(Protocol):
    """What a binding needs of a session."""

    def run(
        self,
        output_names: Sequence[str] | None,
        input_feed: Mapping[str, ArrayLike],
        run_options: object = None,
        *,
        out: Mapping[str, object] | None = None,
    ) -> list[np.ndarray]:
        """One inference; see `aoe.InferenceSession.run`."""
        ...


class IOBinding:
    """What is bound for one session, as ONNX Runtime's class of this name."""

    __module__ = "aoe"

    def __init__(self, session: BoundSession) -> None:
        self._session = session
        self._inputs: dict[str, np.ndarray] = {}
        #: The memory of each bound output; None for new memory in each run.
        self._outputs: dict[str, np.ndarray | None] = {}
        self._results: list[np.ndarray] = []

    def bind_cpu_input(self, name: str, arr_on_cpu: ArrayLike) -> None:
        """Binds an input to an array, which is read in each run."""
        self._inputs[name] = np.asarray(arr_on_cpu)

    def bind_input(
        self,
        name: str,
        device_type: str,
        device_id: int,
        element_type: Any,
        shape: Sequence[int],
        buffer_ptr: int,
    ) -> None:
        """Binds an input to a dense, row-major tensor at an address. Nothing of this is checked."""
        check_device(device_type, device_id)
        self._inputs[name] = array_at(buffer_ptr, element_type, shape)

    def bind_ortvalue_input(self, name: str, ortvalue: OrtValue) -> None:
        """Binds an input to a value."""
        self._inputs[name] = ortvalue.numpy()

    def bind_output(
        self,
        name: str,
        device_type: str = CPU,
        device_id: int = 0,
        element_type: Any = None,
        shape: Sequence[int] | None = None,
        buffer_ptr: int | None = None,
    ) -> None:
        """Binds an output to a dense, row-major tensor at an address, or to new memory in each run
        if there is none. Nothing of the address is checked.

        Raises:
            UsageError: The memory is not the CPU's, or an address has no type or shape.
        """
        check_device(device_type, device_id)
        if not buffer_ptr:
            self._outputs[name] = None
            return
        if element_type is None or shape is None:
            raise UsageError(
                f"bind_output({name!r}) has a buffer_ptr; give its element_type and shape too"
            )
        self._outputs[name] = array_at(buffer_ptr, element_type, shape)

    def bind_ortvalue_output(self, name: str, ortvalue: OrtValue) -> None:
        """Binds an output to a value, whose elements each run replaces."""
        self._outputs[name] = ortvalue.numpy()

    def synchronize_inputs(self) -> None:
        """Nothing to wait for: inputs are in the memory of the CPU."""

    def synchronize_outputs(self) -> None:
        """Nothing to wait for: a run ends when its outputs are there."""

    def get_outputs(self) -> list[OrtValue]:
        """The outputs of the last run, in the order in which they were bound."""
        return [OrtValue(array) for array in self._results]

    def copy_outputs_to_cpu(self) -> list[np.ndarray]:
        """The same as new arrays."""
        return [array.copy() for array in self._results]

    def clear_binding_inputs(self) -> None:
        """Forgets the bound inputs."""
        self._inputs.clear()

    def clear_binding_outputs(self) -> None:
        """Forgets the bound outputs and the results of the last run."""
        self._outputs.clear()
        self._results.clear()

    def run(self, run_options: object = None) -> None:
        """One inference of the session that made it.

        Raises:
            UsageError: No output is bound, or as `aoe.InferenceSession.run` does.
        """
        if not self._outputs:
            raise UsageError("no output is bound; call bind_output first")
        out = {name: memory for name, memory in self._outputs.items() if memory is not None}
        names = list(self._outputs)
        self._results = self._session.run(names, self._inputs, run_options, out=out or None)


def array_at(address: int, element_type: Any, shape: Sequence[int]) -> np.ndarray:
    """The dense, row-major tensor at an address, as an array that does not own it."""
    dtype, sizes = dtype_of(element_type), tuple(shape)
    size = prod(sizes) * dtype.itemsize
    if size == 0:
        return np.empty(sizes, dtype)
    memory = (ctypes.c_char * size).from_address(address)
    found: np.ndarray = np.frombuffer(memoryview(memory), dtype)
    return found.reshape(sizes)
