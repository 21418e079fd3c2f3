"""What a worker of a fleet does, in a process of its own on a machine of its kind: it says which
operators and subgraphs a model has there, tunes one of them at a time, and compiles models with
what was learned.

Arguments and results are data, without state. What goes wrong with one of them is a result, too.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial, wraps
from math import inf
from pathlib import Path
from typing import Any

from aoe import __version__
from aoe.application.fleet.bank_transfer import BankTexts, entry_texts, write_bank_texts
from aoe.application.fleet.pinning import pinned_place
from aoe.application.fleet.sent_model import SentModel
from aoe.application.fleet.worker_folder import WorkerFolder, remove_abandoned
from aoe.application.fleet.worker_model import Known, compiled, prepared, sides
from aoe.application.model.compilation import repository_policies, tuned_subgraphs
from aoe.application.model.machine import machine_to_tune
from aoe.application.model.request.cache_request import CacheRequest, opened_cache
from aoe.backends.registry import backend_of, default_estimate, default_policy
from aoe.errors import MALFORMED, AoeError, quoted
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import SubgraphPolicy
from aoe.repository.entry import SUBGRAPH, operator_type_of
from aoe.repository.search_record import ANY_MODEL
from aoe.settings import Settings, read_settings
from aoe.target import Target
from aoe.tuning.deadline import Deadline
from aoe.tuning.dry_run import DryRun
from aoe.tuning.measurement.kept_runner import KeptRunner
from aoe.tuning.measurement.measurement_options import MeasurementOptions
from aoe.tuning.observer import SilentObserver
from aoe.tuning.operator_tuning import tune_operators, working_set
from aoe.tuning.search.search_limits import search_depth, search_limits
from aoe.tuning.subgraph.subgraph_tuning import (
    default_policies,
    model_of,
    subgraph_tasks,
    tune_subgraph,
)
from aoe.tuning.tuning_options import LaterTuning, TuningOptions
from aoe.tuning.tuning_result import Tuning
from aoe.tuning.tuning_task import tuning_tasks
from aoe.tuning.workload.cold_operands import (
    ColdOperands,
    cold_operands,
    cold_operands_of_subgraphs,
)
from aoe.tuning.workload.single_operator import single_operator_graph
from aoe.tuning.workload.subgraph_model import KnownOperators


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
            remove_abandoned()
            self._folder = WorkerFolder()
            settings = settings or read_settings()
            self._settings = replace(settings, tune_bank_path=self._folder.bank)
            self._target: Target = machine_to_tune(threads, settings)
            backend = backend_of(self._target)
            cache = opened_cache(CacheRequest(), settings, self._target)
            # With less than two processes, compiling a candidate could take this one down.
            processes = max(2, settings.compile_processes)
            self._pool = backend.compiler(self._target, processes, cache)
            # Its process starts while models are read.
            self._runner = KeptRunner(self._target)
        except AoeError as error:
            self._failure = str(error)  # an exception here would look like a lost worker

    @_guarded
    def operators(self, model: SentModel, bank: BankTexts) -> Mapping[str, Any]:
        """The distinct operators that a model has on this kind of machine and that are to be tuned.

        Args:
            model: The model.
            bank: What is known of this device model.

        Returns:
            `pieces`: of each its `key`, `type`, the `name` of the first, the `seconds` that all
            uses should take, and as `data` its JSON and its cold operands; `known`: how many
            others have a policy, or were searched in vain; `working_set`: see
            `aoe.tuning.operator_tuning.working_set`;
            `generator` and `package`: the versions of the code generator and of open-aoe.
        """
        known, profiles = self._known(bank), prepared(model, self._target, self._pool).profiles
        graph = model_of(profiles, known.grouping(profiles))
        tasks = tuning_tasks(graph)
        depth = search_depth(search_limits())
        cold = cold_operands([graph], backend_of(self._target).cost.held_bytes(self._target))
        pieces = []
        for task in tasks:
            operator, store = task.workload, known.operators
            default = partial(default_policy, operator, self._target)
            if store.lookup(operator) is None and not store.default_stands(
                operator, default, depth, ANY_MODEL
            ):
                seconds = task.uses * default_estimate(operator, self._target)
                pieces.append(
                    {
                        "key": operator.key,
                        "name": task.name,
                        "type": operator_type_of(operator.signature),
                        "seconds": seconds,
                        "data": (operator.to_json(), cold[operator.key]),
                    }
                )
        return self._found(pieces, len(tasks), graph)

    @_guarded
    def subgraphs(self, model: SentModel, bank: BankTexts) -> Mapping[str, Any]:
        """The same of distinct subgraphs. `data` is a subgraph, its default policy and its cold
        operands.
        """
        known, profiles = self._known(bank), prepared(model, self._target, self._pool).profiles
        tasks = subgraph_tasks(profiles, KnownOperators(self._target, known.operators.measured))
        defaults, depth = default_policies(profiles), search_depth(search_limits())
        every = [subgraph for item in profiles for subgraph in item.subgraphs]
        held = backend_of(self._target).cost.held_bytes(self._target)
        cold = cold_operands_of_subgraphs(every, held)
        pieces = []
        for task in tasks:
            subgraph, store = task.workload.subgraph, known.subgraphs
            default = defaults[subgraph.key]
            if store.lookup(subgraph) is None and not store.default_stands(
                subgraph, partial(defaults.__getitem__, subgraph.key), depth, ANY_MODEL
            ):
                pieces.append(
                    {
                        "key": subgraph.key,
                        "name": task.name,
                        "type": SUBGRAPH,
                        "seconds": task.uses * task.workload.seconds(default),
                        "data": (subgraph.detached, default, cold[subgraph.key]),
                    }
                )
        return self._found(pieces, len(tasks), model_of(profiles, defaults))

    @_guarded
    def tune_operator(
        self,
        data: tuple[Any, ColdOperands],
        constants: float,
        seconds: float | None,
        level: str,
        seed: int,
    ) -> Mapping[str, Any]:
        """Searches for a policy of one operator.

        Args:
            data: As `operators` gave it.
            constants: Working set of the model that it is for, in bytes.
            seconds: How long the search may take; `None` for as long as it does.
            level: As `--tune_optimization_level`.
            seed: Of the data that candidates run on.

        Returns:
            `decision`: as in `aoe.tuning.observer.Outcome`, or "untried"; `gain`: the speed-up as a
            factor; `before` and `after`: seconds of one use, if there is a winner; `candidates`:
            how many policies were tried; `bank`: what was learned.
        """
        self._require_ready()
        wanted = Operator.from_json(data[0])
        tuning = tune_operators(
            single_operator_graph(wanted),
            self._target,
            repository_policies(self._settings, self._target),
            self._options(seconds, level, seed),
            SilentObserver(),
            self._pool,
            constants=constants,
            cold={wanted.key: data[1]},
        )
        return self._learned(tuning, operator_type_of(wanted.signature), wanted.key)

    @_guarded
    def tune_subgraph(
        self,
        data: tuple[Subgraph, SubgraphPolicy, ColdOperands],
        bank: BankTexts,
        constants: float,
        seconds: float | None,
        level: str,
        seed: int,
    ) -> Mapping[str, Any]:
        """Searches for a policy of one subgraph, whose operators have the policies of `bank`. For
        the rest see `tune_operator`.
        """
        known, (subgraph, default, cold) = self._known(bank), data
        tuning = tune_subgraph(
            subgraph,
            default,
            KnownOperators(self._target, known.operators.measured),
            known.subgraphs,
            self._options(seconds, level, seed),
            SilentObserver(),
            self._pool,
            constants,
            cold,
        )
        return self._learned(tuning, SUBGRAPH, subgraph.key)

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
            keys of the operators and subgraphs whose new policies it does not use; `used`: keys of
            all those whose known policies it uses.
        """
        self._require_ready()
        gated = prepared(model, self._target, self._pool)
        with tempfile.TemporaryDirectory() as folder:
            earlier = self._opened(before, Path(folder))
            now = self._known(bank)
            versions = sides(gated.profiles, earlier, now)
        made = compiled(model, gated, versions, now, self._pool)
        return {
            "model": made.content,
            "before": made.before,
            "after": made.after,
            "reverted": [*made.reverted],
            "used": [*made.used],
        }

    def process(self) -> Mapping[str, Any]:
        """The id of its process, as `process`."""
        return {"process": os.getpid()}

    def _found(
        self, pieces: Sequence[Mapping[str, Any]], count: int, graph: OperatorGraph
    ) -> Mapping[str, Any]:
        return {
            "pieces": pieces,
            "known": count - len(pieces),
            "working_set": working_set(graph, self._target),
            "generator": backend_of(self._target).version,
            "package": __version__,
        }

    def _learned(self, tuning: Tuning[Any], entry_type: str, key: str) -> Mapping[str, Any]:
        """The result of a search."""
        bank = entry_texts(self._settings, self._target.soc_version, entry_type, key)
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

    def _known(self, bank: BankTexts) -> Known:
        """The repository of this worker, which is made what is known elsewhere."""
        self._require_ready()
        return self._opened(bank, self._folder.bank)

    def _opened(self, bank: BankTexts, root: Path) -> Known:
        """A repository of what is known elsewhere, in place of what is in a folder. Nobody else may
        write to it: without a mode of its own it would get that of the folder of temporary files.
        """
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir(mode=0o700, exist_ok=True)
        write_bank_texts(root, self._target.soc_version, bank)
        settings = replace(self._settings, tune_bank_path=root)
        return Known(
            repository_policies(settings, self._target), tuned_subgraphs(settings, self._target)
        )

    def _options(self, seconds: float | None, level: str, seed: int) -> TuningOptions[Any]:
        return TuningOptions(
            Deadline(seconds, time.monotonic()),
            later=LaterTuning(dry_run=DryRun()),
            limits=search_limits(level),
            measuring=MeasurementOptions(seed=seed),
            budget=seconds or inf,
            kept_runner=self._runner,
        )

    def _require_ready(self) -> None:
        if self._failure:
            raise AoeError(self._failure)
