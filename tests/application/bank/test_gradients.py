"""`aoe bank` shows the gradient profiles of a repository beside its policies."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from aoe.application.command_line import main
from aoe.repository.gradient_file import gradient_path, read_gradients, store_gradients
from tests.repository.test_gradient_file import (
    FOREIGN,
    MODEL,
    PLACEHOLDER,
    SOC,
    entry,
    link_plan,
    written,
)


@pytest.fixture
def bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "bank"
    path.mkdir()
    monkeypatch.setenv("TUNE_BANK_PATH", str(path))
    written(gradient_path(path, SOC), FOREIGN, PLACEHOLDER)
    store_gradients(gradient_path(path, SOC), entry())
    return path


def test_profiles_are_listed(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bank", "list"]) == 0
    heading, _, foreign, ours, total = capsys.readouterr().out.splitlines()
    assert heading.split()[:2] == ["key", "gradients"]
    assert foreign.split()[0] == FOREIGN["modelhash"]
    assert ours.split()[0] == MODEL
    assert "gloo, 2 workers" in ours
    assert ours.split()[-3:] == ["2", "18.75%", SOC]
    assert total == f"2 entries in {bank}"


def test_a_filter_of_operators_leaves_them_out(
    bank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bank", "list", "--type", "Conv", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
    assert main(["bank", "list", "--type", "gradients", "--json"]) == 0
    assert [item["key"] for item in json.loads(capsys.readouterr().out)] == [
        FOREIGN["modelhash"],
        MODEL,
    ]


def test_a_profile_is_shown_with_the_settings_of_other_tools(
    bank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bank", "show", MODEL[:6]]) == 0
    text = capsys.readouterr().out
    assert "2 segments of gradients" in text
    assert "won 7 of 7 pairs" in text
    assert "set_split_strategy_by_idx([0, 2])" in text
    assert "--ddp_bucket_cap_mb" in text


def test_profiles_are_merged(
    bank: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "target"
    target.mkdir()
    assert main(["bank", "merge", str(bank), str(target)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].endswith(
        f"{SOC}_gradient_fusion.json: gradient profiles: 2 taken, 0 joined with "
        "those of the destination"
    )
    assert told[1:] == [
        f"2 gradient profiles taken into {target}; to use it: export TUNE_BANK_PATH={target}"
    ]
    assert len(read_gradients(gradient_path(target, SOC))[0]) == 2


def test_settings_of_other_tools_are_for_gradients_that_are_sent_as_they_are(
    bank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = []
    for sends in ("", "bfloat16"):
        path = written(gradient_path(bank, SOC))
        store_gradients(path, entry(replace(link_plan(), sends=sends)))
        assert main(["bank", "show", MODEL[:6]]) == 0
        text, settings = capsys.readouterr().out.split("in other tools")
        assert ("gradients are sent as bfloat16" in text) == bool(sends)
        shown.append(settings)
    assert shown[0] == shown[1]


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        (5, "no plan was faster than the default in 5 pairs of steps (6.00 ms a step)"),
        (0, "no plan was compared with the default in a last comparison; it stays"),
    ],
)
def test_pairs_of_steps_are_shown_only_where_there_were_some(
    pairs: int, expected: str, bank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = replace(link_plan(), ends=None, pairs=pairs, default_ms=6.0 if pairs else 0.0)
    store_gradients(written(gradient_path(bank, SOC)), entry(plan))
    assert main(["bank", "show", MODEL[:6]]) == 0
    text = capsys.readouterr().out
    assert expected in text
    assert ("pairs of steps" in text) == bool(pairs)


def test_a_gradient_that_no_plan_hides_is_shown_also_where_the_default_stays(
    bank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    times = (1.0, 900_000.0)
    slow = replace(link_plan(), sizes=(1.0, 1048576.0), alone_us=times, occupied_us=times)
    for ends in ((1, 3), None):
        plan = replace(slow, ends=ends)
        store_gradients(written(gradient_path(bank, SOC)), entry(plan))
        assert main(["bank", "show", MODEL[:6]]) == 0
        assert "  a is ready last" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("gloo, 2 workers", "expected tail of DistributedDataParallel's default: "),
        ("TensorFlow AUTO, 2 workers on 1 host, cpu", "expected tail of TensorFlow's default, one"),
    ],
)
def test_the_default_is_that_of_the_framework(
    link: str, expected: str, bank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store_gradients(written(gradient_path(bank, SOC)), entry(link_plan(link)))
    assert main(["bank", "show", MODEL[:6]]) == 0
    assert expected in capsys.readouterr().out
