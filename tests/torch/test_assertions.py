"""Assertions about tensors are checked, and do not keep a graph from being computed whole.

Dynamo makes `torch._assert_async` of `assert` about a tensor. In tests, pytest rewrites `assert`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import pytest
import torch

from aoe.torch.assertions import without_assertions
from aoe.torch.report import reports
from tests.torch.training import check_gradients, check_training, close, compiled, whole


class Asserting(torch.nn.Module):  # type: ignore[misc]
    """Asserts something of its indices, and of what a layer that it trains gives."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.rows = torch.nn.Embedding(5, 4)
        self.norm = torch.nn.BatchNorm1d(4)

    def forward(self, indices: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
        torch._assert_async((indices < 5).all(), "an index is too large")
        y = self.norm(self.rows(indices) + x)
        torch._assert_async(torch.isfinite(y).all(), "an element is not finite")
        return torch.relu(y)


def of_asserting(largest: int = 4, scale: float = 1.0) -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    return torch.tensor([0, 2, largest]), torch.randn(3, 4, generator=generator) * scale


def test_a_model_that_asserts_trains_whole() -> None:
    check_training(Asserting(), of_asserting(), torch.tensor([0, 1, 3]))
    assert whole()
    assert all(item.parts == 1 for item in reports())


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (of_asserting(largest=7), "an index is too large"),
        (of_asserting(scale=torch.inf), "not finite"),
        (of_asserting(7, torch.inf), "an index is too large"),
    ],
    ids=["an index", "a value", "both"],
)
def test_an_assertion_that_is_not_met_is_an_error_and_nothing_changes(
    given: tuple[torch.Tensor, torch.Tensor], message: str
) -> None:
    module = Asserting()
    call = compiled(module)
    call(*of_asserting())
    before = copy.deepcopy(module.state_dict())
    with pytest.raises(RuntimeError, match=message):
        call(*given)
    torch.testing.assert_close(module.state_dict(), before, rtol=0, atol=0)
    assert whole()


def test_inference_checks_what_is_asserted() -> None:
    module = Asserting().eval()
    call = compiled(module)
    with torch.no_grad():
        close(call(*of_asserting()), module(*of_asserting()))
        with pytest.raises(RuntimeError, match="too large"):
            call(*of_asserting(largest=7))
    assert whole()


def test_frozen_weights_check_what_is_asserted() -> None:
    module = Asserting().eval()
    call = compiled(module, options={"freeze": True})
    with torch.no_grad():
        for _ in range(2):
            close(call(*of_asserting()), module(*of_asserting()))
            with pytest.raises(RuntimeError, match="too large"):
                call(*of_asserting(largest=7))


def test_sizes_that_vary_check_what_is_asserted() -> None:
    def positive(x: torch.Tensor) -> torch.Tensor:
        torch._assert_async((x > 0).all(), "not positive")
        return torch.log(x)

    call = compiled(positive, dynamic=True)
    for size in (3, 4):
        x = torch.rand(size) + 1
        close(call(x), positive(x))
        with pytest.raises(RuntimeError, match="not positive"):
            call(-x)
    assert whole()


def test_a_graph_that_only_asserts() -> None:
    def positive(x: torch.Tensor) -> torch.Tensor:
        torch._assert_async((x > 0).all(), "not positive")
        return x

    call = compiled(positive)
    x = torch.rand(3) + 1
    close(call(x), x)
    with pytest.raises(RuntimeError, match="not positive"):
        call(-x)


def test_a_graph_in_parts_checks_what_is_asserted() -> None:
    def function(x: torch.Tensor) -> torch.Tensor:
        torch._assert_async((x > 0).all(), "not positive")
        return torch.special.bessel_j0(x.exp()) * 2  # nothing translates it

    x = torch.rand(3, 4) + 1
    check_gradients(lambda x: function(x.detach()) * x, (x,))
    with pytest.raises(RuntimeError, match="not positive"):
        compiled(function)(-x)


def test_an_error_comes_again_from_the_cache() -> None:
    for _ in range(2):
        torch._dynamo.reset()
        call = compiled(Asserting())
        call(*of_asserting()).sum().backward()
        with pytest.raises(RuntimeError, match="too large"):
            call(*of_asserting(largest=7))


def recorded(function: Any, *given: torch.Tensor) -> torch.fx.GraphModule:
    made: torch.fx.GraphModule = torch.fx.experimental.proxy_tensor.make_fx(function)(*given)
    return made


