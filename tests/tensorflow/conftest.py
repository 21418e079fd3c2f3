"""Tests of training with TensorFlow: skipped where it is not installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

collect_ignore_glob = [] if importlib.util.find_spec("tensorflow") else ["*"]


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Each test has a folder of its own and an empty journal."""
    import keras

    import aoe.tensorflow
    from aoe.tensorflow.adapter import journal
    from aoe.tensorflow.options import GlobalOptions

    monkeypatch.chdir(tmp_path)
    keras.utils.set_random_seed(1)
    journal().reports.clear()
    options = aoe.tensorflow.global_options()
    options.__dict__.update(GlobalOptions(threads=1).__dict__)
    yield
    keras.backend.clear_session()
