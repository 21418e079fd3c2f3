"""Contractions by dot-product instructions, which multiply and sum a few neighbours along the
innermost reduction axis `c`: VNNI, AVX512-BF16 and AMX. Such a *group* of neighbours is one 32-bit
word.

The first operand is read in place where its groups are `aligned`. Otherwise it is read from a copy
in which each run along `c` is padded with zeros. The second operand is packed in panels as wide as
the register tile, the elements of a group side by side. The loops are those of every contraction
(`aoe.backends.cpu.lowering.contraction.contraction`), over fewer steps. Used by
`conv_dot_instructions.py`, `matmul_dot_instructions.py` and other implementations with AMX.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import ceil

from aoe.backends.cpu.cost import lower_bound
from aoe.backends.cpu.lowering.amx import amx_contraction, amx_space
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.reduced_precision import split_terms
from aoe.backends.cpu.lowering.reduced_precision.split_terms import splittable
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import Constant, Expression, Load, apply, cast
from aoe.loops.loop_nest import Access, Axis, Bound, Buffer, Kernel, LoopNest, LoopSchedule, Store
from aoe.operators.operator import Operator


@dataclass(frozen=True, slots=True)
class Grouping:
    """The operands of a dot-product instruction.

    Attributes:
        size: Elements of a group.
        a: Element type of the first operand.
        b: Element type of the second operand.
        raw_a: The type that a is copied as: an integer type of its size, or that of its terms.
        raw_b: The same for b.
        function: The dot product.
        zero: What the first dot product is added to.
        most: The most groups of one instruction. Runs are padded so that instructions have equally
            many groups.
        split: Terms that numbers are split into
            (`aoe.backends.cpu.lowering.reduced_precision.split_terms`), 0 for none. The terms of b
            follow one another in each step of a panel; each term of a is a copy of its own.
    """

    size: int
    a: str
    b: str
    raw_a: str
    raw_b: str
    function: str
    zero: Constant
    most: int = 1
    split: int = 0

    @property
    def read_a(self) -> str:
        """The type that a is read as to be copied."""
        return self.a if self.split else self.raw_a

    @property
    def read_b(self) -> str:
        """The type that b is read as to be copied."""
        return self.b if self.split else self.raw_b

    @property
    def terms(self) -> int:
        """Terms that a number is copied as."""
        return self.split or 1

    @property
    def tolerance(self) -> float:
        """The largest error of a result, relative to the largest result."""
        return split_terms.TOLERANCE[self.terms]

    def copies(self, place: Access, elements: int) -> tuple[Store, ...]:
        """Stores what is loaded, or its terms, each `elements` elements behind the one before."""
        if not self.split:
            return (Store(place, Load(0)),)
        return tuple(
            Store(replace(place, offset=place.offset + number * elements), part)
            for number, part in enumerate(split_terms.terms_of(Load(0), self.terms))
        )

    def fits(self, operator: Operator) -> bool:
        """Whether the operands have these types."""
        return tuple(operand.dtype for operand in operator.inputs[:2]) == (self.a, self.b)

    def filled(self, steps: int) -> int:
        """Steps padded to whole groups, and these to whole instructions."""
        groups = ceil(steps / self.size)
        instructions = ceil(groups / self.most)
        return ceil(groups / instructions) * instructions * self.size


#: uint8 by int8 with int32 sums, four at a time: vpdpbusd of VNNI.
BYTES = Grouping(4, "uint8", "int8", "uint8", "int8", "dot4", Constant(0, "int32"))
#: bfloat16 with float32 sums, two at a time: vdpbf16ps of AVX512-BF16.
BFLOAT16 = Grouping(2, "bfloat16", "bfloat16", "uint16", "uint16", "dot2", Constant(0.0))
#: The same in tile registers of up to 16 pairs: tdpbf16ps of AMX.
AMX_BFLOAT16 = replace(BFLOAT16, most=amx_contraction.STEPS)
#: float32 by AMX, each number the sum of two bfloat16 terms.
AMX_TWO_TERMS = replace(
    AMX_BFLOAT16, a="float32", b="float32", raw_a="bfloat16", raw_b="bfloat16", split=2
)
#: The same with three terms, as accurate as float32.
AMX_THREE_TERMS = replace(AMX_TWO_TERMS, split=3)


@dataclass(frozen=True, slots=True)
class Method:
    """How contractions of groups are computed.

    Attributes:
        grouping: The operands.
        ranked: The most promising schedules of a contraction for a target, up to a limit.
        estimate: Seconds of a schedule.
        check: Raises `PolicyError` for a schedule that cannot be computed.
        refitted: The schedule where rows do not lie as in dense operands.
        kernel: The kernel of a schedule.
    """

    grouping: Grouping
    ranked: Callable[[Contraction, CpuTarget, int], Iterable[Schedule]]
    estimate: Callable[[Contraction, Schedule, CpuTarget], float]
    check: Callable[[Contraction, Schedule, CpuTarget], None]
    refitted: Callable[[Schedule, Contraction, Contraction], Schedule]
    kernel: Callable[[str, Contraction, Schedule, CpuTarget], Kernel]


def _in_vectors(contraction: Contraction, target: CpuTarget, limit: int) -> Iterable[Schedule]:
    found = contraction_space.ranked(contraction, target, limit)
    return contraction_space.with_prefetch(contraction, found)


def _in_amx_tiles(contraction: Contraction, target: CpuTarget, limit: int) -> Iterable[Schedule]:
    found = amx_space.ranked(contraction, target, limit)
    return amx_space.with_prefetch(found)


def vector_method(grouping: Grouping) -> Method:
    """Vector dot-product instructions: VNNI, AVX512-BF16."""
    return Method(
        grouping,
        _in_vectors,
        contraction_space.estimate,
        contraction_space.check,
        contractions.refitted,
        panels.kernel,
    )


def amx_method(grouping: Grouping) -> Method:
    """AMX matrix instructions on tile registers."""
    return Method(
        grouping,
        _in_amx_tiles,
        amx_space.estimate,
        amx_space.check,
        amx_space.refitted,
        amx_contraction.kernel,
    )


def lower_bound_of(
    operator: Operator, contraction: Contraction, grouping: Grouping, target: CpuTarget
) -> float:
    """The lower bound of a contraction of split numbers. Of others nothing is known."""
    if not grouping.split:
        return 0.0
    rate = target.speed.amx_multiply_adds / len(split_terms.PRODUCTS[grouping.terms])
    return lower_bound.arithmetic(operator, contraction.flops / 2, target, rate=rate)


def supports(grouping: Grouping, operator: Operator, target: CpuTarget) -> bool:
    """Whether the operands have the right types and the target has the instruction."""
    able = {
        BYTES: target.multiplies_bytes,
        BFLOAT16: target.multiplies_bfloat16,
        AMX_BFLOAT16: target.multiplies_amx,
        AMX_TWO_TERMS: target.multiplies_amx,
        AMX_THREE_TERMS: target.multiplies_amx and operator.precision == "high",
    }
    split_or_whole = splittable(operator, grouping.split) if grouping.split else True
    return able[grouping] and grouping.fits(operator) and split_or_whole


def aligned(contraction: Contraction, grouping: Grouping) -> bool:
    """Whether the runs of a along `c` are whole groups, and these whole instructions, in place."""
    if grouping.split:
        return False
    a, steps = contraction.a, contraction.reduction[-1].extent
    others = [stride for axis, stride in a.strides if axis != "c"]
    whole = grouping.filled(steps) == steps
    return whole and a.stride("c") == 1 and not any(n % grouping.size for n in (a.offset, *others))


def grouped(
    contraction: Contraction,
    grouping: Grouping,
    width: int,
    packed: str = "packed",
    copied: int = 0,
) -> Contraction:
    """The contraction over groups.

    Args:
        contraction: A contraction whose first operand has aligned and padded runs.
        grouping: Its operands.
        width: Columns of a panel of b.
        packed: The buffer of the panels.
        copied: Elements of the copy of a, of each term where numbers are split.
    """
    *taps, steps = contraction.reduction
    a, size = contraction.a, grouping.size
    strides = tuple((axis, n // size) for axis, n in a.strides if axis != "c")
    whole = replace(
        contraction,
        reduction=(*taps, Axis("c", grouping.filled(steps.extent) // size)),
        a=Access(a.buffer, "int32", (*strides, ("c", 1)), a.offset // size, a.bounds),
        element=apply(grouping.function, Load(0), Load(1), grouping.zero),
    )
    if grouping.split:
        terms = grouping.terms
        element = split_terms.product_of_terms(grouping.function, grouping.zero, terms)
        between = (copied // size, width)
        # The terms that are left out are larger errors than those of long sums.
        whole = replace(whole, element=element, term_strides=between, terms=terms, roots=0.0)
    layout = Panels.of(whole, width, grouping.terms)
    return replace(whole, b=layout.read(packed, "int32", whole.column.name))


def in_words(source: Access, grouping: Grouping, steps: int) -> tuple[list[Access], Expression]:
    """The groups of an operand as words of 32 bits.

    Args:
        source: The operand. It is read along `c`, which counts elements, and along other axes.
        grouping: Its groups, of numbers that are not split.
        steps: The extent of `c`. Elements beyond it are zeros.

    Returns:
        The elements of a group, one access each, in which `c` counts groups; and the word of them.
    """
    size = grouping.size
    bits = 32 // size
    strides = tuple((name, size * n if name == "c" else n) for name, n in source.strides)
    elements, word = [], None
    for number in range(size):
        bounds = source.bounds
        if grouping.filled(steps) > steps:
            bounds = (*bounds, Bound((("c", size),), number, steps))
        offset = source.offset + number * source.stride("c")
        elements.append(Access(source.buffer, f"uint{bits}", strides, offset, bounds))
        part: Expression = cast(Load(number), "int32")
        if word is None:
            word = part
        else:
            shifted = apply("shift_left", part, Constant(number * bits, "int32"))
            word = apply("bitwise_or", word, shifted)
    assert word is not None, "a group has elements"
    return elements, word


def pack(
    contraction: Contraction, grouping: Grouping, width: int, packed: str = "packed"
) -> tuple[Kernel, Buffer]:
    """Copies b into panels in the buffer `packed`, the elements of a group side by side."""
    layout = Panels.of(grouped(contraction, grouping, width), width, grouping.terms)
    buffer = Buffer(packed, grouping.raw_b, grouping.size * layout.elements)
    column = contraction.column.name
    if contraction.b.stride(column) == 1 and not grouping.split:
        return panels.pack_kernel(_words_packed(contraction, grouping, layout, packed)), buffer
    return panels.pack_kernel(_elements_packed(contraction, grouping, layout, packed)), buffer


def _words_packed(
    contraction: Contraction, grouping: Grouping, layout: Panels, packed: str
) -> LoopNest:
    """Packs b whose columns are adjacent: a vector of groups is made of a vector of each row."""
    source = panels.unpacked(contraction.b, contraction.column.name, layout)
    elements, word = in_words(source, grouping, contraction.reduction[-1].extent)
    place = Access(packed, "int32", tuple(layout.strides.items()))
    return LoopNest(
        "pack", layout.axes, tuple(elements), (Store(place, word),), None, LoopSchedule("k", 1)
    )


def _elements_packed(
    contraction: Contraction, grouping: Grouping, layout: Panels, packed: str
) -> LoopNest:
    size, width = grouping.size, layout.width
    b, column, steps = contraction.b, contraction.column.name, contraction.reduction[-1].extent
    strides = {name: stride for name, stride in b.strides if name not in (column, "c")}
    strides |= {"p": width * b.stride(column), "k": b.stride(column)}
    strides |= {"c": size * b.stride("c"), "j": b.stride("c")}
    bounds = []
    if layout.columns % width:
        bounds.append(Bound((("p", width), ("k", 1)), 0, layout.columns))
    if grouping.filled(steps) > steps:
        bounds.append(Bound((("c", size), ("j", 1)), 0, steps))
    named = tuple(strides.items())
    source = replace(b, dtype=grouping.read_b, strides=named, bounds=tuple(bounds))
    destination = [(name, size * stride) for name, stride in layout.strides.items()]
    place = Access(packed, grouping.raw_b, (*destination, ("j", 1)))
    stores = grouping.copies(place, size * width)
    axes = (*layout.axes, Axis("j", size))
    schedule = LoopSchedule("k", 1)
    return LoopNest("pack", axes, (source,), stores, None, schedule, flushing=bool(grouping.split))
