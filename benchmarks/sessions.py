"""Opens open-aoe's sessions for benchmarks: with synthetic inputs and one known repository.

The engines that open-aoe is compared with are in `benchmarks.peers.engines`.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from aoe.application.model.inputs import synthetic_arrays
from aoe.backends.session import InferenceSession
from benchmarks.peers.engine import Run


def run_of(session: InferenceSession) -> Run:
    """Returns a session of open-aoe as a function."""
    return lambda feed: list(session.run(None, feed))


def feed_of(session: InferenceSession) -> dict[str, np.ndarray]:
    """Returns synthetic inputs for a session's model, the same every time."""
    return synthetic_arrays(session.model.plan.inputs, seed=0)


@contextmanager
def repository_at(folder: Path) -> Iterator[None]:
    """Makes open-aoe know one repository and nothing else while the context lasts.

    The folder is the custom repository and is created if it is missing; the built-in one is empty.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as empty:
        changes = {"TUNE_BANK_PATH": str(folder), "AOE_BUILTIN_PATH": empty}
        with environment_variables(changes):
            yield


@contextmanager
def environment_variables(changes: Mapping[str, str]) -> Iterator[None]:
    """Variables have other values while the context lasts."""
    before = {name: os.environ.get(name) for name in changes}
    os.environ.update(changes)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
