"""How the cost model of contractions accounts for caches."""

from __future__ import annotations

import dataclasses
from math import prod

import pytest

from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule
from aoe.backends.cpu.lowering.contraction.contraction_space import (
    Estimator,
    estimate,
    estimator,
    ranked,
    schedules,
    with_prefetch,
)
from aoe.backends.cpu.lowering.contraction.contraction_traffic import (
    scattered_seconds,
    strip_seconds,
)
from aoe.backends.cpu.target.cpu_target import Speed
from aoe.backends.cpu.target.host import target_for
from aoe.loops.expression import Accumulator
from aoe.loops.loop_nest import Access, Axis
from tests.backends.cpu.changed_target import changed

TARGET = changed(target_for("avx512"), l1=32768, threads=1)
PAIR = dataclasses.replace(TARGET, threads=2)


def test_rows_that_fall_into_one_cache_set_are_estimated_slower() -> None:
    tall = Schedule((1, 14), 2, 4, 196, 1024, 1, "rows")
    assert estimate(product(1024), tall, TARGET) > 1.05 * estimate(product(1040), tall, TARGET)


def test_numbers_of_64_bits_take_two_registers_a_vector() -> None:
    single = product(1024)
    double = dataclasses.replace(
        single,
        **{
            name: dataclasses.replace(getattr(single, name), dtype="float64")
            for name in ("a", "b", "output")
        },
    )

    def most(contraction: Contraction) -> int:
        found = schedules(contraction, TARGET)
        return max((prod(item.tile) + 1) * item.vectors for item in found)

    assert most(single) < TARGET.vector_registers
    assert 2 * most(double) < TARGET.vector_registers


def test_rows_that_fit_the_ways_of_a_cache_set_cost_nothing_more() -> None:
    flat = Schedule((1, 7), 2, 4, 196, 1024, 1, "rows")
    assert estimate(product(1024), flat, TARGET) == estimate(product(1040), flat, TARGET)


def test_the_default_tile_of_rows_a_page_apart_fits_the_ways_of_a_cache_set() -> None:
    assert prod(ranked(product(1024), TARGET)[0].tile) <= TARGET.l1 // 4096


def test_an_estimate_does_not_depend_on_the_schedules_estimated_before() -> None:
    target = dataclasses.replace(TARGET, threads=2)
    every = sorted({*schedules(product(1024), target)})
    shared = [estimate(product(1024), schedule, target) for schedule in every]
    alone = [Estimator(product(1024), target).seconds(schedule) for schedule in every]
    assert shared == alone


def test_operands_in_caches_take_no_more_time_than_those_that_come_from_memory() -> None:
    estimates = Estimator(product(1024), PAIR)
    for schedule in with_prefetch(product(1024), [*schedules(product(1024), PAIR)]):
        assert estimates.cached(schedule) <= estimates.seconds(schedule)
        assert estimates.cached(schedule) <= estimates.fetched(schedule)


def test_the_time_of_arithmetic_is_in_that_of_operands_in_caches() -> None:
    estimates = Estimator(product(1024), PAIR)
    for schedule in schedules(product(1024), PAIR):
        assert estimates.arithmetic(schedule) <= estimates.cached(schedule)


@pytest.mark.parametrize("limit", [1, 24, 10_000])
@pytest.mark.parametrize("rows", [1, 14, 196])
def test_the_best_are_found_without_estimating_all(rows: int, limit: int) -> None:
    contraction = dataclasses.replace(product(1024), rows=(Axis("m", rows),))
    every = {*schedules(contraction, PAIR)}
    expected = sorted((estimate(contraction, item, PAIR), item) for item in every)[:limit]
    assert ranked(contraction, PAIR, limit) == [item for _, item in expected]
    bounds = estimator(contraction, PAIR)
    assert all(bounds.arithmetic(item) <= bounds.seconds(item) for item in every)


def test_a_long_reduction_has_slices_that_stay_in_a_cache() -> None:
    for steps in (6272, 10_000, 25_088):
        contraction = dataclasses.replace(product(1024), reduction=(Axis("c", steps),))
        depths = {schedule.depth for schedule in schedules(contraction, PAIR)} - {steps}
        assert depths
        assert all(steps % depth == 0 and 192 <= depth <= 1024 for depth in depths)


