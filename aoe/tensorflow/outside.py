"""Nodes that open-aoe does not compute: TensorFlow says what they give, and computes them in runs.

Only nodes without a state of their own are taken. Random numbers of tf.random.stateless_uniform and
of Keras are such: their seeds are values of the step. Nodes that make texts are taken with those
that read the texts, as `AsString` is with `StringToHashBucketFast`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import tensorflow as tf
from tensorflow.python.eager import context
from tensorflow.python.framework import op_def_registry

from aoe.frontends.step_model import OutsideCall
from aoe.frontends.tensorflow.step import Taken, TensorKind, TextOperand
from aoe.tensorflow.tensors import is_of_numbers
from aoe.training.program import Outside

_NO_NUMBERS = "its results are no real numbers"
#: What is known of an operand of a node.
_Operand: TypeAlias = "np.ndarray | TensorKind | TextOperand"


@dataclass(frozen=True, slots=True)
class _Node:
    """A node, with those that make texts for it.

    Attributes:
        definition: Its NodeDef.
        operands: Its operands. Those of nodes that make texts are operands of it, in their place.
    """

    definition: bytes
    operands: tuple[_Operand, ...]


class TensorFlowNodes:
    """Takes nodes of steps, and computes them."""

    def taken(self, definition: bytes, operands: Sequence[_Operand]) -> Taken | str:
        """A node, or why not; see `aoe.frontends.tensorflow.step.NodeTaker`."""
        kind = op_def_registry.get(tf.compat.v1.NodeDef.FromString(definition).op)
        if kind is None:
            return "TensorFlow has no such operator"
        if kind.is_stateful:
            return "it has a state or an effect"
        node = _Node(definition, tuple(operands))
        try:
            function = _function([node])
        except (ValueError, TypeError, tf.errors.OpError):
            return "TensorFlow does not compute it alone"
        types = [item.dtype for item in function.outputs]
        if tf.string in types:
            only_texts = set(types) == {tf.string}
            return Taken(node, (None,) * len(types)) if only_texts else "it gives texts and numbers"
        arrays = [item for item in operands if isinstance(item, np.ndarray)]
        if len(arrays) == len(operands):
            if not all(map(is_of_numbers, types)):
                return _NO_NUMBERS
            try:
                return Taken(node, tuple(_computed(function, arrays)))
            except tf.errors.OpError:  # TensorFlow says it when the step runs, if it comes to that
                return "TensorFlow reports an error for its values"
        kinds = []
        for item in function.outputs:
            if not _is_numeric(item.dtype):
                return _NO_NUMBERS
            if not item.shape.is_fully_defined():
                return "the sizes of its results depend on data"
            kinds.append(TensorKind(np.dtype(item.dtype.as_numpy_dtype), tuple(item.shape)))
        return Taken(node, tuple(kinds))

    def outside(self, calls: Sequence[OutsideCall]) -> Outside:
        """What computes some nodes, one function for all."""
        made: list[Any] = []

        def compute(operands: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
            if not made:
                made.append(_function([call.node for call in calls]))
            # Operands are copied: native code may change their memory. Results share TensorFlow's.
            return _computed(made[0], operands)

        return compute


def _computed(function: Any, operands: Sequence[np.ndarray]) -> list[np.ndarray]:
    """What a function gives, also where a graph is the default, as around a session."""
    with context.eager_mode():
        return [np.asarray(item) for item in function(*map(tf.constant, operands))]


def _is_numeric(dtype: Any) -> bool:
    return dtype not in (tf.string, tf.resource, tf.variant) and not dtype.is_complex


def _function(nodes: Sequence[_Node]) -> Any:
    """A function of the operands of some nodes, one after the other, that gives their results."""
    made = _Graph()
    results = []
    for node in nodes:
        name = made.add(node)
        kind = tf.compat.v1.NodeDef.FromString(node.definition)
        results += [f"{name}:{place}" for place in range(_result_count(kind))]

    def run(*operands: Any) -> Any:
        given = {f"{name}:0": item for name, item in zip(made.names, operands, strict=True) if name}
        return tf.graph_util.import_graph_def(
            made.graph, input_map=given, return_elements=results, name=""
        )

    return tf.compat.v1.wrap_function(run, made.specs)


class _Graph:
    """A graph of nodes.

    Attributes:
        graph: The GraphDef.
        names: The name of each operand; empty for those that are known. They are constants, so
            that shapes may follow from them.
        specs: The type and shape of each operand.
    """

    def __init__(self) -> None:
        self.graph = tf.compat.v1.GraphDef()
        self.names: list[str] = []
        self.specs: list[Any] = []
        self._count = 0

    def add(self, item: _Node) -> str:
        """Adds a node, after those that make its texts. Returns its name."""
        node = tf.compat.v1.NodeDef.FromString(item.definition)
        node.name = f"node_{self._count}"
        node.device = ""
        self._count += 1
        for place, operand in enumerate(item.operands):
            if isinstance(operand, TextOperand):
                assert isinstance(operand.node, _Node), "it was taken here"
                node.input.append(f"{self.add(operand.node)}:{operand.place}")
                continue
            name = f"{node.name}_operand_{place}"
            node.input.append(name)
            dtype = tf.as_dtype(operand.dtype)
            if isinstance(operand, np.ndarray):
                made = self.graph.node.add(name=name, op="Const")
                made.attr["dtype"].type = dtype.as_datatype_enum
                made.attr["value"].tensor.CopyFrom(tf.make_tensor_proto(operand, dtype))
            self.names.append(name if isinstance(operand, TensorKind) else "")
            self.specs.append(tf.TensorSpec(operand.shape, dtype))
        self.graph.node.append(node)
        return str(node.name)


def _result_count(node: Any) -> int:
    """How many results a node has."""
    count = 0
    for item in op_def_registry.get(node.op).output_arg:
        if item.number_attr:
            count += node.attr[item.number_attr].i
        elif item.type_list_attr:
            count += len(node.attr[item.type_list_attr].list.type)
        else:
            count += 1
    return count
