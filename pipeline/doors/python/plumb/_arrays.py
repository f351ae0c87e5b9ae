# SPDX-License-Identifier: GPL-3.0-or-later
"""Points and faces as arrays, checked."""
import numpy as np


def points(value):
    """(n, 3) numbers as float32 or float64, all finite, exactly. What is float32 stays so."""
    if np.ma.is_masked(value):
        raise ValueError("vertices are masked; give those that count")
    array = np.asarray(value)
    if array.size == 0 and array.ndim < 2:
        array = array.reshape(0, 3)
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"vertices are an array of shape (n, 3), not {array.shape}")
    if array.dtype.kind not in "fiu":
        raise TypeError(f"vertices are numbers, not {array.dtype}")
    taken = np.ascontiguousarray(array, np.float32 if array.dtype in (np.float16, np.float32) else np.float64)
    if not np.isfinite(taken).all():
        raise ValueError(f"vertex {int(np.argwhere(~np.isfinite(taken))[0][0])} is not finite")
    exact = np.array(taken == array)
    if array.dtype.kind in "iu":  # NumPy compares ints and floats as floats
        large = abs(taken) >= 2.0**53
        exact[large] = [int(t) == int(a) for t, a in zip(taken[large], array[large])]
    if not exact.all():
        raise ValueError(f"vertex {int(np.argwhere(~exact)[0][0])} is no float64; give coordinates that are")
    return taken


def faces(value):
    """Corners of all faces, and how many each has: of an array (m, k) of ints, or of a list of lists of them."""
    if isinstance(value, np.ndarray) and value.ndim == 2:
        flat, sizes = value, np.full(len(value), value.shape[1])
    else:
        rows = [np.asarray(face) for face in value]
        if not all(row.ndim == 1 for row in rows):
            raise ValueError("faces are an array of shape (m, k), or a list of lists of numbers of vertices")
        sizes = np.array([len(row) for row in rows], dtype=np.int64)
        flat = np.concatenate(rows) if rows else np.zeros(0, dtype=np.int64)
    if flat.size and flat.dtype.kind not in "iu":
        raise TypeError(f"faces are lists of ints, not of {flat.dtype}")
    flat = flat.reshape(-1)
    if flat.size and (flat.min() < 0 or flat.max() > 0xffffffff):
        wrong = int(np.argwhere((flat < 0) | (flat > 0xffffffff))[0][0])
        raise ValueError(f"face {int(np.searchsorted(np.cumsum(sizes), wrong, side='right'))} names vertex {int(flat[wrong])}; vertices have the numbers 0 and on")
    return np.ascontiguousarray(flat, np.uint32), np.ascontiguousarray(sizes, np.uint32)


def lists(flat, offsets):
    """The parts of an array between offsets: views."""
    return np.split(flat, offsets[1:-1]) if len(offsets) > 1 else []
