"""Options of AOE as they apply here: those that Ascend's compiler is given under its own names have
become options of `aoe`, and there is a sentence about everything without effect.
"""

from __future__ import annotations

from collections.abc import Mapping

from aoe.application.bypass import with_bypassed
from aoe.application.options import notices
from aoe.application.scope_passes import scope_pass_notices


def accepted_options(
    given: Mapping[str, str | None],
) -> tuple[dict[str, str | None], tuple[str, ...]]:
    """The options that apply, and sentences about those without effect.

    Args:
        given: Values of the options (`aoe.application.options`), by parameter.

    Raises:
        UsageError: For two values of one thing, and for a scope fusion that is not known.
    """
    accepted, bypassed = with_bypassed(given)
    fusions = scope_pass_notices(accepted.get("enable_scope_fusion_passes"))
    return accepted, (*bypassed, *notices(accepted), *fusions)
