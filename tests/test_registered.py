"""What is found by looking through folders is complete: a file in a folder that nothing looks
through, or one that a list by hand leaves out, would vanish without an error.

A new file needs no edit here. `registered.json` lists the names that stored policies, keys and
files of models hold: they must stay.
"""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import pytest

import aoe
from aoe.backends.cpu.implementations import registry as cpu
from aoe.backends.cuda.implementations import registry as cuda
from aoe.backends.registry import backend_named, backend_names
from aoe.frontends.caffe import layer as caffe
from aoe.frontends.caffe import layers as caffe_layers
from aoe.frontends.mindspore.primitives import HANDLERS
from aoe.frontends.registry import frontends
from aoe.frontends.tensorflow.keras.layers import FUNCTIONS, LAYERS
from aoe.frontends.tensorflow.operations import OPERATIONS
from aoe.frontends.tflite import call as tflite
from aoe.frontends.tflite import reader as tflite_reader
from aoe.graph.prepare.opset_adapters.registry import adapters
from aoe.graph.prepare.rules import order
from aoe.operators.registry import definitions

PACKAGE = Path(str(aoe.__file__)).parent
#: `operator types`: their names; `implementations`: the type that each of them computes; `read`:
#: operators that files of models hold, by format.
KEPT: dict[str, Any] = json.loads((Path(__file__).parent / "registered.json").read_text("utf-8"))


def defined(names: str, folder: str = "") -> dict[str, Any]:
    """What the modules anywhere in a folder of `aoe` define under names that match an expression,
    by the module's file. A folder needs no `__init__.py` for that.
    """
    found = {}
    for path in sorted((PACKAGE / folder).rglob("*.py")):
        place = path.relative_to(PACKAGE.parent).with_suffix("")
        matches = re.findall(rf"^({names})(?:: .*)? = ", path.read_text("utf-8"), re.MULTILINE)
        for name in matches:
            module = importlib.import_module(".".join(place.parts).removesuffix(".__init__"))
            found[f"{place}: {name}"] = getattr(module, name)
    return found


def implementations(folder: str, known: Collection[object]) -> set[str]:
    """The modules with an implementation that is not known."""
    found = defined("IMPLEMENTATIONS?", folder)
    each = {name: item if isinstance(item, tuple) else (item,) for name, item in found.items()}
    return {name for name, items in each.items() if not {one.name for one in items} <= {*known}}


def rules_of_preparation() -> set[object]:
    tables = (order.DECLARED_SIZES, order.FIRST, order.BY_DOMAIN, order.LAST)
    return {rule for table in tables for rules in table.values() for rule in rules}


#: What is not registered, by what registers it.
MISSING: dict[str, Callable[[], Collection[str]]] = {
    "operator types": lambda: {
        name
        for name, item in defined("OPERATOR").items()
        if definitions().get(item.type) is not item
    },
    "implementations of CPUs": lambda: implementations("backends/cpu", cpu.implementations()),
    "implementations of GPUs": lambda: implementations("backends/cuda", cuda.implementations()),
    "backends": lambda: {
        name
        for name, item in defined("BACKEND", "backends").items()
        if item.name not in backend_names() or backend_named(item.name) is not item
    },
    "frontends": lambda: {
        name for name, item in defined("FRONTEND").items() if item not in frontends()
    },
    "primitives of MindSpore": lambda: {
        name
        for name, item in defined("PRIMITIVES", "frontends/mindspore").items()
        if not item.handlers.keys() <= HANDLERS.keys()
    },
    "operations of TensorFlow": lambda: {
        name
        for name, item in defined("TABLE", "frontends/tensorflow/operations").items()
        if not {*dict(item.items())} <= {*OPERATIONS}
    },
    "layers of Keras": lambda: {
        name
        for name, item in defined("TABLE", "frontends/tensorflow/keras").items()
        if not item.layers.keys() <= {*LAYERS, *FUNCTIONS}
    },
    "rules of preparation": lambda: {
        name
        for name, rules in defined(r"(?:[A-Z]+_)?RULES", "graph/prepare/rules").items()
        if not {*rules} <= rules_of_preparation()
    },
    "adapters of operator sets": lambda: {
        name
        for name, items in defined("ADAPTERS", "graph/prepare").items()
        if not {*items} <= {*adapters()}
    },
}


@pytest.mark.parametrize("registry", MISSING)
def test_a_registry_has_all_that_modules_define(registry: str) -> None:
    assert not MISSING[registry]()


@pytest.mark.parametrize(
    ("reader", "package"), [("caffe.layers", "caffe/layers"), ("tflite.reader", "tflite/operators")]
)
def test_readers_import_each_module_that_registers_operators(reader: str, package: str) -> None:
    folder = PACKAGE / "frontends" / package
    importlib.import_module(f"aoe.frontends.{reader}")
    home = importlib.import_module(f"aoe.frontends.{package.replace('/', '.')}")
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert modules <= {*vars(home)}


def test_names_that_files_hold_stay() -> None:
    assert {*KEPT["operator types"]} <= {*definitions()}
    types = {name: item.operator_type for name, item in cpu.implementations().items()}
    assert KEPT["implementations"].items() <= types.items()


def test_every_operator_type_that_files_hold_has_an_implementation() -> None:
    computed = {item.operator_type for item in cpu.implementations().values()}
    assert {*KEPT["operator types"]} <= computed


assert caffe_layers, tflite_reader  # importing them fills the tables
#: The operators that the readers of formats know.
READ: dict[str, Collection[str]] = {
    "caffe": caffe.functions(),
    "keras": {*LAYERS, *FUNCTIONS},
    "mindspore": HANDLERS,
    "tensorflow": OPERATIONS,
    "tflite": {*tflite.NUMBERS, *tflite.MOVES},
    "tflite integers": tflite.INTEGERS,
}


@pytest.mark.parametrize("form", READ)
def test_operators_that_files_of_models_hold_are_read(form: str) -> None:
    assert not {*KEPT["read"][form]} - {*READ[form]}
