"""Profiles of the backward passes of known networks, without running them.

A gradient is ready when the backward pass of its layer is done. A layer takes time in proportion to
its multiply-adds and, for normalisations and biases, to the bytes that it reads. The whole pass
takes as long as was measured on a GPU: an H100, bfloat16 autocast, 2026-11-26.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from aoe.gradient_tuning.backward_profile import BackwardProfile

#: Multiply-adds in the time of reading a number from memory.
_ADDS_PER_NUMBER = 100.0


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

    def profile(self, seconds: float) -> BackwardProfile:
        """The profile of a backward pass that takes so long."""
        count, whole = len(self.gradients), sum(work for _, work in self.gradients)
        order = tuple(reversed(range(count)))
        return BackwardProfile(
            order,
            tuple(f"gradient {number}" for number in order),
            ("float32",) * count,
            tuple(self.gradients[number][0] for number in order),
            tuple(self.gradients[number][1] * (seconds / whole) for number in order),
        )


def resnet(depth: int, seconds: float) -> BackwardProfile:
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
    return network.profile(seconds)


def transformer(vocabulary: int, positions: int, rows: int, seconds: float) -> BackwardProfile:
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
    return network.profile(seconds)


PROFILES: Mapping[str, Callable[[], BackwardProfile]] = {
    "ResNet-18": lambda: resnet(18, 5.6e-3),
    "ResNet-50": lambda: resnet(50, 13.7e-3),
    "BERT-base": lambda: transformer(30522, 512, 32 * 128, 18.2e-3),
    "GPT-2": lambda: transformer(50257, 1024, 8 * 256, 24.4e-3),
}
