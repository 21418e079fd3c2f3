"""What a `.tflite` file has that is not read, before anything is built."""

from __future__ import annotations

from collections.abc import Sequence

from aoe.frontends.tflite.call import CALLS, INTEGERS, MOVES, NUMBERS, WORDS
from aoe.frontends.tflite.model_file import FileOperator, Subgraph
from aoe.frontends.tflite.open_rows import OPENING
from aoe.frontends.tflite.spectra import COMPLEX, takes_spectra
from aoe.frontends.tflite.state import KEPT, ONCE, OPERATORS, RESET, VARIABLE

#: Operators that call subgraphs.
CONTROL = {
    "IF": ("then_subgraph", "else_subgraph"),
    "WHILE": ("cond_subgraph", "body_subgraph"),
    **dict.fromkeys(CALLS, ("subgraph",)),
    ONCE: ("subgraph",),
}
#: Operators that compute with words themselves, or with the numbers that these stand for.
_OF_WORDS = frozenset(
    [
        *("ARG_MAX", "ARG_MIN", "EQUAL", "MAXIMUM", "MINIMUM", "NOT_EQUAL", "ONE_HOT"),
        *("REDUCE_MAX", "REDUCE_MIN", "SELECT", "SELECT_V2", "SHAPE"),
        *("RANK", "TOPK_V2", "ZEROS_LIKE"),
    ]
)


def problems_of(graphs: Sequence[Subgraph], *, own_outputs: bool) -> list[str]:
    """What is not read, each in a few words.

    Args:
        graphs: The subgraphs of the file.
        own_outputs: Whether the model has the outputs of the file, and no others that a user names.
    """
    found: list[str] = []
    for graph in _reached(graphs):
        for operator in graph.operators:
            name = next((graph.tensors[number].name for number in operator.outputs), "")
            problem = _problem(graph, operator)
            if problem is not None:
                found.append(f"{operator.kind} {name!r} ({problem})")
        for number in graph.inputs:
            tensor = graph.tensors[number]
            if tensor.dtype is None:
                found.append(f"the input {tensor.name!r} ({tensor.kind} is not computed)")
        found += _outputs(graph, graph is graphs[0], own_outputs)
    return found


def _outputs(graph: Subgraph, whole: bool, own_outputs: bool) -> list[str]:
    """The outputs of a graph that are not computed. A graph that is called may give variables and
    complex numbers, the whole model neither.
    """
    if whole and not own_outputs:
        return []
    found = []
    for tensor in (graph.tensors[number] for number in graph.outputs):
        if whole and tensor.kind == COMPLEX:
            found.append(f"the output {tensor.name!r} (give its real and imaginary part)")
        elif tensor.dtype is None and (whole or tensor.data is not None):
            found.append(f"the output {tensor.name!r} ({tensor.kind} is not computed)")
    return found


def _reached(graphs: Sequence[Subgraph]) -> list[Subgraph]:
    """The first graph and those it calls."""
    pending, numbers = [0], {0}
    while pending:
        for operator in graphs[pending.pop()].operators:
            for name in CONTROL.get(operator.kind, ()):
                value = operator.options[name]
                number = -1 if isinstance(value, tuple | str) else int(value)
                if 0 < number < len(graphs) and number not in numbers:
                    numbers.add(number)
                    pending.append(number)
    return [graphs[number] for number in sorted(numbers)]


def _kept(graph: Subgraph, operator: FileOperator) -> str | None:
    """Why what an operator of variables reads or keeps is not computed; None where it is."""
    used = [*operator.inputs, *operator.outputs]
    for tensor in (graph.tensors[number] for number in used if number >= 0):
        if tensor.dtype is None and (tensor.kind != VARIABLE or tensor.data is not None):
            return f"{tensor.kind} is not computed"
    return None


def _takes_words(kind: str) -> bool:
    """Whether an operator may have quantised integers of 16 bits."""
    return kind in WORDS or kind in MOVES or kind in _OF_WORDS or kind in CONTROL


def _problem(graph: Subgraph, operator: FileOperator) -> str | None:
    kind = operator.kind
    if kind in OPERATORS:
        return _kept(graph, operator)
    known = kind in NUMBERS or kind in MOVES or kind in INTEGERS
    known = known or kind in OPENING or takes_spectra(kind)
    if not known and kind not in CONTROL:
        return "it is not read"
    states = KEPT.get(kind) or RESET.get(kind, ())
    used = [*operator.inputs, *operator.outputs]
    tensors = [graph.tensors[number] for number in used if number >= 0]
    own = [used[place] for place in states if place < len(used)]
    allowed = [graph.tensors[number] for number in own if number >= 0]
    for tensor in tensors:
        if tensor.kind == COMPLEX and takes_spectra(kind) and tensor.data is None:
            continue
        if tensor.dtype is None:
            return f"{tensor.kind} is not computed"
        if any(tensor is state for state in allowed) and kind in RESET:
            continue
        if tensor.kind == "INT16" and tensor.is_quantized and not _takes_words(kind):
            return (
                "it is not read with activations of 16 bits, in which LiteRT does not compute it "
                "either; quantise it to int8, or keep it float32"
            )
        if tensor.is_variable and not any(tensor is state for state in allowed):
            return "it keeps state from one inference to the next"
    return None
