"""Models with texts give what ONNX Runtime gives: labels, encoders, and operators that move."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper, parser

import aoe
from aoe.errors import ModelError, UnsupportedModelError, UsageError
from aoe.frontends.boundary import Boundary, apply_boundary
from aoe.frontends.inputs.input_values import apply_input_values
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.graph.texts import texts_of
from aoe.operators.evaluate import evaluate
from tests.graph.prepare.rules.classical.models import by_onnxruntime, single

WORDS = np.array([["red", "green"], ["blue", "red"], ["", "ünbekannt"]], object)
CODES = np.asarray([[1, 2], [3, 1], [0, 9]])


def compare(proto: onnx.ModelProto, feed: Mapping[str, np.ndarray]) -> list[np.ndarray]:
    session = aoe.compile(proto, device="reference", threads=1)
    found = session.run(None, feed)
    for ours, theirs in zip(found, by_onnxruntime(proto, feed), strict=True):
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
        assert ours.tolist() == theirs.tolist()
    return found


def written(text: str) -> onnx.ModelProto:
    """A model in ONNX's textual form."""
    head = '<ir_version: 8, opset_import: ["" : 19, "ai.onnx.ml" : 3, "own" : 1]>\n'
    return parser.parse_model(head + text)


ENCODERS: list[tuple[int, np.ndarray, dict[str, Any]]] = [
    (1, WORDS, {"classes_strings": ["red", "green", "blue"]}),
    (1, WORDS, {"classes_strings": ["red", "green", "blue"], "default_int64": 7}),
    (1, CODES, {"classes_strings": ["red", "green", "blue"], "default_string": "none"}),
    (2, WORDS, {"keys_strings": ["red", "blue"], "values_int64s": [4, 5]}),
    (
        2,
        WORDS,
        {"keys_strings": ["red", "blue"], "values_floats": [0.5, 1.5], "default_float": 9.0},
    ),
    (2, WORDS, {"keys_strings": ["red", "blue"], "values_strings": ["rot", "blau"]}),
    (2, CODES, {"keys_int64s": [1, 3], "values_strings": ["rot", "blau"]}),
    (
        2,
        CODES,
        {"keys_int64s": [1, 3], "values_strings": ["rot", "blau"], "default_string": "kein"},
    ),
    (2, CODES.astype("f4"), {"keys_floats": [1.0, 3.0], "values_strings": ["rot", "blau"]}),
]


@pytest.mark.parametrize(("opset", "x", "facts"), ENCODERS, ids=lambda item: str(item)[:40])
def test_a_label_encoder(opset: int, x: np.ndarray, facts: dict[str, Any]) -> None:
    compare(single("LabelEncoder", {"x": x}, opset=opset, **facts), {"x": x})


def strings(*texts: str) -> onnx.TensorProto:
    return numpy_helper.from_array(np.array(texts, object), "t")


def test_a_label_encoder_of_tensors_of_texts() -> None:
    facts: dict[str, Any] = {
        "keys_tensor": strings("red", "blue"),
        "values_tensor": strings("rot", "blau"),
        "default_tensor": strings("kein"),
    }
    compare(single("LabelEncoder", {"x": WORDS}, opset=4, **facts), {"x": WORDS})


@pytest.mark.parametrize("x", [WORDS[:, 0], CODES[:, 0]], ids=["to numbers", "to texts"])
def test_a_category_mapper(x: np.ndarray) -> None:
    facts: dict[str, Any] = {"cats_int64s": [3, 1], "cats_strings": ["red", "blue"]}
    compare(single("CategoryMapper", {"x": x}, opset=1, **facts), {"x": x})


def test_a_one_hot_encoder() -> None:
    facts: dict[str, Any] = {"cats_strings": ["red", "blue"], "zeros": 1}
    compare(single("OneHotEncoder", {"x": WORDS}, opset=1, **facts), {"x": WORDS})


