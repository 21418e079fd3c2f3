"""What implementations of contractions on a GPU have in common: operators as contractions with few
axes, and constant operands packed in the order of the reduction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod

from aoe.backends.cpu.lowering.contraction import matmul_contraction
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cuda.implementations.simt_contraction import convolution
from aoe.loops.expression import Load
from aoe.loops.loop_nest import Access, Axis, Buffer, LoopNest, Store
from aoe.operators.operator import Operator, View


def contraction_of(operator: Operator, inputs: Sequence[View], output: View) -> Contraction:
    """A Conv or MatMul on its operands in place."""
    if operator.type == "Conv":
        return convolution(operator, inputs, output)
    return matmul_contraction.contraction(operator, inputs, output)


@lru_cache(maxsize=256)
def dense_contraction(operator: Operator) -> Contraction:
    """The same on operands without gaps."""
    inputs = [View.dense(operand) for operand in operator.inputs]
    return contraction_of(operator, inputs, View.dense(operator.output))


def sizes_of(contraction: Contraction) -> tuple[int, int, int, int]:
    """Batches, rows, columns and terms."""
    groups = (contraction.batch, contraction.rows, (contraction.column,), contraction.reduction)
    batches, rows, columns, terms = (prod(axis.extent for axis in axes) for axes in groups)
    return batches, rows, columns, terms


def is_contiguous(contraction: Contraction) -> bool:
    """Whether several elements of the second operand can be copied at once."""
    last, column = contraction.reduction[-1].name, contraction.column.name
    return contraction.b.stride(last) == 1 or contraction.b.stride(column) == 1


def packed(contraction: Contraction) -> tuple[Contraction, LoopNest, Buffer]:
    """The contraction with its second operand in the order of the reduction, and the nest that puts
    it there.
    """
    axes = (*contraction.batch, contraction.column, *contraction.reduction)
    strides, step = [], 1
    for axis in reversed(axes):
        strides.append((axis.name, step))
        step *= axis.extent
    place = Access("packed", contraction.b.dtype, tuple(strides))
    pack = LoopNest("pack", axes, (contraction.b,), (Store(place, Load(0)),))
    return replace(contraction, b=place), pack, Buffer("packed", place.dtype, step)


def merged_reduction(contraction: Contraction) -> Contraction:
    """The contraction with neighbouring axes of the reduction merged wherever both operands allow
    it. Axes of one term are dropped.

    An axis with a bound is merged with an odd number of terms, such as a row of a window with the
    three channels of an image: no two of those could be copied at once anyway.
    """
    axes = [axis for axis in contraction.reduction if axis.extent > 1]
    axes = axes or list(contraction.reduction[-1:])
    dropped = {axis.name for axis in contraction.reduction} - {axis.name for axis in axes}
    a, b = (_without(access, dropped) for access in (contraction.a, contraction.b))
    index = len(axes) - 2
    while index >= 0:
        outer, inner = axes[index], axes[index + 1]
        if _continues(a, outer, inner) and _continues(b, outer, inner):
            axes[index : index + 2] = [Axis(inner.name, outer.extent * inner.extent)]
            a, b = _merged(a, outer, inner), _merged(b, outer, inner)
        index -= 1
    return replace(contraction, a=a, b=b, reduction=tuple(axes))


def _continues(access: Access, outer: Axis, inner: Axis) -> bool:
    """Whether a step of the outer axis is as far as all of the inner one, and bounds can tell."""
    coefficients = [dict(bound.terms) for bound in access.bounds]
    if any(inner.name in terms for terms in coefficients):
        return False
    steps = [terms[outer.name] for terms in coefficients if outer.name in terms]
    bounded = not steps or (inner.extent % 2 == 1 and set(steps) == {1})
    return bounded and access.stride(outer.name) == access.stride(inner.name) * inner.extent


def _merged(access: Access, outer: Axis, inner: Axis) -> Access:
    """The access along the merged axis, which has the inner one's name. A bound of the outer axis
    counts points of the merged one.
    """
    bounds = []
    for bound in access.bounds:
        terms = dict(bound.terms)
        if terms.pop(outer.name, 0):
            scaled = tuple((name, factor * inner.extent) for name, factor in terms.items())
            bound = replace(
                bound,
                terms=(*scaled, (inner.name, 1)),
                offset=bound.offset * inner.extent,
                extent=bound.extent * inner.extent,
            )
        bounds.append(bound)
    strides = tuple(term for term in access.strides if term[0] != outer.name)
    return replace(access, strides=strides, bounds=tuple(bounds))


def _without(access: Access, names: set[str]) -> Access:
    """The access with some axes fixed at 0."""
    bounds = tuple(
        replace(bound, terms=tuple(term for term in bound.terms if term[0] not in names))
        for bound in access.bounds
    )
    strides = tuple(term for term in access.strides if term[0] not in names)
    return replace(access, strides=strides, bounds=bounds)
