"""What every implementation of convolution or matrix multiplication guarantees of its policies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest

from aoe.backends import registry
from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.cpu_target import Speed
from aoe.backends.cpu.target.host import PRESETS, target_for
from aoe.backends.implementation import MAX_BREADTH
from aoe.errors import PolicyError
from aoe.operators.operator import Operand, Operator, View
from aoe.policy import Decision, Policy
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.convolutions import convolution, transposed_layer
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.not_empty import not_empty

NAMES = [
    "conv_direct",
    "conv_transposed_joint",
    "conv_transposed_winograd",
    "conv_winograd",
    "conv_winograd_fitted",
    "conv_winograd_fitted_float24",
    "conv_winograd_rows",
    "matmul",
    "matmul_dot",
]
COMMON = Speed()
HOST = target_for("avx2", threads=2)
SLOW_MEMORY = Speed(memory=1e9, memory_together=1e9, l3=5e9)


def example(name: str) -> Operator:
    """An operator the implementation computes, of a size at which schedules differ."""
    if name == "conv_transposed_winograd":
        return transposed_layer((4, 64, 14, 14), 64)
    if name.startswith("conv_transposed"):
        return transposed_convolution()
    if name == "matmul_strassen":
        x, weights = (
            Operand.row_major("float32", (1, 256, 512)),
            Operand.row_major("float32", (512, 512), constant=True),
        )
        return matrix_product(x, weights)
    if name == "conv_depthwise":
        x = Operand("float32", (1, 64, 28, 28), (0, 2, 3, 1))
        return convolution(x, 64, (3, 3), pads=(1, 1, 1, 1), group=64)
    if name == "conv_winograd_rows":
        x = Operand("float32", (1, 32, 28, 28), (0, 2, 3, 1))
        return convolution(x, 64, (3, 3), strides=(2, 2), pads=(1, 1, 1, 1), residual=True)
    if name == "conv_winograd_fitted_float24":
        x = Operand("float32", (1, 256, 7, 7), (0, 2, 3, 1))
        return convolution(x, 256, (3, 3), pads=(1, 1, 1, 1), residual=True)
    if name.startswith("conv"):
        x = Operand("float32", (1, 32, 14, 14), (0, 2, 3, 1))
        return convolution(x, 64, (3, 3), pads=(1, 1, 1, 1), residual=True)
    row_major = partial(Operand.row_major, "float32")
    rows = 3 if name == "matmul_dot" else 40
    return matrix_product(
        row_major((rows, 96)), row_major((80, 96), constant=True), transpose_b=True
    )


def transposed_convolution() -> Operator:
    """Large enough that its space does not hold all its schedules."""
    x = Operand("float32", (1, 64, 32, 32), (0, 2, 3, 1))
    weights = Operand.row_major("float32", (64, 128, 2, 2), constant=True)
    output = Operand("float32", (1, 128, 64, 64), (0, 2, 3, 1))
    attributes = (("dilations", (1, 1)), ("group", 1), ("pads", (0, 0)), ("strides", (2, 2)))
    return Operator("ConvTranspose", attributes, (x, weights), output, 2)


def lower(operator: Operator, policy: Policy, preset: str = "avx2", speed: Speed = COMMON) -> None:
    views = [View.dense(item) for item in operator.inputs]
    target = replace(target_for(preset, threads=2), speed=speed)
    registry.lower(operator, views, View.dense(operator.output), policy, target)


def tampered(policy: Policy) -> Iterator[tuple[str, Policy]]:
    """Policies as a damaged or malicious repository could contain them."""
    format, schedule = dict(policy.format), dict(policy.schedule)

    def changed(name: str, value: Decision) -> Policy:
        return Policy.of(policy.impl, format, {**schedule, name: value})

    yield "no schedule", Policy.of(policy.impl, format, {})
    if format:
        yield "no format", Policy.of(policy.impl, {}, schedule)
        yield "unknown format", Policy.of(policy.impl, dict.fromkeys(format, "blocked"), schedule)
    for name, value in schedule.items():
        without = {key: item for key, item in schedule.items() if key != name}
        yield f"no {name}", Policy.of(policy.impl, format, without)
        yield f"{name} of the wrong kind", changed(name, ("a", "b"))
        yield f"{name} negative", changed(name, (-1, -1) if isinstance(value, tuple) else -1)
        huge = (10**6, 10**6) if isinstance(value, tuple) else 10**6
        yield f"{name} huge", changed(name, huge)
    yield "tile of three axes", changed("tile", (1, 1, 1))
    yield "tile of nothing", changed("tile", (0, 1))


@pytest.mark.parametrize("name", NAMES)
def test_a_tampered_policy_is_refused(name: str) -> None:
    operator = example(name)
    default = implementations()[name].default(operator, target_for("avx2", threads=2))
    lower(operator, default)
    for what, policy in tampered(default):
        try:
            lower(operator, policy)
        except PolicyError:
            continue
        pytest.fail(f"{name} accepted a policy with {what}: {policy}")


@pytest.mark.parametrize("name", NAMES)
def test_a_policy_survives_json(name: str) -> None:
    operator, target = example(name), target_for("avx2", threads=2)
    for policy in not_empty(implementations()[name].space(operator, target)):
        assert Policy.from_json(json.loads(json.dumps(policy.to_json()))) == policy


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_space_contains_the_default_and_no_policy_twice(name: str, preset: str) -> None:
    operator, target = example(name), target_for(preset, threads=2)
    policies = list(implementations()[name].space(operator, target))
    assert implementations()[name].default(operator, target) in policies
    assert len(set(policies)) == len(policies)
    assert {policy.impl for policy in policies} == {name}


@pytest.mark.parametrize("name", NAMES)
def test_a_space_and_its_order_are_the_same_every_time(name: str) -> None:
    item, target = implementations()[name], target_for("avx2", threads=2)
    namesake = changed(target, cpu="another")  # the same to a space, but not found in its cache
    first = list(item.space(example(name), target))
    assert list(item.space(example(name), namesake)) == first


@pytest.mark.parametrize("name", [*NAMES, "conv_transposed", "matmul_strassen", "conv_depthwise"])
def test_a_wider_space_has_the_usual_policies_and_such_as_can_be_lowered(name: str) -> None:
    item, operator = implementations()[name], example(name)
    usual, widest = (item.space(operator, HOST, breadth) for breadth in (1, MAX_BREADTH))
    assert set(usual) <= set(widest)
    assert len(set(widest)) == len(widest) <= MAX_BREADTH * len(usual)
    for policy in widest[::20]:
        lower(operator, policy)


@pytest.mark.parametrize("name", ["conv_direct", "conv_winograd", "matmul", "conv_transposed"])
def test_large_operators_have_more_policies_in_a_wider_space(name: str) -> None:
    item, operator = implementations()[name], example(name)
    usual, wide = (item.space(operator, HOST, breadth) for breadth in (1, 4))
    assert len(wide) > len(usual)


@pytest.mark.parametrize("name", NAMES)
def test_a_space_does_not_depend_on_how_fast_the_device_is(name: str) -> None:
    item, target = implementations()[name], target_for("avx2", threads=2)
    slow = replace(target, speed=SLOW_MEMORY)
    assert list(item.space(example(name), slow)) == list(item.space(example(name), target))


@pytest.mark.parametrize("name", NAMES)
def test_the_default_is_the_best_guess_at_the_speed_of_the_device(name: str) -> None:
    item, operator = implementations()[name], example(name)
    slow = replace(target_for("avx2", threads=2), speed=SLOW_MEMORY)
    guesses = {
        policy: item.estimate(operator, policy, slow) for policy in item.space(operator, slow)
    }
    assert guesses[item.default(operator, slow)] == min(guesses.values())


@pytest.mark.parametrize("name", ["conv_direct", "matmul"])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_register_tile_fits_the_registers(name: str, preset: str) -> None:
    operator, target = example(name), target_for(preset, threads=2)
    for policy in not_empty(implementations()[name].space(operator, target)):
        schedule = dict(policy.schedule)
        tile, vectors = schedule["tile"], schedule["vectors"]
        assert isinstance(tile, tuple)
        assert isinstance(vectors, int)
        rows, columns = (int(extent) for extent in tile)
        assert rows * columns * vectors + vectors <= target.vector_registers


@pytest.mark.parametrize("name", NAMES)
def test_every_policy_of_a_space_can_be_lowered_on_every_device(name: str) -> None:
    operator = example(name)
    for preset in PRESETS:
        policies = implementations()[name].space(operator, target_for(preset, threads=2))
        for policy in policies:
            lower(operator, policy, preset)


@pytest.mark.parametrize("name", NAMES)
def test_the_first_policy_has_the_lowest_estimate(name: str) -> None:
    operator, target = example(name), target_for("avx512", threads=2)
    item = implementations()[name]
    estimates = [item.estimate(operator, policy, target) for policy in item.space(operator, target)]
    assert all(0 < seconds < 1 for seconds in estimates)
    assert estimates[0] == min(estimates)


def test_a_policy_of_another_implementation_is_refused() -> None:
    operator = example("matmul")
    with pytest.raises(PolicyError, match="no implementation 'conv_direct' computes a MatMul"):
        lower(operator, Policy.of("conv_direct"))


@pytest.mark.parametrize("name", [*NAMES, "conv_transposed"])
def test_every_policy_of_a_space_can_be_lowered_however_fast_the_device_is(name: str) -> None:
    operator = example(name)
    for policy in implementations()[name].space(operator, target_for("avx2", threads=2)):
        lower(operator, policy, speed=SLOW_MEMORY)
