"""Layers of weights, moves and regions against their definitions in NumPy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.frontends.caffe.cases import Case, Expected, check_case, sigmoid
from tests.frontends.caffe.definitions import convolved, deconvolved, pooled
from tests.frontends.caffe.nets import IMAGE, layer, numbers, outputs_of, source


def _last_first(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Positions and values from large to small; of equal values the last comes first."""
    flat = x.reshape(len(x), -1)
    order = flat.shape[1] - 1 - np.argsort(-flat[:, ::-1], axis=1, kind="stable")
    return order, np.take_along_axis(flat, order, 1)


def _lstm(x: np.ndarray, cont: np.ndarray, w: np.ndarray, b: np.ndarray, u: np.ndarray) -> Expected:
    h = c = np.zeros((x.shape[1], u.shape[1]))
    outputs = []
    for step, going in zip(x, cont, strict=True):
        gates = step @ w.T + b + (h * going[:, None]) @ u.T
        i, f, o, g = np.split(gates, 4, axis=1)
        c = going[:, None] * sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        outputs.append(h)
    return np.stack(outputs)


def _rnn(x: np.ndarray, cont: np.ndarray, *blobs: np.ndarray) -> Expected:
    w, b, u, v, d = blobs
    h = np.zeros((x.shape[1], len(u)))
    outputs = []
    for step, going in zip(x, cont, strict=True):
        h = np.tanh(step @ w.T + b + (h * going[:, None]) @ u.T)
        outputs.append(np.tanh(h @ v.T + d))
    return np.stack(outputs)


def _interp(x: np.ndarray, height: int, width: int) -> np.ndarray:
    def matrix(old: int, new: int) -> np.ndarray:
        made = np.zeros((new, old))
        for i in range(new):
            place = i * (old - 1) / (new - 1) if new > 1 else 0
            low = min(int(place), old - 1)
            high = min(low + 1, old - 1)
            made[i, low] += 1 - (place - low)
            made[i, high] += place - low
        return made

    rows, columns = matrix(x.shape[2], height), matrix(x.shape[3], width)
    return np.asarray(np.einsum("hr,ncrs,ws->nchw", rows, x, columns))


def _unpooled(x: np.ndarray, mask: np.ndarray) -> np.ndarray:
    batch, channels, height, width = x.shape
    y = np.zeros((batch, channels, height * width * 4))
    for n, c in np.ndindex(batch, channels):
        y[n, c, mask[n, c].reshape(-1).astype(int)] = x[n, c].reshape(-1)
    return y.reshape(batch, channels, height * 2, width * 2)


_MASK = np.tile((np.arange(12) * 4 + np.arange(12) % 3).reshape(1, 1, 3, 4), (2, 4, 1, 1))
_CONT = np.asarray([[0, 0], [1, 1], [1, 0], [1, 1]], np.float32)
_TIES = np.asarray([[3, 1, 3, 2], [0, 0, 0, 0]], np.float32)
_REGIONS = np.asarray([[0, 0, 0, 6, 6], [1, 3, 2, 12, 10]], np.float32)