CLASSIFIERS: dict[str, dict[str, Any]] = {
    "LinearClassifier": {"coefficients": [1.0, -2.0, 0.5, 3.0], "intercepts": [0.1, -0.1]},
    "SVMClassifier": {
        "coefficients": [1.0, -2.0, 0.5, 3.0],
        "rho": [0.1],
        "kernel_type": "LINEAR",
        "kernel_params": [0.0, 0.0, 0.0],
    },
    "TreeEnsembleClassifier": {
        "nodes_treeids": [0, 0, 0],
        "nodes_nodeids": [0, 1, 2],
        "nodes_featureids": [1, 0, 0],
        "nodes_values": [0.0, 0.0, 0.0],
        "nodes_modes": ["BRANCH_LEQ", "LEAF", "LEAF"],
        "nodes_truenodeids": [1, 0, 0],
        "nodes_falsenodeids": [2, 0, 0],
        "class_treeids": [0, 0, 0, 0],
        "class_nodeids": [1, 1, 2, 2],
        "class_ids": [0, 1, 0, 1],
        "class_weights": [0.25, 0.75, 1.0, 0.0],
    },
}


@pytest.mark.parametrize("op_type", CLASSIFIERS)
def test_a_classifier(op_type: str) -> None:
    x = np.asarray([[1, -1], [-2, 1], [0.5, 0.25]], np.float32)
    labels = ["no", "yés"]
    facts = CLASSIFIERS[op_type]
    proto = single(op_type, {"x": x}, 2, opset=1, classlabels_strings=labels, **facts)
    ours = aoe.compile(proto, device="reference").run(["y0"], {"x": x})[0]
    assert ours.tolist() == by_onnxruntime(proto, {"x": x})[0].tolist()


@pytest.mark.parametrize("only", ["class_ids", "negative"])
def test_a_tree_of_two_classes_in_its_other_forms(only: str) -> None:
    x = np.asarray([[1, -1], [-2, 1], [0.5, 0.25]], np.float32)
    facts = CLASSIFIERS["TreeEnsembleClassifier"] | (
        {"class_ids": [1, 1, 1, 1]} if only == "class_ids" else {"class_weights": [-0.5, 1, 1, 0.5]}
    )
    labels = ["no", "yes"]
    proto = single(
        "TreeEnsembleClassifier", {"x": x}, 2, opset=1, classlabels_strings=labels, **facts
    )
    ours = aoe.compile(proto, device="reference").run(["y0"], {"x": x})[0]
    assert ours.tolist() == by_onnxruntime(proto, {"x": x})[0].tolist()


#: Models of one input of texts, x of shape (3, 2), by what they show.
MOVES = {
    "passed on": "y = Identity (x)",
    "arranged": """axes = Constant <value = int64[1] {0}> ()
        t = Transpose <perm = [1, 0]> (x)
        y = Unsqueeze (t, axes)""",
    "looked up": """i = Constant <value = int64[2] {2, 0}> ()
        n = Constant <value = int64[1] {-1}> ()
        f = Reshape (x, n)
        y = Gather <axis = 0> (f, i)""",
    "joined with constants": """c = Constant <value = string[1, 2] {"red", "new"}> ()
        y = Concat <axis = 0> (x, c)""",
    "compared": 'c = Constant <value_strings = ["red", "blue"]> () y = Equal (x, c)',
    "compared with each other": """i = Constant <value = int64[1] {0}> ()
        j = Constant <value = int64[1] {1}> ()
        a = Gather <axis = 1> (x, i)
        b = Gather <axis = 1> (x, j)
        y = Equal (a, b)""",
    "chosen": """c = Constant <value_string = "red"> ()
        d = Constant <value_string = "other"> ()
        e = Equal (x, c)
        y = Where (e, x, d)""",
    "extracted": """i = Constant <value = int64[2] {1, 0}> ()
        y = ai.onnx.ml.ArrayFeatureExtractor (x, i)""",
    "cast to what they are": "y = Cast <to = 8> (x)",
    "in a branch": """c = Constant <value = bool {1}> ()
        y = If (c) <then_branch = one () => (z) { z = Identity (x) },
                    else_branch = two () => (w) { w = Identity (x) }>""",
    "measured": "y = Shape (x)",
    "carried by a loop": """n = Constant <value = int64 {3}> ()
        t = Constant <value = bool {1}> ()
        e = Constant <value_strings = ["red", "blue"]> ()
        y = Loop <body = b (int64 i, bool c, string[2] s) => (bool d, string[2] o)
            { d = Identity (c)
              w = Constant <value_string = "blue"> ()
              k = Equal (s, w)
              v = Constant <value_string = "after"> ()
              o = Where (k, v, s) }> (n, t, e)""",
}


