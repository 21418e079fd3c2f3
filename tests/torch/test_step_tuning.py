"""The graphs of a step are tuned together and judged in the steps of the script."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from aoe.application.tune.tune_result import TuneResult
from aoe.results.repository_summary import RepositorySummary
from aoe.torch.report import GraphReport, journal, print_outcome
from aoe.torch.step_tuning import StepTuner
from aoe.torch.turns import PAIRS, Turns
from aoe.training.tuning import TunedModel, Tuner
from tests.torch.nets import Encoder, classes, mlp, words
from tests.torch.training import check_training


@pytest.fixture(autouse=True)
def _no_gains_before() -> None:
    journal().gains.clear()
    journal().unjudged.clear()


class Job:
    """A job that changes all graphs."""

    def __init__(self) -> None:
        self.tuned: list[list[str]] = []

    def __call__(self, graphs: Sequence[TunedModel]) -> dict[str, Any]:
        self.tuned.append([item.name.rpartition("_")[2] for item in graphs])
        return changed(graphs)


def changed(graphs: Sequence[TunedModel]) -> dict[str, Any]:
    """Results of a job that stored something for each graph."""
    return {item.name: SimpleNamespace(added=1, updated=0) for item in graphs}


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> Job:
    monkeypatch.setenv("AOE_MODE", "2")
    made = Job()
    monkeypatch.setattr(Tuner, "tune_together", lambda _, graphs: made(graphs))
    return made


def test_both_graphs_are_tuned_by_one_job_in_the_first_step(job: Job) -> None:
    check_training(mlp(), (torch.randn(16, 20),), classes(16), steps=1)
    assert job.tuned == [["forward", "backward"]]


def test_training_goes_on_while_programs_take_turns(job: Job) -> None:
    check_training(Encoder(0.2, layers=1), words(), classes(3), steps=2 * PAIRS + 4)
    (text,) = journal().gains
    assert "a step takes" in text
    assert len(job.tuned) == 1


class Graph:
    """Stands for a compiled graph whose programs take given seconds."""

    def __init__(self, before: float, after: float) -> None:
        self.seconds = (before, after)
        self.kept: bool | None = None
        self.turns: Turns[int] | None = None

    def take_turns(self, program: Any, told: Callable[[], None]) -> Turns[int]:
        self.turns = Turns(0, 1, told)
        return self.turns

    def end_turns(self, keeps_after: bool) -> None:
        self.kept = keeps_after

    def call(self) -> None:
        if self.turns is None:
            return
        self.turns.add(self.turns.program, self.seconds[self.turns.program])


def judged(
    *graphs: Graph,
    job: Callable[[Sequence[TunedModel]], dict[str, Any]] = changed,
    steps: int = 2 * (PAIRS + 1),
) -> str:
    """What is told of graphs after their steps, if anything. `job`: what tunes them."""
    program = SimpleNamespace(coverage=SimpleNamespace(known=0))
    tuner = SimpleNamespace(tune_together=job)
    journal().reports.append(GraphReport("step", 1, 1, (), 1, 1, 0, 0, 0.0))
    step: Any = StepTuner(tuner, lambda model: program, is_whole=True)  # type: ignore[arg-type,return-value]
    told = [step.add(f"graph_{n}", None, program, "step") for n, _ in enumerate(graphs)]
    for number, graph in enumerate(graphs):
        step.runs(f"graph_{number}", graph)
    for tell in told:
        tell({})
    for _ in range(steps):
        for graph in graphs:
            graph.call()
    return "".join(journal().gains[-1:])


def test_the_gain_of_the_step_is_told() -> None:
    forward, backward = Graph(0.01, 0.008), Graph(0.02, 0.012)
    text = judged(forward, backward)
    assert "30 ms before tuning and 20 ms after it, improved by 50.00%" in text
    assert (forward.kept, backward.kept) == (True, True)


def test_a_job_that_changes_nothing_is_told_too(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "aoe.torch")
    summary = RepositorySummary(reserved=1, unsatisfied=3)
    path = Path("result.json")
    result = TuneResult("graph_0", Path(), path, 12.0, subgraph_summary=summary, untried=2)
    result = replace(result, subgraph_result_path=path)
    text = judged(Graph(0.01, 0.01), job=lambda graphs: {"graph_0": result})
    assert text == (
        "graph_0: tuned for 12 s, nothing is faster than before "
        "(subgraphs: 1 known before, 3 fastest by default, 2 not tried)"
    )
    assert "nothing is faster" not in caplog.text, "the job has logged it"


def test_a_script_that_ends_before_the_gain_is_known_is_told_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    judged(Graph(0.01, 0.008), steps=3)
    print_outcome()
    assert "graph_0: tuned; the script ended before 32 more steps" in capsys.readouterr().err
    judged(Graph(0.01, 0.008))
    print_outcome()
    assert "the script ended" not in capsys.readouterr().err


def test_equal_programs_are_told_to_be_no_gain() -> None:
    assert "which is no difference beyond the noise" in judged(Graph(0.01, 0.01))


def test_a_graph_that_is_slower_in_the_step_goes_back() -> None:
    forward, backward = Graph(0.01, 0.012), Graph(0.02, 0.01)
    text = judged(forward, backward)
    assert (forward.kept, backward.kept) == (False, True)
    assert "30 ms before tuning and 20 ms after it" in text


def test_a_graph_that_is_as_before_takes_its_part_of_the_step() -> None:
    forward, backward = Graph(0.01, 0.005), Graph(0.02, 0.02)
    text = judged(forward, backward, job=lambda graphs: changed(graphs[:1]))
    assert "a step takes 30 ms before tuning and 25 ms after it, improved by 20.00%" in text
    assert "graph_1 20 ms, unchanged" in text
    assert (forward.kept, backward.kept) == (True, False)
