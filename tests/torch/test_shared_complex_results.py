"""Results that are views of a complex tensor lie in its memory, as in eager mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pytest
import torch

from aoe.torch.report import reports
from tests.torch.training import compiled

Call = Callable[[torch.Tensor], Sequence[torch.Tensor]]


def _spectrum(x: torch.Tensor) -> torch.Tensor:
    return torch.fft.rfft(x * 2)


def _beside(
    view: Callable[[torch.Tensor], torch.Tensor],
    computed: Callable[[torch.Tensor], torch.Tensor] = _spectrum,
) -> Call:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        whole = computed(x)
        return whole, view(whole), x.cos()

    return call


def _after_a_change(x: torch.Tensor) -> Sequence[torch.Tensor]:
    whole = _spectrum(x)
    part = whole[1:]
    part.mul_(2)
    return whole, part


def _of_real(x: torch.Tensor) -> Sequence[torch.Tensor]:
    """A complex view of a result that is real."""
    real = x * 2
    whole = torch.view_as_complex(real.view(4, 3, 2))
    return real, whole, whole[1:].conj(), real[0]


def _with_a_break(x: torch.Tensor) -> Sequence[torch.Tensor]:
    whole = _spectrum(x)
    part = whole[1:]
    torch._dynamo.graph_break()
    return whole, part, whole.conj(), part.real


CALLS: Mapping[str, Call] = MappingProxyType(
    {
        "a part": _beside(lambda z: z[1:]),
        "transposed": _beside(torch.t),
        "of a transposed one": _beside(torch.t, lambda x: torch.complex(x, x.sin()).t() * 3),
        "of lengths and angles": _beside(torch.t, lambda x: torch.polar(x, x)),
        "another shape": _beside(lambda z: z.view(-1)),
        "a further dimension": _beside(lambda z: z.unsqueeze(0)),
        "repeated": _beside(lambda z: z.expand(2, 4, 4)),
        "a diagonal": _beside(torch.diagonal),
        "one of a split": _beside(lambda z: z.split(2)[1]),
        "windows": _beside(lambda z: z.unfold(0, 2, 1)),
        "one element": _beside(lambda z: z[0, 0]),
        "conjugated": _beside(torch.conj),
        "a conjugated part": _beside(lambda z: z.t().conj()[1]),
        "conjugated twice": _beside(lambda z: z.conj().conj()),
        "the real part of a part": _beside(lambda z: z[1:].real),
        "parts of a part": _beside(lambda z: torch.view_as_real(z[1:])),
        "of both parts": _beside(lambda z: torch.view_as_complex(torch.view_as_real(z)[1:])),
        "detached": _beside(lambda z: z.detach()[1:]),
        "two of one": lambda x: (lambda z: (z[:2], z[2:], z[1].real))(_spectrum(x)),
        "of a part": lambda x: (lambda z: (z, z.conj(), z[1:]))(_spectrum(x)[:, :2]),
        "of what PyTorch computes": _beside(torch.conj, lambda x: torch.complex(x, x).tanh()),
        "read by PyTorch": lambda x: (lambda z: (z, z[1:], z[1:].tanh()))(_spectrum(x)),
        "of one number": lambda x: (lambda z: (z, z.view(1)))(torch.complex(x.sum(), x.mean())),
        "after a change": _after_a_change,
        "of a real result": _of_real,
        "of an argument": lambda x: (lambda z: (z, z[1:].conj(), x * 2))(
            torch.view_as_complex(x.view(4, 3, 2))
        ),
        "in two graphs": _with_a_break,
    }
)  # fmt: skip


def _form(tensor: torch.Tensor) -> tuple[object, ...]:
    offset = tensor.storage_offset()
    return tensor.dtype, tensor.shape, tensor.stride(), offset, tensor.is_conj(), tensor.is_neg()


def _after(call: Call, x: torch.Tensor, number: int) -> list[torch.Tensor]:
    """The results after a change of one of them in place."""
    results = call(x.clone())
    with torch.no_grad():
        results[number].mul_(3)
    return [item.detach() for item in results]


def _check(call: Call, function: Any, x: torch.Tensor, numbers: Sequence[int] = (0, 1)) -> None:
    for number in numbers:
        if 0 in call(x)[number].stride():
            continue
        found, expected = _after(function, x, number), _after(call, x, number)
        torch.testing.assert_close(found, expected)
        assert list(map(_form, found)) == list(map(_form, expected))


@pytest.mark.parametrize("name", CALLS)
def test_a_change_of_a_complex_result_is_seen_in_others(name: str) -> None:
    _check(CALLS[name], compiled(CALLS[name]), torch.linspace(-1, 1, 24).view(4, 6))


@pytest.mark.parametrize("name", ["a part", "conjugated", "detached"])
def test_results_with_gradients_share_memory_too(name: str) -> None:
    x = torch.linspace(-1, 1, 24).view(4, 6).requires_grad_()
    _check(CALLS[name], compiled(CALLS[name]), x)


@pytest.mark.parametrize("name", ["a part", "conjugated", "the real part of a part"])
def test_results_of_open_sizes_share_memory(name: str) -> None:
    call = compiled(CALLS[name], dynamic=True)
    for size in (4, 5):
        _check(CALLS[name], call, torch.linspace(-1, 1, size * 6).view(size, 6))


def test_views_of_a_complex_argument_share_its_memory() -> None:
    def call(z: torch.Tensor) -> Sequence[torch.Tensor]:
        return z[1:], z.conj(), z * 2, z.t()

    _check(call, compiled(call), torch.complex(torch.randn(4, 6), torch.randn(4, 6)))


def test_double_precision_shares_memory() -> None:
    x = torch.linspace(-1, 1, 24, dtype=torch.float64).view(4, 6)
    _check(CALLS["a part"], compiled(CALLS["a part"]), x)


@pytest.mark.parametrize("view", [torch.conj, torch.adjoint, torch.t], ids=lambda it: it.__name__)
def test_a_view_alone_lies_as_in_eager_mode(view: Callable[[torch.Tensor], torch.Tensor]) -> None:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        return (view(_spectrum(x)),)

    _check(call, compiled(call), torch.linspace(-1, 1, 24).view(4, 6), numbers=(0,))


def test_a_part_alone_is_written_without_the_rest() -> None:
    call = compiled(lambda x: _spectrum(x)[1:])
    found = call(torch.randn(4, 6))
    assert found.untyped_storage().nbytes() == found.nbytes


def test_a_graph_with_complex_results_is_whole() -> None:
    call = compiled(lambda x: (lambda z: (z, z[1:].conj(), z.abs()))(_spectrum(x)))
    call(torch.randn(4, 6))
    assert all(not item.reasons and item.parts == 1 for item in reports())


def test_a_graph_of_the_cache_gives_complex_results_that_share_memory() -> None:
    x = torch.linspace(-1, 1, 24).view(4, 6)
    for _ in range(2):
        torch._dynamo.reset()
        _check(CALLS["a conjugated part"], compiled(CALLS["a conjugated part"]), x)
