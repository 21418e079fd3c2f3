"""Profiles of the backward passes of known networks, without running them.

A gradient is ready when the backward pass of its layer is done. A layer takes time in proportion to
its multiply-adds and, for normalisations and biases, to the bytes that it reads. The whole pass
takes as long as was measured on a GPU: an H100, bfloat16 autocast, 2026-11-26.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import accumulate

#: Multiply-adds in the time of reading a number from memory.
_ADDS_PER_NUMBER = 100.0


@dataclass(frozen=True, slots=True)
class Profile:
    """The gradients of a network in the order in which they become ready.

    Attributes:
        name: The network.
        sizes: Bytes of each gradient, in float32.
        ready: Seconds after the start of the backward pass.
    """

    name: str
    sizes: tuple[int, ...]
    ready: tuple[float, ...]

    def lasting(self, seconds: float) -> Profile:
        """The profile where the backward pass takes so long."""
        factor = seconds / self.ready[-1]
        return Profile(self.name, self.sizes, tuple(time * factor for time in self.ready))


class _Network:
    """The gradients of a network, in the order of its layers."""

    def __init__(self) -> None:
        self.gradients: list[tuple[int, float]] = []

    def add(self, numbers: int, work: float) -> None:
        self.gradients.append((4 * numbers, work))

    def convolution(self, inputs: int, outputs: int, kernel: int, pixels: int) -> None:
        """A convolution and the normalisation after it, for a batch of 32."""
        weights = inputs * outputs * kernel * kernel
        self.add(weights, 2 * weights * pixels * 32)
        for _ in range(2):
            self.add(outputs, _ADDS_PER_NUMBER * outputs * pixels * 32)

    def linear(self, inputs: int, outputs: int, rows: int) -> None:
        self.add(inputs * outputs, 2.0 * inputs * outputs * rows)
        self.add(outputs, _ADDS_PER_NUMBER * outputs * rows)

    def norm(self, width: int, rows: int) -> None:
        for _ in range(2):
            self.add(width, _ADDS_PER_NUMBER * width * rows)

    def profile(self, name: str, seconds: float) -> Profile:
        ready = list(accumulate(work for _, work in reversed(self.gradients)))
        sizes = tuple(size for size, _ in reversed(self.gradients))
        return Profile(name, sizes, tuple(ready)).lasting(seconds)


def resnet(depth: int, seconds: float) -> Profile:
    """ResNet-18 or ResNet-50 for images of 224 × 224."""
    counts = {18: (2, 2, 2, 2), 50: (3, 4, 6, 3)}[depth]
    network = _Network()
    network.convolution(3, 64, 7, 112 * 112)
    channels = 64
    for stage, count in enumerate(counts):
        width, pixels = 64 << stage, (56 >> stage) ** 2
        outputs = width if depth == 18 else 4 * width
        for _ in range(count):
            if depth == 18:
                network.convolution(channels, width, 3, pixels)
                network.convolution(width, width, 3, pixels)
            else:
                network.convolution(channels, width, 1, pixels)
                network.convolution(width, width, 3, pixels)
                network.convolution(width, outputs, 1, pixels)
            if channels != outputs:
                network.convolution(channels, outputs, 1, pixels)
            channels = outputs
    network.linear(channels, 1000, 32)
    return network.profile(f"ResNet-{depth}", seconds)


def transformer(name: str, vocabulary: int, positions: int, rows: int, seconds: float) -> Profile:
    """Twelve layers of width 768 with a tied embedding, whose gradient is ready last."""
    network = _Network()
    network.add(vocabulary * 768, 2.0 * vocabulary * 768 * 32)
    network.add(positions * 768, _ADDS_PER_NUMBER * 768 * rows)
    network.norm(768, rows)
    for _ in range(12):
        for outputs, inputs in ((768, 768),) * 4:
            network.linear(inputs, outputs, rows)
        network.norm(768, rows)
        network.linear(768, 3072, rows)
        network.linear(3072, 768, rows)
        network.norm(768, rows)
    return network.profile(name, seconds)


PROFILES: Mapping[str, Callable[[], Profile]] = {
    "ResNet-18": lambda: resnet(18, 5.6e-3),
    "ResNet-50": lambda: resnet(50, 13.7e-3),
    "BERT-base": lambda: transformer("BERT-base", 30522, 512, 32 * 128, 18.2e-3),
    "GPT-2": lambda: transformer("GPT-2", 50257, 1024, 8 * 256, 24.4e-3),
}
