"""Requests to a runner process arrive as they were, over JSON and bytes."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from aoe.backends.compilation import program
from aoe.backends.registry import default_backend
from aoe.errors import AoeError
from aoe.isolation.message_stream import Message, MessageError
from aoe.isolation.worker_process import WorkerCrashed, WorkerHung
from aoe.tuning.measurement.request_messages import (
    answer_from_data,
    failure_to_data,
    request_from_message,
    request_to_message,
)
from aoe.tuning.measurement.runner_process import WrongAnswerError
from aoe.tuning.measurement.runner_requests import (
    Forget,
    LoadCandidate,
    OpenModel,
    OpenOperator,
    OpenSubgraph,
    Request,
    TakeProfile,
    TakeSample,
)
from aoe.tuning.workload.cold_operands import ColdOperands
from tests.graph.models import imported, model, weights

GRAPH = imported(
    model("(float[4,6] x) => (float[4,3] y) { p = MatMul(x, w)  y = Relu(p) }", w=weights(6, 3))
)
OPERATOR = GRAPH.operator_nodes[0].operator
COLD = ColdOperands((0, 2), (1,))


def sent(request: Request) -> Request:
    message = request_to_message(request)
    return request_from_message(Message(json.loads(json.dumps(message.data)), message.blocks))


@pytest.mark.parametrize("request_", [TakeSample(3), TakeProfile(0), Forget()])
def test_plain_requests_arrive(request_: Request) -> None:
    assert sent(request_) == request_


def test_an_operator_arrives() -> None:
    request = OpenOperator(2, math.inf, OPERATOR, 5, 7, COLD)
    assert sent(request) == request


def test_a_subgraph_arrives_with_its_constants() -> None:
    request = OpenSubgraph(2, 1e6, "key", GRAPH, 5, 7, COLD)
    found = sent(request)
    assert isinstance(found, OpenSubgraph)
    assert (found.key, found.threads, found.seed, found.cold) == ("key", 2, 7, COLD)
    assert found.graph.nodes == GRAPH.nodes
    for name, array in GRAPH.constants.items():
        np.testing.assert_array_equal(found.graph.constants[name], array)


def test_arrays_arrive_in_their_types() -> None:
    half = np.arange(6, dtype=np.float16).reshape(2, 3)
    arrays: tuple[np.ndarray, ...] = (half, np.array(3, np.int64), np.zeros((0, 2)))
    request = OpenModel(1, 0.0, arrays, {"w": weights(3, 4)}, (), in_turns=True)
    found = sent(request)
    assert isinstance(found, OpenModel)
    assert found.in_turns
    for one, other in zip(found.inputs, arrays, strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(found.constants["w"], weights(3, 4))


def test_a_program_arrives_with_its_code() -> None:
    backend = default_backend()
    compiler = backend.compiler(backend.machine.target(1))
    made = program(compiler.build([(GRAPH, {})])[0])
    compiler.close()
    found = sent(LoadCandidate(4, made, 1e-3, {"c": weights(2)}, 9))
    assert isinstance(found, LoadCandidate)
    assert found.program.plan == made.plan
    assert dict(found.program.objects) == dict(made.objects)
    assert (found.number, found.tolerance, found.location) == (4, 1e-3, 9)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "Popen"},
        {"kind": "TakeSample"},
        {"kind": "TakeSample", "number": 1, "more": 2},
        {"kind": "OpenOperator", "threads": 1, "working_set": 0, "operator": {}},
        {"kind": "OpenModel", "threads": 1, "inputs": [["float32", [2], 5]]},
        {"kind": "LoadCandidate", "plan": {}, "objects": {}, "constants": {}},
    ],
)
def test_damaged_requests_are_refused(data: dict[str, object]) -> None:
    with pytest.raises(MessageError, match="damaged"):
        request_from_message(Message(data))


@pytest.mark.parametrize("answer", [None, 0.25])
def test_answers_arrive(answer: float | None) -> None:
    assert answer_from_data({"answer": answer}) == answer


def test_profiles_arrive_as_tuples() -> None:
    assert answer_from_data({"answer": [1.0, 2.5]}) == (1.0, 2.5)


@pytest.mark.parametrize(
    "error",
    [
        WrongAnswerError("off by 3"),
        MemoryError("no room"),
        WorkerHung("no result"),
        WorkerCrashed("killed"),
        AoeError("refused"),
    ],
)
def test_failures_are_raised_as_what_they_were(error: Exception) -> None:
    with pytest.raises(type(error), match=str(error)):
        answer_from_data(failure_to_data(error))


def test_a_failure_that_nobody_expects_says_what_it_was() -> None:
    with pytest.raises(RuntimeError, match="KeyError"):
        answer_from_data(failure_to_data(KeyError("x")))
