"""What threads' shares of kernels access, compared with an execution of their loops."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.memory.thread_shares import SHARED, Footprint, Span, disjoint, thread_shares
from aoe.loops.expression import Load
from aoe.loops.loop_nest import Access, Axis, Indirect, Kernel, Loop, LoopNest, Store

SPANS = st.lists(
    st.builds(
        lambda start, length, thread: Span(start, start + length, thread),
        st.integers(-20, 60),
        st.integers(0, 30),
        st.integers(0, 3),
    ),
    max_size=12,
)


def copying(
    extents: tuple[int, ...], steps: tuple[int, ...], parallel: int, read: Access, write: Access
) -> Kernel:
    """Returns a kernel that moves elements along the axes a, b, …; the outer loops have these
    steps.
    """
    axes = tuple(Axis(name, extent) for name, extent in zip("abc", extents, strict=False))
    outer = tuple(Loop(axis.name, step) for axis, step in zip(axes, steps, strict=False))
    nest = LoopNest("copy", axes, (read,), (Store(write, Load(0)),))
    return Kernel("copy", axes, outer, parallel, (nest,), ("input0", "output0"))


def touched(kernel: Kernel, access: Access, threads: int) -> dict[int, set[int]]:
    """Returns the threads that access each byte, by an execution of their loops."""
    extents = {axis.name: axis.extent for axis in kernel.axes}
    spread = kernel.outer[: kernel.parallel]
    tasks = [
        dict(zip((loop.axis for loop in spread), starts, strict=True))
        for starts in product(*(range(0, extents[loop.axis], loop.step) for loop in spread))
    ]
    steps = {loop.axis: loop.step for loop in spread}
    shared = threads if kernel.parallel else 1
    found: dict[int, set[int]] = defaultdict(set)
    for thread in range(shared):
        share = slice(len(tasks) * thread // shared, len(tasks) * (thread + 1) // shared)
        for task in tasks[share]:
            ranges = [
                range(task[name], min(task[name] + steps[name], extent))
                if name in task
                else range(extent)
                for name, extent in extents.items()
            ]
            for point in product(*ranges):
                place = dict(zip(extents, point, strict=True))
                element = access.offset + sum(s * place[name] for name, s in access.strides)
                for byte in range(4 * element, 4 * element + 4):
                    found[byte].add(thread)
    return found


@st.composite
def kernels(draw: st.DrawFn) -> Kernel:
    extents = tuple(draw(st.lists(st.integers(1, 6), min_size=1, max_size=3)))
    steps = tuple(draw(st.integers(1, 4)) for _ in extents)
    parallel = draw(st.integers(0, len(extents)))

    def access(buffer: str) -> Access:
        names = "abc"[: len(extents)]
        strides = tuple((name, draw(st.integers(-3, 20))) for name in names)
        return Access(buffer, "float32", strides, draw(st.integers(0, 9)))

    return copying(extents, steps, parallel, access("input0"), access("output0"))


@given(kernels(), st.integers(1, 5))
def test_spans_contain_all_accesses(kernel: Kernel, threads: int) -> None:
    shares = thread_shares(kernel, range(threads))
    (nest,) = kernel.nests
    for spans, access in (
        (shares["input0"].reads, nest.operands[0]),
        (shares["output0"].writes, nest.stores[0].access),
    ):
        for byte, by in touched(kernel, access, threads).items():
            (span,) = (item for item in spans if item.start <= byte < item.stop)
            assert span.thread == SHARED or by == {span.thread}


def test_two_threads_have_half_of_the_rows_each() -> None:
    rows = Access("input0", "float32", (("a", 32), ("b", 1)))
    kernel = copying((8, 32), (1, 32), 1, rows, Access("output0", "float32", (("a", 32), ("b", 1))))
    halves = (Span(0, 512, 0), Span(512, 1024, 1))
    assert thread_shares(kernel, range(2)) == {
        "input0": Footprint(halves, ()),
        "output0": Footprint((), halves),
    }


def test_all_threads_access_all_of_the_lockstep_loops() -> None:
    rows = Access("input0", "float32", (("a", 32), ("b", 1)))
    kernel = copying((2, 32), (1, 16), 1, rows, Access("output0", "float32", (("b", 1),)))
    shares = thread_shares(replace(kernel, lockstep=1), range(2))
    assert shares["output0"].writes == (Span(0, 64, 0), Span(64, 128, 1))


def test_a_kernel_that_is_not_parallel_is_one_threads() -> None:
    access = Access("input0", "float32", (("a", 1),))
    kernel = copying((8,), (1,), 0, access, Access("output0", "float32", (("a", 1),)))
    assert thread_shares(kernel, range(4))["output0"].writes == (Span(0, 32, 0),)


def test_windows_at_an_edge_reach_beyond_the_buffer() -> None:
    window = Access("input0", "float32", (("a", 1), ("b", 1)), offset=-1)
    kernel = copying((8, 3), (1, 3), 1, window, Access("output0", "float32", (("a", 1),)))
    assert thread_shares(kernel, range(2))["input0"].reads == (
        Span(-4, 12, 0),
        Span(12, 20, SHARED),
        Span(20, 36, 1),
    )


def test_nothing_is_known_about_data_dependent_accesses() -> None:
    place = Access("input0", "float32", (("a", 1),), indirect=(Indirect(0, 1, 8),))
    kernel = copying((8,), (1,), 1, place, Access("output0", "float32", (("a", 1),)))
    assert thread_shares(kernel, range(2))["input0"] == Footprint((), ())


@given(SPANS)
def test_disjoint_spans_are_the_same_bytes(spans: list[Span]) -> None:
    threads: dict[int, set[int]] = defaultdict(set)
    for span in spans:
        for byte in range(span.start, span.stop):
            threads[byte].add(span.thread)
    found = [*disjoint(spans)]
    assert {byte for span in found for byte in range(span.start, span.stop)} == threads.keys()
    for span in found:
        holder = {span.thread} if span.thread != SHARED else None
        for byte in range(span.start, span.stop):
            assert threads[byte] == holder if holder else len(threads[byte]) > 1


@given(SPANS)
def test_disjoint_spans_are_in_order_and_as_few_as_can_be(spans: list[Span]) -> None:
    found = [*disjoint(spans)]
    for one, following in pairwise(found):
        assert one.stop <= following.start
        assert one.stop < following.start or one.thread != following.thread


def test_a_branch_belongs_to_its_thread() -> None:
    access = Access("input0", "float32", (("a", 1),))
    kernel = copying((8,), (1,), 1, access, Access("output0", "float32", (("a", 1),)))
    assert thread_shares(kernel, range(3, 4))["output0"].writes == (Span(0, 32, 3),)
