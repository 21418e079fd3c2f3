"""A key of the compile cache changes with everything that object code depends on."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import llvmlite
import pytest

from aoe import loops
from aoe.backends import llvm as llvm_text
from aoe.backends.cpu import codegen
from aoe.backends.cpu.compile import cache_key as module
from aoe.backends.cpu.compile.cache_key import cache_key, canonical, source_digest, toolchain
from aoe.backends.cpu.target.cpu_target import CpuTarget, Speed
from aoe.backends.cpu.target.host import target_for
from aoe.loops.expression import Constant, Load, apply
from aoe.loops.loop_nest import Access, Axis, Kernel, Loop, LoopNest, LoopSchedule, Store
from aoe.target import RemoteDevice, ServerAddress

TARGET = target_for("avx2", threads=2)
KERNEL = Kernel(
    "copy",
    (Axis("i", 64),),
    (),
    0,
    (
        LoopNest(
            "copy",
            (Axis("i", 64),),
            (Access("input0", "float32", (("i", 1),)),),
            (Store(Access("output0", "float32", (("i", 1),)), Load(0)),),
            schedule=LoopSchedule("i", 2),
        ),
    ),
    ("input0", "output0"),
)


@pytest.mark.parametrize(
    "field", [item.name for item in fields(CpuTarget) if item.name not in ("speed", "remote")]
)
def test_every_property_of_the_target_that_code_depends_on_counts(field: str) -> None:
    value: Any = getattr(TARGET, field)
    other = value * 2 if isinstance(value, int) else value + type(value)("x")
    changed: dict[str, Any] = {field: other}
    other = replace(TARGET, **changed)
    assert cache_key("f", KERNEL, other) != cache_key("f", KERNEL, TARGET)


def test_the_speed_of_the_target_does_not_count() -> None:
    faster = replace(TARGET, speed=Speed(memory=50e9))
    assert cache_key("f", KERNEL, faster) == cache_key("f", KERNEL, TARGET)


def test_where_the_target_is_does_not_count() -> None:
    address = ServerAddress("localhost", 8000, "a token of a good length")
    elsewhere = replace(TARGET, remote=RemoteDevice(address, (), 1e-6))
    assert cache_key("f", KERNEL, elsewhere) == cache_key("f", KERNEL, TARGET)


def test_the_symbol_counts() -> None:
    assert cache_key("f", KERNEL, TARGET) != cache_key("g", KERNEL, TARGET)


def test_the_schedule_counts() -> None:
    nest = replace(KERNEL.nests[0], schedule=LoopSchedule("i", 4, order=(Loop("i", 32),)))
    assert cache_key("f", replace(KERNEL, nests=(nest,)), TARGET) != cache_key("f", KERNEL, TARGET)


@pytest.mark.parametrize("name", ["CODE_GENERATOR", "_source_digest"])
def test_the_code_generator_counts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = toolchain.__wrapped__()
    monkeypatch.setattr(module, name, "other" if name.isupper() else lambda: "other source")
    assert toolchain.__wrapped__() != before


def test_every_file_of_the_code_generator_counts(tmp_path: Path) -> None:
    """Files in the folders inside it, too: else object code that is out of date would be used."""
    folders = [Path(str(package.__file__)).parent for package in (codegen, llvm_text, loops)]
    copies = [shutil.copytree(folder, tmp_path / folder.name) for folder in folders]
    assert source_digest(copies) == module._source_digest()
    files = [path for folder in copies for path in sorted(folder.rglob("*.py"))]
    assert any(path.parent not in copies for path in files)
    for path in files:
        before, text = source_digest(copies), path.read_bytes()
        path.write_bytes(text + b"#")
        assert source_digest(copies) != before, path
        path.write_bytes(text)


def test_the_name_of_a_file_counts(tmp_path: Path) -> None:
    path = tmp_path / "inside" / "one.py"
    path.parent.mkdir()
    path.write_text("x = 1")
    before = source_digest([tmp_path])
    path.rename(path.with_name("other.py"))
    assert source_digest([tmp_path]) != before


def test_the_version_of_llvm_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = toolchain.__wrapped__()
    monkeypatch.setattr(llvmlite, "__version__", "0.0")
    assert toolchain.__wrapped__() != before


def test_equal_numbers_of_other_types_differ() -> None:
    texts = {canonical(Constant(value)) for value in (1, 1.0, True)}
    assert len(texts) == 3


def test_the_shape_of_an_expression_counts() -> None:
    one, two, three = Load(1), Load(2), Load(3)
    left = apply("add", apply("add", one, two), three)
    right = apply("add", one, apply("add", two, three))
    assert canonical(left) != canonical(right)


def test_data_whose_text_may_be_cut_is_refused() -> None:
    with pytest.raises(TypeError, match="no canonical text for list"):
        canonical(([1, 2],))


def test_another_process_makes_the_same_key() -> None:
    script = (
        "from tests.backends.cpu.compile.test_cache_key import KERNEL, TARGET; "
        "from aoe.backends.cpu.compile.cache_key import cache_key; "
        "print(cache_key('f', KERNEL, TARGET))"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == cache_key("f", KERNEL, TARGET)
