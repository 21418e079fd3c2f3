"""A small GPT-2 whose past keys and values are inputs of open length, with seeded weights.

The graph is the one that PyTorch's exporter writes for the transformers package's eager GPT-2 with
a cache: sizes are read from shapes, each Conv1D is a Gemm between Reshapes, the new keys and values
are concatenated with the past, and the causal mask is a part of a constant triangle.
`benchmarks.decoder` generates tokens with it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx

from benchmarks.models.graph import Graph
from benchmarks.models.layers import activation, layer_norm

_LOWEST = float(np.finfo(np.float32).min)


@dataclass(frozen=True, slots=True)
class DecoderSizes:
    """The sizes of a decoder.

    Attributes:
        layers: The number of blocks, each with attention and a perceptron of four times the width.
        heads: The number of attention heads.
        head_width: The width of one head. That of the model is `heads * head_width`.
        vocabulary: The number of tokens.
        positions: The most tokens of a text.
    """

    layers: int = 6
    heads: int = 6
    head_width: int = 64
    vocabulary: int = 8192
    positions: int = 1024

    @property
    def width(self) -> int:
        """The width of the model."""
        return self.heads * self.head_width


def decoder(sizes: DecoderSizes | None = None, seed: int = 0) -> onnx.ModelProto:
    """Builds the decoder.

    Inputs are `input_ids`, int64 1×new, and for each layer `past_key_values.N.key` and `….value`,
    float32 1×heads×past×head_width. Outputs are `logits`, float32 1×new×vocabulary, and
    `present.N.key` and `….value`, which are the next step's past. `new` and `past` are open, and
    `past` may be 0.

    Args:
        sizes: The sizes; by default 6 layers of 384 and 8192 tokens.
        seed: The seed of the weights.
    """
    sizes = sizes or DecoderSizes()
    return _Decoder(sizes, seed).model()


class _Decoder:
    """The decoder under construction."""

    def __init__(self, sizes: DecoderSizes, seed: int) -> None:
        self.sizes = sizes
        self.g = Graph("decoder", seed)

    def model(self) -> onnx.ModelProto:
        g, sizes = self.g, self.sizes
        ids = g.input("input_ids", 1, "new", dtype=np.int64)
        past = [
            g.input(f"past_key_values.{layer}.{kind}", 1, sizes.heads, "past", sizes.head_width)
            for layer in range(sizes.layers)
            for kind in ("key", "value")
        ]
        words = g.constant(g.normal((sizes.vocabulary, sizes.width)) * np.float32(0.1))
        x = g.node("Add", g.node("Gather", words, ids), self._positions(ids, past[0]))
        self.triangle = g.constant(
            np.tril(np.ones((1, 1, sizes.positions, sizes.positions), np.bool_))
        )
        present = []
        for layer in range(sizes.layers):
            y, key, value = self._attention(layer_norm(g, x), *past[2 * layer : 2 * layer + 2])
            present += [key, value]
            x = g.node("Add", y, x)
            y = self._conv1d(layer_norm(g, x), sizes.width, 4 * sizes.width)
            y = self._conv1d(activation(g, y, "gelu_tanh"), 4 * sizes.width, sizes.width)
            x = g.node("Add", x, y)
        made = g.node("MatMul", layer_norm(g, x), g.node("Transpose", words, perm=(1, 0)))
        return self._named(g.model(made, *present))

    def _named(self, model: onnx.ModelProto) -> onnx.ModelProto:
        """Gives the outputs their names and open sizes."""
        sizes = self.sizes
        head: list[int | str] = [1, sizes.heads, "all", sizes.head_width]
        wanted: dict[str, list[int | str]] = {"logits": [1, "new", sizes.vocabulary]}
        for layer in range(sizes.layers):
            wanted |= {f"present.{layer}.key": head, f"present.{layer}.value": head}
        names = {item.name: name for item, name in zip(model.graph.output, wanted, strict=True)}
        for node in model.graph.node:
            for values in (node.input, node.output):
                for number, name in enumerate(values):
                    values[number] = names.get(name, name)
        del model.graph.output[:]
        model.graph.output.extend(
            onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape)
            for name, shape in wanted.items()
        )
        return model

    def _size(self, x: str, axis: int) -> str:
        """Adds the size of an axis, a scalar."""
        place = self.g.constant(np.array(axis, np.int64))
        return self.g.node("Gather", self.g.node("Shape", x), place, axis=0)

    def _shape(self, *sizes: str | int) -> str:
        """Adds a shape, of constants and scalars."""
        g = self.g
        zero = g.integers(0)
        parts = [
            g.integers(item) if isinstance(item, int) else g.node("Unsqueeze", item, zero)
            for item in sizes
        ]
        return g.node("Concat", *parts, axis=0)

    def _positions(self, ids: str, past: str) -> str:
        """Adds the embeddings of the positions after the past."""
        g, sizes = self.g, self.sizes
        before = self._size(past, 2)
        one = g.constant(np.array(1, np.int64))
        numbers = g.node("Range", before, g.node("Add", before, self._size(ids, 1)), one)
        places = g.constant(g.normal((sizes.positions, sizes.width)) * np.float32(0.1))
        return g.node("Gather", places, g.node("Unsqueeze", numbers, g.integers(0)))

    def _conv1d(self, x: str, width: int, wanted: int) -> str:
        """Adds GPT-2's `Conv1D`: a Gemm of the tokens as rows, with a bias."""
        g = self.g
        shape = self._shape(self._size(x, 0), self._size(x, 1), wanted)
        y = g.node("Reshape", x, g.integers(-1, width))
        bias = g.constant(g.uniform(-0.1, 0.1, wanted))
        return g.node("Reshape", g.node("Gemm", y, g.weight((width, wanted), width), bias), shape)

    def _heads(self, x: str) -> str:
        """Turns 1×T×C into 1×heads×T×(C/heads)."""
        g, sizes = self.g, self.sizes
        rows = self._size(x, 0), self._size(x, 1)
        y = g.node("Reshape", x, self._shape(*rows, sizes.heads, sizes.head_width))
        return g.node("Transpose", y, perm=(0, 2, 1, 3))

    def _attention(self, x: str, past_key: str, past_value: str) -> tuple[str, str, str]:
        """Adds causal attention over the past and the new tokens.

        Returns:
            The result, and all keys and values.
        """
        g, width = self.g, self.sizes.width
        joined = self._conv1d(x, width, 3 * width)
        parts = g.node_outputs("Split", [joined, g.integers(*(width,) * 3)], 3, axis=2)
        query, key, value = map(self._heads, parts)
        key = g.node("Concat", past_key, key, axis=2)
        value = g.node("Concat", past_value, value, axis=2)
        scores = g.node("MatMul", query, g.node("Transpose", key, perm=(0, 1, 3, 2)))
        scores = g.node("Div", scores, g.scalar(self.sizes.head_width**0.5))
        scores = g.node("Where", self._mask(query, key), scores, g.scalar(_LOWEST))
        y = g.node("MatMul", g.node("Softmax", scores, axis=-1), value)
        y = g.node("Transpose", y, perm=(0, 2, 1, 3))
        y = g.node("Reshape", y, self._shape(self._size(y, 0), self._size(y, 1), width))
        return self._conv1d(y, width, width), key, value

    def _mask(self, query: str, key: str) -> str:
        """Adds what each new token sees: rows of the triangle from the past's length on."""
        g = self.g
        new, every = self._size(query, 2), self._size(key, 2)
        first = self._shape(g.node("Sub", every, new))
        end = self._shape(every)
        rows = g.node("Slice", self.triangle, first, end, g.integers(2), g.integers(1))
        return g.node("Slice", rows, g.integers(0), end, g.integers(3), g.integers(1))
