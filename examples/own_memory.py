"""Runs a model on memory of the caller: inputs are read and outputs written where they lie.

    python examples/own_memory.py MODEL

Anything with DLPack will do, such as tensors of PyTorch on the CPU. The model must have fixed
shapes and inputs of float32.
"""

from __future__ import annotations

import sys

import numpy as np

import aoe


def main(path: str) -> None:
    """Runs a model twice on the same memory."""
    with aoe.InferenceSession(path) as session:
        feed = {
            item.name: np.zeros([int(size or 1) for size in item.shape], np.float32)
            for item in session.get_inputs()
        }
        outputs = {
            item.name: np.empty([int(size or 1) for size in item.shape], np.float32)
            for item in session.get_outputs()
        }
        for value in (0.25, 0.5):
            for array in feed.values():
                array[...] = value
            session.run(None, feed, out=outputs)
            means = ", ".join(f"{name} {array.mean():.6g}" for name, array in outputs.items())
            print(f"inputs of {value}: the means of the outputs are {means}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1])
