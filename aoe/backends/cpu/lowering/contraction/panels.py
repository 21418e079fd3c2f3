"""Panels: the second operand of a contraction, packed in the order in which the loops read it.

The layout is [batch…][slice][panel][reduction…][width]. A panel is as wide as the register tile;
the last one is padded with zeros. A thread reads memory in one straight line, which hardware
prefetchers follow. The address of the next panel is known: `prefetches` fetches it while the
present panel is in use (packing as in Goto and van de Geijn, TOMS 2008).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.lowering.contraction.contraction import (
    Contraction,
    Schedule,
    nest,
    outer_loops,
    row_axes,
    sliced,
)
from aoe.backends.cpu.target.cpu_target import CACHE_LINE, CpuTarget
from aoe.element_types import ITEM_BYTES, computed_type
from aoe.loops.expression import Load
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Bound,
    Buffer,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    Prefetch,
    Store,
)

#: The most streams to prefetch at a time; bytes of a page.
_MOST_STREAMS, _PAGE = 8, 4096
#: Streams fetch whole cache lines: at most so many times as many as one stream needs.
_REPEATED = 1.25


@dataclass(frozen=True, slots=True)
class Panels:
    """The layout of packed panels.

    Attributes:
        batch: Axes around everything else.
        slices: Slices of the reduction.
        reduction: The axes inside a panel, outermost first.
        columns: Columns of all panels, without padding.
        width: Columns of a panel.
        batch_inside: Whether a panel holds the whole batch before the next panel begins, for loops
            that go over the batch inside the columns.
        terms: Terms of a split number. In each step of a panel they follow one another, a width
            each.
        gap: Elements left out behind each coordinate of the outermost axis of `reduction`.
    """

    batch: tuple[Axis, ...]
    slices: tuple[Axis, ...]
    reduction: tuple[Axis, ...]
    columns: int
    width: int
    batch_inside: bool = False
    terms: int = 1
    gap: int = 0

    @staticmethod
    def of(contraction: Contraction, width: int, terms: int = 1) -> Panels:
        """The panels of `width` columns that a (sliced) contraction reads."""
        return Panels(
            contraction.batch,
            contraction.slices,
            contraction.reduction,
            contraction.column.extent,
            width,
            terms=terms,
        )

    @property
    def steps(self) -> int:
        """Reduction steps in a panel."""
        return prod(axis.extent for axis in self.reduction)

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The axes of the packed buffer: `p` counts panels, `k` columns within one."""
        panels, inside = Axis("p", ceil(self.columns / self.width)), Axis("k", self.width)
        if self.batch_inside:
            return (panels, *self.batch, *self.slices, *self.reduction, inside)
        return (*self.batch, *self.slices, panels, *self.reduction, inside)

    @property
    def elements(self) -> int:
        """Elements of the packed buffer."""
        first = self.axes[0]
        return first.extent * self.strides[first.name]

    @property
    def strides(self) -> dict[str, int]:
        """Element strides of `axes`."""
        *others, inside = self.axes
        strides = {inside.name: 1}
        step = inside.extent * self.terms
        for axis in reversed(others):
            if axis == self.reduction[0]:
                step += self.gap
            strides[axis.name] = step
            step *= axis.extent
        return strides

    def read(self, buffer: str, dtype: str, column: str) -> Access:
        """Reads the panels along the axes of the contraction, whose loop over columns has steps of
        the width.
        """
        strides = self.strides
        panel = strides.pop("p")
        del strides["k"]
        strides[column] = panel // self.width
        return Access(buffer, dtype, tuple(strides.items()), tile_strides=((column, 1),))


def over_panels(
    contraction: Contraction, schedule: Schedule, target: CpuTarget, buffer: str = "packed"
) -> tuple[Contraction, LoopNest, Buffer]:
    """The contraction, sliced and over panels; the loop nest that packs them; their buffer."""
    width = schedule.vectors * target.lanes("float32")
    whole = sliced(contraction, schedule.depth)
    panels = Panels.of(whole, width)
    dtype = computed_type(contraction.b.dtype)
    product = replace(whole, b=panels.read(buffer, dtype, whole.column.name))
    pack = pack_nest(whole.b, whole.column.name, panels, buffer, target)
    return product, pack, Buffer(buffer, dtype, panels.elements)


def unpacked(b: Access, column: str, panels: Panels) -> Access:
    """b, which is read along the axes of the contraction, along those of its panels. Columns beyond
    the last are zeros.
    """
    width = panels.width
    strides = {name: stride for name, stride in b.strides if name != column}
    strides |= {"p": width * b.stride(column), "k": b.stride(column)}
    bounds: tuple[Bound, ...] = ()
    if panels.columns % width:
        bounds = (Bound((("p", width), ("k", 1)), 0, panels.columns),)
    return replace(b, strides=tuple(strides.items()), bounds=bounds)


