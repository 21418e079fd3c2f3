"""Sessions that tune graphs: the job is that of the command, and misuse raises errors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx_ir
import pytest

from aoe.application.request.tune_request import TuneRequest
from aoe.application.tune.phases import finish
from aoe.application.tune.tune_result import TuneResult
from aoe.errors import ModelError, UsageError
from aoe.ir import Graph, SessionError, StatusCode, TuningSession, tuning_session
from tests.application.tune.interruption.kills import killed_before
from tests.ir.conftest import small_graph

JOB = {"job_type": "2"}
X = np.random.default_rng(7).standard_normal((2, 8)).astype(np.float32)


@pytest.fixture
def requests(place: Path, monkeypatch: pytest.MonkeyPatch) -> list[TuneRequest]:
    """The jobs that sessions ask for, which are not carried out."""
    asked: list[TuneRequest] = []

    def note(request: TuneRequest, *_: object) -> TuneResult:
        asked.append(request)
        return TuneResult("small", place / "small.om", place / "result.json", 0.0)

    monkeypatch.setattr(tuning_session, "run_tune_job", note)
    return asked


def session_of(graph: Graph, **global_options: str) -> TuningSession:
    session = TuningSession({**JOB, **global_options})
    session.set_graph(graph)
    return session


def test_an_interrupted_job_goes_on(place: Path) -> None:
    session = session_of(small_graph())
    options = {"threads": "1", "output": "net"}
    with killed_before(finish, "compile_with"):
        session.tune(options)
    result = session.tune({"reload": "", **options})
    assert result.model_path == place / "net.om"
    assert len([*place.glob("aoe_workspace/small_*")]) == 1


def test_options_and_tensors_reach_the_job(requests: list[TuneRequest], place: Path) -> None:
    session = session_of(small_graph("rows"), precision_mode="allow_mix_precision")
    session.set_inputs([X])
    session.tune({"output": "net", "budget": "5m", "framework": "5", "seed": "3"})
    (request,) = requests
    assert request.model.input_shapes == {"x": (2, 8)}
    assert request.output.offline_model == place / "net.om"
    assert request.search.budget_seconds == 300
    assert request.search.seed == 3
    assert request.precision.mode == "allow_mix_precision"


def test_profiles_may_stand_for_open_sizes(requests: list[TuneRequest]) -> None:
    session = session_of(small_graph("rows"))
    session.tune({"input_shape": "x:-1,8", "dynamic_batch_size": "1,4"})
    assert [dict(shapes) for shapes in requests[0].model.profiles] == [{"x": (1, 8)}, {"x": (4, 8)}]


def test_a_value_may_stand_for_an_input(requests: list[TuneRequest]) -> None:
    graph = small_graph()
    graph.input("n", "int64", ("k",))
    session_of(graph).tune({"input_value": "n:1,2"})
    assert requests[0].model.input_values == {"n": "1,2"}


def test_op_name_map_names_operators_of_the_graph(place: Path) -> None:
    Path("names.cfg").write_text("com.example.Ramp:Relu\n", encoding="utf-8")
    graph = Graph("net")
    x = graph.input("x", "float32", (2, 8))
    graph.output(graph.op.Ramp(x, _domain="com.example", _version=1), "y")
    result = session_of(graph).tune({"op_name_map": "names.cfg", "threads": "1"})
    with result.session() as opened:
        np.testing.assert_array_equal(opened.run(["y"], {"x": X})[0], np.maximum(X, 0))


def test_later_changes_of_a_graph_do_not_count(requests: list[TuneRequest]) -> None:
    graph = small_graph()
    session = session_of(graph)
    graph.output(graph.input("z", "float32", (1,)), "w")
    session.tune()
    source: Any = requests[0].model.origin.source
    assert [value.name for value in source.graph.outputs] == ["y"]


def test_models_of_onnx_are_taken(requests: list[TuneRequest]) -> None:
    session = TuningSession(JOB)
    model = small_graph().model()
    for given in (model, onnx_ir.serde.serialize_model(model)):
        session.set_graph(given)
        session.tune()
    assert len(requests) == 2


def test_the_log_of_a_run_is_written(requests: list[TuneRequest], place: Path) -> None:
    session_of(small_graph()).tune({"log": "info"})
    assert len([*place.glob("aoe_*.log")]) == 1
    assert len(requests) == 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "^job_type is missing"),
        ({"job_type": "7"}, "^job_type=7: must be"),
        ({**JOB, "device": "none"}, "^device=none"),
        ({**JOB, "precision_mode": "half"}, "^precision_mode=half"),
        ({**JOB, "fusion_switch_file": "none.cfg"}, "^fusion_switch_file=none.cfg"),
        ({"job_type": 2}, r"global_options=\{'job_type': 2\} must be a mapping of texts to texts"),
    ],
)
@pytest.mark.usefixtures("place")
def test_global_options_are_checked_when_a_session_starts(options: Any, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        TuningSession(options)


@pytest.mark.parametrize(
    ("tensors", "sentence"),
    [
        ([X, X], "the list of tensors has 2, but the graph has 1 input: x"),
        ([X.astype(np.float64)], "the tensor for 'x' is of float64, but the input is of float32"),
        ([X[:, :7]], "the list of tensors gives dimension 1 of 'x' the size 7"),
        ([X[0]], r"the list of tensors gives 'x' 1 dimension \("),
    ],
)
@pytest.mark.usefixtures("place")
def test_tensors_that_do_not_fit_are_refused(tensors: Any, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        session_of(small_graph("rows")).set_inputs(tensors)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"input_shape": "x:3,8"}, r"^input_shape gives 'x' the shape \(3, 8\), but its tensor"),
        ({"input_shape": "x:-1,8", "dynamic_batch_size": "1,4"}, "^dynamic_batch_size compiles"),
        ({"input_format": "NHWC"}, "^input_format=NHWC"),
        ({"output": " "}, "^output: its value is empty"),
        ({"reload": "none"}, "^reload=none: there is no such job"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    options: dict[str, str], sentence: str, requests: list[TuneRequest]
) -> None:
    session = session_of(small_graph("rows"))
    session.set_inputs([X])
    with pytest.raises(UsageError, match=sentence):
        session.tune(options)
    assert not requests


@pytest.mark.usefixtures("place")
def test_a_graph_is_of_no_other_framework() -> None:
    with pytest.raises(UsageError, match="framework=1: the graph of a session is one of ONNX"):
        session_of(small_graph()).tune({"framework": "1"})


def test_open_sizes_are_refused(requests: list[TuneRequest]) -> None:
    with pytest.raises(SessionError, match=r"leaves sizes of inputs open: x \[rows,8\]") as refused:
        session_of(small_graph("rows")).tune()
    assert refused.value.code == StatusCode.AOE_ERROR_DYNAMIC_GRAPH
    assert not requests


@pytest.mark.usefixtures("place")
def test_a_model_that_is_not_valid_is_refused() -> None:
    proto = onnx_ir.serde.serialize_model(small_graph().model())
    proto.graph.node[0].input[0] = "none"
    with pytest.raises(ModelError, match="none"):
        TuningSession(JOB).set_graph(proto)


@pytest.mark.usefixtures("place")
def test_a_closed_session_cannot_be_used() -> None:
    with TuningSession(JOB) as session:
        session.set_graph(small_graph())
    with pytest.raises(SessionError, match="the session is closed"):
        session.tune()
