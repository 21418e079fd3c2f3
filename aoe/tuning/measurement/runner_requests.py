"""What a runner process is asked for: `aoe.tuning.measurement.runner` asks, `runner_process`
answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from aoe.backends.backend import CompiledPlan
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph

#: A turn lasts about so many seconds, or one run. It begins with an untimed run, which finds other
#: contents in the caches, unless a run lasts so long that these do not matter: not in the three
#: large models where that was measured.
TURN_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class OpenModel:
    """What is to be run: `inputs`, `constants` by name and the expected outputs; where these are
    empty, the outputs of the first candidate loaded are taken for right.

    `working_set`: bytes of constants that go through the cache between two runs of an operator in
    its model, infinite where caches hold none of them. `fewest_runs`: of a sample, where its length
    does not ask for more. `in_turns`: samples are turns, see `TakeSample`. `rewriting`: before each
    timed run, all threads write the inputs again, as they do in a model, where operators compute
    them; candidates' code knows how.
    """

    threads: int
    working_set: float
    inputs: tuple[np.ndarray, ...]
    constants: Mapping[str, np.ndarray]
    expected: tuple[np.ndarray, ...]
    fewest_runs: int = 1
    in_turns: bool = False
    rewriting: bool = False


@dataclass(frozen=True, slots=True)
class OpenOperator:
    """As `OpenModel`, with the data that `aoe.tuning.workload.single_operator` makes of a seed."""

    threads: int
    working_set: float
    operator: Operator
    fewest_runs: int = 1
    seed: int = 0


@dataclass(frozen=True, slots=True)
class OpenSubgraph:
    """As `OpenModel`, of a graph before fusing, with made-up inputs and the outputs that the
    reference of its operators gives. `key`: equal for equal graphs, which are compared by it
    because arrays cannot be compared as a whole.
    """

    threads: int
    working_set: float
    key: str
    graph: OperatorGraph = field(compare=False)
    fewest_runs: int = 1
    seed: int = 0


@dataclass(frozen=True, slots=True)
class LoadCandidate:
    """Loads, prepares, runs once and checks: the seconds a sample of it may take. `tolerance` is
    relative to the largest |expected|; `constants` are read beside those of what was opened.
    `place`: where it lies in memory, unless it is a whole model
    (`aoe.backends.backend.Workload.location`).
    """

    number: int
    program: CompiledPlan
    tolerance: float
    constants: Mapping[str, np.ndarray]
    place: int = 0


@dataclass(frozen=True, slots=True)
class TakeSample:
    """Times a loaded candidate: seconds of one run, the first decile of some. In turns: the median
    of more, each with what Python does around it: what somebody sees who runs a whole model again
    and again.
    """

    number: int


@dataclass(frozen=True, slots=True)
class TakeProfile:
    """Times one run of a loaded candidate call by call, in seconds."""

    number: int


@dataclass(frozen=True, slots=True)
class Forget:
    """Frees all loaded candidates."""


Request: TypeAlias = (
    OpenModel | OpenOperator | OpenSubgraph | LoadCandidate | TakeSample | TakeProfile | Forget
)
