"""Lets several threads of a program use one session at the same time.

    python examples/share_session.py MODEL [CLIENTS]

Each thread runs inferences on inputs and outputs of its own. The session gives one caller all its
threads, and several callers some each.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import aoe

INFERENCES = 20


def main(path: str, clients: int = 4) -> None:
    """Measures clients that share a session."""
    with aoe.InferenceSession(path) as session:
        shapes = {item.name: item.shape for item in session.get_inputs()}
        alone = session.run(None, feed_of(shapes, 0))

        def client(number: int) -> list[np.ndarray]:
            feed = feed_of(shapes, number)
            for _ in range(INFERENCES):
                outputs = session.run(None, feed)
            return outputs

        begin = time.perf_counter()
        with ThreadPoolExecutor(clients) as threads:
            found = list(threads.map(client, range(clients)))
        seconds = time.perf_counter() - begin
    for one, other in zip(alone, found[0], strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)
    print(f"{clients} clients: {clients * INFERENCES / seconds:.1f} inferences per second")


def feed_of(shapes: dict[str, list[int | str | None]], seed: int) -> dict[str, np.ndarray]:
    """Random inputs of float32; open sizes are 1."""
    random = np.random.default_rng(seed)
    sizes = {n: [s if isinstance(s, int) else 1 for s in shape] for n, shape in shapes.items()}
    return {name: random.random(shape, np.float32) for name, shape in sizes.items()}


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], *map(int, sys.argv[2:]))
