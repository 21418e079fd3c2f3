"""Which outputs of a graph are written past the caches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.backends.cpu.memory.planner import plan_graph
from aoe.backends.cpu.memory.streamed_outputs import streaming
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Accumulator, Load
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Reduction,
    Store,
)
from aoe.operators.operator_graph import OperatorGraph
from aoe.target import MemoryLevel
from tests.backends.cpu.graphs import TARGET, GraphBuilder, numbers

#: A CPU whose last cache holds less than two matrices.
SMALL = replace(
    TARGET,
    memories=tuple(
        MemoryLevel(item.name, 48 << 10, item.shared) if item.name == "l3" else item
        for item in TARGET.memories
    ),
)
SIDE = 128


def gradients(trains: bool = True) -> OperatorGraph:
    """Two outputs of 64 KiB."""
    build = GraphBuilder()
    x, y = (build.input(numbers(SIDE, SIDE)) for _ in range(2))
    return replace(build.graph(build.negated(x), build.negated(y)), trains=trains)


def streamed(graph: OperatorGraph, target: CpuTarget = SMALL) -> list[bool]:
    """Whether each kernel of a graph has streamed stores."""
    planned = plan_graph(graph, {}, target)
    return [
        any(
            store.streamed for nest in planned.kernels[call.function].nests for store in nest.stores
        )
        for call in planned.plan.calls
    ]


def test_outputs_of_training_that_the_last_cache_does_not_hold_are_streamed() -> None:
    assert streamed(gradients()) == [True, True]


def test_outputs_that_the_last_cache_holds_are_not() -> None:
    assert streamed(gradients(), TARGET) == [False, False]


def test_outputs_of_inference_are_not() -> None:
    assert streamed(gradients(trains=False)) == [False, False]


def test_an_output_that_another_operator_reads_is_not() -> None:
    build = GraphBuilder()
    x, y = (build.input(numbers(SIDE, SIDE)) for _ in range(2))
    first = build.negated(x)
    graph = build.graph(first, build.negated(y), build.sum(first, y))
    assert streamed(replace(graph, trains=True)) == [False, True, True]


def summed(outermost: str) -> LoweredOperator:
    """Sums over `step`, whose loop is around that over `column` or inside it."""
    column, step = Axis("column", 64), Axis("step", 8)
    inner = "column" if outermost == "step" else "step"
    nest = LoopNest(
        "sum",
        (column, step),
        (Access("input0", "float32", (("column", 1), ("step", 64))),),
        (Store(Access("output0", "float32", (("column", 1),)), Accumulator()),),
        Reduction("sum", ("step",), Load(0)),
        LoopSchedule("column", 4, order=(Loop(outermost, 1), Loop(inner, 0))),
    )
    return LoweredOperator((Kernel("sum", (), (), 0, (nest,), ("input0", "output0")),))


@pytest.mark.parametrize(("outermost", "expected"), [("column", True), ("step", False)])
def test_what_holds_partial_sums_is_not(outermost: str, expected: bool) -> None:
    (kernel,) = streaming(summed(outermost), ["output0"], TARGET).kernels
    assert kernel.nests[0].stores[0].streamed is expected
