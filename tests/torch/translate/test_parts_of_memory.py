"""Tensors that are read and written by strides, and by masks, against eager mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from aoe.torch.report import reports
from tests.torch.training import check_gradients, compiled, whole

MASK = torch.tensor([[True, False, True, False], [False, False, True, True]])


def real(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def assigned(a: Any, value: Any) -> Any:
    a = a * 1
    a[:, MASK] = value
    a[MASK[0, :3]] = -value
    return a * 2


CASES: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    "rows of windows": (lambda a: (a * 2).as_strided((3, 4, 6), (6, 6, 1)) * a.sum(), (real(6, 6),)),
    "elements with gaps": (lambda a: (a * 2).as_strided((2, 2, 3), (12, 7, 2), 5) * 3, (real(6, 6),)),
    "a part of another": (lambda a: (a * 2).as_strided((2, 3, 4), (8, 4, 1), 8).transpose(1, 2) * 2, (real(5, 8),)),
    "columns": (lambda a: a.t().contiguous().t().as_strided((4, 2, 3), (1, 8, 4)) * a.sum(), (real(6, 6),)),
    "a row again and again": (lambda a: (a * 2).as_strided((2, 3, 4), (0, 4, 1), 8) * 2, (real(5, 8),)),
    "one element": (lambda a: (a * 2).as_strided((), (), 7) * (a * 3).as_strided((1, 1), (5, 3), 2), (real(5, 8),)),
    "written rows": (lambda a, b: torch.as_strided_scatter(a * 1, b, (2, 2, 3), (12, 6, 1), 6) * 2, (real(6, 6), real(2, 2, 3))),
    "written elements": (lambda a, b: torch.as_strided_scatter(a * 1, b, (2, 3), (1, 6), 7) * 2, (real(6, 6), real(2, 3))),
    "a row at masked places": (lambda a: a.index_put((MASK,), torch.arange(3.0)) * 2, (real(2, 4, 3),)),
    "a number added at masked places": (lambda a: a.index_put((MASK,), torch.ones(()), accumulate=True) * a, (real(2, 4, 5),)),
    "other rows at masked places": (lambda a: a.index_put((MASK,), torch.arange(12.0).view(4, 3)) * a, (real(2, 4, 3),)),
    "other elements at masked places": (lambda a: torch.ops.aten.index_put(a, [None, MASK], torch.arange(4.0)) * a, (real(3, 2, 4),)),
    "columns added at masked places": (lambda a: torch.ops.aten.index_put(a, [None, MASK[0]], torch.arange(4.0).view(2, 2, 1), True) * a, (real(2, 4, 3),)),
    "a class of masked rows": (lambda a: a.index_put((MASK, torch.tensor([2])), torch.ones(())) * 2, (real(2, 4, 3),)),
    "an element of masked rows": (lambda a: a.index_put((MASK[0], torch.tensor([1])), torch.arange(5.0), True) * a, (real(4, 2, 5),)),
    "masked columns of rows": (lambda a: torch.ops.aten.index_put(a, [torch.tensor([2]), None, MASK[0]], torch.arange(2.0)) * a, (real(3, 2, 4),)),
    "a row of masked rows": (lambda a: torch.ops.aten.index_put(a, [None, MASK, torch.tensor([-1])], torch.arange(2.0).view(2, 1)) * a, (real(2, 2, 4, 3),)),
    "a number at masked places": (lambda a: assigned(a, 7.0), (real(3, 2, 4),)),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_gradients_are_those_of_eager(name: str) -> None:
    function, inputs = CASES[name]
    check_gradients(function, inputs)
    assert whole()


def test_places_whose_number_data_decide_stay_with_pytorch() -> None:
    def function(a: Any, classes: Any) -> Any:
        a = a * 1
        a[MASK[0], classes[MASK[0]]] = 1.0
        return a * 2

    x, classes = real(4, 5), torch.tensor([3, 1, 0, 2])
    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        torch.testing.assert_close(compiled(function)(x, classes), function(x, classes))


@pytest.mark.parametrize(
    "function",
    [
        lambda a, mask: a.masked_select(mask) * 2,
        lambda a, mask: a[mask[:, 0]] + torch.histc(a[mask[:, 0]].detach(), 5, -1, 1),
    ],
)
def test_sizes_that_data_decide_stay_with_pytorch(function: Callable[..., Any]) -> None:
    with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True):
        check_gradients(function, (real(4, 5), real(4, 5, seed=1) > 0), fullgraph=True)


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("accumulate", [False, True])
def test_a_mask_beside_several_indices_is_that_of_eager(accumulate: bool, dynamic: bool) -> None:
    """One place of a mask meets all indices, several places meet one each, or it is an error."""

    def function(a: Any, mask: Any, classes: Any) -> Any:
        return (a * 1).index_put((mask, classes), torch.ones(()), accumulate) * 2

    compiled_one = compiled(function, dynamic=dynamic)
    for places, boxes in ((2, 2), (1, 3), (3, 3), (4, 1), (1, 1), (0, 1), (0, 0)):
        given = real(4, 5), torch.arange(4) >= 4 - places, torch.arange(boxes)
        torch.testing.assert_close(compiled_one(*given), function(*given))
    for places, boxes in ((3, 2), (2, 3), (0, 2)):
        given = real(4, 5), torch.arange(4) >= 4 - places, torch.arange(boxes)
        with pytest.raises(IndexError, match="shape mismatch"):
            compiled_one(*given)


def test_one_place_does_not_take_values_of_several() -> None:
    def function(a: Any, mask: Any) -> Any:
        return (a * 1).index_put((mask, torch.tensor([2])), torch.arange(3.0)) * 2

    compiled_one = compiled(function)
    for places in (3, 2):
        given = real(4, 5), torch.arange(4) >= 4 - places
        try:
            expected = function(*given)
        except RuntimeError:
            with pytest.raises(RuntimeError, match="shape mismatch"):
                compiled_one(*given)
        else:
            torch.testing.assert_close(compiled_one(*given), expected)


def test_places_that_are_written_twice_stay_with_pytorch() -> None:
    """The last one wins there, and nothing says which that is."""

    def function(a: Any, b: Any) -> Any:
        return torch.as_strided_scatter(a * 1, b.expand(2, 3), (2, 3), (0, 1), 1) * 2

    x, written = real(4, 4), torch.ones(1, 3)
    try:
        expected = function(x, written)
    except RuntimeError:
        with pytest.raises(RuntimeError):
            compiled(function)(x, written)
    else:
        torch.testing.assert_close(compiled(function)(x, written), expected)
    assert not any(item.reasons == () and item.operators for item in reports())


@pytest.mark.parametrize("offset", [None, 12])
def test_windows_of_a_part_begin_where_that_begins(offset: int | None) -> None:
    """An offset is one in the memory of an argument, which begins elsewhere in another run."""
    whole_one = real(8, 6)

    def function(a: Any) -> Any:
        return a.split([3, 1])[0].as_strided((3, 6), (6, 1), offset) * 2

    call = compiled(function)
    for begin in (2, 1, 0):
        windows = whole_one[2:5] if offset else whole_one[begin : begin + 3]
        torch.testing.assert_close(call(whole_one[begin : begin + 4]), windows * 2)
    assert whole() == (offset is None)


def test_windows_of_a_result_begin_at_an_offset() -> None:
    def function(a: Any) -> Any:
        return (a * 2)[1:].as_strided((2, 6), (6, 1), 12) * 2

    x = real(5, 6)
    torch.testing.assert_close(compiled(function)(x), function(x))
    assert whole()
