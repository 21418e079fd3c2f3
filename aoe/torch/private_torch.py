"""What the backend needs of PyTorch's private modules, imported in one place: a version of PyTorch
that has it elsewhere, or not at all, is told by one sentence. What the backend can do without is
looked for where it is used.
"""

from __future__ import annotations

import torch

from aoe.errors import AoeError

try:
    from functorch.compile import min_cut_rematerialization_partition
    from torch._dynamo import config as dynamo_config
    from torch._dynamo import convert_frame
    from torch._dynamo.backends.common import aot_autograd
    from torch._functorch import config as functorch_config
    from torch._functorch._aot_autograd.autograd_cache import BypassAOTAutogradCache
    from torch._functorch._aot_autograd.schemas import SerializableAOTDispatchCompiler
    from torch._inductor import codecache
    from torch._inductor.output_code import OutputCode
    from torch._subclasses.fake_tensor import FakeTensorMode
    from torch.fx.experimental.symbolic_shapes import (
        GuardOnDataDependentSymNode,
        ShapeEnv,
        free_symbols,
        free_unbacked_symbols,
    )
    from torch.fx.passes.infra.partitioner import CapabilityBasedPartitioner
except ImportError as error:
    raise AoeError(
        f'torch.compile(backend="aoe") cannot be used with torch {torch.__version__}: {error}; '
        "install another version of torch, 2.9 or newer, or of open-aoe"
    ) from error

__all__ = [
    "BypassAOTAutogradCache",
    "CapabilityBasedPartitioner",
    "FakeTensorMode",
    "GuardOnDataDependentSymNode",
    "OutputCode",
    "SerializableAOTDispatchCompiler",
    "ShapeEnv",
    "aot_autograd",
    "codecache",
    "convert_frame",
    "dynamo_config",
    "free_symbols",
    "free_unbacked_symbols",
    "functorch_config",
    "min_cut_rematerialization_partition",
]
