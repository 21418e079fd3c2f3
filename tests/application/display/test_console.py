"""Progress: plain lines where nobody watches, nothing where it is switched off."""

from __future__ import annotations

import dataclasses
import io

import pytest
from rich.console import Console

from aoe.application.display.console import (
    BarProgress,
    PlainProgress,
    _bar,
    outcome_sentence,
    progress_observer,
)
from aoe.policy import Policy
from aoe.tuning.observer import CandidateFailure, Cause, Observer
from tests.application.tune.outcomes import outcome


def play(observer: Observer) -> None:
    observer.started(2)
    observer.decided(outcome("conv1", "add", 20, 10))
    observer.progress(1, 2, 2.0, 61.0)
    observer.warning("conv2 is [odd]")
    observer.decided(outcome("conv2", "failed"))
    observer.progress(2, 2, 2.0, None)
    observer.phase("measuring the whole model", 3.0)
    observer.decided_again(outcome("conv1", "unsatisfied"))


def test_plain_progress_is_a_line_per_operator() -> None:
    stream = io.StringIO()
    with progress_observer("resnet50", True, stream) as observer:
        assert isinstance(observer, PlainProgress)
        play(observer)
    assert stream.getvalue().splitlines() == [
        "tuning 2 operators",
        "[1/2] conv1 (Conv+Relu): 20.0 -> 10.0 us, 100.00% faster (add)",
        "warning: conv2 is [odd]",
        "[2/2] conv2 (Conv+Relu): failed; the default is used",
        "measuring the whole model",
        "conv1 (Conv+Relu): not kept by the check of the whole model; its old policy is used again",
    ]


def test_each_part_of_a_run_is_counted_for_itself() -> None:
    stream = io.StringIO()
    observer = PlainProgress(stream)
    observer.started(1, "subgraphs")
    observer.decided(outcome("part1", "unsatisfied"))
    observer.started(1)
    observer.decided(outcome("conv1", "unsatisfied"))
    told = [line.partition(" (")[0] for line in stream.getvalue().splitlines()]
    assert told == ["tuning 1 subgraph", "[1/1] part1", "tuning 1 operator", "[1/1] conv1"]


def test_progress_that_is_off_logs_warnings_and_no_more(caplog: pytest.LogCaptureFixture) -> None:
    stream = io.StringIO()
    with progress_observer("resnet50", False, stream) as observer:
        play(observer)
    assert stream.getvalue() == ""
    assert caplog.messages == ["conv2 is [odd]"]


def test_a_bar_shows_what_is_done_gained_and_left() -> None:
    stream = io.StringIO()
    bar = _bar(Console(file=stream, force_terminal=True, width=100))
    with bar:
        observer = BarProgress(bar, "resnet50 [fp32]")
        observer.started(2)
        observer.progress(1, 2, 2.0, 61.0)
        bar.refresh()
        observer.phase("measuring the whole model", 3.0)
        bar.refresh()
        observer.started(5)
        assert bar.tasks[0].description == "Tuning resnet50 [fp32]"
        assert bar.tasks[0].completed == 0
    parts = ("resnet50 [fp32]", "1/2", "best gain 2.00x", "0:01:01 left")
    for part in (*parts, "measuring the whole model", "0:00:03 left"):
        assert part in stream.getvalue()


@pytest.mark.parametrize(("width", "expected"), [(20, PlainProgress), (21, BarProgress)])
def test_a_narrow_terminal_gets_plain_lines(
    width: int, expected: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(width))
    with progress_observer("m", True, io.StringIO()) as observer:
        assert isinstance(observer, expected)


def test_candidates_that_failed_are_counted_by_their_cause() -> None:
    causes: tuple[Cause, ...] = ("crash", "wrong", "crash")
    failures = tuple(CandidateFailure(Policy("made_up"), cause, "why") for cause in causes)
    found = dataclasses.replace(outcome("conv", "unsatisfied"), failures=failures)
    assert outcome_sentence(found) == (
        "conv (Conv+Relu): nothing faster than the default "
        "[candidates that failed: crash 2, wrong 1]"
    )


def test_what_is_known_is_told_apart_from_what_was_searched_again() -> None:
    known = dataclasses.replace(outcome("conv", "reserved"), candidates=0)
    assert outcome_sentence(known) == (
        "conv (Conv+Relu): not searched, because a fast policy is known, built in or from an "
        "earlier run"
    )
    searched = dataclasses.replace(known, candidates=9)
    assert outcome_sentence(searched) == (
        "conv (Conv+Relu): nothing faster than the policy that is known"
    )
