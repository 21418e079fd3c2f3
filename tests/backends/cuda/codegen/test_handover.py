"""Kernels that start before the one in front of them has ended."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.backends.cuda.codegen.kernel_code import kernel_ir
from aoe.backends.cuda.codegen.prefetch import CHUNK, constant_bytes
from aoe.backends.cuda.codegen.ptx import ptx
from aoe.backends.cuda.implementations.following import split
from aoe.backends.cuda.kernels.launches import launch_of
from aoe.backends.cuda.kernels.simt_kernel import SimtKernel
from aoe.backends.cuda.kernels.tensor_kernel import TensorKernel
from aoe.backends.cuda.runtime.device import Start
from aoe.backends.cuda.runtime.launch_plan import (
    Launch,
    launches_from_bytes,
    launches_to_bytes,
)
from aoe.backends.cuda.runtime.work import Kernels
from aoe.backends.cuda.target.cuda_target import CudaTarget, cuda_target
from aoe.backends.registry import lower, space
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Access
from aoe.operators.operator import Operand, Operator, View
from aoe.policy import Decision, Policy
from aoe.runtime.memory_location import Location
from aoe.runtime.plan import KernelCall
from tests.backends.cpu.implementations.matmul_cases import matrix_product
from tests.backends.cuda.devices import ARCHITECTURE_NAMES, PtxDevices, with_gpu
from tests.backends.cuda.ptx_machine.device import PtxDevice
from tests.backends.cuda.ptx_machine.memory import MachineError
from tests.graph.models import model, weights
from tests.not_empty import not_empty

TARGET = cuda_target("sm_90", 2)


def product(constant: bool = True) -> Operator:
    left = Operand.row_major("float16", (40, 64), False)
    return matrix_product(left, Operand.row_major("float16", (64, 32), constant))


def policy_of(operator: Operator, impl: str, release: str, target: CudaTarget = TARGET) -> Policy:
    return next(
        policy
        for policy in space(operator, target)
        if policy.impl == impl and dict(policy.schedule).get("release", release) == release
    )


def kernel_of(operator: Operator, policy: Policy, target: CudaTarget = TARGET) -> SimtKernel:
    inputs = [View.dense(item) for item in operator.inputs]
    program = lower(operator, inputs, View.dense(operator.output), policy, target)
    kernel = program.kernels[0]
    assert isinstance(kernel, SimtKernel)
    return kernel


def order_of(text: str) -> list[str]:
    """The instructions of a kernel that matter here, in order, the first of several."""
    found = re.findall(r"griddepcontrol\.\w+|cp\.async\.c[ag]|mma\.sync|st\.global|ret;", text)
    return list(dict.fromkeys(found))


def code_of(kernel: SimtKernel, target: CudaTarget = TARGET) -> str:
    return ptx(kernel_ir(kernel, "kernel", target), target)


@pytest.mark.parametrize("name", ARCHITECTURE_NAMES)
def test_kernels_wait_where_they_may_start_early(name: str) -> None:
    target = cuda_target(name, 2)
    operator = product()
    kernel = kernel_of(operator, policy_of(operator, "mma_matmul", "late", target), target)
    early = name in ("sm_90", "sm_100")
    assert code_of(kernel, target).count("griddepcontrol.wait") == early
    launch = launch_of(kernel, target)
    assert launch.waits == early
    read = {kernel.arguments[number] for number in launch.early}
    assert not early or read in ({"input1"}, {"packed"})
    decisions = [dict(policy.schedule) for policy in not_empty(space(operator, target))]
    assert all(("release" in item) == early for item in decisions)


@pytest.mark.parametrize(
    ("release", "expected"),
    [
        ("late", ["cp.async.cg", "wait", "mma.sync", "launch_dependents", "st.global", "ret;"]),
        ("early", ["cp.async.cg", "wait", "launch_dependents", "mma.sync", "st.global", "ret;"]),
        ("none", ["cp.async.cg", "wait", "mma.sync", "st.global", "ret;"]),
    ],
)
def test_a_product_copies_weights_first_and_releases_where_it_is_told(
    release: str, expected: Sequence[str]
) -> None:
    operator = product()
    found = order_of(code_of(kernel_of(operator, policy_of(operator, "mma_matmul", release))))
    assert [item.removeprefix("griddepcontrol.") for item in found] == expected


def test_operands_that_are_no_constants_wait() -> None:
    operator = product(constant=False)
    kernel = kernel_of(operator, policy_of(operator, "mma_matmul", "late"))
    assert isinstance(kernel, TensorKernel)
    assert kernel.constants == ()
    assert order_of(code_of(kernel))[:2] == ["griddepcontrol.wait", "cp.async.cg"]


def test_only_constants_are_read_as_what_nobody_writes() -> None:
    """NVIDIA's assembler moves such reads to the other side of the place where a kernel waits."""
    operator = matrix_product(
        Operand.row_major("float32", (1, 256), False), Operand.row_major("float32", (256, 8), True)
    )
    for name, release in (("gemv_matmul", "late"), ("simt_matmul", "early")):
        text = code_of(kernel_of(operator, policy_of(operator, name, release)))
        loads = re.findall(r"ld\.global\S*", text)
        assert len([item for item in loads if ".nc" in item]) < len(loads)


