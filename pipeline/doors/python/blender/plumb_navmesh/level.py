# SPDX-License-Identifier: GPL-3.0-or-later
"""What is baked: the faces of all selected or visible objects, with their modifiers and instances, at their places in the world."""
import bisect
from typing import NamedTuple

import numpy as np

from .faces import faces_of, polygons_of
from .problems import Problem

MADE = "plumb_made"  # the custom property of the objects that this add-on makes


class Level(NamedTuple):
    """vertices, faces: as plumb.Scene takes them. owners: for each object or instance its first face, its name, and the numbers of its faces' polygons."""
    vertices: np.ndarray
    faces: object
    owners: list

    def name_of_face(self, face):
        first, name, polygons = self.owners[bisect.bisect_right(self.owners, face, key=lambda owner: owner[0]) - 1]
        return f"polygon {polygons[face - first]} of object {name!r}"

    def __str__(self):
        names = len({name for _, name, _ in self.owners})
        instances = f" ({len(self.owners)} instances)" if len(self.owners) > names else ""
        return f"{len(self.faces)} face{'s' * (len(self.faces) != 1)} of {names} object{'s' * (names != 1)}{instances}"


def gather(context, source, without=None):
    """The level. source: "SELECTED" or "VISIBLE". without: an object that does not belong to it. Raises Problem."""
    parts = list(placed_meshes(context, source, without))
    if not parts:
        if source == "SELECTED" and not context.selected_objects:
            raise Problem("Nothing is selected; select what is to be baked, or choose to bake what is visible.")
        raise Problem(f"No {source.lower()} object has a face to bake; objects that this add-on has made are never baked.")
    for name, faces in parts:
        if not np.isfinite(faces.points).all():
            raise Problem(f"Object {name!r} has a coordinate that is not finite.")
    points = np.concatenate([faces.points for _, faces in parts])
    first_point = np.cumsum([0] + [len(faces.points) for _, faces in parts])
    sizes = np.concatenate([faces.sizes for _, faces in parts])
    corners = np.concatenate([faces.corners + first for (_, faces), first in zip(parts, first_point)])
    first_face = np.cumsum([0] + [len(faces.sizes) for _, faces in parts])
    owners = [(int(first), name, faces.polygons) for (name, faces), first in zip(parts, first_face)]
    return Level(points, parts[0][1]._replace(corners=corners, sizes=sizes).lists(), owners)


def placed_meshes(context, source, without):
    """The name and the faces of each object and each instance that has faces.

    Blender lists the mesh of a curve, surface, metaball or text as a further instance, of the kind MESH. So only this kind is taken; to_mesh() of the other kinds would give the
    same mesh once more. A mesh is read by to_mesh() too, since the object's own data may lack a subdivision that is left to the graphics card.
    """
    known = {}
    depsgraph = context.evaluated_depsgraph_get()
    for instance in depsgraph.object_instances:
        thing = instance.object
        if thing.type != 'MESH' or not instance.show_self or not is_wanted(instance, source, without, context.view_layer):
            continue
        key = thing.data.as_pointer()
        if key not in known:
            known[key] = faces_of(thing.to_mesh())
            thing.to_mesh_clear()
        if len(known[key].sizes):
            yield thing.original.name, known[key].placed(instance.matrix_world)


def is_wanted(instance, source, without, view_layer):
    """An instance is selected if the object that makes it is."""
    shown, maker = instance.object.original, (instance.parent or instance.object).original
    if MADE in shown or MADE in maker or without in (shown, maker):
        return False
    return source == "VISIBLE" or maker.select_get(view_layer=view_layer)


def navmesh_of(context, navmesh):
    """The polygons of a navmesh, with its modifiers, in the world. Positions are rounded to binary32, in which Blender holds meshes, so plumb tells which differences are below
    that."""
    evaluated = navmesh.evaluated_get(context.evaluated_depsgraph_get())
    faces = polygons_of(evaluated.to_mesh()).placed(evaluated.matrix_world)
    evaluated.to_mesh_clear()
    if len(faces.sizes) == 0:
        raise Problem(f"Object {navmesh.name!r} has no polygon to audit.")
    if not np.isfinite(faces.points).all():
        raise Problem(f"Object {navmesh.name!r} has a coordinate that is not finite.")
    return faces._replace(points=faces.points.astype(np.float32))
