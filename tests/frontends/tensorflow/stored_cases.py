"""Arrays of cases that a program with TensorFlow wrote into one file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np


def stored_cases(path: Path) -> Mapping[str, dict[str, np.ndarray]]:
    """The arrays of each case, by the name of the case and what they are in it."""
    found: dict[str, dict[str, np.ndarray]] = {}
    with np.load(path) as stored:
        for key in stored.files:
            name, _, part = key.rpartition("/")
            found.setdefault(name, {})[part] = stored[key]
    return found
