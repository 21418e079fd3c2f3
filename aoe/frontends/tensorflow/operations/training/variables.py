"""Variables that a training step reads and changes.

A step is pure: reading a variable gives its value of that moment, and changing it gives it another
one. Nodes are gone through in the order that their control edges ask for.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, shape_of
from aoe.frontends.layout import shape_of_tensor
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.control import changed, value_of
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.operations.products import as_int64
from aoe.frontends.tensorflow.operations.rows.distinct import rows_to_change
from aoe.frontends.tensorflow.operations.rows.masked_rows import rows_added
from aoe.frontends.tensorflow.values import Held, MaskedRows

TABLE = OperationTable()


@TABLE.add("AssignAddVariableOp", "AssignSubVariableOp", "AssignAdd", "AssignSub")
def _moved(context: Context, node: Node, values: Sequence[Held]) -> Held:
    kind = "Sub" if "Sub" in node.op else "Add"
    changed(context, values[0], context.elementwise(kind, value_of(context, values[0]), values[1]))
    return values[0]


@TABLE.add("VarIsInitializedOp", "IsVariableInitialized")
def _is_there(context: Context, node: Node, values: Sequence[Held]) -> Held:
    value_of(context, values[0])
    return np.asarray(True)


@TABLE.add("VariableShape")
def _shape(context: Context, node: Node, values: Sequence[Held]) -> Held:
    shape = shape_of_tensor(context.tensor(value_of(context, values[0])))
    return np.asarray(shape, node.dtype("out_type", np.int32))


_SCATTERS = {"Add": "add", "Sub": "add", "Update": None, "Max": "max", "Min": "min"}


@TABLE.add(*(f"{kind}Scatter{name}" for kind in ("Resource", "") for name in _SCATTERS))
def _scattered(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Rows by their numbers. Those that several name are added in their order."""
    variable, places, updates = values
    name = node.op.removeprefix("Resource").removeprefix("Scatter")
    before = context.plain(value_of(context, variable))
    if isinstance(places, MaskedRows) and name in ("Add", "Sub"):
        sign = 1 if name == "Add" else -1
        changed(context, variable, rows_added(context, before, places, updates, sign))
        return variable
    rank, sums = len(shape_of(before)), name in ("Add", "Sub")
    indices, given = rows_to_change(context, places, updates, rank, sums)
    if name == "Sub":
        given = context.node("Neg", given)
    changed(context, variable, scattered(context, before, indices, given, _SCATTERS[name]))
    return variable


def scattered(
    context: Context, before: Operand, indices: Operand, given: Operand, reduction: str | None
) -> onnx_ir.Value:
    """Rows of a tensor changed, by their numbers.

    Args:
        context: The graph.
        before: The tensor.
        indices: The numbers of rows.
        given: What to change them by, or something that is expanded to that.
        reduction: How; None for what is given itself.
    """
    column = context.reshaped(as_int64(context, indices), (*shape_of(indices), 1))
    wanted = (*shape_of(indices), *shape_of(before)[1:])
    if shape_of(given) != wanted:
        given = context.node("Expand", given, np.asarray(wanted, np.int64))
    return context.node("ScatterND", before, column, given, reduction=reduction)