def pack_nest(b: Access, column: str, panels: Panels, buffer: str, target: CpuTarget) -> LoopNest:
    """Copies b, which is read along the axes of the contraction, into panels in `buffer`.

    Columns that lie apart are read element by element or transposed, vector by vector: more at once
    would be no faster, and the code of a whole panel takes LLVM seconds.
    """
    width, source = panels.width, unpacked(b, column, panels)
    destination = Access(buffer, computed_type(b.dtype), tuple(panels.strides.items()))
    store = Store(destination, Load(0))
    lanes = target.lanes("float32")
    vectors = max(1, width // lanes) if source.stride("k") == 1 else 1
    schedule = LoopSchedule("k", vectors, transposing_tile(source, panels, lanes))
    return LoopNest("pack", panels.axes, (source,), (store,), None, schedule)


def transposing_tile(source: Access, panels: Panels, lanes: int) -> tuple[tuple[str, int], ...]:
    """The register tile of a loop nest that packs a matrix whose columns are far apart: its rows
    are read as vectors and transposed in registers.
    """
    if source.stride("k") == 1:
        return ()
    return tuple(
        (axis.name, min(lanes, axis.extent))
        for axis in panels.reduction
        if source.stride(axis.name) == 1
    )


def pack_kernel(pack: LoopNest) -> Kernel:
    """A packing loop nest as a parallel region over all axes down to the panels."""
    names = [axis.name for axis in pack.axes]
    outer = pack.axes[: names.index("p") + 1]
    loops = tuple(Loop(axis.name, 1) for axis in outer)
    used = (*pack.operands, *(store.access for store in pack.stores))
    buffers = tuple(dict.fromkeys(access.buffer for access in used))
    return Kernel("pack", outer, loops, len(loops), (pack,), buffers)


def kernel(
    name: str,
    product: Contraction,
    schedule: Schedule,
    target: CpuTarget,
    fetched: tuple[Prefetch, ...] | None = None,
) -> Kernel:
    """A (sliced) contraction as a parallel region, on one thread if it is small.

    Args:
        name: The kernel's name.
        product: The contraction.
        schedule: Its schedule.
        target: What it runs on.
        fetched: What to prefetch; by default what `prefetches` says.

    Returns:
        The kernel.
    """
    axes, loops = outer_loops(product, schedule, target)
    fetched = prefetches(product, schedule) if fetched is None else fetched
    lanes = target.lanes("float32")
    body = nest(product, schedule, lanes, "contract", fetched, target.threads)
    parallel = len(loops) if product.flops > cost.PARALLEL_THRESHOLD * 8 else 0
    used = [product.a, product.b, *product.extras, product.output]
    arguments = tuple(dict.fromkeys(access.buffer for access in used))
    return Kernel(name, axes, loops, parallel, (body,), arguments)


def prefetches(
    contraction: Contraction, schedule: Schedule, together: int = 1
) -> tuple[Prefetch, ...]:
    """What to prefetch while a panel, or `together` panels, are in use. Each register tile fetches
    its share of what comes next.

    Empty if the schedule does not ask for prefetch, or if a share is less than an element per
    reduction step. In that case so many rows go over a panel that its transfer is hidden anyway.
    """
    if not schedule.prefetch:
        return ()
    b = contraction.b
    width = dict(b.strides)[contraction.reduction[-1].name]
    steps = prod(axis.extent for axis in contraction.reduction)
    outer, inner = row_axes(contraction)
    rows = schedule.block * (inner.extent if outer.name else 1)
    share = fetched_share(contraction, schedule, together * width)
    following = together * steps * width
    if share < 1:
        return ()
    per_step = ceil(share)  # rounded down, a part of each panel would be waited for
    streams = _streams(contraction, schedule, per_step, following) if schedule.prefetch > 1 else 1
    strides = dict(b.strides)
    step = ceil(per_step / streams)
    for axis in reversed(contraction.reduction):
        strides[axis.name] = step
        step *= axis.extent
    spacing = ceil(following / streams)
    per_row = spacing // rows
    strides[inner.name] = per_row
    if outer.name:
        strides[outer.name] = per_row * inner.extent
    return (Prefetch(1, tuple(strides.items()), following, streams, spacing),)


def _streams(contraction: Contraction, schedule: Schedule, per_step: int, following: int) -> int:
    """The number of streams to prefetch the `following` elements in, `per_step` of them in each
    reduction step. Each stream has a page or more, and few lines are fetched twice.

    A core can wait for a limited number of cache lines. The hardware stream prefetcher continues
    every page in which it has seen accesses, so several streams bring more lines.
    """
    size = ITEM_BYTES[contraction.b.dtype]
    most = max(1, min(_MOST_STREAMS, following * size // _PAGE))

    def lines(streams: int) -> int:
        return streams * ceil(ceil(per_step / streams) * schedule.unroll * size / CACHE_LINE)

    few = _REPEATED * lines(1)
    return next(streams for streams in range(most, 0, -1) if lines(streams) <= few)


def fetched_share(contraction: Contraction, schedule: Schedule, width: int) -> float:
    """Elements of the next panel that a register tile prefetches in each reduction step, if all
    tiles of a block together fetch `width` elements a step.
    """
    outer, inner = row_axes(contraction)
    rows = schedule.block * (inner.extent if outer.name else 1)
    return width * schedule.tile[0] * schedule.tile[1] / rows
