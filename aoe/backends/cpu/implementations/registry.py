"""Finds the CPU's implementations: every module of this package that defines `IMPLEMENTATION` or
`IMPLEMENTATIONS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation, implementations_below

_PACKAGE = "aoe.backends.cpu.implementations"


@cache
def implementations() -> Mapping[str, Implementation[CpuTarget]]:
    """All implementations by name, in the order of their names."""
    found = {item.name: item for item in implementations_below(_PACKAGE)}
    return MappingProxyType(dict(sorted(found.items())))
