"""What training scripts do besides a plain step, each against eager mode."""

from __future__ import annotations

import copy
import os
from collections.abc import Iterator
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.multiprocessing.reductions import StorageWeakRef
from torch.utils.checkpoint import checkpoint

from aoe.settings import usable_cores
from aoe.torch import graphs
from aoe.torch.compiler import backend
from aoe.torch.device.devices import programs_for
from aoe.torch.report import reports
from tests.torch.nets import Encoder, classes, cnn, images, mlp, words
from tests.torch.training import check_gradients, close, compiled, cross_entropy, whole


def small() -> nn.Module:
    return nn.Sequential(nn.Linear(20, 32), nn.ReLU(), nn.Linear(32, 5))


def gradients(module: nn.Module) -> list[torch.Tensor]:
    return [item.grad.clone() for item in module.parameters() if item.grad is not None]


def check_gradients_of(module: nn.Module, other: nn.Module, tolerance: float = 1e-5) -> None:
    """Two modules have the same gradients, relative to the largest."""
    found, expected = gradients(module), gradients(other)
    assert len(found) == len(expected) > 0
    largest = max(item.abs().max().item() for item in expected)
    for one, right in zip(found, expected, strict=True):
        close(one, right, tolerance, largest)


def test_other_batch_sizes_get_graphs_of_their_own() -> None:
    module = small()
    other, call = copy.deepcopy(module), compiled(module)
    for batch in (8, 5, 8, 3):
        x = torch.randn(batch, 20)
        call(x).sum().backward()
        other(x).sum().backward()
    check_gradients_of(module, other)
    assert len(reports()) == 6


def test_a_second_batch_size_by_default() -> None:
    module = small()
    other, call = copy.deepcopy(module), torch.compile(module, backend=backend)
    for batch in (8, 5, 6):
        x = torch.randn(batch, 20)
        call(x).sum().backward()
        other(x).sum().backward()
    check_gradients_of(module, other)


def test_more_batch_sizes_than_dynamo_compiles_have_the_gradients_of_eager() -> None:
    module = small()
    other, call = copy.deepcopy(module), compiled(module)
    most = torch._dynamo.config.recompile_limit
    for batch in range(1, most + 3):
        x = torch.randn(batch, 20)
        call(x).sum().backward()
        other(x).sum().backward()
    check_gradients_of(module, other)
    assert len(reports()) == 2 * most


def test_gradients_of_gradients_are_refused() -> None:
    """AOTAutograd lacks them; wrong ones would not be seen."""
    x = torch.randn(8, 20, requires_grad=True)
    (gradient,) = torch.autograd.grad(compiled(small())(x).square().sum(), x, create_graph=True)
    with pytest.raises(RuntimeError, match="double backward"):
        gradient.sum().backward()


