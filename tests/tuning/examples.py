"""Operators, graphs, hand-written candidates and fakes that the tests of tuning share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from aoe.backends.backend import CompiledPlan
from aoe.backends.cpu.codegen.object_code import object_code
from aoe.backends.cpu.codegen.plan.cache_state_code import cache_state_ir
from aoe.backends.cpu.codegen.plan.plan_code import plan_ir
from aoe.backends.cpu.codegen.plan.thread_pool_code import thread_pool_ir
from aoe.backends.cpu.target.host import host_target
from aoe.loops.expression import Constant, Load, apply
from aoe.operators.operator import Operand, Operator
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, Tensor
from aoe.policy import Policy
from aoe.repository.search_record import ANY_MODEL, SearchDepth
from aoe.runtime.memory_location import Location
from aoe.runtime.plan import KernelCall, Plan, TensorInfo
from aoe.tuning.measurement.candidate import Candidate
from aoe.tuning.observer import OperatorOutcome, TaskProgress
from aoe.tuning.policy_database import Winner

TARGET = host_target(threads=2)


def doubling(size: int = 256) -> Operator:
    """y = 2·x on a vector."""
    operand = Operand.row_major("float32", (size,))
    epilogue = apply("mul", Load(0), Constant(2.0))
    return Operator("Pointwise", (), (operand,), operand, 0, epilogue=epilogue)


def product(rows: int, inner: int, columns: int) -> Operator:
    """A matrix product with constant weights."""
    return Operator(
        "MatMul",
        (("transpose_a", 0), ("transpose_b", 0)),
        (
            Operand.row_major("float32", (rows, inner)),
            Operand.row_major("float32", (inner, columns), constant=True),
        ),
        Operand.row_major("float32", (rows, columns)),
        2,
    )


def chain(*operators: Operator) -> OperatorGraph:
    """A graph that applies operators of one input one after another; their constants are seeded."""
    generator = np.random.default_rng(0)
    tensors = {"x0": _tensor(operators[0].inputs[0])}
    constants: dict[str, np.ndarray] = {}
    nodes = []
    for number, operator in enumerate(operators):
        inputs = [f"x{number}"]
        for operand in operator.inputs[1:]:
            name = f"w{number}_{len(inputs)}"
            inputs.append(name)
            tensors[name] = _tensor(operand)
            constants[name] = generator.standard_normal(operand.shape).astype(operand.dtype)
        tensors[f"x{number + 1}"] = _tensor(operator.output)
        sources = ((f"node{number}", operator.type),)
        nodes.append(
            OperatorNode(f"node{number}", operator, tuple(inputs), f"x{number + 1}", sources)
        )
    return OperatorGraph(
        "chain", ("x0",), (f"x{len(operators)}",), tensors, constants, tuple(nodes)
    )


def _tensor(operand: Operand) -> Tensor:
    return Tensor(operand.dtype, operand.shape, operand.order)


#: A kernel of (x, y) that first calls a function and then writes y[i] = factor · x[i mod 256].
KERNEL = """\
define void @kernel(ptr %arguments, ptr %scratch, i64 %thread, i64 %threads) {{
entry:
  %x = load ptr, ptr %arguments
  %at = getelementptr ptr, ptr %arguments, i64 1
  %y = load ptr, ptr %at
  call void @first()
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %source = and i64 %i, 255
  %from = getelementptr float, ptr %x, i64 %source
  %to = getelementptr float, ptr %y, i64 %i
  %value = load float, ptr %from
  %result = fmul float %value, {factor!r}
  store float %result, ptr %to
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, {count}
  br i1 %more, label %loop, label %end
end:
  ret void
}}
declare void @llvm.trap()
define internal void @first() {{
  {first}
}}
"""
NOTHING = "ret void"
CRASH = "store volatile i32 1, ptr null\n  ret void"
ILLEGAL = "call void @llvm.trap()\n  unreachable"
HANG = """%word = alloca i32
  br label %again