def _roi_pooled(x: np.ndarray, regions: np.ndarray) -> np.ndarray:
    y = np.zeros((len(regions), x.shape[1], 2, 2))
    for number, (image, left, top, right, bottom) in enumerate(regions.astype(int)):
        height, width = bottom - top + 1, right - left + 1
        for i, j in np.ndindex(2, 2):
            rows = slice(top + i * height // 2, top + -(-(i + 1) * height // 2))
            columns = slice(left + j * width // 2, left + -(-(j + 1) * width // 2))
            y[number, :, i, j] = x[image, :, rows, columns].max((1, 2))
    return y


CASES = [
    Case(
        "Scale",
        "scale_param { bias_term: true }",
        lambda x, s, b: x * s[:, None, None] + b[:, None, None],
        blobs=[(4,), (4,)],
    ),
    Case(
        "Scale",
        "scale_param { axis: 2 num_axes: -1 }",
        lambda x, s: x * s,
        blobs=[(11, 13)],
    ),
    Case(
        "Scale",
        "scale_param { axis: 0 bias_term: true }",
        lambda x, s, b: x * s[:, :, None, None] + b[:, :, None, None],
        shapes=[IMAGE, (2, 4)],
        blobs=[(2, 4)],
    ),
    Case("Bias", "", lambda x, b: x + b[:, None, None], blobs=[(4,)]),
    Case("Bias", "bias_param { axis: -1 }", lambda x, y: x + y, shapes=[IMAGE, (13,)]),
    Case("Eltwise", "", lambda a, b: a + b, shapes=[IMAGE] * 2),
    Case(
        "Eltwise",
        "eltwise_param { coeff: 0.5 coeff: -2 coeff: 1 }",
        lambda a, b, c: 0.5 * a - 2 * b + c,
        shapes=[IMAGE] * 3,
    ),
    Case(
        "Eltwise",
        "eltwise_param { operation: PROD }",
        lambda a, b: a * b,
        shapes=[IMAGE] * 2,
    ),
    Case(
        "Eltwise",
        "eltwise_param { operation: MAX }",
        np.maximum,
        shapes=[IMAGE] * 2,
    ),
    Case(
        "Axpy",
        "",
        lambda a, x, y: a * x + y,
        shapes=[(2, 4, 1, 1), IMAGE, IMAGE],
    ),
    Case(
        "InnerProduct",
        "inner_product_param { num_output: 7 }",
        lambda x, w, b: x.reshape(2, -1) @ w.T + b,
        blobs=[(7, 572), (7,)],
    ),
    Case(
        "InnerProduct",
        "inner_product_param { num_output: 7 axis: 2 bias_term: false }",
        lambda x, w: x.reshape(2, 4, -1) @ w.T,
        blobs=[(7, 143)],
    ),
    Case(
        "InnerProduct",
        "inner_product_param { num_output: 7 transpose: true }",
        lambda x, w, b: x.reshape(2, -1) @ w + b,
        blobs=[(572, 7), (7,)],
    ),
    Case(
        "Embed",
        "embed_param { num_output: 3 input_dim: 5 }",
        lambda x, w, b: w[x.astype(int)] + b,
        blobs=[(5, 3), (3,)],
        feeds=[np.asarray([[0, 4], [2, 1]], np.float32)],
    ),
    Case(
        "BatchReindex",
        "",
        lambda x, n: x[n.astype(int)],
        feeds=[numbers(IMAGE), np.asarray([1, 0, 1], np.float32)],
    ),
    Case(
        "Reduction",
        "reduction_param { axis: 2 operation: MEAN }",
        lambda x: x.mean((2, 3)),
    ),
    Case(
        "Reduction",
        "reduction_param { axis: 1 operation: SUMSQ coeff: 0.5 }",
        lambda x: 0.5 * (x**2).sum((1, 2, 3)),
    ),
    Case(
        "Reduction",
        "reduction_param { axis: -1 operation: ASUM }",
        lambda x: np.abs(x).sum(3),
    ),
    Case("Reduction", "", lambda x: x.sum()),
    Case("ArgMax", "", lambda x: _last_first(x)[0][:, None, :1, None] * 1.0),
    Case("ArgMax", "argmax_param { axis: 1 }", lambda x: x.argmax(1, keepdims=True) * 1.0),
    Case(
        "ArgMax",
        "argmax_param { axis: 2 out_max_val: true top_k: 3 }",
        lambda x: -np.sort(-x, axis=2)[:, :, :3],
    ),
    Case(
        "ArgMax",
        "argmax_param { out_max_val: true top_k: 3 }",
        lambda x: np.stack([part[:, :3] for part in _last_first(x)], 1),
        feeds=[_TIES],
    ),
    Case(
        "Concat",
        "concat_param { axis: -2 }",
        lambda a, b: np.concatenate([a, b], 2),
        shapes=[IMAGE] * 2,
    ),
    Case(
        "Concat",
        "concat_param { concat_dim: 3 }",
        lambda a, b: np.concatenate([a, b], 3),
        shapes=[IMAGE] * 2,
    ),
    Case(
        "Slice",
        "slice_param { slice_point: 1 slice_point: 3 }",
        lambda x: np.split(x, [1, 3], 1),
        tops=3,
    ),
    Case(
        "Slice",
        "slice_param { slice_dim: 1 }",
        lambda x: np.split(x, 2, 1),
        tops=2,
    ),
    Case(
        "Crop",
        "crop_param { axis: 2 offset: 1 offset: 3 }",
        lambda x, r: x[:, :, 1:7, 3:8],
        shapes=[IMAGE, (1, 2, 6, 5)],
    ),
    Case(
        "Crop",
        "crop_param { offset: 2 }",
        lambda x, r: x[:, :, 2:8, 2:7],
        shapes=[IMAGE, (1, 2, 6, 5)],
    ),
    Case("Flatten", "", lambda x: x.reshape(2, -1)),
    Case(
        "Flatten",
        "flatten_param { axis: 0 end_axis: 1 }",
        lambda x: x.reshape(8, 11, 13),
    ),
    Case(
        "Reshape",
        "reshape_param { shape { dim: 0 dim: -1 dim: 11 } }",
        lambda x: x.reshape(2, -1, 11),
    ),
    Case(
        "Reshape",
        "reshape_param { shape { dim: 2 dim: 2 } axis: 1 num_axes: 1 }",
        lambda x: x.reshape(2, 2, 2, 11, 13),
    ),
    Case(
        "Reshape",
        "reshape_param { shape { dim: 1 } axis: -1 num_axes: 0 }",
        lambda x: x.reshape(2, 4, 11, 13, 1),
    ),
    Case("Tile", "tile_param { axis: 1 tiles: 3 }", lambda x: np.tile(x, (1, 3, 1, 1))),
    Case(
        "Permute",
        "permute_param { order: 0 order: 2 }",
        lambda x: x.transpose(0, 2, 1, 3),
    ),
    Case(
        "ShuffleChannel",
        "shuffle_channel_param { group: 2 }",
        lambda x: x[:, [0, 2, 1, 3]],
    ),
    Case("Reverse", "reverse_param { axis: 1 axis: -1 }", lambda x: x[:, ::-1, :, ::-1]),
    Case("Split", "", lambda x: [x, x], tops=2),
    Case(
        "Upsample",
        "upsample_param { scale: 0.5 stride: 3 }",
        lambda x: 0.5 * x.repeat(3, 2).repeat(3, 3),
    ),
    Case(
        "Upsample",
        "upsample_param { scale: 2 }",
        _unpooled,
        feeds=[numbers((2, 4, 3, 4)), _MASK.astype(np.float32)],
    ),
    Case("Interp", "interp_param { height: 20 width: 7 }", lambda x: _interp(x, 20, 7)),
    Case(
        "Interp",
        "interp_param { zoom_factor: 2 pad_beg: -1 pad_end: -2 }",
        lambda x: _interp(x[:, :, 1:-2, 1:-2], 15, 19),
    ),
    Case(
        "Interp",
        "interp_param { shrink_factor: 2 }",
        lambda x: _interp(x, 6, 7),
    ),
    Case(
        "SPP",
        "spp_param { pyramid_height: 2 pool: AVE }",
        lambda x: np.concatenate(
            [
                pooled(x, k, k, p, True).reshape(2, -1)
                for k, p in (((11, 13), (0, 0)), ((6, 7), (1, 1)))
            ],
            1,
        ),
    ),
    Case(
        "LSTM",
        "recurrent_param { num_output: 3 }",
        _lstm,
        blobs=[(12, 5), (12,), (12, 3)],
        feeds=[numbers((4, 2, 5)), _CONT],
    ),
    Case(
        "RNN",
        "recurrent_param { num_output: 3 }",
        _rnn,
        blobs=[(3, 5), (3,), (3, 3), (3, 3), (3,)],
        feeds=[numbers((4, 2, 5)), _CONT],
    ),
    Case(
        "RNN",
        "recurrent_param { num_output: 2 }",
        _rnn,
        blobs=[(2, 2), (2,), (2, 2), (2, 2), (2,)],
        feeds=[numbers((70, 1, 2)), np.ones((70, 1), np.float32)],
    ),
    Case(
        "Convolution",
        "convolution_param { num_output: 6 kernel_size: 3 stride: 2 pad: 1 group: 2 }",
        lambda x, w, b: convolved(x, w, (2, 2), (1, 1), (1, 1), 2) + b[:, None, None],
        blobs=[(6, 2, 3, 3), (6,)],
    ),
    Case(
        "Convolution",
        "convolution_param { num_output: 6 kernel_h: 3 kernel_w: 1 pad_h: 2 dilation: 2 "
        "bias_term: false }",
        lambda x, w: convolved(x, w, (1, 1), (2, 0), (2, 2), 1),
        blobs=[(6, 4, 3, 1)],
    ),
    Case(
        "ConvolutionDepthwise",
        "convolution_param { num_output: 4 kernel_size: 3 bias_term: false }",
        lambda x, w: convolved(x, w, (1, 1), (0, 0), (1, 1), 4),
        blobs=[(4, 1, 3, 3)],
    ),
    Case(
        "Deconvolution",
        "convolution_param { num_output: 6 kernel_size: 4 stride: 2 pad: 1 group: 2 "
        "bias_term: false }",
        lambda x, w: deconvolved(x, w, 2, 1, 2),
        blobs=[(4, 3, 4, 4)],
    ),
    Case(
        "ROIPooling",
        "roi_pooling_param { pooled_h: 2 pooled_w: 2 spatial_scale: 1 }",
        lambda x, r: _roi_pooled(x, r),
        feeds=[numbers(IMAGE), _REGIONS],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_layer_computes_what_its_definition_says(case: Case, tmp_path: Path) -> None:
    check_case(case, tmp_path)


def test_bottoms_of_a_convolution_share_its_weights(tmp_path: Path) -> None:
    w = numbers((3, 4, 3, 3))
    text = source(name="a") + source(name="b")
    text += layer(
        "Convolution",
        "convolution_param { num_output: 3 kernel_size: 3 bias_term: false }",
        *(("a", "b"), ("p", "q")),
    )
    feeds = {"a": numbers(IMAGE), "b": numbers(IMAGE, 1)}
    found = outputs_of(tmp_path, text, feeds, {"l": [w]}, ["p", "q"])
    for got, x in zip(found, feeds.values(), strict=True):
        wanted = convolved(x, w, (1, 1), (0, 0), (1, 1), 1)
        np.testing.assert_allclose(got, wanted, rtol=2e-5, atol=2e-5)


def test_an_lstm_shows_its_states(tmp_path: Path) -> None:
    x, blobs = numbers((4, 2, 5)), [numbers(s, i) for i, s in enumerate([(12, 5), (12,), (12, 3)])]
    h, c = numbers((1, 2, 3), 7), numbers((1, 2, 3), 8)
    cont = np.ones((4, 2), np.float32)
    text = source(x.shape, "x") + source(cont.shape, "cont")
    text += source(h.shape, "h") + source(c.shape, "c")
    text += layer(
        "LSTM",
        "recurrent_param { num_output: 3 expose_hidden: true }",
        *(("x", "cont", "h", "c"), ("y", "last_h", "last_c")),
    )
    feeds = {"x": x, "cont": cont, "h": h, "c": c}
    y, last_h, _ = outputs_of(tmp_path, text, feeds, {"l": blobs}, ["y", "last_h", "last_c"])
    np.testing.assert_array_equal(y[3:], last_h)
    gates = x[0] @ blobs[0].T + blobs[1] + h[0] @ blobs[2].T
    i, f, o, g = np.split(gates, 4, axis=1)
    cell = sigmoid(f) * c[0] + sigmoid(i) * np.tanh(g)
    np.testing.assert_allclose(y[0], sigmoid(o) * np.tanh(cell), rtol=1e-5, atol=1e-5)
