"""The step of a language model with weights of few bits: ONNX Runtime and open-aoe agree on it."""

from __future__ import annotations

import numpy as np
import onnxruntime
import pytest

import aoe
from benchmarks.models.few_bits_decoder import FewBitsSizes, few_bits_decoder


@pytest.mark.parametrize("level", [0, 4])
def test_both_engines_compute_the_same_logits(level: int) -> None:
    sizes = FewBitsSizes(2, 5, level=level, layers=1, heads=2, key_heads=1, inner=64, words=600)
    model = few_bits_decoder(sizes).SerializeToString()
    peer = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    generator = np.random.default_rng(0)
    feed = {
        item.name: generator.standard_normal(item.shape).astype(np.float32)
        for item in peer.get_inputs()
        if item.name != "ids"
    }
    feed["ids"] = np.asarray([[3, 599]])
    (expected,) = peer.run(["logits"], feed)
    with aoe.compile(model, threads=2) as session:
        (found,) = session.run(["logits"], feed)
    assert 0.3 < float(expected.std()) < 3
    # A CPU without the instructions multiplies float32, and quantised rows are off by a step.
    tolerance = 0.05 if level else 1e-5
    np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance * np.abs(expected).max())
