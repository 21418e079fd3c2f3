"""Random kernels of a given structure, for property tests of the code generator.

There are gathers and scatters, panels with their own strides inside a register tile, loop nests
that pass data through scratch, and kernels with lockstep loops. See `test_loop_nests`.
"""

from __future__ import annotations

from hypothesis import strategies as st

from aoe.loops.expression import Accumulator, Constant, Expression, Index, Load, apply, cast
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Bound,
    Buffer,
    Indirect,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    Prefetch,
    Reduction,
    Store,
)
from tests.backends.cpu.codegen.random_loop_nests import Case

_DTYPES = st.sampled_from(("float32", "float32", "int64", "uint8", "bool"))
_SEEDS = st.integers(0, 999)
_SMALL = st.sampled_from((1, 2, 3, 5, 7))
_WIDE = st.sampled_from((1, 4, 15, 16, 17, 33, 50))


@st.composite
def gathers(draw: st.DrawFn) -> Case:
    """out[i, j] = data[index[…], …], including indices that are negative or out of range."""
    rows, columns, extent = draw(_SMALL), draw(_WIDE), draw(st.integers(1, 9))
    index_type, dtype = draw(st.sampled_from(("int64", "int32"))), draw(_DTYPES)
    by = draw(st.sampled_from(((("i", 1),), (("j", 1),), (("i", columns), ("j", 1)))))
    indices = Access("index", index_type, by)
    other = draw(st.sampled_from(("i", "j")))
    bounds = (Bound(((other, 1),), -1, 5),) if draw(st.booleans()) else ()
    indirect = [Indirect(0, 64, extent)]
    if draw(st.booleans()):
        indirect.append(Indirect(0, 640, 3))
    data = Access("data", dtype, ((other, 1),), 0, bounds, 1.0, tuple(indirect))
    out = Access("output", dtype, (("i", columns), ("j", 1)))
    nest = LoopNest(
        "gather",
        (Axis("i", rows), Axis("j", columns)),
        (indices, data),
        (Store(out, Load(1)),),
        None,
        draw(_schedules(("i", "j"))),
    )
    reach = 64 * (extent - 1) + 640 * 2 + 64
    kernel = Kernel("gather", (), (), 0, (nest,), ("index", "data", "output"))
    return Case(
        kernel,
        (Buffer("index", index_type, rows * columns), Buffer("data", dtype, reach)),
        (Buffer("output", dtype, rows * columns),),
        draw(_SEEDS),
    )


@st.composite
def scatters(draw: st.DrawFn) -> Case:
    """out[i, position[j]] = data[i, j]; all positions differ."""
    rows, columns = draw(_SMALL), draw(_WIDE)
    position = Access("position", "int64", (("j", 1),))
    data = Access("data", "float32", (("i", columns), ("j", 1)))
    out = Access("output", "float32", (("i", columns),), indirect=(Indirect(0, 1, columns),))
    nest = LoopNest(
        "scatter",
        (Axis("i", rows), Axis("j", columns)),
        (position, data),
        (Store(out, Load(1)),),
        None,
        draw(_schedules(("i", "j"))),
    )
    kernel = Kernel("scatter", (), (), 0, (nest,), ("position", "data", "output"))
    return Case(
        kernel,
        (Buffer("position", "int64", columns), Buffer("data", "float32", rows * columns)),
        (Buffer("output", "float32", rows * columns),),
        draw(_SEEDS),
    )


