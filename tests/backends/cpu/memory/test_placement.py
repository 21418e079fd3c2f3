"""Which values share memory: results overwrite values that nothing reads afterwards."""

from __future__ import annotations

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
