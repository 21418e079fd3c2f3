"""What is told of graphs."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import aoe
from aoe.torch.report import GraphReport, journal, reports, summary

ROOT = Path(str(aoe.__file__)).parent.parent
REPORT = GraphReport("graph_0_forward", 5, 5, (), 1, 3, 2, 1, 0.25)


def test_a_report_is_one_line() -> None:
    assert str(REPORT) == (
        "graph_0_forward: 5 of 5 operators in open-aoe; 2 of 3 tuned, 1 of 1 model from the "
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


@pytest.mark.parametrize("what", ["backward hooks", "DistributedDataParallel", "fused optimizers"])
def test_without_graphs_it_is_said_what_dynamo_does_not_compile(what: str) -> None:
    assert what in summary([])


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


def test_a_script_that_tunes_gradients_without_the_line_for_it_is_told(tmp_path: Path) -> None:
    run = script("import aoe.torch", tmp_path, AOE_MODE="4")
    assert "Add `ddp = aoe.torch.tune_gradients(ddp)` behind the line" in run.stderr
    code = (
        "from aoe.torch.compiler import backend; import torch; "
        "torch.compile(torch.relu, backend=backend)(torch.ones(2))"
    )
    assert "aoe.torch.tune_gradients(ddp)" in script(code, tmp_path, AOE_MODE="4").stderr


@pytest.mark.parametrize("mode", ["4", "1"])
def test_a_script_that_has_the_line_or_another_mode_is_not_told(tmp_path: Path, mode: str) -> None:
    code = "import aoe.torch; aoe.torch.tune_gradients(None)" if mode == "4" else "import aoe.torch"
    assert "tunes the gradients" not in script(code, tmp_path, AOE_MODE=mode).stderr


@pytest.mark.parametrize(("variables", "told"), [({}, 0), ({"RANK": "0"}, 1)])
def test_processes_beside_those_that_train_are_not_told(
    tmp_path: Path, variables: dict[str, str], told: int
) -> None:
    """One that starts others, as `mp.spawn` does, and those that workers of torchrun start."""
    code = (
        "import aoe.torch; from importlib import import_module; from multiprocessing import "
        "get_context; it = get_context('spawn').Process(target=import_module, args=('aoe.torch',));"
        " it.start(); it.join(); print(it.exitcode)"
    )
    run = script(code, tmp_path, AOE_MODE="4", **variables)
    assert run.stdout == "0\n"
    assert run.stderr.count("tunes the gradients") == told


def script(code: str, home: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """A script that has ended."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(ROOT), "HOME": str(home), "PATH": "/usr/bin:/bin", **variables},
        capture_output=True,
        text=True,
        check=False,
    )
