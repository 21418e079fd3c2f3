"""A fleet's job: tunes models for all kinds of machine that a cluster has, and compiles them.

For each model and kind, a worker of the kind says which operators the model has there. Each
operator is a task, once for all models that have it. What a task learned is merged into the
repository at once, by the rule of `aoe.repository.merge`, so a job that ends early loses nothing.
When all operators of a kind are done, workers compile the models and time them.

A winner was faster as an operator of its own. So the worker that compiles a model checks it as a
job on one machine does: what makes the model slower gets its old policy back. A winner that no
model uses leaves the repository.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from aoe import __version__
from aoe.application.fleet.bank_transfer import (
    BankTexts,
    bank_texts,
    forget_operator,
    write_bank_texts,
)
from aoe.application.fleet.cluster import Cluster
from aoe.application.fleet.schedule import Schedule, Task
from aoe.application.fleet.worker import SentModel
from aoe.atomic_file import replace_file
from aoe.errors import AoeError, UsageError, quoted
from aoe.repository.location import custom_directory
from aoe.repository.merge import merge_repositories
from aoe.repository.repository import open_repository, require_writable
from aoe.repository.shared_folder import make_shared_folder
from aoe.settings import Settings
from aoe.tuning.deadline import Deadline

#: The least seconds of a search. Where the budget has less for each operator, the slowest operators
#: are searched, and the others are not.
LEAST_SECONDS = 10.0
#: Operators below this share of the expected time of all models are not tuned.
NEGLIGIBLE = 0.002


@dataclass(frozen=True, slots=True)
class FleetRequest:
    """What a user asks of a fleet.

    Attributes:
        models: The models.
        kinds: The kinds of machine; all that there are if empty.
        output: Folder for offline models; `None` to write none.
        deadline: When no further search begins.
        level: As `--tune_optimization_level`.
        seed: Of the data that candidates run on.
    """

    models: tuple[SentModel, ...]
    kinds: tuple[str, ...] = ()
    output: Path | None = None
    deadline: Deadline = field(default_factory=Deadline)
    level: str = "O2"
    seed: int = 0


@dataclass(slots=True)
class ModelOutcome:
    """What became of a model on one kind of machine.

    Attributes:
        name: The model.
        kind: The kind of machine.
        operators: How many distinct operators it has.
        tuned: How many of them were searched in this job.
        improved: How many of these got a faster policy.
        before: Seconds of one inference before; `None` if unknown.
        after: The same after.
        path: Its offline model; `None` if none was written.
        failure: Why it failed; empty if it did not.
    """

    name: str
    kind: str
    operators: int = 0
    tuned: int = 0
    improved: int = 0
    before: float | None = None
    after: float | None = None
    path: Path | None = None
    failure: str = ""


@dataclass(slots=True)
class _Operator:
    """An operator to tune on a kind of machine.

    Attributes:
        name: What messages call it: the first model's name for it.
        type: Its type in repositories.
        data: Its JSON.
        seconds: What all its uses should take.
        constants: The largest working set of the models that have it.
        models: Numbers of these models.
        improved: Whether this job has found a faster policy.
        reverted: Numbers of the models that do not use it.
    """

    name: str
    type: str
    data: Any
    seconds: float = 0.0
    constants: float = 0.0
    models: set[int] = field(default_factory=set)
    improved: bool = False
    reverted: set[int] = field(default_factory=set)


@dataclass(slots=True)
class _Kind:
    """The work for one kind of machine.

    Attributes:
        name: The kind (`soc_version`).
        outcomes: What became of each model.
        generator: The version of the code generator there.
        operators: The operators to tune, by key.
        open: How many tasks must end before the next step.
        untried: How many operators had no turn.
        before: What was known before the job.
    """

    name: str
    outcomes: list[ModelOutcome]
    generator: str = ""
    operators: dict[str, _Operator] = field(default_factory=dict)
    open: int = 0
    untried: int = 0
    before: BankTexts = field(default_factory=dict)


def run_fleet(
    request: FleetRequest, cluster: Cluster, settings: Settings, say: Callable[[str], None]
) -> list[ModelOutcome]:
    """Carries out a job. Ctrl-C ends it; what was learned until then is in the repository.

    Args:
        request: What the user asks for.
        cluster: The workers.
        settings: The environment; its repository gets what is learned.
        say: Is told what happens, a line at a time.

    Raises:
        UsageError: The cluster has no worker of a kind that is wanted.
        RepositoryError: The repository cannot be written.
    """
    there = cluster.workers()
    if not there:
        raise UsageError(
            "the cluster has no workers of open-aoe; start one on each machine by `aoe fleet "
            "worker --address`"
        )
    missing = [kind for kind in request.kinds if kind not in there]
    if missing:
        raise UsageError(
            f"the cluster has no worker of {', '.join(missing)}; it has {', '.join(sorted(there))}"
        )
    job = _FleetJob(request, Schedule(cluster, say), settings, say)
    for kind in request.kinds or sorted(there):
        job.begin(kind)
    try:
        job.schedule.run()
    except KeyboardInterrupt:
        say("interrupted; what was learned is in the repository")
    return [outcome for kind in job.kinds for outcome in kind.outcomes]


@dataclass(slots=True)
class _FleetJob:
    request: FleetRequest
    schedule: Schedule
    settings: Settings
    say: Callable[[str], None]
    kinds: list[_Kind] = field(default_factory=list)

    def begin(self, name: str) -> None:
        """Asks which operators each model has on a kind of machine."""
        repository = open_repository(self.settings, name, "")
        require_writable(repository)
        directory = repository.custom
        outcomes = [ModelOutcome(model.source.name, name) for model in self.request.models]
        kind = _Kind(name, outcomes, open=len(outcomes), before=bank_texts(directory))
        self.kinds.append(kind)
        for number, model in enumerate(self.request.models):
            self.schedule.add(
                [
                    Task(
                        name,
                        f"reading {model.source.name}",
                        "operators",
                        partial(self._with_bank, model, kind),
                        partial(self._found, kind, number),
                        partial(self._unreadable, kind, number),
                    )
                ]
            )

    def _with_bank(self, model: SentModel, kind: _Kind) -> Sequence[Any]:
        return model, kind.before

    def _found(self, kind: _Kind, number: int, result: Mapping[str, Any]) -> Iterable[Task]:
        """Takes in the operators of a model."""
        if result["package"] != __version__:
            why = f"the worker has open-aoe {quoted(result['package'])}, and this is {__version__}"
            return self._unreadable(kind, number, f"{why}; install one version everywhere")
        outcome = kind.outcomes[number]
        kind.generator = str(result["generator"])
        outcome.operators = int(result["known"]) + len(result["operators"])
        for item in result["operators"]:
            new = _Operator(quoted(item["name"]), str(item["type"]), item["operator"])
            known = kind.operators.setdefault(str(item["key"]), new)
            known.seconds += float(item["seconds"])
            known.constants = max(known.constants, float(result["working_set"]))
            known.models.add(number)
        return self._all_read(kind)

    def _unreadable(self, kind: _Kind, number: int, why: str) -> Iterable[Task]:
        kind.outcomes[number].failure = why
        self.say(f"{kind.name}: {kind.outcomes[number].name} cannot be compiled: {why}")
        return self._all_read(kind)

    def _all_read(self, kind: _Kind) -> Iterable[Task]:
        """Tunes the operators of a kind once all models have told theirs, the slowest first."""
        kind.open -= 1
        if kind.open:
            return []
        total = sum(item.seconds for item in kind.operators.values())
        wanted = [key for key, item in kind.operators.items() if item.seconds >= NEGLIGIBLE * total]
        wanted.sort(key=lambda key: -kind.operators[key].seconds)
        self.say(f"{kind.name}: tuning {len(wanted)} of {len(kind.operators)} operators")
        kind.open = len(wanted)
        if not wanted:
            return self._compiling(kind)
        return [self._tuning(kind, key) for key in wanted]

    def _tuning(self, kind: _Kind, key: str) -> Task:
        return Task(
            kind.name,
            f"operator {kind.operators[key].name}",
            "tune",
            partial(self._search, kind, key),
            partial(self._tuned, kind, key),
            partial(self._untuned, kind, key),
        )

    def _search(self, kind: _Kind, key: str) -> Sequence[Any] | None:
        """The arguments of a search: its part of the time that is left. `None` if none is left."""
        operator, left = kind.operators[key], self.request.deadline.left
        seconds = None
        if left == 0.0:
            return None
        if left is not None:
            workers = max(1, self.schedule.worker_count(kind.name))
            rest = self.schedule.waiting(kind.name) + 1
            seconds = max(LEAST_SECONDS, left * workers / max(rest, workers))
        level, repeat, seed = self.request.level, False, self.request.seed
        return operator.data, operator.constants, seconds, level, repeat, seed

    def _tuned(self, kind: _Kind, key: str, result: Mapping[str, Any]) -> Iterable[Task]:
        """Merges what was learned of an operator."""
        self._merge(kind, result["bank"])
        if result["decision"] == "untried":
            return self._untuned(kind, key, "")
        improved = result["decision"] in ("add", "update")
        kind.operators[key].improved = improved
        for number in kind.operators[key].models:
            kind.outcomes[number].tuned += 1
            kind.outcomes[number].improved += improved
        gain = "nothing faster" if result["decision"] != "failed" else "no candidate works"
        if improved:
            gain = f"{100 * (result['gain'] - 1):.0f} % faster"
        name, tried = kind.operators[key].name, result["candidates"]
        self.say(f"{kind.name}: {name}: {gain}, {tried} candidates")
        return self._one_less(kind)

    def _untuned(self, kind: _Kind, key: str, why: str) -> Iterable[Task]:
        if why:
            self.say(f"{kind.name}: {kind.operators[key].name} is not tuned: {why}")
        else:
            kind.untried += 1
        return self._one_less(kind)

    def _one_less(self, kind: _Kind) -> Iterable[Task]:
        kind.open -= 1
        if kind.open:
            return []
        if kind.untried:
            self.say(f"{kind.name}: the budget ended before {kind.untried} operators were tried")
        return self._compiling(kind)

    def _merge(self, kind: _Kind, texts: BankTexts) -> None:
        if not texts:
            return
        destination = custom_directory(self.settings, kind.name).parent
        make_shared_folder(destination)
        with tempfile.TemporaryDirectory() as folder:
            write_bank_texts(Path(folder) / kind.name, texts)
            merge_repositories(
                [Path(folder)], destination, self.settings.builtin_path, lambda _: kind.generator
            )

    def _compiling(self, kind: _Kind) -> Iterator[Task]:
        """Compiles the models of a kind."""
        for number, outcome in enumerate(kind.outcomes):
            if not outcome.failure:
                yield Task(
                    kind.name,
                    f"compiling {outcome.name}",
                    "compile",
                    partial(self._what_is_known, kind, number),
                    partial(self._compiled, kind, number),
                    partial(self._not_compiled, outcome),
                )

    def _what_is_known(self, kind: _Kind, number: int) -> Sequence[Any]:
        now = bank_texts(custom_directory(self.settings, kind.name))
        return self.request.models[number], kind.before, now

    def _compiled(self, kind: _Kind, number: int, result: Mapping[str, Any]) -> Iterable[Task]:
        outcome = kind.outcomes[number]
        self._forget(kind, number, set(result["reverted"]))
        outcome.before, outcome.after = float(result["before"]), float(result["after"])
        folder = self.request.output
        if folder is not None:
            path = folder / f"{outcome.name}_{outcome.kind}.om"
            try:
                folder.mkdir(parents=True, exist_ok=True)
                replace_file(path, result["model"])
            except OSError as error:
                raise AoeError(f"cannot write {path}: {error.strerror or error}") from error
            outcome.path = path
        return []

    def _forget(self, kind: _Kind, number: int, reverted: set[str]) -> None:
        """Takes winners back that the check of a model rejected, once no model uses them."""
        for key, operator in kind.operators.items():
            if key in reverted and operator.improved:
                kind.outcomes[number].improved -= 1
                operator.reverted.add(number)
                if operator.reverted == operator.models:
                    directory = custom_directory(self.settings, kind.name)
                    forget_operator(directory, operator.type, key)

    def _not_compiled(self, outcome: ModelOutcome, why: str) -> Iterable[Task]:
        outcome.failure = why
        self.say(f"{outcome.kind}: {outcome.name} cannot be compiled: {why}")
        return []
