"""How the taps of weights that change are read."""

from __future__ import annotations

import pytest

from aoe.backends.cpu.lowering.winograd.taps import transposing
from aoe.loops.loop_nest import Access, Axis
from aoe.operators.operator import Operand, View


@pytest.mark.parametrize(("order", "fetched"), [((0, 1, 2, 3), False), ((1, 0, 2, 3), True)])
def test_channels_that_are_pages_apart_are_fetched_a_block_ahead(
    order: tuple[int, ...], fetched: bool
) -> None:
    w = View.dense(Operand("float32", (512, 64, 3, 3), order))
    source = Access("input1", "float32", (("c", w.strides[1]), ("k", w.strides[0])))
    nest = transposing(source, w, (Axis("c", 64), Axis("k", 512)), 32, 16)
    assert nest.prefetched_ahead == (((0, 16 * 512 * 9),) if fetched else ())
