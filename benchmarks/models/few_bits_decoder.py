"""One step of a Llama whose weights have 4 or 8 bits, as ONNX Runtime's exporter of language models
writes it, with seeded weights.

Products are MatMulNBits, attention is GroupQueryAttention with rotary embedding, and sums and
normalisations are SkipSimplifiedLayerNormalization. `benchmarks.few_bits` measures it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

_OWN = "com.microsoft"
_EPSILON = 1e-5


@dataclass(frozen=True, slots=True)
class FewBitsSizes:
    """The sizes of a step.

    Attributes:
        tokens: Tokens of the step.
        past: Tokens before them, whose keys and values are inputs.
        bits: Bits of a weight, 4 or 8.
        level: The `accuracy_level` of products: 4 allows rows of int8, 0 does not.
        layers: The number of blocks.
        heads: Attention heads, of 64 numbers.
        key_heads: Heads of keys and values.
        inner: Numbers between the two products of the perceptron.
        words: The vocabulary.
    """

    tokens: int
    past: int
    bits: int = 4
    level: int = 4
    layers: int = 12
    heads: int = 12
    key_heads: int = 4
    inner: int = 2048
    words: int = 32_000


_HEAD, _BLOCK = 64, 32


def few_bits_decoder(sizes: FewBitsSizes, seed: int = 0) -> onnx.ModelProto:
    """Builds the step.

    Inputs are `ids`, int64 1×tokens, and for each layer `past_key.N` and `past_value.N`, float32
    1×key_heads×past×64. Outputs are `logits`, float32 1×tokens×words, and for each layer the keys
    and values of all tokens.
    """
    made = _Decoder(sizes, np.random.default_rng(seed))
    return made.model()


@dataclass
class _Decoder:
    sizes: FewBitsSizes
    generator: np.random.Generator
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: list[onnx.TensorProto] = field(default_factory=list)

    def model(self) -> onnx.ModelProto:
        sizes = self.sizes
        width, known = sizes.heads * _HEAD, sizes.tokens + sizes.past
        scales = 10_000.0 ** (-np.arange(0, _HEAD, 2) / _HEAD)
        angles = np.outer(np.arange(known), scales)
        self.constant("cosines", np.cos(angles).astype(np.float32))
        self.constant("sines", np.sin(angles).astype(np.float32))
        self.constant("last", np.asarray([known - 1], np.int32))
        self.constant("known", np.asarray(known, np.int32))
        words = self.generator.standard_normal((sizes.words, width)) / 2
        x = self.node("Gather", [self.constant("words", words.astype(np.float32)), "ids"], "x")
        ones = self.constant("ones", np.ones(width, np.float32))
        attributes = {"epsilon": _EPSILON, "axis": -1}
        h = self.node("SimplifiedLayerNormalization", [x, ones], "h", **attributes)
        inputs = [_value("ids", (1, sizes.tokens), TensorProto.INT64)]
        outputs = [_value("logits", (1, sizes.tokens, sizes.words))]
        for number in range(sizes.layers):
            x, h = self.block(number, x, h)
            for kind in ("key", "value"):
                shape = (1, sizes.key_heads, sizes.past, _HEAD)
                inputs.append(_value(f"past_{kind}.{number}", shape))
                outputs.append(_value(f"{kind}.{number}", (*shape[:2], known, _HEAD)))
        self.product(h, "logits", width, sizes.words)
        graph = helper.make_graph(self.nodes, "step", inputs, outputs, self.constants)
        versions = [helper.make_opsetid("", 21), helper.make_opsetid(_OWN, 1)]
        return helper.make_model(graph, opset_imports=versions, ir_version=10)

    def block(self, number: int, x: str, h: str) -> tuple[str, str]:
        """A block behind a residual and its normalised values."""
        sizes, width = self.sizes, self.sizes.heads * _HEAD
        across = sizes.key_heads * _HEAD
        query = self.product(h, f"query.{number}", width, width)
        near = [self.product(h, f"near_{kind}.{number}", width, across) for kind in "kv"]
        past = [f"past_{kind}.{number}" for kind in ("key", "value")]
        read = [query, *near, *past, "last", "known", "cosines", "sines"]
        made = [f"attention.{number}", f"key.{number}", f"value.{number}"]
        heads: dict[str, Any] = {
            "num_heads": sizes.heads,
            "kv_num_heads": sizes.key_heads,
            "do_rotary": 1,
        }
        attention = helper.make_node("GroupQueryAttention", read, made, domain=_OWN, **heads)
        self.nodes.append(attention)
        x, h = self.added(x, self.product(made[0], f"attended.{number}", width, width))
        gate = self.product(h, f"gate.{number}", width, sizes.inner)
        up = self.product(h, f"up.{number}", width, sizes.inner)
        share = self.node("Sigmoid", [gate], f"share.{number}")
        gated = self.node("Mul", [gate, share], f"gated.{number}")
        inner = self.node("Mul", [gated, up], f"inner.{number}")
        return self.added(x, self.product(inner, f"down.{number}", sizes.inner, width))

    def added(self, x: str, more: str) -> tuple[str, str]:
        """The sum and its normalised values."""
        names = [f"{more}.sum", f"{more}.normal"]
        node = helper.make_node(
            "SkipSimplifiedLayerNormalization",
            [x, more, "ones"],
            [names[1], "", "", names[0]],
            domain=_OWN,
            epsilon=_EPSILON,
        )
        self.nodes.append(node)
        return names[0], names[1]

    def product(self, x: str, name: str, depth: int, columns: int) -> str:
        """Rows times weights of few bits, whose results have about the size of the rows."""
        bits, blocks = self.sizes.bits, depth // _BLOCK
        shape = (columns, blocks, _BLOCK * bits // 8)
        weights = self.generator.integers(0, 256, shape, dtype=np.uint8)
        sizes = self.generator.uniform(0.5, 1.5, columns * blocks)
        # Steps are uniform around their zero: their root mean square is 2^bits / sqrt(12).
        scales = (sizes * np.sqrt(12 / depth) / 2**bits).astype(np.float32)
        read = [self.constant(f"{name}.w", weights), self.constant(f"{name}.s", scales)]
        facts: dict[str, Any] = {"K": depth, "N": columns, "bits": bits, "block_size": _BLOCK}
        level = self.sizes.level
        node = helper.make_node(
            "MatMulNBits", [x, *read], [name], domain=_OWN, accuracy_level=level, **facts
        )
        self.nodes.append(node)
        return name

    def node(self, kind: str, read: Sequence[str], name: str, **attributes: Any) -> str:
        self.nodes.append(helper.make_node(kind, read, [name], **attributes))
        return name

    def constant(self, name: str, array: np.ndarray) -> str:
        self.constants.append(numpy_helper.from_array(array, name))
        return name


def _value(
    name: str, shape: tuple[int, ...], dtype: int = TensorProto.FLOAT
) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, dtype, shape)
