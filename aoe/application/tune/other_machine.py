"""A job for another machine (`--host_env_cpu`): the model is compiled for it and written.

Nothing can be measured for a CPU that this machine has not. So nothing is searched: operators and
subgraphs have the policies that the repositories know for the other device model (`soc_version`),
and default policies of the cost model at a common speed elsewhere. `aoe.backends.backend.Machine`
knows the device by its name. `aoe.application.tune.folder.folder_elsewhere` does so with all models
of a folder.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial

from aoe.application.model.annotated_dumps import annotate_dumps
from aoe.application.model.compilation import compile_with, known_subgraphs, repository_policies
from aoe.application.model.compression.compression import compressed
from aoe.application.model.compression.observed_layers import Judge
from aoe.application.model.compression.report import Compression, with_report
from aoe.application.model.machine import judging
from aoe.application.model.precision.precision import Precision, measured, reduced_precision_of
from aoe.application.model.precision.precision_gate import gated_profiles
from aoe.application.model.request.cache_request import opened_cache
from aoe.application.model.source import (
    ReadModel,
    Source,
    prepared_profiles,
    preparing,
    profiles_before_customization,
    read_model,
)
from aoe.application.request.tune_request import TuneRequest
from aoe.application.tune.tune_result import CompiledElsewhere, TuneResult
from aoe.application.tune.workspace import JobFiles
from aoe.backends.backend import Compiler
from aoe.backends.registry import backend_of
from aoe.graph.pipeline import KnownSubgraphs, PreparedGraph, nothing_known
from aoe.graph.profiles import together
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.results.report import TuningReport
from aoe.results.result_file import SingleResultFile
from aoe.runtime.container import make_folder_of
from aoe.runtime.offline_model import OfflineModel, write_offline_model
from aoe.settings import Settings
from aoe.target import Target
from aoe.tuning.observer import Observer
from aoe.tuning.policy_database import known_policies


def compile_for_other_machine(
    request: TuneRequest, target: Target, files: JobFiles, settings: Settings, observer: Observer
) -> TuneResult:
    """Compiles a model for a device that this machine has not, and writes it.

    Args:
        request: What the user asks for.
        target: The device.
        files: Where to write.
        settings: The environment of the run.
        observer: Shows progress and warnings.

    Raises:
        ModelError: If the model cannot be read or computed.
        OfflineModelError: If the offline model cannot be written.
    """
    begin = time.monotonic()
    read = request.model
    asked, switches = request.precision, read.fusions.switches
    shapes, dump = read.profiles, request.output.dump_graph
    found = read_model(read.origin, read.input_values, read.boundary, shapes[0], asked.customized)
    found = replace(found, ranges=False)
    notices = found.notices(shapes)
    reference = profiles_before_customization(found, shapes, target, switches)
    report = None
    if request.compression.wanted:
        profiles, report = compressed_elsewhere(found, request, target, settings, observer)
    else:
        profiles = prepared_profiles(found, shapes, dump, target, switches, asked.operators)
    for warning in (*request.warnings, *notices, *asked.notices(profiles)):
        observer.warning(warning)
    reduced_precision_of(profiles, asked, target, observer.warning)
    source = found.source
    result = compile_profiles(
        source, profiles, request, target, files, settings, observer, reference, report
    )
    result = replace(result, seconds=time.monotonic() - begin)
    SingleResultFile(files.result).write(TuningReport(source.name, result.seconds))
    return result


def compile_profiles(
    source: Source,
    profiles: Sequence[PreparedGraph],
    request: TuneRequest,
    target: Target,
    files: JobFiles,
    settings: Settings,
    observer: Observer,
    reference: Sequence[PreparedGraph] = (),
    compression: Compression | None = None,
) -> TuneResult:
    """Compiles a model that was read and prepared, and writes it without a report.

    Args:
        source: Where the model is from.
        profiles: The prepared model at each of its shapes.
        request: What the user asks for.
        target: The device.
        files: Where to write.
        settings: The environment of the run.
        observer: Shows progress.
        reference: The profiles before operators got types of their own, to compare with.
        compression: What compression did to the profiles; None if none was wanted.

    Raises:
        OfflineModelError: If the offline model cannot be written.
    """
    begin = time.monotonic()
    observer.phase(f"compiling for {target.soc_version}", None)
    with closing(_compiler(request, target, settings)) as pool:
        made, precision, elsewhere = _compiled(
            source, profiles, request, settings, pool, reference, observer
        )
    if compression is not None:
        made = with_report(made, compression)
    make_folder_of(files.offline_model)
    write_offline_model(files.offline_model, made)
    return TuneResult(
        name=source.name,
        model_path=files.offline_model,
        result_path=files.result,
        seconds=time.monotonic() - begin,
        precision=precision,
        elsewhere=elsewhere,
        compression=compression,
    )


def _compiler(request: TuneRequest, target: Target, settings: Settings) -> Compiler:
    cache = opened_cache(request.cache, settings, target)
    return backend_of(target).compiler(
        target, settings.compile_processes, cache, reuse_memory=request.reuse_memory
    )


def compressed_elsewhere(
    read: ReadModel, request: TuneRequest, target: Target, settings: Settings, observer: Observer
) -> tuple[tuple[PreparedGraph, ...], Compression]:
    """The profiles of a model with compressed weights, and what was done to these. The accuracy is
    judged as that of a precision; times would be those of this machine, so sizes choose.
    """
    observer.phase("choosing the forms of weights", None)
    prepare = preparing(
        read,
        request.model.profiles,
        target,
        request.model.fusions.switches,
        request.output.dump_graph,
        request.precision.operators,
    )
    with (
        closing(_compiler(request, target, settings)) as pool,
        judging(pool, settings) as judge,
    ):
        untuned = partial(_compiled_with, source=read.source, policies={}, pool=judge)
        found = compressed(
            prepare,
            request.compression,
            target,
            Judge(judge.target, untuned),
            None,
            observer.warning,
        )
    return found.profiles, found.report


def _compiled(
    source: Source,
    profiles: Sequence[PreparedGraph],
    request: TuneRequest,
    settings: Settings,
    pool: Compiler,
    reference: Sequence[PreparedGraph],
    observer: Observer,
) -> tuple[OfflineModel, Precision | None, CompiledElsewhere]:
    """The offline model, what reduced precision did to it, and where its policies are from."""
    target, asked = pool.target, request.precision
    with judging(pool, settings) as judge:
        untuned = partial(_compiled_with, source=source, policies={}, pool=judge)
        gated = gated_profiles(
            profiles, asked, target, lambda _: None, untuned, None, reference, judge.target.threads
        )
        for text in gated.notices:
            observer.warning(text)
        lookup: KnownSubgraphs = nothing_known
        if request.graph_repository.used:
            lookup = known_subgraphs(settings, target, request.graph_repository.path).lookup
        grouping = {
            key: policy for item in gated.profiles for key, policy in item.known(lookup).items()
        }
        graphs = [item.formed(grouping) for item in gated.profiles]
        annotate_dumps(request.output.dump_graph, source.name, gated.profiles, grouping)
        whole = together(graphs)
        policies = known_policies(whole, repository_policies(settings, target))
        made = _compiled_with(graphs, source=source, policies=policies, pool=pool)
        precision = gated.precision(graphs)
        running = made if judge is pool or precision is None else untuned(graphs)
        made, precision = measured(made, precision, gated.expected, judge.target.threads, running)
    operators = len({node.operator.key for node in whole.operator_nodes})
    return made, precision, CompiledElsewhere(target.soc_version, len(policies), operators)


def _compiled_with(
    graphs: Sequence[OperatorGraph],
    source: Source,
    policies: Mapping[str, Policy],
    pool: Compiler,
) -> OfflineModel:
    first, *others = graphs
    return compile_with(first, source, policies, pool.target, pool, profiles=others)
