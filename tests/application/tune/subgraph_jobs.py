"""What tests of jobs that tune subgraphs have in common."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.command_line import main
from aoe.results.report import TuningReport
from aoe.results.result_file import read_result_file
from aoe.runtime.offline_model import OfflineModel
from aoe.tuning.comparison.timing_statistics import Measurement
from aoe.tuning.task_scheduler import TaskScheduler
from tests.application.conftest import small_model

TUNE = ("--model=small.onnx", "--input_shape=x:2,8", "--threads=1", "--progress_bar=off")


def tune(kinds: str, *more: str) -> int:
    return main([*TUNE, f"--job_type={kinds}", "--output=tuned", *more])


def measured(seconds: float) -> Measurement:
    return Measurement(seconds, seconds, 0.0, 9)


def two_subgraphs() -> onnx.ModelProto:
    """The small model with the sums of its rows, after which a subgraph ends, and a product called
    `second`.
    """
    proto = small_model()
    proto.graph.node.extend(
        [
            onnx.helper.make_node("ReduceSum", ["y", "axis"], ["sum"], name="sum"),
            onnx.helper.make_node("MatMul", ["sum", "v"], ["wide"], name="second"),
            onnx.helper.make_node("Relu", ["wide"], ["z"], name="last"),
        ]
    )
    proto.graph.initializer.append(onnx.numpy_helper.from_array(np.array([1]), "axis"))
    proto.graph.initializer.append(onnx.numpy_helper.from_array(np.ones((1, 6), np.float32), "v"))
    proto.graph.output[0].name = "z"
    proto.graph.output[0].type.tensor_type.shape.dim[1].dim_value = 6
    return proto


def section(place: Path, kind: str) -> dict[str, Any]:
    """The section of one kind of tuning in its result file, which is then removed."""
    (path,) = place.glob(f"aoe_result_{kind}_*.json")
    assert isinstance(read_result_file(path), TuningReport)
    data = json.loads(path.read_text())
    path.unlink()
    assert data[0]["basic"]["tuning_name"] == "small"
    found: dict[str, Any] = data[1][{"sgat": "SGAT", "opat": "OPAT"}[kind]]
    return found


def entries(place: Path) -> dict[str, Any]:
    """What the graph repository has, by key."""
    found: dict[str, Any] = {}
    for path in place.glob("bank/subgraph_*.json"):
        found |= json.loads(path.read_text())["entries"]
    return found


def operator_entries(place: Path) -> dict[str, Any]:
    """What the repository of operators has, by key."""
    found: dict[str, Any] = {}
    for path in place.glob("bank/*/unified_bank/*.json"):
        found |= json.loads(path.read_text())["entries"]
    return found


def model_at(path: Path) -> OfflineModel:
    with aoe.InferenceSession(path, threads=1) as session:
        return session.model


@contextmanager
def ended_after_a_round() -> Iterator[None]:
    """Within, budgets end when every search has had one round."""
    groups = TaskScheduler.next_group

    def first_groups(session: Any) -> Any:
        return [pair for pair in groups(session) if not pair[1].generations]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TaskScheduler, "next_group", first_groups)
        patch.setattr(TaskScheduler, "is_negligible", lambda *_: False)
        yield
