"""What PyTorch's key of a graph has instead of what all files hold."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import torch
from torch._inductor import codecache

from aoe.torch.replaced.cache_key import torch_files, without_generators
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


@pytest.mark.parametrize("change", ["time", "size", "name", "library"])
def test_a_change_of_pytorchs_files_changes_their_digest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, change: str
) -> None:
    monkeypatch.setattr(torch, "__file__", str(tmp_path / "__init__.py"))
    module = tmp_path / "part" / "module.py"
    module.parent.mkdir()
    module.write_text("x = 1\n")
    os.utime(module, ns=(0, 10**18))
    digest = torch_files.__wrapped__
    before = digest()
    assert digest() == before
    if change == "time":
        os.utime(module, ns=(0, 10**18 + 1))
    elif change == "size":
        module.write_text("x = 10\n")
        os.utime(module, ns=(0, 10**18))
    elif change == "name":
        module.rename(module.with_name("other.py"))
    else:
        (tmp_path / "library.so").write_bytes(b"code")
    assert digest() != before
