"""Networks train on a GPU whose kernels a machine for PTX executes, as in eager mode on a CPU."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
import torch
from torch import nn

from aoe.torch.report import reports
from tests.torch.gpu.hosted_gpu import STREAM, HostedGpu, hosted
from tests.torch.nets import Encoder, Layer, classes, mlp, resnet, words
from tests.torch.training import close, losses, whole

Hosted = tuple[HostedGpu, Callable[..., Any]]


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hosted]:
    with hosted(monkeypatch) as found:
        yield found


def check_training(
    gpu: Hosted,
    module: nn.Module,
    inputs: Sequence[torch.Tensor],
    targets: torch.Tensor,
    steps: int,
) -> None:
    """The losses, parameters and buffers of some steps are eager's."""
    other = copy.deepcopy(module)
    expected = losses(other, other, inputs, targets, steps)
    call = torch.compile(module, backend=gpu[1], dynamic=False)
    found = losses(module, call, inputs, targets, steps)
    torch.testing.assert_close(found, expected, atol=1e-4, rtol=0)
    torch.testing.assert_close(module.state_dict(), other.state_dict(), atol=1e-4, rtol=1e-4)
    assert whole()
    assert gpu[0].runs == 2 * steps


def test_an_mlp_trains(gpu: Hosted) -> None:
    module = nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 5))
    check_training(gpu, module, (torch.randn(8, 12),), classes(8), steps=3)
    assert set(gpu[0].device.replayed) <= {STREAM}


def test_a_residual_network_with_batch_norm_and_pooling_trains(gpu: Hosted) -> None:
    module = nn.Sequential(nn.Conv2d(3, 3, 3, padding=1), nn.MaxPool2d(2), resnet())
    check_training(gpu, module, (torch.randn(2, 3, 16, 16),), classes(2), steps=1)


def test_an_encoder_with_dropout_sees_the_masks_of_eager(gpu: Hosted) -> None:
    check_training(gpu, Encoder(0.2, layers=1, width=16), words(), classes(3), steps=1)


class Recurrent(nn.Module):  # type: ignore[misc]
    """A recurrence and a classifier of its last step."""

    def __init__(self, kind: type[nn.Module]) -> None:
        super().__init__()
        self.steps, self.classes = kind(8, 16), nn.Linear(16, 5)

    def forward(self, x: Any) -> Any:
        return self.classes(self.steps(x)[0][-1])


@pytest.mark.parametrize("kind", [nn.LSTM, nn.GRU])
def test_a_recurrence_trains(gpu: Hosted, kind: type[nn.Module]) -> None:
    check_training(gpu, Recurrent(kind), (torch.randn(3, 3, 8),), classes(3), steps=1)


#: Networks in which no kink tells a small difference from none, with the shape of their inputs.
SMOOTH: dict[str, tuple[Callable[[], nn.Module], tuple[int, ...]]] = {
    "convolutions": (
        lambda: nn.Sequential(
            nn.Conv2d(8, 16, 3, padding=1), nn.SiLU(), nn.Conv2d(16, 8, 3, stride=2)
        ),
        (1, 8, 8, 8),
    ),
    "encoder": (lambda: Layer(16, 2, 0.0), (1, 8, 16)),
}


