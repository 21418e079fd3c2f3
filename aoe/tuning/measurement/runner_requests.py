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
from aoe.tuning.workload.cold_operands import WARM, ColdOperands

#: A turn lasts about so many seconds, or one run. It begins with an untimed run, which finds other
#: contents in the caches, unless a run lasts so long that these do not matter: not in the three
#: large models where that was measured.
TURN_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class OpenModel:
    """Opens data that candidates are run on.

    Attributes:
        threads: Threads of an inference.
        working_set: Bytes of constants that go through the cache between two runs of an operator in
            its model. Infinite where caches hold none of them.
        inputs: The inputs, in order.
        constants: The constants by name.
        expected: The outputs. Where they are empty, those of the first candidate are taken for
            right.
        fewest_runs: Fewest runs of a sample, where its length does not ask for more.
        in_turns: Whether candidates are versions of a whole model: samples are turns, see
            `TakeSample`, and few integers of their outputs may differ.
        rewriting: Whether all threads write the inputs again before each timed run, as operators do
            in a model. Candidates' code knows how.
        cold: Operands that are in no cache before each timed run.
    """

    threads: int
    working_set: float
    inputs: tuple[np.ndarray, ...]
    constants: Mapping[str, np.ndarray]
    expected: tuple[np.ndarray, ...]
    fewest_runs: int = 1
    in_turns: bool = False
    rewriting: bool = False
    cold: ColdOperands = WARM


@dataclass(frozen=True, slots=True)
class OpenOperator:
    """Opens an operator, with the data that `aoe.tuning.workload.single_operator` makes.

    Attributes:
        threads: As of an `OpenModel`.
        working_set: Likewise.
        operator: The operator.
        fewest_runs: As of an `OpenModel`.
        seed: Of the data.
        cold: As of an `OpenModel`.
    """

    threads: int
    working_set: float
    operator: Operator
    fewest_runs: int = 1
    seed: int = 0
    cold: ColdOperands = WARM


@dataclass(frozen=True, slots=True)
class OpenSubgraph:
    """Opens a graph before fusing, with synthetic inputs and the outputs that the reference gives.

    Attributes:
        threads: As of an `OpenModel`.
        working_set: Likewise.
        key: Equal for equal graphs. They are compared by it, because arrays cannot be compared as a
            whole.
        graph: The graph.
        fewest_runs: As of an `OpenModel`.
        seed: Of the inputs.
        cold: As of an `OpenModel`.
    """

    threads: int
    working_set: float
    key: str
    graph: OperatorGraph = field(compare=False)
    fewest_runs: int = 1
    seed: int = 0
    cold: ColdOperands = WARM


@dataclass(frozen=True, slots=True)
class LoadCandidate:
    """Loads, prepares, runs once and checks. Answer: the seconds that a sample may take.

    Attributes:
        number: The candidate's number.
        program: The program.
        tolerance: The largest error allowed, relative to the largest |expected|.
        constants: Constants that it reads beside those of what was opened.
        location: Where it lies in memory, unless it is a whole model
            (`aoe.backends.backend.Workload.location`).
    """

    number: int
    program: CompiledPlan
    tolerance: float
    constants: Mapping[str, np.ndarray]
    location: int = 0


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
    """Frees all loaded candidates.

    Attributes:
        references: Whether to free the data and the references of what was opened, too.
    """

    references: bool = False


Request: TypeAlias = (
    OpenModel | OpenOperator | OpenSubgraph | LoadCandidate | TakeSample | TakeProfile | Forget
)
