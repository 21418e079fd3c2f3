"""ConvTranspose means what ONNX Runtime computes, and its phases never multiply zeros."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aoe.errors import UnsupportedModelError
from aoe.operators.types.conv.conv_transposed import OPERATOR, phase_weights, phases
from tests.operators.source_node import ArrayNode, assert_agrees


def node(x: tuple[int, ...], w: tuple[int, ...], bias: bool = True, **attributes: Any) -> ArrayNode:
    """A transposed convolution of random values."""
    random = np.random.default_rng(prod(x))
    arrays = [random.standard_normal(shape).astype(np.float32) for shape in (x, w)]
    if bias:
        filters = w[1] * attributes.get("group", 1)
        arrays.append(random.standard_normal(filters).astype(np.float32))
    return ArrayNode("ConvTranspose", arrays, attributes, constants=frozenset({1, 2}))


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_any_transposed_convolution_is_what_onnx_runtime_computes(data: st.DataObject) -> None:
    rank, group = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 2))

    def each(low: int, high: int) -> list[int]:
        return [data.draw(st.integers(low, high)) for _ in range(rank)]

    kernel, strides, dilations = each(1, 4), each(1, 3), each(1, 2)
    pads = [
        data.draw(st.integers(0, (k - 1) * d // 2)) for k, d in zip(kernel, dilations, strict=True)
    ] * 2
    padding = [data.draw(st.integers(0, s - 1)) for s in strides]
    attributes: dict[str, Any] = {"strides": strides, "dilations": dilations, "group": group}
    mode = data.draw(st.sampled_from(["NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"]))
    if mode == "NOTSET":
        attributes |= {"pads": pads, "output_padding": padding}
    else:
        attributes["auto_pad"] = mode
    spatial = each(2, 5)
    channels, filters = data.draw(st.integers(1, 3)) * group, data.draw(st.integers(1, 3))
    bias = data.draw(st.booleans())
    assert_agrees(node((2, channels, *spatial), (channels, filters, *kernel), bias, **attributes))


@pytest.mark.parametrize("mode", ["NOTSET", "SAME_UPPER", "SAME_LOWER"])
@pytest.mark.parametrize("extent", [7, 8, 9, 10])
def test_a_given_output_shape_decides_the_padding(mode: str, extent: int) -> None:
    shape = [extent, extent + 1]
    given: dict[str, Any] = {"strides": [3, 2], "output_shape": shape, "auto_pad": mode}
    assert_agrees(node((1, 2, 3, 5), (2, 3, 3, 4), **given))


def test_phases_form_every_product_once() -> None:
    attributes: dict[str, Any] = {"strides": [2, 3], "dilations": [1, 2], "pads": [0, 0, 0, 0]}
    operator = OPERATOR.import_node(node((1, 2, 4, 5), (2, 3, 4, 5), **attributes)).operator
    reached = 0
    for phase in phases(operator):
        met = 1
        for part, extent in zip(phase, (4, 5), strict=True):
            places = np.arange(part.outputs)[:, None] + part.start
            places = places - np.arange(part.taps) * part.reach
            met *= int(((places >= 0) & (places < extent)).sum())
        reached += met
    assert reached == 4 * 5 * 4 * 5  # elements of the input × positions of the kernel


@pytest.mark.parametrize("groups", [1, 2])
def test_weights_of_phases_are_what_outputs_inside_are_sums_of(groups: int) -> None:
    found = node((1, 4, 6, 6), (4, 3, 4, 2), False, strides=[2, 3], group=groups)
    operator, weights = OPERATOR.import_node(found).operator, found.arrays[1]
    assert weights is not None
    result = OPERATOR.reference(operator, [np.ones((1, 4, 6, 6)), weights])
    sums = [part.sum(axis=1).reshape(-1) for part in phase_weights(operator, weights)]
    reached = [phase for phase in phases(operator) if all(part.taps for part in phase)]
    places = [(4 + phase[0].first, 3 + phase[1].first) for phase in reached]
    assert len(sums) == 2 * 2
    for part, (row, column) in zip(sums, places, strict=True):
        np.testing.assert_allclose(part, result[0, :, row, column], atol=1e-5)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (node((1, 3, 4), (2, 1, 2)), "3 channels"),
        (node((1, 2, 4), (2, 1, 2), strides=[0]), "below 1"),
        (node((1, 2, 4), (2, 1, 2), dilations=[1, 1]), "do not fit"),
        (node((1, 2, 4), (2, 1, 2), kernel_shape=[3]), "kernel_shape"),
    ],
)
def test_what_does_not_fit_is_refused(wrong: ArrayNode, message: str) -> None:
    with pytest.raises(UnsupportedModelError, match=message):
        OPERATOR.import_node(wrong)


@pytest.mark.parametrize("mode", ["SAME_UPPER", "SAME_LOWER"])
@pytest.mark.parametrize("kernel", [1, 2, 3, 4])
@pytest.mark.parametrize("padding", [0, 1, 2])
def test_the_modes_same_end_with_the_last_output_that_something_reaches(
    mode: str, kernel: int, padding: int
) -> None:
    """`output_padding` counts in the size that is cropped to stride times the input."""
    given: dict[str, Any] = {"strides": [3, 2], "dilations": [1, 2], "auto_pad": mode}
    padded = {**given, "output_padding": [padding, min(padding, 1)]}
    assert_agrees(node((1, 2, 3, 5), (2, 3, kernel, kernel), **padded))
