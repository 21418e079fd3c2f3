"""Files of models with open shapes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aoe.backends.registry import target_from_json
from aoe.errors import OfflineModelError
from aoe.runtime.container import read_container, write_container
from aoe.runtime.offline_model import Manifest, read_members
from aoe.runtime.open_model import (
    OPEN_MEMBER,
    OpenModel,
    OpenProgram,
    open_model_in,
    write_open_model,
)
from aoe.runtime.plan import ConstantInfo, Plan, TensorInfo
from aoe.target import Target

W = np.arange(600, dtype=np.float32).reshape(20, 30)


def program(rows: int, code: bytes = b"code") -> OpenProgram:
    plan = Plan(
        (TensorInfo("x", "float32", (rows, 20)),),
        (TensorInfo("y", "float32", (rows, 30)),),
        (),
        (),
        0,
        0,
        64,
        0,
        constants=(ConstantInfo("w", "float32", (20, 30), 0),),
        scattered=True,
    )
    values = {"s": np.array([rows], np.int64)}
    return OpenProgram({"x": (rows, 20)}, values, plan, {"plan": code}, {"w": W})


MODEL = OpenModel(
    Manifest("example", Target("reference", "numpy"), created="now"),
    b"the model",
    {"0": W, "1": W + 1},
    {"precision": {"mode": "force_fp32"}},
    (program(2), program(3, b"other")),
)


def read(path: Path) -> OpenModel:
    return open_model_in(path, *read_members(path), target_from_json)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_open_model(tmp_path / "m.om", MODEL)
    return tmp_path / "m.om"


def test_everything_comes_back(path: Path) -> None:
    found = read(path)
    assert (found.manifest, found.model, found.request) == (
        MODEL.manifest,
        MODEL.model,
        MODEL.request,
    )
    for name, array in MODEL.weights.items():
        np.testing.assert_array_equal(found.weights[name], array)
    for one, other in zip(found.programs, MODEL.programs, strict=True):
        assert (one.shapes, one.plan, one.objects) == (other.shapes, other.plan, other.objects)
        np.testing.assert_array_equal(one.values["s"], other.values["s"])
        np.testing.assert_array_equal(one.constants["w"], W)


def test_equal_constants_are_stored_once(path: Path) -> None:
    assert 2 * W.nbytes <= path.stat().st_size < 2 * W.nbytes + 5000


def test_weights_are_used_where_the_file_is_mapped(path: Path) -> None:
    found = read(path)
    assert not found.weights["0"].flags.owndata
    assert not found.weights["0"].flags.writeable


@pytest.mark.parametrize(
    "content",
    [
        b"{}",
        b"[]",
        b"not json",
        b'{"request": {}, "weights": {"0": ["float32", [9, 99999], 0]}, "programs": []}',
        b'{"request": {}, "weights": {"0": ["float32", [-1], 0]}, "programs": []}',
        b'{"request": {}, "weights": {}, "programs": [{}]}',
    ],
)
def test_other_content_is_refused(path: Path, content: bytes) -> None:
    manifest, members = read_container(path)
    changed: dict[str, Any] = {name: bytes(data) for name, data in members.items()}
    write_container(path, manifest, {**changed, OPEN_MEMBER: content})
    with pytest.raises(OfflineModelError, match="not an offline model"):
        read(path)


def test_a_missing_member_is_refused(path: Path) -> None:
    manifest, members = read_container(path)
    changed: dict[str, Any] = {name: bytes(data) for name, data in members.items()}
    del changed["model.bin"]
    write_container(path, manifest, changed)
    with pytest.raises(OfflineModelError, match="not an offline model"):
        read(path)
