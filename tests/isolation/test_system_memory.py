"""The memory of a machine is what Linux tells of it, and of the container."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoe.isolation.system_memory import available_memory, machine_memory


def test_free_memory_is_read_as_linux_tells_it(tmp_path: Path) -> None:
    (tmp_path / "meminfo").write_text("MemTotal: 9 kB\nMemAvailable:    2048 kB\n")
    assert available_memory(tmp_path / "meminfo") == 2 << 20
    assert available_memory(tmp_path / "absent") is None


@pytest.mark.parametrize(
    ("told", "limit", "expected"),
    [
        ("MemTotal: 4 kB\n", "1024\n", 1024),
        ("MemTotal: 4 kB\n", "8192\n", 4096),
        ("MemTotal: 4 kB\n", "max\n", 4096),
        ("MemTotal: 4 kB\n", None, 4096),
        ("MemTotal:\n", "1024\n", 1024),
        ("", None, None),
    ],
)
def test_the_memory_of_a_machine_is_no_more_than_its_container_may_take(
    tmp_path: Path, told: str, limit: str | None, expected: int | None
) -> None:
    (tmp_path / "meminfo").write_text(told)
    if limit is not None:
        (tmp_path / "memory.max").write_text(limit)
    assert machine_memory(tmp_path / "meminfo", tmp_path / "memory.max") == expected
