"""The sections of a GPU's cost profile. Units and values are in `profiles/*.json`; `profile.py`
loads them. What a GPU has by its architecture, such as schedulers, is in the code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SimtCosts:
    """Operators whose points threads compute one by one.

    Attributes:
        slowdown: How many times as long products take whose factors come from a cache, not from
            registers.
    """

    slowdown: float


@dataclass(frozen=True, slots=True)
class LoopNestCosts:
    """Loop nests of the CPU's implementations, shared by blocks and threads.

    Attributes:
        attention_seconds: Loop nests of attention, which a block goes through one after the other,
            behind barriers.
        nest_seconds: A loop nest that waits for the one before.
        term_seconds: A term of a reduction that one thread reads after the one before.
        address_instructions: Instructions of a thread for addresses.
        result_instructions: Instructions of a thread for each result.
        unhidden_share: The share of instructions that traffic of memory does not hide.
    """

    attention_seconds: float
    nest_seconds: float
    term_seconds: float
    address_instructions: int
    result_instructions: int
    unhidden_share: float


@dataclass(frozen=True, slots=True)
class SimtContractionCosts:
    """Contractions without matrix instructions.

    Attributes:
        term_seconds: From a term of a sum of one thread to the next, whose loads nothing overlaps.
            The first convolutions that ran on an H100 took 140 ns, long products 60 ns.
        thread_seconds: Of a multiprocessor, what each thread does besides its products: addresses,
            its part of a sum that a warp shares, a result. A layer of 131072 results and 32 terms,
            each shared by a warp, took 38 us on an H100.
    """

    term_seconds: float
    thread_seconds: float


@dataclass(frozen=True, slots=True)
class GemvCosts:
    """Products of at most eight rows.

    Attributes:
        latency_seconds: From a read to its result, where all multiprocessors read.
        end_seconds: The sums at the end.
        vectors_ahead: Vectors of weights that a lane has on their way at a time: an assembler saves
            registers.
        efficiency: The share of the rate of reading that is reached.
        l1_speedup: How much faster the first cache is than the second.
    """

    latency_seconds: float
    end_seconds: float
    vectors_ahead: int
    efficiency: float
    l1_speedup: float


@dataclass(frozen=True, slots=True)
class GroupedConvCosts:
    """Convolutions of many groups, or of few filters.

    Attributes:
        latency_seconds: From the first load to the last store of a thread that never waits for its
            turn.
        unhidden_share: The share of instructions or traffic, whichever is less, that does not
            happen beside the other.
        fixed_instructions: Instructions of a thread beside loads, products and results.
        check_instructions: Those of a checked load.
        result_instructions: Those of a result.
    """

    latency_seconds: float
    unhidden_share: float
    fixed_instructions: int
    check_instructions: int
    result_instructions: int


@dataclass(frozen=True, slots=True)
class RowCosts:
    """Reductions, softmax and normalisations whose rows stay in registers.

    Attributes:
        latency_seconds: From a load to its value.
        exchange_seconds: An exchange between the warps of a block.
        element_instructions: Instructions for an element of each loop nest.
        fixed_instructions: Instructions of a thread beside.
    """

    latency_seconds: float
    exchange_seconds: float
    element_instructions: int
    fixed_instructions: int


@dataclass(frozen=True, slots=True)
class AttentionCosts:
    """Attention by matrix instructions.

    Attributes:
        efficiency: The share of the rates of matrix instructions that a kernel is expected to
            reach.
        step_seconds: A step that only other blocks of a multiprocessor hide.
        edge_seconds: The first copies and the end.
        unhidden_share: The share of copies that products do not hide, or of products that copies do
            not.
        shared_bytes: What a multiprocessor reads from shared memory in a cycle.
        shared_share: The share of that time that products do not hide.
        softmax_cycles: A score's softmax on a multiprocessor, by the bytes of an element.
        clock: Cycles of a second.
        full_warps: Warps that keep the units of a multiprocessor busy.
        least_filled: The least share of these units that counts as busy.
        across_seconds: The exchange between warps that share queries, for each of them.
        joining_seconds: A second kernel that joins parts of the keys, beside its start.
    """

    efficiency: float
    step_seconds: float
    edge_seconds: float
    unhidden_share: float
    shared_bytes: float
    shared_share: float
    softmax_cycles: Mapping[int, float]
    clock: float
    full_warps: int
    least_filled: float
    across_seconds: float
    joining_seconds: float


@dataclass(frozen=True, slots=True)
class TensorCosts:
    """Contractions in tiles by `mma.sync`. `benchmarks.cuda.fit_costs` fits them to measured times;
    `splitting` and `joining` are guesses.

    Attributes:
        start: From the start of a block to its first product, and from its last one to its end.
        step: What a step takes at least: a barrier, fragments, products of one warp.
        part: Further time for each instruction's terms in a step.
        efficiency: The share of the measured rate of matrix instructions that many warps reach.
        half: Warps of a multiprocessor that reach half of it.
        splitting: How many times as long products take whose factors are split.
        copy: What a multiprocessor takes to issue a copy of a warp.
        l2: The share of the measured rate of the second cache that is reached.
        shared: What a multiprocessor reads from shared memory.
        joining: A second kernel that adds up parts, beside its start.
        meeting: The time in which the blocks of a cluster add up parts.
    """

    start: float
    step: float
    part: float
    efficiency: float
    half: float
    splitting: float
    copy: float
    l2: float
    shared: float
    joining: float
    meeting: float


@dataclass(frozen=True, slots=True)
class WgmmaCosts:
    """Contractions by `wgmma`.

    Attributes:
        end_seconds: Until a block's first products begin and from the last ones to the end of its
            stores, on top of its copies.
        store_seconds: What 64 more columns add to the end.
        meet_seconds: The time in which blocks of a cluster meet.
        read_seconds: The time in which they read 2048 sums of each other.
        crowd: How much longer both take by the number of blocks.
        step_seconds: A step whose copies are not on their way from the beginning.
        one_l2: What one multiprocessor reads from the second cache while others do not.
        l2_share: The share of the measured rate of the second cache that all reach together.
        constants_share: The share of the memory's rate at which constants are read: nothing has
            read them before.
        share_in_large_clusters: The share of all multiprocessors that clusters of most blocks can
            fill.
        unproven: How much longer blocks that share weights are expected to take until they have
            been measured.
        rate: How much faster than `mma.sync` an instruction would be if shared memory did not limit
            it.
    """

    end_seconds: float
    store_seconds: float
    meet_seconds: float
    read_seconds: float
    crowd: Mapping[int, float]
    step_seconds: float
    one_l2: float
    l2_share: float
    constants_share: float
    share_in_large_clusters: float
    unproven: float
    rate: float


@dataclass(frozen=True, slots=True)
class ReleaseCosts:
    """Where kernels let the next one start.

    Attributes:
        unusual: How much longer a policy is expected to take with a place that is not the usual
            one.
    """

    unusual: float
