"""Complex numbers: transforms there and back, and arithmetic between them."""

from __future__ import annotations

from typing import Any

import numpy as np
import tensorflow as tf

from tests.frontends.tensorflow.made_cases.table import CaseTable

TABLE = CaseTable()
case, normal = TABLE.case, TABLE.normal
signal = tf.signal
_PAIR = (normal(2, 6), normal(2, 6))


def _parts(number: Any) -> list[Any]:
    return [tf.math.real(number), tf.math.imag(number)]


case(
    "signals of half spectra",
    lambda x: (
        *(signal.irfft(signal.rfft(x)), tf.math.angle(signal.rfft(x))),
        *(signal.irfft(signal.rfft(x), [n]) for n in (7, 14)),
    ),
    normal(2, 10),
)
case(
    "a signal whose spectrum is masked",
    lambda x, mask: signal.inverse_stft(
        signal.stft(x, 8, 4, 8) * tf.cast(mask, tf.complex64), 8, 4, 8
    ),
    normal(2, 24),
    np.abs(normal(2, 5, 5)),
)
case(
    "whole spectra",
    lambda x, y: (
        *_parts(signal.fft(tf.complex(x, y))),
        *_parts(signal.ifft(tf.cast(x, tf.complex64))),
        *_parts(signal.fft2d(tf.complex(x, y))),
        *_parts(signal.ifft2d(tf.complex(y, x))),
    ),
    *_PAIR,
)
case(
    "spectra of planes",
    lambda x: (
        *_parts(signal.rfft2d(x, [4, 7])),
        signal.irfft2d(signal.rfft2d(x)),
        signal.irfft2d(signal.rfft2d(x), [6, 5]),
    ),
    normal(2, 5, 6),
)
case("cosine transforms", lambda x: [signal.dct(x, kind) for kind in range(1, 5)], normal(2, 8))
case(
    "complex arithmetic",
    lambda x, y: [
        part
        for number in (
            tf.complex(x, y) * tf.complex(y, x) + tf.constant(0.5 - 2j, tf.complex64),
            tf.complex(x, y) / tf.math.conj(tf.complex(y, x)) - tf.complex(x, y),
            tf.exp(tf.complex(x, y)),
            tf.square(-tf.complex(x, y)),
            tf.matmul(tf.complex(x, y), tf.complex(y, x), transpose_b=True),
            tf.reduce_sum(tf.complex(x, y), 1),
            tf.cast(tf.complex(x, y), tf.complex128),
        )
        for part in _parts(number)
    ],
    *_PAIR,
)
case(
    "what is real of complex numbers",
    lambda x, y: (
        *(tf.math.angle(tf.complex(x, y)), tf.abs(tf.complex(x, y))),
        tf.cast(tf.complex(x, y), tf.float32),
        x * tf.cast(tf.shape(tf.complex(x, y))[1], tf.float32),
    ),
    *_PAIR,
)
case(
    "complex numbers that move",
    lambda x, y: _parts(
        tf.concat(
            [tf.transpose(tf.reshape(tf.complex(x, y), [3, 4])), tf.complex(x[:, 2:5], y[:, 2:5])],
            0,
        )[1:, ::-1]
    ),
    *_PAIR,
)
