"""Which values share memory: results overwrite values that nothing reads afterwards."""

from __future__ import annotations

from aoe.runtime.plan import Plan
from tests.backends.cpu.graphs import GraphBuilder, check, numbers


def test_a_chain_of_pointwise_operators_overwrites_its_output() -> None:
    build = GraphBuilder()
    value = build.input(numbers(10, 16))
    for _ in range(6):
        value = build.negated(value)
    assert check(build, value).arena_bytes == 0


def test_what_is_read_later_is_not_overwritten() -> None:
    build = GraphBuilder()
    value = build.negated(build.input(numbers(10, 16)))
    later = build.sum(build.negated(build.negated(value)), value)
    assert check(build, later).arena_bytes == 640


def test_what_a_view_shows_later_is_not_overwritten() -> None:
    build = GraphBuilder()
    value = build.negated(build.input(numbers(10, 16)))
    view = build.view("reshape", (16, 10), value)
    two = build.negated(build.negated(value))
    plan = check(build, build.sum(build.negated(build.negated(view)), view), two)
    assert plan.arena_bytes == 640


def test_an_output_is_not_overwritten() -> None:
    build = GraphBuilder()
    value = build.negated(build.input(numbers(10, 16)))
    check(build, value, build.negated(build.negated(value)))


def test_a_value_in_another_order_is_not_overwritten() -> None:
    build = GraphBuilder()
    value = build.negated(build.input(numbers(10, 16)), (1, 0))
    assert check(build, build.negated(build.negated(value, (0, 1)))).arena_bytes == 640


def test_a_value_that_is_read_twice_at_once_is_not_overwritten() -> None:
    build = GraphBuilder()
    value = build.negated(build.input(numbers(10, 16)))
    assert check(build, build.negated(build.sum(value, value))).arena_bytes == 640


def locations(plan: Plan) -> set[tuple[str, int]]:
    """Where the kernels of a plan read and write."""
    return {(item.space, item.index) for call in plan.calls for item in call.arguments}


def test_results_of_one_operator_overwrite_an_input_each() -> None:
    build = GraphBuilder()
    one, other = (build.negated(build.input(numbers(10, size))) for size in (16, 16))
    total, negated = build.sum_and_negated(one, other)
    assert check(build, total, negated).arena_bytes == 0


def test_an_output_is_computed_in_the_memory_of_the_input_that_it_overwrites() -> None:
    build = GraphBuilder()
    one, other = build.input(numbers(10, 16)), build.input(numbers(10, 16))
    total, negated = build.sum_and_negated(one, other)
    build.aliases = {total: other, negated: one}
    plan = check(build, total, negated)
    assert len(plan.calls) == 1
    assert locations(plan) == {("output", 0), ("output", 1)}


def test_an_output_may_overwrite_an_input_through_views() -> None:
    build = GraphBuilder()
    one = build.input(numbers(10, 16))
    flat = build.negated(build.view("reshape", (160,), one))
    result = build.view("reshape", (10, 16), flat)
    build.aliases = {result: one}
    plan = check(build, result)
    assert len(plan.calls) == 1
    assert locations(plan) == {("output", 0)}


def test_an_input_that_is_read_later_is_overwritten_at_the_end() -> None:
    build = GraphBuilder()
    one = build.input(numbers(10, 16))
    first = build.negated(one)
    build.aliases = {first: one}
    plan = check(build, first, build.sum(build.negated(first), one))
    assert plan.calls[-1].operator == f"{first} (copy)"


def test_outputs_that_exchange_inputs_are_right() -> None:
    build = GraphBuilder()
    one, other = build.input(numbers(10, 16)), build.input(numbers(10, 16))
    first = build.view("reshape", (10, 16), one)
    second = build.view("reshape", (10, 16), other)
    build.aliases = {first: other, second: one}
    check(build, first, second)


def test_an_output_that_is_its_input_transposed_is_right() -> None:
    build = GraphBuilder()
    one = build.input(numbers(16, 16))
    turned = build.view("transpose", (1, 0), build.negated(one))
    build.aliases = {turned: one}
    check(build, turned)


def test_an_input_that_a_second_output_shows_is_saved_first() -> None:
    build = GraphBuilder()
    one = build.input(numbers(10, 16))
    negated = build.negated(one)
    build.aliases = {negated: one}
    check(build, negated, build.view("reshape", (160,), one))
