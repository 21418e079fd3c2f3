"""The time of a graph by the times of its operators: their sum, corrected for inter-op regions, for
concatenations in place, and for values that threads fetch from each other's caches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.memory.concatenation import concatenation_homes
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, ViewNode


def graph_seconds(graph: OperatorGraph, each: Mapping[str, float], target: CpuTarget) -> float:
    """The time of a graph.

    Args:
        graph: The graph.
        each: The time of each operator, by the name of its result.
        target: What it runs on.
    """
    in_place = Counter(home.joined for home in concatenation_homes(graph).values())
    taken = {
        node.output: each[node.output] * (1.0 - in_place[node.output] / max(1, len(node.inputs)))
        for node in graph.operator_nodes
    }
    seconds = sum(taken.values()) + _crossing_bytes(graph, target) / target.speed.memory
    costs = profile_of(target).variants
    for region in graph.inter_op_regions:
        branches = [sum(taken[name] for name in branch) for branch in region.branches]
        longest = max(sum(branches[first :: target.threads]) for first in range(target.threads))
        seconds += longest + target.speed.fork_join + costs.region_seconds - sum(branches)
    return seconds


def unshared_seconds(graph: OperatorGraph, target: CpuTarget) -> float:
    """The time that a graph takes longer than `graph_seconds` says where the cores share no cache:
    what a thread fetches from the cache of another comes from far away.
    """
    far = profile_of(target).variants.unshared_bandwidth
    return _crossing_bytes(graph, target) * (1 / far - 1 / target.speed.memory)


def _crossing_bytes(graph: OperatorGraph, target: CpuTarget) -> float:
    """Cross-core transfers: the bytes that each thread fetches from the caches of others.

    Of a value that caches hold, each thread fetches its share, but for what it wrote itself. That
    is as slow as memory. A branch of an inter-op region reads its own values only.
    """
    if target.threads < 2:
        return 0.0
    branch_of = {
        name: (number, branch)
        for number, region in enumerate(graph.inter_op_regions)
        for branch, names in enumerate(region.branches)
        for name in names
    }
    roots: dict[str, str] = {}
    made: set[str] = set()
    crossing: set[str] = set()
    for node in graph.nodes:
        if isinstance(node, ViewNode):
            roots[node.output] = roots.get(node.input, node.input)
            continue
        for name in node.inputs:
            root = roots.get(name, name)
            own = root in branch_of and branch_of[root] == branch_of.get(node.output)
            if root in made and not own:
                crossing.add(root)
        made.update(node.outputs)
    fetched = sum(
        size
        for node in graph.operator_nodes
        for name, size in zip(node.outputs, _bytes(node), strict=True)
        if name in crossing and size <= target.l2 * target.threads
    )
    share = (1.0 - 1.0 / target.threads) / target.threads
    return fetched * share


def _bytes(node: OperatorNode) -> list[int]:
    """The size of each result of an operator."""
    return [item.bytes for item in node.operator.outputs]


def strip_seconds(strips: int, sizes: Sequence[int], target: CpuTarget) -> float:
    """Seconds that it costs to compute operators strip by strip: those of the parallel regions that
    there are more, less what is saved where values are read from a nearer cache. `sizes`: bytes of
    their results, in order.
    """
    region = target.speed.fork_join + profile_of(target).variants.region_seconds
    seconds = (strips - 1) * len(sizes) * region
    for size in sizes[:-1]:
        near, far = (cost.bandwidth(target, part) for part in (size / strips, size))
        seconds += 2 * size * (1 / near - 1 / far)
    return seconds
