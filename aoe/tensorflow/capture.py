"""What a function of TensorFlow is, as `aoe.frontends.tensorflow.step` reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
import tensorflow as tf

from aoe.errors import UnsupportedModelError
from aoe.frontends.tensorflow.step import StepGraph, TensorKind
from aoe.tensorflow.held_variables import plain_handle
from aoe.tensorflow.tables import table_content

#: Operators for which a function is worth reading: it computes a network.
WORK = frozenset(
    {
        *("MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3", "Einsum", "Conv2D", "Conv3D"),
        *("DepthwiseConv2dNative", "Conv2DBackpropInput", "Conv3DBackpropInputV2"),
    }
)
#: Operators that workers compute together.
_COLLECTIVES = frozenset({"CollectiveReduceV2", "CollectiveGatherV2", "CollectiveReduce"})
#: Why a step of a strategy with several replicas is not read, and what to do.
SEVERAL_REPLICAS = (
    "several replicas compute it together; on one machine, give MirroredStrategy one device or "
    "leave it out: devices of a CPU share its cores, and a step on one of them runs natively"
)
#: What to do about functions that are given values which are no numbers, by their element type.
_BATCHES = (
    ", as a dataset or an iterator is; go through the data in Python, and call a function of one "
    "batch"
)
_ADVICE: Mapping[str, str] = MappingProxyType(
    {
        "variant": _BATCHES,
        "resource": _BATCHES,
        "string": "; make numbers of texts before, as in a function of dataset.map",
    }
)
#: How names of nodes begin that tapes and `tf.gradients` make.
GRADIENTS = ("gradient_tape/", "gradients/")


@dataclass(frozen=True, slots=True)
class Captured:
    """A function with what it captured.

    Attributes:
        graph: Its GraphDef, as bytes.
        variables: The variable that each captured placeholder stands for.
        constants: Captured tensors.
        tables: Keys and values of captured tables that never change, by placeholder.
        problem: Why it cannot be read; empty if it can.
        has_resources: Whether it captured resources, as variables are.
        is_work: Whether it computes a network.
        trains: Whether it computes gradients.
    """

    graph: bytes
    variables: Mapping[str, Any]
    constants: Mapping[str, np.ndarray]
    tables: Mapping[str, tuple[np.ndarray, np.ndarray]]
    problem: str
    has_resources: bool
    is_work: bool
    trains: bool


def captured(function: Any, captured_inputs: Sequence[Any]) -> Captured:
    """A concrete function. `captured_inputs`: what a call gives it beside its arguments."""
    definition = function.graph.as_graph_def()
    kinds = {node.op for node in definition.node}
    kinds.update(node.op for item in definition.library.function for node in item.node_def)
    is_work = bool(kinds & WORK)
    found = _tensors(function, captured_inputs, is_work)
    if _COLLECTIVES & kinds:
        found.problem = SEVERAL_REPLICAS
    elif any(map(callable, function._captured_inputs)):
        found.problem = "it captures values that each call may change; give it those as arguments"
    trains = any(node.name.startswith(GRADIENTS) for node in definition.node)
    return Captured(
        definition.SerializeToString(),
        found.variables,
        found.constants,
        found.tables,
        found.problem,
        has_resources=any(item.dtype == tf.resource for item in captured_inputs),
        is_work=is_work,
        trains=trains,
    )


@dataclass
class _Tensors:
    """What the placeholders of a function stand for; see `Captured`."""

    variables: dict[str, Any] = field(default_factory=dict)
    constants: dict[str, np.ndarray] = field(default_factory=dict)
    tables: dict[str, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)
    problem: str = ""


def _tensors(function: Any, captured_inputs: Sequence[Any], is_work: bool) -> _Tensors:
    """What a function captured. `is_work`: whether it computes a network; else nothing is read but
    what variables it has.
    """
    from aoe.tensorflow.tensors import EagerTensor, is_of_numbers  # when TensorFlow is there

    graph, found = function.graph, _Tensors()
    alive = (item() for item in graph._weak_variables)
    known = {id(plain_handle(item)): item for item in alive if item is not None}
    inner = graph.inputs[len(graph.inputs) - len(captured_inputs) :]
    own = function.captured_inputs
    for given, placeholder, usual in zip(captured_inputs, inner, own, strict=True):
        name = placeholder.op.name
        if given is not usual:
            found.problem = (
                "it is called with other tensors than it captured, as backward passes outside of "
                "a tf.function are; record the tape in a tf.function"
            )
        elif given.dtype == tf.resource:
            content = None if id(given) in known or not is_work else table_content(given)
            if content is not None:
                found.tables[name] = content
            elif id(given) not in known:
                found.problem = (
                    f"it uses a resource that is no variable ({name}), as an iterator of data, "
                    "a table or a writer of summaries is; give it what it takes from there as "
                    "arguments, and write in Python what it returns"
                )
            else:
                found.variables[name] = known[id(given)]
        elif not is_of_numbers(given.dtype):
            found.problem = f"it captures {_no_number(given.dtype, f' ({name})')}"
        elif is_work and not found.problem and isinstance(given, EagerTensor):
            found.constants[name] = np.asarray(given)
    return found


def problem_of_arguments(arguments: Sequence[Any]) -> str:
    """Why a function of such arguments cannot be read; empty if it can."""
    from aoe.tensorflow.tensors import is_of_numbers  # when TensorFlow is there

    for number, item in enumerate(arguments):
        if not is_of_numbers(item.dtype):
            return f"its argument {number} is {_no_number(item.dtype)}"
    return ""


def _no_number(dtype: Any, where: str = "") -> str:
    """An element type that has no numbers, and what to do."""
    return f"a {dtype.name}{where}{_ADVICE.get(dtype.name, '')}"


def gives_tensor(function: Any) -> bool:
    """Whether a function returns one tensor of numbers, and nothing around it."""
    return type(function.function_type.output) is tf.TensorSpec


def step_graph(
    name: str,
    function: Any,
    found: Captured,
    inputs: Sequence[np.ndarray],
    weights: Mapping[str, np.ndarray],
) -> tuple[StepGraph, dict[str, Any]]:
    """A function for arguments of some shapes, and its variables by their names in the step.
    `weights`: the values of those variables that are constants of it.

    Raises:
        UnsupportedModelError: It cannot be read.
    """
    if found.problem:
        raise UnsupportedModelError(f"{name}: {found.problem}")
    graph = function.graph
    handles: dict[str, str] = {}
    names: dict[int, str] = {}
    variables: dict[str, Any] = {}
    for placeholder, variable in found.variables.items():
        key = names.get(id(variable))
        if key is None:
            key = names[id(variable)] = f"variable_{len(names)}:{variable.name}"
            variables[key] = variable
        handles[placeholder] = key
    kinds = {key: kind_of_variable(name, item) for key, item in variables.items()}
    placeholders = graph.inputs[: len(inputs)]
    # A tape that recorded the function has added what the backward pass needs.
    outputs = graph.outputs[: len(function.function_type.flat_outputs)]
    arguments = tuple(
        (item.op.name, TensorKind(array.dtype, array.shape))
        for item, array in zip(placeholders, inputs, strict=True)
    )
    return (
        StepGraph(
            name=name,
            graph=found.graph,
            arguments=arguments,
            variables=kinds,
            results=tuple(item.name for item in outputs),
            effects=tuple(item.name for item in graph.control_outputs),
            handles=handles,
            constants=found.constants,
            tables=found.tables,
            weights=weights,
        ),
        variables,
    )


def kind_of_variable(name: str, variable: Any) -> TensorKind:
    """The type and shape of a variable. Raises `UnsupportedModelError` if they are open."""
    dtype = variable.dtype.base_dtype
    if not variable.shape.is_fully_defined() or dtype in (tf.string, tf.resource, tf.variant):
        raise UnsupportedModelError(
            f"{name}: the variable {variable.name!r} is {dtype.name} {variable.shape}; give it a "
            "type of numbers and a fixed shape"
        )
    return TensorKind(np.dtype(dtype.as_numpy_dtype), tuple(variable.shape.as_list()))
