"""The loops that measure a CPU do what they should measure, and nothing else."""

from __future__ import annotations

import pytest

from aoe.backends.cpu.codegen.object_code import assembly
from aoe.backends.cpu.microbenchmarks.speed_code import CHAINS, STREAMS, multiply_add_ir, read_ir
from aoe.backends.cpu.target.host import PRESETS, target_for

WITH_FUSED = sorted(set(PRESETS) - {"sse", "avx"})


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", WITH_FUSED)
def test_the_loop_is_nothing_but_independent_multiply_adds(name: str, dtype: str) -> None:
    target = target_for(name)
    text = assembly(multiply_add_ir(target, dtype), target)
    fused = [line for line in text.splitlines() if "fmadd" in line or "fmla" in line]
    assert len(fused) == CHAINS


@pytest.mark.parametrize("name", ["avx2", "avx512"])
def test_every_vector_of_an_iteration_is_read(name: str) -> None:
    text = assembly(read_ir(target_for(name)), target_for(name))
    sums = [line for line in text.splitlines() if "vaddps" in line]
    assert len(sums) == STREAMS
