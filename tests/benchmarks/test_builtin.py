"""The built-in repository is filled by tuning and merging, and then known to everybody."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.repository.location import bank_path, builtin_directory
from aoe.repository.repository import Repository
from benchmarks import builtin
from benchmarks.report import Row
from tests.repository.examples import CODE_GENERATOR, SOC_VERSION, entry


def test_what_tuning_finds_is_built_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def tune(model: Path, threads: int, budget: str | None, repository: Path) -> Row:
        found = Repository(repository / SOC_VERSION, tmp_path, SOC_VERSION, CODE_GENERATOR)
        found.store(entry(threads, after_us=5.0))
        found.store(entry(9, after_us=10.0 - threads))
        return {"model": model.stem, "threads": threads, "added": 2}

    monkeypatch.setattr(builtin, "tune", tune)
    root = tmp_path / "builtin"
    arguments = ["a.onnx", f"--repository={tmp_path / 'work'}", f"--destination={root}"]
    assert builtin.main(arguments) == 0

    directory = builtin_directory(SOC_VERSION, root)
    assert list(root.rglob("*.json")) == [bank_path(directory, "Conv")]
    assert list(root.rglob("*.lock")) == []
    user = Repository(tmp_path / "custom", directory, SOC_VERSION, CODE_GENERATOR)
    for key, expected in ((1, 5.0), (2, 5.0), (9, 8.0)):
        known = user.lookup(entry(key).signature, str(key))
        assert known is not None
        assert known.after.median_us == expected


def test_a_model_that_cannot_be_tuned_has_no_numbers(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    row = builtin.tune(tmp_path / "missing.onnx", 1, None, tmp_path)
    assert (row["model"], row["added"]) == ("missing", None)
    assert "there is no such file" in capfd.readouterr().err
