"""The backends that conformance is tested on."""

from __future__ import annotations

import pytest

BACKENDS = ["cpu", "reference"]


@pytest.fixture(params=BACKENDS)
def device(request: pytest.FixtureRequest) -> str | None:
    return None if request.param == "cpu" else str(request.param)
