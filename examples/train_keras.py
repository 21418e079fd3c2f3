"""Trains a small network of Keras with whole steps run by open-aoe.

    python examples/train_keras.py

Without the line `import aoe.tensorflow`, `python -m aoe.tensorflow train_keras.py` does the same.
Needs TensorFlow: `pip install "open-aoe[tensorflow]"`.
"""

from __future__ import annotations

import argparse
import logging

import keras
import numpy as np
from keras import layers

import aoe.tensorflow


def main() -> None:
    """Trains it and prints what became of the steps."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--images", type=int, default=512)
    options = parser.parse_args()
    logging.basicConfig(format="%(message)s")
    keras.utils.set_random_seed(0)

    generator = np.random.default_rng(0)
    images = generator.standard_normal((options.images, 32, 32, 3)).astype(np.float32)
    labels = np.abs(images[:, 0, :10, 0]).argmax(1)
    model = keras.Sequential(
        [
            keras.Input((32, 32, 3)),
            layers.Conv2D(16, 3, padding="same", activation="relu"),
            layers.MaxPooling2D(),
            layers.Conv2D(32, 3, padding="same", activation="relu"),
            layers.MaxPooling2D(),
            layers.Flatten(),
            layers.Dropout(0.2),
            layers.Dense(10),
        ]
    )
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(optimizer="adam", loss=loss, metrics=["accuracy"])
    history = model.fit(images, labels, batch_size=32, epochs=options.epochs, verbose=0)
    for epoch, value in enumerate(history.history["loss"]):
        print(f"epoch {epoch}: loss {value:.5f}")
    for report in aoe.tensorflow.reports():
        print(f"{report}; {report.native} runs by open-aoe, {report.left} by TensorFlow")


if __name__ == "__main__":
    main()
