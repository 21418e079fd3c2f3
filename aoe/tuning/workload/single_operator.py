"""One operator as a model of its own, and synthetic data for it: a candidate is compiled as the one
and runs on the other.

The data are seeded by the operator's key and the seed of the job, so every process makes the same.
They are scaled so that outputs are of order one. With saturated or vanishing outputs a wrong result
could look right.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from aoe.element_types import integer_limits, is_floating, numpy_type
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, Tensor, ViewNode
from aoe.operators.registry import definition_of

#: Synthetic integers of which the type of the operator says nothing are below this and below every
#: size of the first input. Bytes that an anchor reads have their whole range, and indices all
#: values: a few rows of a table would stay in the first cache, which they seldom do in a model.
LARGEST_INTEGER = 8
_BYTES = ("int8", "uint8")


def single_operator_graph(operator: Operator) -> OperatorGraph:
    """A graph of this operator alone. Its constants are zeros that take no memory, because planning
    only needs their names.

    Inputs and output have the operator's own dimension order in memory, without copies. If that is
    not row-major, the graph's input is the row-major array of the permuted shape, and the operator
    reads a transposed view of it; likewise for the output.
    """
    tensors: dict[str, Tensor] = {}
    constants: dict[str, np.ndarray] = {}
    views: list[Node] = []
    inputs: list[str] = []
    sources: list[str] = []
    for number, operand in enumerate(operator.inputs):
        stored, seen = f"input{number}", f"input{number}"
        if operand.order != tuple(range(len(operand.shape))):
            seen = f"seen{number}"
            views.append(ViewNode("transpose", _inverse(operand.order), stored, seen))
            tensors[seen] = Tensor(operand.dtype, operand.shape, operand.order)
        tensors[stored] = _stored(operand)
        sources.append(seen)
        if operand.constant:
            zero = np.zeros((), operand.dtype)
            constants[stored] = np.broadcast_to(zero, tensors[stored].shape)
        else:
            inputs.append(stored)
    outputs: list[str] = []
    results: list[str] = []
    seen_after: list[Node] = []
    for number, output in enumerate(operator.outputs):
        name = f"output{number or ''}"
        written = (
            name if output.order == tuple(range(len(output.shape))) else f"written{number or ''}"
        )
        tensors[written] = Tensor(output.dtype, output.shape, output.order)
        if written != name:
            seen_after.append(ViewNode("transpose", output.order, written, name))
            tensors[name] = _stored(output)
        outputs.append(name)
        results.append(written)
    first, *further = results
    node = OperatorNode(operator.type, operator, tuple(sources), first, further=tuple(further))
    nodes = (*views, node, *seen_after)
    return OperatorGraph(operator.key, tuple(inputs), tuple(outputs), tensors, constants, nodes)


def synthetic_operator_inputs(operator: Operator, seed: int = 0) -> list[np.ndarray]:
    """The data of all inputs, constant ones included, in their logical shapes."""
    generator = np.random.default_rng(int(operator.key) + seed)
    sizes = [size for size in operator.inputs[0].shape if size] if operator.inputs else []
    limit = min([LARGEST_INTEGER, *sizes])
    definition = definition_of(operator)
    numbers = definition.numbers(operator)
    arrays = []
    for number, operand in enumerate(operator.inputs):
        # Other bytes that an anchor reads are factors; zeros would hide a wrong result.
        if number in numbers:
            arrays.append(numbers[number].array(operand.dtype, operand.shape, generator))
        elif number < operator.anchor_inputs and operand.dtype in _BYTES:
            limits = integer_limits(operand.dtype)
            array = generator.integers(*limits, operand.shape, operand.dtype, endpoint=True)
            arrays.append(np.asarray(array))
        else:
            array = _array(operand, generator, limit)
            arrays.append(_as_weights(array) if _is_weights(operator, number) else array)
    for number, array in definition.fitted(operator, arrays).items():
        arrays[number] = array
    if operator.zeros_expected:
        arrays[0] = _with_zeros(arrays[0])
    return arrays


def _with_zeros(array: np.ndarray) -> np.ndarray:
    """The output of a ReLU: half of it are zeros."""
    return np.asarray(np.maximum(array, np.zeros((), array.dtype)))


def _is_weights(operator: Operator, number: int) -> bool:
    operand = operator.inputs[number]
    factor = number < operator.anchor_inputs and len(operand.shape) > 1
    scaled = operand.constant or number in definition_of(operator).multiplied_each_step
    return factor and scaled and is_floating(operand.dtype)


def _as_weights(array: np.ndarray) -> np.ndarray:
    """Scaled so that products keep the size of the other factor. In a recurrence larger weights let
    rounding errors grow from step to step until any two computations differ.
    """
    return np.asarray((array / np.sqrt(array.shape[-1])).astype(array.dtype))


def stored_arrays(
    operator: Operator, arrays: Sequence[np.ndarray]
) -> tuple[list[np.ndarray], dict[str, np.ndarray]]:
    """The data of an operator's inputs as its graph takes them.

    Returns:
        The inputs in order, and the constants by name.
    """
    inputs = []
    constants = {}
    for number, (operand, array) in enumerate(zip(operator.inputs, arrays, strict=True)):
        stored = np.asarray(array.transpose(operand.order), order="C")
        if operand.constant:
            constants[f"input{number}"] = stored
        else:
            inputs.append(stored)
    return inputs, constants


def _stored(operand: Operand) -> Tensor:
    """The row-major tensor with the operand's memory."""
    shape = tuple(operand.shape[dimension] for dimension in operand.order)
    return Tensor(operand.dtype, shape, tuple(range(len(shape))))


def _array(operand: Operand, generator: np.random.Generator, limit: int) -> np.ndarray:
    if operand.dtype == "bool":
        return generator.integers(0, 2, operand.shape).astype(np.bool_)
    if not is_floating(operand.dtype):
        return generator.integers(0, limit, operand.shape).astype(operand.dtype)
    array = np.asarray(generator.standard_normal(operand.shape, np.float32))
    if operand.constant and len(operand.shape) > 1 and array.size:
        array *= np.float32((max(operand.shape) / prod(operand.shape)) ** 0.5)
    return array.astype(numpy_type(operand.dtype), copy=False)


def _inverse(order: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(range(len(order)), key=lambda dimension: order[dimension]))
