"""Dilated and transposed convolutions over phases give the same results."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.graph.subgraph.variants.variants import variants_of
from aoe.operators.operator_graph import OperatorGraph
from tests.graph.models import model, operator_types, weights
from tests.graph.subgraph.variants.test_variants import check, fused, maker
from tests.properties import examples

DILATED, TRANSPOSED = "dilated_as_phases", "transposed_as_phases"


def convolution(
    image: tuple[int, ...],
    window: tuple[int, ...],
    dilations: tuple[int, ...],
    pads: tuple[int, ...],
    end: str = "y = Identity(c)",
) -> onnx.ModelProto:
    text = f"""(float[2,3,{",".join(map(str, image))}] x) => (float[{_dimensions(image)}] y) {{
        c = Conv <pads = {[*pads]}, dilations = {[*dilations]}> (x, w, b) {end} }}"""
    constants = {"b": weights(4), "k": weights(4, *(1 for _ in image), seed=1)}
    return model(text, w=weights(4, 3, *window), **constants)


def transposed(
    image: tuple[int, ...],
    window: tuple[int, ...],
    strides: tuple[int, ...],
    pads: tuple[int, ...] | None = None,
    more: tuple[int, ...] | None = None,
    filters: int = 3,
    bias: bool = False,
) -> onnx.ModelProto:
    """`more`: ONNX's `output_padding`."""
    pads, more = pads or (0,) * 2 * len(image), more or (0,) * len(image)
    attributes = f"strides = {[*strides]}, pads = {[*pads]}, output_padding = {[*more]}"
    text = f"""(float[2,4,{",".join(map(str, image))}] x) => (float[{_dimensions(image)}] y) {{
        c = ConvTranspose <{attributes}> (x, w{", b" if bias else ""}) y = Relu(c) }}"""
    constants = {"b": weights(filters)} if bias else {}
    return model(text, w=weights(4, filters, *window), **constants)


def _dimensions(image: tuple[int, ...]) -> str:
    return "N,K," + ",".join(f"S{number}" for number, _ in enumerate(image))


def convolution_in(graph: OperatorGraph) -> tuple[tuple[int, ...], int]:
    """The dilations and the filters of the only convolution."""
    (conv,) = [node.operator for node in graph.operator_nodes if node.operator.type == "Conv"]
    return conv.integers("dilations"), conv.inputs[1].shape[0]


@given(rank=st.integers(1, 2), data=st.data())
@examples(40)
def test_a_dilated_convolution_is_one_of_a_batch_of_phases(rank: int, data: st.DataObject) -> None:
    def each(low: int, high: int, count: int = rank) -> tuple[int, ...]:
        return tuple(data.draw(st.integers(low, high)) for _ in range(count))

    window, dilations = each(2, 4), each(1, 4)
    dilations = (*dilations[:-1], max(2, dilations[-1]))
    pads, image = each(0, 9, 2 * rank), each(13, 18)  # windows reach over 13 pixels at most
    end = data.draw(st.sampled_from(["y = Relu(c)", "y = Add(c, k)", "y = Identity(c)"]))
    other = check(convolution(image, window, dilations, pads, end), "y", DILATED)
    assert convolution_in(other)[0] == (1,) * rank


@pytest.mark.parametrize(
    ("image", "window", "dilations", "pads"),
    [
        pytest.param((9, 10), (3, 3), (2, 2), (2, 2, 2, 2), id="even and odd images"),
        pytest.param((9, 9), (3, 3), (5, 5), (5, 5, 5, 5), id="images of two pixels"),
        pytest.param((10, 9), (3, 3), (9, 8), (9, 9, 9, 9), id="images of one pixel"),
        pytest.param((9, 9), (3, 3), (2, 1), (1, 1, 0, 1), id="padding that phases do not divide"),
        pytest.param((9, 9), (1, 3), (3, 2), (0, 2, 0, 2), id="a dilation of a single tap"),
        pytest.param((20,), (3,), (3,), (6, 0), id="a line, padded in front"),
        pytest.param((6, 6, 8), (1, 1, 3), (1, 1, 2), (0, 0, 2, 0, 0, 2), id="a volume"),
        pytest.param((9, 9), (3, 3), (2, 2), (6, 0, 0, 7), id="more padding than a window reaches"),
    ],
)
def test_no_dilation_is_left(
    image: tuple[int, ...],
    window: tuple[int, ...],
    dilations: tuple[int, ...],
    pads: tuple[int, ...],
) -> None:
    other = check(convolution(image, window, dilations, pads), "y", DILATED)
    assert {*convolution_in(other)[0]} == {1}