def test_a_graph_break_makes_two_pairs_of_graphs() -> None:
    class Broken(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second = nn.Linear(20, 16), nn.Linear(16, 5)

        def forward(self, x: Any) -> Any:
            x = F.relu(self.first(x))
            torch._dynamo.graph_break()
            return self.second(x)

    check_gradients(Broken(), (torch.randn(8, 20),))
    assert len(reports()) == 4
    assert whole()


class _Cubed(torch.autograd.Function):  # type: ignore[misc]
    """A square with a gradient that is not its own, so that its use is seen."""

    @staticmethod
    def forward(context: Any, x: Any) -> Any:
        context.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(context: Any, gradient: Any) -> Any:
        (x,) = context.saved_tensors
        return 3 * gradient * x


def test_a_custom_autograd_function_keeps_its_gradient() -> None:
    check_gradients(lambda x: _Cubed.apply(x * 2), (torch.randn(8, 20),))
    assert whole()


def test_gradients_accumulate() -> None:
    module = small()
    other, call = copy.deepcopy(module), compiled(module)
    for _ in range(3):
        x = torch.randn(8, 20)
        call(x).sum().backward()
        other(x).sum().backward()
    check_gradients_of(module, other)


def test_a_backward_pass_runs_again_where_its_graph_is_retained() -> None:
    module = cnn()
    other, x, targets = copy.deepcopy(module), images(), classes(4)
    for call in (compiled(module), other):
        loss = cross_entropy(call(*x), targets)
        loss.backward(retain_graph=True)
        loss.backward()
    check_gradients_of(module, other)
    assert whole()


def test_two_forward_passes_before_a_backward_pass() -> None:
    module = small()
    other, call = copy.deepcopy(module), compiled(module)
    x, y = torch.randn(8, 20), torch.randn(8, 20)
    one, two = call(x), call(y)
    (one.sum() + (two * two).sum()).backward()
    one, two = other(x), other(y)
    (one.sum() + (two * two).sum()).backward()
    check_gradients_of(module, other)


def test_an_input_that_is_transposed_is_read_as_it_lies() -> None:
    module = small()
    other, call = copy.deepcopy(module), compiled(module)
    x = torch.randn(20, 8).t()
    call(x).sum().backward()
    other(x).sum().backward()
    check_gradients_of(module, other)


def test_an_input_with_gaps_is_copied() -> None:
    x = torch.randn(8, 40)[:, ::2]
    module = small()
    close(compiled(module)(x), module(x))


def test_a_channels_last_network_trains() -> None:
    module = cnn().to(memory_format=torch.channels_last)
    other, call = copy.deepcopy(module), compiled(module)
    x = images()[0].to(memory_format=torch.channels_last)
    call(x).square().sum().backward()
    other(x).square().sum().backward()
    check_gradients_of(module, other, 1e-4)
    assert all(item.grad.stride() == item.stride() for item in module.parameters())
    assert whole()


def test_running_statistics_are_those_of_eager() -> None:
    module = cnn()
    other, call = copy.deepcopy(module), compiled(module)
    for _ in range(3):
        x = images()[0]
        call(x).sum().backward()
        other(x).sum().backward()
    for name, value in module.named_buffers():
        close(value, other.get_buffer(name))


def test_autocast_computes_in_bfloat16() -> None:
    module = mlp()
    other, call = copy.deepcopy(module), compiled(module)
    x, targets = torch.randn(16, 20), classes(16)
    with torch.autocast("cpu", torch.bfloat16):
        found, expected = call(x), other(x)
    assert found.dtype == torch.bfloat16
    close(found, expected, 2e-2)
    cross_entropy(found, targets).backward()
    cross_entropy(expected, targets).backward()
    check_gradients_of(module, other, 3e-2)


def test_training_after_evaluation_sees_changed_weights() -> None:
    module, x = small(), torch.randn(8, 20)
    call = compiled(module)
    with torch.no_grad():
        before = call(x).clone()
        module[0].weight.mul_(2)
        after = call(x)
        close(after, module(x))
    assert not torch.equal(before, after)


def test_checkpointed_layers_have_the_gradients_of_eager() -> None:
    class Checkpointed(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second = nn.Linear(20, 16), nn.Linear(16, 5)

        def forward(self, x: Any) -> Any:
            hidden = checkpoint(lambda t: F.gelu(self.first(t)), x, use_reentrant=False)
            return self.second(hidden)

    check_gradients(Checkpointed(), (torch.randn(8, 20),))


def test_tied_and_frozen_weights() -> None:
    module = Encoder()
    module.classes = nn.Linear(32, 50)
    module.classes.weight = module.words.weight
    for parameter in module.layers[0].one.parameters():
        parameter.requires_grad_(False)
    other, (x,) = copy.deepcopy(module), words()
    compiled(module)(x).sum().backward()
    other(x).sum().backward()
    check_gradients_of(module, other, 2e-5)
    assert whole()


def test_a_loss_inside_the_compiled_function() -> None:
    module = mlp()
    other = copy.deepcopy(module)
    x, targets = torch.randn(16, 20), classes(16)
    step = compiled(lambda x, targets: F.cross_entropy(module(x), targets))
    found, expected = step(x, targets), F.cross_entropy(other(x), targets)
    found.backward()
    expected.backward()
    close(found, expected)
    check_gradients_of(module, other)
    assert whole()


def test_outputs_are_new_tensors_in_each_call() -> None:
    module, x = small(), torch.randn(8, 20)
    with torch.no_grad():
        call = compiled(module)
        first = call(x)
        kept = first.clone()
        call(-x)
    torch.testing.assert_close(first, kept)


@pytest.fixture
def gloo(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Iterator[None]:
    import torch.distributed as dist

    store = dist.FileStore(os.fspath(tmp_path / "store"), 1)
    dist.init_process_group("gloo", store=store, rank=0, world_size=1)
    yield
    dist.destroy_process_group()


@pytest.mark.usefixtures("gloo")
def test_a_distributed_module_trains() -> None:
    module = mlp()
    other = copy.deepcopy(module)
    x, targets = torch.randn(16, 20), classes(16)
    wrapped = nn.parallel.DistributedDataParallel(compiled(module), bucket_cap_mb=1)
    cross_entropy(wrapped(x), targets).backward()
    cross_entropy(other(x), targets).backward()
    check_gradients_of(module, other)
    assert whole()


def test_an_lstm_trains() -> None:
    class Recurrent(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.layer, self.classes = nn.LSTM(6, 8, batch_first=True), nn.Linear(8, 5)

        def forward(self, x: Any) -> Any:
            return self.classes(self.layer(x)[0][:, -1])

    check_gradients(Recurrent(), (torch.randn(3, 4, 6),))


def test_frozen_weights_are_constants_until_they_change() -> None:
    module, (x,) = cnn().eval(), images()
    call = compiled(module, options={"freeze": True})
    with torch.no_grad():
        for _ in range(2):
            close(call(x), module(x), 2e-5)
        module[0].weight.mul_(2)
        close(call(x), module(x), 2e-5)
        module[0].weight.mul_(0.5)
        close(call(x), module(x), 2e-5)


def test_memory_of_frozen_weights_is_of_no_others_until_they_change() -> None:
    """Other weights at their addresses would be taken for them."""
    module, x = nn.Linear(4, 4).eval(), torch.randn(3, 4)
    call = compiled(module, options={"freeze": True})
    with torch.no_grad():
        call(x)
        memory = StorageWeakRef(module.weight.untyped_storage())
        del module.weight
        assert not memory.expired()
        module.weight = nn.Parameter(torch.randn(4, 4))
        close(call(x), module(x))
        assert memory.expired()


def test_weights_without_versions_are_not_frozen() -> None:
    """Nothing tells that a tensor of inference mode has changed, so each call reads it."""
    (x,) = images()
    with torch.inference_mode():
        module = cnn().eval()
        call = compiled(module, options={"freeze": True})
        for factor in (1, 2):
            module[0].weight.mul_(factor)
            close(call(x), module(x), 2e-5)


@pytest.fixture
def torch_threads() -> Iterator[Any]:
    """Sets the number of PyTorch's threads, until the test ends."""
    before = torch.get_num_threads()
    yield torch.set_num_threads
    torch.set_num_threads(before)


@pytest.mark.parametrize(
    ("options", "numbers"), [({}, [1, 2]), ({"threads": 1}, [1, 1])], ids=["by default", "fixed"]
)
def test_a_graph_follows_the_number_of_threads(
    options: dict[str, Any],
    numbers: list[int],
    torch_threads: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Dynamo guards the number of threads: it asks the backend again for each one that is new.
    module, x, asked = small(), torch.randn(8, 20), list[int]()
    group = programs_for

    def noted(device: str, options: Any, settings: Any, threads: int) -> Any:
        asked.append(threads)
        return group(device, options, settings, threads)

    monkeypatch.setattr(graphs, "programs_for", noted)
    call = compiled(module, options=options)
    for threads in (1, 2, 1):
        torch_threads(threads)
        with torch.no_grad():
            close(call(x), module(x))
    assert asked == [min(number, usable_cores()) for number in numbers]
