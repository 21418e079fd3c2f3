"""WHILE in files that TensorFlow 2.21 converted, against LiteRT 2.3: a GRU, a plain recurrent layer
with weights of bytes, and a loop whose end depends on data.

Keras 3 writes every recurrent layer so.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.errors import UnsupportedModelError
from tests.frontends.tflite.files import Graph, Operator, Tensor, tflite

_FOLDER = Path(__file__).with_name("data") / "loops"


@pytest.mark.parametrize("name", ["gru_float", "rnn_hybrid", "while_data"])
def test_a_loop_computes_what_litert_does(name: str) -> None:
    with np.load(_FOLDER / "values.npz") as stored:
        values = {key: stored[key] for key in stored.files if key.startswith(f"{name}/")}
    with aoe.compile(_FOLDER / f"{name}.tflite") as session:
        for run in ("0", "1"):
            start = f"{name}/{run}/in/"
            feeds = {key[len(start) :]: item for key, item in values.items() if start in key}
            for number, found in enumerate(session.run(None, feeds)):
                wanted = values[f"{name}/{run}/out/{number}"]
                np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)


def _endless(*, grows: bool) -> bytes:
    """A loop whose condition never changes, or one that makes its state larger."""
    tensors = [Tensor("c", "BOOL"), Tensor("x", shape=(3,)), Tensor("y", shape=(3,))]
    body = [Operator("NEG", ["x"], ["y"])]
    if grows:
        body = [Operator("CONCATENATION", ["x", "x"], ["y"], {"axis": 0})]
    loop = Operator("WHILE", ["c", "x"], ["d", "y"], {"cond_subgraph": 1, "body_subgraph": 2})
    constant = None if grows else np.asarray(True)
    first = [Tensor("c", "BOOL", data=constant), *tensors[1:], Tensor("d", "BOOL")]
    return tflite(
        Graph(first, [loop], ["c", "x"] if grows else ["x"], ["y"]),
        Graph(tensors, [], ["c", "x"], ["c"]),
        Graph(tensors, body, ["c", "x"], ["c", "y"]),
    )


@pytest.mark.parametrize(
    ("grows", "message"), [(False, "runs more than"), (True, "changes the shape or type")]
)
def test_a_loop_that_is_not_read_is_refused(
    grows: bool, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aoe.frontends.tflite.control._MOST_ITERATIONS", 20)
    path = tmp_path / "loop.tflite"
    path.write_bytes(_endless(grows=grows))
    with pytest.raises(UnsupportedModelError, match=message):
        aoe.compile(path)
