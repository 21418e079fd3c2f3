"""Matmuls of a few rows by weights in 24 bits: interpreted, and compiled for all CPUs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.matmul.matmul_float24 import IMPLEMENTATION
from aoe.backends.cpu.lowering.reduced_precision import float24
from aoe.backends.registry import default_policy
from aoe.errors import PolicyError
from aoe.loops.expression import Load
from aoe.operators.operator import Operator, View
from aoe.operators.reference import evaluate
from aoe.policy import Decision, Policy
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.matmul.test_matmul_amx import (
    TILES,
    check_without_tiles,
    computed,
    with_bias,
)
from tests.backends.cpu.implementations.matmul.test_matmul_amx_2_terms import product
from tests.backends.cpu.implementations.matmul.test_matmul_bfloat16 import arrays_of
from tests.backends.cpu.targets import each
from tests.operators.operator_cases import check
from tests.properties import examples

USUAL = float24.LEAST_WEIGHTS


@pytest.fixture(scope="module", autouse=True)
def _few_weights_are_enough() -> Iterator[None]:
    """Small matmuls are interpreted and compiled quickly."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(float24, "LEAST_WEIGHTS", 1)
        yield


CASES = [
    with_bias(product(1, 32, 64)),
    with_bias(product(1, 14, 7)),
    with_bias(product(3, 70, 100)),
    product(8, 64, 33),
]


def with_transposed_weights(operator: Operator) -> Operator:
    a, b, *others = operator.inputs
    turned = replace(b, shape=b.shape[::-1])
    attributes = (("transpose_a", 0), ("transpose_b", 1))
    return replace(operator, attributes=attributes, inputs=(a, turned, *others))


@pytest.mark.parametrize("operator", [*CASES, with_transposed_weights(CASES[2])])
@pytest.mark.parametrize("padding", [0, 4])
def test_matmuls_with_float24_weights_agree_with_the_reference(
    operator: Operator, padding: int
) -> None:
    check("matmul_float24", operator, TILES, padding, arrays_of(operator))


@pytest.mark.parametrize("preset", each("host", "avx512", "avx2"))
def test_every_cpu_computes_the_same(preset: str) -> None:
    check_without_tiles(IMPLEMENTATION, CASES[2], preset, atol=1e-3)


@given(
    rows=st.integers(1, float24.MOST_ROWS),
    pairs=st.integers(1, 100),
    columns=st.integers(1, 150),
    number=st.integers(0, 511),
    threads=st.sampled_from([1, 2, 3]),
)
@examples(40)
def test_any_matmul_with_float24_weights_is_as_near_to_float64_as_its_tolerance(
    rows: int, pairs: int, columns: int, number: int, threads: int
) -> None:
    operator = product(rows, 2 * pairs, columns)
    arrays = arrays_of(operator)
    policies = IMPLEMENTATION.space(operator, replace(TILES, threads=threads))
    policy = policies[number % len(policies)]
    a, b = (array.astype(np.float64) for array in arrays)
    limit = (2.0**-16 + pairs * 2.0**-22) * (np.abs(a) @ np.abs(b)) + 1e-6
    found = computed(operator, policy, threads, arrays)
    assert np.all(np.abs(found - a @ b) <= limit), policy


@pytest.mark.parametrize("operator", [product(1, 4096, 1000), product(1, 25088, 72)])
def test_long_sums_are_off_by_a_few_millionths_of_the_largest(operator: Operator) -> None:
    arrays = arrays_of(operator)
    found = computed(operator, IMPLEMENTATION.default(operator, TILES), 2, arrays)
    exact = arrays[0].astype(np.float64) @ arrays[1].astype(np.float64)
    assert 0 < np.abs(found - exact).max() < 1e-5 * np.abs(exact).max()


def reading(operator: Operator, streams: int, **change: Decision) -> Policy:
    """The first policy of a number of streams, with a changed schedule."""
    found = next(
        policy
        for policy in IMPLEMENTATION.space(operator, TILES)
        if dict(policy.format).get("streams", 1) == streams
    )
    schedule = {**dict(found.schedule), **change}
    return Policy.of(found.impl, dict(found.format), schedule)


@pytest.mark.parametrize("streams", [1, 2, 4, 8])
@pytest.mark.parametrize("rows", [1, 3])
def test_weights_may_be_read_from_several_places_at_a_time(streams: int, rows: int) -> None:
    operator = product(rows, 1040, 200)
    arrays = arrays_of(operator)
    exact = arrays[0].astype(np.float64) @ arrays[1].astype(np.float64)
    found = computed(operator, reading(operator, streams), 2, arrays)
    assert np.abs(found - exact).max() < 1e-4 * np.abs(exact).max()


