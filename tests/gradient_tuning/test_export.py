"""The settings of other tools mean the plan, or what is nearest to it."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from itertools import pairwise

import pytest

from aoe.gradient_tuning.backward import Plan, timeline
from aoe.gradient_tuning.backward_profile import BackwardProfile
from aoe.gradient_tuning.export import Setting, settings_of
from aoe.gradient_tuning.link import Link
from aoe.gradient_tuning.rules import MIB, by_caps, by_limit, by_packs

SIZES = [3 * MIB, 1 * MIB, 5 * MIB, 1 * MIB, 40_000, 20_000]
LINK = Link.linear(2e-4, 4e-10)
PLAN = (2, 4, 6)


def profile(
    order: tuple[int, ...] = (5, 4, 3, 2, 1, 0), types: tuple[str, ...] = ("float32",) * 6
) -> BackwardProfile:
    """A profile whose gradients become ready in an order of the parameters."""
    names = tuple(map(str, order))
    return BackwardProfile(order, names, types, tuple(SIZES), (1e-3, 1e-3, 2e-3, 2e-3, 1e-3, 2e-3))


BACKWARD = profile().backward(LINK)


def settings(tool: str, found: BackwardProfile | None = None, plan: Plan = PLAN) -> list[Setting]:
    found = found or profile()
    made = settings_of(found, found.backward(LINK), plan)
    return [item for item in made if item.tool == tool]


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+\.?\d*", text.split("=")[-1])]


def test_caps_of_buckets_make_the_same_segments() -> None:
    listed, one = settings("PyTorch")
    assert by_caps(SIZES, [cap * MIB for cap in numbers(listed.text)]) == PLAN
    assert listed.exact
    assert listed.tail == timeline(BACKWARD, PLAN).tail
    (cap,) = numbers(one.text)
    assert timeline(BACKWARD, by_caps(SIZES, [cap * MIB])).tail == one.tail
    assert not one.exact


def test_lists_of_ascend_name_the_last_gradient_and_the_share() -> None:
    index, size = settings("Ascend")
    assert json.loads(index.text[len("set_split_strategy_by_idx(") : -1]) == [1, 3, 5]
    shares = json.loads(size.text[len("set_split_strategy_by_size(") : -1])
    assert sum(shares) == pytest.approx(100.0)
    assert shares[0] == pytest.approx(100 * sum(SIZES[:2]) / sum(SIZES), abs=0.01)


def groups_of_mindspore(text: str, count: int) -> list[set[int]]:
    """The parameters that MindSpore joins: those up to each index, and the rest."""
    indices = json.loads(text.partition("=")[2])
    groups: dict[int, set[int]] = {}
    for parameter in range(count):
        groups.setdefault(bisect_left(indices, parameter), set()).add(parameter)
    return [*groups.values()]


def test_lists_of_mindspore_join_the_parameters_of_segments() -> None:
    order = (4, 5, 3, 2, 0, 1)  # within a segment the order does not matter
    (setting, _) = settings("MindSpore", profile(order))
    segments = [{*order[begin:end]} for begin, end in pairwise((0, *PLAN))]
    assert sorted(map(min, groups_of_mindspore(setting.text, 6))) == sorted(map(min, segments))
    assert all(group in segments for group in groups_of_mindspore(setting.text, 6))
    assert setting.exact


def test_another_order_is_planned_again_for_mindspore() -> None:
    (setting, _) = settings("MindSpore", profile((0, 5, 4, 3, 2, 1)))
    assert not setting.exact
    groups = groups_of_mindspore(setting.text, 6)
    assert sorted(number for group in groups for number in group) == [*range(6)]


def test_one_number_gives_the_tail_that_is_told() -> None:
    (horovod,), (tensorflow,) = settings("Horovod"), settings("TensorFlow")
    (threshold,) = numbers(horovod.text)
    assert timeline(BACKWARD, by_limit(SIZES, threshold)).tail == horovod.tail
    (pack,) = numbers(tensorflow.text)
    assert timeline(BACKWARD, by_packs(SIZES, int(pack))).tail == tensorflow.tail


def test_a_list_of_caps_cannot_express_two_element_types() -> None:
    two = profile(types=("float32", "float64") * 3)
    found = settings_of(two, two.backward(LINK), PLAN)
    assert not [item for item in found if "_list=" in item.text]


def test_packs_of_tensorflow_follow_the_order_of_parameters() -> None:
    other = profile((0, 1, 2, 3, 4, 5))
    (setting,) = settings("TensorFlow", other)
    turned = other.arranged((5, 4, 3, 2, 1, 0)).backward(LINK)
    (pack,) = numbers(setting.text)
    assert timeline(turned, by_packs(turned.sizes, int(pack))).tail == setting.tail


def test_no_size_of_packs_is_one_pack() -> None:
    assert by_packs([1, 2, 3], 0) == (3,)
    assert by_packs([1, 2, 3], 2) == (2, 3)
