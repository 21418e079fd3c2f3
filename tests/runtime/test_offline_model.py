"""Offline model files: what comes back, and what is refused."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from aoe.backends.session import read_offline_model
from aoe.errors import OfflineModelError
from aoe.runtime import container
from aoe.runtime.container import read_container, write_container
from aoe.runtime.offline_model import (
    OfflineModel,
    gather_constants,
    write_offline_model,
)
from aoe.runtime.plan import ConstantInfo

from .examples import scale_model


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A sound file."""
    path = tmp_path / "model.om"
    write_offline_model(path, scale_model())
    return path


def same(one: OfflineModel, other: OfflineModel) -> bool:
    return (
        one.manifest == other.manifest
        and one.plan == other.plan
        and dict(one.objects) == dict(other.objects)
        and np.array_equal(one.constant_data, other.constant_data)
        and (one.graph, one.policies) == (other.graph, other.policies)
    )


def test_everything_comes_back_from_a_file(path: Path) -> None:
    model = read_offline_model(path)
    assert same(model, scale_model())
    assert model.constants["unused"].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert model.constants["factor"] == np.float32(1.5)


def test_constants_are_used_where_the_file_is_mapped(path: Path) -> None:
    data = read_offline_model(path).constant_data
    assert not data.flags.owndata
    assert not data.flags.writeable
    assert data.ctypes.data % 64 == 0


def test_a_model_without_constants_comes_back(tmp_path: Path) -> None:
    plan = replace(scale_model().plan, constants=(), constant_bytes=0)
    model = replace(scale_model(), plan=plan, constant_data=gather_constants(plan, {}))
    write_offline_model(tmp_path / "none.om", model)
    assert read_offline_model(tmp_path / "none.om").constant_data.size == 0


def test_a_file_written_before_there_were_backends_is_a_cpus(path: Path) -> None:
    manifest, members = read_container(path)
    assert manifest["model"]["device"].pop("backend") == "cpu"
    rest = {name: item for name, item in manifest.items() if name not in ("members", "block_bytes")}
    write_container(path, rest, members)
    assert same(read_offline_model(path), scale_model())


def test_constants_are_gathered_from_any_layout() -> None:
    plan = replace(
        scale_model().plan,
        constants=(ConstantInfo("w", "float32", (2, 3), 64), ConstantInfo("b", "bool", (1,), 128)),
    )
    turned = np.arange(6, dtype=np.float32).reshape(3, 2).T
    block = gather_constants(plan, {"w": turned, "b": np.array([True])})
    assert block[64:88].view(np.float32).tolist() == [0, 2, 4, 1, 3, 5]
    assert block[128] == 1
    assert block.ctypes.data % 64 == 0


def test_constants_of_another_type_than_planned_are_refused() -> None:
    constants = {"unused": np.zeros((2, 3), np.int64), "factor": np.zeros((), np.float64)}
    with pytest.raises(ValueError, match="factor"):
        gather_constants(scale_model().plan, constants)


