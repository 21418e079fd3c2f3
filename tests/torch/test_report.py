"""What is told of graphs."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import aoe
from aoe.torch.report import GraphReport, journal, reports, summary

ROOT = Path(str(aoe.__file__)).parent.parent
REPORT = GraphReport("graph_0_forward", 5, 5, (), 1, 3, 2, 1, 0.25)


def test_a_report_is_one_line() -> None:
    assert str(REPORT) == (
        "graph_0_forward: 5 of 5 operators in open-aoe; 2 of 3 tuned, 1 of 1 models from the "
        "cache; 0.2 s"
    )
    half = replace(REPORT, translated=3, reasons=("a: no", "b: no"), cached=0)
    assert str(half) == (
        "graph_0_forward: 3 of 5 operators in open-aoe, because a: no; b: no; 2 of 3 tuned; 0.2 s"
    )


def test_the_summary_adds_up() -> None:
    assert summary([REPORT, replace(REPORT, translated=3, known=0, cached=0)]) == (
        "2 graphs, 8 of 10 operators in open-aoe, 2 of 6 tuned; 1 of 2 models from the cache"
    )


def test_a_report_is_renewed_when_a_graph_is_tuned() -> None:
    journal().add(REPORT)
    assert journal().tuned(REPORT.name, 1).known == 3
    assert reports()[-1].known == 3


def test_a_script_whose_model_has_hooks_is_told_that_nothing_is_compiled(tmp_path: Path) -> None:
    code = (
        "import torch; from aoe.torch.compiler import backend; m = torch.nn.Linear(4, 3); "
        "m.register_full_backward_hook(lambda *_: None); "
        "torch.compile(m, backend=backend)(torch.randn(2, 4)).sum().backward()"
    )
    run = script(code, tmp_path)
    assert run.returncode == 0
    assert "aoe.torch: torch compiled no graph for open-aoe" in run.stderr


def test_an_error_is_not_followed_by_another_reason(tmp_path: Path) -> None:
    code = (
        "import torch; from aoe.torch.compiler import backend; m = torch.nn.Linear(4, 3); "
        "torch.compile(m, backend=backend, options={'budjet': '9'})(torch.randn(2, 4))"
    )
    run = script(code, tmp_path)
    assert run.returncode == 1
    assert "budjet" in run.stderr
    assert "torch compiled no graph" not in run.stderr


def script(code: str, home: Path) -> subprocess.CompletedProcess[str]:
    """A script that has ended."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(ROOT), "HOME": str(home), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
