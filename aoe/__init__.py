"""open-aoe: tunes the operators of a model by compiling and measuring on this machine.

    result = aoe.tune("model.onnx", job_type=2, output="tuned", budget=300)
    session = aoe.InferenceSession(result.model_path)
    outputs = session.run(None, {"input": array})

The command `aoe` does the same (`aoe.application.command_line`). Names are loaded when first used,
so that importing the package is quick and starts nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from aoe.application.api import TuneResult, compile, tune
    from aoe.application.model.session import InferenceSession
    from aoe.errors import (
        AoeError,
        CandidateError,
        CompileError,
        ModelError,
        OfflineModelError,
        PolicyError,
        RepositoryError,
        UnsupportedModelError,
        UsageError,
    )

__all__ = [
    "AoeError",
    "CandidateError",
    "CompileError",
    "InferenceSession",
    "ModelError",
    "OfflineModelError",
    "PolicyError",
    "RepositoryError",
    "TuneResult",
    "UnsupportedModelError",
    "UsageError",
    "__version__",
    "compile",
    "tune",
]

_HOMES = {
    "TuneResult": "aoe.application.api",
    "compile": "aoe.application.api",
    "tune": "aoe.application.api",
    "InferenceSession": "aoe.application.model.session",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'aoe' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES.get(name, "aoe.errors")), name)


def __dir__() -> list[str]:
    return sorted(__all__)
