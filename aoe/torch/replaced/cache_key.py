"""What PyTorch's key of a graph has instead of what all files of PyTorch and Triton hold, and of
Inductor's code generators.

`aoe.torch.kept_graphs` uses it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from types import MappingProxyType
from typing import Any

import torch

from aoe.torch.private_torch import codecache
from aoe.torch.replaced.installation import torch_files
from aoe.torch.replaced.stand_ins import without_sources
from aoe.torch.replaced.values import replaced

#: What PyTorch's key of a graph asks of Inductor's code generators, and what it gets instead.
_GENERATORS: Mapping[str, Any] = MappingProxyType(
    {
        "init_backend_registration": lambda: None,
        "custom_backend_passes": {},
        "custom_backend_codegen_configs": {},
    }
)


@contextmanager
def without_generators() -> Iterator[None]:
    """While this is in force, PyTorch's key does not ask for Inductor's code generators in this
    thread, nor for what all files of PyTorch and Triton hold.
    """
    with ExitStack() as stack:
        for name, value in _GENERATORS.items():
            stack.enter_context(replaced(codecache, name, value))
        stack.enter_context(replaced(codecache, "torch_key", torch_files))
        stack.enter_context(replaced(codecache.CacheBase, "get_system", _system))
        stack.enter_context(without_sources())
        yield


def _system() -> Mapping[str, Any]:
    """The present GPU if this process uses one, and the hash that Inductor asks for. What is kept
    has no code for a GPU, but PyTorch may choose operators by it. PyTorch's own function also
    digests Triton's library, 500 MB.
    """
    if not torch.cuda.is_initialized():
        return {"hash": ""}
    found = torch.cuda.get_device_properties(torch.cuda.current_device())
    return {
        "name": found.name,
        "capability": (found.major, found.minor),
        "architecture": getattr(found, "gcnArchName", None),  # of GPUs of AMD
        "hash": "",
    }
