from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from aoe.backends.cpu.codegen.kernel_code import kernel_ir
from aoe.backends.cpu.codegen.object_code import assembly
from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.cpu_target import CACHE_LINE
from aoe.backends.cpu.target.host import target_for
from aoe.backends.llvm.kernel_body import scratch_bytes
from aoe.backends.llvm.register_tile_code import PREFETCHED
from aoe.backends.registry import lower
from aoe.errors import CompileError
from aoe.loops.expression import Accumulator, Constant, Load, apply, cast
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Bound,
    Buffer,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    Reduction,
    Store,
)
from aoe.operators.operator import Operand, View
from aoe.policy import Policy
from tests.backends.cpu.codegen import running
from tests.backends.cpu.implementations.convolutions import convolution
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.backends.cpu.targets import named

TARGET = target_for("avx2", threads=2)


def product(order: tuple[Loop, ...] = ()) -> LoopNest:
    """out[m, k] = Σ a[m, c] · b[c, k]."""
    return LoopNest(
        "product",
        (Axis("m", 6), Axis("k", 16), Axis("c", 8)),
        (
            Access("a", "float32", (("m", 8), ("c", 1))),
            Access("b", "float32", (("c", 16), ("k", 1))),
        ),
        (Store(Access("out", "float32", (("m", 16), ("k", 1))), Accumulator()),),
        Reduction("sum", ("c",), apply("mul", Load(0), Load(1))),
        LoopSchedule("k", 1, (("m", 2),), order),
    )


def kernel(nest: LoopNest, *outer: Loop, parallel: int = 0) -> Kernel:
    return Kernel(
        "product", (Axis("m", 6), Axis("k", 16)), outer, parallel, (nest,), ("a", "b", "out")
    )


def refusal(kernel: Kernel) -> str:
    with pytest.raises(CompileError) as caught:
        kernel_ir(kernel, "f", TARGET)
    return str(caught.value)


def test_an_outer_loop_over_an_unknown_axis_is_refused() -> None:
    message = refusal(kernel(product(), Loop("z", 1)))
    assert message == "kernel product: loops over unknown axes ['z']"


def test_parallel_and_lockstep_loops_share_no_axis() -> None:
    shared = replace(kernel(product(), Loop("m", 2), Loop("m", 1), parallel=1), lockstep=1)
    message = refusal(shared)
    assert message == "kernel product: threads share an axis twice: ['m', 'm']"


def test_every_lockstep_iteration_has_a_region_for_every_phase() -> None:
    nests = (product(), product(), product())
    chain = replace(kernel(product(), Loop("m", 4), Loop("k", 1)), nests=nests, lockstep=1)
    assert chain.phase_count == 2
    assert replace(chain, barriers=(1,)).phase_count == 4
    assert replace(chain, barriers=(1,)).phases == (nests[:1], nests[1:])
    assert replace(chain, lockstep=2).phase_count == 2 * 16
    assert replace(chain, lockstep=0).phase_count == 1


@pytest.mark.parametrize(
    "schedule",
    [
        LoopSchedule("z"),
        LoopSchedule("k", tile=(("z", 2),)),
        LoopSchedule("k", order=(Loop("z", 2),)),
    ],
)
def test_a_schedule_of_an_unknown_axis_is_refused(schedule: LoopSchedule) -> None:
    message = refusal(kernel(replace(product(), schedule=schedule)))
    assert message == "loop nest product: the schedule names unknown axes ['z']"


@pytest.mark.parametrize(
    "access",
    [
        Access("a", "float32", (("z", 1),)),
        Access("a", "float32", (("m", 1),), tile_strides=(("z", 1),)),
        Access("a", "float32", (("m", 1),), bounds=(Bound((("z", 1),), 0, 3),)),
    ],
)
def test_an_access_along_an_unknown_axis_is_refused(access: Access) -> None:
    nest = product()
    message = refusal(kernel(replace(nest, operands=(access, nest.operands[1]))))
    assert message == "loop nest product: an access of a names unknown axes ['z']"


def test_an_access_of_a_buffer_that_is_not_passed_in_is_refused() -> None:
    message = refusal(replace(kernel(product()), arguments=("a", "out")))
    assert message == "no argument or scratch of the kernel is named b"


def test_threads_cannot_share_an_axis_twice() -> None:
    message = refusal(kernel(product(), Loop("m", 4), Loop("m", 2), parallel=2))
    assert "threads share an axis twice" in message
    kernel_ir(kernel(product(), Loop("m", 4), Loop("m", 2), parallel=1), "f", TARGET)


