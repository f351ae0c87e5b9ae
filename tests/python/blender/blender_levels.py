# SPDX-License-Identifier: GPL-3.0-or-later
"""Levels of a few polygons in Blender, the operators of the add-on, and what they leave, in the form that tests compare."""
import unittest
from fractions import Fraction

import bpy

LISTS = ("objects", "meshes", "curves", "metaballs", "materials", "collections", "node_groups")


def clear():
    """An empty scene with default settings."""
    for name in LISTS:
        for thing in list(getattr(bpy.data, name)):
            getattr(bpy.data, name).remove(thing)
    bpy.context.scene.property_unset("plumb")
    bpy.context.scene.tool_settings.mesh_select_mode = (True, False, False)


def add(name, points, polygons, collection=None):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], polygons)
    made = bpy.data.objects.new(name, mesh)
    (collection or bpy.context.scene.collection).objects.link(made)
    return made


def rectangle(name, low, high, z=0, collection=None):
    """It faces up."""
    (a, b), (c, d) = low, high
    return add(name, [(a, b, z), (c, b, z), (c, d, z), (a, d, z)], [(0, 1, 2, 3)], collection)


def box(name, low, high):
    """A closed box whose faces look outwards."""
    points = [(x, y, z) for z in (low[2], high[2]) for x, y in ((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]))]
    return add(name, points, [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)])


def agent(**fields):
    """Sets the panel's fields; stances as name=height in a dict."""
    settings = bpy.context.scene.plumb
    for name, height in fields.pop("stances", {"crouch": "1.1", "stand": "1.8"}).items():
        stance = settings.stances.add()
        stance.name, stance.height = name, height
    for name, value in fields.items():
        setattr(settings, name, value)


def bake():
    """The areas of a bake as Fractions, by verdict, without those that are 0."""
    assert bpy.ops.plumb.bake() == {'FINISHED'}
    areas = {line.name: Fraction(line.exact) for line in bpy.context.scene.plumb.areas}
    return {name: area for name, area in areas.items() if area}


def figures():
    return {line.name: line.value for line in bpy.context.scene.plumb.figures}


def covered():
    return figures()["covered"], figures()["covered area"]


def in_excess():
    return figures()["in excess"], figures()["excess area"]


def parts():
    """How many are lost, spurious, split and merged, each of how many."""
    return [figures()["parts " + name] for name in ("lost", "spurious", "split", "merged")]


def made_objects():
    return {entry.made.name: entry.made for entry in bpy.context.scene.plumb.made}


def plan_area(made):
    """Of a mesh's polygons, seen from above, in binary64, which is exact for short binary fractions."""
    total = 0.0
    for polygon in made.data.polygons:
        ring = [made.data.vertices[k].co for k in polygon.vertices]
        total += sum(p.x * q.y - q.x * p.y for p, q in zip(ring, ring[1:] + ring[:1])) / 2
    return total


def selected_faces(made):
    return [polygon.index for polygon in made.data.polygons if polygon.select]


def snapshot():
    """What an operator that fails must leave as it is."""
    settings = bpy.context.scene.plumb
    return ([sorted(thing.name for thing in getattr(bpy.data, name)) for name in LISTS],
            settings.baked, settings.audited, len(settings.areas), len(settings.figures), len(settings.made),
            [selected_faces(thing) for thing in bpy.data.objects if thing.type == 'MESH'], [thing.select_get() for thing in bpy.context.scene.objects])


class Case(unittest.TestCase):
    def setUp(self):
        clear()

    def refused(self, call, *said):
        """The operator reports an error with these words, and changes nothing."""
        before = snapshot()
        with self.assertRaises(RuntimeError) as caught:
            call()
        for words in said:
            self.assertIn(words, str(caught.exception))
        self.assertEqual(before, snapshot())
