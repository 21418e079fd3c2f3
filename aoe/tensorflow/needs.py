"""What a run of a session needs of its graph.

Three kinds of things are no work of native code, and are told apart here:

- Variables are held by the adapter.
- Sources have a state of their own, such as random numbers and iterators of data. The session runs
  them first, and their results become arguments.
- Texts, such as summaries for TensorBoard, are made of numbers of the step. TensorFlow makes them
  afterwards, in a run in which the numbers are fed.

`sessions.py` runs what is found here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import tensorflow as tf

from aoe.tensorflow.capture import GRADIENTS, WORK
from aoe.tensorflow.tensors import is_of_numbers

#: Operators that have variables.
_VARIABLES = frozenset({"VarHandleOp", "VariableV2", "Variable"})
#: Operators with a state of their own whose results are arguments of a step.
_SOURCES = frozenset(
    {
        *("RandomUniform", "RandomUniformInt", "RandomStandardNormal", "TruncatedNormal"),
        *("IteratorGetNext", "IteratorGetNextSync"),
    }
)
#: Operators that look at what has a state, and change nothing.
_READS = frozenset(
    {
        *("ReadVariableOp", "ResourceGather", "ResourceGatherNd", "VarIsInitializedOp"),
        *("Iterator", "IteratorV2", "OneShotIterator", "IteratorFromStringHandleV2"),
        *("IteratorFromStringHandle", "Placeholder", "PlaceholderV2"),
    }
)
#: Operators that give the value of a variable as it is.
_COPIES = frozenset({"Identity", "ReadVariableOp"})
#: Operators that have iterators.
_ITERATORS = frozenset({"Iterator", "IteratorV2"})
#: Operators of TensorFlow 1 behind which a branch or a loop begins, and behind which it has ended.
_FLOW = frozenset({"Switch", "RefSwitch", "Enter", "RefEnter"})
_FLOW_ENDS = frozenset({"Merge", "RefMerge", "Exit", "RefExit"})
#: Operators that need no values.
_OF_SHAPES = frozenset({"Shape", "ShapeN", "Size", "Rank"})


@dataclass(frozen=True, slots=True)
class Needed:
    """What a run needs of a graph.

    Attributes:
        variables: Those operations that have variables.
        sources: Results of operations that the session runs first.
        results: The tensors that native code has to give.
        texts: The tensors that TensorFlow makes of these.
        unordered: Those of `results` that read a variable, whenever TensorFlow likes: before the
            run changes it, or after. They come first in `results`, and here read it before.
        is_work: Whether it computes a network.
        trains: Whether it computes gradients.
        problem: Why TensorFlow has to run it as a whole; empty if it has not.
    """

    variables: Mapping[str, Any]
    sources: Sequence[Any]
    results: Sequence[Any]
    texts: Sequence[Any]
    unordered: Sequence[Any]
    is_work: bool
    trains: bool
    problem: str


def needed(targets: Sequence[Any], fetches: Sequence[Any], fed: Collection[str]) -> Needed:
    """What a run needs.

    Args:
        targets: Operations that it runs.
        fetches: Tensors that it gives.
        fed: The names of tensors that it is given.
    """
    sources = {item.name: item for item in fetches if _is_source(item.op) and item.name not in fed}
    given = {*fed, *sources}
    seen = _reached([*targets, *(item.op for item in fetches if item.name not in given)], given)
    for operation in tuple(seen.values()):
        for item in operation.inputs:
            if _is_source(item.op) and item.name not in fed:
                sources[item.name] = item
    given.update(sources)
    texts = [item for item in fetches if _is_text(item) and item.name not in given]
    numbers, problem = _numbers_of(texts, given)
    plain = [item for item in fetches if item.name not in given and not _is_text(item)]
    for item in plain:
        if not is_of_numbers(item.dtype.base_dtype):
            problem = f"it gives a {item.dtype.name} ({item.name}); fetch numbers"
    begin = [item.op for item in sources.values()]
    unordered = {item.name: item for item in plain if _is_unordered_read(item.op)}
    data = _data_variables([*seen.values(), *_needed_by(begin, fed, ends=frozenset())])
    if data:
        problem = (
            f"it takes data that depend on the variable {next(iter(data))}; compute that in the "
            "step, not in the dataset"
        )
    return Needed(
        data | {name: item for name, item in seen.items() if item.type in _VARIABLES},
        tuple(sources.values()),
        tuple({**unordered, **{item.name: item for item in [*plain, *numbers]}}.values()),
        tuple(texts),
        tuple(unordered.values()),
        any(item.type in WORK for item in seen.values()),
        any(name.startswith(GRADIENTS) for name in seen),
        problem or _problem(seen, sources.values(), fed),
    )


def _is_source(operation: Any) -> bool:
    return operation.type in _SOURCES


def _is_unordered_read(operation: Any) -> bool:
    """Whether it gives the value of a variable and waits for nothing. Of a variable that is a
    reference, TensorFlow gives the memory, which a later change reaches.
    """
    while operation.type in _COPIES and not operation.control_inputs:
        operation = operation.inputs[0].op
    return bool(operation.type == "VarHandleOp")


def _is_text(tensor: Any) -> bool:
    return bool(tensor.dtype.base_dtype == tf.string)


def _reached(begin: Sequence[Any], given: Collection[str]) -> dict[str, Any]:
    """The operations that some need, by name. The walk ends at tensors that are given, and at
    results of sources.
    """
    seen: dict[str, Any] = {}
    todo = list(begin)
    while todo:
        operation = todo.pop()
        if operation.name in seen:
            continue
        seen[operation.name] = operation
        todo += operation.control_inputs
        todo += [
            item.op
            for item in operation.inputs
            if item.name not in given and not _is_source(item.op)
        ]
    return seen


def _problem(seen: Mapping[str, Any], sources: Collection[Any], fed: Collection[str]) -> str:
    """Why sources cannot run before the rest; empty if they can."""
    for name, operation in seen.items():
        if _is_source(operation):
            return f"{name} has to run with it, not before it; run it before, and feed its results"
    begin = [item.op for item in sources]
    inside = next((item for item in begin if _is_in_flow(item, fed)), None)
    if inside is not None:
        return (
            f"{inside.name} draws numbers or takes data in a branch or a loop; do so before that, "
            "or feed them"
        )
    for operation in _needed_by(begin, fed, ends=frozenset()):
        if _has_effect(operation):
            return (
                f"it draws numbers or takes data after {operation.name}; run that before, on its "
                "own"
            )
    for operation in _needed_by(begin, fed, ends=_OF_SHAPES):
        if operation.type in _VARIABLES:
            return (
                f"it draws numbers or takes data that depend on the variable {operation.name}; "
                "draw or take them in a run of its own, and feed them"
            )
    return ""


def _data_variables(operations: Sequence[Any]) -> dict[str, Any]:
    """The variables that datasets read, whose iterators are among operations."""
    return {
        item.name: item
        for operation in operations
        if operation.type in _ITERATORS
        for user in operation.outputs[0].consumers()
        if user.type == "MakeIterator"
        for item in _needed_by([user.inputs[0].op], (), ends=frozenset())
        if item.type in _VARIABLES
    }


def _is_in_flow(operation: Any, fed: Collection[str]) -> bool:
    """Whether an operation runs only if a branch does, or again in each turn of a loop. Graphs that
    were imported have no contexts.
    """
    if operation._get_control_flow_context() is not None:
        return True
    return any(item.type in _FLOW for item in _needed_by([operation], fed, _FLOW_ENDS))


def _needed_by(begin: Sequence[Any], fed: Collection[str], ends: Collection[str]) -> Iterator[Any]:
    """The operations that some need. The walk ends at operators of the kinds `ends`."""
    todo = list(begin)
    seen: set[str] = set()
    while todo:
        operation = todo.pop()
        if operation.name in seen or operation.type in ends:
            continue
        seen.add(operation.name)
        yield operation
        todo += operation.control_inputs
        todo += [item.op for item in operation.inputs if item.name not in fed]


def _has_effect(operation: Any) -> bool:
    """Whether it matters how often an operation runs."""
    definition = operation.op_def
    known = operation.type in _VARIABLES or operation.type in _SOURCES or operation.type in _READS
    changes = any(item.is_ref for item in definition.input_arg)
    return not known and (definition.is_stateful or changes)


def _numbers_of(texts: Sequence[Any], given: Collection[str]) -> tuple[list[Any], str]:
    """The tensors of numbers of which texts are made, but for constants; or why texts cannot be
    made by a run of their own.
    """
    numbers: list[Any] = []
    seen: set[str] = set()
    todo = [item.op for item in texts]
    while todo:
        operation = todo.pop()
        if operation.name in seen:
            continue
        seen.add(operation.name)
        if operation.control_inputs or operation.op_def.is_stateful:
            return [], (
                f"the text of {operation.name} cannot be made after the run; fetch it in a run of "
                "its own"
            )
        for item in operation.inputs:
            if item.name in given:
                continue
            if _is_text(item):
                todo.append(item.op)
            elif not is_of_numbers(item.dtype.base_dtype):
                return [], (
                    f"the text of {operation.name} is made of a {item.dtype.name}; fetch it in a "
                    "run of its own"
                )
            elif item.op.type != "Const":
                numbers.append(item)
    return numbers, ""
