"""The settings of other tools mean the plan, or what is nearest to it."""

from __future__ import annotations

import json
import re

import pytest

from aoe.gradients.backward import Backward, timeline
from aoe.gradients.export import Setting, settings_of
from aoe.gradients.link import Link
from aoe.gradients.rules import MIB, by_caps, by_limit, by_packs

SIZES = [3 * MIB, 1 * MIB, 5 * MIB, 1 * MIB, 40_000, 20_000]
BACKWARD = Backward.of([1e-3, 2e-3, 4e-3, 6e-3, 7e-3, 9e-3], SIZES, Link.linear(2e-4, 4e-10))
PLAN = (2, 4, 6)


def settings(tool: str) -> list[Setting]:
    return [item for item in settings_of(BACKWARD, PLAN) if item.tool == tool]


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


def test_lists_of_mindspore_have_the_borders() -> None:
    assert settings("MindSpore")[0].text == "all_reduce_fusion_config=[2, 4]"


def test_one_number_gives_the_tail_that_is_told() -> None:
    (horovod,), (tensorflow,) = settings("Horovod"), settings("TensorFlow")
    (threshold,) = numbers(horovod.text)
    assert timeline(BACKWARD, by_limit(SIZES, threshold)).tail == horovod.tail
    (pack,) = numbers(tensorflow.text)
    assert timeline(BACKWARD, by_packs(SIZES, int(pack))).tail == tensorflow.tail


def test_a_list_of_caps_cannot_express_two_element_types() -> None:
    two = Backward.of(BACKWARD.ready, SIZES, BACKWARD.link, ["a", "b"] * 3)
    assert not [item for item in settings_of(two, PLAN) if "_list=" in item.text]
