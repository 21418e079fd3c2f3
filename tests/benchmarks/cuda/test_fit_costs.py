"""Costs are fitted to measured times."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from aoe.backends.cuda.cost.profile import profile_of
from aoe.backends.cuda.implementations.tensor_policies import estimate, policies_of
from aoe.backends.cuda.target.cuda_target import cuda_target
from benchmarks.cuda import fit_costs

TARGET = cuda_target("sm_90")
COSTS = profile_of(TARGET).tiles
#: What the times below are made of.
REAL = replace(COSTS, step=COSTS.step * 3, meeting=COSTS.meeting * 4)
NAMES = (
    "product 128x768x768 float32 mma_matmul_tf32x3",
    "product 128x768x3072 float16 mma_matmul",
    "product 64x512x2048 tf32 mma_matmul_tf32",
    "convolution 1x256x256x14x3x1 float16 mma_conv",
)


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A file of the stage `kernels`, with an entry of another implementation."""
    items: dict[str, object] = {"product 1x8x8 float32 simt_matmul": {"policies": []}}
    for name in NAMES:
        operator = fit_costs.operator_named(name)
        own = list(policies_of(name.split()[-1], operator, TARGET))[::8]
        items[name] = {
            "policies": [
                {
                    "policy": policy.to_json(),
                    "microseconds": estimate(operator, policy, TARGET, REAL) * 1e6,
                }
                for policy in own
            ]
        }
    (tmp_path / "kernels.json").write_text(json.dumps({"items": items}))
    return tmp_path


def test_fitted_costs_choose_what_is_fast(results: Path) -> None:
    items = list(fit_costs.measured(results / "kernels.json"))
    assert [item.name for item in items] == list(NAMES)
    found = fit_costs.fitted(items, COSTS, TARGET)
    before, after = (fit_costs.loss(items, costs, TARGET) for costs in (COSTS, found))
    assert after < before / 4
    assert all(fit_costs.chosen(item, found, TARGET) < 1.05 for item in items)


def test_what_is_printed_names_the_profile_it_belongs_to(
    results: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fit_costs, "_FACTORS", (1.5,))
    monkeypatch.setattr("sys.argv", ["fit_costs", str(results)])
    fit_costs.main()
    text = capsys.readouterr().out
    assert '"efficiency": ' in text
    assert "aoe/backends/cuda/cost/profiles/sm_90.json" in text
    assert "after: default " in text
