"""The operator types: every module of `aoe.operators.types` that defines `OPERATOR`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType, ModuleType

from aoe.operators.definition import OperatorDefinition
from aoe.operators.operator import Operator


def modules_below(package: str) -> Iterator[ModuleType]:
    """All modules of a package and of the packages in it, sorted by name."""
    folders = importlib.import_module(package).__path__
    for info in pkgutil.walk_packages(folders, f"{package}."):
        if not info.ispkg:
            yield importlib.import_module(info.name)


@cache
def definitions() -> Mapping[str, OperatorDefinition]:
    """All operator types by name."""
    modules = modules_below("aoe.operators.types")
    found = [module.OPERATOR for module in modules if hasattr(module, "OPERATOR")]
    return MappingProxyType({definition.type: definition for definition in found})


def definition_of(operator: Operator) -> OperatorDefinition:
    """The definition of an operator's type."""
    return definitions()[operator.type]


@cache
def definitions_by_onnx_type() -> Mapping[str, OperatorDefinition]:
    """The operator type that each ONNX operator is imported as."""
    return MappingProxyType(
        {name: item for item in definitions().values() for name in item.onnx_types}
    )
