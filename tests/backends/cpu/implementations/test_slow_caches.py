"""Default policies and caches, on two measured machines: one whose last-level cache is much faster
than memory (Zen 4), and one whose last-level cache is as slow as memory (an Intel Xeon).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.cpu_target import CpuTarget, Speed
from aoe.backends.cpu.target.host import target_for
from aoe.backends.registry import default_policy
from aoe.operators.operator import Operand, Operator
from aoe.policy import Decision, Policy
from tests.backends.cpu.changed_target import changed
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul.test_matmul_amx import TILES
from tests.backends.cpu.implementations.matmul_cases import matrix_product

NEAR = changed(
    target_for("avx512", threads=2),
    l1=32 << 10,
    l2=1 << 20,
    l3=32 << 20,
    speed=Speed(58e9, 230e9, 100e9, 58e9, 20e9, 30e9, 0.5e-6),
)
FAR = changed(
    NEAR,
    l1=48 << 10,
    l2=2 << 20,
    l3=480 << 20,
    speed=Speed(110e9, 300e9, 170e9, 19e9, 17e9, 32e9, 0.3e-6),
)


def weighted(rows: int, steps: int, columns: int) -> Operator:
    a = Operand.row_major("float32", (1, rows, steps))
    return matrix_product(a, Operand.row_major("float32", (steps, columns), constant=True))


def decisions(operator: Operator, target: CpuTarget) -> dict[str, object]:
    policy = default_policy(operator, target)
    return {"impl": policy.impl, **dict(policy.format), **dict(policy.schedule)}


def seconds(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    return implementations()[policy.impl].estimate(operator, policy, target)


@pytest.mark.parametrize(("steps", "columns"), [(768, 2304), (768, 3072), (3072, 768)])
def test_few_rows_do_not_pay_for_more_weights_that_come_from_afar(steps: int, columns: int) -> None:
    few = weighted(64, steps, columns)
    assert decisions(few, FAR)["impl"] == "matmul"
    assert decisions(few, NEAR)["impl"] == "matmul_strassen"


@pytest.mark.parametrize("target", [NEAR, FAR])
def test_many_rows_pay_for_more_weights(target: CpuTarget) -> None:
    assert decisions(weighted(197, 768, 3072), target)["impl"] == "matmul_strassen"


@pytest.mark.parametrize("target", [NEAR, FAR])
def test_a_panel_that_the_second_cache_does_not_hold_is_not_prefetched(target: CpuTarget) -> None:
    assert decisions(weighted(1, 25088, 4096), target)["prefetch"] == 0


def test_a_tile_that_is_too_small_to_fetch_anything_ahead_waits_for_its_weights() -> None:
    operator = weighted(197, 768, 768)
    schedule: dict[str, Decision] = {"block": 197, "depth": 256, "parallel": "columns"}
    schedule |= {"unroll": 1, "vectors": 2}

    def gained(tile: int) -> float:
        late, ahead = (
            Policy.of("matmul", {"b": "packed"}, {**schedule, "tile": (1, tile), "prefetch": n})
            for n in (0, 1)
        )
        return seconds(operator, late, FAR) - seconds(operator, ahead, FAR)

    assert gained(7) > 0 >= gained(6)  # 6 of 197 rows would fetch less than an element a step


def test_tiles_of_winograd_that_go_over_weights_from_afar_again_and_again_are_slower() -> None:
    x = Operand("float32", (1, 128, 28, 28), (0, 2, 3, 1))
    layer = convolution(x, 128, (3, 3), pads=(1, 1, 1, 1))
    schedule: dict[str, Decision] = {"depth": 128, "kernels": "fused", "parallel": "rows"}
    schedule |= {"prefetch": 1, "unroll": 1}
    often, once = (
        Policy.of(
            "conv_winograd",
            {"transform": "f4x4"},
            {**schedule, "block": block, "tile": (1, 7), "vectors": 3},
        )
        for block in (1, 4)
    )
    assert seconds(layer, often, FAR) > seconds(layer, once, FAR)
    assert decisions(layer, FAR)["transform"] == "f4x4"


@pytest.mark.parametrize("target", [NEAR, FAR])
@pytest.mark.parametrize(("computing", "coming"), [(1.0, 0.1), (1.0, 1.0), (0.2, 1.0), (1.0, 0.0)])
def test_prefetching_costs_less_than_waiting_but_is_not_free(
    computing: float, coming: float, target: CpuTarget
) -> None:
    longer, shorter = max(computing, coming), min(computing, coming)
    assert longer <= cost.overlapped(target, computing, coming) <= longer + 0.65 * shorter


def test_prefetching_hides_more_where_the_last_level_cache_is_fast() -> None:
    assert cost.overlapped(NEAR, 1.0, 1.0) < cost.overlapped(FAR, 1.0, 1.0)


def test_panels_that_come_alone_are_waited_for_less_where_the_last_cache_is_near() -> None:
    alone, beside = (cost.overlapped(NEAR, 1.0, 1.0, panels=panels) for panels in (True, False))
    assert alone < beside
    assert cost.overlapped(FAR, 1.0, 1.0, panels=True) == cost.overlapped(FAR, 1.0, 1.0)


@pytest.mark.parametrize(("channels", "filters", "size"), [(256, 256, 14), (96, 208, 13)])
def test_two_threads_multiply_less_for_more_weights_where_the_last_cache_is_near(
    channels: int, filters: int, size: int
) -> None:
    x = Operand("float32", (1, channels, size, size), (0, 2, 3, 1))
    operator = convolution(x, filters, (3, 3), pads=(1, 1, 1, 1))
    near = replace(NEAR, speed=replace(NEAR.speed, memory=30e9, memory_together=32e9, l3=80e9))
    chosen = decisions(operator, near)
    assert (chosen["impl"], chosen["outputs"]) == ("conv_winograd_fitted", 4)


@pytest.mark.parametrize(("filters", "size"), [(3, 256), (64, 128)])
def test_winograd_leaves_a_part_of_the_second_cache_to_the_image_that_goes_by(
    filters: int, size: int
) -> None:
    x = Operand("float32", (1, 64, size, size), (0, 2, 3, 1))
    chosen = decisions(convolution(x, filters, (3, 3), pads=(1, 1, 1, 1)), NEAR)
    across = chosen.get("across", size // 4)
    assert chosen["impl"] == "conv_winograd"
    assert isinstance(across, int)
    assert 4 * 36 * (64 + filters) * across <= NEAR.l2 / 2


def test_a_cache_holds_less_of_what_outgrows_it_and_all_of_what_does_not() -> None:
    assert cost.miss_ratio(0.0, 1e6) == cost.miss_ratio(1e6, 1e6) == 0.0
    assert 0.0 < cost.miss_ratio(1.5e6, 1e6) < cost.miss_ratio(3e6, 1e6) < 1.0


def test_weights_are_prefetched_in_several_streams_where_there_is_amx() -> None:
    tiles = changed(FAR, features=TILES.features, cpu=TILES.model)
    assert decisions(weighted(64, 768, 3072), tiles)["prefetch"] == 2
    image = Operand("float32", (1, 512, 28, 28), (0, 2, 3, 1))
    layer = convolution(image, 512, (3, 3), pads=(1, 1, 1, 1))
    for target, most in ((tiles, 2), (FAR, 1)):
        policies = implementations()["conv_winograd"].space(layer, target)
        assert max(dict(policy.schedule)["prefetch"] for policy in policies) == most
