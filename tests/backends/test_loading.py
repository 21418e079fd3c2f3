"""An offline model is loaded where this machine has what it needs, and refused elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.errors import AoeError, OfflineModelError, UnsupportedModelError
from tests.graph.models import model, weights

TEXT = "(float[{rows},256] x) => (float[{rows},256] y) {{ m = MatMul(x, w) y = MatMul(m, w) }}"
MEMORY = "aoe.backends.cpu.backend.machine_memory"


@pytest.fixture
def offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Writes the offline model of two products with weights of 0.26 MB, as for a large machine."""

    def write(rows: str = "256") -> Path:
        source, path = tmp_path / "chain.onnx", tmp_path / "chain.om"
        onnx.save(model(TEXT.format(rows=rows), w=weights(256, 256)), source)
        monkeypatch.setattr(MEMORY, lambda: 1 << 40)
        compiled = aoe.compile(source, threads=1)
        if rows != "256":
            compiled.run(None, {"x": np.zeros((256, 256), np.float32)})
        compiled.save(path)
        monkeypatch.undo()
        return path

    return write


def refusal(path: Path) -> AoeError:
    with pytest.raises(AoeError) as found, aoe.InferenceSession(path, threads=1) as session:
        session.run(None, {"x": np.zeros((256, 256), np.float32)})
    return found.value


@pytest.mark.parametrize("rows", ["256", "n"])
def test_a_file_that_needs_more_memory_than_there_is_is_refused_with_its_needs(
    rows: str, offline: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = offline(rows)
    monkeypatch.setattr(MEMORY, lambda: 1 << 20)
    error = refusal(path)
    assert isinstance(error, UnsupportedModelError)
    called = str(path) if rows == "256" else "g"
    assert str(error).startswith(f"an inference of {called} (weights ")
    assert "inputs and outputs 524.3 kB" in str(error)
    assert "but this machine has 1.0 MB of memory" in str(error)


@pytest.mark.parametrize(
    ("rows", "place", "named"),
    [("256", "loaded_model", "{path}"), ("n", "model_family", "the model 'g'")],
)
def test_a_file_for_which_no_memory_is_left_is_refused_with_the_reason(
    rows: str, place: str, named: str, offline: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = offline(rows)

    def no_room(size: int) -> None:
        raise MemoryError(f"no room for {size} bytes: Cannot allocate memory")

    monkeypatch.setattr(f"aoe.backends.cpu.runtime.{place}.Memory", no_room)
    error = refusal(path)
    assert isinstance(error, OfflineModelError)
    told = f"{named.format(path=path)} cannot be loaded, because there is not enough memory left"
    assert str(error).startswith(told)
    assert "Cannot allocate memory; end other programs" in str(error)