def test_standard_tools_can_look_into_a_file(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        manifest = json.loads(archive.read("manifest.json"))
        assert "code/scale.o" in archive.namelist()
        assert archive.read("code/scale.o").startswith(b"\x7fELF")
        assert json.loads(archive.read("graph.json"))["policies"] == {"1": {"impl": "none"}}
    assert manifest["model"]["device"]["soc_version"] == scale_model().manifest.target.soc_version


def test_equal_models_make_equal_files(path: Path, tmp_path: Path) -> None:
    write_offline_model(tmp_path / "again.om", scale_model())
    assert (tmp_path / "again.om").read_bytes() == path.read_bytes()


def test_a_file_truncated_anywhere_is_refused(path: Path) -> None:
    whole = path.read_bytes()
    sizes = {*range(0, len(whole), len(whole) // 60), len(whole) - 1, len(whole) - 70}
    for size in sorted(sizes):
        path.write_bytes(whole[:size])
        with pytest.raises(OfflineModelError, match=r"model\.om"):
            read_offline_model(path)


def test_a_flipped_byte_is_refused_or_changes_nothing(path: Path) -> None:
    whole = path.read_bytes()
    complaints = []
    places = range(0, len(whole), 23)
    for place in places:
        damaged = bytearray(whole)
        damaged[place] ^= 0x55
        path.write_bytes(damaged)
        try:
            model = read_offline_model(path)
        except OfflineModelError as error:
            complaints.append(str(error))
        else:
            assert same(model, scale_model()), place
    assert len(complaints) > len(places) * 0.8
    assert all("model.om" in complaint for complaint in complaints)


def test_the_altered_member_is_named(path: Path) -> None:
    whole = path.read_bytes()
    factor = np.float32(1.5).tobytes() + bytes(60)
    assert whole.count(factor) == 1
    path.write_bytes(whole.replace(factor, b"!" + factor[1:]))
    with pytest.raises(OfflineModelError, match=r"constants\.bin was altered"):
        read_offline_model(path)


def test_an_added_member_is_refused(path: Path) -> None:
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("code/more.o", b"\x7fELF")
    with pytest.raises(OfflineModelError, match=r"model\.om"):
        read_offline_model(path)


def test_bytes_before_the_archive_which_move_its_members_are_refused(path: Path) -> None:
    path.write_bytes(b"#!/bin/sh\n" + path.read_bytes())
    with pytest.raises(OfflineModelError, match="not stored as it was written"):
        read_offline_model(path)


def test_bytes_behind_the_archive_are_refused(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(OfflineModelError, match=r"added behind its end.*make it again"):
        read_offline_model(path)


@pytest.mark.parametrize(
    "content",
    [b"", b"PK", b"\x08\x07onnx-ish", b"\x7fELF" + bytes(100), os.urandom(5000)],
    ids=["empty", "PK", "onnx", "elf", "random"],
)
def test_foreign_files_are_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "foreign.om").write_bytes(content)
    with pytest.raises(OfflineModelError, match=r"foreign\.om.* not an offline model"):
        read_offline_model(tmp_path / "foreign.om")


def test_another_kind_of_zip_archive_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "wheel.om", "w") as archive:
        archive.writestr("manifest.json", "{}")
    with pytest.raises(OfflineModelError, match="another kind of zip"):
        read_offline_model(tmp_path / "wheel.om")


def test_a_file_of_another_format_version_says_which(tmp_path: Path) -> None:
    manifest = {"format": "open-aoe offline model", "format_version": 99}
    container.write_container(tmp_path / "new.om", manifest, {})
    with pytest.raises(OfflineModelError, match=r"version 99.*make the file again"):
        read_offline_model(tmp_path / "new.om")


def test_a_missing_file_and_a_folder_are_clear_errors(tmp_path: Path) -> None:
    with pytest.raises(OfflineModelError, match=r"none\.om: there is no such file"):
        read_offline_model(tmp_path / "none.om")
    with pytest.raises(OfflineModelError, match="directory"):
        read_offline_model(tmp_path)


def test_an_unwritable_place_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OfflineModelError, match=r"cannot write .*file/model\.om"):
        write_offline_model(tmp_path / "file" / "model.om", scale_model())
    with pytest.raises(OfflineModelError, match="cannot write"):
        write_offline_model("/proc/model.om", scale_model())


@contextmanager
def disk_of(size: int) -> Iterator[None]:
    """No file can grow beyond `size` bytes, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("room", [0, 10, 1000, 8000])
def test_a_full_disk_leaves_the_old_file_and_nothing_else(path: Path, room: int) -> None:
    before = path.read_bytes()
    assert len(before) > room
    with disk_of(room), pytest.raises(OfflineModelError, match=r"cannot write .*model\.om"):
        write_offline_model(path, replace(scale_model(), graph="new"))
    assert path.read_bytes() == before
    assert [item.name for item in path.parent.iterdir()] == ["model.om"]


def test_a_large_constant_does_not_fit_a_full_disk(path: Path) -> None:
    plan = replace(scale_model().plan, constants=(), constant_bytes=1 << 20)
    large = replace(scale_model(), plan=plan, constant_data=gather_constants(plan, {}))
    with disk_of(1 << 19), pytest.raises(OfflineModelError, match="cannot write"):
        write_offline_model(path, large)
    assert [item.name for item in path.parent.iterdir()] == ["model.om"]


def test_a_file_may_be_replaced_while_its_model_is_in_use(path: Path) -> None:
    model = read_offline_model(path)
    constants = model.constant_data.copy()
    plan = replace(scale_model().plan, constants=(), constant_bytes=0)
    write_offline_model(
        path, replace(scale_model(), plan=plan, constant_data=gather_constants(plan, {}))
    )
    np.testing.assert_array_equal(model.constant_data, constants)


def test_a_writer_that_is_killed_leaves_the_old_file(path: Path) -> None:
    before = path.read_bytes()
    script = (
        "import os, sys; from aoe.runtime import container\n"
        "os.fsync = lambda file: os._exit(9)\n"
        "container.write_container(__import__('pathlib').Path(sys.argv[1]), {}, {'a': b'b'})\n"
    )
    result = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert result.returncode == 9
    assert path.read_bytes() == before


def test_a_file_has_the_permissions_of_any_new_file(path: Path, tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    assert path.stat().st_mode == (tmp_path / "plain").stat().st_mode