again:
  %seen = load volatile i32, ptr %word
  br label %again"""


def written_candidate(
    name: str, *, factor: float = 2.0, count: int = 256, first: str = NOTHING, arena: int = 0
) -> Candidate:
    """A candidate for `doubling()` in hand-written LLVM IR; right unless told otherwise."""
    call = KernelCall("kernel", (Location("input", 0, 0), Location("output", 0, 0)), False)
    plan = Plan(
        inputs=(TensorInfo("input0", "float32", (256,)),),
        outputs=(TensorInfo("output", "float32", (256,)),),
        calls=(call,),
        prepare=(),
        constant_bytes=0,
        packed_bytes=0,
        arena_bytes=arena,
        scratch_bytes=0,
    )
    sources = {
        "kernel": KERNEL.format(first=first, factor=factor, count=count),
        "plan": plan_ir(plan, TARGET),
        "thread_pool": thread_pool_ir(TARGET),
        "cache_state": cache_state_ir(TARGET),
    }
    objects = {key: object_code(ir, TARGET) for key, ir in sources.items()}
    return Candidate(Policy(name), CompiledPlan(plan, objects), 1e-5)


@dataclass
class MemoryStore:
    """A policy store in memory."""

    policies: dict[str, Policy] = field(default_factory=dict)
    winners: list[Winner] = field(default_factory=list)
    withdrawn: list[str] = field(default_factory=list)
    similar: list[tuple[Operator, Policy]] = field(default_factory=list)
    searched: dict[tuple[str, str], SearchDepth] = field(default_factory=dict)
    defaults: dict[tuple[str, str], Policy] = field(default_factory=dict)

    def lookup(self, operator: Operator) -> Policy | None:
        return self.policies.get(operator.key)

    def of_type(self, operator_type: str) -> list[tuple[Operator, Policy]]:
        return [pair for pair in self.similar if pair[0].type == operator_type]

    def store(self, operator: Operator, winner: Winner) -> None:
        self.policies[operator.key] = winner.policy
        self.winners.append(winner)

    def withdraw(self, operator: Operator) -> None:
        del self.policies[operator.key]
        self.withdrawn.append(operator.key)

    def default_stands(
        self, operator: Operator, default: Callable[[], Policy], depth: SearchDepth, model: str
    ) -> bool:
        known = [(operator.key, name) for name in (ANY_MODEL, model)]
        return any(
            self.searched[item].covers(depth) and self.defaults[item] == default()
            for item in known
            if item in self.searched
        )

    def remember(
        self, operator: Operator, default: Policy, depth: SearchDepth, candidates: int, model: str
    ) -> None:
        self.searched[operator.key, model] = depth
        self.defaults[operator.key, model] = default


@dataclass
class Recorder:
    """An observer that remembers what it was told."""

    totals: list[int] = field(default_factory=list)
    outcomes: list[OperatorOutcome] = field(default_factory=list)
    done: list[int] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    reverted: list[OperatorOutcome] = field(default_factory=list)
    seconds_left: list[float | None] = field(default_factory=list)
    tasks: list[tuple[TaskProgress, ...]] = field(default_factory=list)

    def started(self, total: int, kind: str = "operators") -> None:
        self.totals.append(total)

    def decided(self, outcome: OperatorOutcome) -> None:
        self.outcomes.append(outcome)

    def decided_again(self, outcome: OperatorOutcome) -> None:
        self.reverted.append(outcome)

    def phase(self, text: str, seconds_left: float | None) -> None:
        assert seconds_left is None or seconds_left >= 0.0

    def progress(self, done: int, total: int, best_gain: float, seconds_left: float | None) -> None:
        assert 0 <= done <= total
        assert best_gain >= 1.0
        assert seconds_left is None or seconds_left >= 0.0
        self.done.append(done)
        self.seconds_left.append(seconds_left)

    def tasks_changed(self, tasks: Sequence[TaskProgress]) -> None:
        self.tasks.append(tuple(tasks))

    def budgeted(self, seconds: float | None) -> None:
        pass

    def warning(self, text: str) -> None:
        self.warnings.append(text)