def asserted(x: torch.Tensor) -> torch.Tensor:
    torch.ops.aten._assert_async.msg((x > 0).all(), "not positive")
    return x


@torch.library.custom_op("open_aoe_tests::told", mutates_args=())  # type: ignore[untyped-decorator]
def told(x: torch.Tensor) -> torch.Tensor:
    """May write a file, for all that PyTorch knows."""
    return x.clone()


@pytest.mark.parametrize("after", [told, lambda x: x.add_(1)], ids=["another's", "a change"])
def test_an_assertion_stays_before_what_may_have_an_effect(after: Any) -> None:
    behind = recorded(lambda x: (asserted(after(x)),), torch.ones(3))
    before = recorded(lambda x: (after(asserted(x)),), torch.ones(3))
    assert without_assertions(behind) == ("not positive",)
    assert without_assertions(before) == ()


#: Ways to overwrite rows of a tensor with 4 rows.
WRITES: Mapping[str, Callable[[torch.Tensor, torch.Tensor], object]] = MappingProxyType(
    {
        "put": lambda x, rows: x.index_put_((rows,), torch.ones(2, 3)),
        "assigned": lambda x, rows: x.__setitem__(rows, 1.0),
        "copied": lambda x, rows: x.index_copy_(0, rows, torch.ones(2, 3)),
        "added": lambda x, rows: x.index_add_(0, rows, torch.ones(2, 3)),
        "filled": lambda x, rows: x.index_fill_(0, rows, 2.0),
        "scattered": lambda x, rows: x.scatter_add_(0, rows[:, None], torch.ones(2, 1)),
        "the least": lambda x, rows: x.scatter_reduce_(0, rows[:, None], torch.ones(2, 1), "amin"),
        "products": lambda x, rows: x.index_reduce_(0, rows, torch.ones(2, 3), "prod"),
        "of a part": lambda x, rows: x[:, 1].index_copy_(0, rows, torch.ones(2)),
        "twice": lambda x, rows: x.index_fill_(0, rows, 2.0).index_add_(0, rows, torch.ones(2, 3)),
    }
)  # fmt: skip


@pytest.mark.parametrize("name", WRITES)
def test_rows_of_an_argument_that_are_not_there_are_an_error(name: str) -> None:
    def write(x: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
        WRITES[name](x, rows + 1)
        return x.sum()

    call = compiled(write)
    tensors = torch.zeros(4, 3), torch.zeros(4, 3)
    for item, function in zip(tensors, (call, write), strict=True):
        function(item, torch.tensor([0, 2]))
    close(*tensors)
    assert whole()
    with pytest.raises((IndexError, RuntimeError)):
        write(tensors[1], torch.tensor([0, 3]))
    with pytest.raises(IndexError, match="an index is out of bounds for dimension 0 with size 4"):
        call(tensors[0], torch.tensor([0, 3]))


def test_rows_counted_from_the_end_are_there() -> None:
    def write(x: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
        x[rows] = 1.0
        return x.sum()

    tensors = torch.zeros(4, 3), torch.zeros(4, 3)
    for item, function in zip(tensors, (compiled(write), write), strict=True):
        function(item, torch.tensor([-4, -1]))
    close(*tensors)


def test_places_of_scatter_are_not_counted_from_the_end() -> None:
    write, x = WRITES["scattered"], torch.zeros(4, 3)
    call = compiled(lambda x, rows: (write(x, rows), x.sum())[1])
    call(x, torch.tensor([0, 2]))
    with pytest.raises((IndexError, RuntimeError)):
        write(torch.zeros(4, 3), torch.tensor([0, -1]))
    with pytest.raises(IndexError, match="an index is out of bounds for dimension 0 with size 4"):
        call(x, torch.tensor([0, -1]))


def test_places_may_lie_anyhow() -> None:
    def write(x: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
        x[rows.t()] = 1.0
        return x.sum()

    tensors = torch.zeros(4, 3), torch.zeros(4, 3)
    rows = torch.tensor([[0, 1], [3, 1]])
    for item, function in zip(tensors, (compiled(write), write), strict=True):
        function(item, rows)
    close(*tensors)
    assert whole()


def test_places_of_a_mask_need_no_check() -> None:
    def write(x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        x[mask] = 1.0
        return x.sum()

    tensors = torch.zeros(4, 3), torch.zeros(4, 3)
    for item, function in zip(tensors, (compiled(write), write), strict=True):
        function(item, torch.tensor([True, False, False, True]))
    close(*tensors)
