"""The gain of subgraph tuning by the kind of decision, in a result file: a field of open-aoe in the
section `SGAT`, which is absent if no subgraph became faster.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aoe.results.json_object import JsonObject
from aoe.results.performance import Performance, performance_fields

FIELD = "decision_gains"


@dataclass(frozen=True, slots=True)
class DecisionGain:
    """The subgraphs with a new policy that takes decisions of one kind.

    Attributes:
        decision: The kind (`aoe.graph.subgraph.decision_kinds`).
        subgraphs: How many distinct subgraphs these are.
        with_others: In how many of them decisions of other kinds were taken too. Their gain is then
            that of all of these together.
        performance: Times of all their uses in one inference, in ms. They were measured one by one,
            outside of the model.
    """

    decision: str
    subgraphs: int
    with_others: int
    performance: Performance

    def to_json(self) -> dict[str, Any]:
        """An item of the field."""
        return {
            "decision": self.decision,
            "subgraphs": self.subgraphs,
            "with_others": self.with_others,
            **self.performance.to_json("ms"),
        }

    @staticmethod
    def from_json(data: Any) -> DecisionGain:
        """Reads what `to_json` wrote. Raises `ResultFileError` on anything else."""
        item = JsonObject(data, "a gain by decision")
        item.only(("decision", "subgraphs", "with_others", *performance_fields("ms")))
        return DecisionGain(
            item.text("decision"),
            item.count("subgraphs"),
            item.count("with_others"),
            Performance.from_json(item, "ms"),
        )


def decision_gains_in(data: JsonObject) -> tuple[DecisionGain, ...]:
    """The field of a section, empty if it is absent. Raises `ResultFileError` if it is damaged."""
    return tuple(map(DecisionGain.from_json, data.items(FIELD))) if FIELD in data else ()
