"""Stores the fastest known policy of every operator that searches are judged by.

`best_known.json` has one object per `soc_version`, and in it one entry per operator: what it is,
the policy, its time, its speed (GFLOP/s of contractions, else GB/s) and the date. `record` and
`live` replace an entry when a comparison made for that finds a faster policy (`judging.raised`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from math import prod
from pathlib import Path
from typing import Any

from aoe.element_types import ITEM_BYTES
from aoe.operators.operator import Operator
from aoe.operators.useful_work import multiply_adds
from aoe.policy import Policy
from benchmarks.search.suite import describe

#: Where the file is.
BEST_KNOWN = Path(__file__).with_name("best_known.json")


@dataclass(slots=True)
class BestKnown:
    """The file at `path`, and its entries for one `soc_version`, by operator key."""

    path: Path
    soc_version: str
    entries: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    @staticmethod
    def read(path: Path, soc_version: str) -> BestKnown:
        """Reads what the file says of a device model; nothing if there is no file."""
        return BestKnown(path, soc_version, dict(_read(path).get(soc_version, {})))

    def policy(self, operator: Operator) -> Policy | None:
        """Returns the fastest known policy of an operator."""
        entry = self.entries.get(operator.key)
        return None if entry is None else Policy.from_json(entry["policy"])

    def put(self, operator: Operator, policy: Policy, seconds: float) -> None:
        """Takes a policy for the fastest, and writes the file."""
        self.entries[operator.key] = {
            "what": describe(operator),
            "policy": policy.to_json(),
            "µs": round(seconds * 1e6, 2),
            **{unit: round(speed, 1) for unit, speed in speed_of(operator, seconds).items()},
            "date": datetime.now(timezone.utc).date().isoformat(),
        }
        targets = _read(self.path) | {self.soc_version: dict(sorted(self.entries.items()))}
        text = json.dumps(targets, indent=1, ensure_ascii=False, sort_keys=True)
        self.path.write_text(text + "\n", encoding="utf-8")


def speed_of(operator: Operator, seconds: float) -> dict[str, float]:
    """Returns GFLOP/s by the definition of a contraction; GB/s of all else, every operand once."""
    flops = 2 * multiply_adds(operator)
    if flops:
        return {"GFLOP/s": flops / seconds / 1e9}
    operands = (*operator.inputs, operator.output)
    moved = sum(prod(item.shape) * ITEM_BYTES[item.dtype] for item in operands)
    return {"GB/s": moved / seconds / 1e9}


def _read(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}
