"""Trains a small network with PyTorch Lightning: `python train_lightning.py [--backend aoe]`.

The line about open-aoe is `torch.compile`; `--backend eager` leaves it out. Needs
`pip install "open-aoe[torch]" lightning`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import lightning
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Classifier(lightning.LightningModule):  # type: ignore[misc]
    """Tells images of a bright left half from those of a bright right half."""

    def __init__(self) -> None:
        super().__init__()
        self.network = nn.Sequential(
            nn.Conv2d(3, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(32, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(), nn.Linear(64 * 8 * 8, 2),
        )  # fmt: skip

    def training_step(self, batch: Any, _: int) -> Any:
        """The loss of a batch."""
        images, labels = batch
        return F.cross_entropy(self.network(images), labels)

    def configure_optimizers(self) -> Any:
        """AdamW."""
        return torch.optim.AdamW(self.parameters(), 1e-3)


class Losses(lightning.Callback):  # type: ignore[misc]
    """Keeps the loss of each step."""

    def __init__(self) -> None:
        self.values: list[float] = []

    def on_train_batch_end(
        self, trainer: Any, pl_module: Any, outputs: Any, batch: Any, batch_idx: int
    ) -> None:
        """Lightning calls this after a step."""
        self.values.append(outputs["loss"].item())


def images(count: int) -> TensorDataset:
    """Seeded random images with their labels."""
    generator = torch.Generator().manual_seed(1)
    pixels = torch.randn(count, 3, 32, 32, generator=generator)
    labels = torch.arange(count) % 2
    pixels[labels == 0, :, :, :16] += 0.1
    pixels[labels == 1, :, :, 16:] += 0.1
    return TensorDataset(pixels, labels)


def train(options: argparse.Namespace) -> list[float]:
    """Trains for some steps and returns the losses."""
    lightning.seed_everything(0, verbose=False)
    model: Any = Classifier()
    if options.backend != "eager":
        model = torch.compile(model, backend=options.backend, dynamic=False)
    losses = Losses()
    trainer = lightning.Trainer(
        max_steps=options.steps,
        accelerator="cpu",
        callbacks=[losses],
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
    )
    trainer.fit(model, DataLoader(images(512), batch_size=16, drop_last=True))
    print("losses " + " ".join(f"{loss:.4f}" for loss in losses.values))
    return losses.values


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads the options and trains."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--backend", default="aoe", help="aoe (default), inductor or eager")
    parser.add_argument("--steps", type=int, default=10)
    train(parser.parse_args(arguments))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
