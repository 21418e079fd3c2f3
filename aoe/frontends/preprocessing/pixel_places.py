"""Where the channels of a pixel lie among the bytes of an image, by AIPP's numbers of formats.
`dynamic_images.py` looks them up.
"""

from __future__ import annotations

import numpy as np

#: By format (AIPP's numbers, so that the first row is none) and channel: bytes between pixels and
#: lines (in widths), pixels and lines that share a byte, where the plane begins (in widths times
#: heights), and the byte of a channel.
STEP = np.asarray([[1] * 3, [1, 2, 2], [4] * 3, [3] * 3, [1] * 3], np.int64)
LINE = np.asarray([[1] * 3, [1] * 3, [4] * 3, [3] * 3, [1] * 3], np.int64)
SHARED = np.asarray([[1] * 3, [1, 2, 2], [1] * 3, [1] * 3, [1] * 3], np.int64)
PLANE = np.asarray([[0] * 3, [0, 1, 1], [0] * 3, [0] * 3, [0] * 3], np.int64)
PART = np.asarray([[0] * 3, [0, 0, 1], [0, 1, 2], [0, 1, 2], [0] * 3], np.int64)
#: What is added to the byte where channels are swapped, and where the first of four is left out.
SWAPPED = np.asarray([[0] * 3, [0, 1, -1], [2, 0, -2], [2, 0, -2], [0] * 3], np.int64)
SHIFTED = np.asarray([[0] * 3, [0] * 3, [1] * 3, [0] * 3, [0] * 3], np.int64)
#: Bytes of two pixels, by format.
TWO_PIXELS = np.asarray([2, 3, 8, 6, 2], np.int64)
