"""The functions of AOE's session API, with its names, order and status codes.

The order is `aoe_initialize`, `aoe_create_session`, `aoe_set_tuning_graph`,
`aoe_set_tuning_graph_input`, `aoe_tuning_graph`, `aoe_destroy_session`, `aoe_finalize`. A function
returns an `AoeStatus`, a number with a message. No error is raised, so a script checks each status.

As in AOE, a process is initialized once, so this module has the one `SessionApi` of the process.
`tuning_session.py` has the same without such a state.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import onnx_ir

from aoe.application.tune.command import finished_sentence
from aoe.application.tune.tune_result import TuneResult
from aoe.arguments import check_value
from aoe.errors import UsageError, counted
from aoe.ir.status import AoeStatus, SessionError, StatusCode, status_of
from aoe.ir.tuning_session import (
    NO_OPTIONS,
    AnyGraph,
    TuningSession,
    checked_model,
    in_maps,
    shapes_of_inputs,
)

#: The message about what needs no preparation here.
NOT_NEEDED = "has no effect: a graph of ONNX reads no state of other graphs"


@dataclass(slots=True)
class _Session:
    """A session with its number.

    Attributes:
        tuning: The session.
        depended_on: Graphs that AOE would run before.
    """

    tuning: TuningSession
    depended_on: tuple[onnx_ir.Model, ...] = ()


class SessionApi:
    """What a process has initialized, and its sessions by number."""

    def __init__(self) -> None:
        self._calling = threading.Lock()
        self._global_options: dict[str, str] | None = None
        self._sessions: dict[int, _Session] = {}
        self._created = 0

    def initialize(self, global_options: Mapping[str, str]) -> AoeStatus:
        """See `aoe_initialize`."""

        def work() -> None:
            if self._global_options is not None:
                raise SessionError(
                    StatusCode.AOE_ERROR_REPEAT_INITIALIZE,
                    "aoe.ir is initialized already; call aoe_finalize() before other options",
                )
            TuningSession(global_options)
            self._global_options = dict(global_options)

        return self._status(work)

    def finalize(self) -> AoeStatus:
        """See `aoe_finalize`."""

        def work() -> None:
            self._initialized()
            for number in [*self._sessions]:
                self._sessions.pop(number).tuning.close()
            self._global_options = None

        return self._status(work)

    def create_session(self) -> tuple[AoeStatus, int]:
        """See `aoe_create_session`."""
        number = 0

        def work() -> None:
            nonlocal number
            session = _Session(TuningSession(self._initialized()))
            self._created += 1
            number = self._created
            self._sessions[number] = session

        return self._status(work), number

    def destroy_session(self, session_id: int) -> AoeStatus:
        """See `aoe_destroy_session`."""

        def work() -> None:
            self._session(session_id).tuning.close()
            del self._sessions[session_id]

        return self._status(work)

    def set_ge_session(self, session_id: int) -> AoeStatus:
        """See `aoe_set_ge_session`."""

        def work() -> str:
            self._session(session_id)
            return "a session of Ascend's graph engine has no effect"

        return self._status(work)

    def set_tuning_graph(self, session_id: int, graph: AnyGraph) -> AoeStatus:
        """See `aoe_set_tuning_graph`."""

        def work() -> None:
            self._session(session_id).tuning.set_graph(graph)

        return self._status(work)

    def set_tuning_graph_input(
        self, session_id: int, inputs: Sequence[np.ndarray | np.generic]
    ) -> AoeStatus:
        """See `aoe_set_tuning_graph_input`."""

        def work() -> None:
            self._session(session_id).tuning.set_inputs(inputs)

        return self._status(work)

    def set_depend_graphs(self, session_id: int, graphs: Sequence[AnyGraph]) -> AoeStatus:
        """See `aoe_set_depend_graphs`."""

        def work() -> str:
            session = self._session(session_id)
            check_value("graphs", graphs, Sequence[AnyGraph])
            session.depended_on = tuple(map(checked_model, graphs))
            return f"aoe_set_depend_graphs {NOT_NEEDED}"

        return self._status(work)

    def set_depend_graphs_inputs(
        self, session_id: int, inputs: Sequence[Sequence[np.ndarray | np.generic]]
    ) -> AoeStatus:
        """See `aoe_set_depend_graphs_inputs`."""

        def work() -> str:
            graphs = self._session(session_id).depended_on
            check_value("inputs", inputs, Sequence[Sequence[np.ndarray | np.generic]])
            if len(inputs) != len(graphs):
                raise UsageError(
                    f"inputs of {counted(len(inputs), 'graph')} are given for "
                    f"{counted(len(graphs), 'graph')} of "
                    "aoe_set_depend_graphs; give a list for each"
                )
            for model, tensors in zip(graphs, inputs, strict=True):
                shapes_of_inputs(model, tensors)
            return f"aoe_set_depend_graphs_inputs {NOT_NEEDED}"

        return self._status(work)

    def tuning_graph(self, session_id: int, tuning_options: Mapping[str, str]) -> AoeStatus:
        """See `aoe_tuning_graph`."""
        code = StatusCode.AOE_SUCCESS

        def work() -> str:
            nonlocal code
            result = self._session(session_id).tuning.tune(tuning_options)
            if _nothing_to_tune(result):
                code = StatusCode.AOE_ERROR_NON_OPTIMIZE_GRAPH
            return in_maps(finished_sentence(result))

        status = self._status(work, StatusCode.AOE_ERROR_TUNING_ERROR)
        return AoeStatus(code, status.message) if status.code == StatusCode.AOE_SUCCESS else status

    def _initialized(self) -> dict[str, str]:
        if self._global_options is None:
            raise SessionError(
                StatusCode.AOE_ERROR_UNINITIALIZED,
                "aoe.ir is not initialized; call aoe_initialize first",
            )
        return self._global_options

    def _session(self, session_id: int) -> _Session:
        self._initialized()
        check_value("session_id", session_id, int)
        session = self._sessions.get(session_id)
        if session is None:
            known = ", ".join(map(str, self._sessions)) or "none"
            raise SessionError(
                StatusCode.AOE_ERROR_INVALID_SESSION,
                f"there is no session {session_id}; those that there are: {known}",
            )
        return session

    def _status(
        self, work: Callable[[], str | None], otherwise: StatusCode = StatusCode.AOE_FAILURE
    ) -> AoeStatus:
        """Does the work of a call unless another call is at work; returns what came of it."""
        with self._one_call() as alone:
            if not alone:
                return AoeStatus(
                    StatusCode.AOE_ERROR_BUSY,
                    "another call of the session API is at work in this process; wait until it "
                    "returns",
                )
            try:
                return AoeStatus(StatusCode.AOE_SUCCESS, work() or "")
            except Exception as error:  # a caller of this API checks codes
                return status_of(error, otherwise)

    @contextmanager
    def _one_call(self) -> Iterator[bool]:
        """Yields whether no other call is at work; none starts within."""
        alone = self._calling.acquire(blocking=False)
        try:
            yield alone
        finally:
            if alone:
                self._calling.release()


def _nothing_to_tune(result: TuneResult) -> bool:
    """Whether a job had nothing to decide, and not only no time for it."""
    ended = not result.interrupted and not result.untried and result.elsewhere is None
    return ended and not result.outcomes and not result.subgraphs


_PROCESS = SessionApi()


def aoe_initialize(global_options: Mapping[str, str]) -> AoeStatus:
    """Initializes tuning for this process, once.

    Args:
        global_options: Values of AOE's options for all graphs, by name. `job_type` is needed.
    """
    return _PROCESS.initialize(global_options)


def aoe_finalize() -> AoeStatus:
    """Ends what `aoe_initialize` began, and destroys the sessions that are left."""
    return _PROCESS.finalize()


def aoe_create_session() -> tuple[AoeStatus, int]:
    """Creates a session.

    Returns:
        The status, and the number of the session; 0 if there is none.
    """
    return _PROCESS.create_session()


def aoe_destroy_session(session_id: int) -> AoeStatus:
    """Destroys a session, and drops its graph."""
    return _PROCESS.destroy_session(session_id)


def aoe_set_ge_session(session_id: int, ge_session: object) -> AoeStatus:
    """Has no effect, as there is no graph engine of Ascend. Scripts that call it run."""
    return _PROCESS.set_ge_session(session_id)


def aoe_set_tuning_graph(session_id: int, tuning_graph: AnyGraph) -> AoeStatus:
    """Names the graph to tune.

    Args:
        session_id: The session.
        tuning_graph: A `Graph`, an `onnx_ir.Model` or an `onnx.ModelProto`.
    """
    return _PROCESS.set_tuning_graph(session_id, tuning_graph)


def aoe_set_tuning_graph_input(
    session_id: int, inputs: Sequence[np.ndarray | np.generic]
) -> AoeStatus:
    """Gives tensors for the inputs of the graph, which fix open sizes. Their values do not count.

    Args:
        session_id: The session, which has a graph.
        inputs: A tensor for each input, in the order of the graph.
    """
    return _PROCESS.set_tuning_graph_input(session_id, inputs)


def aoe_set_depend_graphs(session_id: int, graphs: Sequence[AnyGraph]) -> AoeStatus:
    """Checks graphs that AOE would run before the tuning graph, such as those that set variables.
    Here they have no effect, as the constants of a graph are in it.
    """
    return _PROCESS.set_depend_graphs(session_id, graphs)


def aoe_set_depend_graphs_inputs(
    session_id: int, inputs: Sequence[Sequence[np.ndarray | np.generic]]
) -> AoeStatus:
    """Checks tensors for the inputs of `aoe_set_depend_graphs`, a list for each graph."""
    return _PROCESS.set_depend_graphs_inputs(session_id, inputs)


def aoe_tuning_graph(session_id: int, tuning_options: Mapping[str, str] = NO_OPTIONS) -> AoeStatus:
    """Tunes the graph of a session and writes the offline model and the result files.

    Args:
        session_id: The session.
        tuning_options: Values of AOE's options for this graph, by name.

    Returns:
        The status. The message of success is the sentence that ends a run of the command.
    """
    return _PROCESS.tuning_graph(session_id, tuning_options)
