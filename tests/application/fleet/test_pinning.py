"""Workers of one machine have CPUs of their own."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path

import pytest

from aoe.application.fleet.pinning import cpus_of, pinned_place
from aoe.errors import AoeError


def test_places_share_no_cpu() -> None:
    assert [*cpus_of(0, 2, [3, 5, 7, 9]), *cpus_of(1, 2, [3, 5, 7, 9])] == [3, 5, 7, 9]


def _take(folder: Path, threads: int) -> tuple[int, int] | str:
    try:
        place = pinned_place(threads, folder)
    except AoeError as error:
        return str(error)
    return place, len(os.sched_getaffinity(0))


def test_a_process_has_the_cpus_of_its_place_while_it_lives(tmp_path: Path) -> None:
    cores = len(os.sched_getaffinity(0))
    context = multiprocessing.get_context("fork")
    with context.Pool(1) as first, context.Pool(1) as second:
        assert first.apply(_take, (tmp_path / "places", cores)) == (0, cores)
        refused = second.apply(_take, (tmp_path / "places", cores))
        assert isinstance(refused, str)
        assert "advertise fewer workers" in refused
        first.terminate()
        first.join()
        assert second.apply(_take, (tmp_path / "places", cores)) == (0, cores)


def test_a_machine_with_too_few_cpus_is_told(tmp_path: Path) -> None:
    with pytest.raises(AoeError, match="no room for another worker of 9999 threads"):
        pinned_place(9999, tmp_path / "places")
