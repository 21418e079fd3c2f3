"""Tile registers are there only where the system lets the process use them."""

from __future__ import annotations

import platform

import llvmlite.binding as llvm
import pytest

from aoe.backends.cpu.runtime import native
from aoe.backends.cpu.runtime.native import host_triple, missing_features
from aoe.backends.cpu.target import host
from aoe.backends.cpu.target.host import host_target
from aoe.backends.cpu.target.tile_permission import tiles_permitted, without_tiles

_NEEDED = "+avx2,+amx-tile,+amx-bf16,-sse4a"


@pytest.fixture
def cpu_with_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """A CPU that has them, whatever the real one has."""
    for module in (host, native):
        monkeypatch.setattr(
            module, "processor_features", lambda: "+avx2,+amx-tile,+amx-bf16,+amx-int8"
        )


def test_asking_again_gives_the_same_answer() -> None:
    assert tiles_permitted() == tiles_permitted()


def test_other_systems_have_no_such_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    assert not tiles_permitted()


def test_features_of_tiles_can_be_taken_away() -> None:
    assert without_tiles(_NEEDED) == "+avx2,-amx-tile,-amx-bf16,-sse4a"


@pytest.mark.parametrize("permitted", [True, False])
def test_a_machine_multiplies_tiles_only_if_it_may(
    permitted: bool, cpu_with_tiles: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "tiles_permitted", lambda: permitted)
    monkeypatch.setattr(llvm, "get_process_triple", lambda: "x86_64-unknown-linux-gnu")
    assert host_target(1).multiplies_amx == permitted


def test_code_with_tiles_is_refused_where_the_system_does_not_permit_them(
    cpu_with_tiles: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "tiles_permitted", lambda: False)
    assert missing_features(host_triple(), _NEEDED) == ("amx-bf16", "amx-tile")


def test_code_with_tiles_is_accepted_where_the_system_permits_them(
    cpu_with_tiles: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "tiles_permitted", lambda: True)
    assert missing_features(host_triple(), _NEEDED) == ()
