"""Repositories that everybody may write are refused before anything is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from aoe.errors import RepositoryError
from aoe.repository.location import graph_path
from aoe.repository.opening import (
    open_graph_repository,
    open_graph_repository_to_read,
    open_repository,
)
from aoe.repository.repository import Repository
from aoe.settings import Settings, read_settings

OPEN: tuple[Callable[[Settings, str, str], Repository], ...] = (
    open_repository,
    open_graph_repository,
    open_graph_repository_to_read,
)
every_kind = pytest.mark.parametrize("open_it", OPEN, ids=lambda item: item.__name__)


def settings_of(bank: Path) -> Settings:
    graph_path(bank, "soc_1c").write_text("{}")
    return read_settings({"TUNE_BANK_PATH": str(bank), "HOME": str(bank)})


@every_kind
@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o702])
def test_a_folder_that_everybody_may_write_is_refused(
    open_it: Callable[[Settings, str, str], Repository], mode: int, tmp_path: Path
) -> None:
    settings = settings_of(tmp_path)
    tmp_path.chmod(mode)
    with pytest.raises(RepositoryError, match=rf"every user .* {tmp_path}; .*chmod o-w"):
        open_it(settings, "soc_1c", "generator")


@every_kind
@pytest.mark.parametrize("mode", [0o700, 0o755, 0o2775])
def test_a_folder_that_a_group_may_write_is_taken(
    open_it: Callable[[Settings, str, str], Repository], mode: int, tmp_path: Path
) -> None:
    settings = settings_of(tmp_path)
    tmp_path.chmod(mode)
    assert tmp_path in {*open_it(settings, "soc_1c", "generator").custom.parents, tmp_path}


def test_the_folder_of_the_device_model_counts_too(tmp_path: Path) -> None:
    folder = tmp_path / "soc_1c"
    folder.mkdir()
    folder.chmod(0o777)
    with pytest.raises(RepositoryError, match=r"soc_1c; take that away"):
        open_repository(settings_of(tmp_path), "soc_1c", "generator")


def test_a_folder_to_read_from_counts_too(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    settings = read_settings({"HOME": str(tmp_path)})
    with pytest.raises(RepositoryError, match="every user"):
        open_repository(settings, "soc_1c", "generator", tmp_path)
