"""Mutations other than fusion and layout of a value: strips, and variants of operators.

As in `aoe.graph.subgraph.mutations`, they yield policies that differ by a single decision and need
not be feasible. The given policy must be complete.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, log

from aoe.graph.slicing import HEIGHT, can_be_strip
from aoe.graph.subgraph.subgraph import STRIPS, VARIANT, Subgraph
from aoe.graph.subgraph.variants.variants import VARIANTS, replaced_together, variants_of
from aoe.operators.operator_graph import OperatorNode
from aoe.policy import SubgraphPolicy

#: Numbers of strips that a value is cut into, and most operators of a chain in strips.
_STRIP_COUNTS, _LONGEST = (4, 8, 16), 5
#: Intermediates of fewer bytes stay in a core's cache anyway. Below the second bound it is not
#: worth reading the weights of matmuls again for each strip.
_SMALL, _LARGE = 1 << 19, 1 << 22


def change_variants(subgraph: Subgraph, policy: SubgraphPolicy) -> Iterator[SubgraphPolicy]:
    """Replaces an operator by a variant or undoes that.

    Also replaces all operators that have a variant of one kind.
    """
    decided = dict(policy.decisions)
    fused = subgraph.fused(policy)
    have: dict[str, list[str]] = {name: [] for name in VARIANTS}
    for node in fused.operator_nodes:
        key = f"{VARIANT}{subgraph.numbers[node.output]}"
        if key in decided:
            yield SubgraphPolicy.of({k: v for k, v in decided.items() if k != key})
        for name in variants_of(fused, node, subgraph.switches):
            have[name].append(key)
            values = replaced_together(fused, node, name)
            keys = [f"{VARIANT}{subgraph.numbers[value]}" for value in values]
            if any(decided.get(item) != name for item in keys):
                yield SubgraphPolicy.of({**decided, **dict.fromkeys(keys, name)})
            elif len(keys) > 1:
                yield SubgraphPolicy.of({k: v for k, v in decided.items() if k not in keys})
    for name, keys in have.items():
        if len(keys) > 1 and any(decided.get(key) != name for key in keys):
            yield SubgraphPolicy.of({**decided, **dict.fromkeys(keys, name)})


def change_strips(
    subgraph: Subgraph, policy: SubgraphPolicy, unequal: bool = False
) -> Iterator[SubgraphPolicy]:
    """Computes a chain of operators in strips, changes their height, or undoes that.

    `unequal`: the last strip may be smaller than the others.
    """
    decided = dict(policy.decisions)
    for key in decided:
        if key.startswith(tuple(STRIPS)):
            yield SubgraphPolicy.of({k: v for k, v in decided.items() if k != key})
    fused = subgraph.fused(policy)
    made = {node.output: node for node in fused.operator_nodes}
    for kind, dimension in STRIPS.items():
        for chain in _chains(made, dimension):
            rows = chain[-1].operator.output.shape[dimension]
            members = sorted(subgraph.numbers[node.output] for node in chain)
            key = f"{kind}{subgraph.numbers[chain[-1].output]}"
            for height in heights(rows, unequal, lowest=2 if dimension == HEIGHT else 1):
                decision = (height, *members)
                if decided.get(key) != decision:
                    yield SubgraphPolicy.of({**decided, key: decision})


def heights(rows: int, unequal: bool, lowest: int = 2) -> list[int]:
    """Heights of strips worth trying for a value of `rows` rows, in descending order.

    The strips are equal and their number is near a usual one. With `unequal` the usual numbers
    themselves count too. No height is below `lowest`.
    """
    equal = [height for height in range(lowest, rows // 2 + 1) if rows % height == 0]
    found = {
        min(equal, key=lambda height: abs(log(rows / height / count)))
        for count in _STRIP_COUNTS
        if equal
    }
    if unequal:
        found |= {ceil(rows / count) for count in (2, *_STRIP_COUNTS)}
    return sorted((height for height in found if lowest <= height < rows), reverse=True)


def _chains(made: dict[str, OperatorNode], dimension: int) -> Iterator[Sequence[OperatorNode]]:
    """Runs of operators that can be computed in strips along a dimension.

    Each operator reads what the one before wrote, if that is large.
    """
    for last in made.values():
        chain = [last]
        while can_be_strip(chain[0].operator, dimension) and len(chain) < _LONGEST:
            first = chain[0]
            before = made.get(first.inputs[0])
            if before is None or not can_be_strip(before.operator, dimension):
                break
            if before.operator.output.bytes < (_SMALL if dimension == HEIGHT else _LARGE):
                break
            chain.insert(0, before)
            yield tuple(chain)
