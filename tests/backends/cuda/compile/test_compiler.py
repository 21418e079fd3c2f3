"""A key of the compile cache changes with everything that PTX depends on."""

from __future__ import annotations

import pytest

from aoe.backends.cpu.compile.cache_key import toolchain
from aoe.backends.cuda.compile import compiler


def test_the_code_generator_that_devices_share_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert toolchain() in compiler._toolchain()
    before = compiler._toolchain.__wrapped__()
    monkeypatch.setattr(compiler, "toolchain", lambda: "other source")
    assert compiler._toolchain.__wrapped__() != before
