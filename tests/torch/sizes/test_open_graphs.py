"""Graphs with open sizes: one recording of Dynamo, one program for each size."""

from __future__ import annotations

import copy
import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import torch
import torch.fx.experimental.symbolic_shapes
from torch import nn
from torch._dynamo import config, mark_dynamic, maybe_mark_dynamic
from torch._dynamo.decorators import mark_unbacked
from torch.nn import functional as F

from aoe.torch.compiler import backend
from aoe.torch.options import TorchOptions
from aoe.torch.report import reports
from aoe.torch.sizes import open_graph
from aoe.torch.sizes.open_sizes import open_sizes
from aoe.torch.sizes.specialised import UnspecialisedError
from tests.torch.training import close, compiled, whole
from tests.watched_lock import WatchedLock


class _Counted:
    """The backend, which counts the graphs of Dynamo."""

    def __init__(self) -> None:
        self.graphs = 0

    def __call__(self, module: torch.fx.GraphModule, inputs: Sequence[Any]) -> Any:
        self.graphs += 1
        return backend(module, inputs)


def _words() -> nn.Module:
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, dropout=0.0)
    return nn.Sequential(nn.Embedding(20, 8), layer, nn.Linear(8, 3))


def _images() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(2, 4, 3, padding=1, bias=False),
        nn.BatchNorm2d(4),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(4, 2, 1),
    )


def _check(call: Any, module: nn.Module, other: nn.Module, x: torch.Tensor) -> None:
    """The result, the gradients and the buffers of one step are eager's."""
    found = []
    for function, owner in ((call, module), (other, other)):
        owner.zero_grad()
        y = function(x)
        (y * torch.linspace(0, 1, y.numel()).view(y.shape)).sum().backward()
        gradients = [item.grad for item in owner.parameters()]
        found.append((y, *gradients, *owner.buffers()))
    for one, right in zip(*found, strict=True):
        close(one, right, 2e-5, 1e-3)


@pytest.mark.parametrize(
    ("dynamic", "mark"),
    [
        (True, None),
        (None, None),
        (None, mark_dynamic),
        (None, maybe_mark_dynamic),
        (None, mark_unbacked),
    ],
)
def test_dynamo_records_once_for_all_sizes(
    dynamic: bool | None, mark: Callable[..., None] | None
) -> None:
    net = nn.Sequential(nn.Linear(4, 6), nn.LayerNorm(6), nn.ReLU(), nn.Linear(6, 2))
    other, counted = copy.deepcopy(net), _Counted()
    call = torch.compile(net, backend=counted, dynamic=dynamic)
    sizes = range(3, 12) if mark is maybe_mark_dynamic else (3, 5, 6, 5)
    for size in sizes:
        x = torch.randn(size, 4)
        if mark is not None:
            mark(x, 0)
        _check(call, net, other, x)
    assert counted.graphs <= 2
    assert len(reports()) == 2 * len(set(sizes))
    assert whole()


def test_lengths_of_sequences_are_open() -> None:
    net = _words()
    other, call = copy.deepcopy(net), compiled(net, dynamic=None)
    for length in (5, 7):
        x = torch.randint(0, 20, (2, length))
        mark_dynamic(x, 1)
        _check(call, net, other, x)
    assert len(reports()) == 4
    assert whole()


def test_images_of_several_sizes_change_running_statistics() -> None:
    net = _images()
    other, call = copy.deepcopy(net), compiled(net, dynamic=True)
    for size in (6, 8):
        _check(call, net, other, torch.randn(2, 2, size, size + 2))
    assert whole()


def test_the_report_says_for_which_sizes(caplog: pytest.LogCaptureFixture) -> None:
    call = compiled(F.relu, dynamic=True)
    with caplog.at_level(logging.INFO, "aoe.torch"):
        call(torch.randn(3, 7))
    assert [item.sizes for item in reports()] == [(3, 7)]
    assert "_inference for 3, 7: 1 of 1 operator" in caplog.text


