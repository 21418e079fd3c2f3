"""Finds the GPU's implementations."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from aoe.backends.cuda.implementations.following import with_release
from aoe.backends.cuda.target.cuda_target import CudaTarget
from aoe.backends.implementation import Implementation, implementations_below

_PACKAGE = "aoe.backends.cuda.implementations"


@cache
def implementations() -> Mapping[str, Implementation[CudaTarget]]:
    """All implementations by name, in the order of their names."""
    found = {item.name: with_release(item) for item in implementations_below(_PACKAGE)}
    return MappingProxyType(dict(sorted(found.items())))
