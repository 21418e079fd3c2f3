"""Loads of blocks that are transposed in registers, against the interpreter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.llvm.emitter import Emitter
from aoe.backends.llvm.transposed_code import block_axis, transpose
from aoe.loops.expression import Load, apply
from aoe.loops.loop_nest import Access, Axis, Bound, Buffer, Kernel, LoopNest, LoopSchedule, Store
from tests.backends.cpu.codegen.comparing import check
from tests.backends.cpu.codegen.random_loop_nests import Case
from tests.backends.cpu.targets import named, some
from tests.properties import examples

EXTENTS = (1, 3, 4, 5, 9, 15, 16, 17, 31, 33, 40)


@st.composite
def transpositions(draw: st.DrawFn, lanes: int) -> Case:
    """Two sums of a matrix and of one that lies transposed, perhaps a part of a larger one. Bounds
    of that one leave out rows of blocks, or all of it in the second sum.
    """
    rows, columns = draw(st.sampled_from(EXTENTS)), draw(st.sampled_from(EXTENTS))
    apart = rows + draw(st.sampled_from((0, 1, 16)))
    tile, vectors = (
        draw(st.sampled_from((3, 4, 9, lanes, 2 * lanes))),
        draw(st.sampled_from((1, 2))),
    )
    bounds: tuple[Bound, ...] = ()
    axis = draw(st.sampled_from(("", "k", "s")))
    if axis:
        limit = draw(st.integers(0, columns if axis == "k" else 2))
        bounds = (Bound(((axis, 1),), 0, limit),)
    dtype = draw(st.sampled_from(("float32", "int32", "bfloat16")))
    turned = Access("turned", dtype, (("r", 1), ("k", apart)), 0, bounds)
    plain = Access("plain", dtype, (("r", columns), ("k", 1)))
    nest = LoopNest(
        "add",
        (Axis("s", 2), Axis("r", rows), Axis("k", columns)),
        (turned, plain),
        (
            Store(
                Access("result", dtype, (("s", rows * columns), ("r", columns), ("k", 1))),
                apply("add", Load(0), Load(1)),
            ),
        ),
        None,
        LoopSchedule("k", vectors, (("r", tile),)),
    )
    kernel = Kernel("add", (), (), 0, (nest,), ("turned", "plain", "result"))
    inputs = (
        Buffer("turned", dtype, apart * columns),
        Buffer("plain", dtype, rows * columns),
    )
    result = Buffer("result", dtype, 2 * rows * columns)
    return Case(kernel, inputs, (result,), draw(st.integers(0, 9)))


@given(name=some("host", "avx512", "avx2", "sse"), data=st.data())
@examples(80)
def test_a_matrix_that_lies_transposed_is_read_in_blocks(name: str, data: st.DataObject) -> None:
    target = named(name)
    check(data.draw(transpositions(target.lanes("float32"))), target, 1)


def test_only_far_lanes_with_adjacent_neighbours_are_read_in_blocks() -> None:
    def found(access: Access, *sizes: tuple[str, int]) -> tuple[str, int] | None:
        return block_axis(access, "k", 16, sizes, False)

    far = Access("a", "float32", (("r", 1), ("k", 40)))
    assert found(far, ("n", 4), ("r", 16)) == ("r", 16)
    assert found(far, ("r", 3)) is None
    assert found(Access("a", "float32", (("r", 1), ("k", 3))), ("r", 16)) is None
    assert found(Access("a", "float32", (("r", 2), ("k", 40))), ("r", 16)) is None
    assert found(Access("a", "int8", (("r", 1), ("k", 40))), ("r", 16)) is None


def test_only_bounds_that_leave_out_whole_rows_allow_blocks() -> None:
    def bounded(axis: str) -> Access:
        return Access("a", "float32", (("r", 1), ("k", 40)), 0, (Bound(((axis, 1),), 0, 9),))

    assert block_axis(bounded("k"), "k", 16, [("r", 16)], True) == ("r", 16)
    assert block_axis(bounded("r"), "k", 16, [("r", 16)], True) is None
    assert block_axis(bounded("r"), "k", 16, [("r", 16)], False) == ("r", 16)


@pytest.mark.parametrize("lanes", [4, 8, 16])
def test_a_block_takes_as_many_shuffles_as_its_logarithm_says(lanes: int) -> None:
    emitter = Emitter()
    rows = [f"%row{number}" for number in range(lanes)]
    assert len(transpose(emitter, rows, f"<{lanes} x float>")) == lanes
    shuffles = emitter.module().count("shufflevector")
    assert shuffles == lanes * (lanes.bit_length() - 1)
