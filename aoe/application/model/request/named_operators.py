"""Operators that the file of an option names, by name or by type, and what is told of those that a
model does not have.

`operator_types.py` says which types there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aoe.application.model.request.operator_types import computed_types, known_types, no_such_type
from aoe.errors import first_of, quoted
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.precision.mixed_precision import names_of, types_of

#: Names in a message before it counts the rest.
_LISTED = 5


@dataclass(frozen=True, slots=True)
class NamedOperators:
    """Operators that an option names.

    Attributes:
        label: The option, which messages begin with.
        names: Names of operators.
        types: Types of operators, of ONNX or Ascend IR, as the option has them; also unknown ones.
    """

    label: str
    names: tuple[str, ...] = ()
    types: tuple[str, ...] = ()

    def notices(self, profiles: Sequence[PreparedGraph]) -> list[str]:
        """Sentences about names and types that nothing in a model has. `profiles`: the model at
        its shapes.
        """
        names, types = _held(profiles)
        found = []
        missing = sorted(set(self.names) - names)
        if missing:
            found.append(f"{self.label}: no operator of the model is called {_listed(missing)}")
        given = sorted(set(self.types))
        known = [name for name in given if name in known_types()]
        absent = [name for name in known if not computed_types(name) & types]
        if absent:
            found.append(f"{self.label}: no operator of the model has the type {_listed(absent)}")
        unknown = [name for name in given if name not in known_types()]
        return found + [f"{self.label}: {no_such_type(name)}" for name in unknown]


def _held(profiles: Sequence[PreparedGraph]) -> tuple[set[str], set[str]]:
    """The names and the types of the operators of a model and of what they were made of."""
    names: set[str] = set()
    types: set[str] = set()
    for item in profiles:
        for graph in (item.unfused, item.default):
            for node in graph.operator_nodes:
                names |= names_of(node)
                types |= types_of(node)
        origins = item.provenance_of_nodes(names)
        names |= {origin.name for origin in origins}
        types |= {origin.type for origin in origins}
    return names, types


def _listed(names: Sequence[str]) -> str:
    return first_of([quoted(repr(name)) for name in names], _LISTED)
