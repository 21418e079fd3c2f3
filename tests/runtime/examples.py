"""Small offline models with hand-written kernels, compiled for this machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import numpy as np

from aoe.backends.cpu.codegen.object_code import object_code
from aoe.backends.cpu.codegen.plan.plan_code import plan_ir
from aoe.backends.cpu.codegen.plan.thread_pool_code import thread_pool_ir
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.target.host import host_target
from aoe.runtime.memory_location import Location
from aoe.runtime.offline_model import Manifest, OfflineModel, gather_constants
from aoe.runtime.plan import ConstantInfo, KernelCall, Plan, TensorInfo

#: A loop over this thread's share of 0 … count - 1, %i the index; the body goes in between.
_EACH = """
define void @{name}(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) {{
entry:
  %a = load ptr, ptr %arguments
  %b_at = getelementptr ptr, ptr %arguments, i64 1
  %b = load ptr, ptr %b_at
  {entry}
  br label %next
next:
  %i = phi i64 [%thread, %entry], [%following, %body]
  %more = icmp slt i64 %i, {count}
  br i1 %more, label %body, label %end
body:
  %a_at = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %a_at, align 4
  {body}
  %b_i = getelementptr float, ptr %b, i64 %i
  store float %y, ptr %b_i, align 4
  %following = add i64 %i, %threads
  br label %next
end:
  ret void
}}
"""


def scale_ir(count: int) -> str:
    """`scale(x, y, factor)`: y = x · factor[0] for `count` floats."""
    return _EACH.format(
        name="scale",
        count=count,
        entry="%c_at = getelementptr ptr, ptr %arguments, i64 2\n  %c = load ptr, ptr %c_at\n"
        "  %factor = load float, ptr %c, align 4",
        body="%y = fmul float %x, %factor",
    )


def double_ir(name: str, count: int) -> str:
    """`name(x, y)`: y = 2x for `count` floats."""
    return _EACH.format(name=name, count=count, entry="", body="%y = fadd float %x, %x")


def spread_ir(count: int) -> str:
    """`spread(x, y)`: y[i] = x[i] + the number of the thread that computed it, which first goes
    through the thread's own scratch."""
    return _EACH.format(
        name="spread",
        count=count,
        entry="%number = sitofp i64 %thread to float\n  store float %number, ptr %scratch",
        body="%own = load float, ptr %scratch\n  %y = fadd float %x, %own",
    )


#: `meet(x, y)`: adds one to the int64 whose address x holds, and waits until it is 2, for a few
#: seconds at most; y is what it is then.
MEET_IR = """
declare i32 @sched_yield()
define void @meet(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) {
entry:
  %x = load ptr, ptr %arguments
  %y_at = getelementptr ptr, ptr %arguments, i64 1
  %y = load ptr, ptr %y_at
  %address = load i64, ptr %x, align 8
  %word = inttoptr i64 %address to ptr
  %before = atomicrmw add ptr %word, i64 1 seq_cst
  br label %wait
wait:
  %count = phi i64 [0, %entry], [%next, %yield]
  %seen = load atomic i64, ptr %word seq_cst, align 8
  %alone = icmp slt i64 %seen, 2
  %patient = icmp slt i64 %count, 3000000
  %go_on = and i1 %alone, %patient
  br i1 %go_on, label %yield, label %end
yield:
  %yielded = call i32 @sched_yield()
  %next = add i64 %count, 1
  br label %wait
end:
  store i64 %seen, ptr %y, align 8
  ret void
}
"""


def compiled(
    plan: Plan,
    kernels: Mapping[str, str],
    constants: Mapping[str, np.ndarray] | None = None,
    target: CpuTarget | None = None,
) -> OfflineModel:
    """An offline model of a plan and the IR of its kernels."""
    target = target or host_target()
    modules = {"plan": plan_ir(plan, target), "pool": thread_pool_ir(target), **kernels}
    return OfflineModel(
        manifest=Manifest("example", target, producer="test", tuning={"gain": 0.5}),
        plan=plan,
        objects={name: object_code(ir, target) for name, ir in modules.items()},
        constant_data=gather_constants(plan, constants or {}),
        graph={"nodes": []},
        policies={"1": {"impl": "none"}},
    )