@pytest.mark.parametrize(
    ("name", "architecture", "dtype"),
    [("convolutions", "sm_80", torch.float16), ("encoder", "sm_90", torch.bfloat16)],
)
def test_gradients_under_autocast_are_nearly_those_in_float64(
    name: str, architecture: str, dtype: torch.dtype, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, shape = SMOOTH[name]
    module, x = make(), torch.randn(shape)
    exact = copy.deepcopy(module).double()
    expected = exact(x.double())
    weights = torch.randn(expected.shape)
    (expected * weights).sum().backward()
    with hosted(monkeypatch, architecture) as (_, backend):
        call = torch.compile(module, backend=backend, dynamic=False)
        with torch.autocast("cpu", dtype):
            (call(x).float() * weights).sum().backward()
    for one, other in zip(module.parameters(), exact.parameters(), strict=True):
        close(one.grad, other.grad.float(), 5e-2 if dtype is torch.bfloat16 else 1e-2)
    assert whole()


@pytest.mark.parametrize(
    ("dtype", "architecture", "is_causal"),
    [(torch.float16, "sm_80", True), (torch.bfloat16, "sm_90", False)],
)
def test_gradients_of_attention_in_16_bits_are_those_of_matrix_instructions(
    dtype: torch.dtype, architecture: str, is_causal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = [torch.randn(1, 2, 20, 16, dtype=dtype).double() for _ in range(3)]
    halves = [item.to(dtype) for item in exact]
    mask = None if is_causal else torch.randn(20, 20, dtype=dtype)
    weights = torch.randn(1, 2, 20, 16, dtype=dtype)

    def attended(factors: Sequence[torch.Tensor], mask: torch.Tensor | None) -> torch.Tensor:
        q, k, v = factors
        return nn.functional.scaled_dot_product_attention(
            q, k, v, attn_mask=mask, is_causal=is_causal
        )

    for item in (*exact, *halves):
        item.requires_grad_()
    with hosted(monkeypatch, architecture) as (gpu, backend):
        call = torch.compile(attended, backend=backend, dynamic=False)
        call(halves, mask).backward(weights)
    started = " ".join(gpu.device.kernels)
    assert "attention_mma_to_queries" in started
    assert "attention_mma_to_keys" in started
    attended(exact, None if mask is None else mask.double()).backward(weights.double())
    for one, other in zip(halves, exact, strict=True):
        close(one.grad.float(), other.grad.float(), 1e-2 if dtype is torch.float16 else 5e-2)
    assert whole()


def test_the_step_of_an_optimizer_writes_in_place(gpu: Hosted) -> None:
    module = nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 5))
    other, x, targets = copy.deepcopy(module), torch.randn(8, 12), classes(8)
    for net, is_compiled in ((other, False), (module, True)):
        optimizer = torch.optim.AdamW(net.parameters(), lr=torch.tensor(1e-2))
        step = optimizer.step
        step = torch.compile(step, backend=gpu[1]) if is_compiled else step
        for _ in range(3):
            optimizer.zero_grad()
            nn.functional.cross_entropy(net(x), targets).backward()
            step()
    torch.testing.assert_close(module.state_dict(), other.state_dict(), atol=1e-6, rtol=1e-5)
    assert whole()


def test_frozen_weights_are_constants(gpu: Hosted) -> None:
    module, x = mlp().eval(), torch.randn(4, 20)
    with torch.no_grad():
        call = torch.compile(module, backend=gpu[1], dynamic=False, options={"freeze": True})
        for _ in range(2):
            close(call(x), module(x), 1e-4)


def test_tensors_that_are_not_aligned_are_copied(gpu: Hosted) -> None:
    def changed(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        y.add_(x)
        return x * 2

    memory = torch.randn(4, 9)
    x, y, before = memory[0, 1:], memory[2, 1:], memory.clone()
    torch.compile(changed, backend=gpu[1], dynamic=False)(x, y)
    torch.testing.assert_close(y, before[2, 1:] + before[0, 1:])
    torch.testing.assert_close(memory[:2], before[:2])


def test_what_is_not_translated_runs_in_pytorch(gpu: Hosted) -> None:
    def half_known(x: torch.Tensor) -> torch.Tensor:
        return torch.i0((x @ x.t()).tanh() * 0.5).sum(1).exp()

    x = torch.randn(4, 6) * 0.1
    close(torch.compile(half_known, backend=gpu[1], dynamic=False)(x), half_known(x), 1e-4)
    (report,) = reports()
    assert 0 < report.translated < report.operators
