"""All tests share a repository and compiled code; MindSpore is in graph mode, without AOE."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

collect_ignore_glob = [] if importlib.util.find_spec("mindspore") else ["*"]


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mindspore")


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shared_folder: Path) -> Iterator[None]:
    import mindspore

    import aoe.mindspore
    from aoe.mindspore.adapter import journal
    from aoe.mindspore.options import _given
    from tests.mindspore.nets import forget_aoe

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TUNE_BANK_PATH", str(shared_folder))
    monkeypatch.setenv("ASCEND_CACHE_PATH", str(shared_folder))
    monkeypatch.setenv("TE_PARALLEL_COMPILER", "1")
    mindspore.set_context(mode=mindspore.GRAPH_MODE)
    mindspore.set_seed(0)
    aoe.mindspore.set_options(threads=1)
    forget_aoe()
    journal().reports.clear()
    yield
    forget_aoe()
    _given().clear()
