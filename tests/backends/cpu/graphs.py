"""Builds small operator graphs with what they should compute, and runs plans in NumPy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from aoe.backends.cpu.memory.planned_call import PlannedGraph
from aoe.backends.cpu.memory.planner import plan_graph
from aoe.backends.cpu.target.host import target_for
from aoe.loops.expression import Apply, Load, apply
from aoe.loops.loop_nest import Kernel
from aoe.operators.operator import Operand, Operator, Result
from aoe.operators.operator_graph import Node, OperatorGraph, OperatorNode, Tensor, ViewNode
from aoe.operators.types.elementwise.concat import concatenation
from aoe.operators.types.elementwise.pointwise import pointwise
from aoe.runtime.plan import KernelCall, Plan
from tests.loops.interpreter import run_kernel

COMPUTE = {"add": np.add, "neg": np.negative}
TARGET = target_for("avx2", threads=2)


class GraphBuilder:
    """An operator graph in the making; `values` holds what NumPy computes beside it."""

    def __init__(self) -> None:
        self.values: dict[str, np.ndarray] = {}
        self.tensors: dict[str, Tensor] = {}
        self.inputs: list[str] = []
        self.constants: dict[str, np.ndarray] = {}
        self.nodes: list[Node] = []
        self.aliases: dict[str, str] = {}

    def input(self, array: np.ndarray) -> str:
        name = self.add(f"input_{len(self.inputs)}", array)
        self.inputs.append(name)
        return name

    def constant(self, array: np.ndarray) -> str:
        name = self.add(f"constant_{len(self.constants)}", array)
        self.constants[name] = array
        return name

    def pointwise(self, expression: Apply, *names: str, order: Sequence[int] | None = None) -> str:
        """A function of `COMPUTE` applied to values; `order` is the result's."""
        inputs = [self.values[name] for name in names]
        result = COMPUTE[expression.function](*inputs)
        output = Operand(result.dtype.name, result.shape, tuple(order or range(result.ndim)))
        operator = pointwise(expression, [self.operand(name) for name in names], output)
        return self.operator(operator, names, result)

    def sum_and_negated(self, one: str, other: str) -> tuple[str, str]:
        """One operator that writes the sum of two values, and the first one negated."""
        total, negated = self.values[one] + self.values[other], -self.values[one]
        first = pointwise(
            apply("add", Load(0), Load(1)),
            [self.operand(one), self.operand(other)],
            Operand.row_major(total.dtype.name, total.shape),
        )
        operator = replace(first, further=(Result(first.output, apply("neg", Load(0))),))
        first_name = self.add(f"value_{len(self.nodes)}", total)
        second_name = self.add(f"further_{len(self.nodes)}", negated)
        node = OperatorNode(
            f"node_{first_name}", operator, (one, other), first_name, further=(second_name,)
        )
        self.nodes.append(node)
        return first_name, second_name

    def negated(self, name: str, order: Sequence[int] | None = None) -> str:
        return self.pointwise(apply("neg", Load(0)), name, order=order)

    def sum(self, one: str, other: str, order: Sequence[int] | None = None) -> str:
        return self.pointwise(apply("add", Load(0), Load(1)), one, other, order=order)

    def concat(self, names: Sequence[str], axis: int, order: Sequence[int] | None = None) -> str:
        operator = concatenation([self.operand(name) for name in names], axis)
        if order is not None:
            operator = replace(operator, output=replace(operator.output, order=tuple(order)))
        result = np.concatenate([self.values[name] for name in names], axis)
        return self.operator(operator, names, result)

    def view(self, kind: str, arguments: Sequence[int], name: str) -> str:
        source = self.values[name]
        if kind == "transpose":
            result = source.transpose(arguments)
        elif kind == "reshape":
            result = source.reshape(arguments)
        elif kind == "broadcast":
            result = np.broadcast_to(source, arguments)
        else:
            cuts = zip(*[iter(arguments)] * 3, strict=True)
            places = [[start + step * n for n in range(length)] for start, step, length in cuts]
            result = source[np.ix_(*places)]
        output = self.add(f"view_{len(self.nodes)}", result)
        self.nodes.append(ViewNode(kind, tuple(arguments), name, output))
        return output

    def operator(self, operator: Operator, names: Sequence[str], result: np.ndarray) -> str:
        output = self.add(f"value_{len(self.nodes)}", result, operator.output.order)
        self.nodes.append(OperatorNode(f"node_{output}", operator, tuple(names), output))
        return output

    def graph(self, *outputs: str) -> OperatorGraph:
        return OperatorGraph(
            "graph",
            tuple(self.inputs),
            outputs,
            self.tensors,
            self.constants,
            tuple(self.nodes),
            aliases=self.aliases,
        )

    def add(self, name: str, array: np.ndarray, order: Sequence[int] | None = None) -> str:
        self.values[name] = array
        dimensions = tuple(order if order is not None else range(array.ndim))
        self.tensors[name] = Tensor(array.dtype.name, array.shape, dimensions)
        return name

    def operand(self, name: str) -> Operand:
        tensor = self.tensors[name]
        return Operand(tensor.dtype, tensor.shape, tensor.order, name in self.constants)


def numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(np.float32)


def planned(graph: OperatorGraph) -> PlannedGraph:
    return plan_graph(graph, {}, TARGET)


def check(build: GraphBuilder, *outputs: str) -> Plan:
    """The plan of a graph, whose outputs are right."""
    graph = build.graph(*outputs)
    result = planned(graph)
    arrays = run_plan(result, build.constants, [build.values[name] for name in graph.inputs])
    for name, array in zip(outputs, arrays, strict=True):
        np.testing.assert_array_equal(array, build.values[name])
    return result.plan


def run_plan(
    planned: PlannedGraph, constants: Mapping[str, np.ndarray], inputs: Sequence[np.ndarray]
) -> list[np.ndarray]:
    """The outputs of a plan, its kernels interpreted on memory that starts as garbage."""
    plan = planned.plan
    spaces = {
        "constant": [_garbage(plan.constant_bytes)],
        "packed": [_garbage(plan.packed_bytes)],
        "arena": [_garbage(plan.arena_bytes)],
        "input": [np.ascontiguousarray(item).reshape(-1).view(np.uint8) for item in inputs],
        "output": [
            _garbage(int(np.prod(item.shape)) * np.dtype(item.dtype).itemsize)
            for item in plan.outputs
        ],
    }
    for alias in plan.aliases:
        spaces["output"][alias.output] = spaces["input"][alias.input].copy()
    for info in plan.constants:
        data = np.ascontiguousarray(constants[info.name]).reshape(-1).view(np.uint8)
        spaces["constant"][0][info.offset : info.offset + info.bytes] = data
    for call in (*plan.prepare, *plan.calls):
        run_call(planned.kernels[call.function], call, spaces)
    return [
        data.view(info.dtype).reshape(info.shape)
        for data, info in zip(spaces["output"], plan.outputs, strict=True)
    ]


def run_call(kernel: Kernel, call: KernelCall, spaces: Mapping[str, list[np.ndarray]]) -> None:
    """One kernel on the memory its arguments point to."""
    dtypes = {
        access.buffer: np.dtype(access.dtype)
        for nest in kernel.nests
        for access in (*nest.operands, *(store.access for store in nest.stores))
    }
    memory = {}
    for name, location in zip(kernel.arguments, call.arguments, strict=True):
        data = spaces[location.space][location.index][location.offset :]
        dtype = dtypes.get(name, np.dtype(np.uint8))
        memory[name] = data[: data.size // dtype.itemsize * dtype.itemsize].view(dtype)
    run_kernel(kernel, memory)


def _garbage(size: int) -> np.ndarray:
    return np.full(size, 0xFF, np.uint8)
