"""Best-known policies are kept per device, and change only for what is faster beyond the noise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aoe.backends.cpu.target.host import target_for
from aoe.backends.registry import lower
from aoe.operators.operator import View
from benchmarks.search.best_known import BEST_KNOWN, BestKnown, speed_of
from benchmarks.search.judging import ROUNDS, raised
from benchmarks.search.suite import read_suite
from tests.backends.cpu.changed_target import changed
from tests.tuning.conftest import numbered
from tests.tuning.examples import doubling, product


def test_what_is_put_is_read_again_and_other_devices_stay(tmp_path: Path) -> None:
    path = tmp_path / "best.json"
    path.write_text(json.dumps({"other_1c": {"1": {"µs": 1.0}}}))
    BestKnown.read(path, "this_2c").put(product(2, 3, 4), numbered(3), 1e-6)
    assert BestKnown.read(path, "this_2c").policy(product(2, 3, 4)) == numbered(3)
    assert BestKnown.read(path, "this_2c").policy(product(4, 3, 4)) is None
    assert BestKnown.read(path, "other_1c").entries == {"1": {"µs": 1.0}}


def test_what_multiplies_is_quoted_in_flops_and_all_else_in_bytes() -> None:
    assert speed_of(product(10, 20, 30), 1e-6) == {"GFLOP/s": 12.0}
    assert list(speed_of(doubling(1000), 1e-6)) == ["GB/s"]
    transposed = next(item for item in read_suite() if item.type == "ConvTranspose")
    assert list(speed_of(transposed, 1e-6)) == ["GFLOP/s"]


def test_only_what_is_faster_beyond_the_noise_raises_the_file(tmp_path: Path) -> None:
    path, operator = tmp_path / "best.json", product(2, 3, 4)
    known = BestKnown.read(path, "this_2c")
    even = [1.0 + 0.01 * (turn % 2) for turn in range(ROUNDS)]
    odd = [1.0 + 0.01 * (turn % 2) for turn in range(1, ROUNDS + 1)]
    assert raised(known, operator, {numbered(0): odd}) == numbered(0)
    assert raised(known, operator, {numbered(0): odd, numbered(1): even}) == numbered(0)
    faster = [0.9] * ROUNDS
    assert raised(known, operator, {numbered(0): odd, numbered(2): faster}) == numbered(2)
    assert BestKnown.read(path, "this_2c").policy(operator) == numbered(2)


def test_a_best_known_policy_that_does_not_work_any_more_is_told_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = BestKnown.read(tmp_path / "best.json", "this_2c")
    known.put(product(2, 3, 4), numbered(0), 1.0)
    assert raised(known, product(2, 3, 4), {numbered(1): [2.0] * ROUNDS}) == numbered(1)
    assert "does not work" in capsys.readouterr().err


def test_an_operator_for_which_nothing_works_has_no_best(tmp_path: Path) -> None:
    assert raised(BestKnown.read(tmp_path / "none", "this_2c"), product(2, 3, 4), {}) is None


def test_the_best_known_policies_are_those_of_the_suite_and_can_be_computed() -> None:
    features = "+avx2,+fma,+f16c,+avx512f,+avx512vl,+avx512vnni,+avx512bf16"
    preset = target_for("avx512", features, threads=2)
    target = changed(preset, cpu="znver4", l1=32 << 10, l2=1 << 20, l3=32 << 20)
    known = BestKnown.read(BEST_KNOWN, target.soc_version)
    suite = read_suite()
    assert set(known.entries) == {operator.key for operator in suite}
    for operator in suite:
        policy = known.policy(operator)
        assert policy is not None
        inputs = [View.dense(operand) for operand in operator.inputs]
        assert lower(operator, inputs, View.dense(operator.output), policy, target).kernels
