"""Inputs of a model for `aoe run` and `aoe bench`: read from .npy files, or synthetic."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import numpy as np

from aoe.element_types import is_floating, numpy_type
from aoe.errors import UsageError
from aoe.frontends.preprocessing.parameters import NAME as AIPP_SETTINGS
from aoe.runtime.offline_model import OfflineModel, static_models
from aoe.runtime.plan import DRAW, TensorInfo


def profile_inputs(model: OfflineModel, profile: int) -> tuple[TensorInfo, ...]:
    """The inputs of a model, as users see them, at one of its profiles, counted from 1."""
    models = static_models(model)
    if not 1 <= profile <= len(models):
        raise UsageError(
            f"--profile={profile}: must be from 1 to {len(models)}, the profiles of the model"
        )
    return tuple(info for info in models[profile - 1].plan.inputs if info.name != DRAW)


def load_arrays(
    files: Mapping[str, Path], wanted: Sequence[TensorInfo], of_any_rank: Collection[str] = ()
) -> dict[str, np.ndarray]:
    """The arrays of .npy files, by input name. Raises `UsageError` for one that does not fit its
    input. `of_any_rank`: the names of inputs that take any shape.
    """
    by_name = {tensor.name: tensor for tensor in wanted}
    arrays = {}
    for name, path in files.items():
        if name not in by_name:
            known = ", ".join(by_name) or "none"
            raise UsageError(f"--input {name}={path}: the model has no such input; it has {known}")
        arrays[name] = _load(name, path, by_name[name], name in of_any_rank)
    return arrays


def synthetic_arrays(wanted: Sequence[TensorInfo], seed: int) -> dict[str, np.ndarray]:
    """Random inputs from a seed: normally distributed floats, and integers 0 or 1, which are valid
    as tokens, masks and indices. Texts are "0" or "1". Settings of images are 0, which stands for
    the usual ones.
    """
    generator = np.random.default_rng(seed)
    arrays = {}
    for tensor in wanted:
        if tensor.name.startswith(AIPP_SETTINGS):
            made: np.ndarray = np.zeros(tensor.shape)
        elif is_floating(tensor.dtype):
            made = generator.standard_normal(tensor.shape)
        else:
            made = generator.integers(0, 2, tensor.shape)
        kind = np.dtype(str) if tensor.is_text else numpy_type(tensor.dtype)
        arrays[tensor.name] = np.asarray(made).astype(kind)
    return arrays


def missing_sentence(missing: Sequence[TensorInfo]) -> str:
    """The sentence that names the missing inputs and how to give them."""
    listed = ", ".join(f"{item.name} ({item.dtype} {list(item.shape)})" for item in missing)
    return (
        f"no value for the input {listed}; give --input {missing[0].name}=FILE.npy for each, "
        "or --random for random values"
    )


def _load(name: str, path: Path, tensor: TensorInfo, has_any_rank: bool) -> np.ndarray:
    try:
        array = np.load(path, allow_pickle=False)
    except FileNotFoundError:
        raise UsageError(f"--input {name}={path}: there is no such file") from None
    except OSError as error:
        raise UsageError(f"--input {name}={path}: cannot read it: {error.strerror}") from error
    except (ValueError, EOFError) as error:  # NumPy's own message suggests unsafe loading
        raise UsageError(
            f"--input {name}={path}: is not a .npy file of numbers; write one with numpy.save"
        ) from error
    if not isinstance(array, np.ndarray):
        raise UsageError(f"--input {name}={path}: is an archive; give a .npy file of one array")
    fits = array.dtype.kind == "U" if tensor.is_text else array.dtype == numpy_type(tensor.dtype)
    if not fits or not (has_any_rank or _fits(array.shape, tensor.shape)):
        needed = "str" if tensor.is_text else tensor.dtype
        shape = "any shape" if has_any_rank else f"shape {list(tensor.shape)}"
        raise UsageError(
            f"--input {name}={path}: is {array.dtype} of shape {list(array.shape)}; the model "
            f"needs {needed} of {shape}"
        )
    return array


def _fits(shape: Sequence[int], wanted: Sequence[int]) -> bool:
    """Whether a shape is one that is wanted; -1 stands for any size."""
    pairs = zip(shape, wanted, strict=False)
    return len(shape) == len(wanted) and all(known in (size, -1) for size, known in pairs)
