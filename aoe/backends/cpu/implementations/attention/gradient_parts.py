"""Sizes, parts and tiles of the gradients of attention, what tasks cost, and the lower bound."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.attention._register_tiles import (
    PART_COUNTS,
    edges,
    seen_share,
    tile_cost,
    vectors_of,
)
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import computed_type
from aoe.loops.loop_nest import Axis
from aoe.operators.operator import Operator
from aoe.operators.types.attention.attention import is_causal
from aoe.operators.types.attention.attention_gradient import (
    MASK,
    QUERIES,
    VALUES,
    multiply_adds,
)
from aoe.policy import Policy

#: What the gradient of a vector of scores costs besides their softmax, in multiplications.
_MORE_OPERATIONS = 5


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of an operator.

    Attributes:
        batch: The axes of batch and heads.
        queries: How many queries a head has.
        keys: How many keys.
        size: Elements of a query and of a key.
        values: Elements of a value.
    """

    batch: tuple[Axis, Axis]
    queries: int
    keys: int
    size: int
    values: int

    @staticmethod
    def of(operator: Operator) -> Sizes:
        """Those of an operator."""
        batch, heads, queries, size = operator.inputs[QUERIES].shape
        keys, values = operator.inputs[VALUES].shape[2:]
        return Sizes((Axis("b", batch), Axis("h", heads)), queries, keys, size, values)

    @property
    def heads(self) -> int:
        """Heads of all samples."""
        return self.batch[0].extent * self.batch[1].extent

    def extent(self, axis: str) -> int:
        """The extent of one of the four axes of a head."""
        return {"m": self.queries, "n": self.keys, "c": self.size, "e": self.values}[axis]


@dataclass(frozen=True, slots=True)
class ScorePart:
    """A rectangle of the scores of a head.

    Attributes:
        first_query: Its first query.
        queries: How many it has.
        first_key: Its first key.
        keys: How many it has.
    """

    first_query: int
    queries: int
    first_key: int
    keys: int

    def first(self, axis: str) -> int:
        """The first coordinate along an axis."""
        return {"m": self.first_query, "n": self.first_key}.get(axis, 0)


def whole(sizes: Sizes) -> ScorePart:
    """All scores of a head."""
    return ScorePart(0, sizes.queries, 0, sizes.keys)


def part_counts(operator: Operator) -> tuple[int, ...]:
    """In how many pieces the queries, or the keys, of a head may be cut, so that what no query sees
    is left out.
    """
    sizes = Sizes.of(operator)
    triangular = is_causal(operator) and sizes.queries == sizes.keys
    return PART_COUNTS if triangular else PART_COUNTS[:1]


def seen_parts(sizes: Sizes, along: str, count: int, step: int) -> list[ScorePart]:
    """The scores of a head in pieces, without those that no query of a piece sees.

    Args:
        sizes: The sizes of the operator.
        along: What is cut: "m" for queries with the keys that they see, "n" for keys with the
            queries that see them.
        count: In how many pieces (`part_counts`); 1 for all scores.
        step: What the sizes of all pieces but the last are multiples of.
    """
    if count == 1:
        return [whole(sizes)]
    pieces = edges(sizes.extent(along), count, step)
    if along == "m":
        return [ScorePart(first, size, 0, first + size) for first, size in pieces]
    return [ScorePart(first, sizes.queries - first, first, size) for first, size in pieces]


@dataclass(frozen=True, slots=True)
class Tiles:
    """Register tiles.

    Attributes:
        height: Rows of a tile of scores.
        width: Vectors of a tile of scores.
        rows: Rows of a tile of a result.
        vectors: Vectors of a tile of a result.
    """

    height: int
    width: int
    rows: int
    vectors: int


def supports_gradient(operator: Operator, target: CpuTarget) -> bool:
    """Whether the nests compute an operator: in float32, with something to add up."""
    types = {computed_type(operand.dtype) for operand in operator.inputs}
    return types == {"float32"} and all(prod(operand.shape) for operand in operator.inputs)


def gradient_lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    """The lower bound in seconds, whatever the policy."""
    return lower_bound.arithmetic(operator, float(multiply_adds(operator)), target)


def is_parallel(operator: Operator) -> bool:
    """Whether threads share the work."""
    return multiply_adds(operator) > cost.PARALLEL_THRESHOLD * 4


def task_cycles(
    operator: Operator, along: str, block: int, tiles: Tiles, count: int, target: CpuTarget
) -> float:
    """Cycles of a task.

    Args:
        operator: The operator.
        along: The axis of the block: "m" for a kernel of queries, "n" for one of keys, empty for
            one of whole heads.
        block: Queries or keys of the task.
        tiles: The register tiles.
        count: In how many pieces queries or keys are cut (`part_counts`).
        target: The device.
    """
    sizes, lanes = Sizes.of(operator), target.lanes("float32")
    costs, rate = profile_of(target).attention, cost.multiply_adds_per_cycle(target)
    other = (sizes.queries if along == "n" else sizes.keys) * seen_share(count)
    across = vectors_of(block, lanes)
    products = other * across * (sizes.size + sizes.values)
    products *= tile_cost(tiles.height, tiles.width, rate, target)
    columns = {
        "m": vectors_of(sizes.size, lanes),
        "n": vectors_of(sizes.size, lanes) + vectors_of(sizes.values, lanes),
        "": 2 * vectors_of(sizes.size, lanes) + vectors_of(sizes.values, lanes),
    }[along]
    results = block * other * columns * tile_cost(tiles.rows, tiles.vectors, rate, target)
    near = block <= costs.l1_queries
    copied = costs.query_cycles if near else costs.far_query_cycles
    scattered = copied * block * (sizes.size + sizes.values)
    if len(operator.inputs) > MASK and along != "n":
        mask = operator.inputs[MASK].shape
        varies = len(mask) > 1 and mask[-2] > 1
        scattered += costs.mask_cycles * block * other * varies
    passes = other * across * (costs.softmax_operations + _MORE_OPERATIONS) / rate
    starts = costs.task_cycles * (1 if along else count)
    return products + results + scattered + passes + starts
