"""The kinds of decisions in which two policies of a subgraph differ, in words for reports.

A kind is a word of `KINDS` or the name of a variant. `no strips` or `no shift_gemm` is a decision
that was taken back. `aoe.tuning.subgraph.decision_gains` tells the gain of each kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from aoe.graph.subgraph.subgraph import BRANCHES, CHUNKS, ORDER, STORED, STRIPS, VARIANT
from aoe.policy import Decision, SubgraphPolicy

#: Values that are written to memory, and values that are not any more.
STORED_VALUES, FUSED_VALUES = "stored values", "fused values"
#: The kinds by the keys of decisions.
KINDS: Mapping[str, str] = MappingProxyType(
    {
        ORDER: "dimension orders",
        BRANCHES: "parallel branches",
        **dict.fromkeys(STRIPS, "strips"),
        **dict.fromkeys(CHUNKS, "chunks"),
    }
)


def kind_of(name: str, decision: Decision) -> str:
    """The kind of a decision other than about stored values.

    Args:
        name: Its name in a policy, such as `order.3`.
        decision: Its value, which names a variant.
    """
    key, point, _ = name.partition(".")
    return str(decision) if key + point == VARIANT else KINDS.get(key + point, key)


def changed_kinds(before: SubgraphPolicy, after: SubgraphPolicy) -> Counter[str]:
    """How many decisions of each kind a policy takes otherwise than another.

    The order of a value that the other does not store counts as no decision of its own.
    """
    old, new = dict(before.decisions), dict(after.decisions)
    were, are = (_numbers(decisions.pop(STORED, ())) for decisions in (old, new))
    found = Counter({STORED_VALUES: len(are - were), FUSED_VALUES: len(were - are)})
    for name, decision in new.items():
        newly_stored = name.startswith(ORDER) and name not in old
        if not newly_stored and old.get(name) != decision:
            found[kind_of(name, decision)] += 1
    gone = [
        kind_of(name, decision)
        for name, decision in old.items()
        if name not in new and not name.startswith(ORDER)
    ]
    return +(found + Counter(f"no {kind}" for kind in gone if kind not in found))


def _numbers(decision: Decision) -> set[int | str]:
    return set(decision) if isinstance(decision, tuple) else set()
