"""Signatures: the canonical text of what is tuned, and the key made of it.

An operator (`aoe.operators.operator`) and a subgraph (`aoe.graph.subgraph.subgraph`) have a
signature. Equal signatures have equal keys, under which repositories keep entries.

Earlier versions wrote other fields. `current_fields` reads them; whatever has a signature in a file
passes it through that function. `earlier_fields` is its inverse.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

#: Fields of operators that earlier versions wrote where they were true, and the field and value
#: that each stands for. Of two for one field, the last holds.
EARLIER_FIELDS: Mapping[str, tuple[str, Any]] = MappingProxyType(
    {
        "alone": ("inter_op", True),
        "exact": ("precision", "high"),
        "whole": ("precision", "highest"),
        "sparse": ("zeros_expected", True),
    }
)
_EARLIER = frozenset(EARLIER_FIELDS)


def canonical_json(data: Any) -> str:
    """The one text of a JSON value that signatures are made of."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def key_of(signature: str) -> str:
    """A 64-bit hash of a signature, in decimal, as AOE's repositories name entries."""
    return str(int.from_bytes(hashlib.sha256(signature.encode()).digest()[:8], "big"))


def current_fields(signature: Any) -> Any:
    """The JSON of an operator's signature with the fields of today; the same object if it has no
    others.
    """
    if not isinstance(signature, dict) or _EARLIER.isdisjoint(signature):
        return signature
    found = dict(signature)
    for name, (field, value) in EARLIER_FIELDS.items():
        if found.pop(name, False):
            found[field] = value
    return found


def earlier_fields(signature: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON of an operator's signature as earlier versions wrote it."""
    found = dict(signature)
    for name, (field, value) in EARLIER_FIELDS.items():
        if found.get(field) == value:
            del found[field]
            found[name] = True
    return found
