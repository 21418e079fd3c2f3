"""What a filter of `aoe bank` holds for beside the entries: searches and damaged files."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.application.command_line import main
from aoe.repository import bank_file
from aoe.repository.location import bank_path
from tests.application.bank.banks import SLOW, TARGET, operator_entry


def test_only_files_that_a_filter_selects_are_told_of(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    operator_entry(place / "bank", "small.onnx", SLOW)
    damaged = bank_path(place / "bank" / TARGET.soc_version, "Conv")
    damaged.write_text("{")
    for kind, told in (("matmul", 0), ("conv", 1)):
        assert main(["bank", "prune", "--type", kind]) == 0
        said = capsys.readouterr()
        assert said.err.count(f"leaving out {damaged}") == told
        assert said.out.count("cannot be read stays") == told


@pytest.mark.parametrize(
    ("options", "searched"),
    [
        ([], 2),
        (["--type", "conv"], 1),
        (["--type", "MatMul"], 0),
        (["--soc_version", TARGET.soc_version], 2),
        (["--soc_version", "another"], 0),
        (["--model", "small.onnx", "--input_shape", "x:2,8"], 0),
        (["--min_gain", "1"], 0),
    ],
)
def test_a_filter_also_counts_what_was_searched_in_vain(
    place: Path, capsys: pytest.CaptureFixture[str], options: list[str], searched: int
) -> None:
    operator_entry(place / "bank", "small.onnx", SLOW)
    for number, kind in enumerate(("Conv", "Relu"), 1):
        path = bank_path(place / "bank" / TARGET.soc_version, kind)
        path.write_text(bank_file.bank_text(path, {}, {str(number): {}}))
    assert main(["bank", "list", *options]) == 0
    line = f"searched in vain, so that the default policy stands: {searched}"
    assert (line in capsys.readouterr().out.splitlines()) == (searched > 0)