@st.composite
def panel_products(draw: st.DrawFn, lanes: int) -> Case:
    """out[m, k] = Σ a[m, c] · b[c, k], b in panels as wide as the register tile."""
    rows, steps, columns = draw(_SMALL), draw(_SMALL), draw(_WIDE)
    vectors = draw(st.integers(1, 3))
    width = vectors * lanes
    panels = -(-columns // width)
    a = Access("a", "float32", (("m", steps), ("c", 1)))
    b = Access("b", "float32", (("k", steps), ("c", width)), tile_strides=(("k", 1),))
    out = Access("output", "float32", (("m", columns), ("k", 1)))
    order = draw(st.permutations((Loop("k", 0), Loop("m", 0), Loop("c", 0))))
    nest = LoopNest(
        "multiply",
        (Axis("m", rows), Axis("k", columns), Axis("c", steps)),
        (a, b),
        (Store(out, Accumulator()),),
        Reduction("sum", ("c",), apply("mul", Load(0), Load(1))),
        LoopSchedule("k", vectors, (("m", draw(st.integers(1, 4))),), tuple(order)),
        # For the last panel this is behind the buffer's end: prefetching must not fault.
        draw(st.sampled_from(((), (Prefetch(1, (("c", width),), 1 << 20),)))),
    )
    outer = draw(st.sampled_from(((), (Loop("k", width),), (Loop("k", 2 * width),))))
    kernel = Kernel(
        "multiply", (Axis("k", columns),), outer, len(outer), (nest,), ("a", "b", "output")
    )
    return Case(
        kernel,
        (Buffer("a", "float32", rows * steps), Buffer("b", "float32", panels * width * steps)),
        (Buffer("output", "float32", rows * columns),),
        draw(_SEEDS),
    )


@st.composite
def handovers(draw: st.DrawFn) -> Case:
    """Two loop nests: windowed rows are written to scratch, then multiplied by a matrix.

    out[n, i, k] = Σ_j (x[n, i − 1 … ] + i) · w[j, k], a tile of i at a time.
    """
    images, rows, inner, columns = draw(_SMALL), draw(_WIDE), draw(_SMALL), draw(_WIDE)
    step = draw(st.integers(1, rows + 1))
    before = draw(st.integers(0, 2))
    source = Access(
        "x",
        "float32",
        (("n", rows * inner), ("i", inner), ("j", 1)),
        -before * inner,
        (Bound((("i", 1),), -before, rows),),
        2.0,
    )
    scratch = Access("scratch", "float32", (("i", inner), ("j", 1)))
    made: Expression = apply("add", Load(0), cast(Index("i"), "float32"))
    fill = LoopNest(
        "fill",
        (Axis("n", images), Axis("i", rows), Axis("j", inner)),
        (source,),
        (Store(scratch, made),),
        None,
        draw(_schedules(("i", "j"))),
    )
    weights = Access("w", "float32", (("j", columns), ("k", 1)))
    out = Access("output", "float32", (("n", rows * columns), ("i", columns), ("k", 1)))
    contract = LoopNest(
        "contract",
        (Axis("n", images), Axis("i", rows), Axis("k", columns), Axis("j", inner)),
        (scratch, weights),
        (Store(out, apply("max", Accumulator(), Constant(0.0))),),
        Reduction("sum", ("j",), apply("mul", Load(0), Load(1))),
        draw(_schedules(("i", "k", "j"))),
    )
    outer = draw(st.permutations((Loop("n", 1), Loop("i", step))))
    kernel = Kernel(
        "handover",
        (Axis("n", images), Axis("i", rows)),
        tuple(outer),
        draw(st.integers(0, 2)),
        (fill, contract),
        ("x", "w", "output"),
        (Buffer("scratch", "float32", min(step, rows) * inner),),
    )
    return Case(
        kernel,
        (Buffer("x", "float32", images * rows * inner), Buffer("w", "float32", inner * columns)),
        (Buffer("output", "float32", images * rows * columns),),
        draw(_SEEDS),
    )


@st.composite
def windows(draw: st.DrawFn) -> Case:
    """y[i, j] = max over r of x[i, stride·j + r − before]: the lanes along j have a small stride.

    Outside x's rows the value is 2; no memory follows the last row.
    """
    lines, columns, taps = draw(_SMALL), draw(_WIDE), draw(st.integers(1, 3))
    stride, before = draw(st.integers(1, 5)), draw(st.integers(0, 2))
    reach = stride * (columns - 1) + taps - before
    width = max(1, reach - draw(st.sampled_from((0, 0, 1, 2 * stride))))
    bounded = before > 0 or width < reach
    dtype = draw(st.sampled_from(("float32", "float32", "float64", "int32", "uint8", "bool")))
    terms = (("j", stride), ("r", 1))
    bounds = (Bound(terms, -before, width),) if bounded else ()
    x = Access("x", dtype, (("i", width), *terms), -before, bounds, 1.0 if dtype == "bool" else 2.0)
    y = Access("y", dtype, (("i", columns), ("j", 1)))
    axes = (Axis("i", lines), Axis("j", columns), Axis("r", taps))
    largest = Reduction("max", ("r",), Load(0))
    tile = (("i", draw(st.integers(1, 2))), ("r", draw(st.integers(1, 3))))
    schedule = LoopSchedule("j", draw(st.integers(1, 3)), tile)
    nest = LoopNest("window", axes, (x,), (Store(y, Accumulator()),), largest, schedule)
    kernel = Kernel("window", axes[:1], (Loop("i", 1),), 1, (nest,), ("x", "y"))
    return Case(
        kernel,
        (Buffer("x", dtype, (lines - 1) * width + (width if bounded else reach)),),
        (Buffer("y", dtype, lines * columns),),
        draw(_SEEDS),
    )


@st.composite
def chains(draw: st.DrawFn) -> Case:
    """A lockstep loop over t with two phases: between[i] = max of y[t − 1, i] and y[t − 1, i − 1],
    then y[t, i] = between[last − i] + x[t, i], over blocks of i.

    One iteration of the loop may compute two values of t.
    """
    iterations, columns, together = draw(_SMALL), draw(_WIDE), draw(st.sampled_from((1, 2)))
    step = draw(st.integers(1, columns + 1))
    axes = (Axis("t", iterations), Axis("i", columns))
    nests = []
    for part in range(together):
        row, back = together * columns, (part - 1) * columns
        inside = Bound((("t", together),), part - 1, iterations * together)
        own = Access("y", "float32", (("t", row), ("i", 1)), back, (inside,), 1.0)
        first = Bound((("i", 1),), -1, columns)
        beside = Access("y", "float32", own.strides, back - 1, (inside, first), 2.0)
        between = Access("between", "float32", (("i", 1),))
        larger = apply("max", Load(0), Load(1))
        schedule = draw(_schedules(("i",)))
        nests.append(
            LoopNest("look", axes, (own, beside), (Store(between, larger),), None, schedule)
        )
        turned = Access("between", "float32", (("i", -1),), columns - 1)
        x = Access("x", "float32", (("t", row), ("i", 1)), part * columns)
        y = Access("y", "float32", (("t", row), ("i", 1)), part * columns)
        added = apply("add", Load(0), Load(1))
        nests.append(LoopNest("add", axes, (turned, x), (Store(y, added),), None, schedule))
    kernel = Kernel(
        "chain",
        axes,
        (Loop("t", 1), Loop("i", step)),
        draw(st.integers(0, 1)),
        tuple(nests),
        ("x", "between", "y"),
        lockstep=1,
        barriers=tuple(range(1, len(nests))),
    )
    size = iterations * together * columns
    return Case(
        kernel,
        (Buffer("x", "float32", size),),
        (Buffer("between", "float32", columns), Buffer("y", "float32", size)),
        draw(_SEEDS),
    )


@st.composite
def _schedules(draw: st.DrawFn, axes: tuple[str, ...]) -> LoopSchedule:
    vector = draw(st.sampled_from(("", *axes)))
    tile = tuple((name, draw(st.integers(1, 3))) for name in axes if name != vector)
    return LoopSchedule(vector, draw(st.integers(1, 2)), tile)
