"""Code for AArch64, with NEON alone and with SVE, computes what code for this machine computes. An
emulator runs it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

import aoe
from aoe.backends.session import read_offline_model
from tests.application.conftest import work_in
from tests.backends.cpu.aarch64_emulator import EmulatedModel
from tests.graph.models import inputs_of, model, weights

MODELS = {
    "convolution": model(
        "(float[1,8,12,12] x) => (float[1,16,12,12] y) {"
        " c = Conv<pads=[1,1,1,1]>(x, w, b)  r = Relu(c)"
        " d = Conv<pads=[1,1,1,1], group=16>(r, v)  y = Sigmoid(d) }",
        w=weights(16, 8, 3, 3),
        b=weights(16),
        v=weights(16, 1, 3, 3),
    ),
    "attention": model(
        "(float[2,24,32] x) => (float[2,24,32] y) {"
        " q = MatMul(x, w)  k = MatMul(x, v)  t = Transpose<perm=[0,2,1]>(k)"
        " s = MatMul(q, t)  p = Softmax(s)  a = MatMul(p, x)"
        " n = LayerNormalization(a, g)  y = Tanh(n) }",
        w=weights(32, 32),
        v=weights(32, 32),
        g=weights(32),
    ),
    "odd sizes": model(
        "(float[5,7] x) => (float[5,3] y) { p = MatMul(x, w)  n = Abs(p)  y = Sqrt(n) }",
        w=weights(7, 3),
    ),
    "recurrence": model(
        "(float[6,2,5] x) => (float[6,1,2,4] y) { y = LSTM<hidden_size=4>(x, w, r) }",
        w=weights(1, 16, 5),
        r=weights(1, 16, 4),
    ),
    "half": model(
        "(float16[4,50] x) => (float16[4,20] y) { p = MatMul(x, w)  y = Exp(p) }",
        w=weights(50, 20, scale=0.1).astype(np.float16),
    ),
    "integers": model(
        "(uint8[6,40] x) => (int32[6,30] y) { y = MatMulInteger(x, w) }",
        w=np.random.default_rng(0).integers(-128, 127, (40, 30)).astype(np.int8),
    ),
}


#: The largest error by model: float16 is rounded at other places.
RELATIVE = {name: 2e-3 if name == "half" else 1e-4 for name in MODELS}


@pytest.mark.parametrize("cpu", ["aarch64", "neoverse-n1", "neoverse-v2"])
@pytest.mark.parametrize("name", MODELS)
def test_values_are_those_of_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, cpu: str
) -> None:
    (tmp_path / "bank").mkdir()
    work_in(tmp_path, monkeypatch)
    proto = MODELS[name]
    feed = inputs_of(proto)
    onnx.save(proto, tmp_path / "m.onnx")
    with aoe.compile("m.onnx", threads=1) as session:
        wanted = session.run(None, feed)
    options = aoe.TuneOptions(host_env_cpu=f"{cpu}_1c")
    made = aoe.tune("m.onnx", output="made", tune_options=options)
    emulated = EmulatedModel(read_offline_model(made.model_path))
    found = emulated.run([feed[info.name] for info in emulated.plan.inputs])
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(
            one.astype(np.float64), other.astype(np.float64), rtol=RELATIVE[name], atol=1e-5
        )
