"""Which element types are refused, against eager mode, for each operator that has a rule."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
import torch

from aoe.torch.refused_types import RULES, is_refused
from tests.torch.refused.calls import CALLS, NUMBER

TYPES = torch.bool, torch.int64, torch.float32, torch.float64, torch.bfloat16
NUMBERS = True, 2, 2.5
NAMES = sorted({call[0] for call in CALLS})


def overload(name: str) -> Any:
    packet, _, kind = name.partition(".")
    return getattr(getattr(torch.ops.aten, packet), kind or "default")


def of_all_types(arguments: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The arguments with operands of all types, and of mixed ones.

    Where there are more than three, one differs from the others.
    """
    choices = [
        NUMBERS if item is NUMBER else [item.to(dtype) for dtype in TYPES]
        if isinstance(item, torch.Tensor) and item.is_floating_point() else [item]
        for item in arguments
    ]  # fmt: skip
    if sum(len(items) > 1 for items in choices) <= 3:
        yield from itertools.product(*choices)
        return
    for place, number in itertools.product(range(len(arguments)), range(len(TYPES))):
        plain = [items[number if len(items) > 1 else 0] for items in choices]
        for other in choices[place]:
            yield (*plain[:place], other, *plain[place + 1 :])


def is_computed(operator: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> bool:
    copies = [item.clone() if isinstance(item, torch.Tensor) else item for item in arguments]
    try:
        operator(*copies, **named)
    except (RuntimeError, NotImplementedError):
        return False
    return True


@pytest.mark.parametrize("name", NAMES)
def test_only_what_eager_mode_refuses_is_refused(name: str) -> None:
    operator = overload(name)
    found = set()
    for _, *given in (call for call in CALLS if call[0] == name):
        named = given.pop() if isinstance(given[-1], dict) else {}
        for arguments in of_all_types(tuple(given)):
            refused = is_refused(operator, arguments, named)
            found.add((refused, is_computed(operator, arguments, named)))
    assert {(True, False), (False, True)} <= found
    assert (True, True) not in found


def test_each_operator_that_has_a_rule_is_called() -> None:
    called = {*NAMES, *(name.partition(".")[0] for name in NAMES)}
    assert called >= {name for _, names in RULES for name in names}
