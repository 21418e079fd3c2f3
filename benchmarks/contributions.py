"""What each of the means that make a model fast contributes: models with one of them switched off.

    python -m benchmarks.contributions MODEL… --threads 2

Default policies, no repository. What is switched off: fewer multiply-adds (Winograd's and
Strassen's algorithms), fusion (every operator of the prepared graph writes its result to memory),
layouts (all values lie in row-major order), schedules (instead of the policy that the analytic
model ranks first, the middle one of the same implementation and format). A column says how many
times as long the model takes without; all versions of a model take turns in one process.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from aoe.application.model.machine import this_machine
from aoe.application.model.source import Source, load_profiles
from aoe.device import Device
from aoe.execute.compiler import compile_graph
from aoe.execute.cpu.version import CODE_GENERATOR
from aoe.graph.decisions import GraphDecisions, formed
from aoe.graph.pipeline import PreparedGraph
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.operators.registry import default_policy, implementations, implementations_of
from aoe.policy import Policy
from aoe.runtime.offline_model import Manifest
from aoe.runtime.session import InferenceSession
from aoe.settings import read_settings
from benchmarks.report import Row, benchmark_parser, print_report
from benchmarks.sessions import feed_of, run_of
from benchmarks.timing import interleave

#: Implementations that multiply less often than the operator's definition.
SAVING = frozenset(
    {"conv_winograd", "conv_winograd_fitted", "conv_winograd_rows", "matmul_strassen"}
)

Version: TypeAlias = tuple[OperatorGraph, Mapping[str, Policy]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures the models and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("models", nargs="+", type=Path, help=".onnx files of static shapes")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=15.0, help="measuring time of a model")
    options = parser.parse_args(arguments)
    device = this_machine(options.threads, read_settings())
    rows = [measure(path, device, options.seconds) for path in options.models]
    notes = [
        f"threads: {options.threads}; default policies; medians of interleaved runs",
        "columns after ms: how many times as long the model takes without it",
    ]
    print_report("Contributions", rows, options.json, notes)
    return 0


def measure(path: Path, device: Device, seconds: float) -> Row:
    """The row of one model."""
    source, (graph,) = load_profiles(path, None, [{}])
    sessions = {
        name: _session(make(graph, device), source, device) for name, make in VERSIONS.items()
    }
    feed = feed_of(sessions["ms"])
    runs = {name: partial(run_of(session), feed) for name, session in sessions.items()}
    times = {name: timing.median for name, timing in interleave(runs, seconds).items()}
    whole = times.pop("ms")
    return {
        "model": source.name,
        "ms": whole * 1e3,
        **{name: found / whole for name, found in times.items()},
    }


def complete(graph: PreparedGraph, device: Device) -> Version:
    """Nothing switched off."""
    return graph.default, {}


def without_saving(graph: PreparedGraph, device: Device) -> Version:
    """Operators multiply as often as their definition says."""
    return graph.default, _replaced(graph.default, device, _plain_arithmetic)


def without_fusion(graph: PreparedGraph, device: Device) -> Version:
    """Every operator stores its result."""
    results = frozenset(node.output for node in graph.unfused.operator_nodes)
    return formed(graph.unfused, GraphDecisions(results, {})), {}


def without_layouts(graph: PreparedGraph, device: Device) -> Version:
    """Every stored value lies in row-major order."""
    stored = graph.decisions.stored
    orders = {name: tuple(range(len(graph.unfused.tensors[name].shape))) for name in stored}
    return formed(graph.unfused, GraphDecisions(stored, orders)), {}


def without_schedules(graph: PreparedGraph, device: Device) -> Version:
    """Schedules are taken from the middle of the ranking."""
    return graph.default, _replaced(graph.default, device, _middling)


VERSIONS: Mapping[str, Callable[[PreparedGraph, Device], Version]] = MappingProxyType(
    {
        "ms": complete,
        "fewer multiply-adds": without_saving,
        "fusion": without_fusion,
        "layouts": without_layouts,
        "schedules": without_schedules,
    }
)


def _replaced(
    graph: OperatorGraph, device: Device, other: Callable[[Operator, Device], Policy]
) -> dict[str, Policy]:
    return {node.operator.key: other(node.operator, device) for node in graph.operator_nodes}


def _plain_arithmetic(operator: Operator, device: Device) -> Policy:
    items = [item for item in implementations_of(operator, device) if item.name not in SAVING]
    defaults = [(item, item.default(operator, device)) for item in items]
    return min(defaults, key=lambda pair: pair[0].estimate(operator, pair[1], device))[1]


def _middling(operator: Operator, device: Device) -> Policy:
    chosen = default_policy(operator, device)
    space = implementations()[chosen.impl].space(operator, device)
    ranked = [item for item in space if item.format == chosen.format]
    return ranked[len(ranked) // 2] if ranked else chosen


def _session(version: Version, source: Source, device: Device) -> InferenceSession:
    graph, policies = version
    manifest = Manifest(name=source.name, device=device, generator=CODE_GENERATOR)
    processes = read_settings().compile_processes
    model = compile_graph(graph, policies, manifest, processes=processes)
    return InferenceSession(model, threads=device.threads)


if __name__ == "__main__":
    sys.exit(main())
