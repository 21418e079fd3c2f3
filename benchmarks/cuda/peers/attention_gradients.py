"""Gradients of attention beside PyTorch's, for the stage `kernels`: ours with the default policy,
and the backward pass of each way in which PyTorch computes attention, in turns.

A way of PyTorch is one CUDA graph of its backward pass. It reads the result and the logarithms that
its forward pass kept, and that pass is not timed. Ours reads the operands only, and computes both
again. Heads lie as projections store them. Errors are those against float64.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from aoe.backends.backend import LoadedProgram, Workload
from aoe.backends.cuda.backend import BACKEND
from aoe.backends.registry import default_policy
from aoe.element_types import numpy_type
from aoe.operators.operator import Operator
from aoe.operators.types.attention.attention import is_causal
from aoe.operators.types.attention.attention_gradient import scale_of
from aoe.policy import Policy
from aoe.tuning.workload.single_operator import single_operator_graph, stored_arrays
from benchmarks.cuda.attention_operators import gradient_operators
from benchmarks.cuda.peers.comparison import OWN, in_turns, largest_error, typical_error
from benchmarks.cuda.results import Item

#: PyTorch's ways: the names of its kernels in `torch.nn.attention.SDPBackend`. The formula is also
#: compiled.
KERNELS: Mapping[str, str] = {
    "flash": "FLASH_ATTENTION",
    "cuDNN": "CUDNN_ATTENTION",
    "memory-efficient": "EFFICIENT_ATTENTION",
    "math": "MATH",
}
COMPILED = "math, compiled"
#: Element types, those that training uses most first.
TYPES = ("float16", "bfloat16", "float32")
#: How the names of items end.
ENDING = " beside PyTorch"
_RUNS, _FIRST_CALLS = 20, 3

#: What makes gradients of queries, keys and values, once.
_Run = Callable[[], Any]


def work() -> Iterator[tuple[str, Callable[[], Item]]]:
    """An item for each operator."""
    for dtype in TYPES:
        for name, operator in gradient_operators(dtype).items():
            yield f"{name}{ENDING}", partial(compared, operator)


def compared(operator: Operator, place: str = "cuda") -> Item:
    """Microseconds and errors of ours and of PyTorch's ways.

    Args:
        operator: The gradients, without a mask.
        place: Where PyTorch computes, "cuda" or, to try its ways without a GPU, "cpu".

    Raises:
        ImportError: PyTorch is not installed.
    """
    arrays = _arrays(operator)
    exact = _exact(operator, arrays, place)
    item: Item = {"gpu_us": {}, "typical_error": {}, "largest_error": {}, "missing": {}}
    measure: dict[str, Callable[[], float]] = {}

    def add(name: str, found: np.ndarray, seconds: Callable[[], float]) -> None:
        item["typical_error"][name] = typical_error(found, exact)
        item["largest_error"][name] = largest_error(found, exact)
        measure[name] = seconds

    policy = default_policy(operator, BACKEND.machine.target())
    own = _loaded(operator, policy, arrays)
    try:
        # Its outputs are those of a run.
        own.time(1)
        add(OWN, np.asarray(own.outputs()[0], np.float64), partial(_own_seconds, own))
        for name, make in _ways(operator, arrays, place).items():
            run = _made(make)
            if isinstance(run, str):
                item["missing"][name] = run
            else:
                add(name, _flat(run()), partial(_seconds, run, place))
        times = in_turns(measure)
    finally:
        own.release()
    item["gpu_us"] = {name: seconds * 1e6 for name, seconds in times.items()}
    best = min((us for name, us in item["gpu_us"].items() if name != OWN), default=None)
    if best is not None:
        item["speedup"] = best / item["gpu_us"][OWN]
    return {**item, "policy": policy.to_json()}


def _made(make: Callable[[], _Run]) -> _Run | str:
    """The backward pass of a way, or why there is none."""
    try:
        run = make()
        run()
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:300]
    return run


def _arrays(operator: Operator) -> list[np.ndarray]:
    """Random operands. Scores are about as large as at the start of a training."""
    random = np.random.default_rng(0)
    return [
        np.asarray(random.standard_normal(item.shape).astype(numpy_type(item.dtype)))
        for item in operator.inputs
    ]


def _loaded(operator: Operator, policy: Policy, arrays: list[np.ndarray]) -> LoadedProgram:
    """Ours, with operands in the second cache, as PyTorch's are."""
    target = BACKEND.machine.target()
    compiler = BACKEND.compiler(target, os.cpu_count() or 1)
    try:
        graph = single_operator_graph(operator)
        (program,) = compiler.build([(graph, {operator.key: policy})])
    finally:
        compiler.close()
    if isinstance(program, Exception):
        raise program
    inputs, constants = stored_arrays(operator, arrays)
    return BACKEND.profiler().load(program, Workload(target.threads, inputs, constants, 0.0))


