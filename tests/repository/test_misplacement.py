"""Folders at a wrong level, and of other machines, are told with the one to name."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from aoe.repository.location import bank_path, graph_path
from aoe.repository.misplacement import unread_reason
from aoe.repository.opening import open_graph_repository_to_read, open_repository
from aoe.settings import Settings, read_settings


def settings_of(root: Path, bank: Path | None = None) -> Settings:
    variables = {"HOME": str(root)} | ({} if bank is None else {"TUNE_BANK_PATH": str(bank)})
    return read_settings(variables, root)


def with_operators(root: Path, soc_version: str) -> Path:
    """A repository of operators, as `TUNE_BANK_PATH` names it."""
    entries = bank_path(root / soc_version, "MatMul")
    entries.parent.mkdir(parents=True)
    entries.write_text("{}")
    return root


def warnings_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def test_it_is_said_why_op_bank_path_is_not_read(tmp_path: Path) -> None:
    option, bank = tmp_path / "option", tmp_path / "bank"
    bank.mkdir()
    home, both = settings_of(tmp_path), settings_of(tmp_path, bank)
    reason = unread_reason(home, "soc", option)
    assert reason is not None
    assert "has no operator repository of soc; it would be in" in reason
    with_operators(option, "soc")
    assert unread_reason(home, "soc", option) is None
    assert unread_reason(home, "soc", None) is None
    assert unread_reason(both, "soc", bank) is None
    reason = unread_reason(both, "soc", option)
    assert reason is not None
    assert "is not read, because TUNE_BANK_PATH=" in reason


@pytest.mark.parametrize(
    ("named", "advice"),
    [
        ("custom/op/soc", "name the folder above, {}/custom/op"),
        ("custom/op/soc/unified_bank", "name {}/custom/op"),
        ("custom", "there is one below: name {}/custom/op"),
        (".", "there is one below: name {}/custom/op"),
    ],
)
def test_a_wrong_level_is_told_with_the_right_one(
    named: str, advice: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with_operators(tmp_path / "custom/op", "soc")
    advice = advice.format(tmp_path)
    open_repository(settings_of(tmp_path, tmp_path / named), "soc", "generator")
    assert len(warnings_of(caplog)) == 1
    assert "TUNE_BANK_PATH: " in caplog.text
    assert advice in caplog.text
    reason = unread_reason(settings_of(tmp_path), "soc", tmp_path / named)
    assert reason is not None
    assert advice in reason


def test_a_repository_of_other_devices_is_told_with_their_names(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for soc_version in ("znver4_8c", "znver3_2c"):
        with_operators(tmp_path, soc_version)
    open_repository(settings_of(tmp_path, tmp_path), "znver4_2c", "generator")
    (text,) = warnings_of(caplog)
    assert "no repository of znver4_2c; it is of znver3_2c, znver4_8c: " in text


def test_a_folder_is_warned_of_once_in_a_process(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bank = with_operators(tmp_path / "bank", "soc") / "soc"
    absent = tmp_path / "absent"
    for _ in range(2):
        open_repository(settings_of(tmp_path, bank), "soc", "generator", to_read=True)
        open_repository(settings_of(tmp_path), "soc", "generator", absent, to_read=True)
        open_graph_repository_to_read(settings_of(tmp_path), "soc", "generator", absent)
    assert [text.split(":")[0] for text in warnings_of(caplog)] == [
        "TUNE_BANK_PATH",
        "op_bank_path",
        "mdl_bank_path",
    ]


def test_a_new_folder_is_nothing_to_warn_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "bank/kernel_cache").mkdir(parents=True)
    open_repository(settings_of(tmp_path, tmp_path / "bank"), "soc", "generator", to_read=True)
    assert warnings_of(caplog) == []


def test_other_files_are_told_only_where_nothing_will_be_stored(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("tuning", "reading"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "model.onnx").write_text("")
    open_repository(settings_of(tmp_path, tmp_path / "tuning"), "soc", "generator")
    assert warnings_of(caplog) == []
    open_repository(settings_of(tmp_path, tmp_path / "reading"), "soc", "generator", to_read=True)
    (text,) = warnings_of(caplog)
    assert text.endswith("no repository of soc; tuning with this variable writes one there")


@pytest.mark.parametrize("present", ["operators", "subgraphs"])
def test_what_is_read_is_not_warned_of(
    present: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with_operators(tmp_path, "soc" if present == "operators" else "another")
    if present == "subgraphs":
        graph_path(tmp_path, "soc").write_text("{}")
    open_repository(settings_of(tmp_path, tmp_path), "soc", "generator", to_read=True)
    assert warnings_of(caplog) == []


@pytest.mark.parametrize(
    ("named", "advice"),
    [
        ("custom/graph/soc/more", "there is one in the folder above: name {}/custom/graph/soc"),
        ("custom/graph", "there is one below: name {}/custom/graph/soc"),
        ("custom", "there is one below: name {}/custom/graph/soc"),
        ("custom/graph/another", "it has subgraph_another: "),
    ],
)
def test_a_wrong_folder_of_subgraphs_is_told_with_the_right_one(
    named: str, advice: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for folder in ("soc/more", "another"):
        (tmp_path / "custom/graph" / folder).mkdir(parents=True)
    for name in ("soc", "another"):
        graph_path(tmp_path / "custom/graph" / name, name).write_text("{}")
    open_graph_repository_to_read(settings_of(tmp_path), "soc", "generator", tmp_path / named)
    (text,) = warnings_of(caplog)
    assert advice.format(tmp_path) in text
