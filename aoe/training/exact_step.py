"""A step in float64, by the reference of each operator in NumPy: what a native step that differs
from the framework's is judged by (`gate.py`).

It is also run with roundings of float32, drawn at random, of what is summed up. So it is known how
far a right step of float32 may be from float64: a sum that is about zero may have either sign, and
behind a ReLU or a maximum all elements of a gradient depend on that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod, sqrt

import numpy as np

from aoe.errors import UnsupportedModelError, bytes_text
from aoe.graph.pipeline import prepared_graph
from aoe.graph.widened_model import widened
from aoe.isolation.system_memory import available_memory, machine_memory
from aoe.loops.expression import Accumulator, Apply, Expression
from aoe.operators.evaluate import as_they_are, evaluate
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.operators.registry import definition_of
from aoe.operators.types.control_flow import loop
from aoe.operators.types.reduction import reduce
from aoe.operators.useful_work import multiply_adds
from aoe.training.gate import Exact, StepResult, distances
from aoe.training.program import Framework, Outside, StepProgram, value_of

#: Multiply-adds of a step that is run so. Each element of a result counts for some. NumPy needs
#: seconds for 1e10 of them.
MOST_WORK, _PER_ELEMENT = 5 * 10**10, 10
#: The part of the memory that is free which such a run may take.
_MOST_MEMORY = 0.5
#: Arrays that an operator needs beside those it reads: its results, and what they are made of.
_COPIES = 3
#: Arrays of what is between its inputs and its results that it holds at once, and bytes of an
#: element.
_COPIES_BETWEEN, _ELEMENT_BYTES = 5, 8
#: Runs with roundings. One in two may change no sign.
_ROUNDED_RUNS = 3
#: The unit roundoff of float32.
_ROUNDOFF = 2.0**-24


@dataclass(frozen=True, slots=True)
class _Stage:
    """A stage in float64.

    Attributes:
        graph: What is computed; None for nothing.
        outside: What the framework computes after it; None for nothing.
        operands: What that reads.
        results: The names of what it gives.
        types: The element types of the outputs of the stage in the framework, by name.
    """

    graph: OperatorGraph | None
    outside: Outside | None
    operands: Sequence[str | np.ndarray]
    results: Sequence[str]
    types: Mapping[str, np.dtype]


class ExactStep:
    """A step in float64."""

    def __init__(self, program: StepProgram, framework: Framework) -> None:
        """Reads it.

        Args:
            program: The step.
            framework: Computes what it leaves outside, in the framework's types.

        Raises:
            AoeError: It cannot be computed so, or would take too long or too much memory.
        """
        self._program = program
        self._stages = []
        for stage in program.stages:
            graph = None
            types: dict[str, np.dtype] = {}
            if stage.model is not None:
                given = stage.model.graph.outputs
                types = {str(item.name): item.dtype.numpy() for item in given if item.dtype}
                graph = prepared_graph(widened(stage.model), str(stage.model.graph.name)).unfused
            outside = framework.outside(stage.calls) if stage.calls else None
            operands = [item for call in stage.calls for item in call.operands]
            results = [name for call in stage.calls for name in call.results]
            self._stages.append(_Stage(graph, outside, operands, results, types))
        _require_affordable([item.graph for item in self._stages if item.graph is not None])

    def __call__(self, inputs: Sequence[np.ndarray], variables: Mapping[str, np.ndarray]) -> Exact:
        """What the step gives in float64, and how far roundings of float32 move that.

        Args:
            inputs: Its arguments.
            variables: What its variables hold, by name.

        Raises:
            AoeError: It cannot be computed.
        """
        exact = self._result(inputs, variables, None)
        moved = []
        for seed in range(_ROUNDED_RUNS):
            rounding = _Rounding(np.random.default_rng(seed))
            moved.append(distances(exact, self._result(inputs, variables, rounding)))
        return Exact(
            exact,
            [max(items) for items in zip(*(outputs for outputs, _ in moved), strict=True)],
            {name: max(found[name] for _, found in moved) for name in exact.variables},
        )

    def _result(
        self,
        inputs: Sequence[np.ndarray],
        variables: Mapping[str, np.ndarray],
        rounding: _Rounding | None,
    ) -> StepResult:
        step = self._program.step
        named = zip(step.inputs, inputs, strict=True)
        known = {name: _wide(array) for name, array in named if name is not None}
        known |= {name: _wide(variables[name]) for name in step.variables}
        types: dict[str, np.dtype] = {}
        read, given = (rounding.read, rounding.given) if rounding else (as_they_are, as_they_are)
        for stage in self._stages:
            types |= stage.types
            if stage.graph is not None:
                known |= evaluate(stage.graph, known, read, given)
            if stage.outside is not None:
                operands = [
                    np.asarray(value_of(item, known), types[item], order="C")
                    if isinstance(item, str)
                    else item
                    for item in stage.operands
                ]
                known |= zip(stage.results, map(_wide, stage.outside(operands)), strict=True)
        changed = {name: known[output] for name, output in self._program.changed.items()}
        return StepResult([value_of(item, known) for item in step.outputs], changed)


@dataclass(slots=True)
class _Rounding:
    """Rounds what is summed up, as sums of float32 may be that add one term after the other: the
    error grows with the root of their number.

    Attributes:
        generator: Draws the signs.
    """

    generator: np.random.Generator
    #: How large a sum of the operator's terms is that do not cancel each other; 0 if unknown.
    _usual: float = 0.0

    def read(self, node: OperatorNode, arrays: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
        """What an operator reads. The terms of a sum may cancel each other, as those of the
        gradient of a bias before a normalization do. Their roundings do not.
        """
        self._usual, operator = 0.0, node.operator
        count = _terms_of_sums(operator)
        is_plain = operator.prologue == Accumulator() and not operator.further
        if count and is_plain and arrays[0].dtype == np.float64 and arrays[0].size:
            is_sum = operator.epilogue == Accumulator()
            if is_sum or reduce.is_mean(operator, operator.results[0]):
                with np.errstate(all="ignore"):
                    usual = sqrt(count * np.mean(np.square(arrays[0])))
                self._usual = usual if is_sum else usual / count
        return arrays

    def given(self, node: OperatorNode, arrays: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
        """The results of an operator, rounded."""
        work, elements = multiply_adds(node.operator), arrays[0].size
        count = _terms_of_sums(node.operator) or (work / elements if elements else 0)
        if not count or not elements:
            return arrays
        size = _ROUNDOFF * sqrt(max(1.0, count))
        return [self._rounded(item, size) for item in arrays]

    def _rounded(self, array: np.ndarray, size: float) -> np.ndarray:
        if array.dtype != np.float64:
            return array
        with np.errstate(all="ignore"):
            # Of sums that are about zero, the terms are as large as those of the others.
            usual = self._usual or sqrt(np.mean(np.square(array)))
            errors = np.asarray(size * np.hypot(array, usual))
            np.negative(errors, out=errors, where=self.generator.random(array.shape) < 0.5)
            return np.asarray(array + errors)


def _terms_of_sums(operator: Operator) -> int:
    """How many elements each result of a reduction is the sum of; 0 for another operator."""
    if not reduce.OPERATOR.describes(operator) or operator.attribute["combine"] != "sum":
        return 0
    return prod(operator.inputs[0].shape) // max(1, prod(operator.output.shape))


def _require_affordable(graphs: Sequence[OperatorGraph]) -> None:
    """Raises `UnsupportedModelError` for graphs of too much work, or that need too much memory."""
    for graph in graphs:
        if graph.texts.values:
            raise UnsupportedModelError("it has texts")
        if any(loop.OPERATOR.describes(node.operator) for node in graph.operator_nodes):
            raise UnsupportedModelError("it has a loop whose end is computed")
    work = sum(map(_work, graphs))
    if work > MOST_WORK:
        raise UnsupportedModelError(
            f"it needs the time of {work:.2g} multiply-adds in NumPy, and at most {MOST_WORK:.2g} "
            "are spent; steps of fewer samples need less"
        )
    needed = max(map(_bytes, graphs), default=0)
    free = min(filter(None, (available_memory(), machine_memory())), default=None)
    if free is not None and needed > _MOST_MEMORY * free:
        raise UnsupportedModelError(
            f"it needs {bytes_text(needed)} of memory, more than half of the {bytes_text(free)} "
            "that are free; steps of fewer samples need less"
        )


def _work(graph: OperatorGraph) -> int:
    """Multiply-adds that take as long as all operators."""
    return sum(
        multiply_adds(node.operator)
        + _PER_ELEMENT * sum(prod(item.shape) for item in node.operator.outputs)
        + _PER_ELEMENT * _between(node)
        for node in graph.operator_nodes
    )


def _between(node: OperatorNode) -> int:
    """Elements of what an operator makes between its inputs and its results."""
    return definition_of(node.operator).between(node.operator)


def _bytes(graph: OperatorGraph) -> int:
    """About the most memory that `evaluate` needs."""
    kept = {*graph.inputs, *graph.constants, *graph.outputs}
    holders = _holders(graph)
    ends = _ends(graph, holders)
    live = largest = 0
    done: dict[int, int] = {}
    for number, node in enumerate(graph.nodes):
        made = [name for name in node.outputs if holders[name] == name and name not in kept]
        for name in made:
            live += graph.tensors[name].bytes
            done[ends[name]] = done.get(ends[name], 0) + graph.tensors[name].bytes
        needed = _needed(graph, node) if isinstance(node, OperatorNode) else 0
        largest = max(largest, live + needed)
        live -= done.get(number, 0)
    # The outputs of the run without roundings stay while others run.
    return largest + sum(graph.tensors[name].bytes for name in [*kept, *graph.outputs])


def _needed(graph: OperatorGraph, node: OperatorNode) -> int:
    """What an operator needs beside its results: all parts of an expression are held at once."""
    seen = sum(graph.tensors[name].bytes for name in [*node.inputs, *node.outputs])
    results = zip(node.operator.results, node.outputs, strict=True)
    parts = (
        max(map(_applied, (item.prologue, item.epilogue))) * graph.tensors[name].bytes
        for item, name in results
    )
    between = _COPIES_BETWEEN * _ELEMENT_BYTES * _between(node)
    return _COPIES * seen + max(parts) + between


def _applied(expression: Expression) -> int:
    """How many arrays an expression makes."""
    found: set[Expression] = set()
    todo = [expression]
    while todo:
        item = todo.pop()
        if isinstance(item, Apply) and item not in found:
            found.add(item)
            todo += item.arguments
    return len(found)


def _holders(graph: OperatorGraph) -> Mapping[str, str]:
    """The value whose memory each value is in. NumPy copies a slice by steps, and a reshape of what
    is not in order.
    """
    holders = {name: name for name in (*graph.inputs, *graph.constants)}
    strided: set[str] = set()
    for node in graph.nodes:
        if isinstance(node, OperatorNode):
            holders |= {name: name for name in node.outputs}
        elif node.kind == "slice" or (node.kind == "reshape" and node.input in strided):
            holders[node.output] = node.output
        else:
            holders[node.output] = holders[node.input]
            if node.kind != "reshape":
                strided.add(node.output)
    return holders


def _ends(graph: OperatorGraph, holders: Mapping[str, str]) -> Mapping[str, int]:
    """The number of the node after which nothing holds the memory of a value: neither it nor a view
    of it is read any more. What nothing reads stays, and so do outputs.
    """
    never = len(graph.nodes)
    last = {name: number for number, node in enumerate(graph.nodes) for name in node.inputs}
    last |= dict.fromkeys(graph.outputs, never)
    ends: dict[str, int] = {}
    for name, holder in holders.items():
        ends[holder] = max(ends.get(holder, 0), last.get(name, never))
    return ends


def _wide(array: np.ndarray) -> np.ndarray:
    return array.astype(np.float64) if array.dtype == np.float32 else array
