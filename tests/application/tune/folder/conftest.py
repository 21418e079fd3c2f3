"""A folder of models."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest

from tests.application.tune.folder.folders import (
    pair_model,
)


@pytest.fixture
def models(place: Path) -> Path:
    """A folder with two models that have the same operator, and a third that cannot be read."""
    folder = place / "models"
    folder.mkdir()
    for name in ("one", "two"):
        onnx.save(pair_model(), folder / f"{name}.onnx")
    (folder / "broken.onnx").write_bytes(b"no model at all")
    (folder / "notes.txt").write_text("not a model either")
    return folder
