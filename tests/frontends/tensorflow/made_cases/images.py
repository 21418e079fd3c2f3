"""Operators of images: convolutions, pools, resizing, and what keeps their layout."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from tests.frontends.tensorflow.made_cases.table import IMAGE, KERNEL, POSITIVE, CaseTable

TABLE = CaseTable()
case, normal, whole = TABLE.case, TABLE.normal, TABLE.whole
v1 = tf.compat.v1
raw = tf.raw_ops

for padding in ("SAME", "VALID"):
    for stride in (1, 2, 3):
        case(
            f"convolution {padding} {stride}",
            lambda x, p=padding, s=stride: tf.nn.conv2d(x, KERNEL, s, p),
            IMAGE,
        )
    case(
        f"depthwise {padding}",
        lambda x, p=padding: v1.nn.depthwise_conv2d_native(x, KERNEL[..., :2], [1, 2, 2, 1], p),
        IMAGE,
    )
    for kind in ("MAX", "AVG"):
        case(
            f"pool {kind} {padding}",
            lambda x, p=padding, k=kind: v1.nn.pool(x, [3, 2], k, p, strides=[2, 2]),
            IMAGE,
        )
    size = 15 if padding == "SAME" else 16
    case(
        f"transposed convolution {padding}",
        lambda x, p=padding, n=size: tf.nn.conv2d_transpose(
            x, KERNEL.transpose(0, 1, 3, 2), [2, 14, 18, 6] if p == "SAME" else [2, 15, 19, 6], 2, p
        ),
        IMAGE,
    )
for padding in ("SAME", "VALID"):
    case(
        f"places of maxima {padding}",
        lambda x, p=padding: tf.nn.max_pool_with_argmax(
            x, 3, 2, p, include_batch_in_index=p == "SAME", output_dtype=tf.int32
        ),
        IMAGE,
    )
case(
    "explicit padding",
    lambda x: tf.nn.conv2d(x, KERNEL, 2, [[0, 0], [2, 1], [0, 3], [0, 0]]),
    IMAGE,
)
case("dilated convolution", lambda x: tf.nn.conv2d(x, KERNEL, 1, "SAME", dilations=2), IMAGE)
case("grouped convolution", lambda x: tf.nn.conv2d(x, KERNEL[:, :, :2], 1, "SAME"), IMAGE)
case(
    "convolution of one dimension",
    lambda x: tf.nn.relu(tf.nn.conv1d(x, normal(3, 4, 6), 2, "SAME")),
    normal(2, 11, 4),
)
case(
    "convolution 3d",
    lambda x: tf.nn.max_pool3d(
        tf.nn.conv3d(x, normal(2, 3, 3, 3, 5), [1, 1, 2, 1, 1], "SAME"), 2, 2, "SAME"
    ),
    normal(1, 5, 6, 7, 3),
)
case("average pool 3d", lambda x: tf.nn.avg_pool3d(x, 3, 2, "SAME"), normal(1, 5, 6, 7, 3))


def _dilated_by_blocks(x: tf.Tensor) -> tf.Tensor:
    y = tf.space_to_batch(x, [2, 2], [[2, 3], [2, 1]])
    y = tf.nn.bias_add(tf.nn.conv2d(y, KERNEL, 1, "VALID"), normal(6))
    return tf.nn.relu(raw.BatchToSpaceND(input=y, block_shape=[2, 2], crops=[[0, 1], [0, 0]]))


case("dilation by blocks", _dilated_by_blocks, IMAGE)
case("space to batch", lambda x: tf.space_to_batch(x, [2, 3], [[1, 0], [0, 0]]), IMAGE)
case(
    "batch to space",
    lambda x: raw.BatchToSpaceND(input=x, block_shape=[2, 3], crops=[[1, 0], [0, 2]]),
    normal(12, 3, 2, 5),
)
case(
    "depth to space",
    lambda x: (tf.nn.depth_to_space(x, 2), tf.nn.space_to_depth(x, 2)),
    normal(1, 4, 6, 8),
)
case("lrn", lambda x: tf.nn.lrn(x, 2, 1.5, 0.1, 0.75), IMAGE)
case(
    "batch norm",
    lambda x: v1.nn.fused_batch_norm(
        x, POSITIVE[0, :4], normal(4), normal(4), POSITIVE[1, :4], is_training=False
    )[0],
    IMAGE,
)
for rule in ({}, {"align_corners": True}, {"half_pixel_centers": True}):
    label = next(iter(rule), "asymmetric")
    for target in ([11, 14], [3, 4], [1, 9]):
        for method in ("ResizeBilinear", "ResizeNearestNeighbor"):
            case(
                f"{method} {label} {target}",
                lambda x, m=method, r=rule, t=target: getattr(raw, m)(images=x, size=t, **r),
                IMAGE,
            )
case(
    "resized bytes",
    lambda x: raw.ResizeBilinear(images=x, size=[5, 5]),
    whole(0, 255, 1, 4, 4, 3).astype(np.uint8),
)


def _around_layouts(x: tf.Tensor) -> tuple[tf.Tensor, ...]:
    """What stays channels first and what does not."""
    y = tf.nn.conv2d(x, KERNEL, 1, "SAME")
    gate = tf.reshape(tf.reduce_mean(y, [1, 2]), [2, 1, 1, 6])
    joined = tf.concat([y, y * gate, tf.fill([2, 7, 9, 2], 0.5)], -1)
    left, right = tf.split(joined, 2, -1)
    return (
        left + right[:, :, :, ::-1],
        tf.reshape(joined, [2, 63, 14]),
        tf.transpose(joined, [0, 3, 1, 2]) * 2.0,
        tf.pad(joined, [[0, 0], [1, 2], [0, 1], [0, 3]], constant_values=1.5),
        joined[:, 1:5:2, 3, 2:],
        joined[..., tf.newaxis, 1],
        tf.tile(joined, [1, 2, 1, 1]),
        tf.reverse(joined, [2]),
        tf.matmul(joined, normal(14, 3)),
        tf.stack([left, right], 1),
        joined + normal(9, 1),
        tf.roll(joined, [2, -1], [1, 3]),
        tf.squeeze(joined[:, :1], 1),
        tf.expand_dims(y, 1),
    )


case("layouts", _around_layouts, IMAGE)
case(
    "channels first transposed",
    lambda x: tf.nn.relu(
        tf.transpose(tf.nn.conv2d(tf.transpose(x, [0, 2, 3, 1]), KERNEL, 1, "VALID"), [0, 3, 1, 2])
    ),
    normal(1, 4, 8, 8),
)
case(
    "patches",
    lambda x: (
        tf.image.extract_patches(x, [1, 2, 3, 1], [1, 2, 1, 1], [1, 1, 2, 1], "VALID"),
        tf.image.extract_patches(x, [1, 3, 3, 1], [1, 2, 2, 1], [1, 1, 1, 1], "SAME"),
        tf.nn.max_pool_with_argmax(x, 3, 2, "SAME")[0],
    ),
    IMAGE,
)
case(
    "bicubic",
    lambda x: (
        *(tf.image.resize(x, [11, 5], "bicubic"), v1.image.resize_bicubic(x, [11, 5])),
        v1.image.resize_bicubic(x, [11, 5], align_corners=True),
    ),
    IMAGE,
)


def _scaled(x: tf.Tensor, size: tuple[int, int], kernel: str, antialias: bool) -> tf.Tensor:
    scale = tf.constant([size[0] / x.shape[1], 1.3 * size[1] / x.shape[2]], tf.float32)
    return tf.raw_ops.ScaleAndTranslate(
        images=x,
        size=list(size),
        scale=scale,
        translation=[0.25, -1.5],
        kernel_type=kernel,
        antialias=antialias,
    )


case(
    "area",
    lambda x: [
        *(v1.image.resize_area(x, size) for size in ([11, 5], [3, 4], [20, 2])),
        v1.image.resize_area(x, [11, 5], align_corners=True),
    ],
    IMAGE,
)
case(
    "scaled and translated",
    lambda x: [
        _scaled(x, size, kernel, antialias)
        for kernel in (
            *("lanczos1", "lanczos3", "lanczos5", "gaussian", "box", "triangle"),
            *("keyscubic", "mitchellcubic"),
        )
        for size in ((4, 3), (15, 13))
        for antialias in (True, False)
    ],
    IMAGE,
)
_ELEMENT = normal(3, 2, IMAGE.shape[3])
case(
    "dilation",
    lambda x: [
        tf.nn.dilation2d(x, _ELEMENT, [1, *strides, 1], padding, "NHWC", rates)
        for strides in ((1, 1), (2, 1))
        for padding in ("SAME", "VALID")
        for rates in ((1, 1, 1, 1), (1, 2, 3, 1))
    ],
    IMAGE,
)
case(
    "erosion",
    lambda x: tf.nn.erosion2d(x, _ELEMENT, [1, 1, 1, 1], "SAME", "NHWC", [1] * 4),
    IMAGE,
)
case("contrast", lambda x: tf.image.adjust_contrast(x, 1.7), IMAGE)


def _colors(*shape: int) -> np.ndarray:
    """Colours from 0 to 1; some are grey, black or of two equal parts."""
    found = np.round(TABLE.random.random((*shape, 3)) * 4) / 4
    found[0] = TABLE.random.random((*shape[1:], 3))
    return found.astype(np.float32)


case("hues of colours", tf.image.rgb_to_hsv, _colors(3, 5, 6))
case("colours of hues", tf.image.hsv_to_rgb, _colors(3, 5, 6))
case(
    "changed colours",
    lambda x, y: (
        *(tf.image.adjust_saturation(x, 1.7), tf.image.adjust_saturation(x, 0.3)),
        *(tf.image.adjust_hue(x, 0.3), tf.image.adjust_hue(x, y)),
    ),
    _colors(3, 5, 6),
    np.asarray(-0.6, np.float32),
)
case(
    "rows that are joined",
    lambda x, y: raw.ParallelConcat(values=[x, y], shape=[2, 5]),
    normal(1, 5),
    normal(1, 5),
)
