"""The adapters of all modules of this package that define `ADAPTERS`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

from aoe.graph.prepare.opset_adapters.adapter import Adapter
from aoe.operators.registry import modules_below


@cache
def adapters() -> tuple[Adapter, ...]:
    """All adapters, sorted by operator set, and by module in each."""
    found = [
        item
        for module in modules_below("aoe.graph.prepare.opset_adapters")
        for item in getattr(module, "ADAPTERS", ())
    ]
    return tuple(sorted(found, key=lambda item: item.version))


@cache
def adapters_by_version() -> Mapping[int, Mapping[str, Sequence[Adapter]]]:
    """The adapters that lead to each operator set, by operator. The sets ascend."""
    found: dict[int, dict[str, list[Adapter]]] = defaultdict(lambda: defaultdict(list))
    for item in adapters():
        for op_type in item.op_types:
            found[item.version][op_type].append(item)
    return MappingProxyType({version: dict(items) for version, items in found.items()})