def test_few_rows_ask_for_their_weights_before_they_wait() -> None:
    operator = matrix_product(
        Operand.row_major("float32", (1, 256), False), Operand.row_major("float32", (256, 8), True)
    )
    text = code_of(kernel_of(operator, policy_of(operator, "gemv_matmul", "late")))
    early, late = text.split("griddepcontrol.wait")
    assert "prefetch.global.L2" in early
    assert "ld.global" not in early
    assert "prefetch" not in late


def test_a_place_that_is_not_known_is_refused() -> None:
    policy = policy_of(product(), "mma_matmul", "late")
    wrong = Policy.of(policy.impl, schedule={**dict(policy.schedule), "release": "sometimes"})
    with pytest.raises(PolicyError, match=r"releases the next kernel at 'sometimes'; give one of"):
        kernel_of(product(), wrong)
    without = {name: value for name, value in policy.schedule if name != "release"}
    base, place = split(Policy.of(policy.impl, schedule=without), ("late", "early"))
    assert (base.schedule, place) == (Policy.of("", schedule=without).schedule, "late")


def test_a_constant_that_lies_where_kernels_write_is_not_read_early() -> None:
    class Given(Kernels):
        def __init__(self) -> None:
            self.launches = {"kernel": Launch(1, 32, 0, waits=True, early=(1,))}
            self.functions = {"kernel": None}

    def follows(space: str) -> bool:
        places = (Location("arena", 0, 0), Location(space, 0, 0))
        (start,) = Given().starts(KernelCall("kernel", places, True), [0, 256], 0)
        return start.follows

    assert follows("packed")
    assert follows("constant")
    assert not follows("arena")


def weights_of(kernel: SimtKernel, grid: int, target: CudaTarget) -> list[tuple[int, int]]:
    """What the blocks of a kernel ask for before they need it; addresses from that of the weights
    on.
    """
    device = PtxDevice()
    launch = launch_of(kernel, target)
    loaded = device.function(code_of(kernel, target).encode(), "kernel", launch)
    places = [device.allocate(1 << 18) for _ in kernel.arguments]
    for place in places:
        device.memory.view(place, 1 << 18)[:] = 0
    assert launch.grid == grid
    device.stream().record([Start(loaded, launch, tuple(places), "kernel", True)]).start()
    base = places[kernel.arguments.index("input1")]
    return [(address - base, size) for address, size in device.memory.prefetched]


def long_product(rows: int, columns: int = 80, terms: int = 520) -> Operator:
    left = Operand.row_major("float16", (rows, terms), False)
    return matrix_product(left, Operand("float16", (terms, columns), (1, 0), True))


