"""MindSpore on a CPU with cells run by open-aoe: training steps and inference in graph mode.

    import aoe.mindspore
    mindspore.set_context(aoe_tune_mode="online", aoe_config={"job_type": "2"})

The first line activates it. `python -m aoe.mindspore train.py` runs a script that does not have it.
The second is MindSpore's own switch for AOE. Each call of a cell in graph mode is read once,
compared with MindSpore, and run by native code from then on. What cannot be is left to MindSpore,
with a sentence that says why.

`activation.py` has the places where MindSpore is asked, `cells.py` what is done there.
`aoe.training` runs steps.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

from aoe.mindspore.activation import activate

if TYPE_CHECKING:
    from aoe.mindspore.adapter import reports
    from aoe.mindspore.cells import left_to_mindspore
    from aoe.mindspore.inference import compile
    from aoe.mindspore.options import set_options

__all__ = ["activate", "compile", "left_to_mindspore", "reports", "set_options"]

_HOMES = {
    "compile": "aoe.mindspore.inference",
    "left_to_mindspore": "aoe.mindspore.cells",
    "reports": "aoe.mindspore.adapter",
    "set_options": "aoe.mindspore.options",
}


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'aoe.mindspore' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)


def _is_command() -> bool:
    """Whether Python imports this package to run it: `__main__.py` activates it then, and tells in
    a sentence what it lacks.
    """
    return sys.argv[:1] == ["-m"] and "aoe.mindspore" in sys.orig_argv


if not _is_command():
    activate()
