"""Plans as LLVM IR: what `run` passes to kernels, in which order, on which machines."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from aoe.backends.cpu.codegen.object_code import assembly
from aoe.backends.cpu.codegen.plan.plan_code import CALLS_EACH, plan_ir
from aoe.backends.cpu.target.cpu_target import cpu_target
from aoe.backends.session import InferenceSession
from aoe.errors import CompileError
from aoe.runtime.memory_location import Location
from aoe.runtime.plan import InterOpRegion, KernelCall, Plan, TensorInfo
from tests.runtime.examples import compiled, double_ir, scale_model, two_input_model

ARM = cpu_target("aarch64-unknown-linux-gnu", "generic", "", 16, 32, 1 << 15, 1 << 19, 1 << 23, 2)

#: Writes to argument 0 the addresses of its arguments and its scratch, and the thread numbers.
RECORD = """
define void @record(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) {
  %out = load ptr, ptr %arguments
  %second_at = getelementptr ptr, ptr %arguments, i64 1
  %second = load ptr, ptr %second_at
  %skip = mul i64 %thread, 4
  %row = getelementptr i64, ptr %out, i64 %skip
  %row.1 = getelementptr i64, ptr %row, i64 1
  %row.2 = getelementptr i64, ptr %row, i64 2
  %row.3 = getelementptr i64, ptr %row, i64 3
  %second.i = ptrtoint ptr %second to i64
  %scratch.i = ptrtoint ptr %scratch to i64
  store i64 %second.i, ptr %row
  store i64 %scratch.i, ptr %row.1
  store i64 %thread, ptr %row.2
  store i64 %threads, ptr %row.3
  ret void
}
"""


def record_plan(parallel: bool) -> Plan:
    """Returns a plan of one call of `record`; the second argument is 48 bytes into the arena."""
    call = KernelCall(
        "record", (Location("output", 0, 0), Location("arena", 0, 48)), parallel, "recording"
    )
    return Plan(
        inputs=(),
        outputs=(TensorInfo("rows", "int64", (3, 4)),),
        calls=(call,),
        prepare=(),
        constant_bytes=0,
        packed_bytes=0,
        arena_bytes=64,
        scratch_bytes=128,
    )


def test_scratch_follows_the_arena_thread_by_thread() -> None:
    with InferenceSession(compiled(record_plan(parallel=True), {"record": RECORD}), 3) as session:
        (rows,) = session.run(None, {})
    arena = rows[0, 0] - 48
    assert rows[:, 0].tolist() == [arena + 48] * 3
    assert rows[:, 1].tolist() == [arena + 64 + 128 * thread for thread in range(3)]
    assert rows[:, 2].tolist() == [0, 1, 2]
    assert rows[:, 3].tolist() == [3, 3, 3]
    assert arena % 64 == 0


def test_a_call_that_is_not_parallel_runs_on_the_caller_alone() -> None:
    with InferenceSession(compiled(record_plan(parallel=False), {"record": RECORD}), 3) as session:
        (rows,) = session.run(None, {})
    assert rows[0, 2:].tolist() == [0, 1]


#: y[phase, thread] = 1 + the sum of the previous phase, which all threads must have written.
CHAIN = """
define void @chain(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) {
entry:
  %y = load ptr, ptr %arguments
  %round_at = getelementptr i64, ptr %arguments, i64 1
  %round = load i64, ptr %round_at
  %row_number = mul i64 %round, %threads
  %row = getelementptr i64, ptr %y, i64 %row_number
  %back = sub i64 0, %threads
  %before = getelementptr i64, ptr %row, i64 %back
  %first = icmp eq i64 %round, 0
  br i1 %first, label %end, label %add
add:
  %i = phi i64 [0, %entry], [%following, %add]
  %sum = phi i64 [1, %entry], [%more, %add]
  %place = getelementptr i64, ptr %before, i64 %i
  %value = load i64, ptr %place
  %more = add i64 %sum, %value
  %following = add i64 %i, 1
  %again = icmp slt i64 %following, %threads
  br i1 %again, label %add, label %end
end:
  %result = phi i64 [1, %entry], [%more, %add]
  %own = getelementptr i64, ptr %row, i64 %thread
  store i64 %result, ptr %own
  ret void
}
"""


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("section", [False, True])
def test_phases_run_in_order_and_know_their_number(threads: int, section: bool) -> None:
    shared = 1 if section else threads
    call = KernelCall("chain", (Location("output", 0, 0),), not section, "chain", phase_count=20)
    plan = Plan(
        inputs=(),
        outputs=(TensorInfo("y", "int64", (20, shared)),),
        calls=(call,),
        prepare=(),
        constant_bytes=0,
        packed_bytes=0,
        arena_bytes=0,
        scratch_bytes=128,
        inter_op_regions=(InterOpRegion(0, (1,)),) if section else (),
    )
    expected = [1]
    while len(expected) < 20:
        expected.append(1 + shared * expected[-1])
    with InferenceSession(compiled(plan, {"chain": CHAIN}), threads) as session:
        for _ in range(50):
            (y,) = session.run(None, {})
            assert y.tolist() == [[value] * shared for value in expected]
        assert [name for name, _ in session.profile({})] == ["chain"]


def test_offsets_into_inputs_and_outputs_are_bytes() -> None:
    half = """
    define void @half(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) {
      %from = load ptr, ptr %arguments
      %to_at = getelementptr ptr, ptr %arguments, i64 1
      %to = load ptr, ptr %to_at
      %x = load float, ptr %from
      store float %x, ptr %to
      ret void
    }
    """
    ends = (Location("input", 0, 4), Location("output", 0, 0))
    starts = (Location("input", 0, 0), Location("output", 0, 4))
    plan = Plan(
        inputs=(TensorInfo("x", "float32", (2,)),),
        outputs=(TensorInfo("y", "float32", (2,)),),
        calls=(KernelCall("half", ends, False), KernelCall("half", starts, False)),
        prepare=(),
        constant_bytes=0,
        packed_bytes=0,
        arena_bytes=0,
        scratch_bytes=0,
    )
    with InferenceSession(compiled(plan, {"half": half}), 1) as session:
        assert session.run(None, {"x": np.array([1, 2], np.float32)})[0].tolist() == [2, 1]


def test_the_profile_has_a_time_for_every_call() -> None:
    feed = {"first": np.zeros((2, 3), np.float32), "second": np.zeros((2, 3), np.float32)}
    with InferenceSession(two_input_model(), 1) as session:
        assert len(session.profile(feed)) == 3


def test_a_plan_without_calls_is_an_empty_function() -> None:
    plan = Plan((), (), (), (), 0, 0, 0, 0)
    with InferenceSession(compiled(plan, {}), 2) as session:
        assert session.run(None, {}) == []


def test_a_plan_of_more_calls_than_one_function_holds_runs_them_all_in_order() -> None:
    ends = [Location("input", 0, 0), *[Location("arena", 0, 0)] * 99, Location("output", 0, 0)]
    calls = [KernelCall("double", pair, parallel=False) for pair in pairwise(ends)]
    plan = Plan(
        inputs=(TensorInfo("x", "float32", (2,)),),
        outputs=(TensorInfo("y", "float32", (2,)),),
        calls=tuple(calls),
        prepare=(),
        constant_bytes=0,
        packed_bytes=0,
        arena_bytes=64,
        scratch_bytes=0,
    )
    assert len(calls) > CALLS_EACH
    feed = {"x": np.array([1, 3], np.float32)}
    with InferenceSession(compiled(plan, {"double": double_ir("double", 2)}), 1) as session:
        assert session.run(None, feed)[0].tolist() == [2.0**100, 3 * 2.0**100]
        assert len(session.profile(feed)) == 100


def test_plans_compile_for_arm() -> None:
    text = assembly(plan_ir(scale_model().plan, ARM), ARM)
    assert "aoe_parallel" in text
    assert "scale" in text


def test_an_architecture_without_a_thread_pool_is_refused() -> None:
    target = cpu_target("riscv64-linux", "generic", "", 16, 32, 1, 1, 1, 2)
    with pytest.raises(CompileError, match="riscv64"):
        plan_ir(scale_model().plan, target)
