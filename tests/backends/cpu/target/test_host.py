"""What is read from the machine, and the defaults where nothing can be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from aoe.backends.cpu.target.fingerprint import fingerprint, processor_family, processor_names
from aoe.backends.cpu.target.host import cache_sizes, cpu_name, host_target, target_for
from aoe.errors import UsageError
from aoe.settings import usable_cores


def _write_cache(folder: Path, index: int, level: str, kind: str, size: str) -> None:
    entry = folder / f"index{index}"
    entry.mkdir()
    for name, text in (("level", level), ("type", kind), ("size", size)):
        (entry / name).write_text(text + "\n")


def test_cache_sizes_are_those_of_the_data_caches(tmp_path: Path) -> None:
    _write_cache(tmp_path, 0, "1", "Data", "48K")
    _write_cache(tmp_path, 1, "1", "Instruction", "64K")
    _write_cache(tmp_path, 2, "2", "Unified", "1280K")
    _write_cache(tmp_path, 3, "3", "Unified", "32M")
    assert cache_sizes(tmp_path) == {1: 48 << 10, 2: 1280 << 10, 3: 32 << 20}


def test_unknown_cache_sizes_get_defaults(tmp_path: Path) -> None:
    assert cache_sizes(tmp_path / "missing") == {1: 32 << 10, 2: 512 << 10, 3: 8 << 20}


def test_a_nonsensical_cache_description_is_passed_over(tmp_path: Path) -> None:
    _write_cache(tmp_path, 0, "1", "Data", "huge")
    _write_cache(tmp_path, 1, "two", "Unified", "1M")
    _write_cache(tmp_path, 2, "3", "Unified", "0K")
    assert cache_sizes(tmp_path) == cache_sizes(tmp_path / "missing")


def test_the_host_uses_the_cores_it_may_run_on() -> None:
    assert host_target().threads == usable_cores()
    if hasattr(os, "sched_getaffinity"):
        assert usable_cores() == len(os.sched_getaffinity(0))


@pytest.mark.parametrize(
    ("name", "features", "expected"),
    [
        ("rocketlake", "+avx512f,+amx-tile,+amx-bf16", "sapphirerapids"),
        ("graniterapids", "+avx512f,+amx-tile,+amx-bf16", "graniterapids"),
        ("rocketlake", "+avx512f,-amx-tile", "rocketlake"),
    ],
)
def test_a_model_that_lacks_the_instructions_found_is_not_believed(
    name: str, features: str, expected: str
) -> None:
    assert cpu_name(name, features) == expected


def test_threads_may_be_chosen() -> None:
    target = host_target(threads=3)
    assert target.threads == 3
    assert target.soc_version == f"{target.model}_3c"


@pytest.mark.parametrize(
    ("preset", "vector_bytes", "vector_registers"),
    [("sse", 16, 16), ("avx", 32, 16), ("avx2", 32, 16), ("avx512", 64, 32), ("neon", 16, 32)],
)
def test_presets_know_their_register_file(
    preset: str, vector_bytes: int, vector_registers: int
) -> None:
    target = target_for(preset)
    assert (target.vector_bytes, target.vector_registers) == (vector_bytes, vector_registers)


def test_features_of_a_preset_may_be_replaced() -> None:
    target = target_for("avx512", features="+avx,+avx2")
    assert target.features == "+avx,+avx2"
    assert target.vector_bytes == 32


def test_an_unknown_preset_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"'sve9'.*avx512"):
        target_for("sve9")


def test_the_fingerprint_names_the_instruction_sets_of_the_target() -> None:
    assert fingerprint(target_for("avx2"))["isa"] == "avx avx2 fma f16c"


def test_the_fingerprint_has_no_empty_value_for_the_host() -> None:
    assert all(fingerprint(host_target()).values())


def test_processor_names_come_from_cpuinfo(tmp_path: Path) -> None:
    cpuinfo = tmp_path / "cpuinfo"
    cpuinfo.write_text(
        "processor\t: 0\nvendor_id\t: Acme\nmodel name\t: Anvil 9\n\nprocessor\t: 1\n"
    )
    assert processor_names(cpuinfo) == ("Acme", "Anvil 9")


def test_a_missing_cpuinfo_leaves_the_vendor_unknown(tmp_path: Path) -> None:
    assert processor_names(tmp_path / "cpuinfo")[0] == "unknown"


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("cpu family\t: 26\nmodel\t\t: 2\nmodel name\t: x\nstepping\t: 1\n", "26.2.1"),
        ("CPU architecture: 8\nCPU part\t: 0xd40\nCPU revision\t: 1\n", "8.0xd40.1"),
        ("", "unknown"),
    ],
)
def test_the_family_of_a_processor_comes_from_cpuinfo(
    tmp_path: Path, text: str, family: str
) -> None:
    (tmp_path / "cpuinfo").write_text(text)
    assert processor_family(tmp_path / "cpuinfo") == family
