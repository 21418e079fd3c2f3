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

__version__ = "0.2.0"

if TYPE_CHECKING:
    from aoe.application.model.kernels import Kernels, load_kernels
    from aoe.application.model.session import InferenceSession
    from aoe.application.onnx_runtime.binding import IOBinding
    from aoe.application.onnx_runtime.environment import (
        disable_telemetry_events,
        enable_telemetry_events,
        get_all_providers,
        get_available_providers,
        get_device,
        set_default_logger_severity,
    )
    from aoe.application.onnx_runtime.metadata import ModelMetadata
    from aoe.application.onnx_runtime.options import (
        ExecutionMode,
        ExecutionOrder,
        GraphOptimizationLevel,
        RunOptions,
        SessionOptions,
    )
    from aoe.application.onnx_runtime.values import OrtValue
    from aoe.application.python_api.folder import FolderResult, tune_folder
    from aoe.application.python_api.operators import OperatorsResult, tune_operators
    from aoe.application.python_api.option_groups import (
        CacheOptions,
        ModelOptions,
        PrecisionOptions,
        TuneOptions,
    )
    from aoe.application.python_api.pretrained import PretrainedModel, from_pretrained_folder
    from aoe.application.python_api.single_model import TuneResult, compile, tune
    from aoe.application.signing.model_signature import make_key, sign, verify
    from aoe.backends.session import NodeArg
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
    "ExecutionMode",
    "ExecutionOrder",
    "FolderResult",
    "GraphOptimizationLevel",
    "IOBinding",
    "InferenceSession",
    "Kernels",
    "ModelError",
    "ModelMetadata",
    "ModelOptions",
    "NodeArg",
    "OfflineModelError",
    "OperatorsResult",
    "OrtValue",
    "PolicyError",
    "PrecisionOptions",
    "PretrainedModel",
    "RepositoryError",
    "RunOptions",
    "SessionOptions",
    "TuneOptions",
    "TuneResult",
    "UnsupportedModelError",
    "UsageError",
    "__version__",
    "compile",
    "custom_operator",
    "disable_telemetry_events",
    "enable_telemetry_events",
    "from_pretrained_folder",
    "get_all_providers",
    "get_available_providers",
    "get_device",
    "load_kernels",
    "make_key",
    "register_operator",
    "set_default_logger_severity",
    "sign",
    "tune",
    "tune_folder",
    "tune_operators",
    "verify",
]

_HOMES = {
    "FolderResult": "aoe.application.python_api.folder",
    "TuneResult": "aoe.application.python_api.single_model",
    "compile": "aoe.application.python_api.single_model",
    "tune": "aoe.application.python_api.single_model",
    "tune_folder": "aoe.application.python_api.folder",
    "OperatorsResult": "aoe.application.python_api.operators",
    "tune_operators": "aoe.application.python_api.operators",
    "CacheOptions": "aoe.application.python_api.option_groups",
    "ModelOptions": "aoe.application.python_api.option_groups",
    "PrecisionOptions": "aoe.application.python_api.option_groups",
    "TuneOptions": "aoe.application.python_api.option_groups",
    "InferenceSession": "aoe.application.model.session",
    "IOBinding": "aoe.application.onnx_runtime.binding",
    "disable_telemetry_events": "aoe.application.onnx_runtime.environment",
    "enable_telemetry_events": "aoe.application.onnx_runtime.environment",
    "get_all_providers": "aoe.application.onnx_runtime.environment",
    "get_available_providers": "aoe.application.onnx_runtime.environment",
    "get_device": "aoe.application.onnx_runtime.environment",
    "set_default_logger_severity": "aoe.application.onnx_runtime.environment",
    "ModelMetadata": "aoe.application.onnx_runtime.metadata",
    "ExecutionMode": "aoe.application.onnx_runtime.options",
    "ExecutionOrder": "aoe.application.onnx_runtime.options",
    "GraphOptimizationLevel": "aoe.application.onnx_runtime.options",
    "RunOptions": "aoe.application.onnx_runtime.options",
    "SessionOptions": "aoe.application.onnx_runtime.options",
    "OrtValue": "aoe.application.onnx_runtime.values",
    "NodeArg": "aoe.backends.session",
    "PretrainedModel": "aoe.application.python_api.pretrained",
    "from_pretrained_folder": "aoe.application.python_api.pretrained",
    "make_key": "aoe.application.signing.model_signature",
    "sign": "aoe.application.signing.model_signature",
    "verify": "aoe.application.signing.model_signature",
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
