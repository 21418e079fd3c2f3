"""What is decided when a graph is prepared: which values are stored, and in which dimension order,
which operators are computed in bands of rows, which side by side, and which in another way of
saying them.

`default_decisions` are what `fuse` and `layout` do by themselves; policies of subgraphs
(`aoe.graph.subgraph.subgraph`) replace a part of them. `formed` is the one way from decisions to
operators.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from aoe.errors import PolicyError
from aoe.graph.fusion.fuse import fuse, stored_values
from aoe.graph.layout import Orders, chosen_orders, lay_out
from aoe.graph.subgraph.chunks import Parts, in_parts
from aoe.graph.subgraph.inter_op import with_section
from aoe.graph.subgraph.strips import Strip, in_bands, with_parts
from aoe.graph.subgraph.variants.variants import with_variants
from aoe.operators.operator_graph import OperatorGraph


@dataclass(frozen=True, slots=True)
class GraphDecisions:
    """`stored`: the values that operators write to memory; all others are computed where they are
    read. `orders`: the dimension orders of stored values, by name. `strips`: stored values computed
    together some rows at a time. `variants`: names of variants of operators, by stored value.
    `parts`: stored values computed together in parts of rows side by side. `lanes`: for each
    section the lanes that stored values are computed in.
    """

    stored: frozenset[str]
    orders: Orders
    strips: tuple[Strip, ...] = ()
    variants: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[Parts, ...] = ()
    lanes: tuple[Mapping[str, int], ...] = ()


def formed(graph: OperatorGraph, decisions: GraphDecisions) -> OperatorGraph:
    """The operators of an unfused graph under these decisions. Raises `PolicyError` where they
    cannot be carried out.
    """
    _check_cuts(decisions)
    fused = with_variants(fuse(graph, decisions.stored), decisions.variants)
    cut = in_bands(fused, decisions.strips)
    lanes = list(decisions.lanes)
    for parts in decisions.parts:
        cut, values = in_parts(cut, parts)
        lanes.append({name: lane for lane, names in enumerate(values) for name in names})
    made = lay_out(cut, with_parts(decisions.orders, cut))
    for section in lanes:
        made = with_section(made, section)
    return made


def _check_cuts(decisions: GraphDecisions) -> None:
    """Raises `PolicyError` for a value that is to be cut to rows twice."""
    cut: set[str] = set()
    together = [item.values for item in decisions.strips]
    together += [item.values for item in decisions.parts]
    for values in together:
        if twice := sorted(cut & set(values)):
            raise PolicyError(f"{twice[0]} is computed in bands or parts of rows already")
        cut |= set(values)


def decisions_of(graph: OperatorGraph) -> GraphDecisions:
    """The decisions that a graph was formed by, if none of its operators is computed in bands or as
    a variant.
    """
    orders = chosen_orders(graph)
    return GraphDecisions(frozenset(orders), orders)


def default_decisions(graph: OperatorGraph) -> GraphDecisions:
    """The decisions that need no policy, for an unfused graph."""
    fused = fuse(graph)
    return GraphDecisions(stored_values(fused), chosen_orders(lay_out(fused)))
