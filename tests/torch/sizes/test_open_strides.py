"""Tensors with strides that no sizes decide: parts of others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from aoe.torch.layouts import dense_order, typical_strides
from aoe.torch.report import reports
from tests.torch.training import close, compiled, whole

#: Rows, and the rows and columns of the tensor whose part they are.
WIDTHS = ((3, 7), (5, 11), (5, 12), (5, 20))


def _check(function: Callable[..., Any], transposed: bool) -> None:
    """Results, their strides and changes of arguments are eager's for parts of many tensors."""
    call = compiled(function, dynamic=True)
    for size, width in WIDTHS:
        whole_one = torch.randn(size, width)
        other = whole_one.clone()
        outcomes = []
        for run, memory in ((call, whole_one), (function, other)):
            part = memory[:, :size]
            outcomes.append(run(part.t() if transposed else part))
        for found, right in zip(*outcomes, strict=True):
            close(found, right)
            assert found.stride() == right.stride()
        assert torch.equal(whole_one, other)
    assert whole()


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize(
    "function",
    [
        lambda x: (x.sin() * 2, x @ x.t()),
        lambda x: (x[1:], x.t(), x.reshape(-1) * 2),
        lambda x: (x.mul_(2), x.sum(0))[1:],
    ],
)
def test_parts_of_tensors_of_any_width_have_one_program(
    function: Callable[..., Any], transposed: bool
) -> None:
    _check(function, transposed)
    assert [item.sizes for item in reports()] == [(3,), (5,)]


def test_a_graph_that_computes_with_strides_is_compiled_for_each() -> None:
    _check(lambda x: (x * x.stride(0), x + x.stride(1)), False)
    assert [item.sizes for item in reports()] == [(3, 7), (5, 11), (5, 12), (5, 20)]


def test_parts_of_tensors_train() -> None:
    module = nn.Linear(4, 3)
    call = compiled(module, dynamic=True)
    for size, width in WIDTHS:
        memory = torch.randn(size, width, requires_grad=True)
        found = torch.autograd.grad(call(memory[:, :4]).square().sum(), [memory, module.weight])
        right = torch.autograd.grad(module(memory[:, :4]).square().sum(), [memory, module.weight])
        for one, other in zip(found, right, strict=True):
            close(one, other)
    assert whole()


@given(
    st.permutations(range(3)),
    st.lists(st.integers(2, 4), min_size=3, max_size=3),
    st.lists(st.integers(0, 3), min_size=3, max_size=3),
    st.lists(st.integers(1, 3), min_size=3, max_size=3),
    st.booleans(),
)
def test_typical_strides_lie_as_the_strides_they_stand_for(
    order: list[int], sizes: list[int], gaps: list[int], steps: list[int], repeats: bool
) -> None:
    memory = torch.empty(
        [size * step + gap for size, gap, step in zip(sizes, gaps, steps, strict=True)]
    )
    x = memory[tuple(slice(0, size * step, step) for size, step in zip(sizes, steps, strict=True))]
    x = x.permute(order)
    x = x[:1].expand(3, -1, -1) if repeats else x
    typical = torch.empty_strided(x.shape, typical_strides(x.shape, x.stride()))
    assert dense_order(typical) == dense_order(x)
    assert typical.is_contiguous() == x.is_contiguous()
    longer = [axis for axis, size in enumerate(x.shape) if size > 1]  # others may have any stride
    computed = torch.sin(typical).stride(), torch.sin(x).stride()
    assert [computed[0][axis] for axis in longer] == [computed[1][axis] for axis in longer]
    assert _views(typical) == _views(x)
    again = typical_strides(typical.shape, typical.stride())
    assert again == typical.stride()


def _views(x: torch.Tensor) -> list[bool]:
    """Which dimensions, and whether all, can be seen as one."""
    return [
        _is_viewed(x, (x.shape[0] * x.shape[1], -1)),
        _is_viewed(x, (x.shape[0], -1)),
        _is_viewed(x, (-1,)),
    ]


def _is_viewed(x: torch.Tensor, shape: tuple[int, ...]) -> bool:
    try:
        return bool(x.view(shape).dim() == len(shape))
    except RuntimeError:
        return False
