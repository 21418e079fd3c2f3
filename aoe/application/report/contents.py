"""What a report says, as plain data. `collect/` fills it, `page/` shows it.

The page carries it as JSON, too, so that the script in the page and later comparisons read the same
numbers (`to_json`). Times are in seconds and sizes in bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

FORMAT = "open-aoe report"
#: Goes up whenever fields change their meaning.
FORMAT_VERSION = 1


#: An inference that usually takes so many times as long as the fastest one was disturbed.
DISTURBED = 1.5


@dataclass(frozen=True, slots=True)
class Alternative:
    """A policy that lost.

    Attributes:
        difference: The decisions in which it differs from the policy in use.
        seconds: Its time when it was tried; `None` if it failed.
        lost: Why it is not in use.
    """

    difference: str
    seconds: float | None
    lost: str


@dataclass(frozen=True, slots=True)
class DistinctOperator:
    """An operator of the model; equal ones are listed once.

    Attributes:
        key: Its key in repositories.
        label: What it computes in a few words, e.g. `Conv+Relu`.
        operator: Its attributes, operands and fused functions, a line each.
        policy: Its policy as JSON.
        decisions: The policy in words, a line each.
        origin: Where the policy comes from.
        uses: How many operators of the model are equal to it.
        seconds: Time of all its uses in one inference.
        lower_bound: Lower bound of `seconds`; 0 if unknown.
        tried: How many policies tuning tried; `None` where nothing is recorded.
        failed: How many of them failed.
        alternatives: Those that lost, the fastest first, then some that failed.
    """

    key: str
    label: str
    operator: tuple[str, ...]
    policy: Mapping[str, Any]
    decisions: tuple[str, ...]
    origin: str
    uses: int
    seconds: float
    lower_bound: float
    tried: int | None = None
    failed: int = 0
    alternatives: tuple[Alternative, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphNode:
    """An operator, an input or an output of the model in its graph.

    Attributes:
        name: Its name in the model.
        kind: "operator", "input" or "output".
        operator: The number of its `DistinctOperator`; -1 for inputs and outputs.
        seconds: Its time in one inference.
        reads: The numbers of the nodes that it reads.
        sources: The nodes of the source model that are fused into it, as name and type.
        shape: The shape of its result.
    """

    name: str
    kind: str
    operator: int
    seconds: float
    reads: tuple[int, ...]
    sources: tuple[tuple[str, str], ...]
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TimedCall:
    """A kernel call in the timeline of one inference.

    Attributes:
        node: The number of its node; -1 for a copy that belongs to none.
        name: Its name.
        start: When it starts, after the start of the inference.
        seconds: How long it takes.
        thread: The first thread that takes part.
        threads: How many take part.
    """

    node: int
    name: str
    start: float
    seconds: float
    thread: int
    threads: int


@dataclass(frozen=True, slots=True)
class MappedBuffer:
    """A buffer in the arena.

    Attributes:
        name: The value that it holds, or the operator that works in it.
        offset: Where it begins.
        bytes: Its size.
        first: The number of the first call that uses it.
        last: The number of the last one.
    """

    name: str
    offset: int
    bytes: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Memory:
    """What memory an inference uses.

    Attributes:
        arena: Bytes of the arena.
        scratch: Bytes of all threads' scratch.
        constants: Bytes of the constants.
        packed: Bytes of the packed constants.
        buffers: The buffers of the arena; empty where the offline model does not say them.
    """

    arena: int
    scratch: int
    constants: int
    packed: int
    buffers: tuple[MappedBuffer, ...] = ()


def is_disturbed(usual: float, least: float) -> bool:
    """Whether other programs disturbed the measurement of an inference, by its usual and its least
    time.
    """
    return usual > DISTURBED * least


@dataclass(frozen=True, slots=True)
class ModelContents:
    """A model and one inference of it.

    Attributes:
        name: Its name.
        threads: How many threads an inference uses.
        seconds: Usual time of an inference, the median of the faster half of many.
        least: Least time of an inference.
        operators: Its distinct operators, the most expensive first.
        nodes: Its graph in topological order.
        calls: The timeline.
        memory: Its memory.
        profiles: For how many shapes it is compiled. The report is about the first.
    """

    name: str
    threads: int
    seconds: float
    least: float
    operators: tuple[DistinctOperator, ...]
    nodes: tuple[GraphNode, ...]
    calls: tuple[TimedCall, ...]
    memory: Memory
    profiles: int = 1


@dataclass(frozen=True, slots=True)
class TunedItem:
    """An operator or subgraph whose search came to its end.

    Attributes:
        name: Its name in the model.
        label: The types of the nodes in it.
        kind: "operator" or "subgraph".
        uses: How many of the model are equal.
        decision: The outcome in AOE's words.
        at: When it was decided, after the start of the job.
        before: Time of one use before; `None` if there is no winner.
        after: The same after.
        candidates: How many policies were tried.
        failures: How many of them failed.
    """

    name: str
    label: str
    kind: str
    uses: int
    decision: str
    at: float
    before: float | None
    after: float | None
    candidates: int
    failures: int

    @property
    def saved(self) -> float:
        """What an inference saves by it."""
        if self.before is None or self.after is None:
            return 0.0
        return self.uses * (self.before - self.after)


@dataclass(frozen=True, slots=True)
class TimedSaving:
    """What a policy of an operator or subgraph saves, from some moment of the job on.

    Attributes:
        key: The key of the operator or subgraph.
        item: Its name in the model, or its type as long as nothing else is known.
        at: When, after the start of the job.
        seconds: What an inference saves by all its uses; 0 where the policy of before stays.
    """

    key: str
    item: str
    at: float
    seconds: float


@dataclass(frozen=True, slots=True)
class TimedTrial:
    """A policy that was tried.

    Attributes:
        item: The name of the operator or subgraph.
        at: When, after the start of the job.
        ratio: Its time over that of the default policy; `None` if it failed.
    """

    item: str
    at: float
    ratio: float | None


@dataclass(frozen=True, slots=True)
class TuningContents:
    """A tuning job.

    Attributes:
        job: The name of its folder.
        state: "running", "finished" or "interrupted".
        seconds: How long it took, or has taken.
        items: What was decided, in order.
        savings: What winners save, in order. One is stored before the search that found it ends,
            and may be taken back.
        trials: What was tried and when, where that is recorded.
        before: Time of the whole model before; `None` if it was not measured.
        after: The same after.
        uncertainty: Relative uncertainty of their ratio, with 95 % confidence; `None` if unknown.
        budget: The budget in seconds; `None` if there was none.
    """

    job: str
    state: str
    seconds: float
    items: tuple[TunedItem, ...]
    savings: tuple[TimedSaving, ...]
    trials: tuple[TimedTrial, ...]
    before: float | None = None
    after: float | None = None
    uncertainty: float | None = None
    budget: float | None = None

    @property
    def winners(self) -> int:
        """How many operators and subgraphs have a faster policy by now."""
        return sum(
            seconds > 0 for seconds in {item.key: item.seconds for item in self.savings}.values()
        )

    @property
    def taken_back(self) -> int:
        """How many had one that was taken back."""
        had = {item.key for item in self.savings if item.seconds > 0}
        return len(had) - self.winners


@dataclass(frozen=True, slots=True)
class ReducedGradients:
    """A segment of gradients that is reduced at once.

    Attributes:
        gradients: How many gradients it joins.
        bytes: Their bytes.
        ready: When the last of them is ready, after the start of the backward pass.
        start: When its reduction starts.
        end: When it ends.
        updated: When its parameters are updated; None where all are updated at the end.
    """

    gradients: int
    bytes: int
    ready: float
    start: float
    end: float
    updated: float | None = None


@dataclass(frozen=True, slots=True)
class RacedPlan:
    """A plan of gradients that was compared on real steps.

    Attributes:
        name: What it is.
        segments: How many segments it has.
        step: The median time of a step.
        tail: The tail that the model of the backward pass expects.
    """

    name: str
    segments: int
    step: float
    tail: float


@dataclass(frozen=True, slots=True)
class GradientContents:
    """A job that tuned how gradients are joined.

    Attributes:
        model: The name of the model.
        verdict: How it ended.
        workers: How many workers there are.
        link: What the link between them is known by.
        before: The segments of the default split.
        after: The segments that are used.
        step_before: Time of a training step before; `None` if it was not measured.
        step_after: The same after.
        plans: The plans that were compared.
        remarks: What a user should know.
    """

    model: str
    verdict: str
    workers: int
    link: str
    before: tuple[ReducedGradients, ...]
    after: tuple[ReducedGradients, ...]
    step_before: float | None
    step_after: float | None
    plans: tuple[RacedPlan, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A report.

    Attributes:
        title: Of what it is.
        made: When, ISO 8601.
        facts: The machine and where things come from: titles of groups, with names and texts.
        model: The model and one inference of it, if the report is about one.
        tuning: The tuning job, if there is one.
        gradients: The job that tuned gradients, if it is about one.
    """

    title: str
    made: str
    facts: Mapping[str, Mapping[str, str]]
    model: ModelContents | None = None
    tuning: TuningContents | None = None
    gradients: GradientContents | None = None


def to_json(report: Report) -> dict[str, Any]:
    """The report as a JSON object, which the page carries."""
    return {"format": FORMAT, "version": FORMAT_VERSION, **asdict(report)}
