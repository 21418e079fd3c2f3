"""Entries that cannot be measured now."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.application.command_line import main
from aoe.repository.bank_file import read_bank
from aoe.repository.location import bank_path
from aoe.tuning.measurement.runner import Runner
from tests.application.bank.banks import SLOW, TARGET, operator_entry


def test_pruning_keeps_what_could_not_be_measured(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Runner, "open", failing)
    entry = operator_entry(place / "bank", "small.onnx", SLOW)
    assert main(["bank", "verify"]) == 0
    assert "not measured" in capsys.readouterr().out
    assert main(["bank", "prune", "--verify"]) == 0
    assert "0 of 1 entry removed" in capsys.readouterr().out
    path = bank_path(place / "bank" / TARGET.soc_version, "MatMul")
    assert list(read_bank(path).entries) == [entry.key]
