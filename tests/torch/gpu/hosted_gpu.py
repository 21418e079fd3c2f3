"""A GPU whose kernels a machine for PTX executes, with tensors in memory of the CPU: before a run
they are copied to the machine's memory, and afterwards back.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import prod
from typing import Any

import numpy as np
import pytest
import torch

from aoe.application.model.program_group import GroupProgram
from aoe.backends.stream_model import ALIGNMENT, StreamModel
from aoe.element_types import numpy_type
from aoe.torch import graphs
from aoe.torch.compiler import compiled_on
from aoe.torch.device.devices import programs_for
from aoe.torch.recording import prepare_recording
from tests.backends.cuda.devices import PtxDevices, with_gpu

#: The handle of PyTorch's stream.
STREAM = 11


class HostedGpu:
    """See `aoe.torch.device.devices.TensorDevice`.

    Attributes:
        torch_device: Where the tensors are.
        name: What open-aoe calls the device.
        alignment: What addresses are multiples of.
        runs: How often a program was run.
    """

    torch_device = torch.device("cpu")
    name = "cuda"
    alignment = ALIGNMENT

    def __init__(self, devices: PtxDevices) -> None:
        self.device, self.runs = devices.device, 0
        #: Where the machine has what is at an address of so many bytes.
        self._places: dict[tuple[int, int], int] = {}

    def tensor(
        self, shape: Sequence[int], strides: Sequence[int], dtype: torch.dtype
    ) -> torch.Tensor:
        return torch.empty_strided(shape, strides, dtype=dtype)

    def run(self, program: GroupProgram, inputs: Sequence[int], outputs: Sequence[int]) -> None:
        assert isinstance(program.loaded, StreamModel)
        assert not any(address % ALIGNMENT for address in (*inputs, *outputs))
        plan = program.session.model.plan
        read = list(zip(inputs, plan.inputs, strict=True))
        written = list(zip(outputs, plan.outputs, strict=True))
        for address, info in read:
            self.device.stream().upload(self._place(address, info), held(address, info))
        loaded = program.loaded
        workspace = self._block(0, max(loaded.workspace_bytes, 1))
        sources, targets = (
            [self._place(address, info) for address, info in pairs] for pairs in (read, written)
        )
        loaded.enqueue(sources, targets, workspace, STREAM)
        for address, info in written:
            self.device.stream().download(held(address, info), self._place(address, info))
        self.runs += 1

    def settle(self) -> None:
        """Everything is done."""

    def _place(self, address: int, info: Any) -> int:
        return self._block(address, held(address, info).nbytes)

    def _block(self, address: int, size: int) -> int:
        if (address, size) not in self._places:
            self._places[address, size] = self.device.allocate(max(size, 1))
        return self._places[address, size]


def held(address: int, info: Any) -> np.ndarray:
    """The elements of a tensor at an address."""
    dtype = np.dtype(numpy_type(info.dtype))
    memory = (ctypes.c_char * max(prod(info.shape) * dtype.itemsize, 1)).from_address(address)
    return np.frombuffer(memory, dtype, prod(info.shape)).reshape(info.shape)


@contextmanager
def hosted(
    monkeypatch: pytest.MonkeyPatch, architecture: str = "sm_80"
) -> Iterator[tuple[HostedGpu, Callable[..., Any]]]:
    """A GPU of an architecture, and a backend of `torch.compile` that compiles for it."""
    devices = PtxDevices(architecture)
    gpu = HostedGpu(devices)

    def backend(
        module: torch.fx.GraphModule,
        inputs: Sequence[Any],
        *,
        options: Mapping[str, Any] | None = None,
    ) -> Callable[..., Any]:
        return compiled_on(gpu, module, inputs, options)

    with monkeypatch.context() as patched, with_gpu(devices):
        # Programs of an earlier machine are of no use.
        patched.setattr(graphs, "programs_for", programs_for.__wrapped__)
        prepare_recording(backend)
        yield gpu, backend
