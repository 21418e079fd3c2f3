"""Generated code against the interpreter of `tests.loops.interpreter`, on random loop nests."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.backends.cpu.codegen.comparing import check
from tests.backends.cpu.codegen.random_kernels import (
    chains,
    gathers,
    handovers,
    panel_products,
    scatters,
    windows,
)
from tests.backends.cpu.codegen.random_loop_nests import Case, loop_nest_cases
from tests.backends.cpu.targets import named, some
from tests.properties import examples

THREADS = st.sampled_from((1, 2, 3, 7))
TARGETS = some("host", "avx2", "sse")


@given(name=TARGETS, data=st.data(), threads=THREADS)
@examples(68)
def test_a_random_loop_nest_computes_what_the_interpreter_does(
    name: str, data: st.DataObject, threads: int
) -> None:
    target = named(name)
    check(data.draw(loop_nest_cases(target.lanes("float32"))), target, threads)


@given(name=TARGETS, case=gathers())
@examples(38)
def test_a_gather_wraps_negative_indices_and_clamps_others(name: str, case: Case) -> None:
    check(case, named(name), 1)


@given(name=TARGETS, case=scatters())
@examples(22)
def test_a_scatter_writes_where_its_indices_say(name: str, case: Case) -> None:
    check(case, named(name), 1)


@given(name=TARGETS, data=st.data(), threads=THREADS)
@examples(22)
def test_a_packed_panel_is_read_with_its_own_strides_within_the_tile(
    name: str, data: st.DataObject, threads: int
) -> None:
    target = named(name)
    check(data.draw(panel_products(target.lanes("float32"))), target, threads)


@given(name=TARGETS, case=handovers(), threads=THREADS)
@examples(38)
def test_loop_nests_pass_data_through_the_scratch_of_an_outer_tile(
    name: str, case: Case, threads: int
) -> None:
    check(case, named(name), threads)


@given(name=TARGETS, case=chains(), threads=THREADS)
@examples(38)
def test_no_phase_begins_before_all_threads_have_finished_the_one_before(
    name: str, case: Case, threads: int
) -> None:
    check(case, named(name), threads)


@given(name=TARGETS, case=windows(), threads=THREADS)
@examples(68)
def test_strided_lanes_are_read_without_elements_outside_the_bounds(
    name: str, case: Case, threads: int
) -> None:
    check(case, named(name), threads)
