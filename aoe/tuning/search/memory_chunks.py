"""Chunks of candidates that fit in memory together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aoe.policy import AnyPolicy
from aoe.tuning.measurement.candidate import Candidate

#: Bytes that may be loaded together; candidates of a larger operator take turns.
LOADED_BYTES = 512 << 20


def memory_chunks(
    candidates: Sequence[Candidate[AnyPolicy]],
) -> Iterator[list[Candidate[AnyPolicy]]]:
    """The candidates in order, in lists of at most `LOADED_BYTES` or of one candidate."""
    chunk: list[Candidate[AnyPolicy]] = []
    size = 0
    for candidate in candidates:
        if chunk and size + candidate.bytes > LOADED_BYTES:
            yield chunk
            chunk, size = [], 0
        chunk.append(candidate)
        size += candidate.bytes
    if chunk:
        yield chunk
