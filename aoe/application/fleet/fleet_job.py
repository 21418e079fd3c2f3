"""A fleet's job: tunes models for all kinds of machine that a cluster has, and compiles them.

A phase tunes operators or subgraphs (`job_state.py`). For each model and kind, a worker of the kind
says which of them the model has there. Each is a task, once for all models that have it. What a
task learned is merged into the repository at once, by the rule of `aoe.repository.merge`, so a job
that ends early loses nothing. In the last phase of a kind, a model whose pieces are all decided is
compiled and timed by the next worker for which no search waits, while others still search.

A winner was faster on its own. So the worker that compiles a model checks it as a job on one
machine does: what makes the model slower gets its old policy back. A winner that no model uses
leaves the repository, once all models are compiled: a grouping that was found for one of them may
have operators that were tuned for another.
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
    bank_file,
    bank_texts,
    forget_entry,
    write_bank_texts,
)
from aoe.application.fleet.cluster import Cluster
from aoe.application.fleet.job_state import (
    SCOPES,
    FleetRequest,
    Kind,
    ModelOutcome,
    Phase,
    Piece,
)
from aoe.application.fleet.schedule import Schedule, Task
from aoe.application.tune.phases.budget import share_of
from aoe.atomic_file import replace_file
from aoe.errors import AoeError, UsageError, counted, not_written, quoted
from aoe.repository.entry import SUBGRAPH
from aoe.repository.location import custom_directory
from aoe.repository.merge import merge_repositories
from aoe.repository.opening import open_graph_repository, open_repository, require_writable
from aoe.repository.shared_folder import make_shared_folder
from aoe.settings import Settings

#: The least seconds of a search. Where the budget has less for each piece, the slowest pieces are
#: searched, and the others are not.
LEAST_SECONDS = 10.0
#: Pieces below this share of the expected time of all models are not tuned.
NEGLIGIBLE = 0.002


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
    kinds: list[Kind] = field(default_factory=list)

    def begin(self, name: str) -> None:
        """Begins the work for a kind of machine."""
        require_writable(open_repository(self.settings, name, ""))
        if self.request.scope != "operators":
            require_writable(open_graph_repository(self.settings, name, ""))
        outcomes = [ModelOutcome(model.source.name, name) for model in self.request.models]
        kind = Kind(name, outcomes, bank_texts(self.settings, name))
        self.kinds.append(kind)
        self.schedule.add(self._next_phase(kind))

    def _next_phase(self, kind: Kind) -> Iterable[Task]:
        """Asks what there is to tune in each model."""
        what, share = SCOPES[self.request.scope][len(kind.phases)]
        phase = Phase(what, share_of(self.request.deadline, share), unread=len(kind.good))
        kind.phases.append(phase)
        return [
            Task(
                kind.name,
                f"reading {kind.outcomes[number].name}",
                what,
                partial(self._with_bank, kind, number),
                partial(self._found, kind, number),
                partial(self._unreadable, kind, number),
                opening=True,
            )
            for number in kind.good
        ]

    def _with_bank(self, kind: Kind, number: int) -> Sequence[Any]:
        return self.request.models[number], bank_texts(self.settings, kind.name)

    def _found(self, kind: Kind, number: int, result: Mapping[str, Any]) -> Iterable[Task]:
        """Takes in the operators or subgraphs of a model."""
        if result["package"] != __version__:
            why = f"the worker has open-aoe {quoted(result['package'])}, and this is {__version__}"
            return self._unreadable(kind, number, f"{why}; install one version everywhere")
        kind.generator = str(result["generator"])
        phase, outcome = kind.phases[-1], kind.outcomes[number]
        setattr(outcome, phase.what, int(result["known"]) + len(result["pieces"]))
        for item in result["pieces"]:
            new = Piece(quoted(item["name"]), str(item["type"]), item["data"])
            known = phase.pieces.setdefault(str(item["key"]), new)
            known.seconds += float(item["seconds"])
            known.constants = max(known.constants, float(result["working_set"]))
            known.models.add(number)
        return self._all_read(kind)

    def _unreadable(self, kind: Kind, number: int, why: str) -> Iterable[Task]:
        kind.outcomes[number].failure = why
        self.say(f"{kind.name}: {kind.outcomes[number].name} cannot be compiled: {why}")
        return self._all_read(kind)

    def _all_read(self, kind: Kind) -> Iterable[Task]:
        """Tunes the pieces of a phase once all models have told theirs, the slowest first."""
        phase = kind.phases[-1]
        phase.unread -= 1
        if phase.unread:
            return []
        total = sum(item.seconds for item in phase.pieces.values())
        wanted = [
            key
            for key, item in phase.pieces.items()
            if item.seconds >= NEGLIGIBLE * total and not kind.tried(key)
        ]
        wanted.sort(key=lambda key: -phase.pieces[key].seconds)
        pieces = counted(len(phase.pieces), phase.what.removesuffix("s"))
        self.say(f"{kind.name}: tuning {len(wanted)} of {pieces}")
        phase.undecided.update(wanted)
        if self._is_last(kind):
            kind.uncompiled = len(kind.good)
        tuning = [self._tuning(kind, phase.pieces[key], key) for key in wanted]
        return [*tuning, *self._after_tuning(kind)]

    def _is_last(self, kind: Kind) -> bool:
        return len(kind.phases) == len(SCOPES[self.request.scope])

    def _after_tuning(self, kind: Kind) -> Iterable[Task]:
        """What follows from the pieces that are decided: the next phase once all are, and in the
        last one compiling the models that have no other.
        """
        if self._is_last(kind):
            return self._compiling(kind)
        return [] if kind.phases[-1].undecided else self._next_phase(kind)

    def _tuning(self, kind: Kind, piece: Piece, key: str) -> Task:
        what = "subgraph" if piece.type == SUBGRAPH else "operator"
        return Task(
            kind.name,
            f"{what} {piece.name}",
            f"tune_{what}",
            partial(self._search, kind, piece, key),
            partial(self._tuned, kind, piece, key),
            partial(self._untuned, kind, piece, key),
        )

    def _search(self, kind: Kind, piece: Piece, key: str) -> Sequence[Any] | None:
        """The arguments of a search: its part of the time that is left. `None` if none is left."""
        phase = kind.phases[-1]
        seconds, left = None, phase.deadline.left
        if left == 0.0:
            return None
        phase.begun.add(key)
        if left is not None:
            workers = max(1, self.schedule.worker_count(kind.name))
            rest = len(phase.undecided - phase.begun) + 1
            seconds = max(LEAST_SECONDS, left * workers / max(rest, workers))
        around = piece.constants, seconds, self.request.level, self.request.seed
        if piece.type == SUBGRAPH:
            return piece.data, bank_texts(self.settings, kind.name), *around
        return piece.data, *around

    def _tuned(
        self, kind: Kind, piece: Piece, key: str, result: Mapping[str, Any]
    ) -> Iterable[Task]:
        """Merges what was learned of a piece."""
        self._merge(kind, piece, result["bank"])
        if result["decision"] == "untried":
            return self._untuned(kind, piece, key, "")
        piece.tried = True
        piece.improved = result["decision"] in ("add", "update")
        for number in piece.models:
            kind.outcomes[number].tuned += 1
            kind.outcomes[number].improved += piece.improved
        gain = "nothing faster" if result["decision"] != "failed" else "no candidate works"
        if piece.improved:
            gain = f"{100 * (result['gain'] - 1):.1f} % faster"
        self.say(f"{kind.name}: {piece.name}: {gain}, {result['candidates']} candidates")
        return self._decided(kind, key)

    def _untuned(self, kind: Kind, piece: Piece, key: str, why: str) -> Iterable[Task]:
        if why:
            self.say(f"{kind.name}: {piece.name} is not tuned: {why}")
        else:
            kind.phases[-1].untried += 1
        return self._decided(kind, key)

    def _decided(self, kind: Kind, key: str) -> Iterable[Task]:
        phase = kind.phases[-1]
        phase.undecided.remove(key)
        if phase.untried and not phase.undecided:
            ended = f"the budget ended with {phase.untried} {phase.what} untried"
            self.say(f"{kind.name}: {ended}")
        return self._after_tuning(kind)

    def _merge(self, kind: Kind, piece: Piece, texts: BankTexts) -> None:
        """Merges texts of one kind of piece: operators and subgraphs may have different places."""
        if not texts:
            return
        destination = custom_directory(self.settings, kind.name).parent
        if piece.type == SUBGRAPH:
            destination = bank_file(self.settings, kind.name, SUBGRAPH).parent
        make_shared_folder(destination)
        with tempfile.TemporaryDirectory() as folder:
            write_bank_texts(Path(folder), kind.name, texts)
            merge_repositories(
                [Path(folder)], destination, self.settings.builtin_path, lambda _: kind.generator
            )

    def _compiling(self, kind: Kind) -> Iterator[Task]:
        """Compiles the models of a kind whose pieces are all decided."""
        for number in kind.decided:
            kind.compiling.add(number)
            outcome = kind.outcomes[number]
            yield Task(
                kind.name,
                f"compiling {outcome.name}",
                "compile",
                partial(self._what_is_known, kind, number),
                partial(self._compiled, kind, number),
                partial(self._not_compiled, kind, outcome),
            )

    def _what_is_known(self, kind: Kind, number: int) -> Sequence[Any]:
        now = bank_texts(self.settings, kind.name)
        return self.request.models[number], kind.before, now

    def _compiled(self, kind: Kind, number: int, result: Mapping[str, Any]) -> Iterable[Task]:
        outcome = kind.outcomes[number]
        self._take_back(kind, number, set(result["reverted"]))
        kind.used.update(map(str, result["used"]))
        outcome.before, outcome.after = float(result["before"]), float(result["after"])
        folder = self.request.output
        if folder is not None:
            path = folder / f"{outcome.name}_{outcome.kind}.om"
            try:
                folder.mkdir(parents=True, exist_ok=True)
                replace_file(path, result["model"])
            except OSError as error:
                raise AoeError(not_written(path, error)) from error
            outcome.path = path
        return self._one_compiled(kind)

    def _take_back(self, kind: Kind, number: int, reverted: set[str]) -> None:
        """Notes which winners the check of a model rejected."""
        for key, piece in kind.improved():
            if key in reverted and number in piece.models:
                kind.outcomes[number].improved -= 1
                piece.reverted.add(number)

    def _not_compiled(self, kind: Kind, outcome: ModelOutcome, why: str) -> Iterable[Task]:
        outcome.failure = why
        self.say(f"{outcome.kind}: {outcome.name} cannot be compiled: {why}")
        return self._one_compiled(kind)

    def _one_compiled(self, kind: Kind) -> Iterable[Task]:
        """Forgets, after the last model, the winners that no model uses."""
        kind.uncompiled -= 1
        for key, piece in kind.improved() if not kind.uncompiled else ():
            if piece.reverted == piece.models and key not in kind.used:
                forget_entry(self.settings, kind.name, piece.type, key)
        return []
