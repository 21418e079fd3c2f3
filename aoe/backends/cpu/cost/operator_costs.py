"""The sections of a cost profile for convolutions, windows and all other operators. Units and
values are in `profiles/*.json`; `profile.py` loads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConvDirectCosts:
    """Direct convolution: borders and the padded copy.

    Attributes:
        copy_run_cycles: A contiguous run of the padded copy, besides its traffic.
        check_registers: Registers that border checks need; with fewer, accumulators spill.
        spill_factor: Register tiles that spill take so many times as long.
        border_factor: Further time of checked loads, times the share of the image that is border.
    """

    copy_run_cycles: float
    check_registers: int
    spill_factor: float
    border_factor: float


@dataclass(frozen=True, slots=True)
class PaddedCopyCosts:
    """The zero-bordered, channels-last copy of an image.

    Attributes:
        run_cycles: The channels of a pixel.
        line_cycles: A line of them from beyond the first-level cache.
        strided_factor: Lines take so many times as long where channels are not contiguous.
        pixel_vector_cycles: A vector along pixels, where a pixel has fewer channels than a vector
            has elements.
        split_run_cycles: Splitting numbers into terms: the channels of a pixel.
        split_vector_cycles: Splitting numbers into terms: each vector.
    """

    run_cycles: float
    line_cycles: float
    strided_factor: float
    pixel_vector_cycles: float
    split_run_cycles: float
    split_vector_cycles: float


@dataclass(frozen=True, slots=True)
class WinogradCosts:
    """Two-dimensional Winograd convolution of 3×3 windows.

    Attributes:
        transform_cycles: A position of a transformed tile: load, arithmetic, store.
        weights_between: Share of the weights that pass a cache between writing and reading tiles.
        scratch_between: What passes at least, relative to the tiles and their matmuls.
        llc_miss_slope: Misses of the last-level cache grow so fast with the share of it in use.
        llc_miss_offset: Misses are that much fewer.
        exchanged_share: Share of the traffic that threads exchange, between staged kernels.
        unhidden_panels: Share of what panels of weights and tiles wait for (caches, memory) that
            multiplying them does not hide.
    """

    transform_cycles: float
    weights_between: float
    scratch_between: float
    llc_miss_slope: float
    llc_miss_offset: float
    exchanged_share: float
    unhidden_panels: float


@dataclass(frozen=True, slots=True)
class WinogradRowsCosts:
    """One-dimensional Winograd convolution.

    Attributes:
        transform_cycles: A point of a transformed row: load, arithmetic, store.
    """

    transform_cycles: float


@dataclass(frozen=True, slots=True)
class WinogradFittedCosts:
    """Winograd convolution with fitted tiles.

    Attributes:
        transform_cycles: Transforming and storing a vector of a tile.
        line_transfer: Writing a line of tiles that other threads have read last.
        unhidden_reread: Share of reading tiles again that multiplying does not hide.
        unhidden_share: Share of the shorter of computing and memory that is not hidden without
            prefetch.
        l1_share_of_panel: Share of the first-level cache that a panel may take.
        join_multiply_adds: Assembling a vector of 24-bit weights.
    """

    transform_cycles: float
    line_transfer: float
    unhidden_reread: float
    unhidden_share: float
    l1_share_of_panel: float
    join_multiply_adds: float


@dataclass(frozen=True, slots=True)
class ConvTransposedCosts:
    """Transposed convolution.

    Attributes:
        hidden_vectors: Vectors of results that are stored while the next tile is computed.
        store_cycles: Each further vector of results beyond the caches.
        unhidden_reads: Share of reading that computing does not hide.
        checked_factor: Further time of a tile that checks each load.
        amx_unhidden_writes: Share of writing that AMX computing does not hide.
    """

    hidden_vectors: int
    store_cycles: float
    unhidden_reads: float
    checked_factor: float
    amx_unhidden_writes: float


@dataclass(frozen=True, slots=True)
class ElementwiseCosts:
    """Elementwise operators, gather, concatenation and padding.

    Attributes:
        move_cycles: Loading or storing a contiguous vector.
        loop_cycles: The loop around a tile.
        pressure_factor: Long expressions in wide tiles take so many times as long.
        wide_strided_share: Further time of strided loads for each vector of a tile.
        transpose_cycles: Loading a vector of a block that is transposed in registers.
    """

    move_cycles: float
    loop_cycles: float
    pressure_factor: float
    wide_strided_share: float
    transpose_cycles: float


@dataclass(frozen=True, slots=True)
class SampleCosts:
    """Weighted sums of elements at places given by tables.

    Attributes:
        table_cycles: Loading from a table that varies along the vector.
        tap_cycles: A tap, besides its loads.
        uniform_cycles: Loading from a table that does not vary.
        loop_factor: A loop over taps takes so many times as long as unrolled taps.
    """

    table_cycles: float
    tap_cycles: float
    uniform_cycles: float
    loop_factor: float


@dataclass(frozen=True, slots=True)
class ScatterCosts:
    """Scatter.

    Attributes:
        update_cycles: An update by scalar instructions.
    """

    update_cycles: float


@dataclass(frozen=True, slots=True)
class RowKernelCosts:
    """Reductions, softmax and normalisation.

    Attributes:
        latency_cycles: Latency of a combining instruction, shared by the vectors of a tile.
        reduction_cycles: Reducing the lanes of a row.
        normalization_cycles: The same for softmax and normalisation.
        rows_exponent: Rows of a tile share that time to this power.
        normalization_operations: All stages of a softmax or normalisation.
        task_cycles: A task: a block of rows.
    """

    latency_cycles: float
    reduction_cycles: float
    normalization_cycles: float
    rows_exponent: float
    normalization_operations: int
    task_cycles: float


@dataclass(frozen=True, slots=True)
class PrefixScanCosts:
    """Prefix scans.

    Attributes:
        step_cycles: A step along the axis.
        latency_cycles: Latency of a step, shared by the vectors of a tile.
    """

    step_cycles: float
    latency_cycles: float


@dataclass(frozen=True, slots=True)
class WindowCosts:
    """Pooling and depthwise convolution: sums over windows.

    Attributes:
        loads_per_cycle: Vectors that a core loads in a cycle, beside multiply-adds.
        shuffle_loads: Instructions for each vector that lanes a few elements apart are picked from.
        masked_loads: Instructions for a vector that is read under a mask.
        loop_latency: Least cycles of a position in a loop over the window.
        unrolled_latency: Least cycles of a position in an unrolled window.
        loop_cycles: The loop over the window, shared by unrolled positions.
        order_cycles: The less suitable loop order.
        tile_cycles: A register tile, besides its positions and results.
        short_code: Unrolled loads that cost nothing extra.
        long_code_share: Further time for each unrolled load beyond.
        spill_factor: Register tiles that spill take so many times as long.
        checked_share_by_vectors: Further time of tiles with checked loads, `order` 0.
        checked_share_by_pixels: The same, `order` 1: vectors share some checks.
        unshared_row_share: Further time for each row of a tile where windows share none.
    """

    loads_per_cycle: float
    shuffle_loads: int
    masked_loads: int
    loop_latency: float
    unrolled_latency: float
    loop_cycles: float
    order_cycles: float
    tile_cycles: float
    short_code: int
    long_code_share: float
    spill_factor: float
    checked_share_by_vectors: float
    checked_share_by_pixels: float
    unshared_row_share: float


@dataclass(frozen=True, slots=True)
class PoolCosts:
    """Pooling in one stage: reading out of memory order, which hardware does not prefetch.

    Attributes:
        pixel_share: Further time for each further pixel of a tile.
        partial_channels_share: Further time where a tile takes part of the channels.
        window_loop_share: Further time for a loop over the window.
        channel_order_share: Further time for all pixels of a part of the channels before the next.
    """

    pixel_share: float
    partial_channels_share: float
    window_loop_share: float
    channel_order_share: float


@dataclass(frozen=True, slots=True)
class PoolSeparableCosts:
    """Pooling in two stages.

    Attributes:
        partial_pixels_share: Further time for reading part of each pixel, as far as the second-
            level caches miss.
        store_cycles: Storing a vector.
        tile_cycles: A register tile.
        padded_factor: Windows that leave the image take so many times as long.
    """

    partial_pixels_share: float
    store_cycles: float
    tile_cycles: float
    padded_factor: float


@dataclass(frozen=True, slots=True)
class LrnCosts:
    """Local response normalisation.

    Attributes:
        loop_factor: A loop over channels takes so many times as long as unrolled channels.
        vector_cycles: The power and the division of a vector.
        loop_cycles: The loop around a tile.
    """

    loop_factor: float
    vector_cycles: float
    loop_cycles: float


@dataclass(frozen=True, slots=True)
class FusedAttentionCosts:
    """Where attention is one operator (`aoe.backends.cpu.cost.fused_attention`).

    Attributes:
        fewest_queries: Fewer do not fill a vector, and their scores are small.
        most_keys: With more, the scores of a vector of queries do not stay in the second-level
            cache.
        longest_head: Longer rows of queries and values are layers, not heads: blocked matmuls are
            faster.
    """

    fewest_queries: int
    most_keys: int
    longest_head: int


@dataclass(frozen=True, slots=True)
class PackedCosts:
    """Matmuls by weights of few bits that are read packed.

    Attributes:
        fewest_weights: Fewer are read faster as float32, from a cache, than unpacked. For one row.
        fewest_weights_of_rows: The same for several rows.
        most_rows: More use each weight so often that unpacking takes longer than reading.
        most_float16_rows: The same for weights of float16, where memory has room for float32.
        unpack_instructions: Instructions that unpack a vector of weights, by the bits of a weight.
        word_instructions: Instructions that load and unpack a vector of words of four weights.
        scale_instructions: Instructions that scale a vector of integer sums and add it.
        copy_cycles: Storing an unpacked vector in scratch and loading it.
        instructions_per_cycle: Instructions on vectors, besides multiply-adds, in a cycle.
        chain_vectors: Sums of a register tile that hide the latency of a multiply-add.
    """

    fewest_weights: int
    fewest_weights_of_rows: int
    most_rows: int
    most_float16_rows: int
    unpack_instructions: Mapping[int, float]
    word_instructions: Mapping[int, float]
    scale_instructions: float
    copy_cycles: float
    instructions_per_cycle: int
    chain_vectors: float


@dataclass(frozen=True, slots=True)
class RoiPoolCosts:
    """Maxima over regions of images.

    Attributes:
        strided_cycles: Reading an element that does not lie beside the one before.
        step_cycles: The step of a loop, in times of the vector that it compares.
        row_cycles: A row of a bin.
    """

    strided_cycles: float
    step_cycles: float
    row_cycles: float


@dataclass(frozen=True, slots=True)
class HeldConstantsCosts:
    """Models whose constants stay in the last cache from one inference to the next.

    Attributes:
        llc_share: Which part of that cache keeps them.
        most_bytes: How much of it counts, since a larger one is for others, too.
        faster_than_memory: How many times as fast as memory it must be.
    """

    llc_share: float
    most_bytes: int
    faster_than_memory: float


@dataclass(frozen=True, slots=True)
class VariantCosts:
    """Choices about graphs: variants that are defaults (`aoe.graph.subgraph.default_variants`),
    strips and branches.

    Attributes:
        least_gain: Share of the time of an operator that a variant which copies values must save.
        unshared_bandwidth: What a thread reads from the cache of a core with which it shares none.
            Dilated convolutions over phases took so much longer there that it is 0.43 to 0.71 GB/s
            (`benchmarks/log/2026-11-26-dilated-as-batches.md`).
        region_seconds: How much longer a parallel region lasts than its share, because threads do
            not end together.
    """

    least_gain: float
    unshared_bandwidth: float
    region_seconds: float
