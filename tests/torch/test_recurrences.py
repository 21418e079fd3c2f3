"""LSTM, GRU and RNN train as in eager mode, as operators of open-aoe."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence

from aoe.torch import get_npu_backend
from aoe.torch.compiler import backend
from aoe.torch.recurrent_operators import recurrence, recurrence_gradient
from aoe.torch.report import reports
from tests.torch.training import check_gradients, check_training, close, compiled, whole

#: Steps, sequences and elements of an input, and hidden units.
STEPS, BATCH, SIZE, HIDDEN = 5, 3, 6, 8


def sequence() -> torch.Tensor:
    return torch.randn(STEPS, BATCH, SIZE)


def kernels_of_recurrences() -> list[int]:
    """How many kernels the graphs have; unrolled cells would need some for each step."""
    return [item.kernels for item in reports()]


@pytest.mark.parametrize(
    "module",
    [
        lambda: nn.GRU(SIZE, HIDDEN, batch_first=True),
        lambda: nn.RNN(SIZE, HIDDEN, nonlinearity="relu", bias=False),
        lambda: nn.LSTM(SIZE, HIDDEN, 2, bidirectional=True, batch_first=True, dropout=0.3),
    ],
    ids=["GRU", "RNN without biases", "LSTM of two layers and directions"],
)
def test_gradients_are_those_of_eager(module: Callable[[], nn.Module]) -> None:
    check_gradients(module(), (sequence(),))
    assert whole()
    assert max(kernels_of_recurrences()) < STEPS * 4


def test_states_are_given_and_have_gradients() -> None:
    module = nn.LSTM(SIZE, HIDDEN)

    def call(x: Any, h: Any, c: Any) -> Any:
        y, (last_h, last_c) = module(x, (h, c))
        return y, last_h, last_c

    states = [torch.randn(1, BATCH, HIDDEN) for _ in range(2)]
    check_gradients(call, (sequence(), *states))
    assert whole()


class Language(nn.Module):  # type: ignore[misc]
    """A language model: words, a recurrence, the next word."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.next = nn.Embedding(20, SIZE), nn.Linear(HIDDEN, 20)
        self.layers = nn.LSTM(SIZE, HIDDEN, 2, dropout=0.2)

    def forward(self, words: Any) -> Any:
        return self.next(self.layers(self.words(words))[0]).flatten(0, 1)


def test_a_language_model_trains() -> None:
    words = torch.randint(0, 20, (STEPS, BATCH))
    check_training(Language(), (words,), torch.randint(0, 20, (STEPS * BATCH,)))
    assert whole()


def test_without_gradients_no_gates_are_kept() -> None:
    module, x = nn.GRU(SIZE, HIDDEN), sequence()
    with torch.no_grad():
        close(compiled(module)(x)[0], module(x)[0])
    assert whole()


@pytest.mark.parametrize("cell", ["LSTM", "GRU", "RNN"])
def test_pytorch_computes_the_operators_alike(cell: str) -> None:
    gates, rows = {"LSTM": 4, "GRU": 3, "RNN": 1}[cell], {"LSTM": 2, "GRU": 1, "RNN": 1}[cell]
    activations = {"LSTM": "sigmoid tanh tanh", "GRU": "sigmoid tanh", "RNN": "tanh"}[cell]
    of_input, weights = (
        torch.randn(STEPS, BATCH, gates * HIDDEN),
        torch.randn(gates * HIDDEN, HIDDEN),
    )
    bias = torch.randn(HIDDEN) if cell == "GRU" else None
    states = [torch.randn(BATCH, HIDDEN) for _ in range(rows)]
    dy = torch.randn(STEPS, BATCH, HIDDEN)

    def call(of_input: Any, weights: Any, dy: Any) -> Any:
        h, c = states[0], states[1] if rows == 2 else None
        found = recurrence(of_input, weights * 0.3, bias, h, c, cell, activations, True)
        return found, recurrence_gradient(found, weights * 0.3, dy, h, c, cell, activations)

    with torch.no_grad():
        for one, other in zip(
            compiled(call)(of_input, weights, dy), call(of_input, weights, dy), strict=True
        ):
            close(one, other)
    assert whole()


def test_a_projection_is_unrolled() -> None:
    module, x = nn.LSTM(SIZE, HIDDEN, proj_size=4), sequence()
    with torch.no_grad():
        close(compiled(module)(x)[0], module(x)[0])
    assert whole()


def test_a_packed_sequence_is_computed_by_pytorch_too() -> None:
    module = nn.LSTM(SIZE, HIDDEN)
    packed = pack_padded_sequence(sequence(), [5, 3, 2])
    with torch.no_grad():
        close(compiled(module)(packed)[0].data, module(packed)[0].data)


def test_another_backend_meets_no_recurrence() -> None:
    graphs: list[Any] = []

    def other(module: Any, inputs: Any) -> Any:
        graphs.append(module)
        return module

    layer, x = nn.GRU(SIZE, HIDDEN), sequence()
    with torch.no_grad():
        compiled(layer)(x)
        torch.compile(nn.GRU(SIZE, HIDDEN), backend=other, dynamic=False)(x)
    assert whole()
    assert not graphs


def test_a_partial_function_of_the_backend_meets_recurrences() -> None:
    layer, x = nn.GRU(SIZE, HIDDEN), sequence()
    with torch.no_grad():
        torch.compile(layer, backend=partial(backend, options={"threads": 1}), dynamic=False)(x)
    assert whole()


def test_the_backend_of_a_script_for_torchair_meets_recurrences() -> None:
    layer, x = nn.LSTM(SIZE, HIDDEN), sequence()
    with torch.no_grad():
        call = torch.compile(layer, backend=get_npu_backend(), dynamic=False)
        close(call(x)[0], layer(x)[0])
    assert whole()


@pytest.mark.parametrize("module", [nn.LSTM, nn.GRU])
def test_a_recurrence_under_autocast_is_that_of_eager(module: Callable[..., nn.Module]) -> None:
    layer, x = module(SIZE, HIDDEN), sequence()
    with torch.autocast("cpu", torch.bfloat16):
        close(compiled(layer)(x)[0], layer(x)[0], 2e-2)
