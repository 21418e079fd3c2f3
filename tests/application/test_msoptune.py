"""`msoptune --merge` and `aoe bank merge`: what they say, and what a merged repository is for."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import onnx
import pytest

from aoe.application.command_line import main as aoe
from aoe.application.msoptune import main as msoptune
from aoe.backends.cpu.version import CODE_GENERATOR
from aoe.repository.repository import Repository
from aoe.results.report import TuningReport
from aoe.results.result_file import read_result_file
from aoe.tuning import operator_tuning
from tests.application.bank.banks import SLOW, operator_entry
from tests.application.conftest import small_model
from tests.not_empty import not_empty
from tests.repository.examples import entry, with_code_generator
from tests.results.test_schema import LIST_VALIDATOR


def bank(root: Path, *after_us: float) -> Path:
    """A repository with an entry for each time, of keys 0, 1, …"""
    repository = Repository(root / "znver4_2c", root / "none", "znver4_2c", CODE_GENERATOR)
    for key, time in enumerate(after_us):
        repository.store(with_code_generator(entry(key, time), CODE_GENERATOR))
    return root


def test_a_table_tells_what_was_taken_and_why_the_rest_was_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    bank(Path("a"), 1.0, 5.0, 3.0)
    bank(Path("b"), 2.0, 4.0)
    Path("merged").mkdir()
    Path("a/znver4_2c/unified_bank/Conv_runtime_kb.json").write_text("{}")
    assert msoptune(["--merge", "a:b", "merged"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0][:2] == ["skipped", "a/znver4_2c/unified_bank/Conv_runtime_kb.json:"]
    assert ["a", "znver4_2c", "3", "2", "1"] in lines
    assert ["b", "znver4_2c", "2", "1", "1"] in lines
    assert lines[-1][:5] == ["3", "entries", "taken", "into", "merged;"]


def test_bank_merge_does_the_same_and_tells_it_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sources = [str(bank(tmp_path / "a", 1.0)), str(bank(tmp_path / "b", 2.0))]
    (tmp_path / "merged").mkdir()
    assert aoe(["bank", "merge", *sources, str(tmp_path / "merged"), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["taken"] == 1
    assert [item["dropped"] for item in report["sources"]] == [{}, {"slower": 1}]


@pytest.mark.parametrize(
    "arguments",
    [[], ["--merge", "a"], ["merged"], ["--merge", ":", "merged"], ["--merge", "a:b", "merged"],
     ["--check"]],
)  # fmt: skip
def test_msoptune_says_what_is_missing(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert msoptune(arguments) == 2
    assert capsys.readouterr().err.startswith("error: ")


def test_bank_merge_wants_sources_and_a_destination(capsys: pytest.CaptureFixture[str]) -> None:
    assert aoe(["bank", "merge", "a"]) == 2
    assert "give both" in capsys.readouterr().err


def test_a_merged_repository_tunes_its_models_without_a_measurement(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The entries of two machines, each of another model, meet in one repository."""
    onnx.save(small_model(), place / "first.onnx")
    second = small_model()
    second.graph.node.pop()  # without the Relu it is another operator
    second.graph.output[0].name = "product"
    onnx.save(second, place / "second.onnx")
    for name in ("first", "second"):
        operator_entry(place / name, f"{name}.onnx", SLOW)
    (place / "merged").mkdir()
    assert msoptune(["--merge", "first:second", "merged"]) == 0
    shutil.rmtree(place / "first")
    shutil.rmtree(place / "second")
    monkeypatch.setenv("TUNE_BANK_PATH", "merged")

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a search was begun")

    monkeypatch.setattr(operator_tuning, "start_search", refuse)
    for name in ("first", "second"):
        options = ["--job_type=2", "--input_shape=x:2,8", "--threads=1", f"--output={name}"]
        assert aoe([f"--model={name}.onnx", *options]) == 0
        assert (place / f"{name}.om").is_file()
    for path in not_empty(place.glob("aoe_result_opat_*.json")):
        LIST_VALIDATOR.validate(json.loads(path.read_text()))
        report = read_result_file(path)
        assert isinstance(report, TuningReport)
        assert report.operators is not None
        assert (report.operators.summary.hit, report.operators.summary.total) == (1, 1)