@cache
def scale_model(count: int = 1000, factor: float = 1.5) -> OfflineModel:
    """`y = 2 · factor · x`: `factor` is a constant that `prepare` doubles. x and y: (count,)."""
    plan = Plan(
        inputs=(TensorInfo("x", "float32", (count,)),),
        outputs=(TensorInfo("y", "float32", (count,)),),
        calls=(
            KernelCall(
                "scale",
                (Location("input", 0, 0), Location("output", 0, 0), Location("packed", 0, 64)),
                parallel=True,
                operator="scaling",
            ),
        ),
        prepare=(
            KernelCall(
                "pack", (Location("constant", 0, 64), Location("packed", 0, 64)), parallel=False
            ),
        ),
        constant_bytes=192,
        packed_bytes=128,
        arena_bytes=64,
        scratch_bytes=0,
        constants=(
            ConstantInfo("unused", "int64", (2, 3), 0),
            ConstantInfo("factor", "float32", (), 64),
        ),
    )
    constants: dict[str, np.ndarray] = {
        "unused": np.arange(6).reshape(2, 3),
        "factor": np.array(factor, np.float32),
    }
    return compiled(plan, {"scale": scale_ir(count), "pack": double_ir("pack", 1)}, constants)


@cache
def two_input_model() -> OfflineModel:
    """`doubled = 2 · first` through the arena, `other = 2 · second`. All of shape (2, 3)."""
    shape, count = (2, 3), 6
    arena = Location("arena", 0, 128)
    plan = Plan(
        inputs=(TensorInfo("first", "float32", shape), TensorInfo("second", "float32", shape)),
        outputs=(TensorInfo("doubled", "float32", shape), TensorInfo("other", "float32", shape)),
        calls=(
            KernelCall("double", (Location("input", 0, 0), arena), parallel=True),
            KernelCall("copy", (arena, Location("output", 0, 0)), parallel=False),
            KernelCall(
                "double", (Location("input", 1, 0), Location("output", 1, 0)), parallel=True
            ),
        ),
        prepare=(),
        constant_bytes=0,
        packed_bytes=0,
        arena_bytes=192,
        scratch_bytes=0,
    )
    copy = double_ir("copy", count).replace("fadd float %x, %x", "fadd float %x, -0.0")
    return compiled(plan, {"double": double_ir("double", count), "copy": copy})


@cache
def meeting_model() -> OfflineModel:
    """An inference that waits for another one. x and y: (1,), int64; see `MEET_IR`."""
    arguments = Location("input", 0, 0), Location("output", 0, 0)
    plan = Plan(
        inputs=(TensorInfo("x", "int64", (1,)),),
        outputs=(TensorInfo("y", "int64", (1,)),),
        calls=(KernelCall("meet", arguments, parallel=False, operator="meeting"),),
        prepare=(),
        constant_bytes=0,
        packed_bytes=0,
        arena_bytes=64,
        scratch_bytes=0,
        constants=(),
    )
    return compiled(plan, {"meet": MEET_IR})


@cache
def spread_model(count: int) -> OfflineModel:
    """`y = x + the number of the thread that computed it`, by way of the scratch."""
    plan = Plan(
        inputs=(TensorInfo("x", "float32", (count,)),),
        outputs=(TensorInfo("y", "float32", (count,)),),
        calls=(
            KernelCall(
                "spread", (Location("input", 0, 0), Location("output", 0, 0)), parallel=True
            ),
        ),
        prepare=(),
        constant_bytes=0,
        packed_bytes=0,
        arena_bytes=0,
        scratch_bytes=128,
    )
    return compiled(plan, {"spread": spread_ir(count)})


def for_target(model: OfflineModel, target: CpuTarget) -> OfflineModel:
    """The model with another device in its manifest."""
    return replace(model, manifest=replace(model.manifest, target=target))
