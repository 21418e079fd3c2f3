"""What is decided when a graph is prepared: which values are stored, and in which dimension order.

`default_decisions` are what `fuse` and `layout` do by themselves; policies of subgraphs
(`aoe.graph.subgraph`) replace a part of them. `formed` is the one way from decisions to operators.
"""

from __future__ import annotations

from dataclasses import dataclass

from aoe.graph.fuse import fuse, stored_values
from aoe.graph.layout import Orders, chosen_orders, lay_out
from aoe.operators.operator_graph import OperatorGraph


@dataclass(frozen=True, slots=True)
class GraphDecisions:
    """`stored`: the values that operators write to memory; all others are computed where they are
    read. `orders`: the dimension orders of stored values, by name.
    """

    stored: frozenset[str]
    orders: Orders


def formed(graph: OperatorGraph, decisions: GraphDecisions) -> OperatorGraph:
    """The operators of an unfused graph under these decisions. Raises `PolicyError` where they
    cannot be carried out.
    """
    return lay_out(fuse(graph, decisions.stored), decisions.orders)


def decisions_of(graph: OperatorGraph) -> GraphDecisions:
    """The decisions that a graph was formed by."""
    orders = chosen_orders(graph)
    return GraphDecisions(frozenset(orders), orders)


def default_decisions(graph: OperatorGraph) -> GraphDecisions:
    """The decisions that need no policy, for an unfused graph."""
    fused = fuse(graph)
    return GraphDecisions(stored_values(fused), chosen_orders(lay_out(fused)))
