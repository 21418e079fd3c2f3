"""What the operators of a graph take together, by what each takes: a sum, but for those side by
side, concatenations in place, and what threads fetch from each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.memory.placement import concatenation_homes
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import ITEM_BYTES
from aoe.operators.operator_graph import OperatorGraph, OperatorNode, ViewNode

#: Seconds that a parallel region is longer than its share because threads do not end together.
PART_SECONDS = 5e-7


def graph_seconds(graph: OperatorGraph, each: Mapping[str, float], target: CpuTarget) -> float:
    """Seconds of a graph whose operators take `each`, by name of their results."""
    in_place = Counter(home.joined for home in concatenation_homes(graph).values())
    taken = {
        node.output: each[node.output] * (1.0 - in_place[node.output] / max(1, len(node.inputs)))
        for node in graph.operator_nodes
    }
    seconds = sum(taken.values()) + _crossing(graph, target)
    for section in graph.sections:
        lanes = [sum(taken[name] for name in lane) for lane in section.lanes]
        longest = max(sum(lanes[first :: target.threads]) for first in range(target.threads))
        seconds += longest + target.speed.fork_join + PART_SECONDS - sum(lanes)
    return seconds


def _crossing(graph: OperatorGraph, target: CpuTarget) -> float:
    """Seconds in which threads fetch what others have in their caches: of a value that these can
    hold, each thread's share but for what it has written itself. That is as slow as memory. A lane
    has all it reads of its own.
    """
    if target.threads < 2:
        return 0.0
    lane_of = {
        name: (number, lane)
        for number, section in enumerate(graph.sections)
        for lane, names in enumerate(section.lanes)
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
            own = root in lane_of and lane_of[root] == lane_of.get(node.output)
            if root in made and not own:
                crossing.add(root)
        made.add(node.output)
    fetched = sum(
        _bytes(node)
        for node in graph.operator_nodes
        if node.output in crossing and _bytes(node) <= target.l2 * target.threads
    )
    share = (1.0 - 1.0 / target.threads) / target.threads
    return fetched * share / target.speed.memory


def _bytes(node: OperatorNode) -> int:
    output = node.operator.output
    return prod(output.shape) * ITEM_BYTES[output.dtype]


def strip_seconds(strips: int, sizes: Sequence[int], target: CpuTarget) -> float:
    """Seconds that it costs to compute operators strip by strip: those of the parallel regions that
    there are more, less what is saved where values are read from a nearer cache. `sizes`: bytes of
    their results, in order.
    """
    seconds = (strips - 1) * len(sizes) * (target.speed.fork_join + PART_SECONDS)
    for size in sizes[:-1]:
        near, far = (cost.bandwidth(target, part) for part in (size / strips, size))
        seconds += 2 * size * (1 / near - 1 / far)
    return seconds
