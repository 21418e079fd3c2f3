"""Ctrl-C while what was found is noted."""

from __future__ import annotations

import signal

import pytest

from aoe.tuning.interruption import postponed_interruption


def test_the_first_one_is_noted_and_the_second_one_raised() -> None:
    with postponed_interruption() as found:
        signal.raise_signal(signal.SIGINT)
        assert found.asked
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_one_that_is_ignored_is_not_noted() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with postponed_interruption() as found:
            signal.raise_signal(signal.SIGINT)
        assert not found.asked
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_handler_of_a_program_that_embeds_python_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    changed: list[object] = []
    monkeypatch.setattr(signal, "getsignal", lambda number: None)
    monkeypatch.setattr(signal, "signal", lambda *arguments: changed.append(arguments))
    with postponed_interruption() as found:
        pass
    assert not found.asked
    assert changed == []