def _own_seconds(own: LoadedProgram) -> float:
    return statistics.median(own.time(_RUNS)) * 1e-9


def _tensors(arrays: list[np.ndarray], dtype: Any, place: str) -> list[Any]:
    """Queries, keys, values and the gradient of the result, batch × heads × words × size."""
    import torch

    queries, keys, values, gradient = arrays

    def tensor(array: np.ndarray) -> Any:
        words_first = np.ascontiguousarray(array.astype(np.float32).transpose(0, 2, 1, 3))
        return torch.from_numpy(words_first).to(place, dtype).transpose(1, 2)

    return [tensor(item) for item in (queries, keys.swapaxes(2, 3), values, gradient)]


def _formula(scale: float, causal: bool) -> Callable[..., Any]:
    import torch

    def attend(queries: Any, keys: Any, values: Any) -> Any:
        scores = queries @ keys.transpose(2, 3) * scale
        if causal:
            hidden = torch.ones(scores.shape[2:], dtype=torch.bool, device=scores.device).triu(1)
            scores = scores.masked_fill(hidden, float("-inf"))
        return scores.softmax(-1) @ values

    return attend


def _exact(operator: Operator, arrays: list[np.ndarray], place: str) -> np.ndarray:
    """The gradients in float64, of the operands as they are rounded."""
    import torch

    *factors, gradient = _tensors(arrays, torch.float64, place)
    for item in factors:
        item.requires_grad_()
    attend = _formula(scale_of(operator), is_causal(operator))
    return _flat(torch.autograd.grad(attend(*factors), factors, gradient))


def _flat(gradients: Any) -> np.ndarray:
    """Gradients one behind another, as the operator writes them."""
    flat = [item.detach().transpose(1, 2).double().cpu().numpy().ravel() for item in gradients]
    return np.concatenate(flat)


def _ways(
    operator: Operator, arrays: list[np.ndarray], place: str
) -> dict[str, Callable[[], _Run]]:
    """What makes the backward pass of each way."""
    import torch
    from torch.nn.attention import SDPBackend, sdpa_kernel

    scale, causal = scale_of(operator), is_causal(operator)
    *factors, gradient = _tensors(arrays, getattr(torch, operator.inputs[0].dtype), place)
    for item in factors:
        item.requires_grad_()
    torch.set_float32_matmul_precision("highest")

    def by_kernel(name: str) -> _Run:
        with sdpa_kernel(getattr(SDPBackend, name)):
            return _graphed(partial(_attention, causal, scale), factors, gradient, place)

    def compiled() -> _Run:
        torch.compiler.reset()
        formula = torch.compile(_formula(scale, causal), fullgraph=True, dynamic=False)
        # What the forward pass keeps must outlive the first of several backward passes.
        with torch._functorch.config.patch(donated_buffer=False):
            return _graphed(formula, factors, gradient, place)

    return {**{way: partial(by_kernel, name) for way, name in KERNELS.items()}, COMPILED: compiled}


def _attention(causal: bool, scale: float, *factors: Any) -> Any:
    from torch.nn.functional import scaled_dot_product_attention

    return scaled_dot_product_attention(*factors, is_causal=causal, scale=scale)


def _graphed(attend: Callable[..., Any], factors: list[Any], gradient: Any, place: str) -> _Run:
    """The backward pass as a CUDA graph, once the forward pass has run. A call gives the gradients,
    which the next one overwrites.
    """
    import torch

    def backward(result: Any) -> Any:
        return torch.autograd.grad(result, factors, gradient, retain_graph=True)

    if place == "cpu":
        return partial(backward, attend(*factors))
    # A backward pass runs on the stream of its forward pass, and has to be captured there.
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        result = attend(*factors)
        for _ in range(_FIRST_CALLS):
            backward(result)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        gradients = backward(result)

    def run() -> Any:
        graph.replay()
        return gradients

    return run


def _seconds(run: _Run, place: str) -> float:
    """The median of backward passes in a row."""
    from benchmarks.cuda.peers.torch_contestants import median_of_events

    if place != "cpu":
        return median_of_events(run, _RUNS)
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin
