"""Which results of a graph are written past the caches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.backends.cpu.memory.planner import plan_graph
from aoe.backends.cpu.memory.streamed_allocations import streaming
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

#: Matrices of 64 KiB.
SIDE = 128


def with_llc(kibibytes: int) -> CpuTarget:
    """A CPU with a last cache of so many KiB and a second one of 16 KiB."""
    sizes = {"l2": 16 << 10, "l3": kibibytes << 10}
    found = (
        MemoryLevel(item.name, sizes.get(item.name, item.bytes), item.shared)
        for item in TARGET.memories
    )
    return replace(TARGET, memories=tuple(found))


#: A CPU whose last cache holds less than five matrices, of which each is less than a fourth of it.
SMALL = with_llc(300)


def gradients(trains: bool = True) -> OperatorGraph:
    """Five outputs."""
    build = GraphBuilder()
    found = [build.input(numbers(SIDE, SIDE)) for _ in range(5)]
    return replace(build.graph(*map(build.negated, found)), trains=trains)


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
    assert streamed(gradients()) == [True] * 5


def test_outputs_that_the_last_cache_holds_are_not() -> None:
    assert streamed(gradients(), TARGET) == [False] * 5


def test_outputs_of_inference_are_not() -> None:
    assert streamed(gradients(trains=False)) == [False] * 5


def test_an_output_that_another_operator_reads_is_not() -> None:
    build = GraphBuilder()
    x, *others = (build.input(numbers(SIDE, SIDE)) for _ in range(5))
    first = build.negated(x)
    graph = build.graph(first, build.sum(first, others[0]), *map(build.negated, others))
    assert streamed(replace(graph, trains=True)) == [False, *[True] * 5]


@pytest.mark.parametrize("kept", [False, True])
def test_a_result_that_takes_much_of_the_last_cache_is_though_it_is_read(kept: bool) -> None:
    build = GraphBuilder()
    first = build.negated(build.input(numbers(SIDE, SIDE)))
    graph = replace(build.graph(build.sum(first, first), *[first] * kept), trains=True)
    assert streamed(graph, with_llc(128))[0]
    assert not any(streamed(graph, with_llc(2048)))
    assert not any(streamed(graph, replace(with_llc(128), threads=64)))  # each has its share
    assert not any(streamed(replace(graph, trains=False), with_llc(128)))


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
