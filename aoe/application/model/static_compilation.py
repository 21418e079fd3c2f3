"""Compiles a model for shapes that are known ahead, in the precision asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from aoe.application.model.annotated_dumps import annotate_dumps
from aoe.application.model.compilation import compile_known, known_subgraphs
from aoe.application.model.compression.compression import compressed
from aoe.application.model.compression.layer_times import clock_here
from aoe.application.model.compression.observed_layers import Judge
from aoe.application.model.compression.report import Compression, with_report
from aoe.application.model.machine import this_machine
from aoe.application.model.precision.precision import measured
from aoe.application.model.precision.precision_gate import Compile, gated_profiles
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.source import (
    ReadModel,
    prepared_profiles,
    preparing,
    profiles_before_customization,
)
from aoe.graph.pipeline import KnownSubgraphs, PreparedGraph, nothing_known
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import SubgraphPolicy
from aoe.runtime.offline_model import OfflineModel
from aoe.target import Target


def compiled_profiles(
    read: ReadModel, shapes: Sequence[Mapping[str, tuple[int, ...]]], request: CompileRequest
) -> OfflineModel:
    """The offline model of a model at each of some shapes, by input name. The model is changed.
    Raises as `aoe.application.model.source.load_graph` does.
    """
    target = this_machine(request.threads, request.settings, request.backend)
    reference = profiles_before_customization(read, shapes, target, request.switches)
    compile_graphs = partial(_compiled, read, target, request)
    untuned = partial(compile_graphs, tuned=False)
    profiles, report = _with_forms_of_weights(read, shapes, target, request, untuned)
    for text in request.precision.notices(profiles):
        request.warn(text)
    gated = gated_profiles(
        profiles, request.precision, target, request.warn, untuned, reference=reference
    )
    for text in gated.notices:
        request.warn(text)
    grouping = _known_grouping(gated.profiles, target, request)
    formed = [profile.formed(grouping) for profile in gated.profiles]
    annotate_dumps(request.dump_graph, read.source.name, gated.profiles, grouping)
    made, error = measured(
        compile_graphs(formed), gated.precision(formed), gated.expected, target.threads
    )
    for sentence in () if report is None else report.sentences:
        request.tell(sentence)
    if error is not None:
        request.tell(error.sentence)
    return made if report is None else with_report(made, report)


def _compiled(
    read: ReadModel,
    target: Target,
    request: CompileRequest,
    graphs: Sequence[OperatorGraph],
    tuned: bool = True,
) -> OfflineModel:
    """The offline model of a graph for each profile. `tuned`: see `compile_known`."""
    first, *others = graphs
    return compile_known(
        first,
        read.source,
        target,
        request.settings,
        op_bank_path=request.operator_repository,
        profiles=others,
        cache=request.cache,
        tuned=tuned,
        reuse_memory=request.reuse_memory,
    )


def _with_forms_of_weights(
    read: ReadModel,
    shapes: Sequence[Mapping[str, tuple[int, ...]]],
    target: Target,
    request: CompileRequest,
    untuned: Compile,
) -> tuple[Sequence[PreparedGraph], Compression | None]:
    """The graph of each profile, with compressed weights where that is asked for, and what to tell
    of them. `untuned`: compiles graphs, to measure them.
    """
    switches, operators = request.switches, request.precision.operators
    if not request.compression.wanted:
        dump = request.dump_graph
        return prepared_profiles(read, shapes, dump, target, switches, operators), None
    found = compressed(
        preparing(read, shapes, target, switches, request.dump_graph, operators),
        request.compression,
        target,
        Judge(target, untuned),
        clock_here(untuned, target),
        request.warn,
    )
    return found.profiles, found.report


def _known_grouping(
    profiles: Sequence[PreparedGraph], target: Target, request: CompileRequest
) -> dict[str, SubgraphPolicy]:
    """What the repository of subgraphs knows of these graphs, by key."""
    known: KnownSubgraphs = nothing_known
    if request.subgraphs:
        known = known_subgraphs(request.settings, target, request.graph_repository).lookup
    return {key: policy for item in profiles for key, policy in item.known(known).items()}
