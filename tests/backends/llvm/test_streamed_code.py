"""Stores past the caches write the same as others, wherever the memory begins."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aoe.backends.cpu.codegen.kernel_code import kernel_ir
from aoe.backends.cpu.codegen.object_code import assembly
from aoe.backends.cpu.target.host import host_target
from aoe.loops.expression import Load, apply
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Store,
)
from aoe.operators.operator import View
from tests.backends.cpu.codegen import running

ROWS, COLUMNS = 3, 64


def doubled(columns: int, offset: int, streamed: bool = True) -> Kernel:
    """Doubles rows of so many columns, into a buffer behind `offset` elements."""
    row, column = Axis("row", ROWS), Axis("column", columns)
    strides = (("row", columns), ("column", 1))
    store = Store(
        Access("output0", "float32", strides, offset), apply("add", Load(0), Load(0)), streamed
    )
    nest = LoopNest(
        "double",
        (row, column),
        (Access("input0", "float32", strides),),
        (store,),
        schedule=LoopSchedule("column", 1),
    )
    return Kernel("double", (row,), (Loop("row", 1),), 0, (nest,), ("input0", "output0"))


@pytest.mark.parametrize("columns", [COLUMNS, COLUMNS + 3])
@pytest.mark.parametrize("offset", [0, 1, 16])
def test_streamed_stores_write_what_others_do(columns: int, offset: int) -> None:
    x = np.random.default_rng(0).normal(size=(ROWS, columns)).astype(np.float32)
    output = np.full(offset + ROWS * columns, 5, np.float32)
    written = running.run_lowered(
        LoweredOperator((doubled(columns, offset),)),
        [x],
        View("float32", (ROWS, columns), (columns, 1), offset),
        host_target(1),
        1,
        output,
    )
    np.testing.assert_array_equal(written, 2 * x)


def test_only_streamed_stores_go_past_the_caches_and_are_completed() -> None:
    target = host_target(1)
    if not target.triple.startswith("x86_64"):
        pytest.skip("instructions of x86")
    streamed, usual = (
        assembly(kernel_ir(doubled(COLUMNS, 0, flag), "kernel", target), target)
        for flag in (True, False)
    )
    assert "movntp" in streamed
    assert "sfence" in streamed
    assert "movnt" not in usual
    assert "sfence" not in usual


def test_a_kernel_is_another_one_where_it_streams() -> None:
    usual = doubled(COLUMNS, 0, streamed=False)
    assert repr(usual) != repr(doubled(COLUMNS, 0))
    (nest,) = usual.nests
    assert replace(nest.stores[0], streamed=True) != nest.stores[0]
