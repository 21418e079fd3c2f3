"""What PyTorch's key of a graph has instead of what all files hold."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import torch
from torch._inductor import codecache

from aoe.torch.replaced.cache_key import without_generators
from aoe.torch.replaced.installation import torch_files
from tests.torch.replaced.threads import in_another_thread


def test_functions_of_pytorchs_key_are_back_afterwards() -> None:
    before = codecache.torch_key, codecache.CacheBase.get_system
    with without_generators():
        assert codecache.torch_key() == torch_files()
        assert codecache.CacheBase.get_system() == {"hash": ""}
    assert (codecache.torch_key, codecache.CacheBase.get_system) == before
    assert codecache.CacheBase().system == before[1]()


def test_other_threads_have_keys_of_pytorchs_own(monkeypatch: pytest.MonkeyPatch) -> None:
    passes = {"cpu": None}
    monkeypatch.setattr(codecache, "custom_backend_passes", passes)
    monkeypatch.setattr(codecache, "torch_key", lambda: b"PyTorch's own")
    monkeypatch.setattr(codecache.CacheBase, "get_system", staticmethod(lambda: {"hash": "own"}))

    def present() -> tuple[object, ...]:
        system = codecache.CacheBase().system
        return codecache.torch_key(), system, dict(codecache.custom_backend_passes)

    with without_generators():
        assert present() == (torch_files(), {"hash": ""}, {})
        assert in_another_thread(present) == (b"PyTorch's own", {"hash": "own"}, passes)
    assert codecache.custom_backend_passes is passes


@pytest.mark.parametrize("architecture", ["gfx942", None])
def test_the_present_gpu_is_in_the_key_where_this_process_uses_one(
    monkeypatch: pytest.MonkeyPatch, architecture: str | None
) -> None:
    """PyTorch for GPUs of AMD names what it compiles for."""
    asked: list[int] = []
    found = SimpleNamespace(name="a GPU", major=9, minor=4)
    if architecture is not None:
        found.gcnArchName = architecture

    def properties(number: int) -> object:
        asked.append(number)
        return found

    monkeypatch.setattr(torch.cuda, "is_initialized", lambda: True)
    monkeypatch.setattr(torch.cuda, "current_device", lambda: 3)
    monkeypatch.setattr(torch.cuda, "get_device_properties", properties)
    with without_generators():
        system = codecache.CacheBase.get_system()
    known = {"name": "a GPU", "capability": (9, 4), "architecture": architecture, "hash": ""}
    assert system == known
    assert asked == [3]
