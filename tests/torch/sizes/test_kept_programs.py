"""Which programs of sizes are kept, and that the others are gone."""

from __future__ import annotations

import copy
import gc
import weakref
from collections.abc import Iterable, Sequence, Sized
from typing import Any

import pytest
import torch
from torch import nn

from aoe.torch.compiled import CompiledGraph
from aoe.torch.report import reports
from aoe.torch.sizes.kept_programs import MOST_NUMBERS, KeptPrograms
from aoe.torch.sizes.open_sizes import Numbers
from tests.torch.training import close, compiled


class _Calls:
    """Calls of a graph of `most` sizes.

    Attributes:
        kept: Its programs.
        made: The sizes for which a program was compiled, in order.
    """

    def __init__(self, most: int) -> None:
        self.kept, self.made = KeptPrograms(most), list[Numbers]()

    def __call__(self, calls: Iterable[Any]) -> list[Numbers]:
        """The sizes for which some calls compiled programs."""
        before = len(self.made)
        for call in calls:
            sizes = call if isinstance(call, tuple) else (call,)
            if self.kept.get(sizes) is None and self.kept.admits(sizes):
                self.kept.add(sizes, lambda arguments: arguments)
                self.made.append(sizes)
        return self.made[before:]


def test_each_size_has_a_program_while_there_is_room() -> None:
    assert _Calls(3)([1, 2, 1, 3]) == [(1,), (2,), (3,)]


def test_a_size_that_comes_again_gets_the_program_of_one_that_does_not() -> None:
    calls = _Calls(2)
    calls([1, 2, 1])
    assert calls([3, 1, 3, 1]) == []
    assert calls([3]) == [(3,)]
    assert calls([1, 3]) == []
    assert len(calls.kept) == 2


def test_sizes_that_drift_have_programs() -> None:
    calls = _Calls(4)
    made = calls(size for phase in range(10) for _ in range(8) for size in (phase, phase + 1))
    assert {sizes for (sizes,) in made} == set(range(11))
    assert len(calls.kept) <= 4


@pytest.mark.parametrize("others", [1, 8, 56])
def test_sizes_that_all_come_again_do_not_push_each_other_out(others: int) -> None:
    torch.manual_seed(0)
    calls, sizes = _Calls(8), 8 + others
    calls(range(sizes))
    assert len(calls([*range(sizes)] * 50)) == 0
    made = calls(torch.randint(0, sizes, (20_000,)).tolist())
    assert len(made) < 100


def test_a_new_size_waits_no_longer_for_what_others_lost() -> None:
    calls = _Calls(1)
    for phase in range(20):
        calls([phase % 2] * 1000)
    assert calls([7] * 4) == [(7,)]


def test_what_is_known_of_sizes_without_programs_has_a_bound() -> None:
    calls = _Calls(2)
    made = calls(size for size in range(4000) for _ in range(4))
    assert len(made) == 4000
    assert sum(len(item) for item in vars(calls.kept).values() if isinstance(item, Sized)) < 3000


def test_numbers_that_never_come_again_push_no_program_out() -> None:
    calls = _Calls(64)
    calls([(4, "0x1p+0")])
    made = [calls([(4, str(number)), (4, "0x1p+0")]) for number in range(40)]
    assert sum(map(len, made)) == MOST_NUMBERS - 1
    assert len(calls.kept) == MOST_NUMBERS


def test_numbers_that_change_for_good_have_programs() -> None:
    calls = _Calls(64)
    for number in range(3 * MOST_NUMBERS):
        assert calls([(4, str(number)), (5, str(number))] * 4) == [
            (4, str(number)),
            (5, str(number)),
        ]
    assert len(calls.kept) <= 2 * MOST_NUMBERS


def _stepped(module: nn.Module, call: Any, inputs: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """The gradients of inputs, whose backward passes all come after the last forward pass."""
    given = [item.clone().requires_grad_() for item in inputs]
    losses = [call(item).square().sum() for item in given]
    for loss in losses:
        loss.backward()
    return [item.grad for item in given if item.grad is not None]


def test_programs_that_went_are_gone_and_what_they_saved_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = weakref.WeakSet[Any]()
    begin = CompiledGraph.__init__

    def noted(graph: CompiledGraph, interface: Any, program: Any, *rest: Any) -> None:
        begin(graph, interface, program, *rest)
        made.add(program.loaded)

    monkeypatch.setattr(CompiledGraph, "__init__", noted)
    module = nn.Sequential(nn.Linear(4, 6), nn.GELU(), nn.Linear(6, 3))
    other = copy.deepcopy(module)
    call = compiled(module, dynamic=True, options={"most_sizes": 1})
    for sizes in ((3, 4), (5, 5, 5, 5), (3,) * 10):
        inputs = [torch.randn(size, 4) for size in sizes]
        expected = _stepped(other, other, inputs)
        for found, right in zip(_stepped(module, call, inputs), expected, strict=True):
            close(found, right)
    assert len(reports()) == 6
    gc.collect()
    assert len(made) == 2  # of one size, forward and backward