def test_a_residual_is_waited_for_where_a_tile_has_more_of_it_than_the_next_one_hides() -> None:
    extras = (Access("input2", "float32", (("m", 256), ("k", 1))),)
    bias = (Access("input2", "float32", (("k", 1),)),)
    small, large = (Schedule((1, 14), vectors, 4, 14, 1024, 1, "rows") for vectors in (1, 2))

    def seconds(schedule: Schedule, extras: tuple[Access, ...]) -> float:
        return estimate(dataclasses.replace(product(1040), extras=extras), schedule, TARGET)

    assert seconds(large, bias) < seconds(small, bias)
    assert seconds(large, extras) > seconds(large, bias)
    waited = seconds(large, extras) - seconds(large, bias)
    assert seconds(small, extras) - seconds(small, bias) < 0.5 * waited


def test_strips_with_residuals_are_waited_for_less_where_hardware_prefetches_more_rows() -> None:
    residual = Access("input2", "float32", (("m", 1024), ("k", 1)))
    contraction = dataclasses.replace(sized(1568, 1024, 512), extras=(residual, residual))
    zen4, zen5 = (
        dataclasses.replace(PAIR, model=f"znver{n}", speed=Speed(memory=19e9)) for n in (4, 5)
    )
    waited = strip_seconds(contraction, 2, 56, zen5)
    assert 0 < waited < 0.5 * strip_seconds(contraction, 2, 56, zen4)


def test_a_last_block_that_is_smaller_leaves_more_to_the_other_thread() -> None:
    uneven, even = (Schedule((1, 14), 2, 4, block, 1024, 1, "rows") for block in (56, 98))
    slower = estimate(product(1040), uneven, PAIR) / estimate(product(1040), even, PAIR)
    assert slower > 1.08  # 56 + 56 rows of 196 are 8/7 of 98


def test_few_rows_by_many_columns_are_shared_out_by_columns() -> None:
    wide = sized(rows=28, columns=4096, steps=512)
    assert ranked(wide, PAIR)[0].parallel == "columns"


def test_many_rows_by_few_columns_are_shared_out_by_rows() -> None:
    tall = sized(rows=3136, columns=64, steps=64)
    assert ranked(tall, PAIR)[0].parallel == "rows"


def test_strips_of_many_rows_of_a_large_result_are_waited_for() -> None:
    large, small = sized(25_088, 1024, 256), sized(512, 1024, 256)
    for contraction, waits in ((large, True), (small, False)):
        few, many = (Schedule((1, 14), 1, 1, rows, 256, 0, "rows") for rows in (56, 224))
        slower = estimate(contraction, many, PAIR) > 1.1 * estimate(contraction, few, PAIR)
        assert slower == waits
    whole = Schedule((1, 1), 8, 1, 224, 256, 0, "rows")
    assert strip_seconds(sized(25_088, 128, 256), whole.vectors, whole.block, PAIR) == 0
    assert ranked(large, PAIR)[0].block <= profile_of(PAIR).contraction.followed_rows


def test_columns_that_lie_in_few_cache_sets_are_waited_for_where_these_lose_them() -> None:
    def seconds(filters_apart: int, vectors: int) -> float:
        transposed = Access("output0", "float32", (("m", 1), ("k", filters_apart)))
        gradient = dataclasses.replace(sized(2304, 512, 128), output=transposed)
        return scattered_seconds(gradient, vectors, TARGET)

    page = 1024
    assert seconds(2 * page, 1) > 0  # 16 lines of one set
    assert seconds(page // 2 + page, 1) == 0  # 8 lines of each of two sets
    assert seconds(page // 2 + page, 2) == seconds(2 * page, 1)
    assert seconds(page + 16, 4) == 0
    assert seconds(1, 4) == 0


def sized(rows: int, columns: int, steps: int) -> Contraction:
    """A dense contraction of these sizes."""
    return dataclasses.replace(
        product(steps),
        rows=(Axis("m", rows),),
        column=Axis("k", columns),
        reduction=(Axis("c", steps),),
        b=Access("input1", "float32", (("k", 1), ("c", columns))),
        output=Access("output0", "float32", (("m", columns), ("k", 1))),
    )


def product(pitch: int) -> Contraction:
    """196 rows of 1024 elements, each `pitch` elements behind the one before, by 256 columns."""
    return Contraction(
        batch=(),
        rows=(Axis("m", 196),),
        column=Axis("k", 256),
        reduction=(Axis("c", 1024),),
        a=Access("input0", "float32", (("m", pitch), ("c", 1))),
        b=Access("input1", "float32", (("k", 1), ("c", 256))),
        extras=(),
        output=Access("output0", "float32", (("m", 256), ("k", 1))),
        epilogue=Accumulator(),
    )
