"""Moves of what no value's fusion or layout is: bands, and variants of operators.

Like those of `aoe.graph.subgraph.mutations`, they yield policies that differ from one by a single
decision and need not be possible; the policy must be complete.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, log, prod

from aoe.element_types import ITEM_BYTES
from aoe.graph.fusion.fuse import fuse
from aoe.graph.slicing import ROWS, can_be_banded
from aoe.graph.subgraph.subgraph import BANDS, VARIANT, Subgraph
from aoe.graph.subgraph.variants.variants import VARIANTS, variants_of
from aoe.operators.operator_graph import OperatorNode
from aoe.policy import SubgraphPolicy

#: Into how many bands a value is cut, and how many operators of a chain are computed together.
_BANDS, _LONGEST = (4, 8, 16), 5
#: Bytes of an intermediate below which it stays in a core's cache anyway, and below which it is not
#: worth going over the weights of products once more for each band.
_SMALL, _LARGE = 1 << 19, 1 << 22


def other_variants(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
    """An operator is computed as a variant, or not any more; and all that have a variant as it."""
    decided = dict(policy.decisions)
    fused = fuse(subgraph.alone, subgraph.decisions(policy).stored)
    have: dict[str, list[str]] = {name: [] for name in VARIANTS}
    for node in fused.operator_nodes:
        key = f"{VARIANT}{subgraph.numbers[node.output]}"
        if key in decided:
            yield SubgraphPolicy.of({k: v for k, v in decided.items() if k != key})
        for name in variants_of(fused, node):
            have[name].append(key)
            if decided.get(key) != name:
                yield SubgraphPolicy.of({**decided, key: name})
    for name, keys in have.items():
        if len(keys) > 1 and any(decided.get(key) != name for key in keys):
            yield SubgraphPolicy.of({**decided, **dict.fromkeys(keys, name)})


def other_bands(
    subgraph: Subgraph, policy: SubgraphPolicy, unequal: bool = False
) -> Iterator[SubgraphPolicy]:
    """A chain of operators is computed in bands, in bands of other heights, or not any more.
    `unequal`: the last band may be lower than the others.
    """
    decided = dict(policy.decisions)
    for key in decided:
        if key.startswith(tuple(BANDS)):
            yield SubgraphPolicy.of({k: v for k, v in decided.items() if k != key})
    fused = fuse(subgraph.alone, subgraph.decisions(policy).stored)
    made = {node.output: node for node in fused.operator_nodes}
    for kind, dimension in BANDS.items():
        for chain in _chains(made, dimension):
            rows = chain[-1].operator.output.shape[dimension]
            members = sorted(subgraph.numbers[node.output] for node in chain)
            key = f"{kind}{subgraph.numbers[chain[-1].output]}"
            for height in heights(rows, unequal, lowest=2 if dimension == ROWS else 1):
                decision = (height, *members)
                if decided.get(key) != decision:
                    yield SubgraphPolicy.of({**decided, key: decision})


def heights(rows: int, unequal: bool, lowest: int = 2) -> list[int]:
    """Heights of bands worth trying for a value of so many rows, the highest first: those of equal
    bands whose number is the nearest to some usual ones, and if `unequal` those of these numbers;
    none below `lowest`.
    """
    equal = [height for height in range(lowest, rows // 2 + 1) if rows % height == 0]
    found = {
        min(equal, key=lambda height: abs(log(rows / height / count))) for count in _BANDS if equal
    }
    if unequal:
        found |= {ceil(rows / count) for count in (2, *_BANDS)}
    return sorted((height for height in found if lowest <= height < rows), reverse=True)


def _chains(made: dict[str, OperatorNode], dimension: int) -> Iterator[Sequence[OperatorNode]]:
    """Runs of operators, each reading what the one before wrote, if that is large, that can be
    computed in bands along a dimension.
    """
    for last in made.values():
        chain = [last]
        while can_be_banded(chain[0].operator, dimension) and len(chain) < _LONGEST:
            first = chain[0]
            before = made.get(first.inputs[0])
            if before is None or not can_be_banded(before.operator, dimension):
                break
            if _bytes(before) < (_SMALL if dimension == ROWS else _LARGE):
                break
            chain.insert(0, before)
            yield tuple(chain)


def _bytes(node: OperatorNode) -> int:
    output = node.operator.output
    return prod(output.shape) * ITEM_BYTES[output.dtype]
