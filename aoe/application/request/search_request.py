"""What to search, and how long: `--budget`, `--tune_ops_file`, `--tune_optimization_level` and the
other options of the search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from aoe.application.request.tune_ops import (
    DEEPER,
    OPTION,
    UNEQUAL,
    OperatorSelection,
    TuneOpsFile,
    read_tune_ops_file,
)
from aoe.application.request.values import (
    budget_seconds,
    check_features,
    checked_level,
    checked_seed,
    decimal_text,
    log_file,
    whole_number,
)

LEVEL = "O2"
#: The value of `--budget` that leaves it to the model.
AUTOMATIC = "auto"
#: What a training script calls the file of `--tune_ops_file`.
SCRIPT_FILE = "aoe_config_file"


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What to search, and how long.

    Attributes:
        budget_seconds: Budget of the whole run; `None` for no limit.
        automatic: Whether the model decides the budget; `budget_seconds` is `None` then.
        level: "O1" or "O2", see `aoe.tuning.search.search_limits`.
        deeper: Whether operators are searched longer.
        unequal: Whether subgraphs may be cut into parts of unequal size.
        operators: Operators to tune; `None` for all.
        seed: Seed of the data that candidates are checked and measured with.
        trial_log: File that lists all trials; `None` for one in the job's folder.
    """

    budget_seconds: float | None = None
    automatic: bool = False
    level: str = LEVEL
    deeper: bool = False
    unequal: bool = False
    operators: OperatorSelection | None = None
    seed: int = 0
    trial_log: Path | None = None

    @property
    def options(self) -> dict[str, object]:
        """The options, by parameter, that ask for this search; `None` for those left out."""
        budget, operators = self.budget_seconds, self.operators
        unlimited = AUTOMATIC if self.automatic else None
        return {
            "budget": unlimited if budget is None else decimal_text(budget),
            "tune_ops_file": None if operators is None else operators.file,
            "tune_optimization_level": None if self.level == LEVEL else self.level,
            "fdeeper_opat": "on" if self.deeper else None,
            "fnonhomo_split": "on" if self.unequal else None,
            "seed": self.seed or None,
            "trial_log": self.trial_log,
        }

    def unused(self, reason: str) -> tuple[str, ...]:
        """A sentence about its options where nothing is searched, for this reason; none where
        there are none. A budget that is left to the model asks for nothing.
        """
        given = replace(self, automatic=False).options
        names = [shown(name) for name, value in given.items() if value is not None]
        if not names:
            return ()
        return (f"{', '.join(names)} {'has' if len(names) == 1 else 'have'} no effect: {reason}",)


def shown(parameter: str) -> str:
    """An option of the search as it is written."""
    flag = parameter.startswith("f")
    return f"--{parameter.capitalize() if flag else parameter}"


def search_request(
    given: Mapping[str, str | None], place: Path, job_types: Sequence[int]
) -> SearchRequest:
    """The search that options ask for.

    Args:
        given: Values of the options, by parameter.
        place: What relative paths start from.
        job_types: 1 for subgraphs, 2 for operators.

    An option wins over what the file of `--tune_ops_file` says.

    Raises:
        UsageError: For the first value that cannot be used, by the name of its option.
    """
    log, file = given.get("trial_log"), _tune_ops_file(given, place, job_types)
    deeper, unequal = (given.get(name) is not None for name in ("fdeeper_opat", "fnonhomo_split"))
    check_features(job_types, deeper, unequal)
    automatic = given.get("budget") == AUTOMATIC
    return SearchRequest(
        budget_seconds=None if automatic else budget_seconds(given.get("budget")),
        automatic=automatic,
        level=checked_level(given.get("tune_optimization_level") or file.level),
        deeper=deeper or DEEPER in file.features,
        unequal=unequal or UNEQUAL in file.features,
        operators=file.operators,
        seed=checked_seed(whole_number(given, "seed")),
        trial_log=None if log is None else log_file(log, place),
    )


def _tune_ops_file(
    given: Mapping[str, str | None], place: Path, job_types: Sequence[int]
) -> TuneOpsFile:
    """The file of `--tune_ops_file`, or that of a training script."""
    for parameter, option in (("tune_ops_file", OPTION), (SCRIPT_FILE, SCRIPT_FILE)):
        text = given.get(parameter)
        if text is not None:
            return read_tune_ops_file(text, place, job_types, option)
    return TuneOpsFile()
