"""Runs candidates in a process of their own, so that one that crashes, hangs, takes all memory or
computes nonsense costs that candidate only.

`Runner` is the owner's side: it loads candidates and hands out samples
(`aoe.tuning.comparison.paired_comparison.Sampler`). After a crash or a hang it starts the process
again with all that was loaded except the culprit; requests go one at a time, so it is always known
who that is. The process's side is `aoe.tuning.measurement.runner_process`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from aoe.errors import AoeError
from aoe.isolation.device_link import DeviceLostError
from aoe.isolation.worker_process import WorkerError, WorkerProcess
from aoe.policy import Policy, SubgraphPolicy
from aoe.target import Target
from aoe.tuning.measurement.candidate import Candidate
from aoe.tuning.measurement.failure_causes import cause_of
from aoe.tuning.measurement.remote_worker import RemoteWorker
from aoe.tuning.measurement.runner_requests import (
    Forget,
    LoadCandidate,
    OpenModel,
    OpenOperator,
    OpenSubgraph,
    TakeProfile,
    TakeSample,
)
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.workload.cold_operands import WARM, ColdOperands
from aoe.tuning.workload.subgraph_model import AnyWorkload, SubgraphModel

#: Seconds for computing an operator's reference, and the most for loading.
OPEN_TIMEOUT = 600.0
#: Seconds for loading a small candidate, packing its constants and its first runs.
LOAD_TIMEOUT = 10.0
#: The same of a whole model. Its operators were all seen to end, and it may be a loop.
MODEL_TIMEOUT = 120.0
#: Bytes per second that loading goes through at least: memory that is new and swapped out.
SLOWEST_LOADING = 50e6
#: Seconds for a sample, beside a multiple of what its runs have been seen to take.
SAMPLE_TIMEOUT = 5.0
SLOWEST_SAMPLE = 10.0
_HANDLER = "aoe.tuning.measurement.runner_process:runner_handler"


class Runner:
    """A runner process and what is loaded in it. Candidates are known by numbers of the caller."""

    def __init__(
        self,
        target: Target,
        working_set: float = 0,
        fewest_runs: int = 1,
        seed: int = 0,
        location: int = 0,
    ) -> None:
        """`target`: what candidates are compiled for; `seed` of the data of operators and
        subgraphs; `location` in memory of the first candidates
        (`aoe.backends.backend.Workload.location`), later ones have the next; the rest as in
        `runner_requests.OpenModel`.
        """
        self.target = target
        self.working_set = working_set
        self.fewest_runs = fewest_runs
        self.seed = seed
        self.location = location
        self.failures: dict[int, CandidateFailure[Any]] = {}
        self._opened: OpenModel | OpenOperator | OpenSubgraph | None = None
        self._loaded: dict[int, Candidate[Any]] = {}
        self._sample_seconds: dict[int, float] = {}
        self._process = self._started()

    def open(self, workload: AnyWorkload, cold: ColdOperands = WARM) -> None:
        """Makes the data and reference of an operator or subgraph, whose `cold` operands are in no
        cache when it runs; forgets all candidates.

        Raises `WorkerError` if that is impossible, e.g. for want of memory.
        """
        self._clear()
        facts = (self.target.threads, self.working_set)
        if isinstance(workload, SubgraphModel):
            alone = workload.subgraph.alone
            self._opened = OpenSubgraph(
                *facts, workload.key, alone, self.fewest_runs, self.seed, cold
            )
        else:
            self._opened = OpenOperator(*facts, workload, self.fewest_runs, self.seed, cold)
        self._ask_or_restart(self._opened, OPEN_TIMEOUT)

    def open_model(self, inputs: Sequence[np.ndarray], constants: Mapping[str, np.ndarray]) -> None:
        """Gets ready for whole models on these inputs, whose samples are turns; the first one
        loaded tells what is right.
        """
        self._clear()
        self._opened = OpenModel(
            self.target.threads,
            0,
            tuple(inputs),
            dict(constants),
            (),
            self.fewest_runs,
            in_turns=True,
        )
        self._ask_or_restart(self._opened, OPEN_TIMEOUT)

    def profile(self, number: int) -> list[tuple[str, float]] | None:
        """One run of a loaded model: each kernel call's operator and seconds; None if it failed."""
        candidate = self._loaded[number]
        try:
            seconds = self._process.call(TakeProfile(number), self._timeout(number))
        except DeviceLostError:
            raise
        except Exception as error:
            self._failed(number, candidate.policy, error)
            return None
        calls = candidate.compiled.plan.calls
        return [(call.operator, time) for call, time in zip(calls, seconds, strict=True)]

    def load(self, number: int, candidate: Candidate[Any]) -> CandidateFailure[Any] | None:
        """Loads a candidate under a number, runs and checks it. Returns why it failed, if so."""
        try:
            least = MODEL_TIMEOUT if isinstance(self._opened, OpenModel) else LOAD_TIMEOUT
            seconds = self._process.call(
                _load_request(number, candidate, self.location), _load_seconds(candidate, least)
            )
        except DeviceLostError:
            raise
        except Exception as error:
            return self._failed(number, candidate.policy, error)
        self._sample_seconds[number] = seconds
        self._loaded[number] = candidate
        return None

    def sample(self, candidates: Sequence[int]) -> Mapping[int, float]:
        """See `Sampler.sample`. Why a candidate failed is then in `failures`."""
        seconds: dict[int, float] = {}
        for number in candidates:
            if number not in self._loaded:
                continue
            try:
                seconds[number] = self._process.call(TakeSample(number), self._timeout(number))
            except DeviceLostError:
                raise
            except Exception as error:
                self._failed(number, self._loaded[number].policy, error)
        return seconds

    def forget(self, references: bool = False) -> None:
        """Frees all candidates and clears `failures`. Those loaded next lie elsewhere in memory.
        `references`: whether to free what was opened, too; something else is opened next.
        """
        self._clear()
        if references:
            self._opened = None
        self._ask_or_restart(Forget(references), LOAD_TIMEOUT)

    def close(self) -> None:
        """Ends the process, whatever it is doing."""
        self._process.close()

    def _started(self) -> WorkerProcess | RemoteWorker:
        if self.target.remote is not None:
            return RemoteWorker(self.target.remote.address)
        return WorkerProcess(_HANDLER, self.target.device)

    def _clear(self) -> None:
        self.location += bool(self._loaded)
        self._loaded.clear()
        self.failures.clear()

    def _timeout(self, number: int) -> float:
        """Seconds for a sample or a profile of a candidate, by what its runs took."""
        return SAMPLE_TIMEOUT + SLOWEST_SAMPLE * self._sample_seconds[number]

    def _failed(
        self, number: int, policy: Policy | SubgraphPolicy, error: Exception
    ) -> CandidateFailure[Any]:
        """Records a failure, and brings the process back if it was lost."""
        failure: CandidateFailure[Any] = CandidateFailure(policy, cause_of(error), _detail(error))
        self.failures[number] = failure
        self._loaded.pop(number, None)
        if isinstance(error, WorkerError):
            self._restart()
        return failure

    def _restart(self) -> None:
        """Starts the process anew with all that was loaded; what now fails is dropped."""
        self._process.close()
        self._process = self._started()
        if self._opened is not None:
            self._process.call(self._opened, OPEN_TIMEOUT)
        again, self._loaded = self._loaded, {}
        for number, candidate in again.items():
            self.load(number, candidate)

    def _ask_or_restart(self, request: Any, timeout: float) -> None:
        """For requests that run no candidate: if the process is lost, it was for an earlier one."""
        try:
            self._process.call(request, timeout)
        except WorkerError:
            self._restart()


def _load_seconds(candidate: Candidate[Any], least: float) -> float:
    """How long loading may take: longer where there is more to pack and to copy."""
    plan = candidate.compiled.plan
    touched = plan.constant_bytes + plan.packed_bytes + plan.arena_bytes
    return min(OPEN_TIMEOUT, least + touched / SLOWEST_LOADING)


def _load_request(number: int, candidate: Candidate[Any], location: int) -> LoadCandidate:
    facts = (candidate.tolerance, candidate.constants)
    return LoadCandidate(number, candidate.compiled, *facts, location)


def _detail(error: Exception) -> str:
    """What is told of an exception: its words, and of one that nobody expects its type, too."""
    name = type(error).__name__
    expected = isinstance(error, AoeError | MemoryError)
    return str(error) or name if expected else f"{name}: {error}"