def test_slices_have_panels_that_leave_room_for_the_rows_in_the_second_cache() -> None:
    operator = product(1, 25088, 128)
    speed = replace(TILES.speed, l3=TILES.speed.memory)
    schedule = dict(IMPLEMENTATION.default(operator, replace(TILES, speed=speed)).schedule)
    depth, vectors = schedule["depth"], schedule["vectors"]
    assert isinstance(depth, int)
    assert isinstance(vectors, int)
    assert 25088 % depth == 0
    assert 3 * 16 * vectors * depth < TILES.l2 < 3 * 16 * vectors * 25088


def test_where_the_last_cache_is_faster_than_memory_weights_come_from_two_places_unsliced() -> None:
    policy = IMPLEMENTATION.default(product(1, 4096, 4096), TILES)
    assert (dict(policy.format)["streams"], dict(policy.schedule)["depth"]) == (2, 4096)


@pytest.mark.parametrize(
    "change", [{"prefetch": 1}, {"depth": 300}, {"depth": 130}, {"tile": (1, 2)}]
)
def test_streams_of_other_slices_or_fetched_ahead_are_refused(change: dict[str, Decision]) -> None:
    operator = product(1, 1040, 64)
    views = [View.dense(item) for item in operator.inputs]
    policy = reading(operator, 4, **change)
    with pytest.raises(PolicyError, match=r"as they come|outside the space"):
        IMPLEMENTATION.lower(operator, views, View.dense(operator.output), policy, TILES)


@pytest.mark.parametrize("streams", [0, 3, 16, "4"])
def test_other_numbers_of_streams_are_refused(streams: Decision) -> None:
    operator = product(1, 1040, 64)
    views = [View.dense(item) for item in operator.inputs]
    schedule = dict(reading(operator, 4).schedule)
    policy = Policy.of("matmul_float24", {"streams": streams}, schedule)
    with pytest.raises(PolicyError, match="not a policy of matmul_float24"):
        IMPLEMENTATION.lower(operator, views, View.dense(operator.output), policy, TILES)


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_a_number_is_rounded_to_one_of_24_bits_that_is_near(number: float) -> None:
    with np.errstate(over="ignore"):
        short = evaluate(float24.rounded(Load(0)), [np.array([number], np.float32)])
    assert short.view(np.int32)[0] & 0xFF == 0
    if np.isfinite(short[0]):
        assert abs(float(short[0]) - number) <= 2.0**-16 * abs(number) + 2.0**-142


@pytest.mark.parametrize("bits", [0x7FFFFFFF, -1, 0x7FC00000, 0x7F800001, 0x7F800000, -0x800000])
def test_what_is_no_number_or_endless_stays_so(bits: int) -> None:
    number = np.array([bits], np.int32).view(np.float32)
    short = evaluate(float24.rounded(Load(0)), [number])
    assert np.array_equal(short, number, equal_nan=True)


def test_a_weight_that_is_no_number_gives_results_that_are_none() -> None:
    operator = product(1, 32, 40)
    arrays = arrays_of(operator)
    arrays[1][3, 7] = np.array([-1], np.int32).view(np.float32)[0]
    found = computed(operator, IMPLEMENTATION.default(operator, TILES), 2, arrays)
    assert np.flatnonzero(np.isnan(found)).tolist() == [7]


@pytest.mark.parametrize("features", [TILES.features, "+avx512f,+avx512vl"])
def test_dense_layers_of_one_image_are_computed_so_by_default(features: str) -> None:
    operator = product(1, 4096, 4096)
    assert default_policy(operator, changed(TILES, features=features)).impl == "matmul_float24"


@pytest.mark.parametrize(
    "operator",
    [
        replace(product(1, 512, 512), precision="high"),
        product(9, 512, 512),
        product(1, 511, 514),
        product(1, 512, 512, (2,), constant=False),
        product(1, 512, 511),
    ],
)
def test_what_wants_all_bits_or_has_many_rows_or_few_weights_is_not_computed_so(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(float24, "LEAST_WEIGHTS", USUAL)
    assert not IMPLEMENTATION.supports(operator, TILES)


@pytest.mark.parametrize("change", [{"tile": (1, 2)}, {"depth": 35}, {"vectors": 40}])
def test_schedules_that_read_weights_twice_are_refused(change: dict[str, Decision]) -> None:
    operator = CASES[2]
    policy = IMPLEMENTATION.default(operator, TILES)
    decisions = {**dict(policy.schedule), **change}
    views = [View.dense(item) for item in operator.inputs]
    changed = Policy.of("matmul_float24", {}, decisions)
    with pytest.raises(PolicyError):
        IMPLEMENTATION.lower(operator, views, View.dense(operator.output), changed, TILES)
