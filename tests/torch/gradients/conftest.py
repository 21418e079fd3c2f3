"""Two processes that the tests of this folder share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .workers import Workers


@pytest.fixture(scope="session")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    with Workers(2, tmp_path_factory.mktemp("workers")) as found:
        yield found
