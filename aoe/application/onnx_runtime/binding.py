"""IOBinding: inputs and outputs of a session that are bound to memory once and used in many runs.

An inference reads bound inputs where they lie. Where the model has fixed shapes, it also writes
bound outputs where they lie (`aoe.backends.session.InferenceSession.run_into`). Outputs that are
bound to a device other than the CPU stay there (`run_on_device` of the same class).
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from aoe.application.onnx_runtime.values import (
    CPU,
    OrtValue,
    device_array,
    dtype_of,
    is_cpu,
    require_device,
)
from aoe.backends.device_array import DeviceArray
from aoe.backends.output_memory import store_output
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

    def run_on_device(
        self,
        output_names: Sequence[str] | None,
        input_feed: Mapping[str, ArrayLike],
        into: Mapping[str, DeviceArray] | None = None,
    ) -> list[DeviceArray]:
        """One inference; see `aoe.backends.session.InferenceSession.run_on_device`."""
        ...


#: A bound output for new memory of a device in each run.
@dataclass(frozen=True, slots=True)
class _New:
    device_type: str
    device_id: int


class IOBinding:
    """What is bound for one session, as ONNX Runtime's class of this name."""

    __module__ = "aoe"

    def __init__(self, session: BoundSession) -> None:
        self._session = session
        self._inputs: dict[str, Any] = {}
        #: The memory of each bound output; None for new memory in each run.
        self._outputs: dict[str, np.ndarray | DeviceArray | _New | None] = {}
        self._results: Sequence[np.ndarray | DeviceArray] = []

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
        self._inputs[name] = bound_memory(device_type, device_id, element_type, shape, buffer_ptr)

    def bind_ortvalue_input(self, name: str, ortvalue: OrtValue) -> None:
        """Binds an input to a value."""
        self._inputs[name] = ortvalue.held

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
            UsageError: There is no such device, or an address has no type or shape.
        """
        if not buffer_ptr:
            cpu = is_cpu(device_type, device_id)
            if not cpu:
                require_device(device_type, device_id)
            self._outputs[name] = None if cpu else _New(device_type, device_id)
            return
        if element_type is None or shape is None:
            raise UsageError(
                f"bind_output({name!r}) has a buffer_ptr; give its element_type and shape too"
            )
        self._outputs[name] = bound_memory(device_type, device_id, element_type, shape, buffer_ptr)

    def bind_ortvalue_output(self, name: str, ortvalue: OrtValue) -> None:
        """Binds an output to a value, whose elements each run replaces."""
        self._outputs[name] = ortvalue.held

    def synchronize_inputs(self) -> None:
        """Nothing to wait for: a run itself waits for inputs that another library computes."""

    def synchronize_outputs(self) -> None:
        """Nothing to wait for: a run ends when its outputs are there."""

    def get_outputs(self) -> list[OrtValue]:
        """The outputs of the last run, in the order in which they were bound."""
        return [OrtValue(array) for array in self._results]

    def copy_outputs_to_cpu(self) -> list[np.ndarray]:
        """The same as new arrays."""
        return [
            array.copy() if isinstance(array, np.ndarray) else array.numpy()
            for array in self._results
        ]

    def clear_binding_inputs(self) -> None:
        """Forgets the bound inputs."""
        self._inputs.clear()

    def clear_binding_outputs(self) -> None:
        """Forgets the bound outputs and the results of the last run."""
        self._outputs.clear()
        self._results = []

    def run(self, run_options: object = None) -> None:
        """One inference of the session that made it.

        Raises:
            UsageError: No output is bound, or as `aoe.InferenceSession.run` does.
        """
        if not self._outputs:
            raise UsageError("no output is bound; call bind_output first")
        names = list(self._outputs)
        out = {
            name: memory for name, memory in self._outputs.items() if isinstance(memory, np.ndarray)
        }
        if any(name not in out and memory is not None for name, memory in self._outputs.items()):
            self._results = self._on_device(names)
            return
        self._results = self._session.run(names, self._inputs, run_options, out=out or None)

    def _on_device(self, names: Sequence[str]) -> list[np.ndarray | DeviceArray]:
        """One inference of which some outputs stay on a device; the others are copied from it."""
        bound = self._outputs
        into = {
            name: memory
            for name, memory in bound.items()
            if memory is not None and not isinstance(memory, np.ndarray | _New)
        }
        found = self._session.run_on_device(names, self._inputs, into)
        results: list[np.ndarray | DeviceArray] = []
        for name, array in zip(names, found, strict=True):
            memory = bound[name]
            if isinstance(memory, np.ndarray):
                store_output(name, memory, array.numpy())
                results.append(memory)
            else:
                results.append(array.numpy() if memory is None else array)
        return results


def bound_memory(
    device_type: str, device_id: int, element_type: Any, shape: Sequence[int], address: int
) -> np.ndarray | DeviceArray:
    """The dense, row-major tensor at an address of a device. Raises `UsageError` if there is none
    of that name and number.
    """
    if is_cpu(device_type, device_id):
        return array_at(address, element_type, shape)
    return device_array(device_type, device_id, shape, dtype_of(element_type), address)


def array_at(address: int, element_type: Any, shape: Sequence[int]) -> np.ndarray:
    """The dense, row-major tensor at an address, as an array that does not own it."""
    dtype, sizes = dtype_of(element_type), tuple(shape)
    size = prod(sizes) * dtype.itemsize
    if size == 0:
        return np.empty(sizes, dtype)
    memory = (ctypes.c_char * size).from_address(address)
    found: np.ndarray = np.frombuffer(memoryview(memory), dtype)
    return found.reshape(sizes)
