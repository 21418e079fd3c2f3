"""Operators of TensorFlow that `--op_name_map` maps to something else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.errors import UnsupportedModelError
from aoe.frontends.custom_operators.custom_operator import register_operator
from tests.frontends.custom_operators.bodies import SCALED, empty_registry
from tests.frontends.tensorflow.graphs import graph, node, placeholder

X = np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4)


@pytest.fixture(autouse=True)
def _registry() -> Iterator[None]:
    with empty_registry():
        yield


def mapped(place: Path, names: str, **attributes: object) -> np.ndarray:
    """What a node `MyOp` of `x` gives."""
    made = graph(placeholder("x", 3, 4), node("MyOp", "y", "x", **attributes))
    (place / "model.pb").write_bytes(made.SerializeToString())
    (place / "names.cfg").write_text(names)
    options = aoe.ModelOptions(op_name_map=place / "names.cfg")
    with aoe.compile(place / "model.pb", threads=1, model_options=options) as session:
        return session.run(None, {"x": X})[0]


def test_a_node_is_computed_by_a_registered_operator(tmp_path: Path) -> None:
    register_operator(SCALED)
    found = mapped(tmp_path, "MyOp:test.own.Scaled\n", factor=0.5, T=np.dtype(np.float32))
    assert np.array_equal(found, X * 0.5)


def test_a_node_may_stand_for_an_operator_of_onnx(tmp_path: Path) -> None:
    found = mapped(tmp_path, "MyOp:HardSwish\n")
    np.testing.assert_allclose(found, X * np.clip(X / 6 + 0.5, 0, 1), rtol=1e-5, atol=1e-7)


def test_a_node_may_stand_for_another_operator_of_tensorflow(tmp_path: Path) -> None:
    np.testing.assert_array_equal(mapped(tmp_path, "MyOp:Relu6\n"), np.clip(X, 0, 6))


def test_attributes_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    register_operator(SCALED)
    with pytest.raises(UnsupportedModelError, match="its attribute factor is no number"):
        mapped(tmp_path, "MyOp:Scaled\n", factor=np.dtype(np.float32))
