"""Puts this package into MindSpore: where it runs a cell in graph mode, and where a script switches
AOE on.

Four functions are replaced:

- `Cell.compile_and_run`, through which each call of a cell in graph mode passes;
- `_JitExecutor.__call__`, through which each call of a function with `@jit` passes, in PyNative
  mode too;
- `device_context.ascend.op_tuning.aoe_tune_mode` and `aoe_job_type`, which have no effect on a CPU.

`set_context(aoe_tune_mode=…, aoe_config=…)` is MindSpore's own on every device.
"""

from __future__ import annotations

import importlib.util
from functools import cache
from typing import Any

from aoe.errors import UsageError, quoted


@cache
def activate() -> None:
    """Takes over cells of MindSpore in this process, from now on. Once is enough.

    Raises:
        UsageError: MindSpore is not installed, or cannot be imported.
    """
    if importlib.util.find_spec("mindspore") is None:
        raise UsageError(
            "aoe.mindspore needs MindSpore, which is not installed; run pip install mindspore"
        )
    try:
        from mindspore import nn
        from mindspore.device_context import ascend
        from mindspore.device_context.ascend import op_tuning
        from mindspore.graph.api import _JitExecutor
    except (
        Exception
    ) as error:  # of whatever kind: libraries are loaded, and the machine is looked at
        raise UsageError(
            f"MindSpore is installed, but importing it fails: {type(error).__name__}: "
            f"{quoted(error)}; see what `python -c 'import mindspore'` says, or install a version "
            "that open-aoe supports"
        ) from error

    from aoe.mindspore.adapter import journal
    from aoe.mindspore.cells import run_cell, run_function
    from aoe.mindspore.tune_mode import set_job_type, set_tune_mode

    original, call = nn.Cell.compile_and_run, _JitExecutor.__call__

    def compile_and_run(self: Any, *args: Any, **kwargs: Any) -> Any:
        """Compiles and runs the cell."""
        return run_cell(self, args, kwargs, original)

    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        """Runs the function."""
        return run_function(self, args, kwargs, call)

    nn.Cell.compile_and_run, _JitExecutor.__call__ = compile_and_run, run
    for module in (op_tuning, ascend):
        module.aoe_tune_mode = set_tune_mode
        module.aoe_job_type = set_job_type
    journal()  # which tells in the end what became of the script
