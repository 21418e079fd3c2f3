"""The shuffle of channels, against its definition."""

from __future__ import annotations

import numpy as np
import onnx_ir
import pytest
from onnx.reference import ReferenceEvaluator

from aoe.frontends.graph_builder import GraphBuilder, UnsupportedNodeError
from aoe.frontends.shared_operators.channel_shuffle import shuffled_channels


@pytest.mark.parametrize("shape", [(2, 6), (1, 6, 5), (2, 6, 3, 4), (2, 6, 2, 3, 2), (2, 6, 0, 3)])
@pytest.mark.parametrize("groups", [1, 2, 3, 6])
def test_channels_of_groups_come_in_turn(shape: tuple[int, ...], groups: int) -> None:
    builder = GraphBuilder("model")
    x = builder.input("x", np.float32, shape)
    model = builder.model([shuffled_channels(builder, x, groups)])
    given = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    (made,) = ReferenceEvaluator(onnx_ir.to_proto(model)).run(None, {"x": given})
    found = np.asarray(made)
    assert found.shape == shape
    each = shape[1] // groups
    for group in range(groups):
        for channel in range(each):
            mine = found[:, channel * groups + group]
            np.testing.assert_array_equal(mine, given[:, group * each + channel])


@pytest.mark.parametrize(
    ("shape", "groups", "reason"),
    [
        ((2, 6, 3, 4), 4, "it has 6 channels in 4 groups"),
        ((2, 6, 3, 4), 0, "it has 6 channels in 0 groups"),
        ((6,), 2, r"its operand has the shape \[6\], without channels"),
    ],
)
def test_groups_that_do_not_fit_are_refused(
    shape: tuple[int, ...], groups: int, reason: str
) -> None:
    builder = GraphBuilder("model")
    with pytest.raises(UnsupportedNodeError, match=reason):
        shuffled_channels(builder, builder.input("x", np.float32, shape), groups)
