"""What a layer is to compute, by its definition, and a network of it that must compute so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

from tests.frontends.caffe.nets import IMAGE, layer, numbers, outputs_of, source

Expected: TypeAlias = "np.ndarray | Sequence[np.ndarray]"


@dataclass(frozen=True)
class Case:
    """A layer: its parameters, weights and the definition of its results."""

    kind: str
    parameters: str
    expected: Callable[..., Expected]
    shapes: Sequence[Sequence[int]] = (IMAGE,)
    blobs: Sequence[Sequence[int]] = ()
    tops: int = 1
    positive: bool = False
    feeds: Sequence[np.ndarray] = ()

    @property
    def title(self) -> str:
        """Its name among the tests."""
        return f"{self.kind} {self.parameters}".strip()

    @property
    def text(self) -> str:
        """A network of it, with the inputs `x0`, `x1` … and the tops `y0`, `y1` …"""
        shapes = [feed.shape for feed in self.feeds] or self.shapes
        inputs = [source(shape, f"x{number}") for number, shape in enumerate(shapes)]
        bottoms = [f"x{number}" for number in range(len(shapes))]
        tops = [f"y{number}" for number in range(self.tops)]
        return "".join(inputs) + layer(self.kind, self.parameters, bottoms, tops)


def sigmoid(x: np.ndarray) -> np.ndarray:
    """`1 / (1 + e⁻ˣ)`."""
    return np.asarray(1 / (1 + np.exp(-x.astype(np.float64))))


def check_case(case: Case, tmp_path: Path) -> None:
    """Compares what a network of the layer computes with the definition."""
    feeds = list(case.feeds) or [numbers(shape, i) for i, shape in enumerate(case.shapes)]
    if case.positive:
        feeds = [np.abs(feed) + np.float32(0.1) for feed in feeds]
    blobs = [numbers(shape, 10 + i) for i, shape in enumerate(case.blobs)]
    found = outputs_of(
        tmp_path,
        case.text,
        {f"x{number}": feed for number, feed in enumerate(feeds)},
        {"l": blobs} if blobs else None,
        [f"y{number}" for number in range(case.tops)],
    )
    expected = case.expected(*feeds, *blobs)
    several = [expected] if isinstance(expected, (np.ndarray, np.floating)) else expected
    for got, wanted in zip(found, several, strict=True):
        assert got.shape == np.shape(wanted)
        np.testing.assert_allclose(got, wanted, rtol=2e-5, atol=2e-5)
