"""Fuses a Gather and a reduction over its index dimensions into an embedding bag.

The gathered rows are then never in memory. `fuse` looks for it once operators have their epilogues
and prologues, so sample weights and masks are part of it.

As all fusion it is a decision: where the gathered rows are stored, both operators stay.
"""

from __future__ import annotations

from dataclasses import replace

from aoe.element_types import is_floating
from aoe.graph.fusion.compose import LARGEST_EXPRESSION, MOST_EXTRAS, expression_size
from aoe.graph.fusion.normal_form import normal_form
from aoe.loops.expression import loads, renumber
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorNode
from aoe.operators.types.elementwise import gather
from aoe.operators.types.reduction import reduce
from aoe.operators.types.reduction.embedding_bag import LOOKED_UP, embedding_bag


def fused_embedding_bag(lookup: OperatorNode, total: OperatorNode) -> OperatorNode | None:
    """The operator that computes `total`, a reduction of what `lookup` gathers.

    Returns None if the two are no embedding bag.
    """
    if not (_is_lookup(lookup.operator) and _is_reduction(total.operator)):
        return None
    axis, axes = lookup.operator.integer("axis"), total.operator.integers("axes")
    of_indices = range(axis, axis + len(lookup.operator.inputs[1].shape))
    if not set(axes) <= set(of_indices) or total.inputs.count(lookup.output) != 1:
        return None
    lookup, total = normal_form(lookup), normal_form(total)
    inner, whole = lookup.operator, total.operator
    combined, after = loads(whole.prologue), loads(whole.epilogue)
    anchors = len(inner.inputs) + len(combined)
    elements = renumber(
        whole.prologue, {n: len(inner.inputs) + i for i, n in enumerate(combined)}, inner.epilogue
    )
    if expression_size(elements) > LARGEST_EXPRESSION or anchors > LOOKED_UP + MOST_EXTRAS:
        return None
    combine = whole.attribute["combine"]
    assert isinstance(combine, str)
    bag = embedding_bag(
        (*inner.inputs, *(whole.inputs[n] for n in combined)),
        axis,
        axes,
        combine,
        bool(whole.integer("keepdims")),
        elements,
    )
    operator = replace(
        bag,
        inputs=(*bag.inputs, *(whole.inputs[n] for n in after)),
        output=whole.output,
        epilogue=renumber(whole.epilogue, {n: anchors + i for i, n in enumerate(after)}),
    )
    names = (*lookup.inputs, *(total.inputs[n] for n in (*combined, *after)))
    sources = (*lookup.sources, *total.sources)
    return OperatorNode(total.name, operator, names, total.output, sources)


def _is_lookup(operator: Operator) -> bool:
    """Whether an operator gathers rows of floating point and keeps them so."""
    if not gather.OPERATOR.describes(operator) or operator.attribute["mode"] != "gather":
        return False
    return is_floating(operator.inputs[0].dtype) and is_floating(operator.output.dtype)


def _is_reduction(operator: Operator) -> bool:
    """Whether an operator is a reduction whose expressions do not read the reduced value."""
    read = (*loads(operator.prologue), *loads(operator.epilogue))
    return reduce.OPERATOR.describes(operator) and 0 not in read
