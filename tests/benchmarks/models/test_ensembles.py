"""The ensembles of the benchmark: ONNX Runtime and open-aoe agree on them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import onnxruntime
import pytest

import aoe
from benchmarks.models.ensembles import ENSEMBLES, ensemble


@pytest.mark.parametrize("name", ENSEMBLES)
def test_both_engines_give_the_same_scores(name: str) -> None:
    sizes = replace(ENSEMBLES[name], trees=5, leaves=9)
    model = ensemble(sizes, 20).SerializeToString()
    x = np.random.default_rng(0).standard_normal((20, sizes.features)).astype(np.float32)
    peer = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    labels, expected = peer.run(None, {"x": x})
    with aoe.compile(model, threads=2) as session:
        found_labels, found = session.run(None, {"x": x})
    assert float(expected.std()) > 0
    np.testing.assert_array_equal(found_labels, labels)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
