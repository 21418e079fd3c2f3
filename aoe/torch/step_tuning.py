"""Tunes the graphs of a training step together, and judges them in the steps of the script.

The forward and the backward graph of a model are tuned by one job (`aoe.training.tuning`), within
one budget, as soon as both were run for the first time: their integers are known then. An inference
graph is tuned when it is first run.

A job measures each graph alone, with inputs that it draws. So afterwards the programs from before
and after the job take turns in the script (`turns.py`), forward and backward apart. A graph whose
new program is slower there keeps the old one. What is reported is the gain of the step: forward and
backward together, also where tuning changed only one of them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import onnx_ir

from aoe.application.model.program_group import GroupProgram
from aoe.application.tune.tune_result import TuneResult
from aoe.results.improvement import percent_text
from aoe.torch.compiled import CompiledGraph
from aoe.torch.report import journal
from aoe.torch.turns import PAIRS, Gain, Turns, step_gain
from aoe.training.dump import Ranges
from aoe.training.tuning import TunedModel, Tuner, nothing_faster

logger = logging.getLogger("aoe.torch")


@dataclass
class _Member:
    """A graph of a step.

    Attributes:
        name: Its name.
        model: Its model.
        program: Its program before tuning.
        report: The name of the report that it belongs to.
        graph: What runs it; None until it is made.
        ranges: The ranges of its integers; None before its first run.
        turns: Its turns; None where tuning changed no graph of the step.
        is_changed: Whether tuning changed it.
    """

    name: str
    model: onnx_ir.Model
    program: GroupProgram
    report: str
    graph: CompiledGraph | None = None
    ranges: Ranges | None = None
    turns: Turns[Any] | None = None
    is_changed: bool = False


@dataclass
class StepTuner:
    """Tunes the graphs that are added to it, once.

    Attributes:
        tuner: Carries out the job.
        compile: Compiles graphs.
        is_whole: Whether all graphs of the step were added.
    """

    tuner: Tuner
    compile: Callable[[onnx_ir.Model], GroupProgram]
    is_whole: bool = False
    _members: list[_Member] = field(default_factory=list)

    def add(
        self, name: str, model: onnx_ir.Model, program: GroupProgram, report: str
    ) -> Callable[[Ranges], None]:
        """Adds a graph of the step. Returns what is to be told its ranges.

        Args:
            name: The name of the graph.
            model: Its model.
            program: Its program.
            report: The name of its report; a graph that was split has one for all parts.
        """
        member = _Member(name, model, program, report)
        self._members.append(member)

        def told(ranges: Ranges) -> None:
            member.ranges = ranges
            self._tune_if_complete()

        return told

    def runs(self, name: str, graph: CompiledGraph) -> None:
        """Says what runs a graph that was added."""
        next(item for item in self._members if item.name == name).graph = graph

    def _tune_if_complete(self) -> None:
        known = [
            TunedModel(item.name, item.model, item.ranges)
            for item in self._members
            if item.ranges is not None
        ]
        if not self.is_whole or len(known) < len(self._members):
            return
        found = self.tuner.tune_together(known)
        changed = {name for name, result in found.items() if result.added or result.updated}
        if found and not changed:
            self._tell_unchanged(found)
            return
        for member in self._members if changed else ():
            member.is_changed = member.name in changed
            program = member.program
            if member.is_changed:
                program = self.compile(member.model)
                more = program.coverage.known - member.program.coverage.known
                logger.info("%s", journal().tuned(member.report, more))
            assert member.graph is not None, "it has run"
            # A graph that is as before has turns of one program: its time is part of the step.
            member.turns = member.graph.take_turns(program, self._judge_if_complete)
        if changed:
            journal().unjudged[self._name] = (
                f"{self._name}: tuned; the script ended before {2 * PAIRS + 2} more steps had "
                "measured the gain"
            )

    @property
    def _name(self) -> str:
        """The names of the graphs, which tell the step from others."""
        return " and ".join(item.name for item in self._members)

    def _tell_unchanged(self, found: Mapping[str, TuneResult]) -> None:
        """Tells that the job has changed no graph, at the end; the job has logged it of each."""
        results = found.values()
        seconds = max(item.seconds for item in results)
        text = f"{self._name}: tuned for {seconds:.0f} s, {nothing_faster(results)}"
        journal().gains.append(text)

    def _judge_if_complete(self) -> None:
        tuned = [item for item in self._members if item.turns is not None]
        if not all(item.turns is not None and item.turns.are_enough for item in tuned):
            return
        pairs: list[Sequence[tuple[float, float]]] = []
        texts: list[str] = []
        for member in tuned:
            assert member.turns is not None, "they are chosen so"
            assert member.graph is not None, "it has run"
            calls = member.turns.pairs
            gain = Gain.of(calls)
            keeps = member.is_changed and gain.verdict <= 0
            member.graph.end_turns(keeps)
            member.turns = None
            if not keeps:
                calls = [(before, before) for before, _ in calls]
            pairs.append(calls)
            if not member.is_changed:
                texts.append(f"{member.name} {gain.before * 1e3:.3g} ms, unchanged")
                continue
            if not keeps:
                logger.warning(
                    "%s is slower after tuning when it runs in a step, %s: this process goes on "
                    "with its program from before. The repository keeps what was faster alone",
                    member.name,
                    gain,
                )
            texts.append(f"{member.name} {gain}{'' if keeps else ', which is not used'}")
        self._report(step_gain(pairs), texts)

    def _report(self, gain: Gain, graphs: Sequence[str]) -> None:
        """Tells the gain of the step, or that there is none beyond the noise."""
        uncertainty = 100 * gain.uncertainty * gain.before / gain.after
        what = f"improved by {percent_text(gain.before, gain.after)} ± {uncertainty:.1f}"
        if not gain.verdict:
            what = f"which is no difference beyond the noise of {uncertainty:.1f} %"
        journal().unjudged.pop(self._name, None)
        text = (
            f"a step takes {gain}, {what}, in {PAIRS} pairs of steps in turns: {'; '.join(graphs)}"
        )
        logger.info("%s", text)
        journal().gains.append(text)
