"""The devices that tests of generated code run on: this machine, and named feature sets it has."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import strategies as st

from aoe.backends.cpu.target.cpu_target import CpuTarget
from tests.backends.cpu.codegen.native import runnable_presets


def each(*names: str) -> list[object]:
    """Parameters for a test, by name (`host` or a preset); those this machine cannot run are
    skipped.
    """
    runnable = runnable_presets()
    return [
        pytest.param(
            name, marks=pytest.mark.skipif(name not in runnable, reason=f"this CPU has no {name}")
        )
        for name in names
    ]


def some(*names: str) -> st.SearchStrategy[str]:
    """One of these devices for each example of a property: those that this machine cannot run are
    left out.
    """
    return st.sampled_from([name for name in names if name in runnable_presets()])


def named(name: str, threads: int = 2) -> CpuTarget:
    """The device of a name given to `each`."""
    return replace(runnable_presets()[name], threads=threads)
