# SPDX-License-Identifier: GPL-3.0-or-later
"""The faces of one mesh of Blender as arrays, and their places in the world."""
from typing import NamedTuple

import numpy as np


class Faces(NamedTuple):
    """points: (n, 3) float64. corners: rows of points, face after face. sizes: the number of corners of each face. polygons: the number of each face's polygon in the mesh."""
    points: np.ndarray
    corners: np.ndarray
    sizes: np.ndarray
    polygons: np.ndarray

    def lists(self):
        """As plumb.Scene takes them: an array where all faces have as many corners, else a list of arrays."""
        if len(self.sizes) and (self.sizes == self.sizes[0]).all():
            return self.corners.reshape(-1, self.sizes[0])
        return np.split(self.corners, np.cumsum(self.sizes)[:-1]) if len(self.sizes) else []

    def placed(self, matrix):
        """At their places in the world. A mirrored object shows its faces' fronts where it would show them unmirrored, so their corners are turned round there."""
        matrix = without_rounding_of_angles(matrix)
        x, y, z = (self.points[:, k:k + 1] * matrix[:3, k] for k in range(3))
        points = x + y + z + matrix[:3, 3]  # summed in this order on every machine, so equal points stay equal
        if np.linalg.det(matrix[:3, :3]) >= 0:
            return self._replace(points=points)
        return Faces(points, self.corners[::-1], self.sizes[::-1], self.polygons[::-1])


def read(mesh, name, attribute, kind, width=1):
    out = np.zeros(len(getattr(mesh, name)) * width, kind)
    getattr(mesh, name).foreach_get(attribute, out)
    return out if width == 1 else out.reshape(-1, width)


def polygons_of(mesh):
    """All polygons, whole."""
    starts, sizes = read(mesh, "polygons", "loop_start", np.int32), read(mesh, "polygons", "loop_total", np.int32)
    before = np.cumsum(sizes) - sizes
    corners = read(mesh, "loops", "vertex_index", np.int32)[np.repeat(starts - before, sizes) + np.arange(sizes.sum())]
    return Faces(read(mesh, "vertices", "co", np.float32, 3).astype(np.float64), corners, sizes, np.arange(len(sizes)))


def faces_of(mesh):
    """What is baked: flat polygons whole, and the triangles of the others that Blender draws.

    plumb takes polygons with any number of corners, decides exactly whether one is flat, and cuts flat ones exactly. It would divide a bent polygon too, but perhaps by other
    diagonals than Blender, and the user means what the viewport shows. Flat polygons are not given as Blender's triangles: Blender computes these in binary32, so those of a
    polygon with many corners may overlap by a little, which plumb would report as covered floor.
    """
    whole = polygons_of(mesh)
    flat = are_flat(whole)
    if flat.all():
        return whole
    mesh.calc_loop_triangles()
    polygons = read(mesh, "loop_triangles", "polygon_index", np.int32)
    bent = ~flat[polygons]
    triangles = read(mesh, "loop_triangles", "vertices", np.int32, 3)[bent]
    return Faces(whole.points, np.concatenate([whole.corners[np.repeat(flat, whole.sizes)], triangles.reshape(-1)]),
                 np.concatenate([whole.sizes[flat], np.full(len(triangles), 3, np.int32)]), np.concatenate([whole.polygons[flat], polygons[bent]]))


def are_flat(faces):
    """For each face, whether no corner is farther from its mean plane than 2^-20 of its greatest coordinate: rounding to binary32 moves corners by less."""
    points, sizes = faces.points[faces.corners], faces.sizes
    if len(sizes) == 0:
        return np.ones(0, bool)
    starts = np.cumsum(sizes) - sizes
    following = np.arange(len(points)) + 1
    following[starts + sizes - 1] = starts
    middles = np.add.reduceat(points, starts) / sizes[:, None]
    arms = points - np.repeat(middles, sizes, axis=0)
    normals = np.add.reduceat(np.cross(arms, arms[following]), starts)
    off = abs((arms * np.repeat(normals, sizes, axis=0)).sum(axis=1))
    allowed = np.maximum.reduceat(abs(points).max(axis=1), starts) * np.linalg.norm(normals, axis=1) * 2.0**-20
    return (sizes == 3) | (np.maximum.reduceat(off, starts) <= allowed)


def without_rounding_of_angles(matrix):
    """A matrix as float64, in whose columns entries of at most 2^-20 of the greatest one are 0. In binary32 the cosine of a right angle is -4e-8, which would tilt all floors of a
    level that was imported with y up. plumb treats the matrices of glTF files in the same way."""
    matrix = np.array(matrix, np.float64)
    turned = matrix[:3, :3]
    turned[abs(turned) <= abs(turned).max(axis=0) * 2.0**-20] = 0
    return matrix
