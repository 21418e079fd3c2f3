"""What a worker of a fleet does, in a process of its own on a machine of its kind: it says which
operators a model has there, tunes one operator at a time, and compiles models with what was
learned.

Arguments and results are plain data. What goes wrong with one of them is a result, too.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from aoe import __version__
from aoe.application.fleet.bank_transfer import (
    BankTexts,
    bank_texts,
    copy_operator,
    write_bank_texts,
)
from aoe.application.fleet.pinning import pinned_place
from aoe.application.model.compilation import compile_with, repository_policies
from aoe.application.model.machine import machine_to_tune
from aoe.application.model.request.cache_request import CacheRequest, opened_cache
from aoe.application.model.request.compile_request import CompileRequest
from aoe.application.model.source import ReadModel, Source
from aoe.application.model.static_compilation import compiled_profiles
from aoe.application.tune.model_times import unchanged_times
from aoe.backends.registry import backend_of, default_estimate
from aoe.errors import MALFORMED, AoeError, quoted
from aoe.frontends.stored_model import restored_model
from aoe.graph.profiles import together
from aoe.operators.graph_json import graph_from_json
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.repository.entry import operator_type_of
from aoe.runtime.offline_model import OfflineModel, static_models, write_offline_model
from aoe.settings import Settings, read_settings
from aoe.target import Target
from aoe.tuning.deadline import Deadline
from aoe.tuning.driver import LaterTuning, TuningOptions
from aoe.tuning.dry_run import DryRun
from aoe.tuning.model_check.model_check import check_model
from aoe.tuning.model_check.model_versions import CheckOptions
from aoe.tuning.observer import SilentObserver
from aoe.tuning.operator_tuning import tune_operators, working_set
from aoe.tuning.policy_database import known_policies
from aoe.tuning.search.search_limits import search_limits
from aoe.tuning.workload.single_operator import single_operator_graph

#: Seconds for which a compiled model is timed.
TIMED_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class SentModel:
    """A model that was read, on its way to workers.

    Attributes:
        source: Where it comes from.
        data: The model without its large constants (`aoe.frontends.stored_model`).
        weights: Its large constants.
        shapes: Shapes of its inputs.
    """

    source: Source
    data: bytes
    weights: Mapping[str, np.ndarray]
    shapes: Mapping[str, tuple[int, ...]]


def _guarded(method: Callable[..., Mapping[str, Any]]) -> Callable[..., Mapping[str, Any]]:
    """What is wrong with an argument becomes a result."""

    @wraps(method)
    def guarded(*arguments: Any) -> Mapping[str, Any]:
        try:
            return method(*arguments)
        except (AoeError, MemoryError, *MALFORMED) as error:
            return {"failed": quoted(error) or type(error).__name__}

    return guarded


class FleetWorker:
    """A worker on some CPUs of this machine."""

    def __init__(self, threads: int, settings: Settings | None = None, pin: bool = True) -> None:
        """Takes its CPUs.

        Args:
            threads: How many threads models have that it tunes for.
            settings: The environment; by default that of this process.
            pin: Whether it may run on CPUs of its own only.
        """
        self._failure = ""
        try:
            if pin:
                pinned_place(threads)
            self._folder = tempfile.TemporaryDirectory(prefix="aoe_fleet_")
            settings = settings or read_settings()
            self._settings = replace(settings, tune_bank_path=Path(self._folder.name))
            self._target: Target = machine_to_tune(threads, settings)
            backend = backend_of(self._target)
            cache = opened_cache(CacheRequest(), settings, self._target)
            # With less than two processes, compiling a candidate could take this one down.
            processes = max(2, settings.compile_processes)
            self._pool = backend.compiler(self._target, processes, cache)
        except AoeError as error:
            self._failure = str(error)  # an exception here would look like a lost worker

    @_guarded
    def operators(self, model: SentModel, bank: BankTexts) -> Mapping[str, Any]:
        """The distinct operators that a model has on this kind of machine and that are not tuned.

        Args:
            model: The model.
            bank: What is known of this device model.

        Returns:
            `operators`: each with its JSON, its `key` and `type`, the `name` of the first, its
            `uses`, and the `seconds` that all uses should take; `known`: how many others are
            tuned; `working_set`: see `aoe.tuning.operator_tuning.working_set`; `generator` and
            `package`: the versions of the code generator and of open-aoe.
        """
        self._require_ready()
        self._learn(bank)
        made = self._compiled(model)
        store = repository_policies(self._settings, self._target)
        graphs = [graph_from_json(item.graph, item.constants) for item in static_models(made)]
        found: dict[str, Operator] = {}
        names: dict[str, str] = {}
        uses: dict[str, int] = {}
        for graph in graphs:
            for node in graph.operator_nodes:
                found[node.operator.key] = node.operator
                names.setdefault(node.operator.key, node.name)
                uses[node.operator.key] = uses.get(node.operator.key, 0) + 1
        new = [key for key, operator in found.items() if store.lookup(operator) is None]
        return {
            "operators": [
                {
                    "key": key,
                    "name": names[key],
                    "type": operator_type_of(found[key].signature),
                    "operator": found[key].to_json(),
                    "uses": uses[key],
                    "seconds": uses[key] * default_estimate(found[key], self._target),
                }
                for key in new
            ],
            "known": len(found) - len(new),
            "working_set": max(working_set(graph, self._target) for graph in graphs),
            "generator": backend_of(self._target).version,
            "package": __version__,
        }

    @_guarded
    def tune(
        self,
        operator: Any,
        constants: float,
        seconds: float | None,
        level: str,
        repeat: bool,
        seed: int,
    ) -> Mapping[str, Any]:
        """Searches for a policy of one operator.

        Args:
            operator: Its JSON.
            constants: Bytes of constants of the model that it is for.
            seconds: How long the search may take; `None` for as long as it does.
            level: As `--tune_optimization_level`.
            repeat: Whether to search although it is known.
            seed: Of the data that candidates run on.

        Returns:
            `decision`: as in `aoe.tuning.observer.Outcome`, or "untried"; `gain`: the speed-up as a
            factor; `before` and `after`: seconds of one use, if there is a winner; `candidates`:
            how many policies were tried; `bank`: what was learned.
        """
        self._require_ready()
        wanted = Operator.from_json(operator)
        store = repository_policies(self._settings, self._target)
        options = TuningOptions(
            Deadline(seconds, time.monotonic()),
            repeat_tune=repeat,
            later=LaterTuning(dry_run=DryRun()),
            limits=search_limits(level),
            seed=seed,
            budget=seconds or inf,
        )
        tuning = tune_operators(
            single_operator_graph(wanted),
            self._target,
            store,
            options,
            SilentObserver(),
            self._pool,
            constants=constants,
        )
        with tempfile.TemporaryDirectory() as folder:
            learned = Path(folder) / self._target.soc_version
            kind = operator_type_of(wanted.signature)
            copy_operator(store.repository.custom, learned, kind, wanted.key)
            bank = bank_texts(learned)
        if not tuning.outcomes:
            return {"decision": "untried", "gain": 1.0, "candidates": 0, "bank": bank}
        outcome = tuning.outcomes[0]
        return {
            "decision": outcome.decision,
            "gain": outcome.gain,
            "before": None if outcome.before is None else outcome.before.median,
            "after": None if outcome.after is None else outcome.after.median,
            "candidates": outcome.candidates,
            "bank": bank,
        }

    @_guarded
    def compile(self, model: SentModel, before: BankTexts, bank: BankTexts) -> Mapping[str, Any]:
        """Compiles a model with what is known now, as far as it makes the whole model faster
        (`aoe.tuning.model_check`).

        Args:
            model: The model.
            before: What was known of this device model before.
            bank: What is known now.

        Returns:
            `model`: the offline model; `before` and `after`: seconds of one inference; `reverted`:
            keys of the operators that have their old policy again.
        """
        self._require_ready()
        self._learn(before)
        made = self._compiled(model)
        graphs = [graph_from_json(item.graph, item.constants) for item in static_models(made)]
        old = self._known(graphs)
        self._learn(bank)
        tuned = self._known(graphs)
        reverted: frozenset[str] = frozenset()
        if tuned != old:
            resolution = backend_of(self._target).machine.resolution(self._target)
            options = CheckOptions(resolution=resolution)
            graph = together(graphs)
            found = check_model(graph, old, tuned, self._pool, SilentObserver(), options)
            first, *others = graphs
            made = compile_with(
                first, model.source, found.policies, self._target, self._pool, profiles=others
            )
            reverted = found.reverted
            times = found.before, found.after
        if tuned == old or times[0] is None or times[1] is None:
            seconds = unchanged_times(made, self._target.threads, TIMED_SECONDS).before
            return {**_written(made), "before": seconds, "after": seconds, "reverted": [*reverted]}
        medians = {"before": times[0].median, "after": times[1].median}
        return {**_written(made), **medians, "reverted": [*reverted]}

    def _known(self, graphs: Sequence[OperatorGraph]) -> Mapping[str, Policy]:
        """The policies that the repository has for a model."""
        return known_policies(together(graphs), repository_policies(self._settings, self._target))

    def process(self) -> Mapping[str, Any]:
        """The id of its process, as `process`."""
        return {"process": os.getpid()}

    def _compiled(self, model: SentModel) -> OfflineModel:
        read = ReadModel(model.source, restored_model(model.data, model.weights), model.source.name)
        request = CompileRequest(self._settings, self._target.threads, warn=lambda _: None)
        return compiled_profiles(read, [model.shapes], request)

    def _learn(self, bank: BankTexts) -> None:
        """Makes the repository of this worker what is known elsewhere."""
        directory = Path(self._folder.name) / self._target.soc_version
        shutil.rmtree(directory, ignore_errors=True)
        write_bank_texts(directory, bank)

    def _require_ready(self) -> None:
        if self._failure:
            raise AoeError(self._failure)


def _written(model: OfflineModel) -> Mapping[str, Any]:
    """An offline model as the content of its file, as `model`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.om"
        write_offline_model(path, model)
        return {"model": path.read_bytes()}
