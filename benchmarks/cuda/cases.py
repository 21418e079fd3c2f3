"""What is compiled, tuned and compared on a GPU: models at a batch size in a precision, most
important first.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx

from benchmarks.cuda.batches import with_batch

#: The kind that no kernel was written for: super-resolution, wide images and a pixel shuffle.
HELD_OUT = "edsr128"
#: The models of the bars, by their names in `benchmarks.models`.
MODELS = (
    "resnet50",
    "bert_base",
    "mobilenet_v2",
    "vit_b16",
    "efficientnet_b0",
    "unet256",
    "gpt2",
    HELD_OUT,
)
#: Models besides.
OTHERS = ("squeezenet", "shufflenet")
#: Images or texts of a large batch, and those of models with large images.
BATCH, SMALL_BATCH = 32, {"unet256": 8}
#: Precisions by name: the option of `aoe.compile`.
PRECISIONS: Mapping[str, str | None] = {
    "float16": "force_fp16",
    "tf32": "allow_fp32_to_tf32",
    "float32": None,
}
#: Where files of models are kept by default. They are gigabytes, so not among the results.
MODEL_FOLDER = Path(tempfile.gettempdir()) / "aoe_benchmark_models"


@dataclass(frozen=True, slots=True)
class Case:
    """A model at a batch size in a precision.

    Attributes:
        model: Its name in `benchmarks.models`.
        batch: Images or texts.
        precision: A name of `PRECISIONS`.
    """

    model: str
    batch: int
    precision: str

    @property
    def name(self) -> str:
        """What its results are called."""
        return f"{self.model} b{self.batch} {self.precision}"

    @property
    def option(self) -> str | None:
        """The argument `precision` of `aoe.compile`."""
        return PRECISIONS[self.precision]


def cases(others: bool = True) -> Iterator[Case]:
    """All of them, most important first. `others`: with the models that no bar is about."""
    for name in MODELS:
        yield Case(name, 1, "float16")
    for name in MODELS:
        yield Case(name, SMALL_BATCH.get(name, BATCH), "float16")
    for precision in ("tf32", "float32"):
        for name in MODELS:
            yield Case(name, 1, precision)
    for precision in ("float16", "float32") if others else ():
        for name in OTHERS:
            yield Case(name, 1, precision)


def model_file(folder: Path, case: Case) -> Path:
    """The file of a case's model, built once."""
    from benchmarks.models.registry import SUITE

    one = folder / f"{case.model}.onnx"
    path = one if case.batch == 1 else folder / f"{case.model}_b{case.batch}.onnx"
    folder.mkdir(parents=True, exist_ok=True)
    if not one.exists():
        _save(SUITE[case.model](), one)
    if not path.exists():
        _save(with_batch(onnx.load(one), case.batch), path)
    return path


def feed_of(path: Path) -> dict[str, np.ndarray]:
    """Inputs of a model."""
    from benchmarks.models.finishing import feed_of as made

    model = onnx.load(path, load_external_data=False)
    return {name: np.asarray(value) for name, value in made(model, 7).items()}


def _save(model: onnx.ModelProto, path: Path) -> None:
    """Writes a file that is there whole or not at all, whoever else writes it."""
    part = path.with_suffix(f".{os.getpid()}")
    onnx.save(model, str(part))
    part.replace(path)
