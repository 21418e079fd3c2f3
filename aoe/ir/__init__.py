"""Graphs that are built of operators in Python, and AOE's session API that tunes them.

    graph = aoe.ir.Graph("net")
    x = graph.input("x", "float32", (1, 8))
    graph.output(graph.op.Relu(x), "y")
    with aoe.ir.TuningSession({"job_type": "2"}) as session:
        session.set_graph(graph)
        result = session.tune({"output": "net"})

`graph.py` builds graphs. `tuning_session.py` tunes them and raises errors. `session_api.py` has the
same as functions with AOE's names, `aoe_initialize` to `aoe_finalize`, which return the status
codes of `status.py`. `option_maps.py` says which option is given where.
"""

from __future__ import annotations

from aoe.ir.graph import Graph
from aoe.ir.session_api import (
    aoe_create_session,
    aoe_destroy_session,
    aoe_finalize,
    aoe_initialize,
    aoe_set_depend_graphs,
    aoe_set_depend_graphs_inputs,
    aoe_set_ge_session,
    aoe_set_tuning_graph,
    aoe_set_tuning_graph_input,
    aoe_tuning_graph,
)
from aoe.ir.status import AoeStatus, SessionError, StatusCode
from aoe.ir.tuning_session import TuningSession

AOE_FAILURE = AoeStatus(StatusCode.AOE_FAILURE)
AOE_SUCCESS = AoeStatus(StatusCode.AOE_SUCCESS)
AOE_ERROR_MEMORY_ALLOC = AoeStatus(StatusCode.AOE_ERROR_MEMORY_ALLOC)
AOE_ERROR_INVALID_PARAM = AoeStatus(StatusCode.AOE_ERROR_INVALID_PARAM)
AOE_ERROR_UNINITIALIZED = AoeStatus(StatusCode.AOE_ERROR_UNINITIALIZED)
AOE_ERROR_REPEAT_INITIALIZE = AoeStatus(StatusCode.AOE_ERROR_REPEAT_INITIALIZE)
AOE_ERROR_INVALID_SESSION = AoeStatus(StatusCode.AOE_ERROR_INVALID_SESSION)
AOE_ERROR_BUSY = AoeStatus(StatusCode.AOE_ERROR_BUSY)
AOE_ERROR_INVALID_GRAPH = AoeStatus(StatusCode.AOE_ERROR_INVALID_GRAPH)
AOE_ERROR_NON_OPTIMIZE_GRAPH = AoeStatus(StatusCode.AOE_ERROR_NON_OPTIMIZE_GRAPH)
AOE_ERROR_DYNAMIC_GRAPH = AoeStatus(StatusCode.AOE_ERROR_DYNAMIC_GRAPH)
AOE_ERROR_DYNAMIC_SHAPE_RANGE = AoeStatus(StatusCode.AOE_ERROR_DYNAMIC_SHAPE_RANGE)
AOE_ERROR_INVALID_OPTION_ATTR = AoeStatus(StatusCode.AOE_ERROR_INVALID_OPTION_ATTR)
AOE_ERROR_NON_OPTIMIZABLE_OBJECT = AoeStatus(StatusCode.AOE_ERROR_NON_OPTIMIZABLE_OBJECT)
AOE_ERROR_TUNING_ERROR = AoeStatus(StatusCode.AOE_ERROR_TUNING_ERROR)

__all__ = [
    "AOE_ERROR_BUSY",
    "AOE_ERROR_DYNAMIC_GRAPH",
    "AOE_ERROR_DYNAMIC_SHAPE_RANGE",
    "AOE_ERROR_INVALID_GRAPH",
    "AOE_ERROR_INVALID_OPTION_ATTR",
    "AOE_ERROR_INVALID_PARAM",
    "AOE_ERROR_INVALID_SESSION",
    "AOE_ERROR_MEMORY_ALLOC",
    "AOE_ERROR_NON_OPTIMIZABLE_OBJECT",
    "AOE_ERROR_NON_OPTIMIZE_GRAPH",
    "AOE_ERROR_REPEAT_INITIALIZE",
    "AOE_ERROR_TUNING_ERROR",
    "AOE_ERROR_UNINITIALIZED",
    "AOE_FAILURE",
    "AOE_SUCCESS",
    "AoeStatus",
    "Graph",
    "SessionError",
    "StatusCode",
    "TuningSession",
    "aoe_create_session",
    "aoe_destroy_session",
    "aoe_finalize",
    "aoe_initialize",
    "aoe_set_depend_graphs",
    "aoe_set_depend_graphs_inputs",
    "aoe_set_ge_session",
    "aoe_set_tuning_graph",
    "aoe_set_tuning_graph_input",
    "aoe_tuning_graph",
]
