# SPDX-License-Identifier: GPL-3.0-or-later
"""Navmeshes in plain arrays: what Plumb makes for an engine, and what another baker has made."""
import os

import numpy as np

from . import _arrays, _options, _plumb
from .errors import OptionError
from .scenes import axis

LINK = np.dtype([("a", np.uint32), ("b", np.uint32), ("kind", "U4"), ("stance", np.int16), ("on_a", np.float32, (2, 3)), ("on_b", np.float32, (2, 3))])
NONE = 0xffffffff


class FloatMesh:
    """Convex polygons in binary32 with their neighbours, as an engine loads them (Bake.mesh). Arrays are views, not to be changed.

    vertices    (v, 3) float32, in the level's axes, relative to `origin`
    origin      three floats
    offsets     (p + 1,) uint32: polygon i has corners[offsets[i]:offsets[i + 1]]
    corners     (c,) uint32: rows of `vertices`, counter-clockwise seen from above
    neighbours  (c,) uint32: the polygon beyond the edge that begins at that corner, or FloatMesh.none
    stance      (p,) int16: the greatest stance that fits, 1 for the lowest
    area        (p,) float64: in plan
    cell        (p,) uint32: the cell of the exact navmesh (Bake.cells)
    links       steps and welds: a structured array of a, b (polygons), kind ("step", both ways, or "weld", from a to b), stance (the greatest that may use it), on_a, on_b ((2, 3) float32:
                the stretch of a's boundary, and what its ends lead to)
    """
    none = NONE

    def __init__(self, mesh):
        self._mesh = mesh

    vertices = property(lambda self: self._mesh.vertices)
    origin = property(lambda self: self._mesh.origin)
    offsets = property(lambda self: self._mesh.offsets)
    corners = property(lambda self: self._mesh.corners)
    neighbours = property(lambda self: self._mesh.neighbours)
    stance = property(lambda self: self._mesh.stances)
    area = property(lambda self: self._mesh.areas)
    cell = property(lambda self: self._mesh.cells)

    @property
    def links(self):
        ends, welds, stances, segments = self._mesh.link_columns()
        out = np.empty(len(stances), LINK)
        out["a"], out["b"] = ends[:, 0], ends[:, 1]
        out["kind"] = np.where(welds, "weld", "step")
        out["stance"], out["on_a"], out["on_b"] = stances, segments[:, 0], segments[:, 1]
        return out

    @property
    def polygons(self):
        """A list of arrays: the corners of each polygon. Views."""
        return _arrays.lists(self.corners, self.offsets)

    def triangles(self):
        """(t, 3) uint32: each polygon as a fan. With `vertices` it makes a trimesh.Trimesh."""
        fans = [np.stack([np.full(len(p) - 2, p[0], np.uint32), p[1:-1], p[2:]], axis=1) for p in self.polygons]
        return np.concatenate(fans) if fans else np.zeros((0, 3), np.uint32)

    def __len__(self):
        """The number of polygons."""
        return len(self._mesh)

    def __repr__(self):
        return f"<plumb.FloatMesh: {len(self)} polygons, {len(self.links)} links>"


class OtherMesh:
    """Another baker's navmesh: OtherMesh(file), or OtherMesh(vertices, polygons, up="y").

    A file is one of Detour (tile, set, .mmtile, .mmap), Godot (.tres, .tscn), Polyanya (.mesh), JSON of plumb, Recast or navcat, or polygons (.obj, .glb, ...): its content tells which.
    vertices, polygons: as of a Scene; there may be no polygon; name: what reports call them. up: the axis that points up in the navmesh, "y" or "z"; scene_up: that of the level, which holds
    where the navmesh does not say.
    Options are those of `plumb audit`: edges ("whole" or "partial"), join, areas, transform, resource, more_files. Raises InputError and OptionError.
    """

    def __init__(self, source, polygons=None, *, up=None, scene_up="y", name="navmesh", progress=None, **options):
        self._up = axis(scene_up)
        if up is not None:
            axis(up)
        if polygons is not None:
            for name in set(options) - {"join", "edges"}:
                if options[name] is not None:
                    raise OptionError(f"{name} is for files; change the arrays instead", "bad_option")
        options = _options.texts("reading", {**options, "scene_up": scene_up})
        if polygons is None:
            if up is not None:
                options["up"] = up
            self._mesh = _plumb.OtherMesh.read(_options.path(source), options, _options.told(progress))
        else:
            xyz, (corners, sizes) = _arrays.points(source), _arrays.faces(polygons)
            make = _plumb.OtherMesh.from_floats if xyz.dtype == np.float32 else _plumb.OtherMesh.from_doubles
            self._mesh = make(xyz, corners, sizes, up or scene_up, str(name), options)

    @property
    def file(self):
        """The file that was read, or the name that was given."""
        return self._mesh.file

    @property
    def format(self):
        """What it is, in words."""
        return self._mesh.format

    def triangles(self):
        """(t, 3, 3) float64: the triangles that an audit takes for its floor, in the axes of the level; those of the detail mesh where there is one. A copy."""
        return self._mesh.triangles(self._up)

    def __len__(self):
        """The number of polygons."""
        return len(self._mesh)

    def __repr__(self):
        return f"<plumb.OtherMesh {self.file!r}: {len(self)} polygons, {self.format}>"


def as_other_mesh(value, scene_up, stance=""):
    """An OtherMesh, a Navmesh or a Bake (of a stance), a FloatMesh, whose neighbours and links hold, a path, or (vertices, polygons), in the axes of the level."""
    if isinstance(value, OtherMesh):
        return value
    if isinstance(value, FloatMesh):
        out = OtherMesh.__new__(OtherMesh)
        out._mesh, out._up = _plumb.OtherMesh.from_mesh(value._mesh, "navmesh"), scene_up
        return out
    if isinstance(value, (str, os.PathLike)):
        return OtherMesh(value, scene_up=scene_up)
    if hasattr(value, "_of"):
        out = OtherMesh.__new__(OtherMesh)
        navmesh = value._of()
        own = stance if stance in dict(navmesh.stances) else ""
        out._mesh, out._up = navmesh.other(own), scene_up
        return out
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise TypeError(f"a navmesh is a plumb.Navmesh, a plumb.Bake, a plumb.OtherMesh, a plumb.FloatMesh, a path, or a pair (vertices, polygons), not a {type(value).__name__}")
    return OtherMesh(*value, scene_up=scene_up)
