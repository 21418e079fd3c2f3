"""A job that tunes subgraphs and operators is killed in all its phases, goes on each time where it
was, and leaves nothing torn.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.repository.bank_file import read_bank
from aoe.results.report import TuningReport
from aoe.results.result_file import read_result_file
from tests.application.tune.interruption.kills import decided, journal_lines, run_again_and_again
from tests.graph.models import model, weights

START = ("--model=blocks.onnx", "--job_type=1,2", "--threads=1", "--output=out", "--budget=10m")
#: Of the products in the model.
WIDTHS = (16, 24)


def blocks() -> onnx.ModelProto:
    """A product of each width, rectified and added up; after each sum a subgraph ends."""
    nodes = [
        f"p{n} = MatMul(s{n}, w{n})\n r{n} = Relu(p{n})\n s{n + 1} = ReduceSum(r{n}, axis)\n"
        for n in range(len(WIDTHS))
    ]
    last = f"s{len(WIDTHS)}"
    constants = {f"w{n}": weights(1, width) for n, width in enumerate(WIDTHS)}
    text = f"(float[4,1] s0) => (float[4,1] {last}) {{\n{''.join(nodes)} }}"
    return model(text, axis=np.array([1]), **constants)


def test_a_job_killed_in_all_phases_repeats_no_finished_search_and_counts_the_time(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TUNING_PARALLEL_NUM", "1")  # so that searches end one after the other
    onnx.save(blocks(), place / "blocks.onnx")

    def files_are_whole() -> None:
        for path in (*place.glob("bank/*.json"), *place.glob("bank/*/unified_bank/*.json")):
            bank = read_bank(path)
            assert (bank.unreadable, bank.damaged) == (None, {})
        for path in place.glob("aoe_result_*.json"):
            assert isinstance(read_result_file(path), TuningReport)

    run_again_and_again(START, ("outcome", "subgraph", "outcome"), files_are_whole)
    spent = [line["seconds"] for line in journal_lines()]
    assert all(before <= after for before, after in pairwise(spent))
    with aoe.InferenceSession(place / "out.om", threads=1) as session:
        tuned = session.model.manifest.tuning
    assert tuned["subgraphs"]["total_num"] == len(decided("subgraph")) == len(WIDTHS)
    # Operators that the model has not any more, as subgraphs are grouped now, were decided too.
    assert 0 < tuned["total_num"] <= len(decided("outcome"))
