"""AOE's session API: its order, its status codes, and the messages with them."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aoe
from aoe import ir
from aoe.application.tune.tune_result import TuneResult
from aoe.errors import CompileError, RepositoryError
from aoe.ir import AoeStatus, Graph, StatusCode, tuning_session
from tests.ir.conftest import expected, small_graph

JOB = {"job_type": "2"}
X = np.random.default_rng(9).standard_normal((2, 8)).astype(np.float32)


@pytest.fixture(autouse=True)
def process(place: Path) -> Iterator[None]:
    """Tests begin and end with nothing initialized."""
    yield
    ir.aoe_finalize()


@pytest.fixture
def session() -> int:
    """A session with a graph."""
    assert ir.aoe_initialize(JOB) == ir.AOE_SUCCESS
    status, number = ir.aoe_create_session()
    assert status == ir.AOE_SUCCESS
    assert ir.aoe_set_tuning_graph(number, small_graph("rows")) == ir.AOE_SUCCESS
    assert ir.aoe_set_tuning_graph_input(number, [X]) == ir.AOE_SUCCESS
    return number


def job_does(monkeypatch: pytest.MonkeyPatch, work: Any) -> None:
    """From now on a job does this instead of tuning."""
    monkeypatch.setattr(tuning_session, "run_tune_job", lambda *_: work())


def failing(error: Exception) -> Any:
    def fail() -> None:
        raise error

    return fail


def test_tuning_writes_the_model_the_result_file_and_the_workspace(
    session: int, place: Path
) -> None:
    options = {"output": "net", "threads": "1", "budget": "1s"}
    status = ir.aoe_tuning_graph(session, options)
    assert status == ir.AOE_SUCCESS
    assert status.message.startswith("small process finished.")
    (report,) = place.glob("aoe_result_opat_*.json")
    assert json.loads(report.read_text())[0]["basic"]["tuning_name"].startswith("small")
    assert [*place.glob("aoe_workspace/small_*/")]
    with aoe.InferenceSession("net.om") as opened:
        np.testing.assert_allclose(opened.run(["y"], {"x": X})[0], expected(X), atol=1e-5)


def test_a_graph_with_nothing_to_tune_is_told_from_others() -> None:
    graph = Graph("flat")
    graph.output(graph.op.Flatten(graph.input("x", "float32", (2, 3, 4))), "y")
    ir.aoe_initialize(JOB)
    _, number = ir.aoe_create_session()
    ir.aoe_set_tuning_graph(number, graph)
    status = ir.aoe_tuning_graph(number, {"output": "flat"})
    assert status == ir.AOE_ERROR_NON_OPTIMIZE_GRAPH
    assert status.message == "flat process finished. The model has no operator to tune."
    assert Path("flat.om").exists()


@pytest.mark.parametrize("ended", [{"untried": 3}, {"interrupted": True}])
def test_a_graph_that_was_not_searched_yet_is_not_one_with_nothing_to_tune(
    ended: dict[str, Any], session: int, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job_does(monkeypatch, lambda: TuneResult("small", place / "net.om", place / "r", 0.0, **ended))
    assert ir.aoe_tuning_graph(session, {}) == ir.AOE_SUCCESS


def test_nothing_goes_before_initialization() -> None:
    status, number = ir.aoe_create_session()
    assert (status, number) == (ir.AOE_ERROR_UNINITIALIZED, 0)
    assert "call aoe_initialize first" in status.message
    assert ir.aoe_tuning_graph(1, {}) == ir.AOE_ERROR_UNINITIALIZED
    assert ir.aoe_finalize() == ir.AOE_ERROR_UNINITIALIZED


def test_a_process_is_initialized_once() -> None:
    assert ir.aoe_initialize(JOB) == ir.AOE_SUCCESS
    assert ir.aoe_initialize(JOB) == ir.AOE_ERROR_REPEAT_INITIALIZE
    assert ir.aoe_finalize() == ir.AOE_SUCCESS
    assert ir.aoe_initialize({"job_type": "1"}) == ir.AOE_SUCCESS


def test_options_that_are_refused_initialize_nothing() -> None:
    assert ir.aoe_initialize({"job_type": "7"}) == ir.AOE_ERROR_INVALID_PARAM
    assert ir.aoe_initialize({**JOB, "output": "x"}) == ir.AOE_ERROR_INVALID_OPTION_ATTR
    assert ir.aoe_create_session()[0] == ir.AOE_ERROR_UNINITIALIZED


def test_the_graph_comes_before_its_inputs_and_tuning() -> None:
    ir.aoe_initialize(JOB)
    _, number = ir.aoe_create_session()
    assert ir.aoe_set_tuning_graph_input(number, [X]) == ir.AOE_ERROR_INVALID_GRAPH
    status = ir.aoe_tuning_graph(number, {})
    assert status == ir.AOE_ERROR_INVALID_GRAPH
    assert "the session has no graph" in status.message


def test_another_graph_forgets_the_inputs_of_the_first(session: int) -> None:
    ir.aoe_set_tuning_graph(session, small_graph("rows"))
    assert ir.aoe_tuning_graph(session, {}) == ir.AOE_ERROR_DYNAMIC_GRAPH


@pytest.mark.parametrize("end", [ir.aoe_destroy_session, lambda _: ir.aoe_finalize()])
def test_a_session_that_has_ended_is_known_no_more(end: Any, session: int) -> None:
    assert end(session) == ir.AOE_SUCCESS
    ir.aoe_initialize(JOB)
    assert ir.aoe_destroy_session(session) == ir.AOE_ERROR_INVALID_SESSION
    assert ir.aoe_tuning_graph(session, {}) == ir.AOE_ERROR_INVALID_SESSION


def test_numbers_of_sessions_are_not_used_again(session: int) -> None:
    ir.aoe_destroy_session(session)
    _, other = ir.aoe_create_session()
    assert other != session


def test_calls_during_a_call_are_busy(session: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[AoeStatus] = []

    def meanwhile() -> None:
        calls = (
            lambda: found.append(ir.aoe_tuning_graph(session, {})),
            lambda: found.append(ir.aoe_create_session()[0]),
            lambda: found.append(ir.aoe_finalize()),
        )
        threads = [threading.Thread(target=call) for call in calls]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        raise RepositoryError("over")

    job_does(monkeypatch, meanwhile)
    ir.aoe_tuning_graph(session, {})
    assert [*map(int, found)] == [6, 6, 6]
    assert ir.aoe_destroy_session(session) == ir.AOE_SUCCESS


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (CompileError("LLVM said no"), StatusCode.AOE_ERROR_TUNING_ERROR, "LLVM said no"),
        (MemoryError(), StatusCode.AOE_ERROR_MEMORY_ALLOC, "this process has no memory left"),
        (ZeroDivisionError("x"), StatusCode.AOE_FAILURE, "unexpected ZeroDivisionError: x"),
    ],
)
def test_errors_become_codes_and_keep_their_messages(
    error: Exception,
    code: StatusCode,
    message: str,
    session: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job_does(monkeypatch, failing(error))
    status = ir.aoe_tuning_graph(session, {})
    assert status.code == code
    assert status.message.startswith(message)
    assert str(status).startswith(f"<{code.name} {code.value}: {message}")


def test_an_operator_that_cannot_be_computed_makes_an_invalid_graph(session: int) -> None:
    graph = Graph("net")
    x = graph.input("x", "float32", (2, 8))
    graph.output(graph.op.Ramp(x, _domain="com.example", _version=1), "y")
    ir.aoe_set_tuning_graph(session, graph)
    status = ir.aoe_tuning_graph(session, {})
    assert status == ir.AOE_ERROR_INVALID_GRAPH
    assert "Ramp" in status.message


@pytest.mark.parametrize(
    "call",
    [
        lambda session: ir.aoe_set_tuning_graph(session, "net.onnx"),  # type: ignore[arg-type]
        lambda session: ir.aoe_set_tuning_graph("1", small_graph()),  # type: ignore[arg-type]
        lambda session: ir.aoe_tuning_graph(session, {"seed": 3}),  # type: ignore[dict-item]
        lambda session: ir.aoe_set_depend_graphs(session, ["net.onnx"]),  # type: ignore[list-item]
    ],
)
def test_arguments_of_other_types_are_refused(call: Any, session: int) -> None:
    assert call(session) == ir.AOE_ERROR_INVALID_PARAM


def test_what_needs_no_preparation_is_checked_and_told_of(session: int) -> None:
    assert ir.aoe_set_ge_session(session, None) == ir.AOE_SUCCESS
    status = ir.aoe_set_depend_graphs(session, [small_graph()])
    assert status == ir.AOE_SUCCESS
    assert "has no effect" in status.message
    assert ir.aoe_set_depend_graphs_inputs(session, [[X]]) == ir.AOE_SUCCESS
    assert ir.aoe_set_depend_graphs_inputs(session, []) == ir.AOE_ERROR_INVALID_PARAM
    assert ir.aoe_set_depend_graphs_inputs(session, [[X[:1]]]) == ir.AOE_ERROR_INVALID_PARAM
    assert ir.aoe_set_depend_graphs(session, [Graph("empty")]) == ir.AOE_ERROR_INVALID_GRAPH


def test_the_names_and_numbers_of_codes_are_those_of_aoe() -> None:
    codes = {code.name: code.value for code in StatusCode}
    assert codes == {name: int(getattr(ir, name)) for name in codes}
    assert [code.value for code in StatusCode] == [-1, *range(13), 100]
