"""AOE's numbers of what is tuned of a training, in all adapters: `aoe_mode`, `job_type`, AOE_MODE.

`aoe.settings` reads AOE_MODE.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.errors import UsageError
from aoe.settings import TRAINING_MODES

SUBGRAPHS, OPERATORS, GRADIENTS = TRAINING_MODES
#: Those that tune graphs, as jobs of the command do.
GRAPH_MODES = (SUBGRAPHS, OPERATORS)


def checked_mode(
    given: object, modes: Sequence[str] = TRAINING_MODES, elsewhere: str = ""
) -> str | None:
    """A mode that a script gives, as a text or a whole number; None for none.

    Args:
        given: The value.
        modes: What is tuned here.
        elsewhere: What to do about another one of AOE's modes.

    Raises:
        UsageError: It is no such mode. AOE says that in these words.
    """
    if given is None or str(given) in modes:
        return None if given is None else str(given)
    known = ",".join(f"'{mode}'" for mode in modes)
    hint = f"; {elsewhere}" if elsewhere and str(given) in TRAINING_MODES else ""
    raise UsageError(f"aoe_mode should be one of the list:[{known}], but it is {given!r}{hint}")
