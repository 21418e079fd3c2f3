from __future__ import annotations

import numpy as np
import onnx_ir
import pytest
from onnx.reference import ReferenceEvaluator

from aoe.frontends.graph_builder import GraphBuilder, Operand, shape_of
from aoe.frontends.layout import (
    LayoutOperand,
    Layouts,
    NchwView,
    held_of,
    nchw_axis,
    nchw_order,
    nhwc_order,
    shape_of_tensor,
)


@pytest.fixture
def builder() -> GraphBuilder:
    return GraphBuilder("g")


def view(builder: GraphBuilder, *shape: int) -> NchwView:
    """A view of a new input, whose shape is that of NCHW."""
    return NchwView(builder.input(f"x{shape}", np.float32, shape))


def operators(builder: GraphBuilder, operand: Operand) -> list[str]:
    return [node.op_type for node in builder.model([builder.value(operand)]).graph]


def test_a_view_has_the_shape_of_the_source(builder: GraphBuilder) -> None:
    assert shape_of_tensor(view(builder, 1, 3, 8, 9)) == (1, 8, 9, 3)
    assert shape_of_tensor(view(builder, 1, 3, 8)) == (1, 8, 3)


@pytest.mark.parametrize("rank", [3, 4, 5])
def test_axes_and_orders_agree(rank: int) -> None:
    order = nchw_order(rank)
    assert [order.index(axis) for axis in range(rank)] == [nchw_axis(a, rank) for a in range(rank)]
    assert [order[axis] for axis in nhwc_order(rank)] == list(range(rank))


def test_a_tensor_is_transposed_once_and_back_for_nothing(builder: GraphBuilder) -> None:
    layouts = Layouts(builder)
    x = builder.input("x", np.float32, (1, 8, 9, 3))
    first = layouts.to_nchw(x)
    assert layouts.to_nchw(x) is first
    assert isinstance(first, type(x))
    assert layouts.to_nhwc(NchwView(first)) is x
    assert operators(builder, first) == ["Transpose"]


def test_a_view_becomes_the_other_layout_once(builder: GraphBuilder) -> None:
    layouts = Layouts(builder)
    x = view(builder, 1, 3, 8, 9)
    last = layouts.to_nhwc(x)
    assert layouts.to_nhwc(x) is last
    assert layouts.to_nchw(last) is x.value
    assert shape_of(last) == (1, 8, 9, 3)


def test_padding_stays_beside_a_convolution(builder: GraphBuilder) -> None:
    layouts = Layouts(builder)
    x = builder.input("x", np.float32, (1, 8, 9, 3))
    pads = np.asarray([0, 1, 2, 0, 0, 3, 4, 0])
    first = layouts.to_nchw(builder.node("Pad", x, pads, np.asarray(1, np.float32), mode="edge"))
    assert shape_of(first) == (1, 3, 12, 15)
    assert operators(builder, first) == ["Transpose", "Pad"]
    node = builder.value(first).producer()
    assert node is not None
    assert node.attributes["mode"].as_string() == "edge"


def test_constants_follow_a_view_without_a_transpose(builder: GraphBuilder) -> None:
    layouts = Layouts(builder)
    x = view(builder, 1, 3, 8, 9)
    channels = np.arange(3, dtype=np.float32)
    image = np.zeros((8, 9, 3), np.float32)
    scalar = np.asarray(2, np.float32)
    found, nchw = layouts.together([x, channels, image, scalar])
    assert nchw
    assert [shape_of(item) for item in found] == [(1, 3, 8, 9), (1, 3, 1, 1), (1, 3, 8, 9), ()]


def test_tensors_of_one_channel_each_follow_a_view(builder: GraphBuilder) -> None:
    x = view(builder, 1, 3, 8, 9)
    found, nchw = Layouts(builder).together([builder.input("c", np.float32, (3,)), x])
    assert nchw
    assert shape_of(found[0]) == (1, 3, 1, 1)


@pytest.mark.parametrize("size", [4, 16])
def test_the_largest_tensor_decides(builder: GraphBuilder, size: int) -> None:
    x = view(builder, 1, 3, 8, 8)
    plain = builder.input("p", np.float32, (size // 4, 8, 8, 3))
    operands: list[LayoutOperand] = [plain, x]
    found, nchw = Layouts(builder).together(operands)
    assert nchw == (size == 4)
    assert shape_of(found[1]) == ((1, 3, 8, 8) if nchw else (1, 8, 8, 3))


def test_an_operand_of_higher_rank_needs_the_layout_of_the_source(builder: GraphBuilder) -> None:
    x = view(builder, 1, 3, 8, 8)
    found, nchw = Layouts(builder).together([x, np.ones((2, 1, 1, 1, 3), np.float32)])
    assert not nchw
    assert shape_of(found[0]) == (1, 8, 8, 3)


@pytest.mark.parametrize(
    ("held", "wanted", "becomes"),
    [
        ((1, 3, 1, 9), (1, 9, 3), (1, 3, 9)),  # the height of a convolution along one axis
        ((1, 3, 9), (1, 1, 9, 3), (1, 3, 1, 9)),
        ((2, 3, 9, 1), (2, 1, 9, 3), (2, 3, 1, 9)),
        ((2, 3, 1, 1), (2, 3), (2, 3)),
        ((2, 1, 4, 5), (2, 20), (2, 20)),
        ((2, 3, 4, 5), (2, 60), (2, 60)),
    ],
)
def test_a_reshaped_view_has_the_elements_of_the_source(
    builder: GraphBuilder,
    held: tuple[int, ...],
    wanted: tuple[int, ...],
    becomes: tuple[int, ...],
) -> None:
    x = view(builder, *held)
    made = Layouts(builder).reshaped(x, wanted)
    stays = len(wanted) > 2
    assert isinstance(made, NchwView) == stays
    assert shape_of_tensor(made) == wanted
    assert shape_of(held_of(made)) == becomes
    model = builder.model([builder.value(held_of(made))])
    kinds = [node.op_type for node in model.graph]
    assert kinds == (["Transpose", "Reshape"] if held == (2, 3, 4, 5) else ["Reshape"])
    given = np.arange(np.prod(held), dtype=np.float32).reshape(held)
    (found,) = ReferenceEvaluator(onnx_ir.to_proto(model)).run(None, {str(x.value.name): given})
    seen = np.asarray(found).transpose(nhwc_order(len(wanted))) if stays else np.asarray(found)
    source = given.transpose(nhwc_order(len(held)))
    np.testing.assert_array_equal(seen, source.reshape(wanted))


@pytest.mark.parametrize("shape", [(2, 1, 0), (1, 0, 4, 1)])
def test_a_tensor_without_elements_is_moved(builder: GraphBuilder, shape: tuple[int, ...]) -> None:
    moved = Layouts(builder).to_nchw(builder.input("x", np.float32, shape))
    assert shape_of(moved) == tuple(shape[axis] for axis in nchw_order(len(shape)))
