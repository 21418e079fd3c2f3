"""Training of PyTorch models with operators of open-aoe, `torch.compile(model, backend="aoe")`, and
tuning of gradients on several workers, `tune_gradients(ddp)`.

    import torch, aoe.torch
    model = torch.compile(model, backend="aoe")

`compiler.py` has what torch calls. `translate/` makes an ONNX IR model of each forward and backward
graph, `compiled.py` runs it on tensors. `set_aoe` and `aoe_mode` are AOE's ways to tune training.
`gradients/` is the tuning of gradients. Nothing here imports torch before it is used.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any

from aoe.torch.gradients.reminder import gradient_calls

if TYPE_CHECKING:
    import torch

    from aoe.torch.compiler import backend
    from aoe.torch.dump import set_aoe
    from aoe.torch.gradients.tuning import tune_gradients
    from aoe.torch.options import CompilerConfig
    from aoe.torch.report import GraphReport, reports

__all__ = [
    "CompilerConfig",
    "GraphReport",
    "backend",
    "get_npu_backend",
    "reports",
    "set_aoe",
    "tune_gradients",
]

_HOMES = {
    "CompilerConfig": "aoe.torch.options",
    "GraphReport": "aoe.torch.report",
    "backend": "aoe.torch.compiler",
    "reports": "aoe.torch.report",
    "set_aoe": "aoe.torch.dump",
    "tune_gradients": "aoe.torch.gradients.tuning",
}


gradient_calls()  # a script that only imports this is told what AOE_MODE=4 needs


def get_npu_backend(*, compiler_config: CompilerConfig | None = None) -> Callable[..., Any]:
    """The backend with a configuration, as TorchAir has it, so that a script changes one line:

        import aoe.torch as torchair

        model = torch.compile(model, backend=torchair.get_npu_backend(compiler_config=config))

    Args:
        compiler_config: The configuration; None for the defaults.

    Returns:
        A backend. It takes `options` of `torch.compile`, too, which win.

    Raises:
        UsageError: The configuration cannot be used.
    """
    from aoe.settings import read_settings
    from aoe.torch.compiler import backend
    from aoe.torch.options import torch_options

    configured = {} if compiler_config is None else {"compiler_config": compiler_config}
    torch_options(configured, read_settings())

    @wraps(backend)  # by which Dynamo's recording knows whose it is
    def npu_backend(
        module: torch.fx.GraphModule,
        example_inputs: Sequence[Any],
        *,
        mode: str | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Callable[..., Any]:
        given = {**configured, **(options or {})}
        return backend(module, example_inputs, mode=mode, options=given)

    return npu_backend


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'aoe.torch' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
