"""A constant of each element type gives the same at every shape of a session, from the compile
cache and from a saved file, and the model that it was compiled from stays as it is.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx_ir
import pytest
from onnx import TensorProto, helper, numpy_helper

import aoe
from aoe.application.model.open_shapes.specialization import Specializer

ROWS, COLUMNS = 64, 144
WHOLE = (
    *("INT2", "UINT2", "INT4", "UINT4", "INT8", "UINT8", "INT16", "UINT16"),
    *("INT32", "UINT32", "INT64", "UINT64", "BOOL"),
)
FLOATING = ("FLOAT16", "BFLOAT16", "FLOAT", "DOUBLE")
#: Types of constants that DequantizeLinear takes, and the sizes of its blocks. 0 is none. Blocks of
#: bytes and more are scaled alike, as are those that are packed.
QUANTIZED = [
    *((kind, 0) for kind in WHOLE[:8]),
    *((kind, block) for kind in ("INT2", "UINT4", "INT8") for block in (16, 128)),
]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TE_PARALLEL_COMPILER", "1")


def table(kind: str) -> np.ndarray:
    """Numbers that a type holds, negative ones too where it has them."""
    least, most = {"INT2": (-2, 2), "UINT2": (0, 4), "INT4": (-8, 8), "UINT4": (0, 16)}.get(
        kind, (0, 2) if kind == "BOOL" else (0, 100) if kind.startswith("U") else (-100, 100)
    )
    return np.random.default_rng(0).integers(least, most, (ROWS, COLUMNS))


def constant(kind: str) -> onnx.TensorProto:
    return helper.make_tensor(
        "c", TensorProto.DataType.Value(kind), (ROWS, COLUMNS), table(kind).ravel().tolist()
    )


def made(
    nodes: list[onnx.NodeProto], x: int, inner: list[str | int], *constants: onnx.TensorProto
) -> onnx.ModelProto:
    inputs = [helper.make_tensor_value_info("x", x, inner)]
    outputs = [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", COLUMNS])]
    graph = helper.make_graph(nodes, "g", inputs, outputs, constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 25)], ir_version=13)


def looked_up(kind: str) -> tuple[onnx.ModelProto, np.ndarray]:
    """Rows of a table of a type, as float32; and the table."""
    nodes = [
        helper.make_node("Gather", ["c", "x"], ["rows"]),
        helper.make_node("Cast", ["rows"], ["y"], to=TensorProto.FLOAT),
    ]
    return made(nodes, TensorProto.INT64, ["n"], constant(kind)), table(kind).astype(np.float32)


def multiplied(kind: str, block: int) -> tuple[onnx.ModelProto, np.ndarray]:
    """A matmul of weights of a type, scaled in blocks or by columns; and the weights."""
    shape = (-(-ROWS // block), COLUMNS) if block else (COLUMNS,)
    scale = np.random.default_rng(1).random(shape).astype(np.float32)
    place: dict[str, Any] = {"axis": 0, "block_size": block} if block else {"axis": 1}
    nodes = [
        helper.make_node("DequantizeLinear", ["c", "s"], ["w"], **place),
        helper.make_node("MatMul", ["x", "w"], ["y"]),
    ]
    proto = made(
        nodes, TensorProto.FLOAT, ["n", ROWS], constant(kind), numpy_helper.from_array(scale, "s")
    )
    spread = np.repeat(scale, block, 0)[:ROWS] if block else scale
    return proto, table(kind).astype(np.float32) * spread


def check(
    session: aoe.InferenceSession, weights: np.ndarray, lookup: bool, counts: tuple[int, ...]
) -> None:
    for count in counts:
        x = np.random.default_rng(count).standard_normal((count, ROWS)).astype(np.float32)
        ids = np.arange(count) * 7 % ROWS
        (found,) = session.run(None, {"x": ids if lookup else x})
        wanted = weights[ids] if lookup else x @ weights
        np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-3)


def check_everywhere(
    proto: onnx.ModelProto,
    weights: np.ndarray,
    lookup: bool,
    folder: Path,
    patch: pytest.MonkeyPatch,
) -> None:
    saved = folder / "saved.om"
    with aoe.compile(proto, threads=1) as session:
        check(session, weights, lookup, (1, 4, 1))
        session.save(saved)
    with aoe.InferenceSession(saved, threads=1) as session:
        check(session, weights, lookup, (4, 5, 1))
    patch.setattr(Specializer, "compiled", None)  # calling it would fail
    for counts in ((1, 4, 1), (4, 1)):
        with aoe.compile(proto, threads=1) as session:
            check(session, weights, lookup, counts)


@pytest.mark.parametrize("kind", [*WHOLE[4:], *FLOATING])
def test_tables(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_everywhere(*looked_up(kind), True, tmp_path, monkeypatch)


@pytest.mark.parametrize(("kind", "block"), QUANTIZED)
def test_weights(kind: str, block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_everywhere(*multiplied(kind, block), False, tmp_path, monkeypatch)


@pytest.mark.parametrize("kind", WHOLE[:4])
def test_weights_at_given_shapes_and_ranges(kind: str, tmp_path: Path) -> None:
    proto, weights = multiplied(kind, 0)
    for shape, options in (
        ({"x": (-1, ROWS)}, aoe.ModelOptions(dynamic_batch_size=[1, 4])),
        (None, aoe.ModelOptions(input_shape_range=f"x:[1~5,{ROWS}]")),
    ):
        saved = tmp_path / "saved.om"
        with aoe.compile(proto, threads=1, input_shape=shape, model_options=options) as session:
            check(session, weights, False, (1, 4, 1))
            session.save(saved)
        with aoe.InferenceSession(saved, threads=1) as session:
            check(session, weights, False, (4, 1))


def test_a_model_of_the_caller_keeps_its_types() -> None:
    proto, weights = multiplied("INT4", 0)
    model = onnx_ir.from_proto(proto)
    before = str(model)
    for options in (None, aoe.ModelOptions(input_fp16_nodes=["x"])):
        with aoe.compile(model, threads=1, model_options=options) as session:
            x = np.ones((2, ROWS), np.float32 if options is None else np.float16)
            (found,) = session.run(None, {"x": x})
        np.testing.assert_allclose(found, x @ weights, rtol=1e-3, atol=1e-2)
        assert str(model) == before


def test_an_input_is_taken_as_float16_at_every_profile() -> None:
    proto, weights = multiplied("INT8", 0)
    options = aoe.ModelOptions(input_fp16_nodes=["x"], dynamic_batch_size=[1, 4])
    with aoe.compile(
        proto, threads=1, input_shape={"x": (-1, ROWS)}, model_options=options
    ) as session:
        for count in (1, 4):
            x = np.random.default_rng(count).standard_normal((count, ROWS)).astype(np.float16)
            (found,) = session.run(None, {"x": x})
            np.testing.assert_allclose(found, x @ weights, rtol=1e-3, atol=1e-2)
