"""Trains a small BERT with the Trainer of Transformers: `python train_trainer.py [--backend aoe]`.

The model tells texts in which a word occurs twice side by side from others. The lines about
open-aoe are `torch_compile_backend`, and the import that makes Accelerate know this backend;
`--backend eager` compiles nothing. Needs `pip install "open-aoe[torch]" transformers accelerate`.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from typing import Any

import torch
from torch.utils.data import Dataset
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments

import aoe.torch.trainer  # noqa: F401 – Accelerate knows the backend "aoe" from here on

WORDS, PLACES = 200, 32


class Texts(Dataset):  # type: ignore[misc]
    """Seeded random texts; half of them have a word twice side by side."""

    def __init__(self, count: int, seed: int) -> None:
        generator = torch.Generator().manual_seed(seed)
        self.words = torch.randint(1, WORDS, (count, PLACES), generator=generator)
        self.labels = torch.arange(count) % 2
        self.words[self.labels == 1, 8] = self.words[self.labels == 1, 7]

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, index: int) -> dict[str, Any]:
        return {"input_ids": self.words[index], "labels": self.labels[index]}


def train(options: argparse.Namespace) -> list[float]:
    """Trains for some steps and returns the losses."""
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=WORDS, hidden_size=128, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=512, max_position_embeddings=PLACES,
        problem_type="single_label_classification",  # else the first step sets it: compiled twice
    )  # fmt: skip
    model = BertForSequenceClassification(config)
    with tempfile.TemporaryDirectory() as folder:
        arguments = TrainingArguments(
            output_dir=folder,
            max_steps=options.steps,
            per_device_train_batch_size=16,
            dataloader_drop_last=True,
            logging_steps=1,
            save_strategy="no",
            report_to=[],
            disable_tqdm=True,
            use_cpu=True,
            torch_compile=options.backend != "eager",
            torch_compile_backend=None if options.backend == "eager" else options.backend,
        )
        trainer = Trainer(model=model, args=arguments, train_dataset=Texts(512, seed=1))
        trainer.train()
    losses = [float(entry["loss"]) for entry in trainer.state.log_history if "loss" in entry]
    print("losses " + " ".join(f"{loss:.4f}" for loss in losses))
    return losses


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads the options and trains."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--backend", default="aoe", help="aoe (default), inductor or eager")
    parser.add_argument("--steps", type=int, default=10)
    train(parser.parse_args(arguments))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
