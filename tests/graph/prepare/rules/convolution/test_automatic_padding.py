"""`auto_pad` means the padding that ONNX Runtime gives, for each kernel, stride, dilation and size.

ONNX Runtime refuses dilated convolutions with `auto_pad`; there onnx's reference implementation is
the oracle.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import numpy as np
import onnx
import onnx.reference
import pytest

import aoe
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.conformance.opsets.cases import by_runtime
from tests.graph.models import model, prepared, weights

#: Text of a node by operator: {w} names weights of the right kernel, {a} are the attributes.
_NODES = {
    "Conv": "Conv <{a}> (x, {w})",
    "ConvInteger": "ConvInteger <{a}> (q, i{w}, seven)",
    "QLinearConv": "QLinearConv <{a}> (q, tenth, seven, i{w}, tenth, zero, third, hundred)",
    "ConvTranspose": "ConvTranspose <{a}> (x, {w})",
    "AveragePool": "AveragePool <{a}, kernel_shape = [{k}]> (x)",
    "LpPool": "LpPool <{a}, kernel_shape = [{k}]> (x)",
    "MaxPool": "MaxPool <{a}, kernel_shape = [{k}]> (x)",
}
_MODES = ("SAME_UPPER", "SAME_LOWER")
#: Kernel, strides and dilations of a node, and its mode.
Choice = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], str]


def _text(sizes: Iterable[object]) -> str:
    return ", ".join(map(str, sizes))


def nodes(op_type: str, spatial: tuple[int, ...], choices: Iterable[Choice]) -> onnx.ModelProto:
    """A model with one node for each choice, all over the same image."""
    calls, kernels = [], {}
    for number, (kernel, strides, dilations, mode) in enumerate(choices):
        name = "w" + "_".join(map(str, kernel))
        kernels[name] = weights(2, 2, *kernel)
        words = f'strides = [{_text(strides)}], dilations = [{_text(dilations)}], auto_pad="{mode}"'
        call = _NODES[op_type].format(w=name, a=words, k=_text(kernel))
        calls.append(f"y{number} = {call}")
    integers = {f"i{name}": (value * 60).astype(np.int8) for name, value in kernels.items()}
    element = {"ConvInteger": "int32", "QLinearConv": "uint8"}.get(op_type, "float")
    outputs = _text(
        f"{element}[{_text('abcde'[: len(spatial) + 2])}] y{n}" for n in range(len(calls))
    )
    image = ("uint8", "q") if "(q" in _NODES[op_type] else ("float", "x")
    return model(
        f"({image[0]}[1, 2, {_text(spatial)}] {image[1]}) => ({outputs}) {{ {' '.join(calls)} }}",
        22,
        **kernels,
        **integers,
        seven=np.asarray(7, np.uint8),
        zero=np.asarray(0, np.int8),
        hundred=np.asarray(100, np.uint8),
        tenth=np.asarray(0.1, np.float32),
        third=np.asarray(1 / 3, np.float32),
    )


def feed_of(proto: onnx.ModelProto, spatial: tuple[int, ...]) -> dict[str, np.ndarray]:
    """An image without zeros, so that padding shows."""
    (image,) = [value.name for value in proto.graph.input]
    random = np.random.default_rng(0)
    numbers = random.integers(20, 255, (1, 2, *spatial)).astype(np.uint8)
    return {image: numbers if image == "q" else (numbers / np.float32(25)).astype(np.float32)}


def assert_agrees(
    proto: onnx.ModelProto, feed: dict[str, np.ndarray], expected: list[np.ndarray]
) -> None:
    found = evaluate(build(load_onnx(proto), "test"), feed)
    for value, array in zip(proto.graph.output, expected, strict=True):
        np.testing.assert_allclose(found[value.name], array, 1e-5, 1e-4, err_msg=value.name)


@pytest.mark.parametrize("op_type", sorted(_NODES))
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 8, 9])
def test_every_kernel_and_stride_is_padded_as_by_onnxruntime(op_type: str, size: int) -> None:
    choices = [
        ((kernel,), (stride,), (1,), mode)
        for kernel, stride, mode in product(range(1, 5), range(1, 8), _MODES)
        # ONNX Runtime refuses to cut off elements in MaxPool.
        if op_type != "MaxPool" or (-(-size // stride) - 1) * stride + kernel >= size
    ]
    proto = nodes(op_type, (size,), choices)
    feed = feed_of(proto, (size,))
    expected = by_runtime(proto, feed)
    assert expected is not None
    assert_agrees(proto, feed, expected)


@pytest.mark.parametrize("op_type", ["ConvTranspose", "AveragePool", "LpPool"])
@pytest.mark.parametrize("size", [1, 4, 7])
def test_dilated_windows_are_padded_as_by_onnxruntime(op_type: str, size: int) -> None:
    choices = [
        ((kernel,), (stride,), (dilation,), mode)
        for kernel, stride, dilation, mode in product((1, 2, 3), (1, 2, 3, 5), (2, 3), _MODES)
        # Its pools pad as if nothing were dilated, so a window may be longer than all there is.
        if op_type == "ConvTranspose"
        or max((-(-size // stride) - 1) * stride + kernel, size) > (kernel - 1) * dilation
    ]
    proto = nodes(op_type, (size,), choices)
    feed = feed_of(proto, (size,))
    expected = by_runtime(proto, feed)
    assert expected is not None
    assert_agrees(proto, feed, expected)


@pytest.mark.parametrize("size", [3, 4, 7, 8])
def test_dilated_convolutions_are_padded_for_the_reach_of_their_kernel(size: int) -> None:
    choices = [
        ((kernel,), (stride,), (dilation,), mode)
        for kernel, stride, dilation, mode in product((2, 3), (1, 2, 3), (2, 3), _MODES)
    ]
    proto = nodes("Conv", (size,), choices)
    feed = feed_of(proto, (size,))
    expected = onnx.reference.ReferenceEvaluator(proto).run(None, feed)
    assert_agrees(proto, feed, [np.asarray(array) for array in expected])


@pytest.mark.parametrize("op_type", sorted(set(_NODES) - {"MaxPool"}))
@pytest.mark.parametrize("rank", [2, 3])
def test_each_dimension_has_padding_of_its_own(op_type: str, rank: int) -> None:
    random = np.random.default_rng(rank)

    def each(least: int, most: int) -> tuple[int, ...]:
        return tuple(int(number) for number in random.integers(least, most + 1, rank))

    spatial, ones = each(4, 9), (1,) * rank
    choices = [(each(1, 3), each(1, 5), ones, _MODES[n % 2]) for n in range(12)]
    proto = nodes(op_type, spatial, choices)
    feed = feed_of(proto, spatial)
    expected = by_runtime(proto, feed)
    assert expected is not None
    assert_agrees(proto, feed, expected)


def test_padding_follows_the_size_of_an_open_dimension() -> None:
    proto = model(
        """(float[1,2,n] x) => (float[1,2,m] y, float[1,2,k] z) {
        y = Conv <strides = [4], auto_pad = "SAME_UPPER"> (x, w)
        z = AveragePool <strides = [3], kernel_shape = [2], auto_pad = "SAME_LOWER"> (x) }""",
        22,
        w=weights(2, 2, 1),
    )
    with aoe.compile(proto, threads=1) as session:
        for size in (8, 4, 9):
            feed = {"x": weights(1, 2, size)}
            expected = by_runtime(proto, feed)
            assert expected is not None
            for found, array in zip(session.run(None, feed), expected, strict=True):
                np.testing.assert_allclose(found, array, 1e-5, 1e-5)


def test_prepared_nodes_have_their_padding_as_numbers() -> None:
    proto = nodes("Conv", (9,), [((3,), (2,), (1,), mode) for mode in (*_MODES, "VALID")])
    left = [node for node in prepared(proto).graph if node.op_type == "Conv"]
    assert not any("auto_pad" in node.attributes for node in left)
    assert {tuple(node.attributes["pads"].as_ints()) for node in left} == {(1, 1), (0, 0)}
