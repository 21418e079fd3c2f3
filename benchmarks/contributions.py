"""Measures what each optimization contributes: every model with one of them switched off.

    python -m benchmarks.contributions MODEL… --threads 2

Policies are the default ones, without a repository. The columns are what is switched off:

- Winograd, Strassen: operators multiply as often as their definition says, by the best other policy
- AMX: no float32 factors are split into bfloat16 terms for the CPU's AMX tiles
- 24 bits: no float32 constants are stored in 24 bits
- zeros: weights are read even if the input is zero
- fusion: every operator of the prepared graph writes its result to memory
- layouts: all values lie in row-major order
- variants: every operator is computed in its plain form
- schedules: not the best ranked policy, but the middle one of the same implementation and format
- memory: buffers lie as close together as possible, whichever thread writes them
- one call: Python calls each operator instead of the whole inference (`separate_calls`)
- spinning: threads that wait for each other sleep at once

A cell says how many times as long the model takes without the optimization. All versions of a model
take turns in one process. A ratio is the median over the rounds, ± half the interquartile range.
Where switching off changes nothing, there is nothing to measure.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias
from unittest import mock

from aoe.application.model.machine import this_machine
from aoe.application.model.request.cache_request import CacheRequest, opened_cache
from aoe.application.model.source import load_profiles
from aoe.backends.compilation import compile_graph
from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.backends.cpu.memory import planner
from aoe.backends.cpu.memory.arena import Lifetime, pack
from aoe.backends.cpu.memory.thread_arena import Use
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.version import CODE_GENERATOR
from aoe.backends.registry import (
    complete_policies,
    default_policy,
    implementation_of,
    implementations_of,
)
from aoe.backends.session import InferenceSession
from aoe.errors import PolicyError
from aoe.frontends.frontend import ModelOrigin
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.subgraph.decisions import GraphDecisions, formed
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.runtime.offline_model import Manifest, OfflineModel
from aoe.settings import read_settings
from aoe.target import Target
from benchmarks.peers.contest import TURN_SECONDS
from benchmarks.peers.engine import Feed, Run
from benchmarks.peers.worker import turn
from benchmarks.report import Cell, Row, benchmark_parser, existing_model, print_report
from benchmarks.separate_calls import SeparateCalls, sleeping_session
from benchmarks.sessions import feed_of, run_of
from benchmarks.timing import medians_by_round

#: Implementations that multiply less often than the operator's definition.
WINOGRAD = frozenset(
    {
        "conv_winograd",
        "conv_winograd_fitted",
        "conv_winograd_fitted_float24",
        "conv_winograd_panels",
        "conv_winograd_rows",
        "conv_winograd_volume",
        "conv_winograd_window",
        "conv_transposed_winograd",
    }
)
STRASSEN = frozenset({"matmul_strassen"})
#: Implementations that multiply float32 numbers in AMX tiles.
AMX = frozenset(
    {
        "attention_amx_2_terms",
        "conv_amx_2_terms",
        "conv_amx_2_terms_strips",
        "conv_amx_3_terms",
        "conv_amx_3_terms_strips",
        "matmul_amx_2_terms",
        "matmul_amx_3_terms",
    }
)
#: Implementations that read three bytes of each number of a constant.
FLOAT24 = frozenset(
    {
        "conv_winograd_fitted_float24",
        "matmul_float24",
        "matmul_nonzero_float24",
        "recurrent_float24",
    }
)
#: Implementations that do not read what zeros are multiplied by.
NONZERO = frozenset({"matmul_nonzero", "matmul_nonzero_float24"})

#: A graph, and the policies of operators that do not get their default one.
Version: TypeAlias = tuple[OperatorGraph, Mapping[str, Policy]]
WHOLE = "whole"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures the models and prints one table."""
    parser = benchmark_parser(__doc__)
    parser.add_argument(
        "models", nargs="+", type=existing_model, help=".onnx files of static shapes"
    )
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=15.0, help="measuring time of a model")
    options = parser.parse_args(arguments)
    target = this_machine(options.threads, read_settings())
    rows = []
    for path in options.models:
        feed, runs = opened(path, target)
        rows.append(row_of(path.stem, rounds(runs, feed, options.seconds)))
    notes = [
        f"threads: {options.threads}; default policies; all versions of a model in turns",
        "ms: median; columns after it: how many times as long the model takes without, median of "
        "the rounds' ratios ± half their interquartile range; –: there is nothing to switch off",
    ]
    print_report("Contributions", rows, options.json, notes)
    return 0


