"""open-aoe's sessions as the benchmarks run them: on made-up inputs, knowing one repository.

The engines it is compared with are in `benchmarks.peers.engines`.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from aoe.application.model.inputs import synthetic_arrays
from aoe.backends.session import InferenceSession
from benchmarks.peers.engine import Run


def run_of(session: InferenceSession) -> Run:
    """A session of open-aoe as a function."""
    return lambda feed: list(session.run(None, feed))


def feed_of(session: InferenceSession) -> dict[str, np.ndarray]:
    """Made-up inputs for a session's model, the same every time."""
    return synthetic_arrays(session.model.plan.inputs, seed=0)


@contextmanager
def repository_at(folder: Path) -> Iterator[None]:
    """Within, open-aoe knows what is in `folder`, made if need be, and nothing else: there is its
    custom repository, and the built-in one is empty.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as empty:
        changes = {"TUNE_BANK_PATH": str(folder), "AOE_BUILTIN_PATH": empty}
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