def test_pytorch_computes_further_sizes(caplog: pytest.LogCaptureFixture) -> None:
    net = _images()
    other = copy.deepcopy(net)
    call = compiled(net, dynamic=True, options={"most_sizes": 1})
    for size in (6, 8, 12, 6):
        _check(call, net, other, torch.randn(2, 2, size, size))
    assert len(reports()) == 2
    assert caplog.text.count("compiled for 1;") == 2  # forward and backward


def test_what_forward_compiles_backward_by_pytorch_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is saved lies as kernels like it, images with their channels last."""
    made = open_graph.OpenGraph._made

    def only_forward(graph: Any, *call: Any) -> Any:
        return made(graph, *call) if graph._kind == "forward" else graph._by_pytorch()

    monkeypatch.setattr(open_graph.OpenGraph, "_made", only_forward)
    net = _images()
    other, call = copy.deepcopy(net), compiled(net, dynamic=True)
    for size in (6, 8):
        _check(call, net, other, torch.randn(2, 2, size, size))
    assert len(reports()) == 2


def test_numbers_may_be_open_beside_sizes() -> None:
    def scaled(x: torch.Tensor, factor: float, flag: int) -> torch.Tensor:
        return x * factor + x.sum(0) / x.shape[0] * (x.shape[0] > flag) + x.shape[0] ** 0.5

    call = compiled(scaled, dynamic=True)
    for size, factor, flag in ((3, 0.5, 2), (5, 0.7, 2), (5, 0.7, 9), (6, -0.0, 2)):
        x = torch.randn(size, 4)
        close(call(x, factor, flag), scaled(x, factor, flag))


@pytest.mark.parametrize("around", [torch.no_grad, torch.inference_mode])
def test_evaluation_between_steps_has_sizes_of_its_own(around: Any) -> None:
    net = nn.Sequential(nn.Linear(4, 6), nn.Dropout(0.5), nn.Linear(6, 2)).eval()
    other, call = copy.deepcopy(net), compiled(net, dynamic=True)
    for size in (3, 5):
        x = torch.randn(size, 4)
        _check(call, net, other, x)
        with around():
            close(call(x), other(x))
    assert len(reports()) == 6


def test_autocast_around_the_first_run_of_a_size_changes_nothing() -> None:
    """The graph has its conversions already."""
    net = nn.Linear(8, 4)
    call = compiled(net, dynamic=True)
    for size in (3, 5):
        x = torch.randn(size, 8)
        with torch.autocast("cpu", torch.bfloat16):
            found, right = call(x), net(x)
        close(found, right, 1e-2)
    assert len(reports()) == 2
    assert whole()


def test_a_view_of_rows_of_another_width_is_read_right() -> None:
    call = compiled(lambda x: x.sin() * 2, dynamic=True)
    for size in (3, 5):
        x = torch.randn(size, 2 * size + 1)[:, :size]
        close(call(x), x.sin() * 2)


def test_group_norms_of_open_sizes_are_open_aoe_s() -> None:
    """Their gradient divides by a number of elements."""
    net = nn.Sequential(nn.Conv2d(2, 4, 3), nn.GroupNorm(2, 4))
    other, call = copy.deepcopy(net), compiled(net, dynamic=True)
    for size in (5, 6):
        _check(call, net, other, torch.randn(2, 2, size, size + 1))
    assert whole()


def test_a_size_of_data_in_a_backward_graph_is_no_reason_to_compile_it_again() -> None:
    def found(x: torch.Tensor) -> torch.Tensor:
        return x[x > 0].sin().sum() + x.cos().sum()

    with config.patch(capture_dynamic_output_shape_ops=True):
        call = compiled(found, dynamic=True)
        for size in (4, 4, 5):
            x = torch.randn(size, 3, requires_grad=True)
            (got,) = torch.autograd.grad(call(x), x)
            (right,) = torch.autograd.grad(found(x), x)
            close(got, right)
    backward = [item for item in reports() if "backward" in item.name]
    assert len(backward) == 1
    assert "data decide sizes" in backward[0].reasons[0]


def test_pytorch_computes_what_cannot_be_fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any) -> Any:
        raise UnspecialisedError("its sizes cannot be fixed (an operator says so)")

    monkeypatch.setattr(open_graph, "specialised", refused)
    x = torch.randn(3, 4)
    close(compiled(torch.exp, dynamic=True)(x), x.exp())
    assert reports()[0].translated == 0
    assert "an operator says so" in reports()[0].reasons[0]
    torch._dynamo.reset()
    with pytest.raises(UnspecialisedError, match="an operator says so"):
        compiled(torch.exp, dynamic=True, options={"fallback": False})(x)


def test_tensors_that_are_changed_between_calls_are_read_anew() -> None:
    """Those that no module has registered, and numbers of them."""
    scale, number = torch.tensor([2.0, 3.0]), torch.tensor(3)

    def scaled(x: torch.Tensor) -> torch.Tensor:
        literal = torch.tensor([3, 4])
        return x * scale[0].item() + scale.sum() + number.item() + literal.tolist()[0] * x.shape[0]

    with config.patch(capture_scalar_outputs=True):
        call = compiled(scaled, dynamic=True)
        for size in (3, 4, 3):
            x = torch.randn(size, 2)
            close(call(x), scaled(x))
            scale.mul_(5)
            number.add_(4)
            close(call(x), scaled(x))


def test_a_graph_that_is_tuned_has_fixed_sizes() -> None:
    call = compiled(torch.exp, dynamic=True, options={"aoe_mode": "2", "budget": 1})
    for size in (3, 5):
        x = torch.randn(size, 4)
        close(call(x), x.exp())
    assert [item.sizes for item in reports()] == [(), ()]


def test_a_batch_of_no_images_trains() -> None:
    net = nn.Sequential(nn.Conv2d(2, 4, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2))
    _check(compiled(net), net, copy.deepcopy(net), torch.randn(0, 2, 4, 4))


def test_two_threads_compile_a_size_once() -> None:
    symbol = torch.fx.experimental.symbolic_shapes.ShapeEnv().create_unbacked_symint()
    sizes = open_sizes([symbol])
    assert sizes is not None
    made: list[threading.Thread] = []
    lock = WatchedLock()

    class Slow(open_graph.OpenGraph):
        def _compiled(self, sizes: Any, arguments: Sequence[Any]) -> Any:
            made.append(threading.current_thread())
            lock.wait_for(3)
            return lambda arguments: arguments

    graph = torch.fx.symbolic_trace(lambda x: x)
    slow = Slow("inference", graph, sizes, lambda *_: list, TorchOptions())
    slow._compiling = lock  # type: ignore[assignment]
    threads = [threading.Thread(target=slow, args=([3],)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1


def test_a_size_that_pytorch_computes_waits_for_no_other() -> None:
    symbol = torch.fx.experimental.symbolic_shapes.ShapeEnv().create_unbacked_symint()
    sizes = open_sizes([symbol])
    assert sizes is not None
    begun, end = threading.Event(), threading.Event()

    class Slow(open_graph.OpenGraph):
        def _compiled(self, sizes: Any, arguments: Sequence[Any]) -> Any:
            if 4 in arguments:
                begun.set()
                assert end.wait(60)
            return lambda arguments: arguments

    graph = torch.fx.symbolic_trace(lambda x: x)
    slow = Slow("inference", graph, sizes, lambda *_: list, TorchOptions(most_sizes=1))
    slow([3])
    for _ in range(2):
        slow([4])
    compiling = threading.Thread(target=slow, args=([4],))
    compiling.start()
    assert begun.wait(60)
    other = threading.Thread(target=slow, args=([5],), daemon=True)
    other.start()
    other.join(10)
    waits = other.is_alive()
    end.set()
    compiling.join()
    assert not waits
