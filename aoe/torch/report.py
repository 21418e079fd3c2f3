"""What became of each graph: how much of it open-aoe computes, what the repository knew of it."""

from __future__ import annotations

import atexit
import logging
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count

from aoe.application.model.program_group import GroupProgram
from aoe.errors import counted

logger = logging.getLogger("aoe.torch")


#: Why a graph has no model, which is nothing to be warned of.
_NOTHING_COMPUTED = "all of its results are its arguments, numbers, or what PyTorch draws"


@dataclass(frozen=True, slots=True)
class GraphReport:
    """A graph that was compiled.

    Attributes:
        name: What it is called, `graph_0_forward`.
        operators: How many operators of PyTorch it has.
        translated: How many of them open-aoe computes.
        reasons: Why PyTorch computes the others.
        parts: Into how many models it was split; 1 if open-aoe computes all of it, 0 if nothing.
        kernels: How many different operators the models have.
        known: How many of these have a tuned policy in a repository, or are of a subgraph that has.
        cached: How many of the models came from the cache of earlier processes.
        seconds: How long it took to translate and to compile it.
        sizes: For which sizes it was compiled, if the graph leaves sizes open.
    """

    name: str
    operators: int
    translated: int
    reasons: tuple[str, ...]
    parts: int
    kernels: int
    known: int
    cached: int
    seconds: float
    sizes: tuple[int, ...] = ()

    def __str__(self) -> str:
        reasons = self.reasons or (() if self.parts else (_NOTHING_COMPUTED,))
        why = f", because {'; '.join(reasons)}" if reasons else ""
        cached = (
            f", {self.cached} of {counted(self.parts, 'model')} from the cache"
            if self.cached
            else ""
        )
        sizes = f" for {', '.join(map(str, self.sizes))}" if self.sizes else ""
        return (
            f"{self.name}{sizes}: {self.translated} of {counted(self.operators, 'operator')} in "
            f"open-aoe{why}; {self.known} of {self.kernels} tuned{cached}; {self.seconds:.1f} s"
        )


@dataclass
class Progress:
    """What was compiled of one graph.

    Attributes:
        name: The name of its report.
        parts: How many models it has so far.
        kernels: How many different operators they have.
        known: How many of these have a tuned policy in a repository, or are of a subgraph that has.
        cached: How many of the models came from the cache.
        reasons: Why PyTorch computes something of it.
        seconds: How long it took so far.
        sizes: For which sizes it is compiled, if the graph leaves sizes open.
    """

    name: str
    parts: int = 0
    kernels: int = 0
    known: int = 0
    cached: int = 0
    reasons: list[str] = field(default_factory=list)
    seconds: float = 0.0
    sizes: tuple[int, ...] = ()

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Counts the time within."""
        begin = time.monotonic()
        try:
            yield
        finally:
            self.seconds += time.monotonic() - begin

    def add(self, program: GroupProgram) -> None:
        """Notes a program."""
        self.parts += 1
        self.kernels += program.coverage.operators
        self.known += program.coverage.known
        self.cached += program.cached

    def report(self, operators: int, covered: int) -> GraphReport:
        """The report. `operators`: how many the graph has, of which `covered` are not PyTorch's."""
        return GraphReport(
            name=self.name,
            operators=operators,
            translated=covered,
            reasons=tuple(dict.fromkeys(self.reasons)),
            parts=self.parts,
            kernels=self.kernels,
            known=self.known,
            cached=self.cached,
            seconds=self.seconds,
            sizes=self.sizes,
        )


class Journal:
    """The reports of this process.

    Attributes:
        reports: Those of graphs, in order.
        gains: What tuning gained, a sentence for each step that was tuned.
        unjudged: What to say of steps whose gain is not known yet, by the names of their graphs.
        asked: Whether PyTorch has asked for a graph.
    """

    def __init__(self) -> None:
        self.reports: list[GraphReport] = []
        self.gains: list[str] = []
        self.unjudged: dict[str, str] = {}
        self.asked = False
        self._numbers: defaultdict[str, Iterator[int]] = defaultdict(count)

    def name(self, kind: str) -> str:
        """A name for the next graph of a kind."""
        return f"graph_{next(self._numbers[kind])}_{kind}"

    def add(self, report: GraphReport) -> None:
        """Notes a report, and logs it: as a warning if something is left to PyTorch."""
        self.reports.append(report)
        logger.log(logging.WARNING if report.reasons else logging.INFO, "%s", report)

    def tuned(self, name: str, more: int) -> GraphReport:
        """The report of a graph of which the repository knows more operators now."""
        number = next(n for n, item in enumerate(self.reports) if item.name == name)
        found = self.reports[number]
        self.reports[number] = found = replace(found, known=found.known + more)
        return found


@cache
def journal() -> Journal:
    """The journal of this process."""
    return Journal()


def reports() -> Sequence[GraphReport]:
    """What became of the graphs that this process compiled, in order."""
    return tuple(journal().reports)


def summary(found: Sequence[GraphReport]) -> str:
    """All graphs in one line."""
    if not found:
        return (
            "torch compiled no graph for open-aoe: Dynamo runs in eager mode models with backward "
            "hooks on modules, models that were wrapped before they are compiled "
            "(DistributedDataParallel, FSDP), steps of fused optimizers, and recurrences of packed "
            "sequences"
        )

    def total(name: str) -> int:
        return sum(int(getattr(item, name)) for item in found)

    return (
        f"{counted(len(found), 'graph')}, {total('translated')} of "
        f"{counted(total('operators'), 'operator')} in open-aoe, {total('known')} of "
        f"{total('kernels')} tuned; {total('cached')} of {counted(total('parts'), 'model')} from "
        "the cache"
    )


def print_outcome() -> None:
    """Prints the summary, and what tuning gained."""
    found = reports()
    # Where graphs were asked for and there is none, an error says why.
    told = [summary(found)] if found or not journal().asked else []
    for text in (*told, *journal().gains, *journal().unjudged.values()):
        print(f"aoe.torch: {text}", file=sys.stderr)


@cache
def tell_at_exit() -> None:
    """Prints that when this process ends, once."""
    atexit.register(print_outcome)
