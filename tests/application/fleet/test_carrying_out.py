"""What `aoe fleet` refuses before anything starts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from aoe.application.command_line import main
from aoe.application.fleet import carrying_out
from aoe.application.fleet.job_state import ModelOutcome


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["small.onnx"], "small.onnx has open shapes"),
        (["missing.onnx"], "missing.onnx: there is no such file"),
        (["small.onnx", "--workers=999", "--threads=1"], "--workers=999"),
        (["small.onnx", "--workers=0"], "--workers=0"),
        (["small.onnx", "--address=h:1", "--workers=2"], "aoe fleet worker"),
        (["small.onnx", "--input_shape=y:2,8"], "no model has an input 'y'"),
        (["small.onnx", "--input_shape=x:-1,8"], "-1 with --dynamic_batch_size"),
        (["small.onnx", "--input_shape_range=x:[-1,8]"], "-1 has no bounds"),
        (["small.onnx", "--scope=everything"], "--scope"),
        (
            ["small.onnx", "small.onnx", "--input_shape=x:2,8", "--output=f"],
            "two models are called",
        ),
    ],
)
@pytest.mark.usefixtures("place")
def test_what_cannot_be_is_refused(
    arguments: list[str],
    named: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(carrying_out, "imported_ray", lambda: None)
    assert main(["fleet", "tune", *arguments]) == 2
    assert named in capsys.readouterr().err


@pytest.mark.usefixtures("place")
def test_without_ray_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["fleet", "tune", "small.onnx"]) == 2
    assert "pip install 'open-aoe[fleet]'" in capsys.readouterr().err


def test_outcomes_are_a_table() -> None:
    good = ModelOutcome("net", "znver4_2c", 9, 0, 7, 3, 0.002, 0.001, Path("net.om"))
    bad = ModelOutcome("other", "znver4_2c", failure="it is damaged")
    table = carrying_out.printed_outcomes([good, bad]).splitlines()
    assert "3 of 7" in table[2]
    assert "100.00%" in table[2]
    assert "it is damaged" in table[3]
    assert "subgraphs" not in table[0]


def test_subgraphs_have_a_column_where_they_are_tuned() -> None:
    outcome = ModelOutcome("net", "znver4_2c", 9, 4, 7, 3, 0.002, 0.001)
    head, _, row = carrying_out.printed_outcomes([outcome]).splitlines()
    assert head.split()[2:4] == ["operators", "subgraphs"]
    assert row.split()[2:4] == ["9", "4"]
