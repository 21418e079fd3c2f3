"""Runs an ONNX model as a program for ONNX Runtime does, with `import aoe as ort`.

    python examples/run_onnx.py MODEL.onnx

Inputs are random; open sizes are 1.
"""

from __future__ import annotations

import sys

import numpy as np

import aoe as ort

TYPES = {"tensor(float)": np.float32, "tensor(double)": np.float64, "tensor(int64)": np.int64}


def main(path: str) -> None:
    """Runs a model on random inputs."""
    session = ort.InferenceSession(path, providers=["CPUExecutionProvider"])
    random = np.random.default_rng(0)
    feed = {}
    for item in session.get_inputs():
        shape = [size if isinstance(size, int) else 1 for size in item.shape]
        print(f"input  {item.name}: {item.type} {item.shape}")
        feed[item.name] = random.random(shape).astype(TYPES[item.type])
    for item, array in zip(session.get_outputs(), session.run(None, feed), strict=True):
        print(f"output {item.name}: {array.dtype} {list(array.shape)} mean {array.mean():.6g}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1])
