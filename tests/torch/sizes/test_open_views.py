"""Results that are views of arguments, where sizes of these are open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import pytest
import torch

from aoe.torch import backend

#: A view of a tensor, one of which AOTAutograd makes again where sizes are open.
ALONE: Mapping[str, Callable[[torch.Tensor], torch.Tensor]] = MappingProxyType(
    {
        "flat": lambda x: x.flatten()[3:],
        "narrow": lambda x: x.narrow(1, 1, x.shape[1] - 2),
        "repeated": lambda x: x.unsqueeze(0).expand(2, *x.shape),
        "every second": lambda x: x[:, ::2],
        "transposed": lambda x: x.t(),
        "column": lambda x: x[:, 1],
    }
)


@pytest.mark.parametrize("trains", [False, True])
@pytest.mark.parametrize("name", ALONE)
def test_a_view_of_an_argument_of_open_sizes_has_its_values(name: str, trains: bool) -> None:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        return ALONE[name](x), x.sin()

    torch._dynamo.reset()
    function = torch.compile(call, backend=backend, dynamic=True)
    for width in (6, 8):
        x = torch.randn(4, width, requires_grad=trains)
        found, expected = function(x), call(x)
        torch.testing.assert_close(list(found), list(expected))
        assert found[0].data_ptr() == expected[0].data_ptr()
        assert found[0].stride() == expected[0].stride()


#: Views of an argument that may be complex, or lie in memory otherwise than in rows.
PARTS: Mapping[str, Callable[[torch.Tensor], torch.Tensor]] = MappingProxyType(
    {
        "flat": lambda x: x.flatten()[3:],
        "narrow": lambda x: x.narrow(1, 1, x.shape[1] - 2),
        "chunk": lambda x: x.chunk(2, 1)[1],
        "split": lambda x: x.split([x.shape[1] - 1, 1], 1)[1],
        "strided": lambda x: x.as_strided((x.shape[1] - 1,), (1,), 2),
    }
)


def agrees(
    call: Callable[[torch.Tensor], Sequence[torch.Tensor]],
    *given: torch.Tensor,
    trains: bool = False,
) -> None:
    """Fails unless a function of open sizes gives what eager mode gives, and changes the same."""
    torch._dynamo.reset()
    function = torch.compile(call, backend=backend, dynamic=True)
    for x in given:
        theirs = x.clone(memory_format=torch.preserve_format).requires_grad_(trains)
        x.requires_grad_(trains)
        found, expected = function(x), call(theirs)
        torch.testing.assert_close([*found, x], [*expected, theirs])


@pytest.mark.parametrize("inferring", [False, True])
@pytest.mark.parametrize("name", PARTS)
def test_a_view_of_a_changed_argument_of_open_sizes_has_its_values(
    name: str, inferring: bool
) -> None:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        x.mul_(2)
        return PARTS[name](x), x.sin()

    with torch.inference_mode(inferring):
        agrees(call, torch.randn(4, 6), torch.randn(4, 8))


@pytest.mark.parametrize("trains", [False, True])
@pytest.mark.parametrize("name", ["flat", "narrow", "chunk", "split"])
def test_a_view_of_a_complex_argument_of_open_sizes_has_its_values(name: str, trains: bool) -> None:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        return PARTS[name](x), x * 2

    agrees(call, *(torch.randn(4, width, dtype=torch.complex64) for width in (6, 8)), trains=trains)


@pytest.mark.parametrize("name", ["narrow", "chunk", "split"])
def test_a_view_of_a_changed_transposed_argument_has_its_values(name: str) -> None:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        x.mul_(2)
        return PARTS[name](x), x.sin()

    agrees(call, torch.randn(6, 4).t(), torch.randn(8, 4).t())


@pytest.mark.parametrize("trains", [False, True])
def test_pairs_of_an_argument_of_open_sizes_are_complex_numbers(trains: bool) -> None:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        return torch.view_as_complex(x.view(x.shape[0], -1, 2))[1:], x.sin()

    agrees(call, torch.randn(4, 6), torch.randn(4, 8), trains=trains)


@pytest.mark.parametrize("name", ["narrow", "chunk", "split", "strided"])
@pytest.mark.parametrize("place", ["transposed", "a part"])
def test_a_view_of_a_changed_argument_that_is_not_in_rows_is_made_of_the_argument(
    name: str, place: str
) -> None:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        x.mul_(2)
        return PARTS[name](x), x.sin()

    torch._dynamo.reset()
    function = torch.compile(call, backend=backend, dynamic=True)
    for width in (6, 8):
        whole = torch.randn(8, width + 2)
        theirs = whole.clone()
        found, expected = (
            either(memory.t()[:, 2:] if place == "transposed" else memory[1:, 2:])
            for either, memory in ((function, whole), (call, theirs))
        )
        torch.testing.assert_close([*found, whole], [*expected, theirs])
        assert found[0].stride() == expected[0].stride()
        assert found[0].storage_offset() == expected[0].storage_offset()


def test_a_complex_argument_is_repeated_an_open_number_of_times() -> None:
    def call(x: torch.Tensor) -> Sequence[torch.Tensor]:
        return x[:1].expand(x.shape[1], -1), x * 2

    agrees(call, *(torch.randn(4, width, dtype=torch.complex64) for width in (6, 8)))
