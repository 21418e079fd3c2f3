"""`aoe bank`: what is in a repository, what of it holds, and what is removed."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import onnx
import pytest

from aoe.application.bank import checking
from aoe.application.command_line import main
from aoe.backends.cpu.version import CODE_GENERATOR
from aoe.policy import Policy
from aoe.repository import bank_file
from aoe.repository.bank_file import read_bank
from aoe.repository.entry import Entry, entry_from_json
from aoe.repository.location import bank_path
from aoe.repository.repository import Repository
from aoe.tuning.repository_check import Verification
from tests.application.bank.banks import DEFAULT, SLOW, TARGET, operator_entry
from tests.application.conftest import small_model
from tests.repository import examples

NOT_IN_SPACE = Policy.of("matmul", {"b": "packed"}, {"tile": (99, 99)})


def subgraph_entry(key: int = 7) -> Entry:
    """An entry that this version has measured."""
    return examples.with_code_generator(examples.subgraph_entry(key), CODE_GENERATOR)


def aoe_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    capsys.readouterr()
    main(["bank", *arguments, "--json"])
    data: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return data


def entries(place: Path) -> list[str]:
    """The keys in the repository of this machine."""
    return list(read_bank(bank_path(place / "bank" / TARGET.soc_version, "MatMul")).entries)


def test_entries_are_listed_with_times_gain_and_use(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = operator_entry(place / "bank", "small.onnx", SLOW)
    assert main(["bank", "list"]) == 0
    heading, _, row, total = capsys.readouterr().out.splitlines()
    assert heading.split()[:2] == ["key", "type"]
    assert row.split()[:2] == [entry.key, "MatMul"]
    assert "2x8 * 8x4 -> 2x4" in row
    assert row.split()[-5:] == ["15.000", "10.000", "50.00%", TARGET.soc_version, "yes"]
    assert total == f"1 entry in {place / 'bank'}"


def test_an_empty_repository_is_said_to_be(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bank", "list"]) == 0
    assert capsys.readouterr().out == f"0 entries in {place / 'bank'}\n"


@pytest.mark.parametrize("level", ["bank/{}", "bank/{}/unified_bank", "."])
def test_a_folder_at_a_wrong_level_is_told_with_the_right_one(
    place: Path,
    level: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    operator_entry(place / "bank", "small.onnx", SLOW)
    monkeypatch.setenv("TUNE_BANK_PATH", str(place / level.format(TARGET.soc_version)))
    assert main(["bank", "list"]) == 0
    (text,) = [record.getMessage() for record in caplog.records]
    assert " is no repository; " in text
    assert text.endswith(str(place / "bank"))


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["--type=matmul"], 1),
        (["--type=Conv"], 0),
        (["--min_gain=50"], 1),
        (["--min_gain=50.1"], 0),
        (["--soc_version=skylake_9c"], 0),
        (["--model=small.onnx", "--input_shape=x:2,8"], 1),
        (["--model=small.onnx", "--input_shape=x:3,8"], 0),
        (["--builtin"], 0),
    ],
)
def test_filters_leave_entries_out(
    place: Path, capsys: pytest.CaptureFixture[str], options: list[str], found: int
) -> None:
    operator_entry(place / "bank", "small.onnx", SLOW)
    assert len(aoe_json(capsys, "list", *options)) == found


def test_an_entry_is_explained_in_words(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry = operator_entry(place / "bank", "small.onnx", SLOW)
    assert main(["bank", "show", entry.key[:9]]) == 0
    text = capsys.readouterr().out
    assert isinstance(entry.policy, Policy)
    for part in (
        f"entry {entry.key} of {place}",
        "from constant float32 8x4",
        "fused after it: max",
        f"impl {entry.policy.impl}: ",
        "this policy is 50.00% faster",
        "2026-01-02T03:04:05+00:00 by open-aoe 0.1.0, code generator",
        "model: a processor",
        "usable: yes",
    ):
        assert part in text


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"policy": NOT_IN_SPACE}, "not in the operator's space"),
        ({"code_generator": "0"}, "code generator 0"),
        ({"soc_version": "skylake_9c"}, "for another machine, skylake_9c"),
    ],
)
def test_why_an_entry_is_of_no_use_is_said(
    place: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], reason: str
) -> None:
    entry = operator_entry(place / "bank", "small.onnx", **{"policy": SLOW} | change)
    (facts,) = aoe_json(capsys, "show", entry.key)
    assert facts["usable"] is False
    assert reason in facts["reason"]


def test_subgraphs_are_shown_too(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    soc_version = TARGET.soc_version
    Repository(place / "bank", place / "none", soc_version, CODE_GENERATOR).store(subgraph_entry())
    assert [facts["type"] for facts in aoe_json(capsys, "list")] == ["Subgraph"]
    assert main(["bank", "show", "7"]) == 0
    assert "cuts = 3x7" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("key", "status", "message"),
    [("x", 2, "is not a key"), ("99", 1, "no entry 99"), ("", 2, "is not a key")],
)
def test_a_key_that_is_not_there_is_an_error(
    place: Path, capsys: pytest.CaptureFixture[str], key: str, status: int, message: str
) -> None:
    assert main(["bank", "show", key]) == status
    assert message in capsys.readouterr().err


def test_an_ambiguous_key_is_an_error(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graphs = Repository(place / "bank", place / "none", TARGET.soc_version, CODE_GENERATOR)
    graphs.store(subgraph_entry(71))
    graphs.store(subgraph_entry(72))
    assert main(["bank", "show", "7"]) == 2
    assert "2 keys begin with 7: 71, 72" in capsys.readouterr().err


def test_entries_are_exported_as_json_and_as_csv(place: Path) -> None:
    entry = operator_entry(place / "bank", "small.onnx", SLOW)
    for name in ("all.json", "all.csv"):
        assert main(["bank", "export", f"--output={name}"]) == 0
    (facts,) = json.loads((place / "all.json").read_text())
    with (place / "all.csv").open() as file:
        (row,) = csv.DictReader(file)
    assert facts["policy"] == json.loads(row["policy"]) == entry.policy.to_json()
    assert facts["after"]["median_us"] == float(row["after_median_us"]) == 10.0
    assert json.loads(row["signature"]) == json.loads(entry.signature)


def test_an_export_needs_a_known_suffix(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bank", "export", "--output=all.txt"]) == 2
    assert ".json or .csv" in capsys.readouterr().err


def damage(place: Path, key: str) -> None:
    path = bank_path(place / "bank" / TARGET.soc_version, "MatMul")
    data = json.loads(path.read_text())
    data["entries"][key]["after"] = "fast"
    path.write_text(json.dumps(data))


def test_a_damaged_entry_is_listed_as_such_and_pruned(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = operator_entry(place / "bank", "small.onnx", SLOW)
    damage(place, entry.key)
    (facts,) = aoe_json(capsys, "list")
    assert "damaged" in facts["reason"]
    assert main(["bank", "prune"]) == 0
    assert aoe_json(capsys, "list") == []


def test_pruning_tells_of_files_that_it_leaves(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = operator_entry(place / "bank", "small.onnx", SLOW)
    folder = bank_path(place / "bank" / TARGET.soc_version, "MatMul").parent
    damaged = folder / "Conv.json"
    aside, gradients = folder / "Relu.json.unreadable-1", place / "bank/a_gradient_fusion.json"
    for path in (damaged, aside, gradients):
        path.write_text("{")
    for command in ("list", "prune"):
        assert main(["bank", command]) == 0
        said = capsys.readouterr()
        assert f"warning: leaving out {damaged}: it is not JSON: " in said.err
        assert f"warning: leaving out {gradients}: it is not JSON: " in said.err
        assert f"warning: {aside} was set aside, " in said.err
        assert "; correct it and call it Relu.json again, or delete it" in said.err
        assert said.err.count("; correct it, or delete it\n") == 2
    assert "0 of 1 entry removed; 3 files that cannot be read stay" in said.out
    assert entries(place) == [entry.key]
    assert damaged.read_text() == "{"


@pytest.mark.parametrize(
    ("change", "left"),
    [
        ({"policy": NOT_IN_SPACE}, 0),
        ({"code_generator": "0"}, 0),
        ({"soc_version": "skylake_9c"}, 1),
        ({}, 1),
    ],
)
def test_pruning_removes_what_no_run_can_use(
    place: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any], left: int
) -> None:
    operator_entry(place / "bank", "small.onnx", **{"policy": SLOW} | change)
    assert main(["bank", "prune", "--dry_run"]) == 0
    assert f"{1 - left} of 1 entry would be removed" in capsys.readouterr().out
    assert len(aoe_json(capsys, "list")) == 1
    assert main(["bank", "prune"]) == 0
    assert f"{1 - left} of 1 entry removed" in capsys.readouterr().out
    assert len(aoe_json(capsys, "list")) == left


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["prune", "--budget=9"], "limits the time of --verify"),
        (["prune", "--builtin"], "is not changed"),
        (["prune", "--min_gain=5"], "--min_gain"),
        (["list", "--min_gain=nan"], "--min_gain"),
        (["list", "--input_shape=x:1"], "--model"),
        (["list", "--model=none.onnx"], "no such file"),
        (["verify", "--budget=soon"], "--budget=soon"),
    ],
)
def test_misuse_is_refused_in_a_sentence(
    place: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    assert main(["bank", *options]) == 2
    assert message in capsys.readouterr().err


def test_verifying_measures_what_can_be_and_fails_where_an_entry_does_not_hold(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    operator_entry(place / "bank", "small.onnx", DEFAULT)
    operator_entry(place / "bank", "small.onnx", SLOW, soc_version="skylake_9c")
    Repository(place / "bank", place / "none", TARGET.soc_version, CODE_GENERATOR).store(
        subgraph_entry()
    )
    assert main(["bank", "verify", "--json"]) == 1
    found = {
        item["type"] + item["soc_version"]: item for item in json.loads(capsys.readouterr().out)
    }
    verdicts = {name: item["verdict"] for name, item in found.items()}
    assert verdicts == {
        f"MatMul{TARGET.soc_version}": "no faster",
        "MatMulskylake_9c": "passed over",
        f"Subgraph{TARGET.soc_version}": "passed over",
    }
    assert found[f"MatMul{TARGET.soc_version}"]["reason"] == "it is the default policy now"


def test_verifying_times_a_policy_beside_the_default_policy(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    operator_entry(place / "bank", "small.onnx", SLOW)
    status = main(["bank", "verify", "--json"])
    (facts,) = json.loads(capsys.readouterr().out)
    assert facts["verdict"] in ("holds", "no faster", "slower")
    assert status == (0 if facts["verdict"] == "holds" else 1)
    assert facts["default_us"] > 0
    assert facts["entry_us"] > 0


def test_a_budget_that_is_over_leaves_entries_unmeasured(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    operator_entry(place / "bank", "small.onnx", SLOW)
    assert main(["bank", "verify", "--budget=0.001"]) == 0
    assert "not reached" in capsys.readouterr().out


@pytest.fixture
def interrupted_after_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C comes when the second entry is measured."""

    def verify_one(requests: Sequence[object], *_: object) -> Iterator[Verification]:
        yield Verification("slower", detail="as the test says")
        raise KeyboardInterrupt

    monkeypatch.setattr(checking, "verify_policies", verify_one)


