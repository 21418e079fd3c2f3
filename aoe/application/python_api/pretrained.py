"""`aoe.from_pretrained_folder`: a folder as Hugging Face's tools export it, with `model.onnx` and
`config.json`, as something that is called with the inputs by name.

The tokenizer of such a folder comes from the package `transformers`; nothing here needs it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from aoe.application.api_names import python_call
from aoe.application.model.open_shapes.shape_cache import KEPT_SHAPES
from aoe.application.model.session import InferenceSession
from aoe.errors import ModelError, UsageError, not_read, quoted

#: Where models are in such folders, the usual place first.
PLACES = ("model.onnx", "onnx/model.onnx")
CONFIGURATION = "config.json"
#: An input that tokenizers give and some models do not have, and the other way round. It is zero
#: for a single text.
SEGMENTS = "token_type_ids"


@python_call("aoe.from_pretrained_folder")
def from_pretrained_folder(
    path: str | Path,
    file_name: str | None = None,
    *,
    threads: int | None = None,
    parallel_runs: int | None = None,
    kept_shapes: int = KEPT_SHAPES,
) -> PretrainedModel:
    """Opens a folder that has a model and its `config.json`, such as `optimum-cli export onnx`
    writes. Nothing is downloaded.

    Args:
        path: The folder.
        file_name: The model in it, an `.onnx` or a tuned `.om`; by default `model.onnx`,
            `onnx/model.onnx`, or the only `.onnx` file there is.
        threads: See `aoe.InferenceSession`.
        parallel_runs: Likewise.
        kept_shapes: Likewise; a text of another length has another shape.

    Returns:
        The model, to be called with its inputs by name.

    Raises:
        UsageError: There is no such folder, or no model in it.
        ModelError: Its `config.json` is not JSON, or the model cannot be read or compiled.
    """
    folder = Path(path)
    if not folder.is_dir():
        raise UsageError(f"path={str(path)!r}: there is no such folder")
    model = _model_in(folder, file_name)
    configuration = _configuration(folder)
    session = InferenceSession(
        model, threads=threads, parallel_runs=parallel_runs, kept_shapes=kept_shapes
    )
    return PretrainedModel(session, configuration)


class PretrainedModel:
    """A model with its configuration.

    Attributes:
        session: Runs it.
        config: What its `config.json` says; empty if there is none.
    """

    __module__ = "aoe"

    def __init__(self, session: InferenceSession, config: Mapping[str, Any]) -> None:
        self.session, self.config = session, config
        self._inputs = [item.name for item in session.get_inputs()]
        self._outputs = [item.name for item in session.get_outputs()]

    def __call__(self, **inputs: Any) -> ModelOutputs:
        """One inference on arrays or tensors, by input name.

        `token_type_ids` are left out for a model that has none, and are zero for one that needs
        them and is given none. Tensors of PyTorch give tensors of PyTorch, on the same memory.

        Raises:
            UsageError: As `aoe.InferenceSession.run` does.
        """
        if SEGMENTS not in self._inputs:
            inputs.pop(SEGMENTS, None)
        elif inputs.get(SEGMENTS) is None and inputs.get("input_ids") is not None:
            inputs[SEGMENTS] = np.zeros_like(np.asarray(inputs["input_ids"]))
        torch = sys.modules.get("torch")
        wanted = torch is not None and any(
            isinstance(item, torch.Tensor) for item in inputs.values()
        )
        arrays = self.session.run(None, inputs)
        found: dict[str, Any] = dict(zip(self._outputs, arrays, strict=True))
        if torch is not None and wanted:
            found = {name: _tensor(torch, array) for name, array in found.items()}
        return ModelOutputs(found)

    def close(self) -> None:
        """Closes the session."""
        self.session.close()

    def __enter__(self) -> PretrainedModel:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class ModelOutputs(Mapping[str, Any]):
    """The outputs of an inference: by name, as attributes, or by number."""

    __module__ = "aoe"

    def __init__(self, outputs: Mapping[str, Any]) -> None:
        self._outputs = dict(outputs)

    def __getitem__(self, key: str | int) -> Any:
        if isinstance(key, int):
            return list(self._outputs.values())[key]
        return self._outputs[key]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._outputs:
            raise AttributeError(f"there is no output {name!r}; there is {', '.join(self)}")
        return self._outputs[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._outputs)

    def __len__(self) -> int:
        return len(self._outputs)


def _tensor(torch: Any, array: np.ndarray) -> Any:
    """The tensor of PyTorch on the memory of an array; texts stay an array."""
    if array.dtype == object:
        return array
    if array.dtype.name == "bfloat16":
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(array)


def _model_in(folder: Path, name: str | None) -> Path:
    if name is not None:
        if not (folder / name).is_file():
            raise UsageError(f"file_name={name!r}: there is no such file in {folder}")
        return folder / name
    found = [folder / place for place in PLACES if (folder / place).is_file()]
    if found:
        return found[0]
    others = sorted(folder.glob("*.onnx"))
    if len(others) == 1:
        return others[0]
    there = ", ".join(path.name for path in others) or "none"
    raise UsageError(
        f"{folder} has no {' and no '.join(PLACES)}; name the model by file_name (.onnx files: "
        f"{there})"
    )


def _configuration(folder: Path) -> Mapping[str, Any]:
    path = folder / CONFIGURATION
    if not path.exists():
        return {}
    try:
        found = json.loads(path.read_text("utf-8"))
        if not isinstance(found, dict):
            raise ValueError("it is no object")
    except OSError as error:
        raise ModelError(not_read(path, error)) from error
    except ValueError as error:
        raise ModelError(f"{path} is not a configuration in JSON: {quoted(error)}") from error
    return found