def test_outer_loops_cannot_cut_a_reduction() -> None:
    cut = replace(kernel(product(), Loop("c", 4)), axes=(Axis("c", 8),))
    assert "outer loops cut the reduction of loop nest product along ['c']" in refusal(cut)


def test_a_thread_may_cut_a_reduction_whose_partial_results_wait_in_the_output() -> None:
    nest = product((Loop("c", 4), Loop("m", 2)))
    assert nest.partial_axes == {"c"}
    axes = (Axis("m", 6), Axis("c", 8))
    cut = replace(kernel(nest, Loop("m", 4), Loop("c", 4), parallel=1), axes=axes)
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal(n).astype(np.float32) for n in (48, 128))
    memory = {"a": a, "b": b, "out": np.full(96, np.nan, np.float32)}
    running.run_kernel(cut, memory, named("host"), 2)
    expected = a.reshape(6, 8) @ b.reshape(8, 16)
    np.testing.assert_allclose(memory["out"].reshape(6, 16), expected, rtol=1e-4, atol=1e-5)
    shared = replace(cut, outer=(Loop("c", 4), Loop("m", 4)))
    assert "outer loops cut the reduction of loop nest product along ['c']" in refusal(shared)


def test_partial_results_need_a_single_output_of_their_type() -> None:
    nest = product((Loop("c", 4), Loop("m", 0), Loop("k", 0)))
    kernel_ir(kernel(nest), "f", TARGET)
    twice = replace(nest, stores=nest.stores * 2)
    assert "partial results need a single output of float32" in refusal(kernel(twice))
    access = replace(nest.stores[0].access, dtype="int32")
    other = replace(nest, stores=(Store(access, cast(Accumulator(), "int32")),))
    assert "partial results need a single output of float32" in refusal(kernel(other))


def test_a_loop_that_the_kernel_has_gone_through_encloses_no_partial_results() -> None:
    # Nothing is said of m, so its loop comes last; but a tile of it is all that is left of it.
    nest = product((Loop("k", 0), Loop("c", 4)))
    doubled = replace(nest.stores[0].access, dtype="float64")
    wide = replace(nest, stores=(Store(doubled, cast(Accumulator(), "float64")),))
    random = np.random.default_rng(0)
    a, b = (random.standard_normal(shape).astype(np.float32) for shape in ((6, 8), (8, 16)))
    memory: dict[str, np.ndarray] = {
        "a": a.reshape(-1),
        "b": b.reshape(-1),
        "out": np.zeros(96),
    }
    running.run_kernel(kernel(wide, Loop("m", 2)), memory, named("host"))
    np.testing.assert_allclose(memory["out"].reshape(6, 16), a @ b, 1e-5, 1e-5)


def test_parts_of_a_sum_have_accumulators_of_their_own_in_a_loop_of_the_kernel() -> None:
    rows, length = Axis("m", 3), Axis("c", 1 << 18)
    sums = LoopNest(
        "sums",
        (rows, length),
        (Access("a", "float32", (("m", length.extent), ("c", 1))),),
        (Store(Access("out", "float32", (("m", 1),)), Accumulator()),),
        Reduction("sum", ("c",), Load(0)),
        LoopSchedule(order=(Loop("c", 512, separate_accumulators=True),)),
    )
    memory = {"a": np.full(3 << 18, 0.1, np.float32), "out": np.zeros(3, np.float32)}
    whole = Kernel("sums", (rows,), (Loop("m", 1),), 0, (sums,), ("a", "out"))
    running.run_kernel(whole, memory, named("host"))
    # Added to one accumulator, all these numbers would round the same way.
    np.testing.assert_allclose(memory["out"], length.extent * np.float64(np.float32(0.1)), 1e-5)


def test_every_buffer_of_the_scratch_is_aligned_to_a_cache_line() -> None:
    scratch = (Buffer("x", "float32", 1), Buffer("y", "bool", 65), Buffer("z", "float64", 8))
    assert scratch_bytes(replace(kernel(product()), scratch=scratch)) == 64 + 128 + 64


def test_the_same_kernel_always_gives_the_same_text() -> None:
    assert kernel_ir(kernel(product()), "f", TARGET) == kernel_ir(kernel(product()), "f", TARGET)


