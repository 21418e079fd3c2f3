"""A process that runs what is compiled loads what that needs."""

from __future__ import annotations

import json
import subprocess
import sys

PROGRAM = """
import json, sys
from aoe.backends.registry import backend_named

backend = backend_named("cpu")
backend.machine.target(1)
backend.family(1)
print(json.dumps(sorted(name for name in sys.modules if name.startswith("aoe.backends.cpu."))))
"""
UNNEEDED = ("compile", "cost", "implementations", "library", "lowering", "memory", "profiler")


def test_a_program_is_loaded_without_a_compiler_and_estimates() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True, check=True
    )
    loaded = {name.removeprefix("aoe.backends.cpu.") for name in json.loads(run.stdout)}
    assert "runtime.model_family" in loaded
    assert {name for name in loaded if name.startswith(UNNEEDED)} <= {
        "implementations",
        "implementations.registry",
    }
