"""Nodes that open-aoe does not compute: TensorFlow says what they give, and computes them in runs.

Only nodes without a state of their own are taken. Random numbers of tf.random.stateless_uniform and
of Keras are such: their seeds are values of the step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.python.eager import context
from tensorflow.python.framework import op_def_registry

from aoe.frontends.step_model import OutsideCall
from aoe.frontends.tensorflow.step import TensorKind
from aoe.tensorflow.tensors import is_of_numbers
from aoe.training.program import Outside


class TensorFlowNodes:
    """Takes nodes of steps, and computes them."""

    def taken(
        self, definition: bytes, operands: Sequence[np.ndarray | TensorKind]
    ) -> Sequence[np.ndarray | TensorKind] | None:
        """What a node gives; see `aoe.frontends.tensorflow.step.NodeTaker`."""
        node = tf.compat.v1.NodeDef.FromString(definition)
        kind = op_def_registry.get(node.op)
        if kind is None or kind.is_stateful:
            return None
        try:
            function = _function([(definition, operands)])
        except (ValueError, TypeError, tf.errors.OpError):
            return None
        arrays = [item for item in operands if isinstance(item, np.ndarray)]
        if len(arrays) == len(operands):
            if not all(is_of_numbers(item.dtype) for item in function.outputs):
                return None
            try:
                return _computed(function, arrays)
            except tf.errors.OpError:  # TensorFlow says it when the step runs, if it comes to that
                return None
        kinds = []
        for item in function.outputs:
            if not item.shape.is_fully_defined() or not _is_numeric(item.dtype):
                return None
            kinds.append(TensorKind(np.dtype(item.dtype.as_numpy_dtype), tuple(item.shape)))
        return kinds

    def outside(self, calls: Sequence[OutsideCall]) -> Outside:
        """What computes some nodes, one function for all."""
        made: list[Any] = []

        def compute(operands: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
            if not made:
                left = iter(operands)
                nodes = []
                for call in calls:
                    given = [next(left) for _ in call.operands]
                    kinds = [
                        array
                        if isinstance(item, np.ndarray)
                        else TensorKind(array.dtype, array.shape)
                        for item, array in zip(call.operands, given, strict=True)
                    ]
                    nodes.append((call.node, kinds))
                made.append(_function(nodes))
            # Operands are copied: native code may change their memory. Results share TensorFlow's.
            return _computed(made[0], operands)

        return compute


def _computed(function: Any, operands: Sequence[np.ndarray]) -> list[np.ndarray]:
    """What a function gives, also where a graph is the default, as around a session."""
    with context.eager_mode():
        return [np.asarray(item) for item in function(*map(tf.constant, operands))]


def _is_numeric(dtype: Any) -> bool:
    return dtype not in (tf.string, tf.resource, tf.variant) and not dtype.is_complex


def _function(nodes: Sequence[tuple[bytes, Sequence[np.ndarray | TensorKind]]]) -> Any:
    """A function of the operands of some nodes, one after the other, that gives their results.
    Operands that are known are constants of it, so that shapes may follow from them.
    """
    graph = tf.compat.v1.GraphDef()
    names: list[str] = []
    specs: list[Any] = []
    results: list[str] = []
    for number, (definition, operands) in enumerate(nodes):
        node = tf.compat.v1.NodeDef.FromString(definition)
        node.name = f"node_{number}"
        node.device = ""
        for place, item in enumerate(operands):
            name = f"node_{number}_operand_{place}"
            node.input.append(name)
            dtype = tf.as_dtype(item.dtype)
            if isinstance(item, np.ndarray):
                made = graph.node.add(name=name, op="Const")
                made.attr["dtype"].type = dtype.as_datatype_enum
                made.attr["value"].tensor.CopyFrom(tf.make_tensor_proto(item, dtype))
            names.append(name if isinstance(item, TensorKind) else "")
            specs.append(tf.TensorSpec(item.shape, dtype))
        graph.node.append(node)
        results += [f"{node.name}:{place}" for place in range(_result_count(node))]

    def run(*operands: Any) -> Any:
        given = {f"{name}:0": item for name, item in zip(names, operands, strict=True) if name}
        return tf.graph_util.import_graph_def(
            graph, input_map=given, return_elements=results, name=""
        )

    return tf.compat.v1.wrap_function(run, specs)


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
