"""What gradient tuning tells and writes when it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aoe.gradient_tuning.backward_profile import BackwardProfile
from aoe.gradient_tuning.link import Link
from aoe.results.report import TuningReports
from aoe.results.result_file import read_result_file
from aoe.settings import read_settings
from aoe.training.gradients.findings import Candidate, Findings, Taken
from aoe.training.gradients.outcome import Outcome
from aoe.training.gradients.workers import Value, Workers

LINK = Link.linear(1e-5, 1e-9)
#: The last gradient has most of the bytes, and of the tail of every plan.
TIED = BackwardProfile(
    (2, 1, 0), ("c", "b", "a"), ("float32",) * 3, (4000, 4000, 4_000_000), (1e-3,) * 3
)
TEXT = (
    "a is ready last and has 3.8 MiB, most of the tail: no plan can hide it; "
    "if it is tied, untie it"
)


class First(Workers):
    """The first of two workers; the other one agrees."""

    count, number = 2, 0

    def largest(self, values: Sequence[float]) -> list[float]:
        return list(values)

    def gathered(self, value: Value) -> list[Value]:
        return [value] * 2

    def from_first(self, value: Value) -> Value:
        return value


def findings(profile: BackwardProfile, best: Candidate | None) -> Findings:
    backward = profile.backward(LINK)
    steps = (4e-3,) * 5
    return Findings(
        profile,
        backward,
        LINK,
        "test, 2 workers",
        (len(profile.sizes),),
        backward,
        profile.backward(LINK, sends="bfloat16"),
        (),
        best,
        {} if best is None else {"tuned": best},
        {},
        steps,
        steps,
        "tuned",
        Taken(3e-3, 7e-3),
        Taken(3e-3, 7e-3),
        0.0,
        60,
        ("a remark",),
    )


@pytest.mark.parametrize(
    ("profile", "best", "remarks"),
    [
        (TIED, Candidate((2, 3)), ("a remark", TEXT)),
        (TIED, None, ("a remark", TEXT)),
        (TIED, Candidate((2, 3), "bfloat16"), ("a remark",)),
        (replace(TIED, sizes=(4_000_000, 4000, 4000)), None, ("a remark",)),
    ],
    ids=["a plan won", "the default stays", "sent in half the bytes", "ready early"],
)
def test_a_gradient_that_no_plan_hides_is_named_also_where_the_default_stays(
    profile: BackwardProfile,
    best: Candidate | None,
    remarks: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    variables = {"TUNE_BANK_PATH": str(tmp_path), "ASCEND_WORK_PATH": str(tmp_path)}
    outcome = Outcome(First(), "7", read_settings(variables), "test_2c", "the default")
    outcome.begin("model")
    outcome.finish(findings(profile, best))
    told = capsys.readouterr().out
    assert [line in told for line in (f"[Aoe]{TEXT}", "[Aoe]a remark")] == [TEXT in remarks, True]
    (path,) = tmp_path.glob("aoe_result_gdat_*.json")
    found: Any = read_result_file(path)
    assert isinstance(found, TuningReports)
    ((_, report),) = found.reports
    assert report.gradients is not None
    assert report.gradients.remarks == remarks
