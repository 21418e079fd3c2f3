"""Operators become calls: equal ones share kernels and packed constants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from aoe.backends.cpu.memory import operator_calls
from aoe.backends.cpu.memory.planner import plan_graph
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.errors import CompileError, PolicyError
from aoe.loops.expression import Load, apply
from aoe.loops.loop_nest import Access, Axis, Buffer, Kernel, LoopNest, LoweredOperator, Store
from aoe.operators.operator import Operator, View
from aoe.operators.views import is_row_major
from aoe.policy import Policy
from tests.backends.cpu.graphs import TARGET, GraphBuilder, check, numbers, planned


def test_equal_operators_share_a_kernel_and_different_ones_do_not() -> None:
    build = GraphBuilder()
    inputs = [build.input(numbers(8, 8)) for _ in range(4)]
    outputs = [build.negated(value) for value in inputs]
    result = planned(build.graph(*outputs, build.sum(inputs[0], inputs[1])))
    assert len({call.function for call in result.plan.calls}) == 2
    assert result.kernels.keys() == {call.function for call in result.plan.calls}


def test_equal_operators_on_aligned_parts_of_a_buffer_share_a_kernel() -> None:
    build = GraphBuilder()
    x = build.input(numbers(2, 16))
    build_parts = [build.negated(x), build.negated(x)]
    result = planned(build.graph(build.concat(build_parts, 1)))
    assert len(result.plan.calls) == 2
    assert len(result.kernels) == 1


def test_a_policy_outside_the_space_is_refused() -> None:
    build = GraphBuilder()
    graph = build.graph(build.negated(build.input(numbers(3))))
    policies = {graph.operator_nodes[0].operator.key: Policy.of("no such implementation")}
    with pytest.raises(PolicyError, match="no such implementation"):
        plan_graph(graph, policies, TARGET)


def packing_lower(
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    policy: Policy,
    target: CpuTarget,
    further: Sequence[View],
) -> LoweredOperator:
    """Lowers to input0 + input1 through a temporary, input0 negated, and `input1` negated in
    advance.
    """
    del policy, target
    assert not further
    assert is_row_major(inputs[0])
    assert is_row_major(output)
    count = int(np.prod(output.shape))

    def move(name: str, sources: tuple[str, ...], destination: str) -> Kernel:
        i = Axis("i", count)
        reads = tuple(Access(source, "float32", (("i", 1),)) for source in sources)
        total = Load(0) if len(reads) == 1 else apply("add", Load(0), Load(1))
        store = Store(Access(destination, "float32", (("i", 1),)), apply("neg", total))
        nest = LoopNest(name, (i,), reads, (store,))
        return Kernel(name, (i,), (), 0, (nest,), (*sources, destination))

    return LoweredOperator(
        kernels=(
            move("turn", ("input0",), "turned"),
            move("combine", ("turned", "pack"), "output0"),
        ),
        prepare=(move("turn", ("input1",), "pack"),),
        temporaries=(Buffer("turned", "float32", count),),
        packed=(Buffer("pack", "float32", count),),
    )


@pytest.fixture
def packing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes `packing_lower` lower all operators."""

    def any_policy(operator: Operator, target: CpuTarget) -> Policy:
        return Policy.of("packing")

    monkeypatch.setattr(operator_calls, "lower", packing_lower)
    monkeypatch.setattr(operator_calls, "default_policy", any_policy)


@pytest.mark.usefixtures("packing")
def test_packed_constants_and_temporaries_have_memory() -> None:
    build = GraphBuilder()
    total = build.sum(build.input(numbers(4, 5)), build.constant(numbers(4, 5)))
    plan = check(build, total)
    assert len(plan.prepare) == 1
    assert (plan.packed_bytes, plan.arena_bytes) == (128, 128)


@pytest.mark.usefixtures("packing")
def test_a_constant_packed_alike_for_several_operators_is_packed_once() -> None:
    build = GraphBuilder()
    shared, other = build.constant(numbers(4, 5)), build.constant(numbers(4, 5) + 1)
    value = build.input(numbers(4, 5))
    plan = check(build, *(build.sum(value, constant) for constant in (shared, shared, other)))
    assert len(plan.prepare) == 2
    assert plan.packed_bytes == 256


@pytest.mark.usefixtures("packing")
def test_only_constants_can_be_packed_ahead() -> None:
    build = GraphBuilder()
    graph = build.graph(build.sum(build.input(numbers(3)), build.input(numbers(3))))
    with pytest.raises(CompileError, match="input1 is packed ahead but is not a constant"):
        planned(graph)


def test_policies_are_found_by_the_operators_key(monkeypatch: pytest.MonkeyPatch) -> None:
    build = GraphBuilder()
    graph = build.graph(build.negated(build.input(numbers(3))))
    seen: list[Policy] = []

    def lower(
        operator: Operator,
        inputs: Sequence[View],
        output: View,
        policy: Policy,
        target: CpuTarget,
        further: Sequence[View],
    ) -> LoweredOperator:
        seen.append(policy)
        return LoweredOperator(())

    monkeypatch.setattr(operator_calls, "lower", lower)
    policies: Mapping[str, Policy] = {graph.operator_nodes[0].operator.key: Policy.of("mine")}
    plan_graph(graph, policies, TARGET)
    assert seen == [Policy.of("mine")]
