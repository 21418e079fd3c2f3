"""What implementations of contractions on a GPU have in common: operators as contractions with few
axes, and constant operands packed in the order of the reduction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import gcd, prod

from aoe.backends.cpu.implementations.conv_transposed import phase_runs as transposed_runs
from aoe.backends.cpu.implementations.conv_transposed import transposed_phases as transposed
from aoe.backends.cpu.lowering.contraction import matmul_contraction
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cuda.implementations.simt_contraction import convolution
from aoe.backends.cuda.kernels.tensor_kernel import COPY
from aoe.element_types import ITEM_BYTES
from aoe.loops.expression import Expression, Load
from aoe.loops.loop_nest import Access, Axis, Bound, Buffer, LoopNest, Store
from aoe.operators.operator import Operator, View
from aoe.operators.types.conv.conv_transposed import phases

#: What is packed of an element where nothing else is said.
_AS_IT_IS = Load(0)


def contraction_of(operator: Operator, inputs: Sequence[View], output: View) -> Contraction:
    """A Conv or MatMul on its operands in place."""
    if operator.type == "Conv":
        return convolution(operator, inputs, output)
    return matmul_contraction.contraction(operator, inputs, output)


def contractions_of(
    operator: Operator, inputs: Sequence[View], output: View
) -> tuple[Contraction, ...]:
    """A Conv, MatMul or ConvTranspose on its operands in place. A transposed convolution has one
    contraction for each phase of its strides that a tap reaches, or for each run of many phases, or
    one for all of them if these differ only in where they begin.
    """
    if operator.type != "ConvTranspose":
        return (contraction_of(operator, inputs, output),)
    every = tuple(phases(operator))
    found = [
        transposed.phase_contraction(operator, inputs, output, phase)
        for phase in every
        if transposed.taps_of(phase)
    ]
    counts = [len({phase[i] for phase in every}) for i in range(len(every[0]))] if every else []
    together = _joined(found, counts) if len(found) == len(every) else None
    if together is not None:
        return (together,)
    return tuple(
        transposed_runs.run_contraction(operator, inputs, output, of)
        for of in transposed_runs.runs(operator)
        if transposed.taps_of(transposed_runs.first_phase(of))
    )


@lru_cache(maxsize=256)
def dense_contractions(operator: Operator) -> tuple[Contraction, ...]:
    """The same on operands without gaps."""
    inputs = [View.dense(operand) for operand in operator.inputs]
    return contractions_of(operator, inputs, View.dense(operator.output))


def dense_contraction(operator: Operator) -> Contraction:
    """The largest of them."""
    return max(dense_contractions(operator), key=lambda work: prod(sizes_of(work)))


def _joined(found: Sequence[Contraction], counts: Sequence[int]) -> Contraction | None:
    """Contractions at the points of a grid as one, in which batches go through the grid; `None` if
    they differ in more than where their operands begin, or these do not lie at equal distances.
    """
    first = found[0]
    axes = [Axis(f"p{i}", count) for i, count in enumerate(counts) if count > 1]
    if not axes or any(_at_origin(item) != _at_origin(first) for item in found):
        return None
    steps = [prod(axis.extent for axis in axes[i + 1 :]) for i in range(len(axes))]
    moved: list[Access] = []
    for number, access in enumerate(_accesses(first)):
        offsets = [_accesses(item)[number].offset - access.offset for item in found]
        strides = [offsets[step] for step in steps]
        for place, offset in enumerate(offsets):
            coordinates = [
                place // step % axis.extent for step, axis in zip(steps, axes, strict=True)
            ]
            if offset != sum(c * stride for c, stride in zip(coordinates, strides, strict=True)):
                return None
        more = tuple((axis.name, n) for axis, n in zip(axes, strides, strict=True) if n)
        moved.append(replace(access, strides=(*access.strides, *more)))
    a, b, output, *extras = moved
    batch = (*axes, *first.batch)
    return replace(first, batch=batch, a=a, b=b, output=output, extras=tuple(extras))


def _accesses(contraction: Contraction) -> tuple[Access, ...]:
    return (contraction.a, contraction.b, contraction.output, *contraction.extras)


def _at_origin(contraction: Contraction) -> Contraction:
    """The contraction whatever its operands begin with."""
    a, b, output, *extras = (replace(access, offset=0) for access in _accesses(contraction))
    return replace(contraction, a=a, b=b, output=output, extras=tuple(extras))


def sizes_of(contraction: Contraction) -> tuple[int, int, int, int]:
    """Batches, rows, columns and terms."""
    groups = (contraction.batch, contraction.rows, (contraction.column,), contraction.reduction)
    batches, rows, columns, terms = (prod(axis.extent for axis in axes) for axes in groups)
    return batches, rows, columns, terms


def is_contiguous(contraction: Contraction) -> bool:
    """Whether several elements of the second operand can be copied at once."""
    last, column = contraction.reduction[-1].name, contraction.column.name
    return contraction.b.stride(last) == 1 or contraction.b.stride(column) == 1


def packed(
    contraction: Contraction, name: str = "packed", value: Expression = _AS_IT_IS
) -> tuple[Contraction, LoopNest, Buffer]:
    """The contraction with its second operand in the order of the reduction, the nest that puts it
    there, and the buffer, which has the name. `value`: what is put there of an element.
    """
    axes = (*contraction.batch, contraction.column, *contraction.reduction)
    strides, step = [], 1
    for axis in reversed(axes):
        strides.append((axis.name, step))
        step *= axis.extent
    place = Access(name, contraction.b.dtype, tuple(strides))
    pack = LoopNest("pack", axes, (contraction.b,), (Store(place, value),))
    return replace(contraction, b=place), pack, Buffer(name, place.dtype, step)


def padded_window(contraction: Contraction) -> Contraction:
    """The contraction of a window on few channels with so many taps in a row, those behind its end
    zeros, that rows of packed weights are whole copies, of 16 bytes if that does not double them.
    """
    if len(contraction.reduction) < 2:
        return contraction
    *outer, taps, channels = contraction.reduction
    elements = COPY // ITEM_BYTES[contraction.b.dtype]
    count = _multiple(taps.extent, channels.extent, elements)
    while elements > 1 and count > 2 * taps.extent:
        elements //= 2
        count = _multiple(taps.extent, channels.extent, elements)
    if taps.extent == 1 or count == taps.extent:
        return contraction
    inside = Bound(((taps.name, 1),), 0, taps.extent)
    return replace(
        contraction,
        reduction=(*outer, Axis(taps.name, count), channels),
        a=replace(contraction.a, bounds=(*contraction.a.bounds, inside)),
        b=replace(contraction.b, bounds=(*contraction.b.bounds, inside)),
    )


def _multiple(taps: int, channels: int, elements: int) -> int:
    """The fewest taps, not less than some, that have whole copies of so many elements."""
    needed = elements // gcd(elements, channels)
    return -(-taps // needed) * needed


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
