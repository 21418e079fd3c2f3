"""AOE's groups of options in training scripts: TorchAir's `CompilerConfig` and TensorFlow's
`global_options()`. A name that they do not have is refused, because it would have no effect.

`options.py` checks the values.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from aoe.errors import UsageError

#: AOE's default of `work_path`.
WORK_PATH = "./"


@dataclass(slots=True)
class AoeConfig:
    """AOE's group of options for tuning. It takes no other attributes, so that a wrong name is an
    `AttributeError`.

    Attributes:
        aoe_mode: "1" tunes subgraphs, "2" operators, each graph or step when it is first run. "4"
            tunes the gradients of several workers, in TensorFlow.
        work_path: An existing folder for files of tuning.
        aoe_config_file: A JSON file that names the operators to tune.
    """

    aoe_mode: str | None = None
    work_path: str | Path = WORK_PATH
    aoe_config_file: str | Path | None = None


def parameters_of(config: Any) -> dict[str, Any]:
    """The parameters that an `AoeConfig` sets, or TorchAir's, by name. Its `work_path` is the
    working directory unless it says another: where else files go is left to the variables.

    Raises:
        UsageError: It is no such group. What it says would have no effect.
    """
    names = [item.name for item in fields(AoeConfig)]
    if not hasattr(config, "aoe_mode"):
        raise UsageError(
            f"aoe_config={config!r}: must stay a group of options; set its attributes, such as "
            'aoe_config.aoe_mode = "2"'
        )
    found = {name: getattr(config, name, None) for name in names}
    if found["work_path"] == WORK_PATH:
        del found["work_path"]
    return {name: value for name, value in found.items() if value is not None}


@dataclass
class OptionGroups:
    """What has options and groups of them as attributes, and takes no others."""

    def __setattr__(self, name: str, value: object) -> None:
        """Raises `AttributeError` for a name that it does not have."""
        kind = type(self)
        own = [item.name for item in fields(kind)]
        if name not in own:
            inside = "aoe_config" in own and name in {item.name for item in fields(AoeConfig)}
            way_out = f"set aoe_config.{name}" if inside else "leave it out"
            raise AttributeError(
                f"{kind.__name__} has no {name!r}, only {', '.join(own)}; {way_out}"
            )
        object.__setattr__(self, name, value)