@pytest.mark.parametrize("body", MOVES.values(), ids=MOVES)
def test_texts_that_are_moved(body: str) -> None:
    proto = written(f"g (string[3, 2] x) => (y) {{ {body} }}")
    declared = onnx.shape_inference.infer_shapes(proto)
    proto.graph.output[0].CopyFrom(declared.graph.output[0])
    compare(proto, {"x": WORDS})


def test_texts_in_a_function() -> None:
    proto = written(
        """g (string[3, 2] x) => (int64[3, 2] y) { y = own.count (x) }
        <opset_import: ["ai.onnx.ml" : 3], domain: "own">
        count (a) => (b) {
            b = ai.onnx.ml.LabelEncoder <keys_strings = ["red"], values_int64s = [4]> (a)
        }"""
    )
    compare(proto, {"x": WORDS})


def test_texts_counted_by_a_vectorizer() -> None:
    x = np.array(["a", "b", "a", "c"], object)
    attributes: dict[str, Any] = {
        "mode": "TF",
        "min_gram_length": 1,
        "max_gram_length": 1,
        "max_skip_count": 0,
        "ngram_counts": [0],
        "ngram_indexes": [1, 0],
        "pool_strings": ["a", "b"],
    }
    node = helper.make_node("TfIdfVectorizer", ["x"], ["y"], **attributes)
    graph = helper.make_graph(
        [node],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.STRING, [4])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [2])],
    )
    opset = [helper.make_opsetid("", 17)]
    compare(helper.make_model(graph, ir_version=8, opset_imports=opset), {"x": x})


def test_a_model_with_open_shapes_takes_texts_and_is_saved_with_them(tmp_path: Path) -> None:
    proto = written(
        """g (string[N] x) => (string[N] y, int64[N] z) {
            y = Identity (x)
            z = ai.onnx.ml.LabelEncoder <keys_strings = ["red"], values_int64s = [4]> (x)
        }"""
    )
    session = aoe.compile(proto, device="reference")
    session.save(tmp_path / "m.om")
    for opened in (session, aoe.InferenceSession(tmp_path / "m.om")):
        assert [item.type for item in opened.get_inputs()] == ["tensor(string)"]
        assert [item.type for item in opened.get_outputs()] == ["tensor(string)", "tensor(int64)"]
        for texts in (["red"], ["blue", "red", "blue"]):
            found, numbers = opened.run(None, {"x": np.array(texts)})
            assert found.tolist() == texts
            assert numbers.tolist() == [4 if text == "red" else -1 for text in texts]


def test_machine_code_gives_texts_too(tmp_path: Path) -> None:
    x = np.asarray([[1, -1], [-2, 1]], np.float32)
    facts = CLASSIFIERS["LinearClassifier"] | {"classlabels_strings": ["no", "yes"]}
    proto = single("LinearClassifier", {"x": x}, 2, opset=1, **facts)
    aoe.compile(proto, threads=1).save(tmp_path / "m.om")
    session = aoe.InferenceSession(tmp_path / "m.om", threads=1)
    assert session.run(["y0"], {"x": x})[0].tolist() == by_onnxruntime(proto, {"x": x})[0].tolist()
    assert session.get_outputs()[0].type == "tensor(string)"
    with pytest.raises(UsageError, match="texts"):
        session.run_at([0], [0, 0])


@pytest.mark.parametrize("x", [np.asarray([1]), np.array([3.5], object)], ids=["int64", "object"])
def test_an_input_that_holds_no_texts_is_refused(x: np.ndarray) -> None:
    session = aoe.compile(written("g (string[1] x) => (string[1] y) { y = Identity (x) }"))
    with pytest.raises(UsageError, match=r"input 'x' .* the model needs"):
        session.run(None, {"x": x})


REFUSED = {
    "of numbers": "f = Cast <to = 7> (x) y = Identity (f)",
    "to lower case": 'y = StringNormalizer <case_change_action = "LOWER"> (x)',
    "sorted": "y = Unique (x)",
}


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED)
def test_an_operator_that_reads_characters_is_refused_by_name(body: str) -> None:
    proto = written(f"g (string[3] x) => (y) {{ {body} }}")
    with pytest.raises(
        UnsupportedModelError, match=r"\((Cast|StringNormalizer|Unique)\): it reads"
    ):
        aoe.compile(proto)


