"""ONNX models as modules of PyTorch give the same, and have the operators that their authors would
have used.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator

torch = pytest.importorskip("torch")

from benchmarks.cuda.peers.torch_module import (  # noqa: E402
    UnknownOperatorError,
    torch_module,
)
from benchmarks.models.graph import Graph  # noqa: E402
from benchmarks.models.layers import (  # noqa: E402
    activation,
    causal_mask,
    conv_bn,
    gemm,
    transformer_block,
)


def outputs_of(model: onnx.ModelProto, feed: dict[str, np.ndarray]) -> list[np.ndarray]:
    found: list[np.ndarray] = ReferenceEvaluator(model).run(None, feed)  # type: ignore[assignment]
    return found


def checked(model: onnx.ModelProto, **feed: np.ndarray) -> Counter[str]:
    """Compares a model and its module; how often the module calls each function."""
    module = torch_module(model, torch.float32)
    given = [torch.from_numpy(item) for item in feed.values()]
    compiled = torch.compile(module, backend="eager", fullgraph=True)
    with torch.inference_mode():
        found, again = module(*given), compiled(*given)
    for one, other, expected in zip(found, again, outputs_of(model, feed), strict=True):
        np.testing.assert_allclose(one.numpy(), expected, rtol=1e-4, atol=1e-5)
        np.testing.assert_array_equal(one.numpy(), other.numpy())
    nodes = [node for node in module.graph.nodes if node.op == "call_function"]
    return Counter(str(getattr(node.target, "__name__", node.target)) for node in nodes)


def normal(*shape: int) -> np.ndarray:
    return np.random.default_rng(1).standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize("masked", ["nothing", "causal", "zeros", "tokens"])
def test_a_transformer_has_attention_linear_layers_and_gelu(masked: str) -> None:
    g = Graph("block")
    x, feed = g.input("x", 2, 6, 32), {"x": normal(2, 6, 32)}
    mask = None
    if masked == "causal":
        mask = causal_mask(g, 6)
    elif masked == "zeros":
        every = g.constant(np.ones((1, 1, 6, 6), bool))
        mask = g.node("Where", every, g.scalar(0.0), g.scalar(-3e38))
    elif masked == "tokens":
        kept = g.node("Cast", g.input("kept", 2, 1, 1, 6, dtype=np.int64), to=9)
        mask = g.node("Where", kept, g.scalar(0.0), g.scalar(-3e38))
        feed["kept"] = np.array([1, 1, 1, 1, 0, 0] * 2).reshape(2, 1, 1, 6)
    calls = checked(g.model(transformer_block(g, x, 4, mask=mask)), **feed)
    assert calls["scaled_dot_product_attention"] == 1
    assert calls["linear"] == 6
    assert (calls["layer_norm"], calls["gelu"]) == (2, 1)
    assert not {"matmul", "softmax", "erf", "where"} & calls.keys()


@pytest.mark.parametrize(
    ("kind", "name"), [("gelu_tanh", "gelu"), ("silu", "silu"), ("relu6", "relu6")]
)
def test_activations_are_one_function(kind: str, name: str) -> None:
    g = Graph("activation")
    y = activation(g, g.input("x", 3, 8), kind)
    assert checked(g.model(y), x=normal(3, 8)) == {name: 1}


def test_batch_normalisation_is_folded_into_convolutions() -> None:
    g = Graph("convolutions")
    x = conv_bn(g, g.input("x", 2, 3, 9, 9), 8, stride=2, act="relu")
    x = g.node("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[0, 0, 1, 1])
    x = g.node("ReduceMean", x, g.integers(2, 3), keepdims=0)
    calls = checked(g.model(gemm(g, x, 5)), x=normal(2, 3, 9, 9))
    assert calls == {"conv2d": 1, "relu": 1, "pad": 1, "max_pool2d": 1, "mean": 1, "linear": 1}


@pytest.mark.parametrize("mode", ["CRD", "DCR"])
def test_movements_are_those_of_onnx(mode: str) -> None:
    g = Graph("movements")
    x = g.input("x", 1, 8, 4, 4)
    y = g.node("DepthToSpace", x, blocksize=2, mode=mode)
    one, other = g.node_outputs("Split", [y], 2, axis=1, num_outputs=2)
    y = g.node("Concat", other, g.node("Transpose", one, perm=(0, 1, 3, 2)), axis=1)
    checked(g.model(y), x=normal(1, 8, 4, 4))


def test_an_operator_that_is_not_translated_is_named() -> None:
    g = Graph("unknown")
    y = g.node("Sinh", g.node("Cosh", g.input("x", 2)))
    with pytest.raises(UnknownOperatorError, match="not translated: Cosh, Sinh"):
        torch_module(g.model(y), torch.float32)


def test_constants_have_the_type_of_the_module() -> None:
    g = Graph("types")
    module: Any = torch_module(g.model(gemm(g, g.input("x", 1, 4), 3)), torch.float16)
    assert {buffer.dtype for buffer in module.buffers()} == {torch.float16}
    (bias, weight) = sorted(module.buffers(), key=torch.Tensor.dim)
    exact = {tuple(t.dims): numpy_helper.to_array(t) for t in g.constants.values()}
    np.testing.assert_allclose(weight.numpy(), exact[3, 4], rtol=1e-3)
    np.testing.assert_allclose(bias.numpy(), exact[3,], rtol=1e-3)
