"""Small networks of Caffe as text, with weights as a file, and what the model of them computes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import aoe
from aoe.frontends.caffe.messages import weights_class

Blobs = Mapping[str, Sequence[np.ndarray]]
IMAGE = (2, 4, 11, 13)


def source(shape: Sequence[int] = IMAGE, name: str = "data") -> str:
    """An input."""
    dims = " ".join(f"dim: {size}" for size in shape)
    return (
        f'layer {{ name: "{name}" type: "Input" top: "{name}" '
        f"input_param {{ shape {{ {dims} }} }} }}\n"
    )


def layer(
    kind: str,
    parameters: str = "",
    bottom: Sequence[str] = ("data",),
    top: Sequence[str] = ("y",),
    name: str = "l",
) -> str:
    """A layer."""
    names = " ".join([f'bottom: "{b}"' for b in bottom] + [f'top: "{t}"' for t in top])
    return f'layer {{ name: "{name}" type: "{kind}" {names} {parameters} }}\n'


def write_weights(path: Path, blobs: Blobs) -> Path:
    """Writes a `.caffemodel`."""
    net = weights_class(True)()
    for name, arrays in blobs.items():
        item = net.layer.add(name=name)
        for array in arrays:
            blob = item.blobs.add(data=[array.astype("<f4").tobytes()])
            blob.shape.dim.extend(array.shape)
    path.write_bytes(net.SerializeToString())
    return path


def write_net(folder: Path, text: str, blobs: Blobs | None = None) -> tuple[Path, Path]:
    """Writes a network and its weights. Files of weights hold one blob at least."""
    model = folder / "net.prototxt"
    model.write_text(text, encoding="utf-8")
    whole = {"unused": [np.ones(1, np.float32)], **(blobs or {})}
    return model, write_weights(folder / "net.caffemodel", whole)


def outputs_of(
    folder: Path,
    text: str,
    feeds: Mapping[str, np.ndarray],
    blobs: Blobs | None = None,
    names: Sequence[str] | None = None,
    **options: Any,
) -> list[np.ndarray]:
    """What a network computes."""
    model, weights = write_net(folder, text, blobs)
    with aoe.compile(str(model), framework=0, weight=str(weights), **options) as session:
        return list(session.run(names, dict(feeds)))


def numbers(shape: Sequence[int], seed: int = 0) -> np.ndarray:
    """Seeded values from a normal distribution."""
    return np.random.default_rng(seed).standard_normal(tuple(shape)).astype(np.float32)
