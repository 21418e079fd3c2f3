"""What the process of an engine does with requests."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

from aoe.application.run.engine_names import ONNXRUNTIME, OPENVINO, OURS, PEERS, TORCH
from aoe.application.run.engines import ENGINES, EngineError, Opened, Opening, Turn, engine_handler
from tests.application.conftest import expected, small_model
from tests.graph.models import model

X = np.random.default_rng(0).standard_normal((2, 8)).astype(np.float32)
#: What each engine needs beside its own package.
NEEDED = {TORCH: "onnx2torch"}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "small.onnx"
    onnx.save(small_model(), path)
    return path


def _opening(engine: str, path: Path, **changes: object) -> Opening:
    facts = {"feed": {"x": X}, "outputs": ("y",), **changes}
    return Opening(engine, path, 1, **facts)  # type: ignore[arg-type]


def test_every_engine_that_can_be_compared_can_be_opened() -> None:
    assert ENGINES.keys() == {OURS, *PEERS}


@pytest.mark.parametrize("engine", [OURS, ONNXRUNTIME, OPENVINO, TORCH])
def test_an_engine_computes_what_the_model_says(
    engine: str, source: Path, compiled_folder: Path
) -> None:
    for package in {engine, NEEDED.get(engine, engine)} - {OURS}:
        pytest.importorskip(package)
    answer = engine_handler()
    path = compiled_folder / "small.om" if engine == OURS else source
    opened = answer(_opening(engine, path))
    assert isinstance(opened, Opened)
    assert opened.version
    np.testing.assert_allclose(opened.outputs[0], expected(X), atol=1e-5)
    times = answer(Turn(seconds=0.0, fewest=2))
    assert len(times) == 2
    assert min(times) > 0


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"outputs": ("y", "made")}, "does not give made, which --out_nodes made an output"),
        ({"feed": {"x": X.astype(np.float16)}}, r"takes x as tensor\(float\), not as tensor"),
    ],
)
def test_a_model_that_was_compiled_in_another_form_is_refused(
    changes: dict[str, object], said: str, source: Path
) -> None:
    pytest.importorskip("onnxruntime")
    with pytest.raises(EngineError, match=said):
        engine_handler()(_opening(ONNXRUNTIME, source, **changes))


@pytest.mark.parametrize("engine", [OPENVINO, TORCH])
def test_an_engine_that_has_a_default_input_as_a_constant_says_so(
    engine: str, tmp_path: Path
) -> None:
    for package in (engine, NEEDED.get(engine, engine)):
        pytest.importorskip(package)
    text = "(float[2] x, float[2] w) => (float[2] y) <float[2] w = {2, 3}> { y = Mul (x, w) }"
    onnx.save(model(text), tmp_path / "scaled.onnx")
    feed = {name: np.ones(2, np.float32) for name in ("x", "w")}
    with pytest.raises(EngineError, match=rf"{engine} takes no value for w of .*scaled\.onnx"):
        engine_handler()(_opening(engine, tmp_path / "scaled.onnx", feed=feed))


def test_what_an_engine_cannot_open_is_one_sentence(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    (tmp_path / "broken.onnx").write_bytes(b"no model")
    with pytest.raises(EngineError, match=r"ONNX Runtime cannot open .*broken\.onnx"):
        engine_handler()(_opening(ONNXRUNTIME, tmp_path / "broken.onnx"))
