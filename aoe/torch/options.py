"""How graphs are compiled: `options` of `torch.compile`, or a `CompilerConfig` as of TorchAir.

torch.compile(model, backend="aoe", options={"threads": 2, "op_bank_path": "bank"})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from aoe.errors import UsageError
from aoe.near_names import hint
from aoe.settings import Settings
from aoe.training.modes import GRAPH_MODES, checked_mode
from aoe.training.option_groups import AoeConfig, OptionGroups, parameters_of
from aoe.training.options import PRECISION_KEYS, StepOptions, check_types, common_options

#: The default of `budget`.
BUDGET = "4m"
#: The default of `most_sizes`.
MOST_SIZES = 64


@dataclass
class CompilerConfig(OptionGroups):
    """A configuration as TorchAir's class of that name, of which the groups here have an effect.

        config = aoe.torch.CompilerConfig()
        config.aoe_config.aoe_mode = "2"
        model = torch.compile(model, backend="aoe", options={"compiler_config": config})

    It takes no other attributes, which would have no effect.

    Attributes:
        aoe_config: How to tune.
    """

    aoe_config: AoeConfig = field(default_factory=AoeConfig)


@dataclass(frozen=True, slots=True)
class TorchOptions(StepOptions):
    """The options of `torch.compile`, checked.

    Attributes:
        budget: The time to tune the forward and the backward graph of a model together, in seconds
            or as text.
        fallback: Whether PyTorch computes what open-aoe cannot.
        freeze: Whether weights become constants in graphs without gradients.
        most_sizes: For how many sizes programs are kept of a graph that leaves sizes open.
    """

    budget: float | str = BUDGET
    fallback: bool = True
    freeze: bool = False
    most_sizes: int = MOST_SIZES


#: The keys of `options`.
KEYS = (
    *(item.name for item in fields(TorchOptions) if item.name not in ("precision", "cache")),
    *PRECISION_KEYS,
    "compiler_config",
)


def torch_options(given: Mapping[str, Any] | None, settings: Settings) -> TorchOptions:
    """The options in a dictionary. AOE_MODE tunes where they do not say `aoe_mode`.

    Raises:
        UsageError: A key is unknown, or a value cannot be used.
    """
    if given is not None and not isinstance(given, Mapping):
        raise UsageError(f"options={given!r}: must be a dictionary, e.g. {{'threads': 2}}")
    try:
        return _checked(dict(given or {}), settings)
    except UsageError as error:
        # The command line has some of the options too, with dashes.
        raise UsageError(str(error).replace("--", "")) from None


def _checked(values: dict[str, Any], settings: Settings) -> TorchOptions:
    for key in values:
        if key not in KEYS:
            meant = hint(str(key), KEYS, f"they are {', '.join(KEYS)}")
            raise UsageError(f"options of torch.compile have no {key!r} for aoe; {meant}")
    config = values.get("compiler_config")
    if config is not None:
        values = {**_configured(config), **values}
    check_types(values)
    by_default = settings.aoe_mode if settings.aoe_mode in GRAPH_MODES else None
    mode = checked_mode(
        values.get("aoe_mode", by_default), GRAPH_MODES, "'4' is for aoe.torch.tune_gradients"
    )
    common = common_options(values, mode, BUDGET, settings.working_directory)
    for name in ("fallback", "freeze"):
        if not isinstance(values.get(name, True), bool):
            raise UsageError(f"{name}={values[name]!r}: must be True or False")
    most = values.get("most_sizes", MOST_SIZES)
    if isinstance(most, bool) or not isinstance(most, int) or most < 1:
        raise UsageError(f"most_sizes={most!r}: must be a whole number above 0, e.g. 64")
    return TorchOptions(
        **common,
        fallback=values.get("fallback", True),
        freeze=values.get("freeze", False),
        most_sizes=most,
    )


def _configured(config: Any) -> dict[str, Any]:
    """The values of a `CompilerConfig` that are set."""
    group = getattr(config, "aoe_config", None)
    if not hasattr(group, "aoe_mode"):
        raise UsageError(
            f"compiler_config={config!r}: must be an aoe.torch.CompilerConfig, with aoe_config"
        )
    return parameters_of(group)
