"""Before a timed run, operands have the cache state that they have in a model."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from aoe.backends.backend import Workload
from aoe.backends.compilation import program
from aoe.backends.cpu.backend import BACKEND
from aoe.backends.cpu.profiler import profiler
from aoe.backends.cpu.profiler.profiler import CpuProfiler
from aoe.backends.cpu.runtime.native import NativeCode
from aoe.backends.registry import default_policy
from aoe.operators.operator import Operand, Operator
from aoe.tuning.workload.single_operator import single_operator_graph
from tests.tuning.examples import TARGET

#: A product of two inputs.
PRODUCT = Operator(
    "MatMul",
    (("transpose_a", 0), ("transpose_b", 0)),
    (Operand.row_major("float32", (16, 32)), Operand.row_major("float32", (32, 64))),
    Operand.row_major("float32", (16, 64)),
    2,
)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What is done to memory, in order: "rewrite" or "evict", and how many cache lines."""
    found: list[tuple[str, int]] = []

    def recording(what: str) -> Callable[[int, int, int], None]:
        return lambda pool, address, lines: found.append((what, lines))

    class Recording(NativeCode):
        def __init__(self, objects: tuple[bytes, ...], for_tuning: bool) -> None:
            super().__init__(objects, for_tuning)
            self.rewrite, self.evict = recording("rewrite"), recording("evict")

    monkeypatch.setattr(profiler, "NativeCode", Recording)
    return found


def run(cold_inputs: tuple[int, ...] = (), cold_outputs: tuple[int, ...] = ()) -> None:
    policies = {PRODUCT.key: default_policy(PRODUCT, TARGET)}
    request = (single_operator_graph(PRODUCT), policies)
    (built,) = BACKEND.compiler(TARGET).build([request], for_tuning=True)
    inputs = [np.ones(operand.shape, np.float32) for operand in PRODUCT.inputs]
    workload = Workload(
        TARGET.threads,
        inputs,
        rewriting=True,
        cold_inputs=cold_inputs,
        cold_outputs=cold_outputs,
    )
    candidate = CpuProfiler().load(program(built), workload)
    candidate.time(1)
    candidate.release()


def test_inputs_of_the_operators_before_were_just_written(told: list[tuple[str, int]]) -> None:
    run()
    assert told == [("rewrite", 32), ("rewrite", 128)]


def test_cold_operands_are_in_no_cache(told: list[tuple[str, int]]) -> None:
    run(cold_inputs=(1,), cold_outputs=(0,))
    assert told == [("rewrite", 32), ("evict", 128), ("evict", 64)]
