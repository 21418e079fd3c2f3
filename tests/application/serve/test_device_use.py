"""One tuner at a time has the device of a server."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from aoe.application.serve.device_use import DeviceUse
from aoe.application.tune.device_lock import device_holder, device_lock


def test_connections_of_one_tuner_share_the_device() -> None:
    use = DeviceUse(None)
    assert use.begin("one") == ""
    assert use.begin("one") == ""
    assert "another tuner" in use.begin("two")
    use.close()


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], None]]:
    """What timers do once their time is up, in the order of their starts."""
    found: list[Callable[[], None]] = []

    class Timer(threading.Timer):
        def start(self) -> None:
            found.append(self.function)

    monkeypatch.setattr(threading, "Timer", Timer)
    return found


def test_a_tuner_that_is_away_for_long_has_it_no_more(late: list[Callable[[], None]]) -> None:
    use = DeviceUse(None)
    assert use.begin("one") == ""
    use.end()
    assert "another tuner" in use.begin("two")
    late[0]()
    assert use.begin("two") == ""
    use.close()


def test_a_tuner_comes_back_in_time(late: list[Callable[[], None]]) -> None:
    use = DeviceUse(None)
    assert use.begin("one") == ""
    use.end()
    assert use.begin("one") == ""
    late[0]()
    assert "another tuner" in use.begin("two")
    use.close()


def test_a_timer_that_is_late_does_not_end_a_later_pause(late: list[Callable[[], None]]) -> None:
    use = DeviceUse(None)
    for _ in range(2):
        assert use.begin("one") == ""
        use.end()
    late[0]()
    assert "another tuner" in use.begin("two")
    late[1]()
    assert use.begin("two") == ""
    use.close()


def test_a_device_is_kept_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds: list[float] = []
    monkeypatch.setattr(threading.Timer, "start", lambda timer: seconds.append(timer.interval))
    use = DeviceUse(None)
    use.begin("one")
    use.end()
    assert seconds == [60.0]


def test_a_tuner_whose_run_has_ended_lets_others_have_it(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    use = DeviceUse(path)
    assert use.begin("one") == ""
    use.leave("two")  # it has not the device
    assert "another tuner" in use.begin("two")
    use.leave("one")
    assert "another tuner" in use.begin("two")  # a connection is still there
    use.end()
    assert device_holder(path) is None
    assert use.begin("two") == ""
    use.end()
    use.leave("two")
    assert device_holder(path) is None
    use.close()


def test_meanwhile_the_machine_is_locked(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    use = DeviceUse(path)
    assert use.begin("one") == ""
    assert device_holder(path) is not None
    use.close()
    assert device_holder(path) is None


def test_a_machine_that_tunes_itself_is_not_measured(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    use = DeviceUse(path)
    with device_lock(path, print):
        assert "tunes on that machine" in use.begin("one")
    assert use.begin("one") == ""
    use.close()