def test_a_label_of_bytes_that_are_no_text_is_kept() -> None:
    constant = numpy_helper.from_array(np.array(["a"], object), "c")
    constant.string_data[0] = b"\xff"
    node = helper.make_node("Gather", ["c", "i"], ["y"])
    given = helper.make_tensor_value_info("i", TensorProto.INT64, ["N"])
    output = helper.make_tensor_value_info("y", TensorProto.STRING, ["N"])
    graph = helper.make_graph([node], "g", [given], [output], [constant])
    opset = [helper.make_opsetid("", 18)]
    proto = helper.make_model(graph, ir_version=8, opset_imports=opset)
    (found,) = aoe.compile(proto, device="reference").run(None, {"i": np.zeros(1, np.int64)})
    assert found.tolist() == [b"\xff".decode("utf-8", "surrogateescape")]


def encoder() -> onnx.ModelProto:
    return written(
        """g (string[2] x, string[2] z) => (string[2] y, int64[2] n) {
            y = Identity (x)
            n = ai.onnx.ml.LabelEncoder <keys_strings = ["red"], values_int64s = [4]> (z)
        }"""
    )


@pytest.mark.parametrize("value", ["red,own", np.array(["red", "own"])], ids=["text", "array"])
def test_the_value_of_an_input_of_texts_may_be_fixed(value: str | np.ndarray) -> None:
    model = load_onnx(encoder())
    apply_input_values(model, {"x": value}, "m")
    found = evaluate(build(model, "m"), {"z": np.asarray([0, 1])})
    texts = texts_of(model).vocabulary
    assert [texts[code] for code in found["y"]] == ["red", "own"]


def test_numbers_for_an_input_of_texts_are_refused() -> None:
    with pytest.raises(UsageError, match=r"'x' elements of int64; the model takes texts"):
        apply_input_values(load_onnx(encoder()), {"x": np.asarray([0, 1])}, "m")


def test_an_output_of_texts_keeps_its_type() -> None:
    with pytest.raises(UsageError, match="output 'y' holds texts"):
        apply_boundary(load_onnx(encoder()), Boundary(output_type="FP32"), "m")


def test_a_label_is_an_output_by_the_name_of_its_node() -> None:
    x = np.asarray([[1, -1], [-2, 1]], np.float32)
    facts = CLASSIFIERS["LinearClassifier"] | {"classlabels_strings": ["no", "yes"], "name": "c"}
    proto = single("LinearClassifier", {"x": x}, 2, opset=1, **facts)
    options = aoe.ModelOptions(out_nodes=["c:0"])
    (found,) = aoe.compile(proto, device="reference", model_options=options).run(None, {"x": x})
    assert found.tolist() == by_onnxruntime(proto, {"x": x})[0].tolist()


@pytest.mark.parametrize(
    ("to", "dtype"), [("FLOAT", TensorProto.FLOAT), ("INT32", TensorProto.INT32)]
)
def test_a_cast_of_the_first_operator_sets_names_its_type(to: str, dtype: int) -> None:
    node = helper.make_node("Cast", ["x"], ["y"], to=to)
    x = helper.make_tensor_value_info("x", TensorProto.DOUBLE, [2])
    graph = helper.make_graph([node], "g", [x], [helper.make_tensor_value_info("y", dtype, [2])])
    opset = [helper.make_opsetid("", 1)]
    proto = helper.make_model(graph, ir_version=8, opset_imports=opset)
    (found,) = aoe.compile(proto, device="reference").run(None, {"x": np.asarray([1.5, -2.5])})
    np.testing.assert_array_equal(found, np.asarray([1.5, -2.5]).astype(found.dtype))


def test_a_constant_with_too_few_texts_is_damaged() -> None:
    proto = parser.parse_model("""<ir_version: 10, opset_import: ["": 21]>
        g () => (string[2] y) <string[2] w = {"a", "b"}> { y = Identity(w) }""")
    del proto.graph.initializer[0].string_data[:]
    with pytest.raises(ModelError, match="is damaged: the texts of 'w'"):
        aoe.compile(proto.SerializeToString(), device="reference")