def test_blocks_share_the_weights_that_are_brought_near() -> None:
    operator = long_product(40)
    policy = policy_of(operator, "mma_matmul", "late")
    kernel = kernel_of(operator, policy)
    size = 80 * 520 * 2
    found = weights_of(kernel, launch_of(kernel, TARGET).grid, TARGET)
    assert sorted(found) == [(start, CHUNK) for start in range(0, size // CHUNK * CHUNK, CHUNK)]
    assert order_of(code_of(kernel))[:2] == ["cp.async.cg", "griddepcontrol.wait"]


def test_many_blocks_and_small_weights_are_not_brought_near() -> None:
    few, many = long_product(40), long_product(4000)
    assert "prefetch" in code_of(kernel_of(few, policy_of(few, "mma_matmul", "late")))
    assert "prefetch" not in code_of(kernel_of(many, policy_of(many, "mma_matmul", "late")))
    small = long_product(40, 16, 64)
    assert "prefetch" not in code_of(kernel_of(small, policy_of(small, "mma_matmul", "late")))
    older = cuda_target("sm_80", 2)
    usual = kernel_of(few, policy_of(few, "mma_matmul", "", older), older)
    assert "prefetch" not in code_of(usual, older)


def test_what_is_read_of_a_buffer_is_known_where_it_is_dense() -> None:
    kernel = kernel_of(long_product(40), policy_of(long_product(40), "mma_matmul", "late"))
    assert constant_bytes(kernel, "input1") == (0, 80 * 520 * 2)
    assert constant_bytes(kernel, "unknown") == (0, 0)
    nest = kernel.nests[0]

    def reading(access: Access) -> tuple[int, int]:
        operands = (nest.operands[0], access, *nest.operands[2:])
        return constant_bytes(replace(kernel, nests=(replace(nest, operands=operands),)), "input1")

    assert reading(replace(nest.operands[1], offset=4)) == (16, 80 * 520 * 2 - 8)
    packed = replace(kernel, packed=(("input1", 4096),))
    assert constant_bytes(packed, "input1") == (0, 4096)
    sparse = tuple((name, 16 * stride) for name, stride in nest.operands[1].strides)
    assert reading(replace(nest.operands[1], strides=sparse)) == (0, 0)


@pytest.fixture
def gpu() -> Iterator[PtxDevices]:
    devices = PtxDevices("sm_90")
    with with_gpu(devices):
        yield devices


def test_a_model_of_several_kernels_computes_the_reference(
    gpu: PtxDevices, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = """
        (float[1,4,6,6] x) => (float[1,5] y) {
            a = Conv<pads=[1,1,1,1]>(x, w)
            b = Relu(a)
            c = Conv<pads=[1,1,1,1]>(b, v)
            d = Add(b, c)
            e = GlobalAveragePool(d)
            f = Flatten(e)
            g = MatMul(f, m)
            y = Softmax(g)
        }
    """
    proto = model(text, w=weights(8, 4, 3, 3), v=weights(8, 8, 3, 3), m=weights(8, 5))
    feed = {"x": np.random.default_rng(0).standard_normal((1, 4, 6, 6)).astype(np.float32)}
    with aoe.compile(proto, device="reference") as reference:
        expected = reference.run(None, feed)[0]
    with aoe.compile(proto, device="cuda") as session:
        np.testing.assert_allclose(session.run(None, feed)[0], expected, rtol=1e-5)
    assert all(gpu.device.followed)
    assert len(gpu.device.followed) >= 4


HEAD = """.version 8.0
.target sm_90a
.address_size 64
.visible .entry kernel(.param .u64 source, .param .u64 target)
{
.reg .b32 %r<2>;
.reg .b64 %rd<3>;
ld.param.u64 %rd1, [source];
ld.param.u64 %rd2, [target];
"""
WAIT, LOAD, STORE, END = (
    "griddepcontrol.wait;",
    "ld.global.u32 %r1, [%rd1];",
    "st.global.u32 [%rd2], %r1;",
    "ret;\n}",
)


def run_twice(*lines: str) -> None:
    """A kernel that copies a word, and once more from where it wrote."""
    device = PtxDevice()
    launch = Launch(1, 32, 0, waits=True)
    function = device.function((HEAD + "\n".join(lines)).encode(), "kernel", launch)
    first, second, third = (device.allocate(4) for _ in range(3))
    starts = [
        Start(function, launch, (first, second), "first", True),
        Start(function, launch, (second, third), "second", True),
    ]
    device.memory.view(first, 4)[:] = 7
    device.stream().record(starts).start()
    assert (device.memory.view(third, 4) == 7).all()


def test_the_machine_refuses_what_overtakes() -> None:
    run_twice(WAIT, LOAD, STORE, END)
    with pytest.raises(MachineError, match="reads what one in front of it writes, before it waits"):
        run_twice(LOAD, WAIT, STORE, END)
    with pytest.raises(MachineError, match="reads what one in front of it writes, before it waits"):
        run_twice(WAIT, LOAD.replace("global", "global.nc"), STORE, END)
    with pytest.raises(MachineError, match="writes before it waits"):
        run_twice("mov.u32 %r1, 7;", STORE, WAIT, END)
    with pytest.raises(MachineError, match="a thread ends before it has waited"):
        run_twice(END)


def test_launches_are_kept_in_offline_models() -> None:
    given = {"kernel": replace(Launch(3, 64, 0), waits=True, early=(1, 2))}
    assert launches_from_bytes(launches_to_bytes(given)) == given
    older = b'{"k": {"grid": 3, "block": 64, "shared": 0, "scratch": 0, "phases": false}}'
    assert launches_from_bytes(older) == {"k": Launch(3, 64, 0)}


def test_packed_weights_are_brought_near_whole() -> None:
    operator = long_product(100, 64, 640)
    schedule: dict[str, Decision] = {"tile": (64, 32), "stages": 4, "split": 1, "share": 2}
    policy = Policy.of("wgmma_matmul", {}, schedule)
    kernel = kernel_of(operator, policy)
    ((name, size),) = kernel.packed
    assert name in kernel.constants
    assert size >= 64 * 640 * 2
    assert constant_bytes(kernel, name) == (0, size)
    assert "cp.async.bulk.prefetch" in code_of(kernel)
