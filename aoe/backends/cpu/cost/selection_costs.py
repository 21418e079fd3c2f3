"""The section of a cost profile for operators that select elements. Units and values are in
`profiles/*.json`; `profile.py` loads them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SelectionCosts:
    """TopK, NonZero, NonMaxSuppression and TreeTraversal.

    Attributes:
        top_k_round_cycles: Selecting one element, besides its scans.
        top_k_scan_cycles: Scanning a vector of a group.
        loop_share: The loop around a tile, shared by its vectors.
        non_zero_cycles: An element of NonZero.
        overlap_cycles: Comparing a box with a vector of others.
        box_cycles: Preparing a box.
        walk_cycles: A step of a walk down a tree, among many side by side.
        walk_latency: The same for one walk alone, in cycles.
    """

    top_k_round_cycles: float
    top_k_scan_cycles: float
    loop_share: float
    non_zero_cycles: float
    overlap_cycles: float
    box_cycles: float
    walk_cycles: float
    walk_latency: float
