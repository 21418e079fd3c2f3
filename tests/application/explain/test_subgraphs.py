"""`aoe explain --subgraphs` tells how a model is fused and laid out, and what else was tried."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aoe.application.command_line import main
from aoe.application.model.compilation import tuned_subgraphs
from aoe.application.model.machine import this_machine
from aoe.application.model.source import load_profiles
from aoe.frontends.frontend import ModelOrigin
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.subgraph.inter_op_mutations import chains_in_chunks
from aoe.graph.subgraph.mutations import neighbours
from aoe.graph.subgraph.operator_mutations import change_variants
from aoe.policy import SubgraphPolicy
from aoe.settings import read_settings
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.policy_database import Winner
from aoe.tuning.search.search_strategy import Trial
from aoe.tuning.trial_log import TrialLog
from aoe.tuning.workload.subgraph_model import KnownOperators, SubgraphModel
from tests.application.bank.banks import TARGET
from tests.graph.models import model, weights

EXPLAIN = ["explain", "small.onnx", "--input_shape=x:2,8", "--threads=1", "--subgraphs"]


@pytest.fixture
def graph(place: Path) -> PreparedGraph:
    _, (prepared,) = load_profiles(ModelOrigin(place / "small.onnx"), [{"x": (2, 8)}])
    return prepared


def test_what_is_fused_is_said(graph: PreparedGraph, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(EXPLAIN) == 0
    text = capsys.readouterr().out
    assert f"key {graph.subgraphs[0].key}" in text
    assert "fused operators (default policy)" in text
    assert "product (MatMul) + relu (Relu): row-major" in text
    assert "decisions\n  those of the default policy\n" in text
    assert "none recorded here" in text


def test_alternatives_and_what_they_cost_come_from_the_trial_log(
    graph: PreparedGraph, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (subgraph,) = graph.subgraphs
    default = subgraph.policy(graph.decisions)
    split = next(neighbours(subgraph, default))
    log = TrialLog(place / "trials.jsonl", TARGET.soc_version)
    subject = SubgraphModel(subgraph, KnownOperators(TARGET))
    log.record(subject, default, [Trial(default, 1e-6), Trial(split, 2e-6)])
    assert main([*EXPLAIN, "--trial_log=trials.jsonl"]) == 0
    assert "product stored: 2.0 us, 2.00 times as long" in capsys.readouterr().out
    assert main([*EXPLAIN, "--trial_log=trials.jsonl", "--json"]) == 0
    (facts,) = json.loads(capsys.readouterr().out)
    assert facts["operators"] == [
        {"nodes": ["product", "relu"], "order": [0, 1], "branch": None, "lane": None}
    ]
    assert (facts["decisions"], facts["gain"]) == ({}, None)
    assert facts["tried"][1] == {"policy": split.to_json(), "seconds": 2e-6, "cause": None}


def test_parallel_branches_are_shown(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """(float[1,4,8,8] x) => (float[1,4,8,8] y) {
        a = Conv <pads = [1, 1, 1, 1]> (x, w) y = Relu (a) }"""
    proto = model(text, w=weights(4, 4, 3, 3))
    (place / "windows.onnx").write_bytes(proto.SerializeToString())
    _, (prepared,) = load_profiles(ModelOrigin(place / "windows.onnx"), [{}])
    (subgraph,) = prepared.subgraphs
    policy = next(chains_in_chunks(subgraph, subgraph.policy(prepared.decisions), 2))
    settings = read_settings()
    times = [Measurement(seconds, seconds, 0.0, 1) for seconds in (2e-6, 1e-6, 3e-6)]
    store = tuned_subgraphs(settings, this_machine(2, settings))
    store.store(subgraph, Winner(policy, *times))
    assert main(["explain", subgraph.key[:9]]) == 1
    assert f"; aoe bank show {subgraph.key} shows its entry" in capsys.readouterr().err
    assert main(["explain", "windows.onnx", "--threads=2", "--subgraphs"]) == 0
    text = capsys.readouterr().out
    assert "parallel branch 2: " in text
    assert "decisions\n  chunks ×1\n  3.00 times as fast as the default policy, when it" in text


def test_a_gain_of_several_decisions_is_theirs_together(
    graph: PreparedGraph, capsys: pytest.CaptureFixture[str]
) -> None:
    (subgraph,) = graph.subgraphs
    policy = next(neighbours(subgraph, subgraph.policy(graph.decisions)))
    numbers = sorted(subgraph.numbers[node.output] for node in subgraph.operator_nodes)
    decided = {**dict(policy.decisions), f"order.{numbers[0]}": (1, 0)}
    settings = read_settings()
    times = [Measurement(seconds, seconds, 0.0, 1) for seconds in (2e-6, 1e-6, 3e-6)]
    store = tuned_subgraphs(settings, this_machine(1, settings))
    decided[f"band0.{numbers[1]}"] = (1, numbers[1])
    store.store(subgraph, Winner(SubgraphPolicy.of(decided), *times))
    assert main(EXPLAIN) == 0
    text = capsys.readouterr().out
    assert "  stored values ×1, strips ×1\n  3.00 times as fast together as the default" in text


def test_variants_are_shown(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "(float[1,8,8,8] x) => (float[1,2,6,6] y) { a = Conv (x, w) y = Relu (a) }"
    proto = model(text, w=weights(2, 8, 3, 3))
    (place / "few.onnx").write_bytes(proto.SerializeToString())
    _, (prepared,) = load_profiles(ModelOrigin(place / "few.onnx"), [{}])
    (subgraph,) = prepared.subgraphs
    policy = next(
        item
        for item in change_variants(subgraph, subgraph.policy(prepared.decisions))
        if "shift_gemm" in dict(item.decisions).values()
    )
    settings = read_settings()
    timing = Measurement(1e-6, 1e-6, 0.0, 1)
    store = tuned_subgraphs(settings, this_machine(1, settings))
    store.store(subgraph, Winner(policy, timing, timing, timing))
    assert main(["explain", "few.onnx", "--threads=1", "--subgraphs"]) == 0
    assert "variants\n  y: shift_gemm\n" in capsys.readouterr().out


def test_an_offline_model_has_no_subgraphs_to_explain(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "small.om").write_bytes(b"")
    assert main(["explain", "small.om", "--subgraphs"]) == 2
    assert "--subgraphs" in capsys.readouterr().err


def test_candidates_of_another_device_model_are_not_listed(
    graph: PreparedGraph, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (subgraph,) = graph.subgraphs
    default = subgraph.policy(graph.decisions)
    subject = SubgraphModel(subgraph, KnownOperators(TARGET))
    TrialLog(place / "trials.jsonl", "other_1c").record(subject, default, [Trial(default, 1e-6)])
    assert main([*EXPLAIN, "--trial_log=trials.jsonl", "--json"]) == 0
    (facts,) = json.loads(capsys.readouterr().out)
    assert facts["tried"] is None
