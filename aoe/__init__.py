"""open-aoe: compiles a model for this machine and tunes it by measuring.

    result = aoe.tune("model.onnx", output="tuned", budget="5m")
    session = aoe.InferenceSession(result.model_path)
    outputs = session.run(None, {"input": array})

The command `aoe` does the same (`aoe.application.command_line`). The package loads a name when it
is first used, so `import aoe` is quick and starts nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from aoe.application.api import TuneResult, compile, tune
    from aoe.application.api_folder import FolderResult, tune_folder
    from aoe.application.api_operators import OperatorsResult, tune_operators
    from aoe.application.api_options import (
        CacheOptions,
        ModelOptions,
        PrecisionOptions,
        TuneOptions,
    )
    from aoe.application.model.kernels import Kernels, load_kernels
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
    from aoe.frontends.custom_operators.custom_operator import (
        CustomOperator,
        custom_operator,
        register_operator,
    )
    from aoe.frontends.preprocessing.parameters import AippParameters

__all__ = [
    "AippParameters",
    "AoeError",
    "CacheOptions",
    "CandidateError",
    "CompileError",
    "CustomOperator",
    "FolderResult",
    "InferenceSession",
    "Kernels",
    "ModelError",
    "ModelOptions",
    "OfflineModelError",
    "OperatorsResult",
    "PolicyError",
    "PrecisionOptions",
    "RepositoryError",
    "TuneOptions",
    "TuneResult",
    "UnsupportedModelError",
    "UsageError",
    "__version__",
    "compile",
    "custom_operator",
    "load_kernels",
    "register_operator",
    "tune",
    "tune_folder",
    "tune_operators",
]

_HOMES = {
    "FolderResult": "aoe.application.api_folder",
    "TuneResult": "aoe.application.api",
    "compile": "aoe.application.api",
    "tune": "aoe.application.api",
    "tune_folder": "aoe.application.api_folder",
    "OperatorsResult": "aoe.application.api_operators",
    "tune_operators": "aoe.application.api_operators",
    "CacheOptions": "aoe.application.api_options",
    "ModelOptions": "aoe.application.api_options",
    "PrecisionOptions": "aoe.application.api_options",
    "TuneOptions": "aoe.application.api_options",
    "InferenceSession": "aoe.application.model.session",
    "Kernels": "aoe.application.model.kernels",
    "load_kernels": "aoe.application.model.kernels",
    "AippParameters": "aoe.frontends.preprocessing.parameters",
    "CustomOperator": "aoe.frontends.custom_operators.custom_operator",
    "custom_operator": "aoe.frontends.custom_operators.custom_operator",
    "register_operator": "aoe.frontends.custom_operators.custom_operator",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'aoe' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES.get(name, "aoe.errors")), name)


def __dir__() -> list[str]:
    return sorted(__all__)
