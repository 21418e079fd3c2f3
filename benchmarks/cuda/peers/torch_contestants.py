"""PyTorch as a contestant on a GPU: a module eagerly or compiled, all of it in one CUDA graph, or
as `torch.compile` calls it.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import onnx
import torch

from benchmarks.cuda.peers.torch_module import torch_module

#: Calls before a CUDA graph is captured, so that all libraries have chosen their kernels.
_FIRST_CALLS = 3


def set_up(precision: str) -> torch.dtype:
    """Lets PyTorch choose its fastest convolutions, and TF32 only where it is asked for. Forgets
    what was compiled for earlier contestants.

    Returns:
        The type of modules in a precision.
    """
    torch.compiler.reset()
    torch.backends.cudnn.benchmark = True
    torch.backends.cudnn.allow_tf32 = precision == "tf32"
    torch.set_float32_matmul_precision("high" if precision == "tf32" else "highest")
    return torch.float16 if precision == "float16" else torch.float32


def loaded(model: onnx.ModelProto, dtype: torch.dtype) -> torch.nn.Module:
    """A model on the GPU, channels last if it has convolutions."""
    module = torch_module(model, dtype).cuda()
    if any(node.op_type in ("Conv", "ConvTranspose") for node in model.graph.node):
        return module.to(memory_format=torch.channels_last)
    return module


def placed(feed: Mapping[str, np.ndarray], dtype: torch.dtype) -> list[torch.Tensor]:
    """Inputs on the GPU, in the order of the model, images channels last."""
    tensors = [torch.from_numpy(np.array(item)).cuda() for item in feed.values()]
    tensors = [item.to(dtype) if item.is_floating_point() else item for item in tensors]
    return [
        item.to(memory_format=torch.channels_last) if item.dim() == 4 else item for item in tensors
    ]


def exact_outputs(model: onnx.ModelProto, feed: Mapping[str, np.ndarray]) -> list[np.ndarray]:
    """The outputs in float64, computed on the GPU."""
    module = loaded(model, torch.float64)
    with torch.inference_mode():
        return arrays(module(*placed(feed, torch.float64)))


def arrays(outputs: Sequence[torch.Tensor]) -> list[np.ndarray]:
    """Outputs as NumPy arrays in float64."""
    return [item.double().cpu().numpy() for item in outputs]


class GraphedModule:
    """A module in one CUDA graph, whose inputs stay on the GPU."""

    def __init__(self, module: Callable[..., Any], inputs: Sequence[torch.Tensor]) -> None:
        """Captures the graph, which reads the module's weights where they are."""
        self._module, self._given = module, list(inputs)
        self._static = [item.clone() for item in inputs]
        self._graph = torch.cuda.CUDAGraph()
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.inference_mode(), torch.cuda.stream(stream):
            for _ in range(_FIRST_CALLS):
                module(*self._static)
        torch.cuda.current_stream().wait_stream(stream)
        with torch.inference_mode(), torch.cuda.graph(self._graph):
            self._outputs = module(*self._static)

    def call(self) -> None:
        """One inference as a caller sees it: inputs are on the GPU, outputs are ready there."""
        for static, given in zip(self._static, self._given, strict=True):
            static.copy_(given)
        self._graph.replay()
        torch.cuda.synchronize()

    def gpu_seconds(self, count: int) -> float:
        """The median of inferences in a row."""
        return median_of_events(self._graph.replay, count)

    def outputs(self) -> list[np.ndarray]:
        """Those of one inference."""
        self.call()
        return arrays(self._outputs)


class CalledModule:
    """A compiled module as its users call it (`reduce-overhead`)."""

    def __init__(self, module: Callable[..., Any], inputs: Sequence[torch.Tensor]) -> None:
        """Compiles it by calling it."""
        self._module, self._inputs = module, list(inputs)
        for _ in range(_FIRST_CALLS):
            self.call()

    def run(self) -> Any:
        """Starts one inference."""
        torch.compiler.cudagraph_mark_step_begin()
        with torch.inference_mode():
            return self._module(*self._inputs)

    def call(self) -> None:
        """One inference as a caller sees it."""
        self.run()
        torch.cuda.synchronize()

    def gpu_seconds(self, count: int) -> float:
        """The median of inferences in a row. Python starts each of them."""
        return median_of_events(self.run, count)

    def outputs(self) -> list[np.ndarray]:
        """Those of one inference."""
        return arrays(self.run())


def median_of_events(run: Callable[[], Any], count: int) -> float:
    """The median of the seconds between events around runs in a row. Nothing waits between them, so
    that the GPU always has the next one.
    """
    events = [torch.cuda.Event(enable_timing=True) for _ in range(count + 1)]
    run()
    events[0].record()
    for event in events[1:]:
        run()
        event.record()
    torch.cuda.synchronize()
    times: list[float] = [before.elapsed_time(after) for before, after in pairwise(events)]
    return statistics.median(times) * 1e-3


def eager(model: onnx.ModelProto, inputs: Sequence[torch.Tensor], dtype: torch.dtype) -> Any:
    """Eager PyTorch in a CUDA graph."""
    return GraphedModule(loaded(model, dtype), inputs)


def compiled(model: onnx.ModelProto, inputs: Sequence[torch.Tensor], dtype: torch.dtype) -> Any:
    """What `reduce-overhead` does, Inductor's kernels in a CUDA graph, without its overhead."""
    return GraphedModule(torch.compile(loaded(model, dtype), fullgraph=True), inputs)


def reduce_overhead(
    model: onnx.ModelProto, inputs: Sequence[torch.Tensor], dtype: torch.dtype
) -> Any:
    """`torch.compile` in the mode `reduce-overhead`, as it is called."""
    module = torch.compile(loaded(model, dtype), mode="reduce-overhead", fullgraph=True)
    return CalledModule(module, inputs)


def max_autotune(model: onnx.ModelProto, inputs: Sequence[torch.Tensor], dtype: torch.dtype) -> Any:
    """`torch.compile` in the mode `max-autotune`, its kernels in a CUDA graph."""
    mode = "max-autotune-no-cudagraphs"
    return GraphedModule(torch.compile(loaded(model, dtype), mode=mode, fullgraph=True), inputs)
