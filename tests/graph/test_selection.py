"""TopK, MaxUnpool and Col2Im are computed as ONNX Runtime does."""

from __future__ import annotations

import pytest

from tests.graph.models import checked_graph, model, operator_types


@pytest.mark.parametrize(("axis", "shape"), [(1, "3,4,5"), (-1, "3,7,4")])
@pytest.mark.parametrize("largest", [0, 1])
def test_the_best_elements_and_their_positions(axis: int, shape: str, largest: int) -> None:
    graph = checked_graph(
        model(
            f"""(float[3,7,5] x) => (float[{shape}] y, int64[{shape}] where) {{
            k = Constant <value = int64[1] {{4}}> ()
            y, where = TopK <axis = {axis}, largest = {largest}> (x, k) }}"""
        )
    )
    assert operator_types(graph) == ["TopK", "Gather"]


def test_what_was_pooled_is_put_back() -> None:
    checked_graph(
        model(
            """(float[1,1,2,2] x) => (float[1,1,4,4] y) {
            where = Constant <value = int64[1,1,2,2] {5, 7, 13, 15}> ()
            y = MaxUnpool <kernel_shape = [2, 2], strides = [2, 2]> (x, where) }"""
        )
    )


def test_overlapping_blocks_are_added_to_an_image() -> None:
    checked_graph(
        model(
            """(float[2,18,20] x) => (float[2,3,5,6] y) {
            image = Constant <value = int64[2] {5, 6}> ()
            block = Constant <value = int64[2] {2, 3}> ()
            y = Col2Im <pads = [0, 1, 0, 0]> (x, image, block) }""",
            18,
        )
    )