def test_what_needs_no_zeros_is_not_copied_to_get_some() -> None:
    for image, padded in ((12, 12), False), ((13, 12), True):
        other = check(convolution(image, (3, 3), (2, 2), (2,) * 4), "y", DILATED)
        assert ("Pad" in operator_types(other)) == padded


@given(rank=st.integers(1, 2), data=st.data(), bias=st.booleans(), filters=st.integers(1, 9))
@examples(60)
def test_a_transposed_convolution_has_its_phases_as_filters(
    rank: int, data: st.DataObject, bias: bool, filters: int
) -> None:
    def each(low: int, high: int, count: int = rank) -> tuple[int, ...]:
        return tuple(data.draw(st.integers(low, high)) for _ in range(count))

    image, window, strides = each(2, 6), each(1, 7), each(1, 4)
    strides = (*strides[:-1], max(2, strides[-1]))
    more = tuple(data.draw(st.integers(0, stride - 1)) for stride in strides)
    pads = tuple(data.draw(st.integers(0, (size - 1) // 2)) for size in (*window, *window))
    proto = transposed(image, window, strides, pads, more, filters, bias)
    other = check(proto, "y", TRANSPOSED)
    assert convolution_in(other)[1] == filters * int(np.prod(strides))


@pytest.mark.parametrize(
    "proto",
    [
        transposed((5, 6), (4, 4), (2, 2), (1, 1, 1, 1), bias=True),
        transposed((5, 6), (3, 3), (2, 2), (1, 1, 1, 1), (1, 1)),
        transposed((4, 4), (9, 9), (4, 4), (4, 4, 4, 4), (3, 3), filters=1),
        transposed((4, 4), (2, 2), (3, 3), more=(0, 2)),
        transposed((6,), (16,), (8,), (4, 4)),
        transposed((2, 3, 2), (4, 4, 4), (2, 2, 2), (1,) * 6, filters=1),
    ],
    ids=["an image's last layer", "three taps", "FSRCNN's", "gaps", "a line", "a volume"],
)
def test_layers_of_known_networks_have_phases(proto: onnx.ModelProto) -> None:
    assert "ConvTranspose" not in operator_types(check(proto, "y", TRANSPOSED))


@pytest.mark.parametrize(
    ("body", "variant", "shape"),
    [
        ("c = Conv <dilations = [2, 2], pads = [2, 2, 2, 2]> (x, w)", DILATED, "4,6,6"),
        ("c = ConvTranspose <strides = [2, 2], pads = [1, 1, 1, 1]> (x, w)", TRANSPOSED, "4,11,11"),
    ],
)
def test_a_residual_is_added_behind_the_phases(body: str, variant: str, shape: str) -> None:
    text = (
        f"(float[1,4,6,6] x, float[1,{shape}] z) => (float[1,{shape}] y) {{ {body} y = Add(c, z) }}"
    )
    other = check(model(text, w=weights(4, 4, 3, 3)), "y", variant)
    assert "Pointwise" in operator_types(other)


@pytest.mark.parametrize(
    ("body", "channels"),
    [
        ("y = Conv <strides = [2, 2], dilations = [2, 2]> (x, w)", 4),
        ("y = Conv <group = 2, dilations = [2, 2]> (x, w)", 2),
        ("y = Conv (x, w)", 4),
        ("y = ConvTranspose <group = 2, strides = [2, 2]> (x, w)", 4),
        ("y = ConvTranspose <strides = [2, 2], dilations = [2, 2]> (x, w)", 4),
        ("y = ConvTranspose <strides = [2, 2], pads = [6, 6, 6, 6]> (x, w)", 4),
    ],
)
def test_other_convolutions_have_no_phases(body: str, channels: int) -> None:
    text = f"(float[1,4,8,8] x) => (float[N,K,H,W] y) {{ {body} }}"
    graph = fused(model(text, w=weights(4, channels, 3, 3)))
    assert not {DILATED, TRANSPOSED} & {*variants_of(graph, maker(graph, "y"))}


@pytest.mark.parametrize("dilation", [1, 2])
@pytest.mark.parametrize("filters", [3, 8])
def test_sums_of_bytes_have_no_variant_that_stores_them_as_bytes(
    dilation: int, filters: int
) -> None:
    text = f"""(uint8[2,3,9,9] x) => (float[N,K,H,W] y) {{
        c = ConvInteger <dilations = [{dilation}, {dilation}]> (x, w)
        d = Cast <to = 1> (c) y = Mul(d, s) }}"""
    steps = np.arange(filters * 27, dtype=np.int8).reshape(filters, 3, 3, 3)
    graph = fused(model(text, w=steps, s=np.asarray(0.3, np.float32)))
    apart = {DILATED, TRANSPOSED, "shift_gemm"}
    assert not apart & {*variants_of(graph, maker(graph, "y"))}
