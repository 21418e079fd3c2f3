"""The decisions about a graph, as data, and their execution.

They say which values are stored and in which dimension order, which operators are computed in
strips, in chunks or in parallel branches, and which are replaced by a variant.

The default decisions are made in `aoe.graph.pipeline`. Policies of subgraphs
(`aoe.graph.subgraph.subgraph`) replace some of them. `formed` is the only way from decisions to
operators.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from aoe.errors import PolicyError
from aoe.graph.fusion.fuse import fuse
from aoe.graph.layout import Orders, chosen_orders, lay_out
from aoe.graph.subgraph.chunks import Chunks, in_chunks
from aoe.graph.subgraph.inter_op import with_inter_op_region
from aoe.graph.subgraph.strips import Strip, in_strips, with_slice_orders
from aoe.graph.subgraph.variants.variants import with_variants
from aoe.graph.switches import ALL_ON, Switches
from aoe.operators.operator_graph import OperatorGraph
from aoe.target import COMMON_LINE_ELEMENTS


@dataclass(frozen=True, slots=True)
class GraphDecisions:
    """Decisions about a graph; values are given by name.

    Attributes:
        stored: Values that operators write to memory. All others are computed where they are read.
        orders: The dimension orders of stored values.
        strips: Stored values computed depth first, a few rows at a time.
        variants: The variant of the operator that computes a stored value.
        chunks: Stored values computed in chunks, in parallel.
        branches: For each inter-op region, the branch of each of its stored values.
        subgraph_of: The number of the subgraph of each value with a variant
            (`aoe.graph.subgraph.variants.variants.with_variants`). Empty in one subgraph.
        line: Elements of a cache line of the device that the decisions are made for
            (`aoe.target.Target.line_elements`).
    """

    stored: frozenset[str]
    orders: Orders
    strips: tuple[Strip, ...] = ()
    variants: Mapping[str, str] = field(default_factory=dict)
    chunks: tuple[Chunks, ...] = ()
    branches: tuple[Mapping[str, int], ...] = ()
    subgraph_of: Mapping[str, int] = field(default_factory=dict)
    line: int = COMMON_LINE_ELEMENTS


def formed(
    graph: OperatorGraph, decisions: GraphDecisions, switches: Switches = ALL_ON
) -> OperatorGraph:
    """The operators of an unfused graph under decisions.

    Raises:
        PolicyError: The decisions cannot be carried out, or need what is switched off.
    """
    _check_cuts(decisions)
    _check_variants(decisions, switches)
    fused = fuse(graph, decisions.stored, switches)
    fused = with_variants(fused, decisions.variants, decisions.subgraph_of)
    cut = in_strips(fused, decisions.strips)
    regions = list(decisions.branches)
    for chunks in decisions.chunks:
        cut, values = in_chunks(cut, chunks, decisions.line)
        regions.append({name: branch for branch, names in enumerate(values) for name in names})
    made = lay_out(cut, with_slice_orders(decisions.orders, cut), line=decisions.line)
    for branches in regions:
        made = with_inter_op_region(made, branches)
    return made


def _check_cuts(decisions: GraphDecisions) -> None:
    """Raises `PolicyError` for a value that is to be cut twice."""
    cut: set[str] = set()
    together = [item.values for item in decisions.strips]
    together += [item.values for item in decisions.chunks]
    for values in together:
        if twice := sorted(cut & set(values)):
            raise PolicyError(f"{twice[0]} is computed in strips or chunks already")
        cut |= set(values)


def _check_variants(decisions: GraphDecisions, switches: Switches) -> None:
    """Raises `PolicyError` for a variant that is switched off."""
    for value, variant in decisions.variants.items():
        if variant in switches.variants_off:
            raise PolicyError(f"the variant {variant!r} of {value} is switched off")


def decisions_of(graph: OperatorGraph) -> GraphDecisions:
    """The decisions that formed a graph without strips, chunks, variants and regions."""
    orders = chosen_orders(graph)
    return GraphDecisions(frozenset(orders), orders)
