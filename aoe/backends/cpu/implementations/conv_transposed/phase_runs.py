"""Runs of phases that one kernel of a transposed convolution computes, where strides are large.

A stride of 32 along two dimensions makes 1024 phases, and a kernel for each takes minutes to
compile. Along a dimension, phases that read the same elements of the input with equally many taps
form a *run* if their first taps and first outputs are evenly spaced. A kernel goes through a run of
each dimension, along axes around those of one phase. Few kernels remain where dilations are small.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import prod
from typing import TypeAlias

from aoe.backends.cpu.implementations.conv_transposed.transposed_phases import (
    Phase,
    moving,
    phase_contraction,
)
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.loops.loop_nest import Access, Axis
from aoe.operators.operator import Operator, View
from aoe.operators.types.conv.conv_transposed import PhaseDimension, phases_of_dimensions

#: Phases of one dimension, evenly spaced.
Run: TypeAlias = tuple[PhaseDimension, ...]

#: The most phases that have a kernel each.
MOST_ALONE = 16


def phase_count(operator: Operator) -> int:
    """The number of phases."""
    return prod(map(len, phases_of_dimensions(operator)))


@lru_cache(maxsize=64)
def runs(operator: Operator) -> tuple[tuple[Run, ...], ...]:
    """The runs that a kernel each computes, one of each dimension: of one phase where there are few
    phases.
    """
    dimensions = phases_of_dimensions(operator)
    alone = phase_count(operator) <= MOST_ALONE
    return tuple(
        product(*([(part,) for part in parts] if alone else _joined(parts) for parts in dimensions))
    )


def first_phase(of: Iterable[Run]) -> Phase:
    """The first phase of some runs."""
    return tuple(run[0] for run in of)


def run_contraction(
    operator: Operator, inputs: Sequence[View], output: View, of: Sequence[Run]
) -> Contraction:
    """The phases of some runs, one of each dimension, with their operands in place. Their first
    axes of the batch count the phases.
    """
    first = phase_contraction(operator, inputs, output, first_phase(of))
    axes: list[Axis] = []
    moved = [first.a, first.b, first.output, *first.extras]
    for i, run in enumerate(of):
        if len(run) == 1:
            continue
        after = tuple(other[1 if i == j else 0] for j, other in enumerate(of))
        second = phase_contraction(operator, inputs, output, after)
        axes.append(Axis(f"s{i}", len(run)))
        pairs = zip(moved, _accesses(second), strict=True)
        moved = [moving(access, following, f"s{i}") for access, following in pairs]
    a, b, result, *extras = moved
    batch = (*axes, *first.batch)
    return replace(first, batch=batch, a=a, b=b, output=result, extras=tuple(extras))


def _accesses(contraction: Contraction) -> tuple[Access, ...]:
    return (contraction.a, contraction.b, contraction.output, *contraction.extras)


def _joined(parts: Iterable[PhaseDimension]) -> Iterator[Run]:
    """The phases of a dimension as runs. Phases of the same part of the input follow one another in
    the order of their first taps. Without taps they differ in their first outputs only.
    """
    bare = (part if part.taps else replace(part, start=0, tap=0) for part in parts)
    run: Run = ()
    for part in sorted(bare, key=lambda p: (p.taps, p.outputs, p.start, p.tap, p.first)):
        if run and not _continues(run, part):
            yield run
            run = ()
        run = (*run, part)
    if run:
        yield run


def _continues(run: Run, part: PhaseDimension) -> bool:
    """Whether a phase is the next of a run."""
    last = run[-1]
    tap, first = part.tap - last.tap, part.first - last.first
    alike = replace(last, tap=part.tap, first=part.first) == part
    return alike and (
        len(run) == 1 or (tap, first) == (last.tap - run[-2].tap, last.first - run[-2].first)
    )
