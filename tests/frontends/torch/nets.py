# mypy: allow-subclassing-any, no-warn-return-any
"""Small nets of PyTorch with seeded weights, and arguments for a call of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn


class Residual(nn.Module):
    """Two convolutions with a shortcut, as in a ResNet."""

    def __init__(self, channels: int, stride: int) -> None:
        super().__init__()
        wide = channels * stride
        self.main = nn.Sequential(
            nn.Conv2d(channels, wide, 3, stride, 1, bias=False),
            nn.BatchNorm2d(wide),
            nn.ReLU(),
            nn.Conv2d(wide, wide, 3, 1, 1, bias=False),
            nn.BatchNorm2d(wide),
        )
        self.short = nn.Conv2d(channels, wide, 1, stride)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.main(x) + self.short(x))


class Inverted(nn.Module):
    """An inverted bottleneck with squeeze and excitation, as in MobileNetV3."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        wide = channels * 4
        self.widen = nn.Sequential(
            nn.Conv2d(channels, wide, 1, bias=False), nn.BatchNorm2d(wide), nn.Hardswish()
        )
        self.depthwise = nn.Sequential(
            nn.Conv2d(wide, wide, 5, 1, 2, groups=wide, bias=False),
            nn.BatchNorm2d(wide),
            nn.ReLU6(),
        )
        self.squeeze = nn.Sequential(
            nn.AdaptiveAvgPool2d(1),
            nn.Conv2d(wide, 8, 1),
            nn.ReLU(),
            nn.Conv2d(8, wide, 1),
            nn.Hardsigmoid(),
        )
        self.narrow = nn.Sequential(
            nn.Conv2d(wide, channels, 1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        wide = self.depthwise(self.widen(x))
        return x + self.narrow(wide * self.squeeze(wide))


class BiLstm(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.lstm = nn.LSTM(8, 12, 2, batch_first=True, bidirectional=True)
        self.head = nn.Linear(24, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.lstm(x)[0][:, -1])


class TwoInputs(nn.Module):
    def forward(self, left: torch.Tensor, right: torch.Tensor) -> dict[str, torch.Tensor]:
        return {"sum": left + right, "product": left @ right.transpose(-1, -2)}


class Attention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.project = nn.Linear(32, 96)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        batch, steps, width = x.shape
        heads = self.project(x).reshape(batch, steps, 3, 4, width // 4).permute(2, 0, 3, 1, 4)
        found = nn.functional.scaled_dot_product_attention(*heads.unbind(0), is_causal=True)
        return found.transpose(1, 2).reshape(batch, steps, width)


class AttentionAlone(nn.Module):
    """Attention of given queries, keys and values, with a mask or without."""

    def __init__(self, mask: torch.Tensor | None) -> None:
        super().__init__()
        self.mask = mask

    def forward(self, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        return nn.functional.scaled_dot_product_attention(q, k, v, self.mask) + q


class UNet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.down = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.GroupNorm(4, 8), nn.SiLU())
        self.up = nn.ConvTranspose2d(8, 8, 4, 2, 1)
        self.out = nn.Conv2d(11, 2, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.out(torch.cat([self.up(self.down(x)), x], 1))


class TextClassifier(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(50, 16, padding_idx=0)
        self.norm = nn.LayerNorm(16)
        self.head = nn.Linear(16, 4)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        known = (tokens != 0).unsqueeze(-1)
        mean = (self.words(tokens) * known).sum(1) / known.sum(1).clamp(min=1)
        return self.head(nn.functional.gelu(self.norm(mean)))


class ReturnsItsInput(nn.Module):
    def forward(self, x: Any) -> dict[str, Any]:
        return {"twice": x * 2, "x": x + 1, "same": x}


class Unexportable(nn.Module):
    def forward(self, x: Any) -> Any:
        return x * 2 if float(x.sum()) > 0 else x


def _cnn() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(3, 16, 7, 2, 3),
        nn.BatchNorm2d(16),
        nn.ReLU(),
        nn.MaxPool2d(3, 2, 1),
        nn.Conv2d(16, 24, 3, padding=2, dilation=2),
        nn.Hardswish(),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Dropout(),
        nn.Linear(24, 10),
    )


def _resnet() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(3, 16, 3, 1, 1),
        Residual(16, 1),
        Residual(16, 2),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(32, 10),
    )


def _encoder() -> nn.Module:
    layer = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True, activation="gelu")
    return nn.Sequential(nn.Linear(16, 32), nn.TransformerEncoder(layer, 2), nn.Linear(32, 4))


IMAGE = (2, 3, 32, 32)
NETS: dict[str, tuple[Callable[[], nn.Module], Callable[[], tuple[torch.Tensor, ...]]]] = {
    "cnn": (_cnn, lambda: (torch.randn(IMAGE),)),
    "resnet": (_resnet, lambda: (torch.randn(IMAGE),)),
    "mobilenet": (lambda: Inverted(8), lambda: (torch.randn(2, 8, 17, 17),)),
    "encoder": (_encoder, lambda: (torch.randn(2, 9, 16),)),
    "bilstm": (BiLstm, lambda: (torch.randn(2, 7, 8),)),
    "gru": (lambda: nn.GRU(8, 12, batch_first=True), lambda: (torch.randn(2, 7, 8),)),
    "two_inputs": (TwoInputs, lambda: (torch.randn(3, 4), torch.randn(3, 4))),
    "attention": (Attention, lambda: (torch.randn(2, 7, 32),)),
    "unet": (UNet, lambda: (torch.randn(IMAGE),)),
    "text": (TextClassifier, lambda: (torch.randint(0, 50, (3, 11)),)),
}


def built(name: str) -> tuple[nn.Module, tuple[torch.Tensor, ...]]:
    """A net for inference and its arguments."""
    torch.manual_seed(0)
    make, arguments = NETS[name]
    module = make().eval()
    for part in module.modules():
        if isinstance(part, nn.BatchNorm2d):
            nn.init.uniform_(part.running_mean, -0.2, 0.2)
            nn.init.uniform_(part.running_var, 0.5, 1.5)
    return module, arguments()


def expected(module: nn.Module, arguments: tuple[torch.Tensor, ...]) -> list[Any]:
    """What torch computes, one array for each output."""
    with torch.no_grad():
        found = module(*arguments)
    return [item.numpy() for item in torch.utils._pytree.tree_leaves(found)]
