"""Diagonals of matrices."""

from __future__ import annotations

import tensorflow as tf

from tests.frontends.tensorflow.made_cases.table import CaseTable

TABLE = CaseTable()
case, normal, whole = TABLE.case, TABLE.normal, TABLE.whole
raw = tf.raw_ops
_ALIGNMENTS = ("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")

case(
    "diagonals that are taken",
    lambda x: [
        *(tf.linalg.diag_part(x, k=(-2, 3), padding_value=9.0, align=way) for way in _ALIGNMENTS),
        *(tf.linalg.diag_part(x, k=(-2, -1), align=way) for way in _ALIGNMENTS),
        *(tf.linalg.diag_part(x, k=number) for number in (-2, -1, 1, 4)),
        raw.MatrixDiagPartV2(input=x, k=[-1, 2], padding_value=-1.0),
    ],
    normal(2, 3, 5),
)
case(
    "matrices of diagonals",
    lambda x: [
        *(tf.linalg.diag(x, k=(-1, 1), align=way, padding_value=7.0) for way in _ALIGNMENTS),
        *(tf.linalg.diag(x, k=(0, 2), num_rows=4, align=way) for way in _ALIGNMENTS),
        *(tf.linalg.diag(x, k=number) for number in (-2, 1)),
        tf.linalg.diag(x, k=-1, num_rows=5, num_cols=6),
        raw.MatrixDiagV2(diagonal=x, k=[-2, 0], num_rows=-1, num_cols=4, padding_value=1.0),
    ],
    normal(2, 3, 4),
)
case(
    "diagonals that are replaced",
    lambda x, d: [
        *(tf.linalg.set_diag(x, d, k=(-1, 1), align=way) for way in _ALIGNMENTS),
        tf.linalg.set_diag(x, d[:, 0], k=0),
        tf.linalg.set_diag(x, d[:, 1, :3], k=2),
        raw.MatrixSetDiagV2(input=x, diagonal=d, k=[0, 2]),
    ],
    normal(2, 4, 5),
    normal(2, 3, 4),
)
