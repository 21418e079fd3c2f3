"""Compiles a model for shapes that are known ahead, in the precision asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from aoe.application.model.annotated_dumps import annotate_dumps
from aoe.application.model.compilation import compile_known, known_subgraphs
from aoe.application.model.compression.compression import compressed
from aoe.application.model.compression.layer_times import clock_here
from aoe.application.model.compression.observed_layers import Judge
from aoe.application.model.compression.report import with_report
from aoe.application.model.machine import this_machine
from aoe.application.model.precision.precision import measured
from aoe.application.model.precision.precision_gate import gated_profiles
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.source import (
    ReadModel,
    prepared_profiles,
    preparing,
    profiles_before_customization,
)
from aoe.graph.pipeline import KnownSubgraphs, nothing_known
from aoe.operators.operator_graph import OperatorGraph
from aoe.runtime.offline_model import OfflineModel


def compiled_profiles(
    read: ReadModel, shapes: Sequence[Mapping[str, tuple[int, ...]]], request: CompileRequest
) -> OfflineModel:
    """The offline model of a model at each of some shapes, by input name. The model is changed.
    Raises as `aoe.application.model.source.load_graph` does.
    """
    target = this_machine(request.threads, request.settings, request.backend)
    precision, switches = request.precision, request.switches
    reference = profiles_before_customization(read, shapes, target, switches)

    def compiled(graphs: Sequence[OperatorGraph], tuned: bool = True) -> OfflineModel:
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

    untuned = partial(compiled, tuned=False)
    report = None
    if request.compression.wanted:
        prepare = preparing(read, shapes, target, switches, request.dump_graph, precision.operators)
        found = compressed(
            prepare,
            request.compression,
            target,
            Judge(target, untuned),
            clock_here(untuned, target),
            request.warn,
        )
        profiles, report = found.profiles, found.report
    else:
        profiles = prepared_profiles(
            read, shapes, request.dump_graph, target, switches, precision.operators
        )
    for text in precision.notices(profiles):
        request.warn(text)
    gated = gated_profiles(profiles, precision, target, request.warn, untuned, reference=reference)
    for text in gated.notices:
        request.warn(text)
    known: KnownSubgraphs = nothing_known
    if request.subgraphs:
        known = known_subgraphs(request.settings, target, request.graph_repository).lookup
    grouping = {key: policy for item in gated.profiles for key, policy in item.known(known).items()}
    formed = [profile.formed(grouping) for profile in gated.profiles]
    annotate_dumps(request.dump_graph, read.source.name, gated.profiles, grouping)
    made, error = measured(
        compiled(formed), gated.precision(formed), gated.expected, target.threads
    )
    for sentence in () if report is None else report.sentences:
        request.tell(sentence)
    if error is not None:
        request.tell(error.sentence)
    return made if report is None else with_report(made, report)