def complete(graph: PreparedGraph, target: Target) -> Version:
    """Switches nothing off."""
    return graph.default, {}


def without_winograd(graph: PreparedGraph, target: Target) -> Version:
    """Multiplies in convolutions as often as the definition says."""
    return graph.default, _replaced(graph.default, target, partial(best_other, WINOGRAD))


def without_strassen(graph: PreparedGraph, target: Target) -> Version:
    """Multiplies in matmuls as often as the definition says."""
    return graph.default, _replaced(graph.default, target, partial(best_other, STRASSEN))


def without_amx(graph: PreparedGraph, target: Target) -> Version:
    """Multiplies float32 numbers by float32 instructions."""
    return graph.default, _replaced(graph.default, target, partial(best_other, AMX))


def without_float24(graph: PreparedGraph, target: Target) -> Version:
    """Stores all constants in 32 bits."""
    return graph.default, _replaced(graph.default, target, partial(best_other, FLOAT24))


def without_nonzero(graph: PreparedGraph, target: Target) -> Version:
    """Reads all weights, whatever they are multiplied by."""
    return graph.default, _replaced(graph.default, target, partial(best_other, NONZERO))


def without_fusion(graph: PreparedGraph, target: Target) -> Version:
    """Stores the result of every operator."""
    results = frozenset(node.output for node in graph.unfused.operator_nodes)
    return formed(graph.unfused, GraphDecisions(results, {})), {}


def without_layouts(graph: PreparedGraph, target: Target) -> Version:
    """Stores every value in row-major order, except copies that make a reshape possible."""
    stored = graph.decisions.stored
    orders = {name: tuple(range(len(graph.unfused.tensors[name].shape))) for name in stored}
    return formed(graph.unfused, replace(graph.decisions, orders=orders)), {}


def without_variants(graph: PreparedGraph, target: Target) -> Version:
    """Computes every operator in its plain form."""
    if not graph.decisions.variants:
        return graph.default, {}
    return formed(graph.unfused, replace(graph.decisions, variants={})), {}


def without_schedules(graph: PreparedGraph, target: Target) -> Version:
    """Takes every schedule from the middle of the ranking."""
    return graph.default, _replaced(graph.default, target, _middling)


def without_memory(graph: PreparedGraph, manifest: Manifest, pool: CpuCompiler) -> OfflineModel:
    """Compiles the whole model into the smallest arena."""

    def smallest(
        lifetimes: Mapping[int, Lifetime], calls: Sequence[Sequence[Use]]
    ) -> tuple[dict[int, int], int]:
        return pack(lifetimes)

    with mock.patch.object(planner, "pack_for_threads", smallest):
        return compile_graph(*complete(graph, manifest.target), manifest, pool=pool)


VERSIONS: Mapping[str, Callable[[PreparedGraph, Target], Version]] = MappingProxyType(
    {
        WHOLE: complete,
        "Winograd": without_winograd,
        "Strassen": without_strassen,
        "AMX": without_amx,
        "24 bits": without_float24,
        "zeros": without_nonzero,
        "fusion": without_fusion,
        "layouts": without_layouts,
        "variants": without_variants,
        "schedules": without_schedules,
    }
)


