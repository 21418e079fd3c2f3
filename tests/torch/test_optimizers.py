"""Steps of optimizers, compiled, change parameters and states as eager mode does, in place."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from aoe.torch.report import reports
from tests.torch.training import compiled, whole

#: Kinds of optimizers with their options.
OPTIMIZERS = {
    "nesterov": (
        torch.optim.SGD,
        {"lr": 0.01, "momentum": 0.9, "nesterov": True, "weight_decay": 1e-4, "foreach": False},
    ),
    "momentum of lists": (torch.optim.SGD, {"lr": 0.01, "momentum": 0.9, "foreach": True}),
    "adam": (torch.optim.Adam, {"lr": 1e-3, "amsgrad": True, "weight_decay": 0.01}),
    "adamw of lists": (torch.optim.AdamW, {"lr": 1e-3, "foreach": True}),
}
#: Parameters as they may lie: dense, in another order, with gaps.
PARAMETERS = (
    torch.randn(12, 7),
    torch.randn(2, 3, 4, 4).to(memory_format=torch.channels_last),
    torch.randn(6, 8)[:, ::2],
)


class Training:
    """Parameters with an optimizer, and gradients that are the same for all."""

    def __init__(self, kind: str, **options: Any) -> None:
        make, usual = OPTIMIZERS[kind]
        self.parameters = [
            torch.nn.Parameter(torch.empty_strided(x.shape, x.stride()).copy_(x))
            for x in PARAMETERS
        ]
        self.optimizer = make(self.parameters, **{**usual, **options})
        self.step: Any = self.optimizer.step
        self._generator = torch.Generator().manual_seed(3)

    def compile(self, **options: Any) -> None:
        self.step = compiled(self.optimizer.step, **options)

    def run(self) -> None:
        for item in self.parameters:
            item.grad = torch.randn(item.shape, generator=self._generator)
        self.step()

    @property
    def tensors(self) -> list[torch.Tensor]:
        states = self.optimizer.state.values()
        return self.parameters + [
            value for state in states for value in state.values() if torch.is_tensor(value)
        ]


def check_same(eager: Training, ours: Training) -> None:
    for expected, found in zip(eager.tensors, ours.tensors, strict=True):
        largest = max(1.0, float(expected.detach().abs().max()))
        assert float((expected - found).detach().abs().max()) <= 1e-6 * largest
        assert expected.stride() == found.stride()


@pytest.mark.parametrize("kind", OPTIMIZERS)
def test_ten_steps_change_what_eager_mode_changes(kind: str) -> None:
    eager, ours = Training(kind), Training(kind)
    ours.compile()
    for _ in range(10):
        eager.run()
        ours.run()
        check_same(eager, ours)
    assert whole()


@pytest.mark.parametrize("kind", ["momentum of lists", "adam"])
def test_a_learning_rate_that_is_a_tensor_changes_without_compiling_again(kind: str) -> None:
    rates = {"eager": torch.tensor(0.01), "ours": torch.tensor(0.01)}
    eager, ours = (Training(kind, lr=rate) for rate in rates.values())
    ours.compile()
    for step in range(6):
        eager.run()
        ours.run()
        check_same(eager, ours)
        for rate in rates.values():
            rate.mul_(0.8)
        if step == 1:  # the first step makes the states
            first = len(reports())
    assert len(reports()) == first


def test_a_learning_rate_of_adam_that_is_a_number_compiles_once_more() -> None:
    ours, eager = Training("adam"), Training("adam")
    ours.compile(dynamic=None)
    for _ in range(4):
        for item in (ours, eager):
            item.run()
            item.optimizer.param_groups[0]["lr"] *= 0.8
        check_same(eager, ours)
    assert len(reports()) == 2


def test_an_optimizer_steps_inside_a_compiled_function() -> None:
    def trained(step: Any) -> torch.Tensor:
        torch.manual_seed(1)
        model = torch.nn.Sequential(torch.nn.Linear(6, 5), torch.nn.Tanh(), torch.nn.Linear(5, 1))
        optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
        x, y = torch.randn(8, 6), torch.randn(8, 1)
        run = step(model, optimizer)
        for _ in range(5):
            run(x, y)
        return torch.cat([item.detach().reshape(-1) for item in model.parameters()])

    def plain(model: torch.nn.Module, optimizer: torch.optim.Optimizer) -> Any:
        def run(x: torch.Tensor, y: torch.Tensor) -> None:
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()

        return run

    expected = trained(plain)
    found = trained(lambda model, optimizer: compiled(plain(model, optimizer)))
    assert float((expected - found).abs().max()) <= 1e-6
    assert whole()
