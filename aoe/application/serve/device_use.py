"""Who measures on the device of a server: one tuner at a time, as two would disturb each other.

A tuner has several connections, for the processes that it compares models in, and pauses between
them. It has the device from its first measurement until it says that its run has ended. One that
says nothing, as after a network that failed, has it until its last connection has ended and it has
been away for a while. Meanwhile the server holds the lock that tuning runs of this machine wait for
(`aoe.application.tune.device_lock`).
"""

from __future__ import annotations

import threading
from contextlib import ExitStack
from pathlib import Path

from aoe.application.tune.device_lock import device_holder, device_lock
from aoe.errors import AoeError
from aoe.idle_timer import IdleTimer

#: Seconds for which the device is kept for a tuner without connections.
AWAY = 60.0


class DeviceUse:
    """The use of a device by tuners, each with an id of its own."""

    def __init__(self, lock: Path | None, away: float = AWAY) -> None:
        """`lock`: the file of the device's lock; `None` for a device without one. `away`: how long
        the device is kept for a tuner without connections.
        """
        self._path = lock
        self._guard = threading.Lock()
        self._idle = IdleTimer(away, self._guard, self._free)
        self._user: str | None = None
        self._connections = 0
        self._ending = False
        self._held = ExitStack()

    def begin(self, user: str) -> str:
        """Lets a connection of a tuner use the device. Returns why it may not, or nothing."""
        with self._guard:
            if self._user not in (None, user):
                return "another tuner measures there; wait until that run has ended"
            if self._user is None:
                try:
                    refused = self._locked()
                except AoeError as error:
                    return str(error)
                if refused:
                    return refused
            self._idle.stop()
            self._user, self._ending = user, False
            self._connections += 1
            return ""

    def end(self) -> None:
        """A connection that used the device has ended."""
        with self._guard:
            self._connections -= 1
            if not self._connections and self._ending:
                self._free()
            elif not self._connections:
                self._idle.start()

    def leave(self, user: str) -> None:
        """The run of a tuner has ended: others may have the device once its connections have
        ended.
        """
        with self._guard:
            if self._user == user:
                self._ending = True
                if not self._connections:
                    self._free()

    def close(self) -> None:
        """Lets others have the device."""
        with self._guard:
            self._free()

    def _free(self) -> None:
        self._idle.stop()
        self._user = None
        self._held.close()

    def _locked(self) -> str:
        """Takes the lock of the device. Returns who has it, if somebody else does."""
        if self._path is None:
            return ""
        holder = device_holder(self._path)
        if holder is not None:
            return f"{holder} tunes on that machine; wait until that run has ended"
        self._held.enter_context(device_lock(self._path, lambda _: None))
        return ""
