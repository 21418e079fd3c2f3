"""A cluster whose workers are objects of this process. A call is carried out when its result is
asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import aoe
from aoe.application.fleet.bank_transfer import BankTexts
from aoe.application.fleet.cluster import WorkerLostError
from aoe.application.fleet.ray_cluster import threads_of
from aoe.application.fleet.sent_model import SentModel
from aoe.application.fleet.worker import FleetWorker
from aoe.repository.entry import SUBGRAPH
from aoe.settings import Settings


@dataclass
class InProcessCluster:
    """A cluster in this process.

    Attributes:
        kinds: How many workers there may be of each kind.
        settings: The environment of the workers.
        losing: The numbers of calls whose worker is lost.
        methods: The methods that were called.
        worker: Stands for all workers; `None` for real ones.
    """

    kinds: Mapping[str, int]
    settings: Settings
    losing: set[int] = field(default_factory=set)
    methods: list[str] = field(default_factory=list)
    worker: Any = None

    def workers(self) -> Mapping[str, int]:
        return self.kinds

    def start(self, kind: str) -> Any:
        return self.worker or FleetWorker(threads_of(kind), self.settings, pin=False)

    def call(self, worker: Any, method: str, arguments: Sequence[Any]) -> Any:
        self.methods.append(method)
        return len(self.methods) - 1, worker, method, arguments

    def finished(self, calls: Sequence[Any], seconds: float) -> Sequence[Any]:
        return calls[:1]

    def result(self, call: Any) -> Mapping[str, Any]:
        number, worker, method, arguments = call
        if number in self.losing:
            raise WorkerLostError("its machine is gone")
        found: Mapping[str, Any] = getattr(worker, method)(*arguments)
        return found

    def close(self) -> None: ...


@dataclass
class StandIn:
    """A worker that tunes nothing: every model has the same two operators and
    subgraphs.

    Attributes:
        version: Of its package.
    """

    version: str = aoe.__version__

    def operators(self, model: SentModel, bank: BankTexts) -> Mapping[str, Any]:
        if not model.data:
            return {"failed": "the model is damaged"}
        found = [
            {
                "key": key,
                "name": f"node {key}",
                "type": "MatMul",
                "data": {},
                "seconds": seconds,
            }
            for key, seconds in (("11", 1e-3), ("22", 2e-3))
        ]
        found_in = {"working_set": 8.0, "generator": "1", "package": self.version}
        return {"pieces": found, "known": 3, **found_in}

    def subgraphs(self, model: SentModel, bank: BankTexts) -> Mapping[str, Any]:
        found = self.operators(model, bank)
        pieces = [
            {**piece, "key": f"9{piece['key']}", "type": SUBGRAPH} for piece in found["pieces"]
        ]
        return {**found, "pieces": pieces, "known": 0}

    def tune_operator(self, *arguments: Any) -> Mapping[str, Any]:
        return {"decision": "unsatisfied", "gain": 1.0, "candidates": 5, "bank": {}}

    def tune_subgraph(self, *arguments: Any) -> Mapping[str, Any]:
        return {"decision": "unsatisfied", "gain": 1.0, "candidates": 5, "bank": {}}

    def compile(self, model: SentModel, before: BankTexts, bank: BankTexts) -> Mapping[str, Any]:
        return {"model": b"made", "before": 2.0, "after": 1.0, "reverted": [], "used": []}
