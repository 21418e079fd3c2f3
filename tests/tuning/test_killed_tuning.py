"""A tuning that is killed at any moment has every winner it told of on the disk, and the next one
does not search for them again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from zlib import crc32

import pytest

from aoe.backends.backend import CompiledPlan
from aoe.backends.cpu.compile.compiler import CpuCompiler
from aoe.operators.operator import Operator
from aoe.policy import Policy
from aoe.repository.bank_file import read_bank
from aoe.repository.location import bank_paths
from aoe.repository.repository import Repository
from aoe.tuning.measurement.candidate import Candidate
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.operator_tuning import OperatorTuning, tune_operators
from aoe.tuning.policy_database import RepositoryPolicies, Winner
from aoe.tuning.search.operator_search import start_search
from aoe.tuning.tuning_options import TuningOptions
from tests.faults import killed_at_random
from tests.tuning.conftest import EMPTY_PLAN, Workshop, work_in
from tests.tuning.examples import TARGET, Recorder, chain, doubling, product

KILLS = 30
GRAPH = chain(
    *(doubling(16 * size) for size in range(1, 13)), product(4, 16, 32), product(4, 8, 16)
)
#: The workshop compiles nothing.
POOL = CpuCompiler(TARGET, 1)


class Machine(Workshop):
    """A workshop with the operators' real spaces, in which each policy takes its own time."""

    def __init__(self) -> None:
        super().__init__()
        self.searched: Counter[str] = Counter()

    def candidate(self, policy: Policy) -> Candidate:
        return Candidate(policy, CompiledPlan(EMPTY_PLAN, {"kernel": str(policy).encode()}), 0.0)

    def load(self, number: int, candidate: Candidate) -> CandidateFailure | None:
        self.loaded[number] = candidate.policy
        return None

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        assert self.operator is not None
        self.searched[self.operator.key] += 1
        return {
            number: 1.0 + crc32(f"{self.operator.key} {self.loaded[number]}".encode()) / 2**32
            for number in candidates
        }


@dataclass(frozen=True, slots=True)
class TellingStore(RepositoryPolicies):
    """A repository that tells of every winner it has stored."""

    tell: Callable[[str], None] = lambda key: None

    def store(self, operator: Operator, winner: Winner) -> None:
        RepositoryPolicies.store(self, operator, winner)
        self.tell(operator.key)


def tune(folder: Path, machine: Machine, tell: Callable[[str], None]) -> OperatorTuning:
    repository = Repository(folder, folder / "none", TARGET.soc_version, "1")
    store = TellingStore(repository, TARGET, (("cpu", "fake"),), "1", tell)
    with pytest.MonkeyPatch.context() as patch:
        work_in(machine, patch)
        patch.setattr("aoe.tuning.operator_tuning.start_search", start_search)
        return tune_operators(GRAPH, TARGET, store, TuningOptions(), Recorder(), POOL)


def tune_apart(folder: Path, tell: Callable[[str], None]) -> None:
    tune(folder, Machine(), tell)


def stored_in(folder: Path) -> set[str]:
    """The keys of all entries; every file must be whole and every entry readable."""
    banks = [read_bank(path) for path in bank_paths(folder)]
    assert [(bank.unreadable, bank.damaged) for bank in banks] == [(None, {})] * len(banks)
    return {key for bank in banks for key in bank.entries}


def test_a_killed_tuning_loses_at_most_the_operator_in_flight(tmp_path: Path) -> None:
    for kill in range(KILLS):
        folder = tmp_path / str(kill) / TARGET.soc_version
        told = killed_at_random(partial(tune_apart, folder), seconds=0.1)
        stored = stored_in(folder)
        assert told <= stored
        assert len(stored - told) <= 1, "a winner that was on the disk, but not yet told of"


def test_what_a_killed_tuning_stored_is_not_searched_again(tmp_path: Path) -> None:
    folder = tmp_path / TARGET.soc_version
    killed_at_random(partial(tune_apart, folder), seconds=0.1)
    stored, machine = stored_in(folder), Machine()
    tuning = tune(folder, machine, lambda key: None)
    assert tuning.summary.hit == tuning.summary.reserved == len(stored) > 0
    assert not stored & set(machine.searched)
