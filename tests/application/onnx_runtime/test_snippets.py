"""Programs for ONNX Runtime give the same with `import aoe as ort`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest

import aoe
from tests.application.onnx_runtime.snippets import MODEL, SNIPPETS, classifier


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("snippets")
    onnx.save(classifier(), made / MODEL)
    return made


def assert_same(found: Any, wanted: Any) -> None:
    if isinstance(wanted, np.ndarray):
        assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)
    elif isinstance(wanted, list):
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            assert_same(one, other)
    else:
        assert found == wanted


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda item: item.__name__)
def test_a_program_for_onnx_runtime_runs_unchanged(
    snippet: Callable[[ModuleType], Any], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert_same(snippet(aoe), snippet(onnxruntime))
