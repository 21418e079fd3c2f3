"""Streams of panels."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.lowering.contraction.streams import STREAM, gap, in_streams
from aoe.loops.loop_nest import Axis
from tests.backends.cpu.lowering.contraction.test_panels import product

PAGE, LINE = 4096, 64


@pytest.mark.parametrize("parts", [1, 2, 4, 8])
def test_streams_cover_all_steps_once(parts: int) -> None:
    whole = product()
    cut = in_streams(whole, parts)
    steps = {
        index * cut.a.stride("c") + part * cut.a.stride(STREAM)
        for index in range(cut.reduction[0].extent)
        for part in range(parts)
    }
    assert steps == {index * whole.a.stride("c") for index in range(whole.reduction[0].extent)}
    assert cut.flops == whole.flops


@given(
    lines=st.integers(1, 10_000),
    parts=st.sampled_from([2, 4, 8]),
    vectors=st.sampled_from([1, 2, 3, 4, 6, 8]),
)
def test_streams_begin_at_different_offsets_in_a_page(lines: int, parts: int, vectors: int) -> None:
    length, width = lines * LINE, 16 * vectors
    between = gap(length, parts, width)
    assert between % LINE == parts * between % width == 0
    begins = [number * (length + between) % PAGE for number in range(parts)]
    if vectors % 3:
        assert sorted(begins) == list(range(0, PAGE, PAGE // parts))
    else:
        assert len(set(begins)) == parts


def test_a_gap_lies_behind_each_stream_and_nowhere_else() -> None:
    layout = Panels((), (), (Axis(STREAM, 4), Axis("c", 10)), 60, 16, terms=3, gap=1024)
    strides = layout.strides
    assert strides["c"] == 48
    assert strides[STREAM] == 480 + 1024
    assert strides["p"] == 4 * (480 + 1024)
    assert layout.elements == 4 * strides["p"]
    assert replace(layout, gap=0).elements == 4 * 4 * 480
