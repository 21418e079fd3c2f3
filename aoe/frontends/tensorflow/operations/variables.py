"""Variables that a training step reads and changes.

A step is pure: reading a variable gives its value of that moment, and changing it gives it another
one. Nodes are gone through in the order that their control edges ask for.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.frontends.layout import shape_of_tensor
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.control import changed, value_of
from aoe.frontends.tensorflow.operations.products import as_int64
from aoe.frontends.tensorflow.operations.table import OperationTable
from aoe.frontends.tensorflow.values import Held

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
    given = context.plain(updates)
    if name == "Sub":
        given = context.node("Neg", given)
    indices = as_int64(context, context.plain(places))
    column = context.reshaped(indices, (*shape_of_tensor(indices), 1))
    wanted = (*shape_of_tensor(indices), *shape_of_tensor(before)[1:])
    if shape_of_tensor(given) != wanted:
        given = context.node("Expand", given, np.asarray(wanted, np.int64))
    made = context.node("ScatterND", before, column, given, reduction=_SCATTERS[name])
    changed(context, variable, made)
    return variable
