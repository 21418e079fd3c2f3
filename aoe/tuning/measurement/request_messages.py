"""Requests to a runner process as messages (`aoe.isolation.message_stream`), and its answers: what
a device server is asked for and what it says.

Arrays, and the code of programs, are blocks of bytes. All that is read is checked by the type that
it becomes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeAlias

import numpy as np

from aoe.backends.backend import CompiledPlan
from aoe.element_types import numpy_type
from aoe.errors import MALFORMED, AoeError, quoted
from aoe.isolation.message_stream import Message, MessageError
from aoe.isolation.worker_process import WorkerCrashed, WorkerHung
from aoe.operators.graph_json import graph_from_json, graph_to_json
from aoe.operators.operator import Operator
from aoe.runtime.plan_json import plan_from_json, plan_to_json
from aoe.tuning.measurement.failure_causes import cause_of
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

#: What a runner process answers.
Answer: TypeAlias = float | tuple[float, ...] | None
_PLAIN = (bool, int, float, str)
_KINDS: Mapping[str, type[Request]] = {
    kind.__name__: kind
    for kind in (
        OpenModel,
        OpenOperator,
        OpenSubgraph,
        LoadCandidate,
        TakeSample,
        TakeProfile,
        Forget,
    )
}


class _Blocks:
    """The blocks of a message in the making."""

    def __init__(self) -> None:
        self.content: list[bytes] = []

    def bytes(self, data: bytes) -> int:
        """Adds a block and returns its number."""
        self.content.append(data)
        return len(self.content) - 1

    def array(self, array: np.ndarray) -> list[Any]:
        """Adds an array and returns its type, shape and block."""
        dense = np.ascontiguousarray(array)
        return [array.dtype.name, list(array.shape), self.bytes(dense.tobytes())]

    def arrays(self, arrays: Mapping[str, np.ndarray]) -> dict[str, Any]:
        return {name: self.array(array) for name, array in arrays.items()}


def request_to_message(request: Request) -> Message:
    """Returns the message that `request_from_message` turns back into this request."""
    blocks = _Blocks()
    data: dict[str, Any] = {
        item.name: getattr(request, item.name)
        for item in fields(request)
        if isinstance(getattr(request, item.name), _PLAIN)
    }
    match request:
        case OpenModel():
            data |= {
                "inputs": [blocks.array(item) for item in request.inputs],
                "constants": blocks.arrays(request.constants),
                "expected": [blocks.array(item) for item in request.expected],
            }
        case OpenOperator():
            data |= {"operator": request.operator.to_json(), "cold": _cold_data(request.cold)}
        case OpenSubgraph():
            data |= {"graph": graph_to_json(request.graph), "cold": _cold_data(request.cold)}
            data["constants"] = blocks.arrays(request.graph.constants)
        case LoadCandidate():
            program = request.program
            data |= {
                "plan": plan_to_json(program.plan),
                "objects": {name: blocks.bytes(code) for name, code in program.objects.items()},
                "constants": blocks.arrays(request.constants),
            }
        case _:
            pass
    return Message({"kind": type(request).__name__, **data}, tuple(blocks.content))


def request_from_message(message: Message) -> Request:
    """Returns the request of a message.

    Raises:
        MessageError: It is none.
    """
    try:
        return _request(dict(message.data), message.blocks)
    except MALFORMED as error:
        raise MessageError(f"a request is damaged: {quoted(error)}") from error
    except MessageError:
        raise
    except AoeError as error:
        raise MessageError(f"a request is damaged: {error}") from error


def _request(data: dict[str, Any], blocks: Sequence[bytes]) -> Request:
    kind = _KINDS[data.pop("kind")]
    if kind is OpenModel:
        data |= {
            "inputs": tuple(_array(item, blocks) for item in data["inputs"]),
            "constants": _arrays(data["constants"], blocks),
            "expected": tuple(_array(item, blocks) for item in data["expected"]),
        }
    elif kind is OpenOperator:
        data |= {"operator": Operator.from_json(data["operator"]), "cold": _cold(data["cold"])}
    elif kind is OpenSubgraph:
        graph = graph_from_json(data["graph"], _arrays(data.pop("constants"), blocks))
        data |= {"graph": graph, "cold": _cold(data["cold"])}
    elif kind is LoadCandidate:
        objects = {name: blocks[number] for name, number in data.pop("objects").items()}
        data |= {
            "program": CompiledPlan(plan_from_json(data.pop("plan")), objects),
            "constants": _arrays(data["constants"], blocks),
        }
    return kind(**data)


def _cold_data(cold: ColdOperands) -> list[list[int]]:
    return [list(cold.inputs), list(cold.outputs)]


def _cold(data: Sequence[Sequence[int]]) -> ColdOperands:
    inputs, outputs = (tuple(map(int, numbers)) for numbers in data)
    return ColdOperands(inputs, outputs)


def _array(data: Sequence[Any], blocks: Sequence[bytes]) -> np.ndarray:
    dtype, shape, number = data
    return np.frombuffer(blocks[number], numpy_type(dtype)).reshape(shape).copy()


def _arrays(data: Mapping[str, Any], blocks: Sequence[bytes]) -> dict[str, np.ndarray]:
    return {name: _array(item, blocks) for name, item in data.items()}


def failure_to_data(error: Exception) -> dict[str, Any]:
    """What a server says of an error of its runner process."""
    text = str(error) if isinstance(error, AoeError | MemoryError) else f"{error!r}"
    return {"failed": cause_of(error), "text": text}


def answer_from_data(data: Mapping[str, Any]) -> Answer:
    """Returns what a runner process answered. Raises what it raised instead."""
    if "failed" not in data:
        answer = data.get("answer")
        return tuple(map(float, answer)) if isinstance(answer, list) else answer
    errors: Mapping[str, type[Exception]] = {
        "wrong": WrongAnswerError,
        "memory": MemoryError,
        "hang": WorkerHung,
        "crash": WorkerCrashed,
        "compile": AoeError,
    }
    raise errors.get(str(data["failed"]), RuntimeError)(str(data.get("text", "")))
