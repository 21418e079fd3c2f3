"""OperatorGraph: a prepared and fused model, ready to be compiled. What `aoe.graph` makes and
everything below consumes.

Nodes are operators (computed) or views (free: the same memory seen with other strides). JSON in and
out without the constants, so that an offline model can be recompiled for another machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from aoe.operators.operator import Operator


@dataclass(frozen=True, slots=True)
class OperatorNode:
    """An operator applied to values. `name`: of the anchor's source node; `sources`: (name, ONNX
    type) of all fused nodes.
    """

    name: str
    operator: Operator
    inputs: tuple[str, ...]
    output: str
    sources: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ViewNode:
    """A value that is another seen differently, no data moved.

    `kind` and `arguments`: "transpose" (permutation), "reshape" (new shape; must be possible
    without a copy), "slice" (flattened (start, step, length) for every dimension; steps may be
    negative), "broadcast" (new shape).
    """

    kind: str
    arguments: tuple[int, ...]
    input: str
    output: str


Node: TypeAlias = OperatorNode | ViewNode


@dataclass(frozen=True, slots=True)
class Tensor:
    """dtype, shape and dimension order (see `Operand.order`) of a value. For views the order is
    that of their source's memory.
    """

    dtype: str
    shape: tuple[int, ...]
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DataDependentSize:
    """An output whose length depends on data: it is computed as long as it may get, and of its
    dimension `dimension` as many coordinates count as the value `count`, an int64 that is an output
    too, says.
    """

    output: str
    dimension: int
    count: str


@dataclass(frozen=True, slots=True)
class InterOpRegion:
    """Operators computed side by side, by name of their results: those of a lane one after the
    other by one thread, and no lane reads what another one computes. `OperatorGraph.nodes` has them
    lane by lane, with nothing but views in between.
    """

    lanes: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class OperatorGraph:
    """A model as operators. `nodes` are in topological order; `tensors` describes every value by
    name. Counts of `data_dependent_sizes` are the last of the outputs, and not shown to the user.
    """

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    tensors: Mapping[str, Tensor]
    constants: Mapping[str, np.ndarray]
    nodes: tuple[Node, ...]
    data_dependent_sizes: tuple[DataDependentSize, ...] = ()
    sections: tuple[InterOpRegion, ...] = ()

    @property
    def operator_nodes(self) -> tuple[OperatorNode, ...]:
        """The nodes that compute."""
        return tuple(node for node in self.nodes if isinstance(node, OperatorNode))
