"""Reads a function of TensorFlow as a training step: variables become inputs and outputs.

The function is the graph of a tf.function, or of what a session runs. `aoe.tensorflow` captures it.
TensorFlow is not needed here; an adapter that has it takes nodes that are not read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import onnx_ir

from aoe.errors import MALFORMED, ModelError, UnsupportedModelError, fault_text
from aoe.frontends.graph_builder import (
    GraphBuilder,
    Operand,
    UnsupportedNodeError,
    dtype_of,
    shape_of,
)
from aoe.frontends.step_model import OutsideCall, StepModel, StepValue, declare_step
from aoe.frontends.tensorflow.advice import advised, told_together
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.evaluator import Environment, Evaluator
from aoe.frontends.tensorflow.messages import parsed
from aoe.frontends.tensorflow.node import Node, Reference
from aoe.frontends.tensorflow.scope import Scope, scopes_of
from aoe.frontends.tensorflow.values import Held, Missing, OutsideTexts, Resource

#: Nodes that are no work of a step.
_NO_WORK = frozenset({"Const", "Placeholder", "NoOp", "Identity", "VarHandleOp", "ReadVariableOp"})


@dataclass(frozen=True, slots=True)
class TensorKind:
    """What is known of a tensor that only a run computes.

    Attributes:
        dtype: Its element type.
        shape: Its shape.
    """

    dtype: np.dtype
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StepGraph:
    """A function with variables.

    Attributes:
        name: What messages call it.
        graph: Its GraphDef, as bytes.
        arguments: Its arguments, each with the name of its placeholder, or of another result of a
            node, `node:1`.
        variables: Its variables, by the names that they have in messages and in the model.
        handles: The variable that each of some placeholders stands for.
        constants: Values of placeholders that are the same in every run.
        tables: Keys and values of tables that placeholders stand for, and that never change.
        weights: Values of those variables that are constants of the model.
        results: What it gives, as `node:0`.
        effects: Nodes that run for what they change.
    """

    name: str
    graph: bytes
    arguments: tuple[tuple[str, TensorKind], ...]
    variables: Mapping[str, TensorKind]
    results: tuple[str, ...]
    effects: tuple[str, ...] = ()
    handles: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, np.ndarray] = field(default_factory=dict)
    tables: Mapping[str, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)
    weights: Mapping[str, np.ndarray] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TextOperand:
    """Texts that a node makes which was taken before.

    Attributes:
        node: That node, as `Taken` has it.
        place: Which of its results they are.
    """

    node: object
    place: int


@dataclass(frozen=True, slots=True)
class Taken:
    """A node that a `NodeTaker` takes.

    Attributes:
        node: The node, with those that make its texts, in a form that the taker knows.
        results: What it gives: arrays if that is known, and kinds of tensors if a run computes it;
            None for texts.
    """

    node: object
    results: tuple[np.ndarray | TensorKind | None, ...]


class NodeTaker(Protocol):
    """Has TensorFlow, and takes nodes that are not read."""

    def taken(
        self, definition: bytes, operands: Sequence[np.ndarray | TensorKind | TextOperand]
    ) -> Taken | str:
        """A node, or in a few words why it cannot be taken.

        Args:
            definition: The NodeDef, without inputs.
            operands: Its operands.
        """
        ...


def read_step(source: StepGraph, taker: NodeTaker | None = None) -> StepModel:
    """The model of a step.

    Raises:
        UnsupportedModelError: It has nodes that are not read; all are listed.
        ModelError: It is not valid.
    """
    try:
        return _StepReader(source, taker)()
    except UnsupportedNodeError as refusal:
        raise UnsupportedModelError.listing(source.name, [str(refusal)], is_step=True) from None
    except (*MALFORMED, MemoryError) as error:
        raise ModelError(f"{source.name} is not valid: {fault_text(error)}") from error


class _StepReader:
    """Reads one step."""

    def __init__(self, source: StepGraph, taker: NodeTaker | None) -> None:
        graph = parsed("Graph", source.graph, source.name)
        self._source, self._taker = source, taker
        names = [Reference.parsed(name).node for name, _ in source.arguments]
        known = [*dict.fromkeys(names), *source.handles, *source.constants, *source.tables]
        self._scope = Scope("", graph.node, source.name, known)
        self._builder = GraphBuilder(source.name, self._reserved())
        functions = scopes_of(graph.library.function, source.name)
        outside = None if taker is None else self._outside
        self._evaluator = Evaluator(self._builder, functions, source.name, outside=outside)
        self._evaluator.context.steps = True
        self._calls: list[OutsideCall] = []
        self._operands: dict[str, Operand] = {}

    def _reserved(self) -> list[str]:
        source = self._source
        names = [f"x{number}" for number in range(len(source.arguments))]
        return [*names, *(f"y{number}" for number in range(len(source.results))), *source.variables]

    def __call__(self) -> StepModel:
        source, evaluator = self._source, self._evaluator
        for name, kind in (*source.arguments, *source.variables.items()):
            if kind.dtype.kind == "c":
                raise UnsupportedModelError(
                    f"{source.name}: {name!r} is {kind.dtype}; give it as two tensors, of its real "
                    "and its imaginary parts, and join them by tf.complex"
                )
        known: Environment = {name: (array,) for name, array in source.constants.items()}
        for number, (name, kind) in enumerate(source.arguments):
            given = Reference.parsed(name)
            values = list(known.get(given.node, ()))
            values += [Missing("not given")] * (given.index + 1 - len(values))
            values[given.index] = self._builder.input(f"x{number}", kind.dtype, kind.shape)
            known[given.node] = tuple(values)
        first: dict[str, Held] = {}
        for name, kind in source.variables.items():
            weight = source.weights.get(name)
            first[name] = (
                self._builder.input(name, kind.dtype, kind.shape) if weight is None else weight
            )
        evaluator.context.variables.update(first)
        known.update((name, (Resource(variable),)) for name, variable in source.handles.items())
        for name, content in source.tables.items():
            table = Resource(f"table {name}")
            known[name], evaluator.context.tables[table.name] = (table,), content
        results = [Reference.parsed(text) for text in source.results]
        held = [evaluator.read(self._scope, known, item) for item in results]
        evaluator.compute(self._scope, known, source.effects)
        if evaluator.problems:
            problems = told_together(evaluator.problems)
            raise UnsupportedModelError.listing(source.name, problems, is_step=True)
        return self._finished(held, first)

    def _finished(self, results: Sequence[Held], first: Mapping[str, Held]) -> StepModel:
        context = self._evaluator.context
        outputs: list[onnx_ir.Value] = []

        def given(value: Held, number: int) -> StepValue:
            try:
                if isinstance(value, OutsideTexts):
                    raise UnsupportedNodeError("it is made of texts; return numbers")
                operand = context.plain(value)
            except UnsupportedNodeError as refusal:
                name = Reference.parsed(self._source.results[number]).node
                kind = self._scope.node(name).op
                why = advised(kind, str(refusal))
                raise UnsupportedNodeError(f"its result {number} ({kind} {name}): {why}") from None
            if isinstance(operand, np.ndarray):
                return operand
            outputs.append(self._builder.named(operand, f"y{number}"))
            return str(outputs[-1].name)

        names = tuple(given(value, number) for number, value in enumerate(results))
        variables: dict[str, str | None] = {}
        for name, value in context.variables.items():
            if value is first[name]:
                variables[name] = None
                continue
            outputs.append(self._builder.named(context.plain(value), f"new:{name}"))
            variables[name] = str(outputs[-1].name)
        outputs += [self._builder.named(item, name) for name, item in self._operands.items()]
        model = self._builder.model(outputs)
        used = _without_unused(model, {name for name, output in variables.items() if output})
        kept = {name: output for name, output in variables.items() if name in used}
        if kept:
            declare_step(model, kept)
        arguments = [f"x{number}" for number in range(len(self._source.arguments))]
        return StepModel(
            model,
            tuple(name if name in used else None for name in arguments),
            names,
            kept,
            tuple(self._calls),
            self._evaluator.count(_NO_WORK),
        )

    def _outside(self, context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
        """Lets the taker have a node. Its results become inputs of the model. Raises
        `UnsupportedNodeError` if it cannot be taken.
        """
        assert self._taker is not None, "it is asked for"
        if context.builder is not self._builder:
            raise UnsupportedNodeError("TensorFlow computes nothing within a loop of native code")
        operands: list[Operand] = []
        kinds = [_kind(context, value, operands) for value in values]
        taken = self._taker.taken(node.definition(), kinds)
        if isinstance(taken, str):
            raise UnsupportedNodeError(taken)
        if any(item is None for item in taken.results):
            texts = tuple(operands)
            return tuple(
                OutsideTexts(taken.node, texts, place) for place in range(len(taken.results))
            )
        results = [item for item in taken.results if item is not None]
        if all(isinstance(item, np.ndarray) for item in results):
            return tuple(item for item in results if isinstance(item, np.ndarray))
        number = len(self._calls)
        made = []
        for place, item in enumerate(results):
            name = f"call_{number}_result_{place}"
            made.append(self._builder.input(name, item.dtype, item.shape))
        read = tuple(
            item if isinstance(item, np.ndarray) else self._operand(item, number, place)
            for place, item in enumerate(operands)
        )
        names = tuple(str(value.name) for value in made)
        self._calls.append(OutsideCall(taken.node, node.op, read, names))
        return tuple(made)

    def _operand(self, value: onnx_ir.Value, number: int, place: int) -> str:
        """The name of the output that gives an operand of a call."""
        name = f"call_{number}_operand_{place}"
        self._operands[name] = value
        return name


def _kind(
    context: Context, value: Held, operands: list[Operand]
) -> np.ndarray | TensorKind | TextOperand:
    """What a taker is told of an operand. Adds the tensors that it is, or is made of, to some."""
    if isinstance(value, OutsideTexts):
        operands += value.operands
        return TextOperand(value.node, value.place)
    operand = context.plain(value)
    operands.append(operand)
    if isinstance(operand, np.ndarray):
        return operand
    return TensorKind(dtype_of(operand), shape_of(operand))


def _without_unused(model: onnx_ir.Model, changed: set[str]) -> set[str]:
    """Takes inputs away that nothing reads, but for variables that change. Returns those left."""
    graph = model.graph
    kept = [
        value
        for value in graph.inputs
        if value.uses() or value.is_graph_output() or str(value.name) in changed
    ]
    graph.inputs[:] = kept
    return {str(value.name) for value in kept}
