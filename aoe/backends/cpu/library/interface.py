"""What a library of a model offers to C programs, as data: sizes, results to be told, functions.

`aoe.backends.cpu.library.interface_code` makes code of it, `aoe.backends.cpu.library.c_header` the
header.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from aoe.element_types import FLOAT8_FORMATS
from aoe.errors import UsageError
from aoe.runtime.plan import DRAW, DataDependentSize, Plan, Requirement, TensorInfo

#: The C type of an element, by element type. C has none for the types of 8 and 16 bits.
C_TYPES: Mapping[str, str] = {
    "float32": "float",
    "float64": "double",
    "float16": "uint16_t",
    "bfloat16": "uint16_t",
    **dict.fromkeys(FLOAT8_FORMATS, "uint8_t"),
    "bool": "uint8_t",
    **{f"{sign}int{bits}": f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)},
}
#: Results of functions: their names in the header, and what they mean.
RESULTS = (
    ("OK", "no error"),
    ("ERROR_ARGUMENT", "an argument is null or out of range"),
    ("ERROR_CPU", "this CPU, or the system, lacks instructions that the library was compiled for"),
    ("ERROR_MEMORY", "there is not enough memory"),
    ("ERROR_THREADS", "the threads cannot be started; use fewer"),
    ("ERROR_FORKED", "the model was opened before fork; open it in the child process"),
)
OK, ARGUMENT, CPU, MEMORY, THREADS, FORKED = range(len(RESULTS))
#: The result for the first requirement that an inference does not meet; others follow.
FIRST_REQUIREMENT = 16


@dataclass(frozen=True, slots=True)
class Interface:
    """What a library offers.

    Attributes:
        name: The name of the model's type, and the start of all others.
        plans: The model at each of its profiles.
        inputs: The inputs that a caller gives, at the first profile.
        outputs: The outputs that a caller gets, at the first profile.
        sizes: Sizes of outputs that the data decide.
        messages: What is wrong if an inference returns `FIRST_REQUIREMENT` and the numbers after
            it.
        details: Most numbers that belong to a message, which calls them {0}, {1} and so on.
    """

    name: str
    plans: tuple[Plan, ...]
    inputs: tuple[TensorInfo, ...]
    outputs: tuple[TensorInfo, ...]
    sizes: tuple[DataDependentSize, ...]
    messages: tuple[str, ...]
    details: int = 0

    @property
    def functions(self) -> tuple[str, ...]:
        """The names of its functions."""
        verbs = ["open", "run", "close", "message"]
        verbs += ["size"] if self.sizes else []
        verbs += ["detail"] if self.details else []
        return tuple(f"{self.name}_{verb}" for verb in verbs)


def interface_of(name: str, plans: Sequence[Plan]) -> Interface:
    """The interface of a model.

    Args:
        name: The name of its type.
        plans: The model at each of its profiles.

    Raises:
        UsageError: If it has something that the interface has no form for.
    """
    first = plans[0]
    inputs = tuple(info for info in first.inputs if info.name != DRAW)
    for info in (*inputs, *first.shown):
        if info.is_text:
            raise UsageError(
                f"{info.name!r} is a tensor of texts, which a library does not take; run the model "
                "by aoe.InferenceSession"
            )
    for plan in plans:
        if plan.data_dependent_sizes != first.data_dependent_sizes:
            raise UsageError(
                "the data decide other sizes in one profile than in another; export the model at "
                "one shape"
            )
    return Interface(
        name,
        tuple(plans),
        inputs,
        first.shown,
        first.data_dependent_sizes,
        tuple({item.message: None for plan in plans for item in plan.requirements}),
        most_details(plans),
    )


def details_of(plan: Plan, item: Requirement) -> int:
    """How many numbers belong to a requirement."""
    return 0 if item.details is None else prod(plan.outputs[item.details].shape)


def most_details(plans: Sequence[Plan]) -> int:
    """Most numbers that belong to a requirement."""
    return max((details_of(plan, item) for plan in plans for item in plan.requirements), default=0)