def opened(path: Path, target: Target) -> tuple[Feed, dict[str, Run | None]]:
    """Opens every version of a model.

    Returns:
        Inputs for the model, and each version by name; None where it equals the whole model.
    """
    source, (graph,) = load_profiles(ModelOrigin(path), [{}], target=target)
    manifest = Manifest(name=source.name, target=target, generator=CODE_GENERATOR)
    settings = read_settings()
    cache = opened_cache(CacheRequest(), settings, target)
    assert isinstance(target, CpuTarget)
    with closing(CpuCompiler(target, settings.compile_processes, cache)) as pool:
        made = {name: make(graph, target) for name, make in VERSIONS.items()}
        whole = compile_graph(*made[WHOLE], manifest, pool=pool)
        session = InferenceSession(whole, threads=target.threads)
        runs: dict[str, Run | None] = {WHOLE: run_of(session)}
        for name, version in made.items():
            if name == WHOLE:
                continue
            same = facts_of(version, target) == facts_of(made[WHOLE], target)
            runs[name] = None if same else _run(compile_graph(*version, manifest, pool=pool))
        closest = without_memory(graph, manifest, pool)
        runs["memory"] = None if closest.plan == whole.plan else _run(closest)
        runs |= _other_runtimes(whole, target.threads, pool)
    return feed_of(session), runs


def rounds(runs: Mapping[str, Run | None], feed: Feed, seconds: float) -> dict[str, list[float]]:
    """Runs all versions in turns for about `seconds`.

    Returns:
        The median seconds of each version in each round; nothing for those that are None.
    """
    turns = {
        name: partial(turn, run, feed, TURN_SECONDS)
        for name, run in runs.items()
        if run is not None
    }
    return {name: [] for name in runs} | medians_by_round(turns, seconds)


def row_of(model: str, medians: Mapping[str, Sequence[float]]) -> Row:
    """Returns the row of a model from what `rounds` returned."""
    whole = medians[WHOLE]
    row: dict[str, Cell] = {
        "model": model,
        "rounds": len(whole),
        "ms": statistics.median(whole) * 1e3,
    }
    for name, times in medians.items():
        if name != WHOLE:
            row[name] = _ratio_text(times, whole) if times else None
    return row


def best_other(unwanted: frozenset[str], operator: Operator, target: Target) -> Policy:
    """Returns the default policy, or the best one of the implementations that are wanted.

    Raises:
        PolicyError: There are only unwanted implementations.
    """
    chosen = default_policy(operator, target)
    if chosen.impl not in unwanted:
        return chosen
    items = [item for item in implementations_of(operator, target) if item.name not in unwanted]
    if not items:
        raise PolicyError(f"nothing but {chosen.impl} computes {operator.type} {operator.key}")
    defaults = [(item, item.default(operator, target)) for item in items]
    return min(defaults, key=lambda pair: pair[0].estimate(operator, pair[1], target))[1]


def _other_runtimes(model: OfflineModel, threads: int, pool: CpuCompiler) -> dict[str, Run | None]:
    alone = None if threads == 1 else run_of(sleeping_session(model, threads))
    return {"one call": SeparateCalls(model, threads, pool).run, "spinning": alone}


def _run(model: OfflineModel) -> Run:
    return run_of(InferenceSession(model, threads=model.manifest.target.threads))


def facts_of(version: Version, target: Target) -> tuple[list[str], Mapping[str, Policy]]:
    """Returns what is equal for two versions that compute in the same way."""
    graph, policies = version
    keys = [node.operator.key for node in graph.operator_nodes]
    return keys, complete_policies(graph, policies, target)


def _ratio_text(times: Sequence[float], whole: Sequence[float]) -> str:
    ratios = [one / other for one, other in zip(times, whole, strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4)
    return f"{middle:.2f} ± {(high - low) / 2:.2f}"


def _replaced(
    graph: OperatorGraph, target: Target, other: Callable[[Operator, Target], Policy]
) -> dict[str, Policy]:
    return {node.operator.key: other(node.operator, target) for node in graph.operator_nodes}


def _middling(operator: Operator, target: Target) -> Policy:
    chosen = default_policy(operator, target)
    space = implementation_of(chosen, target).space(operator, target)
    ranked = [item for item in space if item.format == chosen.format]
    return ranked[len(ranked) // 2] if ranked else chosen


if __name__ == "__main__":
    sys.exit(main())
