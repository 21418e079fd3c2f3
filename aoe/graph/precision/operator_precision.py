"""The precision of single operators that the user asks for, whatever the accuracy of the model
needs (`Operator.precision`).

Options name operators as the source model does, by node or by type. An operator has the names and
types of everything that it was made of. `aoe.application.model.request.implementation_modes` reads
the options.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from aoe.operators.operator import Precision, precision_named, strictest


@dataclass(frozen=True, slots=True)
class OperatorPrecision:
    """The precision of each operator. A name counts more than a type, a type more than the rest.

    Attributes:
        everywhere: That of operators that nothing below is about.
        types: By operator type.
        names: By the name of a node.
        widens: Whether a model of float16 may be computed in float32
            (`aoe.graph.prepare.widening`).
    """

    everywhere: Precision = "default"
    types: Mapping[str, Precision] = field(default_factory=dict, hash=False)
    names: Mapping[str, Precision] = field(default_factory=dict, hash=False)
    widens: bool = False

    def of(self, names: Collection[str], types: Collection[str]) -> Precision:
        """The precision of an operator with these names and types; the strictest of several."""
        for given, wanted in ((names, self.names), (types, self.types)):
            found = [wanted[item] for item in given if item in wanted]
            if found:
                return strictest(*found)
        return self.everywhere

    def at_least(self, precision: Precision) -> OperatorPrecision:
        """The same, with no operator below a precision."""
        types, names = (
            {key: strictest(value, precision) for key, value in part.items()}
            for part in (self.types, self.names)
        )
        return replace(
            self, everywhere=strictest(self.everywhere, precision), types=types, names=names
        )

    def with_low(self) -> OperatorPrecision:
        """The same, with a low precision where nothing is said."""
        return replace(self, everywhere="low") if self.everywhere == "default" else self

    def to_json(self) -> dict[str, Any]:
        """The object as JSON, for `from_json`."""
        return {"everywhere": self.everywhere, "types": {**self.types}, "names": {**self.names}}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> OperatorPrecision:
        """What `to_json` wrote. Raises one of `aoe.errors.MALFORMED` on anything else."""
        types, names = (
            {str(key): precision_named(value) for key, value in data[part].items()}
            for part in ("types", "names")
        )
        return OperatorPrecision(precision_named(data["everywhere"]), types, names)


#: Each operator has the precision that the accuracy of the model needs.
AS_NEEDED = OperatorPrecision()
