"""Planning: plans compute what the graph says, and save copies, kernels and memory."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aoe.backends.cpu.memory.concatenation import concatenation_homes
from aoe.backends.cpu.memory.planner import plan_graph
from aoe.errors import CompileError
from aoe.operators.operator_graph import OperatorGraph
from aoe.runtime.plan import ALIGNMENT, Plan, aligned
from tests.backends.cpu.graphs import TARGET, GraphBuilder, check, numbers, planned, run_plan


@st.composite
def graphs(draw: st.DrawFn) -> tuple[GraphBuilder, list[str]]:
    """A random graph of pointwise operators, concatenations and views, with some outputs."""
    build = GraphBuilder()
    shape = tuple(draw(st.lists(st.integers(1, 4), min_size=1, max_size=3)))
    names = [build.input(numbers(*shape)), build.input(numbers(*shape) + 1)]
    names.append(build.constant(numbers(*shape) * 2))
    for _ in range(draw(st.integers(1, 9))):
        one = draw(st.sampled_from(names))
        extents = build.values[one].shape
        alike = [name for name in names if build.values[name].shape == extents]
        order = draw(st.permutations(range(len(extents))))
        kind = draw(st.sampled_from(["sum", "negated", "concat", "reshape", "transpose", "slice"]))
        if kind == "sum":
            names.append(build.sum(one, draw(st.sampled_from(alike)), order))
        elif kind == "negated":
            names.append(build.negated(one, order))
        elif kind == "concat" and extents and build.values[one].size < 200:
            others = draw(st.lists(st.sampled_from(alike), min_size=1, max_size=3))
            names.append(build.concat([one, *others], draw(st.sampled_from(range(len(extents))))))
        elif kind == "reshape":
            size = int(np.prod(extents))
            divisors = [n for n in range(1, size + 1) if size % n == 0]
            first = draw(st.sampled_from(divisors))
            names.append(build.view("reshape", (first, size // first), one))
        elif kind == "transpose":
            names.append(build.view("transpose", order, one))
        elif kind == "slice":
            cut = [
                (n - 1, -1, n) if draw(st.booleans()) else (n // 2, 1, n - n // 2) for n in extents
            ]
            names.append(build.view("slice", [number for item in cut for number in item], one))
    outputs = draw(st.lists(st.sampled_from(names), min_size=1, max_size=4))
    return build, [*outputs, names[-1]]


@given(graphs())
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_plans_of_random_graphs_compute_what_numpy_computes(
    case: tuple[GraphBuilder, list[str]],
) -> None:
    build, outputs = case
    plan = check(build, *outputs)
    for call in (*plan.calls, *plan.prepare):
        for location in call.arguments:
            assert location.offset % ALIGNMENT == 0
    check_buffers(plan)


def check_buffers(plan: Plan) -> None:
    """Each place in the arena that a call uses lies in a buffer that is in use then, and no two
    buffers in use at once share memory.
    """
    for number, call in enumerate(plan.calls):
        used = [item for item in plan.buffers if item.first <= number <= item.last]
        ends = sorted((item.offset, item.offset + item.bytes) for item in used)
        assert all(end <= start for (_, end), (start, _) in pairwise(ends))
        for location in call.arguments:
            if location.space == "arena":
                assert any(start <= location.offset < end for start, end in ends)


def test_a_buffer_is_named_after_the_first_value_in_it() -> None:
    build = GraphBuilder()
    value = build.negated(build.input(numbers(4, 5)))
    seen, other = build.view("transpose", (1, 0), value), build.constant(numbers(5, 4))
    plan = planned(build.graph(build.sum(seen, other))).plan
    assert [item.value for item in plan.buffers] == [value]


def test_inputs_are_read_and_outputs_written_in_place() -> None:
    build = GraphBuilder()
    plan = check(build, build.negated(build.input(numbers(4, 5))))
    (call,) = plan.calls
    assert {location.space for location in call.arguments} == {"input", "output"}
    assert plan.arena_bytes == 0


def test_an_output_that_is_reshaped_at_the_end_is_written_in_place() -> None:
    build = GraphBuilder()
    value = build.negated(build.input(numbers(2, 3, 1, 1)), order=(0, 2, 3, 1))
    plan = check(build, build.view("reshape", (2, 3), value))
    assert len(plan.calls) == 1


def test_views_cost_no_call() -> None:
    build = GraphBuilder()
    turned = build.view("transpose", (1, 0), build.input(numbers(4, 6)))
    part = build.view("slice", (0, 2, 3, 1, 1, 2), turned)
    plan = check(build, build.negated(build.view("reshape", (6,), build.negated(part))))
    assert len(plan.calls) == 2


def test_a_reshape_that_strides_cannot_express_is_copied() -> None:
    build = GraphBuilder()
    turned = build.view("transpose", (1, 0), build.input(numbers(4, 6)))
    plan = check(build, build.negated(build.view("reshape", (24,), turned)))
    assert len(plan.calls) == 2


@pytest.mark.parametrize("kind", ["input", "constant", "view", "twice", "order"])
def test_an_output_that_is_no_operators_own_result_is_copied(kind: str) -> None:
    build = GraphBuilder()
    x = build.input(numbers(4, 6))
    result = build.negated(x, order=(1, 0) if kind == "order" else None)
    outputs = {
        "input": (result, x),
        "constant": (result, build.constant(numbers(3))),
        "view": (result, build.view("transpose", (1, 0), result)),
        "twice": (result, result),
        "order": (result,),
    }
    plan = check(build, *outputs[kind])
    assert len(plan.calls) == 2
    assert plan.calls[1].operator.endswith("(copy)")


def test_operators_write_straight_into_a_concatenation() -> None:
    build = GraphBuilder()
    x = build.input(numbers(2, 3, 4))
    parts = [build.negated(x), build.sum(x, x), build.negated(build.negated(x))]
    plan = check(build, build.negated(build.concat(parts, 1)))
    assert len(plan.calls) == 5


def test_concatenations_within_concatenations_move_nothing() -> None:
    build = GraphBuilder()
    x = build.input(numbers(3, 4))
    inner = build.concat([build.negated(x), build.sum(x, x)], 1)
    plan = check(build, build.concat([build.negated(x), inner], 1))
    assert len(plan.calls) == 3
    assert plan.arena_bytes == 0


def test_a_part_of_a_concatenation_may_be_read_by_others_too() -> None:
    build = GraphBuilder()
    x = build.input(numbers(3, 4))
    part = build.negated(x, order=(1, 0))
    other = build.negated(part, order=(1, 0))
    whole = build.concat([part, other], 0, order=(1, 0))
    plan = check(build, build.sum(whole, whole))
    assert len(plan.calls) == 3


@pytest.mark.parametrize("kind", ["input", "view", "constant", "twice", "output", "order"])
def test_what_cannot_be_written_into_a_concatenation_is_copied_there(kind: str) -> None:
    build = GraphBuilder()
    x = build.input(numbers(3, 4))
    made = build.negated(x)
    part = {
        "input": x,
        "view": build.view("slice", (0, 1, 3, 0, 1, 4), build.sum(x, x)),
        "constant": build.constant(numbers(3, 4)),
        "twice": made,
        "output": build.sum(x, made),
        "order": build.negated(made, order=(1, 0)),
    }[kind]
    whole = build.concat([made, part], 0)
    outputs = (build.negated(whole), part) if kind == "output" else (build.negated(whole),)
    homes = concatenation_homes(build.graph(*outputs))
    assert homes.keys() == (set() if kind == "twice" else {made})
    check(build, *outputs)


def test_a_part_that_is_a_view_with_other_dimensions_of_one_is_written_in_place() -> None:
    build = GraphBuilder()
    x = build.input(numbers(3, 4))
    flat, other = build.negated(x), build.view("reshape", (3, 1, 4), build.negated(x))
    wide = build.view("reshape", (3, 1, 4), flat)
    whole = build.concat([wide, other], 1)
    plan = check(build, build.sum(whole, whole), build.sum(flat, x))
    assert len(plan.calls) == 4


def test_the_result_of_one_operator_joins_one_concatenation_only() -> None:
    build = GraphBuilder()
    x = build.input(numbers(3, 4))
    one, two, three = build.negated(x), build.sum(x, x), build.negated(x)
    first, second = build.concat([one, two], 1), build.concat([one, three], 1)
    homes = concatenation_homes(build.graph(first, second))
    assert {name: home.joined for name, home in homes.items()} == {
        one: first,
        two: first,
        three: second,
    }
    check(build, first, second)


def test_threads_write_where_they_wrote_before() -> None:
    """Two threads share rows that become fewer. In the densest packing, the second thread's rows
    would lie where the first thread's rows were.
    """
    build = GraphBuilder()
    value = build.input(numbers(512, 256))
    for rows in (512, 256, 128):
        value = build.negated(build.view("slice", (0, 1, rows, 0, 1, 256), value))
        value = build.negated(value, (1, 0))
    graph = build.graph(value)
    alone = plan_graph(graph, {}, replace(TARGET, threads=1)).plan
    together = plan_graph(graph, {}, TARGET).plan
    assert alone.arena_bytes <= together.arena_bytes <= alone.arena_bytes * 1.25
    assert arena_offsets(together) != arena_offsets(alone)


@given(graphs())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_plans_that_reuse_no_memory_compute_what_numpy_computes(
    case: tuple[GraphBuilder, list[str]],
) -> None:
    build, outputs = case
    result = plan_graph(build.graph(*outputs), {}, TARGET, reuse_memory=False)
    arrays = run_plan(result, build.constants, [build.values[name] for name in build.inputs])
    for name, array in zip(outputs, arrays, strict=True):
        np.testing.assert_array_equal(array, build.values[name])


@pytest.mark.parametrize("threads", [1, 2])
def test_without_reuse_each_value_has_its_own_memory(threads: int) -> None:
    build = GraphBuilder()
    value = build.input(numbers(30, 40))
    for _ in range(5):
        value = build.negated(value)
    graph, target = build.graph(value), replace(TARGET, threads=threads)
    plan = plan_graph(graph, {}, target, reuse_memory=False).plan
    size = aligned(30 * 40 * 4)
    assert sorted({*arena_offsets(plan)}) == [number * size for number in range(4)]
    assert plan.arena_bytes == 4 * size
    assert plan_graph(graph, {}, target).plan.arena_bytes < plan.arena_bytes


def arena_offsets(plan: Plan) -> list[int]:
    return [at.offset for call in plan.calls for at in call.arguments if at.space == "arena"]


def test_a_constant_that_nothing_reads_is_left_out() -> None:
    build = GraphBuilder()
    used, _ = build.constant(numbers(3)), build.constant(numbers(300))
    plan = check(build, build.sum(build.input(numbers(3)), used))
    assert [info.name for info in plan.constants] == [used]


def test_an_operand_with_more_dimensions_of_one_is_reshaped() -> None:
    build = GraphBuilder()
    x, bias = build.input(numbers(2, 3, 4)), build.constant(numbers(3))
    wide = build.view("reshape", (3, 1), bias)
    total = build.sum(x, wide)
    graph = build.graph(total)
    direct = OperatorGraph(
        graph.name,
        graph.inputs,
        graph.outputs,
        graph.tensors,
        graph.constants,
        tuple(
            node if node.output != total else type(node)(node.name, node.operator, (x, bias), total)
            for node in graph.operator_nodes
        ),
    )
    (result,) = run_plan(planned(direct), build.constants, [build.values[x]])
    np.testing.assert_array_equal(result, build.values[total])


def test_element_types_that_are_not_computed_are_refused() -> None:
    build = GraphBuilder()
    graph = build.graph(build.input(np.zeros(3, np.complex64)))
    with pytest.raises(CompileError, match="complex64"):
        planned(graph)
