import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from benchmarks import contributions
from benchmarks.peers import __main__ as peers
from benchmarks.report import Row, print_report

ROWS: list[Row] = [{"model": "resnet50", "ms": 12.345, "error": 1.4e-6, "note": None}]


def test_a_table_is_markdown_below_the_machine(capsys: pytest.CaptureFixture[str]) -> None:
    print_report("Models", ROWS, as_json=False, notes=["interleaved"])
    text = capsys.readouterr().out
    facts, _, table = text.partition("| model")
    assert facts.startswith("### Models\n")
    assert "- processor: " in facts
    assert "- interleaved" in facts
    header, rule, row = f"| model{table}".splitlines()
    assert len(header) == len(rule) == len(row)
    assert [cell.strip() for cell in row.split("|")] == ["", "resnet50", "12.3", "1.4e-06", "–", ""]


def test_json_holds_the_rows_unrounded(capsys: pytest.CaptureFixture[str]) -> None:
    print_report("Models", ROWS, as_json=True)
    report = json.loads(capsys.readouterr().out)
    assert report["rows"] == ROWS
    assert report["machine"]["cores"].isdigit()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.000"),
        (0.00574, "0.00574"),
        (0.5, "0.500"),
        (9.994, "9.99"),
        (99.94, "99.9"),
        (512.4, "512"),
        (float("inf"), "unknown"),
    ],
)
def test_numbers_keep_three_digits(
    value: float, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    print_report("x", [{"value": value}], as_json=False)
    assert capsys.readouterr().out.splitlines()[-1].strip("| ") == text


@pytest.mark.parametrize("main", [contributions.main, peers.main])
def test_a_model_that_is_not_there_is_told(
    main: Callable[[Sequence[str]], int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(tmp_path / "missing.onnx")])
    assert ended.value.code == 2
    assert "missing.onnx: there is no such file" in capsys.readouterr().err
