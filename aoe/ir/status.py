"""Status codes of AOE's session API, with the message of the error that they stand for."""

from __future__ import annotations

from enum import IntEnum

from aoe.errors import AoeError, ModelError, UsageError


class StatusCode(IntEnum):
    """The codes, by AOE's names. `AOE_ERROR_DYNAMIC_SHAPE_RANGE` and
    `AOE_ERROR_NON_OPTIMIZABLE_OBJECT` are never returned here.
    """

    AOE_FAILURE = -1
    AOE_SUCCESS = 0
    AOE_ERROR_MEMORY_ALLOC = 1
    AOE_ERROR_INVALID_PARAM = 2
    AOE_ERROR_UNINITIALIZED = 3
    AOE_ERROR_REPEAT_INITIALIZE = 4
    AOE_ERROR_INVALID_SESSION = 5
    AOE_ERROR_BUSY = 6
    AOE_ERROR_INVALID_GRAPH = 7
    AOE_ERROR_NON_OPTIMIZE_GRAPH = 8
    AOE_ERROR_DYNAMIC_GRAPH = 9
    AOE_ERROR_DYNAMIC_SHAPE_RANGE = 10
    AOE_ERROR_INVALID_OPTION_ATTR = 11
    AOE_ERROR_NON_OPTIMIZABLE_OBJECT = 12
    AOE_ERROR_TUNING_ERROR = 100


class AoeStatus(int):
    """What a call of the session API returns: a number that equals its code, and a message.

    Attributes:
        message: What went wrong and what to do, or what tuning achieved; empty if there is nothing
            to say.
    """

    message: str

    def __new__(cls, code: int, message: str = "") -> AoeStatus:
        """`code`: one of `StatusCode`."""
        status = super().__new__(cls, StatusCode(code))
        status.message = message
        return status

    @property
    def code(self) -> StatusCode:
        """The code, which has a name."""
        return StatusCode(int(self))

    def __repr__(self) -> str:
        return f"<{self.code.name} {int(self)}{f': {self.message}' if self.message else ''}>"

    __str__ = __repr__


class SessionError(UsageError):
    """A wrong use of a session that has a status code of its own.

    Attributes:
        code: The code.
    """

    def __init__(self, code: StatusCode, message: str) -> None:
        super().__init__(message)
        self.code = code


def status_of(error: Exception, otherwise: StatusCode) -> AoeStatus:
    """The status that stands for an error.

    Args:
        error: The error.
        otherwise: The code of an `AoeError` that has no code of its own.
    """
    if isinstance(error, SessionError):
        return AoeStatus(error.code, str(error))
    if isinstance(error, UsageError):
        return AoeStatus(StatusCode.AOE_ERROR_INVALID_PARAM, str(error))
    if isinstance(error, ModelError):
        return AoeStatus(StatusCode.AOE_ERROR_INVALID_GRAPH, str(error))
    if isinstance(error, AoeError):
        return AoeStatus(otherwise, str(error))
    if isinstance(error, MemoryError):
        return AoeStatus(StatusCode.AOE_ERROR_MEMORY_ALLOC, "this process has no memory left")
    return AoeStatus(
        StatusCode.AOE_FAILURE,
        f"unexpected {type(error).__name__}: {error}; this is a defect of open-aoe",
    )
