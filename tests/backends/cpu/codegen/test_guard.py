"""A loop nest is skipped where its guard is 0."""

from __future__ import annotations

import numpy as np

from aoe.backends.cpu.target.host import host_target
from aoe.loops.expression import Constant
from aoe.loops.loop_nest import Access, Axis, Kernel, Loop, LoopNest, LoweredOperator, Store
from aoe.operators.operator import View
from tests.backends.cpu.codegen import running
from tests.loops.interpreter import run_lowered


def test_a_loop_nest_is_skipped_where_its_guard_is_zero() -> None:
    row, column = Axis("row", 3), Axis("column", 5)
    nest = LoopNest(
        "fill",
        (row, column),
        (),
        (
            Store(
                Access("output0", "float32", (("row", 5), ("column", 1))), Constant(7.0, "float32")
            ),
        ),
        guard=Access("input0", "int32", (("row", 1),)),
    )
    kernel = Kernel("fill", (row,), (Loop("row", 1),), 0, (nest,), ("input0", "output0"))
    flags = np.array([1, 0, -2], np.int32)
    view = View("float32", (3, 5), (5, 1))
    expected = np.outer([7, 0, 7], np.ones(5)).astype(np.float32)
    destination = host_target(1)
    interpreted = run_lowered(
        LoweredOperator((kernel,)),
        [flags],
        [View("int32", (3,), (1,))],
        view,
        np.zeros(15, np.float32),
    )
    compiled = running.run_lowered(
        LoweredOperator((kernel,)), [flags], view, destination, 1, np.zeros(15, np.float32)
    )
    np.testing.assert_array_equal(interpreted, expected)
    np.testing.assert_array_equal(compiled, expected)
