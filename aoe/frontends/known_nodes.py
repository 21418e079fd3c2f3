"""Nodes of constants, which are computed while a model is read.

So sizes, counters and conditions that a model computes are known to its reader. Which operators
are worth it, and up to which size, each reader decides.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
import onnx
import onnx_ir
from onnx.reference import ReferenceEvaluator

from aoe.errors import MALFORMED
from aoe.frontends.graph_builder import Attribute, GraphBuilder, Operand, dtype_of, shape_of
from aoe.graph.prepare.opset import CANONICAL_OPSET


class ComputedNodes(ABC):
    """Makes nodes of a model; those of constants that are worth it are computed at once.

    Attributes:
        builder: The graph that is built.
    """

    __slots__ = ()

    builder: GraphBuilder

    @abstractmethod
    def is_computed(
        self, kind: str, given: Sequence[Operand], made: Sequence[onnx_ir.Value]
    ) -> bool:
        """Whether a node of constants is computed.

        Args:
            kind: Its operator.
            given: Its operands.
            made: Its results.
        """

    def node(self, kind: str, *operands: Operand | None, **attributes: Attribute | None) -> Operand:
        """The result of a node of ONNX; an array if it is computed."""
        return self.nodes(kind, 1, *operands, **attributes)[0]

    def nodes(
        self, kind: str, count: int, *operands: Operand | None, **attributes: Attribute | None
    ) -> tuple[Operand, ...]:
        """As `node`, for an operator with `count` results."""
        made = self.builder.nodes(kind, count, *operands, **attributes)
        given = [operand for operand in operands if operand is not None]
        if any(isinstance(item, onnx_ir.Value) for item in given):
            return tuple(made)
        return computed(made) if self.is_computed(kind, given, made) else tuple(made)


def computed(made: Sequence[onnx_ir.Value]) -> tuple[Operand, ...]:
    """The results of a node by onnx's reference implementation.

    Args:
        made: All results of the node, as the builder made them.

    Returns:
        Arrays; the values themselves if an operand is not constant, or if the implementation does
        not compute what the node is inferred to give.
    """
    node = made[0].producer()
    assert node is not None
    arrays = {str(value.name): value for value in node.inputs if value is not None}
    feeds = {
        name: value.const_value.numpy()
        for name, value in arrays.items()
        if value.const_value is not None
    }
    if len(feeds) != len(arrays):
        return tuple(made)
    model = onnx.helper.make_model(
        onnx.helper.make_graph(
            [onnx_ir.serde.serialize_node(node)],
            "computed",
            [onnx.helper.make_value_info(name, _type(value)) for name, value in arrays.items()],
            [onnx.helper.make_value_info(str(value.name), _type(value)) for value in made],
        ),
        opset_imports=[onnx.helper.make_opsetid("", CANONICAL_OPSET)],
    )
    try:
        with np.errstate(all="ignore"):
            found = ReferenceEvaluator(model).run(None, feeds)
    except (*MALFORMED, NotImplementedError, AssertionError):
        return tuple(made)
    results = [np.asarray(item) for item in found]
    fits = all(
        item.shape == shape_of(value) and item.dtype == dtype_of(value)
        for item, value in zip(results, made, strict=True)
    )
    return tuple(results) if fits else tuple(made)


def _type(value: onnx_ir.Value) -> onnx.TypeProto:
    kind = onnx_ir.DataType.from_numpy(dtype_of(value))
    return onnx.helper.make_tensor_type_proto(int(kind), shape_of(value))
