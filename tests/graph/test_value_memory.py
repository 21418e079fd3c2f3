"""A model that asks for more memory than a machine has is refused before anything is computed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.backends.cpu.target.host import host_target, target_for
from aoe.errors import UnsupportedModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph.pipeline import prepared_graph
from aoe.graph.value_memory import require_value_memory
from aoe.target import Target
from tests.graph.models import imported, model

#: Numbers along each dimension of a matrix of 4.4 TB.
LONG = 1 << 20


@pytest.fixture(autouse=True)
def _memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with 17 GB, whatever it has."""
    for backend in ("cpu", "reference"):
        monkeypatch.setattr(f"aoe.backends.{backend}.backend.machine_memory", lambda: 1 << 34)


@pytest.mark.parametrize(
    ("text", "constants", "sentence"),
    [
        (
            "(float[1048576,1] x, float[1,1048576] z) => (float[a,b] y)"
            "{ m = MatMul(x, z) y = CumSum(m, axis) }",
            {"axis": np.array(1)},
            r"\(the result of .*CumSum\) is float32 of 1048576x1048576 and needs 4.4 TB",
        ),
        (
            "(float[1024,1024,1024,1024] x) => (float[1,1] y) { y = ReduceSum(x) }",
            {},
            r"^x \(an input\) is float32 of 1024x1024x1024x1024 and needs 4.4 TB",
        ),
        (
            "(float[1] x) => (float[a,b] y) { y = Expand(x, shape) }",
            {"shape": np.array([LONG, LONG])},
            r"^y \(made of x\) is float32 of 1048576x1048576 and needs 4.4 TB",
        ),
        (
            "(float[1,1,64,64] x) => (float[a,b,c,d] y)"
            "{ y = ConvTranspose<strides=[16384, 16384]>(x, w) }",
            {"w": np.ones((1, 1, 2, 2), np.float32)},
            r"ConvTranspose\) is float32 of .* and needs 4\.. TB",
        ),
    ],
    ids=["product", "input", "view", "phases"],
)
def test_a_value_of_terabytes_is_named_with_its_bytes(
    text: str, constants: dict[str, np.ndarray], sentence: str
) -> None:
    with pytest.raises(UnsupportedModelError, match=sentence) as found:
        prepared_graph(load_onnx(model(text, **constants)), "test", host_target(1))
    assert "give smaller shapes" in str(found.value)


@pytest.mark.parametrize(
    "target", [None, target_for("neon"), target_for("sse"), Target("reference", "numpy")]
)
def test_only_a_cpu_of_this_machine_has_its_memory(target: Target | None) -> None:
    """What is compiled for another device may have more, as one behind a server."""
    text = "(float[1024,1024,1024,1024] x) => (float[1,1] y) { y = ReduceSum(x) }"
    proto = load_onnx(model(text))
    if target is None or target.backend != "reference":
        assert prepared_graph(proto, "test", target).default.inputs == ("x",)
        return
    with pytest.raises(UnsupportedModelError, match=r"but this machine has 17\.2 GB"):
        prepared_graph(proto, "test", target)


def test_shapes_that_come_are_refused_in_the_same_way(tmp_path: Path) -> None:
    path = tmp_path / "open.onnx"
    onnx.save(model("(float[n] x, int64[2] s) => (float[a,b] y) { y = Expand(x, s) }"), path)
    session = aoe.InferenceSession(str(path))
    with pytest.raises(aoe.AoeError, match=r"needs 4\.4 TB, but this machine has"):
        session.run(None, {"x": np.zeros(1, np.float32), "s": np.array([LONG, LONG])})
    assert session.run(None, {"x": np.zeros(1, np.float32), "s": np.array([2, 3])})[0].shape == (
        2,
        3,
    )


def test_only_values_with_memory_of_their_own_count() -> None:
    """The view of 4.4 TB is summed without being stored."""
    graph = imported(
        model(
            "(float[1,1] x) => (float[1,1] y) { e = Expand(x, s) y = ReduceSum(e) }", s=[LONG, LONG]
        )
    )
    require_value_memory(graph, {}, 4)
    with pytest.raises(UnsupportedModelError, match=r"needs 4 bytes, but this machine has 3 bytes"):
        require_value_memory(graph, {}, 3)
    require_value_memory(graph, {}, None)
