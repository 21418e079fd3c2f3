"""`aoe explain` tells of every operator what it is, takes and could take, and what was tried."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import onnx
import pytest

import aoe
from aoe.application.command_line import main
from aoe.application.explain.format import why_lost
from aoe.policy import Policy
from aoe.tuning.search.search_strategy import Trial
from aoe.tuning.trial_log import TrialLog
from tests.application.bank.banks import SLOW, TARGET, operator_entry, operator_of, policy_of
from tests.graph.models import model, weights

MODEL = ["small.onnx", "--input_shape=x:2,8", "--threads=1"]


def explained(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert main(["explain", *arguments, "--json"]) == 0
    data: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return data


def test_a_model_is_explained_in_words(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", *MODEL]) == 0
    text = capsys.readouterr().out
    for part in (
        f"(MatMul+Relu), key {operator_of('small.onnx').key}",
        "from constant float32 8x4",
        "policy (default policy)",
        "100.0% of the model",
        "% of its roofline",
        "none recorded here",
    ):
        assert part in text


def test_a_model_without_operators_is_said_to_have_none(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proto = model("(float[2,8] x) => (float[2,8] y) { y = Identity (x) }")
    del proto.graph.node[:]
    proto.graph.output[0].name = "x"
    onnx.save(proto, "passed.onnx")
    for option, kind in ((), "operator"), (["--subgraphs"], "subgraph"):
        assert main(["explain", "passed.onnx", "--threads=1", *option]) == 0
        assert capsys.readouterr().out == f"there is no {kind} to explain\n"


def test_the_policy_of_the_repository_is_said_to_be(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = operator_entry(place / "bank", "small.onnx", SLOW)
    (facts,) = explained(capsys, *MODEL)
    assert facts["origin"] == "custom repository"
    assert facts["policy"] == entry.policy.to_json()
    assert facts["share"] == 1.0
    assert 0 < facts["lower_bound"] < facts["seconds"]
    assert facts["floor"] == facts["lower_bound"], "programs of earlier versions read it"


def test_what_was_tried_and_why_it_lost_comes_from_the_trial_log(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    operator = operator_of("small.onnx")
    default, slow = policy_of(operator, 0), policy_of(operator, SLOW)
    crashed = Trial(Policy("gone"), None, "crash", "killed by SIGSEGV")
    log = TrialLog(place / "trials.jsonl", TARGET.soc_version)
    log.record(operator, default, [Trial(default, 1e-6), Trial(slow, 2e-6), crashed])
    (facts,) = explained(capsys, *MODEL, "--trial_log=trials.jsonl")
    lost = [trial["lost"] for trial in facts["tried"]]
    assert lost == [None, "2.00 times as long", "crash: killed by SIGSEGV"]
    assert main(["explain", *MODEL, "--trial_log=trials.jsonl"]) == 0
    text = capsys.readouterr().out
    assert "3 policies tried, 1 failed" in text
    assert "impl gone: crash: killed by SIGSEGV" in text


def test_an_entry_of_the_repository_is_explained_by_its_key(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = operator_entry(place / "bank", "small.onnx", SLOW, after_us=10.0)
    (facts,) = explained(capsys, entry.key[:9])
    assert (facts["key"], facts["seconds"], facts["share"]) == (
        entry.key,
        pytest.approx(1e-5),
        None,
    )
    assert facts["origin"] == "custom repository"


def test_an_offline_model_keeps_its_policies(
    compiled_folder: Path, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (facts,) = explained(capsys, str(compiled_folder / "small.om"), "--threads=1")
    assert facts["origin"] == "default policy"
    assert facts["uses"] == 1


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["absent.onnx"], 2, "there is no such file"),
        (["99"], 1, "has no operator 99"),
        ([*MODEL, "--top=0"], 2, "--top=0"),
        ([*MODEL, "--trial_log=absent"], 2, "--trial_log=absent: there is no such file"),
    ],
)
def test_what_cannot_be_explained_is_refused(
    place: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    status: int,
    message: str,
) -> None:
    assert main(["explain", *arguments]) == status
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("trial", "reason"),
    [
        (Trial(Policy("a"), 2.0), None),
        (Trial(Policy("b"), 3.0), "1.50 times as long"),
        (Trial(Policy("b"), 1.9), "not faster beyond the noise, or slower inside the whole model"),
        (Trial(Policy("b"), 2.0, same_as=Policy("a")), "it compiles to the same machine code"),
        (
            Trial(Policy("b"), None, "wrong", "1 of 2 elements differ"),
            "wrong: 1 of 2 elements differ",
        ),
    ],
)
def test_every_way_to_lose_has_its_words(trial: Trial, reason: str | None) -> None:
    assert why_lost(trial, Policy("a"), 2.0) == reason


def test_candidates_of_another_device_are_not_those_of_this_model(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    operator = operator_of("small.onnx")
    default = policy_of(operator, 0)
    log = TrialLog(place / "trials.jsonl", TARGET.soc_version)
    log.record(operator, default, [Trial(default, 1e-6)])
    entry = operator_entry(place / "bank", "small.onnx", SLOW)
    with aoe.compile("small.onnx", device="reference", input_shape={"x": (2, 8)}) as session:
        session.save("reference.om")
    (of_reference,) = explained(capsys, "reference.om", "--trial_log=trials.jsonl")
    (of_cpu,) = explained(capsys, *MODEL, "--trial_log=trials.jsonl")
    (of_entry,) = explained(capsys, entry.key, "--trial_log=trials.jsonl")
    assert of_reference["key"] == of_cpu["key"] == of_entry["key"]
    assert of_reference["tried"] is None
    assert len(of_cpu["tried"]) == len(of_entry["tried"]) == 1


def test_a_loop_has_the_time_of_its_body(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """(float[3,8] x, int64 trips) => (float[3,8] y) {
        y = Loop (trips, , x) <body = step (int64 i, bool c, float[3,8] s)
            => (bool d, float[3,8] t) { p = MatMul (s, w) t = Tanh (p) d = Identity (c) }> }"""
    (place / "loop.onnx").write_bytes(model(text, w=weights(8, 8)).SerializeToString())
    found = explained(capsys, "loop.onnx", "--threads=1")
    assert sum(item["share"] for item in found) == pytest.approx(1.0)
