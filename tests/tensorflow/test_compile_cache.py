"""Steps are compiled with the compile cache that a script asks for."""

from __future__ import annotations

from pathlib import Path

import keras

import aoe.tensorflow
from aoe.tensorflow.options import NPURunConfig, session_parameters
from tests.tensorflow.networks import batch, compiled, mlp, native_runs


def train(folder: Path, mode: str) -> dict[str, int]:
    """Trains a model anew. Returns the files of the cache, and when each was written."""
    options = aoe.tensorflow.global_options()
    options.op_compiler_cache_mode, options.op_compiler_cache_dir = mode, folder
    model = compiled(mlp(), keras.optimizers.SGD(0.05))
    images, labels = batch(model, 24)
    model.fit(images, labels, batch_size=8, verbose=0)
    # Codes of kernels; how long ago each was read is noted in its time.
    return {str(path): path.stat().st_ino for path in folder.rglob("*") if path.is_file()}


def test_code_is_kept_renewed_or_not_kept(tmp_path: Path) -> None:
    first = train(tmp_path / "cache", "enable")
    assert first
    kept = train(tmp_path / "cache", "enable")
    assert {name: kept[name] for name in first} == first
    renewed = train(tmp_path / "cache", "force")
    assert any(renewed[name] != item for name, item in first.items())
    assert train(tmp_path / "other", "disable") == {}
    assert native_runs() == 8


def test_sessions_have_the_same_parameters() -> None:
    config = NPURunConfig(op_compiler_cache_mode="force", op_compiler_cache_dir="kept")
    _, found, _ = session_parameters(config.session_config)
    assert found == {"op_compiler_cache_mode": "force", "op_compiler_cache_dir": "kept"}
