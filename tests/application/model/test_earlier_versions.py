"""Files of earlier versions are read: open-aoe 0.1.0 wrote the offline model `of_0_1_0.om`."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

import aoe
from aoe.backends.session import read_offline_model

WRITTEN_BY_0_1_0 = Path(__file__).with_name("of_0_1_0.om")
WEIGHTS = (np.arange(12, dtype=np.float32) - 6).reshape(4, 3)


@pytest.mark.parametrize("rows", [1, 2])
@pytest.mark.parametrize("machine_code", [True, False])
def test_an_offline_model_of_0_1_0_gives_the_same_results(rows: int, machine_code: bool) -> None:
    x = np.random.default_rng(rows).standard_normal((rows, 4)).astype(np.float32)
    with warnings.catch_warnings():
        # Its machine code is for a Zen 5; another CPU compiles the graph again, and says so.
        warnings.simplefilter("ignore")
        session = aoe.InferenceSession(WRITTEN_BY_0_1_0, threads=1, machine_code=machine_code)
    with session:
        (y,) = session.run(None, {"x": x})
    np.testing.assert_allclose(y, np.maximum(x @ WEIGHTS, 0), rtol=1e-6, atol=1e-6)


def test_an_offline_model_of_0_1_0_says_who_made_it() -> None:
    assert read_offline_model(WRITTEN_BY_0_1_0).manifest.producer == "open-aoe 0.1.0"
