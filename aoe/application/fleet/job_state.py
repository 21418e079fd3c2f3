"""What a fleet's job has to do, and what has become of it: models, pieces, and kinds of machine.

A piece is what one task tunes: an operator, or a subgraph. `fleet_job.py` has the job.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from aoe.application.fleet.bank_transfer import BankTexts
from aoe.application.fleet.sent_model import SentModel
from aoe.tuning.deadline import Deadline

#: What a phase tunes. The worker's method that finds it has this name.
What = Literal["operators", "subgraphs"]
#: The phases of `--scope`, each with its share of the time that is left when it begins. Groupings
#: are compared by the times of operators, so these are tuned first, and those that a new grouping
#: formed at the end.
SCOPES: Mapping[str, tuple[tuple[What, float], ...]] = MappingProxyType(
    {
        "operators": (("operators", 1.0),),
        "subgraphs": (("subgraphs", 1.0),),
        "all": (("operators", 0.5), ("subgraphs", 0.6), ("operators", 1.0)),
    }
)


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
        scope: One of `SCOPES`.
    """

    models: tuple[SentModel, ...]
    kinds: tuple[str, ...] = ()
    output: Path | None = None
    deadline: Deadline = field(default_factory=Deadline)
    level: str = "O2"
    seed: int = 0
    scope: str = "operators"


@dataclass(slots=True)
class ModelOutcome:
    """What became of a model on one kind of machine.

    Attributes:
        name: The model.
        kind: The kind of machine.
        operators: How many distinct operators it has.
        subgraphs: How many distinct subgraphs it has; 0 where they are not tuned.
        tuned: How many of both were searched in this job.
        improved: How many of these got a faster policy.
        before: Seconds of one inference before, at all shapes that it is tuned for; `None` if
            unknown.
        after: The same after.
        path: Its offline model; `None` if none was written.
        failure: Why it failed; empty if it did not.
    """

    name: str
    kind: str
    operators: int = 0
    subgraphs: int = 0
    tuned: int = 0
    improved: int = 0
    before: float | None = None
    after: float | None = None
    path: Path | None = None
    failure: str = ""


@dataclass(slots=True)
class Piece:
    """An operator or a subgraph to tune on a kind of machine.

    Attributes:
        name: What messages call it: the first model's name for it.
        type: Its type in repositories.
        data: What a worker needs to tune it.
        seconds: What all its uses should take.
        constants: The largest working set of the models that have it.
        models: Numbers of these models.
        tried: Whether this job has searched it.
        improved: Whether this job has found a faster policy.
        reverted: Numbers of the models that do not use it.
    """

    name: str
    type: str
    data: Any
    seconds: float = 0.0
    constants: float = 0.0
    models: set[int] = field(default_factory=set)
    tried: bool = False
    improved: bool = False
    reverted: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Phase:
    """One phase of the work for a kind of machine.

    Attributes:
        what: What it tunes.
        deadline: When its searches end.
        pieces: What there is to tune, by key.
        unread: How many models have not told their pieces.
        undecided: Keys of the pieces whose tasks have not ended.
        begun: Keys of the pieces whose search has begun.
        untried: How many pieces had no turn.
    """

    what: What
    deadline: Deadline
    pieces: dict[str, Piece] = field(default_factory=dict)
    unread: int = 0
    undecided: set[str] = field(default_factory=set)
    begun: set[str] = field(default_factory=set)
    untried: int = 0


@dataclass(slots=True)
class Kind:
    """The work for one kind of machine.

    Attributes:
        name: The kind (`soc_version`).
        outcomes: What became of each model.
        before: What was known before the job.
        generator: The version of the code generator there.
        phases: The phases that have begun.
        compiling: Numbers of the models whose compilation has begun or ended.
        uncompiled: How many models are still to be compiled.
        used: Keys of the operators and subgraphs whose known policies a compiled model uses.
    """

    name: str
    outcomes: list[ModelOutcome]
    before: BankTexts
    generator: str = ""
    phases: list[Phase] = field(default_factory=list)
    compiling: set[int] = field(default_factory=set)
    uncompiled: int = 0
    used: set[str] = field(default_factory=set)

    @property
    def good(self) -> list[int]:
        """The numbers of the models that have not failed."""
        return [number for number, outcome in enumerate(self.outcomes) if not outcome.failure]

    @property
    def decided(self) -> list[int]:
        """The numbers of the good models that have no undecided piece in the phase that runs, and
        whose compilation has not begun.
        """
        phase = self.phases[-1]
        waiting = {number for key in phase.undecided for number in phase.pieces[key].models}
        return [number for number in self.good if number not in waiting | self.compiling]

    def tried(self, key: str) -> bool:
        """Whether a piece was searched in this job."""
        return any(key in phase.pieces and phase.pieces[key].tried for phase in self.phases)

    def improved(self) -> list[tuple[str, Piece]]:
        """The pieces for which this job has found a faster policy, with their keys."""
        return [
            (key, piece)
            for phase in self.phases
            for key, piece in phase.pieces.items()
            if piece.improved
        ]
