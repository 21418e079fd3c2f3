"""What a report says of a model: each operator has the time of its calls, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.application.model.session import InferenceSession
from aoe.application.report.collect.model import model_contents
from aoe.application.report.contents import ModelContents
from aoe.settings import read_settings
from tests.graph.models import model, weights

LOOP = """(float[3,8] x, int64 trips) => (float[3,8] y) {
    go = Constant <value_ints = [1]> ()
    y = Loop (trips, , x) <body = step (int64 i, bool c, float[3,8] s) => (bool d, float[3,8] t) {
        p = MatMul (s, w) t = Tanh (p) d = Identity (c) }> }"""


@contextmanager
def session(proto: onnx.ModelProto, folder: Path) -> Iterator[InferenceSession]:
    path = folder / "model.onnx"
    path.write_bytes(proto.SerializeToString())
    with aoe.compile(path, threads=2) as made:
        yield made


def contents(proto: onnx.ModelProto, folder: Path) -> ModelContents:
    with session(proto, folder) as made:
        return model_contents(made, read_settings(), {})


def spent(found: ModelContents) -> float:
    return sum(call.seconds for call in found.calls)


def test_operators_have_the_time_of_their_calls(place: Path) -> None:
    text = """(float[1,4,8,8] x) => (float[1,8,8,8] z) {
        a = Conv <pads = [1, 1, 1, 1]> (x, v) y = Relu (a)
        b = MaxPool <kernel_shape = [3, 3], pads = [1, 1, 1, 1]> (x)
        z = Concat <axis = 1> (y, b) }"""
    found = contents(model(text, v=weights(4, 4, 3, 3)), place)
    nodes = {node.name: node for node in found.nodes}
    assert sum(node.seconds for node in found.nodes) == pytest.approx(spent(found))
    assert {name for name, node in nodes.items() if node.kind != "operator"} == {"x", "z"}
    first = next(number for number, node in enumerate(found.nodes) if node.name == "x")
    readers = [node for node in found.nodes if first in node.reads]
    assert len(readers) == 2
    (output,) = (node for node in found.nodes if node.kind == "output")
    assert len(output.reads) == 1
    assert sum(item.seconds for item in found.operators) == pytest.approx(spent(found))
    assert found.least <= found.seconds


def test_calls_of_a_loop_belong_to_the_loop(place: Path) -> None:
    found = contents(model(LOOP, w=weights(8, 8)), place)
    loops = [node for node in found.nodes if node.seconds and node.operator >= 0]
    assert sum(node.seconds for node in loops) == pytest.approx(spent(found))
    body = [call for call in found.calls if found.nodes[call.node].name != call.name]
    assert len(body) > 1
    assert len({call.node for call in body}) == 1


def test_a_model_of_the_reference_backend_has_no_arena(place: Path) -> None:
    with aoe.compile("small.onnx", device="reference", input_shape={"x": (2, 8)}) as made:
        found = model_contents(made, read_settings(), {})
    assert found.memory.buffers == ()
    assert len(found.operators) == 1
    assert np.isfinite(found.seconds)
