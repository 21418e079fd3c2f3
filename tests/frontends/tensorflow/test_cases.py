"""Each operator against what TensorFlow computes: `make_cases.py` wrote the cases."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import aoe
from tests.frontends.tensorflow.stored_cases import stored_cases

CASES = stored_cases(Path(__file__).with_name("cases.npz"))


@pytest.mark.parametrize("name", sorted(CASES))
def test_values_are_those_of_tensorflow(name: str, tmp_path: Path) -> None:
    parts = dict(CASES[name])
    path = tmp_path / "case.pb"
    path.write_bytes(parts.pop("graph").tobytes())
    inputs = {key: array for key, array in parts.items() if key.startswith("in")}
    outputs = {key: array for key, array in parts.items() if key.startswith("out")}
    with aoe.compile(path, framework=3) as session:
        found = session.run([f"{key}:0" for key in outputs], inputs)
    for array, wanted in zip(found, outputs.values(), strict=True):
        assert (array.dtype, array.shape) == (wanted.dtype, wanted.shape)
        np.testing.assert_allclose(array, wanted, rtol=2e-5, atol=2e-6)
