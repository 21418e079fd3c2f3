"""The phase that chooses the forms of weights, where the user wants compression."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import inf

from aoe.application.model.compilation import compile_with
from aoe.application.model.compression.compression import compressed
from aoe.application.model.compression.layer_times import Clock, clock_here
from aoe.application.model.compression.observed_layers import Judge
from aoe.application.model.compression.report import Compression
from aoe.application.model.remote_device import remote_turns
from aoe.application.model.source import preparing
from aoe.application.request.tune_request import TuneRequest
from aoe.application.tune.phases.context import JobContext, JobModel
from aoe.application.tune.phases.prepare import known_grouping, read_of
from aoe.backends.backend import Compiler
from aoe.operators.operator_graph import OperatorGraph
from aoe.runtime.offline_model import OfflineModel
from aoe.settings import Settings
from aoe.tuning.observer import SilentObserver

#: The part of what is left of the budget that choosing the forms of weights may take.
COMPRESSION_SHARE = 0.5


def settle_compression(
    model: JobModel,
    request: TuneRequest,
    settings: Settings,
    context: JobContext,
    models: int = 1,
) -> tuple[JobModel, Compression | None]:
    """Decides which layers get which form of weights, by times of layers and by the accuracy of the
    whole model. Everything after it sees the compressed model. The selection of operators stays
    that of the model before.

    Args:
        model: The model.
        request: What is asked for it.
        settings: The environment of the run.
        context: The context of the job.
        models: How many models have their forms chosen, one after the other. Each may take the
            same part of what is then left, so that all together take `COMPRESSION_SHARE`.

    Returns:
        The model, and what was done to it; None if no compression is wanted.

    Raises:
        OtherModelError: A file is about another model.
        UsageError: A layer cannot have the form that it is given, or data do not fit the model.
    """
    wanted, read, target = request.compression, request.model, context.target
    if not wanted.wanted:
        return model, None
    context.observer.phase("choosing the forms of weights", None)
    prepare = preparing(
        read_of(request, quiet=True),
        read.profiles,
        target,
        read.fusions.switches,
        request.output.dump_graph,
        request.precision.operators,
    )

    def compiled(pool: Compiler, graphs: Sequence[OperatorGraph]) -> OfflineModel:
        first, *others = graphs
        return compile_with(first, model.source, {}, pool.target, pool, profiles=others)

    judge, there = context.judge, partial(compiled, context.pool)
    clock = clock_here(there, target)
    if target.remote is not None:
        clock = Clock(there, partial(remote_turns, target.remote.address, target.threads))
    deadline = context.options.deadline
    share = 1 - (1 - COMPRESSION_SHARE) ** (1 / models)
    end = inf if deadline.left is None else deadline.used + share * deadline.left

    def late() -> bool:
        return deadline.used > end

    found = compressed(
        prepare,
        wanted,
        target,
        Judge(judge.target, partial(compiled, judge)),
        clock,
        context.observer.warning,
        late,
    )
    tuned, silent = context.repositories.subgraphs, SilentObserver()
    ranges = model.profiles[0].unfused.input_ranges
    profiles = tuple(item.with_input_ranges(ranges) for item in found.profiles)
    grouping = known_grouping(request, settings, silent, profiles, tuned)
    return replace(model, profiles=profiles, grouping=grouping), found.report
