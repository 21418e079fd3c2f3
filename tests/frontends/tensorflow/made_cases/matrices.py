"""Diagonals of matrices, linear systems and factors."""

from __future__ import annotations

import numpy as np
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

REGULAR = normal(2, 7, 7) + 2 * np.eye(7, dtype=np.float32)
DEFINITE = np.einsum("bij,bkj->bik", REGULAR, REGULAR) + np.eye(7, dtype=np.float32)

case(
    "inverses",
    lambda x: (tf.linalg.inv(x), tf.linalg.inv(x[:, 1:4, 2:5], adjoint=True), tf.linalg.inv(x[0])),
    REGULAR,
)
case("inverse of rows that change places", tf.linalg.inv, np.eye(6, dtype=np.float32)[::-1].copy())
case(
    "solutions",
    lambda x, y: (
        *(tf.linalg.solve(x, y), tf.linalg.solve(x, y, adjoint=True)),
        *(
            tf.linalg.triangular_solve(x, y, lower=lower, adjoint=adjoint)
            for lower in (True, False)
            for adjoint in (True, False)
        ),
        tf.linalg.triangular_solve(x, y[0]),
    ),
    REGULAR,
    normal(2, 7, 3),
)
case(
    "cholesky factors",
    lambda x, y: (tf.linalg.cholesky(x), tf.linalg.cholesky_solve(tf.linalg.cholesky(x), y)),
    DEFINITE,
    normal(2, 7, 3),
)
case("triangular factors", lambda x: [*tf.linalg.lu(x)], normal(2, 3, 6, 6))
case(
    "triangular factors with wide places",
    lambda x: [*raw.Lu(input=x, output_idx_type=tf.int64)],
    normal(5, 5),
)
case(
    "orthogonal factors",
    lambda x, y: [*tf.linalg.qr(x), *tf.linalg.qr(x, True), *tf.linalg.qr(y)],
    normal(2, 6, 4),
    normal(3, 5),
)
case(
    "orthogonal factors of columns that stay",
    lambda x: [*tf.linalg.qr(x)],
    np.asarray([[2, 1, 0], [0, -3, 1], [0, 0, -1], [0, 0, 2]], np.float32),
)
case(
    "determinants",
    lambda x, y: (*tf.linalg.slogdet(x), tf.linalg.det(x), tf.linalg.logdet(y)),
    REGULAR,
    DEFINITE,
)
case("determinant of a large matrix", lambda x: tf.linalg.det(x / 8), normal(70, 70))
