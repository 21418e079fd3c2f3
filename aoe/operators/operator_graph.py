"""OperatorGraph: a model as operators. `aoe.graph` makes it; tuning and backends read it.

A node is an operator, which is computed, or a view: the same memory seen with other strides, which
costs no time. `aoe.operators.graph_json` writes a graph as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from aoe.element_types import tensor_bytes
from aoe.operators.operator import Operator


@dataclass(frozen=True, slots=True)
class OperatorNode:
    """An operator applied to values.

    Attributes:
        name: The name of the node that the anchor was made of.
        operator: The operator.
        inputs: The names of the values that it reads.
        output: The name of the value that it computes.
        sources: Name and ONNX type of every node that is fused into it.
        further: The names of the values that it computes besides, one for each of
            `operator.further`.
    """

    name: str
    operator: Operator
    inputs: tuple[str, ...]
    output: str
    sources: tuple[tuple[str, str], ...] = ()
    further: tuple[str, ...] = ()

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of all values that it computes, one for each of `operator.results`."""
        return (self.output, *self.further)


@dataclass(frozen=True, slots=True)
class ViewNode:
    """A value that shares the memory of another one.

    Attributes:
        kind: "transpose", "reshape", "slice" or "broadcast".
        arguments: Of a transpose the permutation; of a reshape and a broadcast the new shape; of a
            slice start, step and length of each dimension, flattened. Steps may be negative. A
            reshape must be possible without a copy.
        input: The name of the value that is seen.
        output: The name of the view.
    """

    kind: str
    arguments: tuple[int, ...]
    input: str
    output: str

    @property
    def inputs(self) -> tuple[str, ...]:
        """The value that it reads, as `OperatorNode.inputs`."""
        return (self.input,)

    @property
    def outputs(self) -> tuple[str, ...]:
        """The value that it gives, as `OperatorNode.outputs`."""
        return (self.output,)


Node: TypeAlias = OperatorNode | ViewNode


@dataclass(frozen=True, slots=True)
class Tensor:
    """How a value is stored.

    Attributes:
        dtype: The element type in memory.
        shape: The size of each dimension.
        order: The dimensions from the largest to the smallest stride; of a view those of the memory
            that it sees.
    """

    dtype: str
    shape: tuple[int, ...]
    order: tuple[int, ...]

    @property
    def bytes(self) -> int:
        """Its size in memory."""
        return tensor_bytes(self.dtype, self.shape)


@dataclass(frozen=True, slots=True)
class DataDependentSize:
    """An output with a dimension whose size depends on data. It is computed in its largest size.

    Attributes:
        output: The name of the output.
        dimension: The dimension whose size depends on data.
        count: The name of another output, an int64: how many coordinates of the dimension count.
    """

    output: str
    dimension: int
    count: str


@dataclass(frozen=True, slots=True)
class Requirement:
    """What must hold of the inputs of an inference; else there is no right result.

    Attributes:
        output: The name of another output of bools.
        holds: What one of them must be.
        message: What is wrong if it is not.
        grows: Whether it would be if loops without a limit had more capacity.
        element: The number of that one.
        details: The name of a further output, an int64 vector of numbers that the message calls
            {0}, {1} and so on. Empty if it tells none.
    """

    output: str
    holds: bool
    message: str
    grows: bool = False
    element: int = 0
    details: str = ""


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a graph, which are computed as codes, int64.

    Attributes:
        vocabulary: The texts by code. The first one is empty.
        values: The names of the values that are codes.
    """

    vocabulary: tuple[str, ...] = ()
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InterOpRegion:
    """Operators that are computed in parallel, each by one worker of a device: a thread of a CPU,
    or a stream of a GPU. `OperatorGraph.nodes` lists them branch by branch, with nothing but views
    in between.

    Attributes:
        branches: The branches, as names of the values that they compute. One worker computes a
            branch in order. No branch reads what another one computes.
    """

    branches: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class OperatorGraph:
    """A model as operators.

    Attributes:
        name: The name of the model.
        inputs: The names of the inputs.
        outputs: The names of the outputs. The counts of data-dependent sizes, and the conditions
            and details of requirements, come last; users do not see them.
        tensors: Every value by name.
        constants: The data of the constants by name.
        nodes: Operators and views in topological order.
        data_dependent_sizes: The outputs whose size depends on data.
        inter_op_regions: The parallel regions of several operators.
        requirements: What must hold at run time.
        input_ranges: The least and the greatest value of inputs of integers, as far as known, for
            measurements.
        texts: The texts that inputs and outputs stand for.
        aliases: The input that each of some outputs overwrites, by names: the caller gives one
            memory for both (`aoe.runtime.plan.Alias`).
        trains: Whether it is a graph of training.
    """

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    tensors: Mapping[str, Tensor]
    constants: Mapping[str, np.ndarray]
    nodes: tuple[Node, ...]
    data_dependent_sizes: tuple[DataDependentSize, ...] = ()
    inter_op_regions: tuple[InterOpRegion, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    input_ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    texts: Texts = Texts()
    aliases: Mapping[str, str] = field(default_factory=dict)
    trains: bool = False

    @property
    def shown(self) -> tuple[str, ...]:
        """The outputs that users see."""
        hidden = {item.count for item in self.data_dependent_sizes}
        hidden |= {item.output for item in self.requirements}
        hidden |= {item.details for item in self.requirements if item.details}
        return tuple(name for name in self.outputs if name not in hidden)

    @property
    def operator_nodes(self) -> tuple[OperatorNode, ...]:
        """The nodes that compute."""
        return tuple(node for node in self.nodes if isinstance(node, OperatorNode))