@pytest.mark.parametrize("threads", [1, 2, 3, 7, 20])
def test_threads_share_all_tasks_and_no_task_twice(threads: int) -> None:
    # Every task adds 1 to its part of the output.
    out = Access("out", "float32", (("m", 16), ("k", 1)))
    added = Store(out, apply("add", Load(0), Constant(1.0)))
    nest = LoopNest("count", (Axis("m", 6), Axis("k", 16)), (out,), (added,))
    counting = Kernel("count", nest.axes, (Loop("m", 4), Loop("k", 5)), 2, (nest,), ("out",))
    memory = {"out": np.zeros(96, np.float32)}
    running.run_kernel(counting, memory, named("host"), threads)
    assert (memory["out"] == 1).all()


def neon_assembly(name: str) -> str:
    target = target_for("neon", threads=1)
    x = Operand("float32", (1, 16, 8, 8), (0, 2, 3, 1))
    a = Operand.row_major("float32", (24, 32))
    b = Operand.row_major("float32", (32, 24), True)
    operator = {
        "conv_direct": convolution(x, 16, (3, 3), pads=(1, 1, 1, 1)),
        "conv_winograd": convolution(x, 16, (3, 3), pads=(1, 1, 1, 1)),
        "matmul": matrix_product(a, b),
        "matmul_dot": matrix_product(
            Operand.row_major("float32", (1, 32)),
            Operand.row_major("float32", (24, 32), True),
            transpose_b=True,
        ),
    }[name]
    policy = implementations()[name].default(operator, target)
    views = [View.dense(item) for item in operator.inputs]
    program = lower(operator, views, View.dense(operator.output), policy, target)
    return "".join(assembly(kernel_ir(item, "f", target), target) for item in program.kernels)


@pytest.mark.parametrize("name", ["conv_direct", "conv_winograd", "matmul", "matmul_dot"])
def test_kernels_compile_to_neon_multiply_adds(name: str) -> None:
    text = neon_assembly(name)
    assert re.search(r"\bfmla\s+v\d+\.4s, v\d+\.4s, v\d+\.(4s|s\[\d\])", text)


@pytest.mark.parametrize(("prefetch", "unroll"), [(0, 4), (1, 1)])
def test_a_register_tile_does_not_spill(prefetch: int, unroll: int) -> None:
    # 14 rows × 2 vectors: 28 accumulators and 2 vectors of weights in 32 registers.
    target = target_for("avx512", threads=1)
    # Sums of 144 numbers have one part.
    x = Operand("float32", (1, 16, 14, 14), (0, 2, 3, 1))
    operator = convolution(x, 64, (3, 3), pads=(1, 1, 1, 1), bias=False, function="")
    policy = Policy.of(
        "conv_direct",
        {"input": "padded"},
        {
            "tile": (1, 14),
            "vectors": 2,
            "unroll": unroll,
            "block": 14,
            "depth": 3,
            "prefetch": prefetch,
            "parallel": "rows",
        },
    )
    views = [View.dense(item) for item in operator.inputs]
    program = lower(operator, views, View.dense(operator.output), policy, target)
    text = assembly(kernel_ir(program.kernels[-1], "f", target), target)
    assert len(re.findall(r"vfmadd\w+ps.*zmm", text)) >= 28
    assert not re.findall(r"zmm\d+.*\(%rsp\)|\(%rsp\).*zmm\d+", text)


def test_each_step_prefetches_one_line_of_every_stream() -> None:
    target = target_for("avx512", threads=1)
    a = Operand("float32", (16, 512), (0, 1))
    b = Operand("float32", (512, 64), (0, 1), constant=True)
    operator = matrix_product(a, b)
    policy = Policy.of(
        "matmul",
        {"b": "packed"},
        {
            "tile": (1, 8),
            "vectors": 2,
            "unroll": 8,
            "block": 16,
            "depth": 512,
            "prefetch": 2,
            "parallel": "columns",
        },
    )
    views = [View.dense(item) for item in operator.inputs]
    program = lower(operator, views, View.dense(operator.output), policy, target)
    text = kernel_ir(program.kernels[-1], "f", target)
    fetched = re.findall(
        r"(%\S+) = getelementptr i8, ptr \S+, i64 (\d+)\n.*prefetch\.p0\(ptr \1,", text
    )
    panel = 4 * 512 * 32
    assert {int(offset) for _, offset in fetched} == {n * panel // 8 for n in range(8)}


def test_a_prefetch_brings_a_cache_line() -> None:
    assert PREFETCHED == CACHE_LINE