def three_entries(place: Path) -> list[str]:
    """The keys of entries of three operators."""
    for size in (2, 3, 4):
        model = small_model()
        model.graph.input[0].type.tensor_type.shape.dim[0].dim_value = size
        model.graph.output[0].type.tensor_type.shape.dim[0].dim_value = size
        onnx.save(model, place / f"small{size}.onnx")
    names = ("small2.onnx", "small3.onnx", "small4.onnx")
    return [operator_entry(place / "bank", name, SLOW).key for name in names]


@pytest.mark.usefixtures("interrupted_after_one")
def test_an_interrupted_verification_tells_what_it_has_found(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = sorted(three_entries(place), key=int)[0]
    assert main(["bank", "verify"]) == 1
    said = capsys.readouterr()
    assert "1 slower, 2 not reached (the run was interrupted before)" in said.out
    assert f"[1/3] {first} (MatMul): slower" in said.err
    assert main(["bank", "verify", "--json"]) == 1
    facts = json.loads(capsys.readouterr().out)
    assert [item["verdict"] for item in facts] == ["slower", "not reached", "not reached"]


@pytest.mark.usefixtures("interrupted_after_one")
def test_interrupted_pruning_removes_nothing(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    three_entries(place)
    assert main(["bank", "prune", "--verify"]) == 1
    assert "interrupted; no entry was removed" in capsys.readouterr().err
    assert len(entries(place)) == 3


def test_what_was_not_measured_is_counted_with_the_reason(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    operator_entry(place / "bank", "small.onnx", NOT_IN_SPACE)
    graphs = Repository(place / "bank", place / "none", TARGET.soc_version, CODE_GENERATOR)
    graphs.store(subgraph_entry(71))
    graphs.store(subgraph_entry(72))
    assert main(["bank", "verify"]) == 1
    said = capsys.readouterr().out
    assert "2 passed over (a subgraph is measured within its model only)" in said
    assert "1 unusable" in said
    assert "aoe bank prune removes unusable entries" in said
    assert "Subgraph" not in said


def test_pruning_with_verification_removes_what_no_longer_holds(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    operator_entry(place / "bank", "small.onnx", DEFAULT)
    assert main(["bank", "prune", "--verify", "--budget=1m"]) == 0
    assert "1 of 1 entry removed" in capsys.readouterr().out
    assert entries(place) == []


def test_without_a_subcommand_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bank"]) == 2
    assert "verify" in capsys.readouterr().err


def test_showing_an_entry_checks_no_other(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    graphs = Repository(place / "bank", place / "none", TARGET.soc_version, CODE_GENERATOR)
    for key in (71, 82):
        graphs.store(subgraph_entry(key))
    checked: list[str] = []

    def noted(key: str, data: object) -> Entry:
        checked.append(key)
        return entry_from_json(key, data)

    monkeypatch.setattr(bank_file, "entry_from_json", noted)
    assert main(["bank", "show", "7"]) == 0
    assert set(checked) == {"71"}


def test_a_device_model_without_entries_is_told_with_those_there_are(
    capsys: pytest.CaptureFixture[str], place: Path
) -> None:
    operator_entry(place / "bank", "small.onnx", SLOW)
    assert main(["bank", "list", "--soc_version=skylake_9c"]) == 0
    assert f"has entries of {TARGET.soc_version}" in capsys.readouterr().err
