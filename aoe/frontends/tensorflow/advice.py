"""What messages tell of nodes that are not read, and what the user can do about those for which a
step of training stays with TensorFlow.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from aoe.errors import first_of

#: Nodes of an operator that a message names.
_MOST_NAMED = 3
#: For all other nodes.
_OUTSIDE = "compute it outside of the step, in a function of its own or in Python"
#: For nodes that compute with texts.
_BEFORE = "compute it before, as in a function of dataset.map"
#: Operators of tensors that have values for some elements only, and of rows of different lengths.
_SPARSE = re.compile(r"(Sparse|Ragged)")
_DENSE = (
    "give it dense tensors, of tf.sparse.to_dense or to_tensor(shape=...) in a function of "
    "dataset.map"
)
#: Advice for models that are read from files.
_OF_FILES = re.compile(r"\b(save|export|freeze)\b")
#: Operators that go through data.
_DATA = re.compile(r"Dataset(V\d+)?$|Iterator")
#: Operators that write for TensorBoard.
_SUMMARY = re.compile(r"^(Write\w*Summary|\w*SummaryWriter|\w+Summary(V2)?)$")
_DRAWS = (
    "it draws numbers from a state that TensorFlow keeps; take keras.random with a SeedGenerator "
    "or tf.random.stateless_..., or give the numbers as arguments"
)
_CALLS = "it calls Python; write it with operators of TensorFlow, or call it outside of the step"
_PRINTS = "TensorFlow alone prints it; print in Python, or in a callback, what the step returns"
_LOOKS = "TensorFlow alone looks at the values; look in Python at what the step returns"
_TURNS = "make the number of its turns known, as that of range(10) is"
#: Why operators are not computed, and what to do instead.
_OF_OPERATORS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("Print", "PrintV2"), _PRINTS),
        **dict.fromkeys(("CheckNumerics", "CheckNumericsV2"), _LOOKS),
        **dict.fromkeys(("PyFunc", "PyFuncStateless", "EagerPyFunc"), _CALLS),
        **dict.fromkeys(
            (
                *("RandomUniform", "RandomUniformInt", "RandomStandardNormal", "RandomShuffle"),
                *("TruncatedNormal", "ParameterizedTruncatedNormal", "Multinomial", "RandomGamma"),
                *("RandomPoisson", "RandomPoissonV2", "RngReadAndSkip", "RngSkip"),
                *("StatefulUniform", "StatefulStandardNormalV2", "StatefulRandomBinomial"),
                *("UniformCandidateSampler", "LogUniformCandidateSampler", "AllCandidateSampler"),
                *("LearnedUnigramCandidateSampler", "FixedUnigramCandidateSampler"),
            ),
            _DRAWS,
        ),
    }
)
#: What to do about operators that are computed unless a reason keeps them from it.
_INSTEAD: Mapping[str, str] = MappingProxyType(
    {
        "Assert": "check in Python what the step is given or returns",
        **dict.fromkeys(("While", "StatelessWhile", "Exit", "RefExit"), _TURNS),
    }
)


def advised(kind: str, why: str) -> str:
    """Why a node is not computed, and what to do.

    Args:
        kind: Its operator.
        why: What is known of the reason; it may be empty, or say already what to do.
    """
    if kind in _OF_OPERATORS:
        return _OF_OPERATORS[kind]
    if _DATA.search(kind):
        return "it goes through data; do so in Python, and call a function of one batch"
    if _SUMMARY.match(kind):
        return "it writes a summary; write it in Python, of what the step returns"
    reason, _, known = why.partition("; ")
    if known and not _OF_FILES.search(known):
        return why
    advice = _INSTEAD.get(kind, _DENSE if _SPARSE.match(kind) else _OUTSIDE)
    if "string" in reason:
        advice = _BEFORE
    return f"{reason or 'open-aoe has no such operator'}; {advice}"


def told(problems: Mapping[str, tuple[str, str]]) -> list[str]:
    """Each node in a few words. `problems`: operators and reasons by the names of nodes."""
    return [_told(kind, [name], why) for name, (kind, why) in problems.items()]


def told_together(problems: Mapping[str, tuple[str, str]]) -> list[str]:
    """As `told`; nodes of one operator that have one reason are told together."""
    found: dict[tuple[str, str], list[str]] = {}
    for name, problem in problems.items():
        found.setdefault(problem, []).append(name)
    return [_told(kind, names, why) for (kind, why), names in found.items()]


def _told(kind: str, names: list[str], why: str) -> str:
    return f"{kind} ({first_of(names, _MOST_NAMED)}{': ' * bool(why)}{why})"
