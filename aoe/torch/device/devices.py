"""The devices of PyTorch that graphs run on: what compiles for them, where tensors of a graph are
made, and how a program is run in the order of PyTorch's work.

A graph is of one device. On a CPU a run has ended when it returns, and PyTorch's threads compute:
after each of its operators they spin for some milliseconds, on CPUs that other threads would need
(`openmp.py`). On a GPU it is enqueued on
PyTorch's current stream, which all operators of PyTorch are in the order of: nothing is copied, and
nothing waits.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

import torch

from aoe.application.model.program_group import GroupProgram, ProgramGroup
from aoe.backends.registry import DEFAULT
from aoe.backends.stream_model import ALIGNMENT, StreamModel
from aoe.settings import Settings
from aoe.torch.device.blocks import block_pool
from aoe.torch.device.openmp import openmp_fork
from aoe.training.compilation import program_group
from aoe.training.options import StepOptions

logger = logging.getLogger("aoe.torch")

#: What PyTorch calls GPUs.
_GPU = "cuda"


class TensorDevice(Protocol):
    """A device of PyTorch."""

    @property
    def torch_device(self) -> torch.device:
        """What PyTorch calls it."""
        ...

    @property
    def name(self) -> str:
        """What open-aoe calls it, as `--device` does."""
        ...

    @property
    def alignment(self) -> int:
        """What the addresses of tensors must be multiples of."""
        ...

    def tensor(
        self, shape: Sequence[int], strides: Sequence[int], dtype: torch.dtype
    ) -> torch.Tensor:
        """A dense tensor with undefined elements."""
        ...

    def run(self, program: GroupProgram, inputs: Sequence[int], outputs: Sequence[int]) -> None:
        """Runs a program, in the order of PyTorch's work, on tensors at these addresses."""
        ...

    def settle(self) -> None:
        """Waits for what PyTorch has enqueued on it."""
        ...


@dataclass(frozen=True, slots=True)
class CpuDevice:
    """The CPU. Large tensors have memory that is used again.

    Attributes:
        torch_device: See `TensorDevice`.
        name: Likewise.
        alignment: Likewise.
    """

    torch_device: torch.device = torch.device("cpu")
    name: str = DEFAULT
    alignment: int = 1

    def tensor(
        self, shape: Sequence[int], strides: Sequence[int], dtype: torch.dtype
    ) -> torch.Tensor:
        """See `TensorDevice.tensor`."""
        return block_pool().tensor(shape, strides, dtype)

    def run(self, program: GroupProgram, inputs: Sequence[int], outputs: Sequence[int]) -> None:
        """See `TensorDevice.run`."""
        session = program.session
        # A team of another size than PyTorch's makes and ends threads at each change between them.
        fork = openmp_fork() if session.threads == torch.get_num_threads() else 0
        session.run_at(inputs, outputs, fork=fork)

    def settle(self) -> None:
        """Nothing is enqueued."""


@dataclass(frozen=True, slots=True)
class GpuDevice:
    """A GPU of NVIDIA. Tensors, and the memory that a program works in, are of PyTorch's allocator:
    it gives memory to others in the order of the stream, so that tensors may go at once.

    Attributes:
        torch_device: See `TensorDevice`.
        alignment: Likewise.
    """

    torch_device: torch.device
    alignment: int = ALIGNMENT

    @property
    def name(self) -> str:
        """See `TensorDevice`. PyTorch and the driver give GPUs the same numbers."""
        return f"{_GPU}:{self.torch_device.index}" if self.torch_device.index else _GPU

    def tensor(
        self, shape: Sequence[int], strides: Sequence[int], dtype: torch.dtype
    ) -> torch.Tensor:
        """See `TensorDevice.tensor`."""
        return torch.empty_strided(shape, strides, dtype=dtype, device=self.torch_device)

    def run(self, program: GroupProgram, inputs: Sequence[int], outputs: Sequence[int]) -> None:
        """See `TensorDevice.run`."""
        loaded: Any = program.loaded
        enqueue_on(
            loaded,
            self.torch_device,
            torch.cuda.current_stream(self.torch_device).cuda_stream,
            inputs,
            outputs,
        )

    def settle(self) -> None:
        """See `TensorDevice.settle`."""
        torch.cuda.synchronize(self.torch_device)


def enqueue_on(
    loaded: StreamModel,
    torch_device: torch.device,
    stream: int,
    inputs: Sequence[int],
    outputs: Sequence[int],
) -> None:
    """Enqueues a program with memory to work in, which is given back before it has run: whoever
    gets it next uses it behind this on the same stream.
    """
    workspace = torch.empty(max(loaded.workspace_bytes, 1), dtype=torch.uint8, device=torch_device)
    loaded.enqueue(inputs, outputs, workspace.data_ptr(), stream)


def device_of(tensors: Iterable[object]) -> TensorDevice:
    """The device of a graph that has some tensors: a GPU if one of them is there, else the CPU."""
    for item in tensors:
        if isinstance(item, torch.Tensor) and item.device.type == _GPU:
            return GpuDevice(item.device)
    return CpuDevice()


def tensors_of(module: torch.fx.GraphModule, inputs: Sequence[object]) -> list[object]:
    """What a graph of Dynamo reads and computes; fakes stand for what it computes."""
    made = [
        node.meta.get("example_value")
        for part in module.modules()
        if isinstance(part, torch.fx.GraphModule)
        for node in part.graph.nodes
    ]
    return [*inputs, *module.parameters(), *module.buffers(), *made]


@cache
def programs_for(
    device: str, options: StepOptions, settings: Settings, threads: int | None
) -> ProgramGroup:
    """What compiles graphs for a device with these options; all of them share its threads and
    memory.
    """
    return program_group(options, settings, threads, logger, device)
