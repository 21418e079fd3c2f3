"""Signatures: the canonical text of what is tuned, and the key made of it.

An operator (`aoe.operators.operator`) and a subgraph (`aoe.graph.subgraph.subgraph`) have a
signature. Equal signatures have equal keys, under which repositories keep entries.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any


def canonical_json(data: Any) -> str:
    """The one text of a JSON value that signatures are made of."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def key_of(signature: str) -> str:
    """A 64-bit hash of a signature, in decimal, as AOE's repositories name entries."""
    return str(int.from_bytes(hashlib.sha256(signature.encode()).digest()[:8], "big"))
