"""What PyTorch's key of a graph has instead of what all files of PyTorch and Triton hold, and of
Inductor's code generators.

`aoe.torch.kept_graphs` uses it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import torch

from aoe.torch.private_torch import codecache
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
#: Large folders of PyTorch without modules.
_WITHOUT_MODULES = ("__pycache__", "include", "share")


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


@cache
def torch_files() -> bytes:
    """A digest of PyTorch's version, and of the names, sizes and times of its modules and
    libraries: what Python asks of a file before it takes what it compiled of it. PyTorch's own key
    has what the modules hold, 50 MB.
    """
    digest = hashlib.sha256(f"{torch.__version__} {torch.version.git_version}".encode())
    for line in _described(str(Path(torch.__file__).parent)):
        digest.update(line.encode())
    return digest.digest()


def _described(folder: str) -> Iterator[str]:
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.name.endswith((".py", ".so")):
            try:
                status = entry.stat()
            except OSError:  # a link to nothing, or a file that was removed
                continue
            yield f"{entry.path} {status.st_size} {status.st_mtime_ns}\n"
        elif entry.is_dir(follow_symlinks=False) and entry.name not in _WITHOUT_MODULES:
            yield from _described(entry.path)


def _system() -> Mapping[str, Any]:
    """The present GPU if this process uses one, and the hash that Inductor asks for, should it
    compile in another thread. What is kept has no code for a GPU, but PyTorch may choose operators
    by it. PyTorch's own function also digests Triton's library, 500 MB.
    """
    if not torch.cuda.is_initialized():
        return {"hash": ""}
    found = torch.cuda.get_device_properties(torch.cuda.current_device())
    return {"name": found.name, "capability": (found.major, found.minor), "hash": ""}
