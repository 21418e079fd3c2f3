"""Validation names the nodes whose inputs and attributes do not fit, and no others."""

from __future__ import annotations

import numpy as np
import onnx
import onnxruntime
import pytest

from aoe.errors import ModelError
from aoe.frontends.onnx import load_onnx
from aoe.graph import build
from aoe.operators.evaluate import evaluate
from tests.graph.models import checked_graph, model, prepared

X = "(float[4,6] x) => (float[4,6] y)"
IMAGE = "(float[1,3,8,8] x) => (float[1,4,6,6] y)"


def refused(text: str, **constants: np.ndarray) -> str:
    with pytest.raises(ModelError) as caught:
        prepared(model(text, 17, **constants))
    return str(caught.value)


def ones(*shape: int) -> np.ndarray:
    return np.ones(shape, np.float32)


def integers(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


@pytest.mark.parametrize(
    ("text", "constants", "told"),
    [
        (
            "(float[4,6] x) => (float[2,3] y) { r = Relu(x) y = Reshape(r, c) }",
            {"c": integers(2, 3)},
            "y (Reshape): [4, 6] has 24 elements, [2, 3] 6",
        ),
        (
            "(float[4,6] x) => (float[12,3] y) { y = Reshape(x, c) }",
            {"c": integers(12, 3)},
            "y (Reshape): [4, 6] has 24 elements, [12, 3] 36",
        ),
        (
            "(float[4,6] x) => (float[2,3] y) { y = Expand(x, c) }",
            {"c": integers(2, 3)},
            "y (Expand): Incompatible dimensions",
        ),
        *(
            (
                f'(float[{shape}] x) => (float[2,3] y) {{ y = Pad<mode = "{mode}">(x, c) }}',
                {"c": integers(*pads)},
                f"y (Pad): mode '{mode}' repeats elements of dimension 0, {none}; use mode",
            )
            for mode in ("edge", "reflect")
            for shape, pads, none in (
                ("0,3", (1, 0, 1, 0), "which has none"),
                ("2,3", (-2, 0, 2, 0), "of which negative pads leave none"),
            )
        ),
        (f"{X} {{ y = Add(x, c) }}", {"c": ones(4, 5)}, "y (Add): Incompatible dimensions"),
        (f"{X} {{ y = Concat<axis=0>(x, c) }}", {"c": ones(3, 5)}, "y (Concat): "),
        (
            "(float[1,1,4,4] x) => (float[1,1,0,0] y) { y = MaxPool<kernel_shape=[6,6]>(x) }",
            {},
            "y (MaxPool): its result would have the shape [1,1,-1,-1]",
        ),
        (
            "(float[4,6] x) => (float[4,5] y) { y = Gemm(x, w, c) }",
            {"w": ones(6, 5), "c": ones(7)},
            "y (Gemm): input 2 has the shape [7], which does not broadcast to [4, 5]",
        ),
        (
            f"{X} {{ y = PRelu(x, c) }}",
            {"c": ones(3)},
            "y (PRelu): input 1 has the shape [3], which does not broadcast to [4, 6]",
        ),
        (
            f"{X} {{ y = LayerNormalization(x, c) }}",
            {"c": ones(5)},
            "y (LayerNormalization): input 1 has the shape [5]",
        ),
        (
            f"{X} {{ y = Clip(x, c) }}",
            {"c": ones(2)},
            "y (Clip): its bounds must be single numbers",
        ),
        (
            f"{IMAGE} {{ y = Conv(x, w, c) }}",
            {"w": ones(4, 3, 3, 3), "c": ones(5)},
            "y (Conv): its bias has the shape [5], but its result 4 channels",
        ),
        (
            "(float[1,3,2,5] x) => (float[1,4,1,2] y) { y = Conv<strides=[2,2]>(x, w) }",
            {"w": ones(4, 3, 3, 3)},
            "y (Conv): a window of 3 does not fit into a padded image of 2",
        ),
        (
            "(float[1,3,9] x) => (float[1,4,1] y)"
            '{ y = Conv<auto_pad="VALID", dilations=[5], strides=[9]>(x, w) }',
            {"w": ones(4, 3, 3)},
            "y (Conv): a window of 11 does not fit into a padded image of 9",
        ),
        (
            "(uint8[1,3,1,1] x) => (int32[1,4,1,1] y)"
            "{ y = ConvInteger<pads=[0,1,0,0], strides=[4,4]>(x, w) }",
            {"w": ones(4, 3, 2, 2).astype(np.uint8)},
            "y (ConvInteger): a window of 2 does not fit into a padded image of 1",
        ),
        (
            "(float[1,3,2,5] x) => (float[1,4,1,2] y)"
            '{ y = com.microsoft.FusedConv<strides=[2,2], activation="Relu">(x, w) }',
            {"w": ones(4, 3, 3, 3)},
            "y (FusedConv): a window of 3 does not fit into a padded image of 2",
        ),
        (
            "(uint8[1,2,5,3] x) => (uint8[1,1,2,4] y) { y = com.microsoft.QLinearConv"
            "<strides=[2,2], channels_last=1>(x, s, z, w, s, z, s, z) }",
            {
                "w": ones(4, 3, 3, 3).astype(np.uint8),
                "s": np.float32(1),
                "z": np.uint8(0),
            },
            "y (QLinearConv): a window of 3 does not fit into a padded image of 2",
        ),
        (
            "(float[4,6] x) => (float[2,6] y) { y = Gather(x, c) }",
            {"c": integers(1, 9)},
            "y (Gather): index 9 is not among 4 elements",
        ),
        (
            "(float[4,6] x) => (float[2,6] y) { y = Gather(x, c) }",
            {"c": integers(-5, 0)},
            "y (Gather): index -5 is not among 4 elements",
        ),
        (
            f"{X} {{ y = ScatterND(x, i, c) }}",
            {"i": integers(1, 2).reshape(2, 1), "c": ones(2, 5)},
            "y (ScatterND): its updates have the shape [2, 5], not [2, 6]",
        ),
        (
            '(float[4,6] x) => (float[4,3] y) { y = Einsum<equation="ij,jk->ik">(x, c) }',
            {"c": ones(5, 3)},
            "y (Einsum): j stands for 6 elements and for 5",
        ),
        (f"{X} {{ y = Flatten<axis=5>(x) }}", {}, "y (Flatten): Invalid value(5)"),
        (
            "(float[2,3,4] x) => (float[A,B] y) { y = Transpose<perm=[1,0]>(x) }",
            {},
            "y (Transpose): perm [1, 0] orders other dimensions than the 3 of its input",
        ),
        (
            "(float[1,3,4,4] x) => (float[A,B,C,D] y) { y = DepthToSpace<blocksize=2>(x) }",
            {},
            "y (DepthToSpace): blocks of 2 × 2 need a multiple of 4 channels, not [1, 3, 4, 4]",
        ),
        (
            "(float[1,3,4,5] x) => (float[A,B,C,D] y) { y = SpaceToDepth<blocksize=2>(x) }",
            {},
            "y (SpaceToDepth): images of [1, 3, 4, 5] are not cut into blocks of 2 × 2",
        ),
        (
            "(float[4,6] x) => (float y) { y = SoftmaxCrossEntropyLoss(x, c) }",
            {"c": integers(0, 1, 2)},
            "y (SoftmaxCrossEntropyLoss): labels of [3] are not those of scores of [4, 6]",
        ),
        (
            "(float[4,6] x) => (float y) { y = NegativeLogLikelihoodLoss(x, c, w) }",
            {"c": integers(0, 1, 2, 3), "w": ones(5)},
            "y (NegativeLogLikelihoodLoss): weights of [5] are not those of 6 classes",
        ),
        (
            f"{X} {{ y = ScatterElements(x, i, c) }}",
            {"i": integers(0, 1).reshape(1, 2), "c": ones(1, 3)},
            "y (ScatterElements): updates of [1, 3] are not those of indices of [1, 2]",
        ),
        (
            "(float[4,6] x) => (float[2,7] y) { y = GatherElements(x, i) }",
            {"i": np.zeros((2, 7), np.int64)},
            "y (GatherElements): indices of [2, 7] along dimension 0 do not fit [4, 6]",
        ),
        (
            "(float[1,3,4,4] x) => (float[1,3,4,4] y) { y = InstanceNormalization(x, c, c) }",
            {"c": ones(5)},
            "y (InstanceNormalization): its scale has the shape [5], but its input 3 channels",
        ),
        (
            "(float[1,1,4,4] x, float[2,3] r, int64[2] i) => (float[2,1,1,1] y)"
            "{ y = RoiAlign(x, r, i) }",
            {},
            "y (RoiAlign): regions of [2, 3] are not rows of 4 numbers",
        ),
        (
            "(float[1,3,4] b, float[1,1,4] s) => (int64[N,3] y) { y = NonMaxSuppression(b, s, m) }",
            {"m": integers(1)},
            "y (NonMaxSuppression): scores of [1, 1, 4] are not those of boxes of [1, 3, 4]",
        ),
        (
            "(float[1,3,5] b, float[1,1,3] s) => (int64[N,3] y) { y = NonMaxSuppression(b, s, m) }",
            {"m": integers(1)},
            "y (NonMaxSuppression): boxes of [1, 3, 5] are not rows of 4 numbers",
        ),
        (
            "(float[1,3,4] b, float[1,1,3] s) => (int64[N,3] y) { y = NonMaxSuppression(b, s, m) }",
            {"m": integers(2, 2)},
            "y (NonMaxSuppression): its input 2 must be a single number, not of shape [2]",
        ),
        (
            "(float[1,1,2,2] x, int64[1,1,2,3] i) => (float[1,1,4,4] y)"
            "{ y = MaxUnpool<kernel_shape=[2,2], strides=[2,2]>(x, i) }",
            {},
            "y (MaxUnpool): places of [1, 1, 2, 3] are not those of values of [1, 1, 2, 2]",
        ),
        (
            "(float[2,3] x, int64[3,1] i) => (float[3] y) { y = GatherND<batch_dims=1>(x, i) }",
            {},
            "y (GatherND): indices of [3, 1] and data of [2, 3] differ in 1 batch dimensions",
        ),
        (
            "(float[4,3] x, int64[2] n) => (float[4,3] y) { y = ReverseSequence(x, n) }",
            {},
            "y (ReverseSequence): lengths of [2] are not those of a batch of 3",
        ),
    ],
)
def test_a_node_that_makes_no_sense_is_named_with_the_reason(
    text: str, constants: dict[str, np.ndarray], told: str
) -> None:
    assert told in refused(text, **constants)


def test_all_such_nodes_are_counted_and_the_first_are_named() -> None:
    words = refused(
        "(float[4,6] x) => (float[5] a, float[5] b, float[5] c, float[5] d)"
        "{ a = Reshape(x, s) b = Reshape(x, s) c = Reshape(x, s) d = Reshape(x, s) }",
        s=integers(5),
    )
    assert "a (Reshape)" in words
    assert "c (Reshape)" in words
    assert "d (Reshape)" not in words
    assert "and 1 more" in words


def test_nodes_inside_branches_are_looked_at() -> None:
    words = refused(
        """(float[4,6] x, bool b) => (float[5] y) {
        y = If (b) <
            then_branch = t () => (float[5] u) { u = Reshape(x, s) },
            else_branch = e () => (float[5] v) { v = Reshape(x, s) }> }""",
        s=integers(5),
    )
    assert "u (Reshape)" in words
    assert "v (Reshape)" in words


def test_a_result_has_the_shape_it_has_whatever_the_model_says() -> None:
    proto = model("(float[4,6] x) => (float[2,6] y) { a = Relu(x) y = Neg(a) }")
    proto.graph.value_info.append(
        onnx.helper.make_tensor_value_info("a", onnx.TensorProto.FLOAT, (3, 5))
    )
    graph = build(load_onnx(proto), "declared")
    assert graph.tensors["y"].shape == (4, 6)


def test_what_broadcasts_or_picks_from_the_end_is_computed() -> None:
    checked_graph(
        model(
            """(float[4,6] x) => (float[2,6] y) {
            a = Gemm(x, w, c) b = PRelu(a, p) y = Gather(b, i) }""",
            w=ones(6, 6),
            c=ones(4, 1),
            p=ones(6),
            i=integers(-4, 3),
        )
    )


def test_a_bias_may_have_dimensions_of_size_1() -> None:
    prepared(model(f"{IMAGE} {{ y = Conv(x, w, c) }}", 17, w=ones(4, 3, 3, 3), c=ones(1, 4)))


@pytest.mark.parametrize(
    ("node", "constants", "told"),
    [
        (
            "Range(a, b, c)",
            {"a": ones(2), "b": np.float32(5), "c": np.float32(2)},
            "r (Range): Input to 'Range' op should be scalars",
        ),
        (
            "Range(a, b, c)",
            {"a": np.float32(1), "b": np.float32(5), "c": ones(1, 1)},
            "r (Range): Input to 'Range' op should be scalars",
        ),
        ("Add(a, b)", {"a": ones(2, 3), "b": ones(2, 2)}, "r (Add): Incompatible dimensions"),
        (
            "Clip(a, b)",
            {"a": ones(2), "b": ones(2)},
            "r (Clip): its bounds must be single numbers",
        ),
        (
            "Transpose<perm = [0, 0]>(a)",
            {"a": ones(2, 2)},
            "r (Transpose): ",
        ),
    ],
)
def test_constant_nodes_are_checked_before_they_are_computed(
    node: str, constants: dict[str, np.ndarray], told: str
) -> None:
    """What computes constants takes more than runtimes do."""
    text = f"(float[2] x) => (float[N] y) {{ r = {node} y = Add(x, r) }}"
    proto = model(text, 17, **constants)

    def by_onnx_runtime() -> None:
        onnxruntime.InferenceSession(proto.SerializeToString()).run(None, {"x": ones(2)})

    with pytest.raises(Exception, match=r"ShapeInferenceError|scalar|perm"):
        by_onnx_runtime()
    assert told in refused(text, **constants)


def test_a_trilu_of_two_diagonals_is_refused_as_by_onnx_runtime() -> None:
    text, constants = f"{X} {{ y = Trilu(x, k) }}", {"k": integers(1, 2)}
    session = onnxruntime.InferenceSession(model(text, 17, **constants).SerializeToString())
    with pytest.raises(Exception, match="k should be"):
        session.run(None, {"x": ones(4, 6)})
    assert "y (Trilu): its k must be a single number, not of shape [2]" in refused(
        text, **constants
    )


def test_frames_of_two_steps_are_refused_as_by_onnx_runtime() -> None:
    text = "(float[1,8,1] x) => (float[1,N,M,2] y) { y = STFT(x, step, , length) }"
    constants = {"step": integers(2, 3), "length": np.asarray(4)}
    session = onnxruntime.InferenceSession(model(text, 17, **constants).SerializeToString())
    with pytest.raises(Exception, match="should have a single value"):
        session.run(None, {"x": ones(1, 8, 1)})
    assert "y (STFT): its frame_step must be a single number, not of shape [2]" in refused(
        text, **constants
    )


@pytest.mark.parametrize(("position", "length"), [(2, 2), (2, 0), (4, 4), (7, 4)])
def test_a_quantized_product_of_other_rows_is_refused_as_by_onnx_runtime(
    position: int, length: int
) -> None:
    types = {1: np.float32, 4: np.float32, 6: np.float32, 2: np.uint8, 5: np.uint8, 7: np.uint8}
    constants = {f"i{number}": np.asarray(1, dtype) for number, dtype in types.items()}
    constants[f"i{position}"] = np.ones(length, types[position])
    text = (
        "(uint8[3,5] i0, uint8[5,2] i3) => (uint8[3,2] y) "
        "{ y = QLinearMatMul(i0, i1, i2, i3, i4, i5, i6, i7) }"
    )
    session = onnxruntime.InferenceSession(model(text, 17, **constants).SerializeToString())
    with pytest.raises(Exception, match="running QLinearMatMul"):
        session.run(None, {"i0": np.ones((3, 5), np.uint8), "i3": np.ones((5, 2), np.uint8)})
    told = f"y (QLinearMatMul): its input {position} has the shape [{length}]"
    assert told in refused(text, **constants)


def test_a_range_up_to_a_vector_of_one_element_is_computed_as_by_onnx_runtime() -> None:
    """ONNX Runtime takes it where it does not know the element beforehand."""
    text = (
        "(float[N] x) => (float[N] y) { n = Shape(x) r = Range(a, n, b) "
        "c = Cast<to = 1>(r) y = Add(x, c) }"
    )
    proto = model(text, 17, a=np.asarray(0), b=np.asarray(1))
    x = ones(3)
    (expected,) = onnxruntime.InferenceSession(proto.SerializeToString()).run(None, {"x": x})
    proto.graph.input[0].type.tensor_type.shape.dim[0].dim_value = 3
    proto.graph.output[0].type.tensor_type.shape.dim[0].dim_value = 3
    found = evaluate(build(load_onnx(proto), "range"), {"x": x})
    np.testing.assert_array_equal(found["y"], expected)
