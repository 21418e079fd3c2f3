"""Reads `models.json`: which packages carry which models, and with which inputs they are run."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx

from aoe.application.model.inputs import synthetic_arrays
from aoe.runtime.plan import TensorInfo
from benchmarks.peers.contest import WRONG
from benchmarks.peers.engine import FLOAT32

MODELS = Path(__file__).parent / "models.json"
#: The largest difference from ONNX Runtime, as a share of the largest output, that is right.
TOLERANCE = WRONG[FLOAT32]
#: The most shapes of a case that a table shows.
SHOWN_SHAPES = 2


@dataclass(frozen=True, slots=True)
class Case:
    """The inputs of one run.

    Attributes:
        shapes: Shapes by input name; the declared shape counts for an input that is not named.
        values: By input name, the number that all its elements are.
        ranges: By input name, the least number and the limit between which its elements are drawn
            uniformly.
        texts: Inputs that are images of lines of text (`text_like`), between the ends of their
            range.
    """

    shapes: Mapping[str, tuple[int, ...]]
    values: Mapping[str, float]
    ranges: Mapping[str, tuple[float, float]]
    texts: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The shapes as a table shows them."""
        shapes = ["×".join(map(str, shape)) for shape in self.shapes.values() if shape]
        shown = list(dict.fromkeys(shapes))
        more = ["…"] if len(shown) > SHOWN_SHAPES else []
        return ", ".join([*shown[:SHOWN_SHAPES], *more]) or "as declared"


@dataclass(frozen=True, slots=True)
class FieldModel:
    """One model of a package.

    Attributes:
        package: The package's name.
        version: Its version, exactly.
        file: A pattern for the path inside the wheel that fits one file.
        task: What the model is for.
        cases: The inputs that it is run with.
        deciding: Inputs whose values decide shapes; tuning takes them as `input_values`.
        tolerance: As `TOLERANCE`.
        note: Why the tolerance is another one.
    """

    package: str
    version: str
    file: str
    task: str
    cases: tuple[Case, ...]
    deciding: tuple[str, ...] = ()
    tolerance: float = TOLERANCE
    note: str = ""

    @property
    def name(self) -> str:
        """The file's name without `.onnx`."""
        return Path(self.file).stem


def read_models(path: Path = MODELS) -> list[FieldModel]:
    """Returns the models of a list.

    Args:
        path: A JSON file as `models.json`: packages, each with its models, each with its cases.
            `values`, `ranges` and `texts` of a model count for all its cases.

    Raises:
        SystemExit: An entry is incomplete, or has a field that is not known.
    """
    try:
        return [
            _model(package, entry)
            for package in json.loads(path.read_text(encoding="utf-8"))
            for entry in package["models"]
        ]
    except (KeyError, TypeError, ValueError) as error:
        raise SystemExit(f"{path}: {type(error).__name__}: {error}; see models.json") from error


def _model(package: Mapping[str, Any], entry: Mapping[str, Any]) -> FieldModel:
    own = dict(entry)
    common = {name: own.pop(name, {}) for name in ("values", "ranges")}
    texts = tuple(own.pop("texts", ()))
    cases = tuple(_case(case, texts=texts, **common) for case in own.pop("cases"))
    deciding = tuple(own.pop("deciding", ()))
    return FieldModel(package["package"], package["version"], cases=cases, deciding=deciding, **own)


def _case(
    entry: Mapping[str, Any],
    values: Mapping[str, float],
    ranges: Mapping[str, Sequence[float]],
    texts: tuple[str, ...],
) -> Case:
    unknown = entry.keys() - {"shapes", "values", "ranges"}
    if unknown:
        raise ValueError(f"a case has no field {', '.join(sorted(unknown))}")
    limits = {**ranges, **entry.get("ranges", {})}
    return Case(
        shapes={name: tuple(shape) for name, shape in entry.get("shapes", {}).items()},
        values={**values, **entry.get("values", {})},
        ranges={name: (low, high) for name, (low, high) in limits.items()},
        texts=texts,
    )


def feed_of(graph: onnx.GraphProto, case: Case) -> dict[str, np.ndarray]:
    """Returns the inputs of a case by name, the same every time.

    Args:
        graph: The model's graph.
        case: What the inputs are. Those that it gives no value and no range are as `aoe bench`
            makes them: normally distributed numbers, and integers 0 or 1.

    Raises:
        SystemExit: The case leaves a dimension open, or names an input that is not there.
    """
    constants = {item.name for item in graph.initializer}
    inputs = [_tensor(item, case) for item in graph.input if item.name not in constants]
    names = {item.name for item in inputs}
    unknown = {*case.shapes, *case.values, *case.ranges} - names
    if unknown:
        raise SystemExit(f"{graph.name} has no input {', '.join(sorted(unknown))}")
    feed = synthetic_arrays(inputs, seed=0)
    generator = np.random.default_rng(1)
    for name, array in feed.items():
        if name in case.values:
            feed[name] = np.full(array.shape, case.values[name], array.dtype)
        elif name in case.texts:
            low, high = case.ranges[name]
            feed[name] = (low + text_like(array.shape) * (high - low)).astype(array.dtype)
        elif name in case.ranges:
            low, high = case.ranges[name]
            feed[name] = (low + generator.random(array.shape) * (high - low)).astype(array.dtype)
    return feed


def text_like(shape: Sequence[int]) -> np.ndarray:
    """Returns images of lines of words, (…, height, width), each number between 0 and 1.

    A network that looks for text finds none in noise, and its outputs are all near 0. Words here
    are rows of dark glyphs on a light ground; a glyph is made of strokes, which are rectangles.

    Args:
        shape: The shape; all images are equal.
    """
    height, width = shape[-2:]
    image, generator = np.full((height, width), 0.95), np.random.default_rng(2)
    size, stroke = max(8, height // 20), max(1, height // 200)
    for top in range(size, height - 2 * size, 3 * size):
        left = size
        while left < width - 8 * size:
            for _ in range(int(generator.integers(3, 8))):
                glyph = image[top : top + size, left : left + size * 2 // 3]
                for side in range(4):  # a box that lacks some of its sides, and a middle bar
                    if generator.random() < 0.6:
                        edge = glyph if side < 2 else glyph.T
                        start = (edge.shape[0] - stroke) * (side % 2)
                        edge[start : start + stroke] = 0.05
                middle = int(generator.integers(glyph.shape[0] - stroke))
                glyph[middle : middle + stroke] = 0.05
                left += size
            left += size
    return np.broadcast_to(image, shape)


def _tensor(value: onnx.ValueInfoProto, case: Case) -> TensorInfo:
    tensor = value.type.tensor_type
    declared = tuple(item.dim_value for item in tensor.shape.dim)
    shape = case.shapes.get(value.name, declared)
    if value.name not in case.shapes and any(size <= 0 for size in declared):
        raise SystemExit(f"the case gives no shape for the input {value.name}")
    dtype = onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type).name
    return TensorInfo(value.name, dtype, shape)


def named(models: Sequence[FieldModel], names: Sequence[str]) -> list[FieldModel]:
    """Returns the models that packages or files of these names hold; all if there are none.

    Raises:
        SystemExit: A name is not in the list.
    """
    known = {name for model in models for name in (model.package, model.name)}
    unknown = set(names) - known
    if unknown:
        raise SystemExit(f"not in the list: {', '.join(sorted(unknown))}")
    return [model for model in models if not names or {model.package, model.name} & set(names)]
