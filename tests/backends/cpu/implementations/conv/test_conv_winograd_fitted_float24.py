"""Convolutions of few pixels with transformed weights in 24 bits, compiled for all CPUs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.lowering.reduced_precision import float24
from aoe.backends.cpu.target.cpu_target import Speed
from aoe.backends.registry import default_policy, lower
from aoe.errors import PolicyError
from aoe.operators.operator import Operand, Operator, View
from aoe.policy import Policy
from tests.backends.cpu.implementations.computing import (
    check,
    compute,
    dense_views,
    error,
    random_arrays,
)
from tests.backends.cpu.implementations.convolutions import Placed, convolution, placed
from tests.backends.cpu.targets import named, some
from tests.properties import examples

IMPLEMENTATION = implementations()["conv_winograd_fitted_float24"]

USUAL = float24.LEAST_WEIGHTS
FIRST, LAST = (0, 1, 2, 3), (0, 2, 3, 1)
#: Two cores that multiply weights faster than they read them from memory.
FAST_CORES = Speed(
    multiply_adds=280e9, l1=550e9, l2=280e9, l3=130e9, memory=48e9, memory_together=50e9
)


@pytest.fixture(scope="module", autouse=True)
def _few_weights_are_enough() -> Iterator[None]:
    """Small layers compile quickly."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(float24, "LEAST_WEIGHTS", 1)
        yield


def image(channels: int, height: int, width: int) -> Operand:
    return Operand("float32", (1, channels, height, width), LAST)


def layer(channels: int, side: int, filters: int) -> Operator:
    return convolution(image(channels, side, side), filters, (3, 3), pads=(1, 1, 1, 1))


@st.composite
def layers(draw: st.DrawFn) -> Placed:
    sizes = [3 + draw(st.integers(1, 5)) for _ in range(2)]
    shape = (draw(st.integers(1, 2)), draw(st.sampled_from((16, 18, 32))), *sizes)
    operator = convolution(
        Operand("float32", shape, draw(st.sampled_from((FIRST, LAST, LAST)))),
        draw(st.sampled_from((16, 19, 33))),
        (3, 3),
        pads=[draw(st.integers(0, 1)) for _ in range(4)],
        residual=draw(st.booleans()),
        order=draw(st.sampled_from((FIRST, LAST, LAST))),
    )
    return draw(placed(operator))


@given(
    name=some("host", "avx2", "sse"),
    case=layers(),
    number=st.integers(0, 35),
    threads=st.sampled_from((1, 2, 3)),
)
@examples(12)
def test_a_random_layer_agrees_with_the_reference_under_any_policy(
    name: str, case: Placed, number: int, threads: int
) -> None:
    target = named(name)
    if not IMPLEMENTATION.supports(case.operator, target):
        return
    found = IMPLEMENTATION.space(case.operator, target)
    check(case.operator, found[number % len(found)], target, case.views, case.output, threads)


def test_sums_are_off_by_what_weights_of_24_bits_are() -> None:
    operator = layer(256, 7, 32)
    arrays = random_arrays(operator)
    arrays[0] = np.maximum(arrays[0], 0)
    policy = IMPLEMENTATION.default(operator, named("host"))
    result = compute(operator, policy, named("host"), arrays)
    # With float32 weights it is a few millionths less.
    assert 1e-6 < error(operator, arrays, result) <= IMPLEMENTATION.tolerance


@pytest.mark.parametrize(
    ("operator", "supported"),
    [
        (layer(16, 8, 16), True),
        (layer(16, 9, 16), False),  # more pixels than weights are short for
        (layer(17, 7, 16), False),  # halves of weights would begin in the middle of a number
        (convolution(image(16, 15, 15), 16, (3, 3), (2, 2)), False),
        (convolution(image(32, 7, 7), 32, (3, 3), group=2), False),
        (convolution(image(16, 7, 7), 16, (3, 4)), False),
        (convolution(image(16, 7, 7), 16, (3, 3), constant=False), False),
        (replace(layer(16, 7, 16), precision="high"), False),
        (replace(layer(16, 7, 16), precision="highest"), False),
    ],
)
def test_only_layers_of_few_pixels_that_may_be_inexact_are_taken(
    operator: Operator, supported: bool
) -> None:
    assert IMPLEMENTATION.supports(operator, named("host")) == supported


@pytest.mark.parametrize("size", [2, 3, 4, 5, 8])
def test_layers_that_are_taken_have_policies_however_few_tiles_there_are(size: int) -> None:
    operator = layer(64, size, 64)
    policies = IMPLEMENTATION.space(operator, named("host"))
    assert len(policies) > 0
    check(operator, policies[-1], named("host"))


def test_few_weights_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(float24, "LEAST_WEIGHTS", USUAL)
    assert not IMPLEMENTATION.supports(layer(128, 7, 128), named("host"))
    assert IMPLEMENTATION.supports(layer(256, 7, 256), named("host"))


def test_it_is_the_default_where_memory_is_what_layers_wait_for() -> None:
    target = replace(named("avx512"), speed=FAST_CORES)
    assert default_policy(layer(512, 7, 512), target).impl == IMPLEMENTATION.name


@pytest.mark.parametrize("outputs", [1, 3, "2"])
def test_other_sides_of_tiles_are_refused(outputs: int | str) -> None:
    operator = layer(16, 7, 16)
    schedule = dict(IMPLEMENTATION.default(operator, named("host")).schedule)
    policy = Policy.of(IMPLEMENTATION.name, {"outputs": outputs}, schedule)
    with pytest.raises(PolicyError, match="conv_winograd_fitted_float24"):
        lower(operator, dense_views(operator), View.dense(operator.output), policy, named("host"))
