"""Cuts a step at the nodes that the framework computes.

A step is a chain of stages. Each is a model, and the framework computes some nodes behind it. What
a stage needs not compute yet, a later one computes: the seeds of random numbers are one small
stage, and all the rest is another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import onnx_ir

from aoe.errors import UnsupportedModelError, quoted
from aoe.frontends.step_model import OutsideCall, StepModel, declare_step


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a step.

    Attributes:
        model: What native code computes; None for nothing.
        calls: What the framework computes after it.
    """

    model: onnx_ir.Model | None
    calls: tuple[OutsideCall, ...]


def stages(step: StepModel) -> tuple[Stage, ...]:
    """The stages of a step, in order. A step without calls is one stage, its own model."""
    if not step.calls:
        return (Stage(step.model, ()),)
    return _Cut(step)()


class _Cut:
    """The cut of one step."""

    def __init__(self, step: StepModel) -> None:
        self.step = step
        self.outputs = {str(value.name): value for value in step.model.graph.outputs}
        self.results = {name: call for call in step.calls for name in call.results}
        #: The stage behind which each call runs, by the number of the call.
        self.behind: dict[int, int] = {}

    def __call__(self) -> tuple[Stage, ...]:
        for call in self.step.calls:
            self.behind[id(call)] = self.first_stage(self.needed(call.operands))
        last = max(self.behind.values()) + 1
        wanted: list[dict[str, onnx_ir.Value]] = [{} for _ in range(last + 1)]
        for call in self.step.calls:
            for item in call.operands:
                if isinstance(item, str):
                    wanted[self.behind[id(call)]][item] = self.outputs[item]
        results = [*self.step.outputs, *filter(None, self.step.variables.values())]
        for item in results:
            if isinstance(item, str):
                wanted[last][item] = self.outputs[item]
        return self.made(wanted)

    def needed(self, names: Iterable[object]) -> set[str]:
        """The inputs of the model that some of its outputs need."""
        found: set[str] = set()
        seen: set[onnx_ir.Value] = set()
        todo = [self.outputs[name] for name in names if isinstance(name, str)]
        while todo:
            value = todo.pop()
            if value in seen:
                continue
            seen.add(value)
            node = value.producer()
            if node is None:
                found.add(str(value.name))
            else:
                todo += [item for item in node.inputs if item is not None]
        return found

    def first_stage(self, inputs: set[str]) -> int:
        """The first stage that has these inputs: one behind the calls that give them."""
        calls = [self.results[name] for name in inputs if name in self.results]
        return max((self.behind[id(call)] + 1 for call in calls), default=0)

    def made(self, wanted: Sequence[Mapping[str, onnx_ir.Value]]) -> tuple[Stage, ...]:
        """The stages, each with what is wanted of it."""
        graph = self.step.model.graph
        home: dict[onnx_ir.Node, int] = {}
        for number, outputs in enumerate(wanted):
            for node in _ancestors(outputs.values()):
                home.setdefault(node, number)
        passed: list[dict[str, onnx_ir.Value]] = [dict(outputs) for outputs in wanted]
        for node, number in home.items():
            for value in filter(None, node.inputs):
                before = value.producer()
                if before is not None and home[before] < number:
                    passed[home[before]][str(value.name)] = value
        for outputs in wanted:
            for name, value in outputs.items():
                before = value.producer()
                if before is not None:
                    passed[home[before]][name] = value
        found = []
        for number in range(len(wanted)):
            nodes = [node for node in graph if home.get(node) == number]
            calls = [call for call in self.step.calls if self.behind[id(call)] == number]
            own = {
                name: value
                for name, value in passed[number].items()
                if (made := value.producer()) is not None and home[made] == number
            }
            model = self.model(nodes, own, number == len(wanted) - 1) if own else None
            found.append(Stage(model, tuple(calls)))
        return tuple(found)

    def model(
        self, nodes: Sequence[onnx_ir.Node], outputs: Mapping[str, onnx_ir.Value], is_last: bool
    ) -> onnx_ir.Model:
        """A model of some nodes, copied."""
        source = self.step.model
        constants = source.graph.initializers
        copies: dict[onnx_ir.Value, onnx_ir.Value] = {}
        inputs: list[onnx_ir.Value] = []
        kept: list[onnx_ir.Value] = []
        members = set(nodes)
        for value in (item for node in nodes for item in node.inputs if item is not None):
            if value in copies or value.producer() in members:
                continue
            copies[value] = _copied(value)
            (kept if str(value.name) in constants else inputs).append(copies[value])
        made = []
        for node in nodes:
            if any(item.type == onnx_ir.AttributeType.GRAPH for item in node.attributes.values()):
                raise UnsupportedModelError(
                    f"the step has a loop of data ({quoted(node.name)}) beside what the framework "
                    f"computes ({', '.join(sorted({call.kind for call in self.step.calls}))}), "
                    "and cannot be cut"
                )
            copy = onnx_ir.Node(
                node.domain,
                node.op_type,
                [None if value is None else copies[value] for value in node.inputs],
                list(node.attributes.values()),
                num_outputs=len(node.outputs),
                name=node.name,
            )
            for value, other in zip(node.outputs, copy.outputs, strict=True):
                other.name, other.type, other.shape = value.name, value.type, value.shape
                copies[value] = other
            made.append(copy)
        graph = onnx_ir.Graph(
            inputs,
            [copies[value] for value in outputs.values()],
            nodes=made,
            initializers=kept,
            opset_imports=dict(source.graph.opset_imports),
            name=source.graph.name,
        )
        model = onnx_ir.Model(graph, ir_version=source.ir_version)
        names = {str(value.name) for value in inputs}
        changed = {
            name: output
            for name, output in self.step.variables.items()
            if is_last and output in outputs and name in names
        }
        declare_step(model, changed)
        return model


def _ancestors(values: Iterable[onnx_ir.Value]) -> Iterable[onnx_ir.Node]:
    """The nodes that some values need."""
    seen: dict[onnx_ir.Node, None] = {}
    todo = [node for value in values if (node := value.producer()) is not None]
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen[node] = None
        todo += [
            before
            for value in node.inputs
            if value is not None and (before := value.producer()) is not None
        ]
    return seen


def _copied(value: onnx_ir.Value) -> onnx_ir.Value:
    return onnx_ir.Value(
        name=value.name, type=value.type, shape=value.shape, const_value=value.const_value
    )
