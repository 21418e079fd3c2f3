"""Models of MindSpore against the outputs that MindSpore computed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import aoe
from tests.frontends.mindspore.files import stored, stored_names

#: The accuracy of float16, which some models compute in.
LOOSER = {"f16": 1e-3}


def check(archive: str, name: str, folder: Path, shapes: dict[str, tuple[int, ...]]) -> None:
    path, inputs, outputs = stored(archive, name, folder)
    with aoe.compile(path, input_shape=shapes or None) as session:
        names = [item.name for item in session.get_inputs()]
        found = session.run(None, dict(zip(names, inputs, strict=True)))
    assert len(found) == len(outputs)
    for one, other in zip(found, outputs, strict=True):
        assert (one.shape, one.dtype) == (other.shape, other.dtype)
        scale = max(float(np.abs(other).max(initial=0)), 1e-30)
        error = np.abs(one.astype(np.float64) - other).max(initial=0) / scale
        assert error <= LOOSER.get(name, 1e-5)


@pytest.mark.parametrize("name", stored_names("primitives.zip"))
def test_primitives_compute_what_mindspore_does(name: str, tmp_path: Path) -> None:
    check("primitives.zip", name, tmp_path, {})


@pytest.mark.parametrize("name", stored_names("nets.zip"))
def test_networks_compute_what_mindspore_does(name: str, tmp_path: Path) -> None:
    check("nets.zip", name, tmp_path, {"x": (2, 3, 9, 9)} if name == "open" else {})


@pytest.mark.parametrize("name", stored_names("rows.zip"))
def test_rows_whose_number_depends_on_data_are_what_mindspore_finds(
    name: str, tmp_path: Path
) -> None:
    check("rows.zip", name, tmp_path, {})


@pytest.mark.parametrize("name", stored_names("matrices_and_regions.zip"))
def test_matrices_and_regions_are_what_mindspore_finds(name: str, tmp_path: Path) -> None:
    check("matrices_and_regions.zip", name, tmp_path, {})
