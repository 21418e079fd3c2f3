"""Writes networks of Keras as SavedModels and `.keras` files; needs TensorFlow.

    python -m benchmarks.formats.keras_nets build/keras
    python -m benchmarks.formats.reading build/keras/*.keras --limit 3
    python -m benchmarks.formats.reading build/keras/resnet50_v2@image:1,224,224,3 --limit 3

Weights are random. An input is one image, or the numbers of 128 tokens.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import keras

_WORDS, _TOKENS, _WIDTH, _HEADS, _BLOCKS = 8000, 128, 256, 4, 6


def _image_network(network: Callable[..., keras.Model]) -> keras.Model:
    images = keras.Input((224, 224, 3), batch_size=1, name="image")
    return keras.Model(images, network(weights=None)(images))


def _transformer(causal: bool) -> keras.Model:
    """Blocks of attention and a perceptron, as in BERT or in a decoder."""
    layers = keras.layers
    tokens = keras.Input((_TOKENS,), batch_size=1, dtype="int32", name="tokens")
    x = layers.Embedding(_WORDS, _WIDTH)(tokens)
    for _ in range(_BLOCKS):
        attention = layers.MultiHeadAttention(_HEADS, _WIDTH // _HEADS)
        x = layers.LayerNormalization()(x + attention(x, x, use_causal_mask=causal))
        wide = layers.Dense(4 * _WIDTH, activation="gelu")(x)
        x = layers.LayerNormalization()(x + layers.Dense(_WIDTH)(wide))
    return keras.Model(tokens, layers.Dense(_WORDS)(x) if causal else x)


NETWORKS: Mapping[str, Callable[[], keras.Model]] = MappingProxyType(
    {
        "mobilenet_v2": lambda: _image_network(keras.applications.MobileNetV2),
        "efficientnet_b0": lambda: _image_network(keras.applications.EfficientNetB0),
        "resnet50_v2": lambda: _image_network(keras.applications.ResNet50V2),
        "encoder": lambda: _transformer(causal=False),
        "decoder": lambda: _transformer(causal=True),
    }
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the networks."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--networks", nargs="+", choices=list(NETWORKS), default=list(NETWORKS))
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.networks:
        keras.utils.set_random_seed(0)
        model = NETWORKS[name]()
        model.save(options.folder / f"{name}.keras")
        model.export(str(options.folder / name), verbose=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
