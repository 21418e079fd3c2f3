import pytest

from aoe.execute.cpu.host import PRESETS, device_for
from aoe.execute.cpu.target import assembly
from benchmarks.peak import CHAINS, peak_ir


@pytest.mark.parametrize("name", sorted(set(PRESETS) - {"sse", "avx"}))
def test_the_loop_is_nothing_but_independent_multiply_adds(name: str) -> None:
    device = device_for(name)
    text = assembly(peak_ir(device), device)
    fused = [line for line in text.splitlines() if "fmadd" in line or "fmla" in line]
    assert len(fused) == CHAINS
