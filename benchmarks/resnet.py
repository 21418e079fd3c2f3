"""The residual blocks of ResNet-18, which several benchmarks train.

Source: He et al., "Deep Residual Learning for Image Recognition" (CVPR 2016).
"""

from __future__ import annotations

from typing import Any

from torch import nn
from torch.nn import functional


class BasicBlock(nn.Module):  # type: ignore[misc]
    """Two convolutions with a shortcut around them.

    Attributes:
        body: The convolutions with their normalizations.
        shortcut: The input, projected where the block changes its shape.
    """

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(),
            nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False),
            nn.BatchNorm2d(outputs),
        )
        self.shortcut: nn.Module = nn.Identity()
        if stride != 1 or inputs != outputs:
            projection = nn.Conv2d(inputs, outputs, 1, stride, bias=False)
            self.shortcut = nn.Sequential(projection, nn.BatchNorm2d(outputs))

    def forward(self, x: Any) -> Any:
        """Images (N, `inputs`, H, W) to (N, `outputs`, H / stride, W / stride)."""
        return functional.relu(self.body(x) + self.shortcut(x))


def resnet18_blocks() -> list[nn.Module]:
    """The eight blocks of ResNet-18, from 64 channels to 512."""
    blocks: list[nn.Module] = []
    channels = 64
    for stage in range(4):
        for number in range(2):
            blocks.append(BasicBlock(channels, 64 << stage, 2 if stage and not number else 1))
            channels = 64 << stage
    return blocks
