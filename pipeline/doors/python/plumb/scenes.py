# SPDX-License-Identifier: GPL-3.0-or-later
"""Levels."""
import os

import numpy as np

from . import _arrays, _options, _plumb
from .errors import OptionError


def axis(up):
    """The axis that points up."""
    if isinstance(up, str) and up in ("y", "z"):
        return up
    raise OptionError(f"up is 'y' or 'z', not {_options.shown(up)}", "bad_option")


class Scene:
    """A level: points and faces, exactly.

    Scene(vertices, faces, up="y", name="scene")
        vertices: (n, 3) floats or ints, finite, in the units and axes of the level; float32 and float64 are taken exactly. Equal positions become one point.
        faces: (m, k) ints, or a list of lists of three ints or more: vertices from 0, counter-clockwise seen from the front. Polygons may be concave and need not be flat.
        up: the axis that points up, "y" or "z". name: what reports call it.
    Raises InputError (bad_index, too_few_vertices, no_face, too_large), ValueError and TypeError (shape, kind, not finite, a masked array, a negative number of a vertex).

    >>> from plumb import Scene
    >>> Scene([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]], up="z")
    <plumb.Scene 'scene': 1 face, 3 points, z up>
    """

    def __init__(self, vertices, faces, up="y", name="scene"):
        axis(up)
        xyz, (corners, sizes) = _arrays.points(vertices), _arrays.faces(faces)
        make = _plumb.Scene.from_floats if xyz.dtype == np.float32 else _plumb.Scene.from_doubles
        self._scene = make(xyz, corners, sizes, up, str(name))

    @classmethod
    def load(cls, path, up="y", numbers="double", node_rotation="right-angles", leave_out=(), scene=None, progress=None):
        """A level of a file: .obj, .gltf, .glb, .off, .ply, .stl or .tscn.

        numbers: how decimals are taken: "double", "float" (rounded to binary32) or "decimal" (as they are). node_rotation: of a glTF, "right-angles" or "exact".
        leave_out: names of nodes, objects, groups and materials that are left out, in which * stands for any characters. scene: which of a glTF (default: the one that it says, or else the first).
        Raises InputError, which names the file and the line, and OptionError."""
        out = cls.__new__(cls)
        out._scene = _plumb.Scene.load(_options.path(path), axis(up), _options.named("numbers", _options.word, numbers), _options.named("node_rotation", _options.word, node_rotation),
                                       _options.named("leave_out", _options.several(_options.word), leave_out), _options.named("scene", _options.text, scene), _options.told(progress))
        return out

    @property
    def name(self):
        """What reports call it: the path, or the name that was given."""
        return self._scene.file

    @property
    def up(self):
        """The axis that points up: "y" or "z"."""
        return self._scene.up

    @property
    def vertices(self):
        """The points that faces have: (n, 3) float64, the nearest to the exact ones, in the level's axes. A copy."""
        return self._scene.vertices

    @property
    def faces(self):
        """A list of arrays of uint32: rows of `vertices`. Views, not to be changed."""
        return _arrays.lists(self._scene.corners, self._scene.offsets)

    def triangles(self):
        """(m, 3) uint32: each face as a fan from its first corner. With `vertices` it makes a trimesh.Trimesh."""
        fans = [np.stack([np.full(len(f) - 2, f[0], np.uint32), f[1:-1], f[2:]], axis=1) for f in self.faces]
        return np.concatenate(fans)

    def text(self):
        """The scene as an .obj file, bytes, with all digits of every number: what a certificate of it is of. Raises InputError where a coordinate is no decimal."""
        return self._scene.text()

    def __len__(self):
        """The number of faces."""
        return self._scene.face_count

    def __repr__(self):
        faces = self._scene.face_count
        return f"<plumb.Scene {self.name!r}: {faces} face{'s' * (faces != 1)}, {self._scene.point_count} points, {self.up} up>"


def as_scene(value, up="y"):
    """A Scene, a path, or (vertices, faces)."""
    if isinstance(value, Scene):
        return value
    if isinstance(value, (str, os.PathLike)):
        return Scene.load(value, up=up)
    if hasattr(value, "vertices") and hasattr(value, "faces"):
        return Scene(value.vertices, value.faces, up=up)
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise TypeError(f"a level is a plumb.Scene, a path, or a pair (vertices, faces), not a {type(value).__name__}")
    return Scene(*value, up=up)
