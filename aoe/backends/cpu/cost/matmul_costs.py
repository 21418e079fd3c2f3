"""The sections of a cost profile for a core, its memory, contractions and what stands on matrix
multiplication. Units and values are in `profiles/*.json`; `profile.py` loads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CoreCosts:
    """The pipeline of a core, for every cost model.

    Attributes:
        frequency: Clock frequency that converts cycles to seconds.
        fma_latency: Cycles until a multiply-add can use the result of another.
        loads_per_cycle: Vectors that a core loads in a cycle.
        function_cost: Cost of a function on one vector, relative to a multiply. Others cost one.
    """

    frequency: float
    fma_latency: float
    loads_per_cycle: int
    function_cost: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class MemoryCosts:
    """Caches, memory and how computing overlaps with transfers.

    Attributes:
        transfer_share: Share of the last-level cache bandwidth at which a core reads what another
            has just written.
        slow_llc_ratio: A last-level cache at most so many times as fast as memory counts as memory.
        shared_llc_bytes: What a slow last-level cache, shared with other machines, holds at most.
        exceeding_llc: Data so many times the size of the last-level cache find nothing in it.
        streamed_share: A result of so large a share of the last-level cache is better written past
            the caches.
        unhidden_always: Share of the shorter of computing and fetching that is never hidden.
        unhidden_stream: Further share where both take equally long: one stream.
        unhidden_slow_llc: The same where the last-level cache counts as memory.
        unhidden_streams: The same with several streams.
        unhidden_panels: The same with whole panels from a faster last-level cache.
        roofline_unhidden: Share of the shorter of computing and moving that `roofline` adds.
    """

    transfer_share: float
    slow_llc_ratio: float
    shared_llc_bytes: int
    exceeding_llc: float
    streamed_share: float
    unhidden_always: float
    unhidden_stream: float
    unhidden_slow_llc: float
    unhidden_streams: float
    unhidden_panels: float
    roofline_unhidden: float


@dataclass(frozen=True, slots=True)
class ContractionCosts:
    """Contractions by vector instructions: the micro-kernel and its operands.

    Attributes:
        eviction_cycles: A line of the first operand that the first-level cache has evicted, in each
            step.
        residual_hidden_vectors: Vectors of a residual whose arrival the next tile hides.
        residual_cycles: Each further vector of a residual.
        broadcast_cycles: Loading a group into all lanes of a vector.
        integer_factor: Multiply-adds of integers take so many times as long as those of float32:
            each is a product and a sum, of operands that are widened.
        unhidden_load_cycles: Part of a load that does not overlap with multiply-adds.
        accumulator_multiply_adds: Clearing and storing an accumulator.
        tile_cycles: A register tile, besides its steps.
        prefetch_factor: Computing takes so many times as long with prefetch instructions.
        unhidden_share: Share of the shorter of computing and cache traffic that is not hidden.
        l2_share: Share of the second-level cache that holds what was fetched ahead.
        l1_share_of_block: Share of the first-level cache that a block of rows may take.
        l1_share_of_panel: Share of the first-level cache that a panel may take.
        distant_line_cycles: A line from memory behind one that is a page away, which no hardware
            prefetches. Proportionally less where they are nearer.
        followed_rows: Rows that hardware prefetches beside one another.
        followed_rows_beside: The same where residuals are read beside them.
        beside_line_cycles: A line of a result or a residual that it does not prefetch then.
        scattered_store_cycles: An element stored to a line that the first-level cache has lost
            since the element before it in memory was stored.
    """

    eviction_cycles: float
    residual_hidden_vectors: int
    residual_cycles: float
    broadcast_cycles: float
    integer_factor: float
    unhidden_load_cycles: float
    accumulator_multiply_adds: float
    tile_cycles: float
    prefetch_factor: float
    unhidden_share: float
    l2_share: float
    l1_share_of_block: float
    l1_share_of_panel: float
    distant_line_cycles: float
    followed_rows: int
    followed_rows_beside: int
    beside_line_cycles: float
    scattered_store_cycles: float


@dataclass(frozen=True, slots=True)
class AmxCosts:
    """Contractions by AMX instructions: the micro-kernel and its operands.

    Attributes:
        chain: Independent instructions that hide the latency of one.
        chain_of_terms: The same for split numbers, several matmuls of which follow each load.
        least_rows: A tile register of fewer rows takes as long as this many.
        aligned_load_cycles: Loading a tile register whose rows begin at cache lines.
        unaligned_load_cycles: Loading another tile register.
        store_cycles: Storing a tile register.
        l1_share: Share of the first-level cache that may be used without misses.
        l1_overflow: Further share at which all of a panel misses.
        l1_share_of_sums: Share of the first-level cache in which sums stay.
        l2_share: Share of the second-level cache that holds what was just written.
        l2_line_cycles: A line from the second-level cache.
        hidden_lines: Lines of a step whose arrival is hidden.
        result_cycles: Reading, rounding and writing a vector of sums.
        tile_cycles: A register tile, besides its steps.
        block_cycles: A panel's block of rows.
        kernel_cycles: A thread's part of a kernel.
        unhidden_on_use: Share of the arrival of weights that is not hidden without prefetch.
        unhidden_prefetched: The same with prefetch in several streams.
        unhidden_terms: The same for split numbers.
        unhidden_single_stream: Further share with prefetch in one stream.
    """

    chain: float
    chain_of_terms: float
    least_rows: float
    aligned_load_cycles: float
    unaligned_load_cycles: float
    store_cycles: float
    l1_share: float
    l1_overflow: float
    l1_share_of_sums: float
    l2_share: float
    l2_line_cycles: float
    hidden_lines: int
    result_cycles: float
    tile_cycles: float
    block_cycles: float
    kernel_cycles: float
    unhidden_on_use: float
    unhidden_prefetched: float
    unhidden_terms: float
    unhidden_single_stream: float


@dataclass(frozen=True, slots=True)
class AttentionCosts:
    """Attention by vector instructions.

    Attributes:
        load_cycles: Part of a load that does not overlap with multiply-adds.
        l1_queries: Queries whose lines stay in the first-level cache.
        query_cycles: Transposing an element of a query in a block that small.
        far_query_cycles: The same in a larger block.
        mask_cycles: Transposing an element of a mask.
        softmax_operations: Softmax of a vector of scores.
        task_cycles: A task: one head and one block of queries.
        score_passes: How often scores are written or read.
        unhidden_share: Share of that traffic that is not hidden.
    """

    load_cycles: float
    l1_queries: int
    query_cycles: float
    far_query_cycles: float
    mask_cycles: float
    softmax_operations: int
    task_cycles: float
    score_passes: float
    unhidden_share: float


@dataclass(frozen=True, slots=True)
class AttentionAmxCosts:
    """Attention by AMX instructions.

    Attributes:
        short_sum_factor: Register tiles take so many times as long, since their sums are short.
        score_cycles: A vector of scores, besides their expression.
        result_cycles: A vector of results, besides their epilogue.
        copy_cycles: Splitting and copying a vector of queries.
        reduction_cycles: The reductions across lanes of a query.
        pack_cycles: Packing a vector of pairs of contiguous columns.
        gather_cycles: Packing a vector of pairs of other columns.
        task_cycles: A task: one head and one block of queries.
    """

    short_sum_factor: float
    score_cycles: float
    result_cycles: float
    copy_cycles: float
    reduction_cycles: float
    pack_cycles: float
    gather_cycles: float
    task_cycles: float


@dataclass(frozen=True, slots=True)
class DotInstructionCosts:
    """Copies for matrix multiplication by dot-product instructions.

    Attributes:
        unit_multiply_adds: The unit of the costs below.
        copy_units: Copying an element of the first operand.
        pack_units: Packing an element of the second operand.
        gather_units: Packing and splitting one whose columns are not contiguous.
    """

    unit_multiply_adds: int
    copy_units: float
    pack_units: float
    gather_units: float


@dataclass(frozen=True, slots=True)
class MatmulCosts:
    """Matrix multiplication by vector instructions, besides its contraction.

    Attributes:
        pack_cycles: Packing an element of a computed second operand.
        panel_cycles: Packing an element of a panel that stays in the cache of the thread.
        unpacked_factor: A large second operand in place takes so many times as long: more lines and
            pages.
        dot_tile_cycles: Reducing the lanes of a dot product.
        dot_widened_factor: Cycles of a step that multiplies narrow integers in int32, of those of
            one of float32.
        plain_tile_cycles: A register tile of integers or float64.
    """

    pack_cycles: float
    panel_cycles: float
    unpacked_factor: float
    dot_tile_cycles: float
    dot_widened_factor: float
    plain_tile_cycles: float


@dataclass(frozen=True, slots=True)
class StrassenCosts:
    """Strassen's algorithm.

    Attributes:
        llc_share: Share of the last-level cache that holds operands, sums and results.
        pass_cycles: Reading or writing a vector of a sum.
        unhidden_sums: Share of reading sums from beyond the second-level cache that is not hidden.
    """

    llc_share: float
    pass_cycles: float
    unhidden_sums: float


@dataclass(frozen=True, slots=True)
class WeightStreamCosts:
    """Matmuls of a few rows that read weights from memory as they are used.

    Attributes:
        wide_share: Further time for each vector of a step beyond `read_ahead_vectors`.
        wide_share_past_llc: The same where the last-level cache is faster than memory.
        far_factor: Weights take so many times as long if a panel exceeds its share of the second-
            level cache.
        sliced_factor: Weights take so many times as long in slices, past a fast last-level cache.
    """

    wide_share: float
    wide_share_past_llc: float
    far_factor: float
    sliced_factor: float


@dataclass(frozen=True, slots=True)
class StreamedTypeCosts:
    """One type of streamed weights. Mappings are by number of streams.

    Attributes:
        join_cycles: Assembling a vector of factors.
        wait_factor: Weights take so many times as long as by the measured bandwidth.
        wait_factor_past_llc: The same where the last-level cache is faster than memory. Empty where
            not measured.
        read_ahead_vectors: Vectors of a step that hardware reads ahead.
        l2_share_of_panel: Share of the second-level cache that a panel may take.
    """

    join_cycles: float
    wait_factor: Mapping[int, float]
    wait_factor_past_llc: Mapping[int, float]
    read_ahead_vectors: int
    l2_share_of_panel: float


@dataclass(frozen=True, slots=True)
class NonzeroCosts:
    """Matrix multiplication of one row that is mostly zeros.

    Attributes:
        zero_share: Share of the row that is expected to be zeros: what a ReLU leaves of random
            numbers.
        list_cycles: Looking at an element of the row.
        add_cycles: Fetching, multiplying and adding a vector of weights.
        sum_cycles: Loading and storing sums.
        convert_cycles: Converting a vector of short weights to float32.
        join_cycles: Assembling a vector of 24-bit weights.
        unprefetched_factor: Rows that are not prefetched take so many times as long.
        usual_vectors: The widest panel that costs nothing extra.
        wide_share: Further time for each vector beyond.
        list_regions: Parallel regions that take as long as collecting what is listed.
    """

    zero_share: float
    list_cycles: float
    add_cycles: float
    sum_cycles: float
    convert_cycles: float
    join_cycles: float
    unprefetched_factor: float
    usual_vectors: int
    wide_share: float
    list_regions: int


@dataclass(frozen=True, slots=True)
class RecurrentCosts:
    """Recurrence.

    Attributes:
        join_multiply_adds: Assembling a vector of 24-bit weights.
        loop_cycles: The loop around the steps of a register tile.
        tile_cycles: A register tile, besides its steps and accumulators.
        gate_cycles: The arithmetic of a vector of gates.
        unhidden_share: Share of the shorter of computing and moving that is not hidden.
        turned_share: Share of the weights that steps in alternating directions read again.
    """

    join_multiply_adds: float
    loop_cycles: float
    tile_cycles: float
    gate_cycles: float
    unhidden_share: float
    turned_share: float
