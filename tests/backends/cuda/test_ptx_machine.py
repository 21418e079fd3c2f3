"""The machine that executes PTX finds accesses to shared memory that no barrier orders."""

from __future__ import annotations

import pytest

from aoe.backends.cuda.runtime.launch_plan import Launch
from tests.backends.cuda.ptx_machine.device import PtxDevice
from tests.backends.cuda.ptx_machine.machine import run_kernel
from tests.backends.cuda.ptx_machine.memory import MachineError

_EXCHANGE = """
.version 7.0
.target sm_80
.address_size 64
.extern .shared .align 16 .b8 held[];
.visible .entry kernel(.param .u64 kernel_param_0)
{{
    .reg .b32 %r<8>;
    .reg .b64 %rd<2>;
    mov.u32 %r1, %tid.x;
    shl.b32 %r2, %r1, 2;
    mov.b64 %rd1, held;
    cvt.u32.u64 %r3, %rd1;
    add.s32 %r4, %r3, %r2;
    st.shared.b32 [%r4], %r1;
    {between}
    xor.b32 %r5, %r2, {distance};
    add.s32 %r6, %r3, %r5;
    ld.shared.b32 %r7, [%r6];
    {between}
    st.shared.b32 [%r4], %r7;
    ret;
}}
"""


def exchanged(between: str, distance: int) -> None:
    """Runs a kernel in which each of 64 threads reads what another wrote."""
    device = PtxDevice()
    text = _EXCHANGE.format(between=between, distance=distance)
    loaded = device.function(text.encode(), "kernel", Launch(1, 64, 256))
    run_kernel(loaded, device.memory, 1, 64, 256, [device.allocate(4)])


def test_a_barrier_of_a_warp_orders_what_its_threads_do() -> None:
    exchanged("bar.warp.sync -1;", 4)


def test_a_barrier_of_a_block_orders_what_all_threads_do() -> None:
    exchanged("bar.sync 0;", 128)


def test_a_barrier_of_a_warp_orders_nothing_between_warps() -> None:
    with pytest.raises(MachineError, match="no barrier between"):
        exchanged("bar.warp.sync -1;", 128)


def test_without_a_barrier_nothing_is_ordered() -> None:
    with pytest.raises(MachineError, match="no barrier between"):
        exchanged("", 4)
