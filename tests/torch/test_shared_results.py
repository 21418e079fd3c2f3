"""Results that share memory in eager mode share it when they are compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import pytest
import torch

from aoe.torch.compiler import backend
from tests.torch.training import compiled, whole

Call = Callable[[torch.Tensor], Sequence[torch.Tensor]]


def _with(view: Callable[[torch.Tensor], torch.Tensor]) -> Call:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        whole = x.detach().sin()
        return whole, view(whole), x.cos()

    return call


def _after_a_change(x: torch.Tensor) -> Sequence[torch.Tensor]:
    whole = x.detach().clone()
    whole[0] = 1
    return whole, whole.view(-1), x.cos()


CALLS: Mapping[str, Call] = MappingProxyType(
    {
        "a part": _with(lambda y: y[1:]),
        "a transposed part": _with(lambda y: y[:, ::2].t()),
        "another shape": _with(lambda y: y.view(-1)),
        "a diagonal": _with(torch.diagonal),
        "one of a split": _with(lambda y: y.split(2)[1]),
        "one that is repeated": _with(lambda y: y.expand(3, 4, 6)[0]),
        "itself": _with(lambda y: y),
        "two parts": lambda x: (*x.detach().exp().split(3, 1), x.cos()),
        "parts beside PyTorch": lambda x: (
            *torch.special.bessel_j0(x.detach().exp()).mul(2).split(3, 1),
            x.cos(),
        ),
        "of a transposed one": lambda x: (*(x.detach().t() * 2).unbind(0), x.cos()),
        "after a change": _after_a_change,
        "halves of one number": lambda x: (
            *torch.view_as_real(torch.fft.fft(x.detach().flatten()[:1])).unbind(1),
            x.cos(),
        ),
    }
)  # fmt: skip


def changed(call: Call, x: torch.Tensor, number: int) -> Sequence[torch.Tensor]:
    results = call(x)
    with torch.no_grad():
        results[number].mul_(3)
    return [item.detach() for item in results]


@pytest.mark.parametrize("trains", [True, False], ids=["training", "inference"])
@pytest.mark.parametrize("name", CALLS)
def test_a_change_of_one_result_is_seen_in_others(name: str, trains: bool) -> None:
    x = torch.randn(4, 6, requires_grad=trains)
    call = compiled(CALLS[name])
    for number in (0, 1):
        found, expected = (changed(function, x, number) for function in (call, CALLS[name]))
        torch.testing.assert_close(found, expected)
        assert [item.stride() for item in found] == [item.stride() for item in expected]


@pytest.mark.parametrize("number", [0, 1, 2])
def test_parts_of_complex_results_share_their_memory(number: int) -> None:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        spectrum = torch.fft.fft(x, dim=0)
        return spectrum, spectrum.real, torch.view_as_real(spectrum)[1:]

    x = torch.randn(4, 6)
    found, expected = (changed(function, x, number) for function in (compiled(call), call))
    torch.testing.assert_close(found, expected)


#: What is made of complex results with gradients.
OF_COMPLEX: Mapping[str, Callable[[torch.Tensor], torch.Tensor]] = MappingProxyType(
    {
        "the detached": torch.detach,
        "its real part": lambda y: y.detach().real,
        "a real part that is detached": lambda y: y.real.detach(),
        "a length": torch.abs,
    }
)


@pytest.mark.parametrize("trains", [True, False], ids=["training", "inference"])
@pytest.mark.parametrize("name", OF_COMPLEX)
def test_a_change_of_a_complex_result_is_seen_in_detached_ones(name: str, trains: bool) -> None:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        spectrum = torch.fft.fft(x, dim=0)
        return spectrum, OF_COMPLEX[name](spectrum)

    def results(call: Call) -> list[torch.Tensor]:
        found = call(torch.linspace(-1, 1, 24).view(4, 6).requires_grad_(trains))
        found[0].mul_(2)
        return list(found)

    found, expected = results(compiled(call)), results(call)
    assert [item.requires_grad for item in found] == [item.requires_grad for item in expected]
    torch.testing.assert_close(found, expected)


def test_real_and_imaginary_parts_share_memory_with_both() -> None:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        spectrum = torch.fft.fft(x)
        return spectrum.real, spectrum.imag, torch.view_as_real(spectrum)

    x = torch.randn(4, 6)
    found, expected = (changed(function, x, 2) for function in (compiled(call), call))
    torch.testing.assert_close(found, expected)
    assert whole()


def test_results_of_varying_sizes_share_memory() -> None:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        return CALLS["a part"](x)[:2]

    function = compiled(call, dynamic=True)
    for size in (4, 5):
        x = torch.randn(size, 3)
        found, expected = (changed(item, x, 1) for item in (function, call))
        torch.testing.assert_close(found, expected)


def test_results_share_memory_where_tracing_fixed_a_size_that_was_open() -> None:
    def call(a: torch.Tensor, b: torch.Tensor) -> Sequence[torch.Tensor]:
        y = a + b
        return y, y[0], *b.split(2)

    torch._dynamo.reset()
    function = compiled(call, dynamic=None)
    for size, together in ((4, True), (4, False), (6, True), (6, False), (5, False)):
        a, b = torch.randn(2 * size, 6).split(size)
        y, row, *_ = function(a, b) if together else function(a.clone(), b.clone())
        y.mul_(2)
        torch.testing.assert_close(row, y[0])


Y = torch.linspace(-1, 1, 24).view(4, 6)


def _exp(x: torch.Tensor) -> torch.Tensor:
    return (Y * x).exp()


def _beside(view: Callable[[torch.Tensor], torch.Tensor]) -> Call:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        whole = _exp(x)
        return whole, view(whole)

    return call


#: Results with gradients beside detached ones.
DETACHED: Mapping[str, Call] = MappingProxyType(
    {
        "a view": _beside(lambda y: y.detach().view(-1)),
        "a part": _beside(lambda y: y.detach()[1:]),
        "a part that is detached": _beside(lambda y: y[1:].detach()),
        "the whole": _beside(torch.detach),
        "parts of both": lambda x: (lambda y: (y[:2], y.detach()[1:]))(_exp(x)),
        "the whole and a part": lambda x: (
            lambda y: (y.sin(), y.detach(), y.detach()[1:])
        )(_exp(x)),
        "a part first": lambda x: (lambda y: (y.detach()[1:], y))(_exp(x)),
        "two with gradients": lambda x: (lambda y: (y, y.sin(), y.detach()[1:]))(_exp(x)),
        "without gradients": _beside(lambda y: y[1:]),
    }
)  # fmt: skip


def _facts(results: Sequence[torch.Tensor]) -> list[object]:
    return [(item.requires_grad, item.is_leaf, item._version) for item in results]


def _values(results: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    return [item if item.requires_grad else torch.from_numpy(item.numpy()) for item in results]


@pytest.mark.parametrize("trains", [True, False], ids=["training", "inference"])
@pytest.mark.parametrize("name", DETACHED)
def test_detached_results_have_no_gradient(name: str, trains: bool) -> None:
    x = torch.linspace(0.5, 1, 6, requires_grad=trains)
    found, expected = compiled(DETACHED[name])(x), DETACHED[name](x)
    assert _facts(found) == _facts(expected)
    torch.testing.assert_close(_values(found), _values(expected))


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("name", DETACHED)
def test_a_change_with_gradients_is_seen_in_detached_results(name: str, number: int) -> None:
    def results(call: Call) -> Sequence[torch.Tensor]:
        found = call(torch.linspace(0.5, 1, 6, requires_grad=True))
        found[number].mul_(2)
        return found

    found, expected = results(compiled(DETACHED[name])), results(DETACHED[name])
    assert _facts(found) == _facts(expected)
    torch.testing.assert_close(_values(found), _values(expected))


@pytest.mark.parametrize("number", [0, 1])
def test_a_loss_of_changed_results_has_the_gradient_of_eager_mode(number: int) -> None:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        whole = Y * x
        return whole, whole.detach()[1:]

    def gradient(call: Call) -> torch.Tensor:
        x = torch.linspace(0.5, 1, 6, requires_grad=True)
        results = call(x)
        results[number].mul_(2)
        results[0].square().sum().backward()
        assert x.grad is not None
        return x.grad

    torch.testing.assert_close(gradient(compiled(call)), gradient(call))


def test_a_gradient_asked_for_a_result_is_not_that_of_a_detached_one() -> None:
    results = compiled(DETACHED["a part"])(torch.linspace(0.5, 1, 6))
    results[0].requires_grad_()
    assert not results[1].requires_grad


@pytest.mark.parametrize("trains", [True, False], ids=["training", "inference"])
@pytest.mark.parametrize(
    "view",
    [
        lambda y: y.expand(3, 4, 6),
        lambda y: y.sum(0).expand(3, 6),
        lambda y: y.flatten().unfold(0, 3, 1),
        lambda y: torch.meshgrid(y[0], y[1], indexing="ij")[0],
        lambda y: torch.complex(y, y).expand(3, 4, 6),
        lambda y: torch.fft.rfft(y).expand(2, 4, 4),
    ],
    ids=["expanded", "sums", "windows", "grid", "complex", "spectra"],
)
def test_a_result_that_repeats_its_memory_does_so(
    view: Callable[[torch.Tensor], torch.Tensor], trains: bool
) -> None:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        return view(x.detach().exp()), x.cos()

    x = torch.randn(4, 6, requires_grad=trains)
    found, expected = (function(x)[0] for function in (compiled(call), call))
    assert found.stride() == expected.stride()
    for item in (found, expected):
        item[0].view(-1)[0] = 9 if item[0].is_contiguous() else item[0].sum()
    torch.testing.assert_close(found, expected)


def test_parts_of_two_arguments_are_those_of_each_whatever_memory_they_shared_first() -> None:
    def call(x: torch.Tensor, y: torch.Tensor) -> Sequence[torch.Tensor]:
        return *x.split(2), *y.split(2), x * y

    torch._dynamo.reset()
    function = torch.compile(call, backend=backend)
    buffer = torch.arange(48.0)
    for x, y in (
        (buffer[:24].view(4, 6), buffer[24:].view(4, 6)),
        (torch.randn(4, 6), torch.randn(4, 6)),
    ):
        leaves = x.detach().requires_grad_(), y.detach().requires_grad_()
        found, expected = function(*leaves), call(*leaves)
        torch.testing.assert_close(list(found), list(expected))
        assert _places(found[:4]) == _places(expected[:4])


def test_parts_of_an_argument_have_gradients() -> None:
    def gradient(call: Call) -> torch.Tensor:
        x = torch.linspace(-1, 1, 24).view(4, 6).requires_grad_()
        first, second, both = call(x)
        (first.square().sum() + second.exp().sum() + both.sum()).backward()
        assert x.grad is not None
        return x.grad

    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        return *x.chunk(2, 1), x * 2

    torch.testing.assert_close(gradient(compiled(call)), gradient(call))


def _places(results: Sequence[torch.Tensor]) -> list[tuple[int, tuple[int, ...]]]:
    return [(item.data_ptr(), item.stride()) for item in results]


#: Several views of a tensor that one operator makes, or views of them.
SEVERAL: Mapping[str, Callable[[torch.Tensor], Sequence[torch.Tensor]]] = MappingProxyType(
    {
        "chunks": lambda y: y.chunk(2),
        "columns": lambda y: y.split([1, 3, 2], 1),
        "rows": lambda y: y.unbind(),
        "columns of a transposed one": lambda y: y.t().unbind(),
        "views": lambda y: [item.view(-1) for item in y.split(2)],
        "parts": lambda y: [item[..., 1:].unsqueeze(0) for item in y.view(2, 12).chunk(3, 1)],
        "one": lambda y: y.chunk(2)[:1],
    }
)


@pytest.mark.parametrize("dynamic", [True, False], ids=["open", "fixed"])
@pytest.mark.parametrize("name", SEVERAL)
def test_several_views_of_an_argument_are_views_of_it(name: str, dynamic: bool) -> None:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        return *SEVERAL[name](x), x.cos()

    torch._dynamo.reset()
    function = torch.compile(call, backend=backend, dynamic=dynamic)
    for _ in range(2):
        x = torch.randn(4, 6, requires_grad=True)
        found, expected = function(x), call(x)
        torch.testing.assert_close(list(found), list(expected))
        assert _places(found[:-1]) == _places(expected[:-1])


OF: Mapping[str, Callable[[torch.Tensor], torch.Tensor]] = MappingProxyType(
    {"an argument": lambda x: x, "a product": lambda x: x * 3, "an exponential": torch.exp}
)


@pytest.mark.parametrize("dynamic", [True, False], ids=["open", "fixed"])
@pytest.mark.parametrize("of", OF)
@pytest.mark.parametrize("name", SEVERAL)
def test_nobody_changes_several_views_with_gradients(name: str, of: str, dynamic: bool) -> None:
    call = compiled(lambda x: (*SEVERAL[name](OF[of](x)), x.cos()), dynamic=dynamic)
    found = call(torch.randn(4, 6, requires_grad=True))
    with pytest.raises(RuntimeError, match="is a view and is being modified inplace"):
        found[0].mul_(2)
    found[-1].mul_(2)


@pytest.mark.parametrize("name", SEVERAL)
def test_several_views_are_not_read_after_a_change_of_the_whole(name: str) -> None:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        whole = x * 3
        return whole, *SEVERAL[name](whole)

    found = compiled(call)(torch.randn(4, 6, requires_grad=True))
    found[0].mul_(2)
    with pytest.raises(RuntimeError, match="another view of its base has been modified inplace"):
        found[1].sin()


def test_several_views_of_a_changed_argument_have_its_new_values() -> None:
    def call(x: torch.Tensor, weight: torch.Tensor) -> Sequence[torch.Tensor]:
        x.mul_(2)
        return *x.chunk(2), x * weight

    weight = torch.ones(6, requires_grad=True)
    given = [torch.ones(4, 6, requires_grad=True) * 1 for _ in range(2)]
    found, expected = (
        function(x, weight) for function, x in zip((compiled(call), call), given, strict=True)
    )
    torch.testing.assert_close((*found, given[0]), (*expected, given[1]))


def test_a_graph_of_the_cache_gives_several_views_that_nobody_changes() -> None:
    for _ in range(2):
        torch._dynamo.reset()
        call = compiled(lambda x: (*x.chunk(2), *x.exp().chunk(2)))
        found = call(torch.randn(4, 6, requires_grad=True))
        for item in found:
            with pytest.raises(RuntimeError, match="is a view and is being modified inplace"):
                item.mul_(2)


def test_a_part_alone_is_written_without_the_rest() -> None:
    call = compiled(lambda x: x.sin()[:, :1])
    assert call(torch.randn(4, 6)).is_contiguous()


def test_a_graph_of_the_cache_gives_results_that_share_memory() -> None:
    x = torch.randn(512, 768)  # as large as tensors of the pool
    for _ in range(2):
        torch._dynamo.reset()
        found, expected = (
            changed(call, x, 0) for call in (compiled(CALLS["a part"]), CALLS["a part"])
        )
        torch.testing.assert_close(found, expected)
