# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes of levels whose areas are derived by hand. Lengths are binary fractions wherever an area is compared exactly, since Blender's coordinates are binary32."""
from fractions import Fraction

import bpy
import numpy as np
from blender_levels import Case, add, agent, bake, box, clear, made_objects, plan_area, rectangle, snapshot
from plumb_navmesh import options


class Bakes(Case):
    def test_floor_and_mirrored_table(self):
        """A floor of 8 by 8, and a table top of twice 1 by 2 at 1.5, of which a modifier makes the second half: one crouches below, and stands on it and elsewhere."""
        rectangle("floor", (-4, -4), (4, 4))
        rectangle("table", (0.5, -1), (1.5, 1), 1.5).modifiers.new("mirror", 'MIRROR')
        agent(step="0.4")
        self.assertEqual(bake(), {"crouch": 4, "stand": 64 - 4 + 4, "traversable": 68})
        made = made_objects()
        self.assertEqual(set(made), {"Plumb crouch", "Plumb stand"})
        self.assertEqual({name: plan_area(thing) for name, thing in made.items()}, {"Plumb crouch": 4, "Plumb stand": 64})
        self.assertEqual({v.co.z for v in made["Plumb crouch"].data.vertices}, {0})
        self.assertEqual({thing.location.z for thing in made.values()}, {bpy.context.scene.plumb.lift})
        self.assertEqual({v.co.z for v in made["Plumb stand"].data.vertices}, {0, 1.5})
        self.assertEqual((made["Plumb stand"]["verdict"], made["Plumb stand"]["area"], made["Plumb stand"]["area_exact"]), ("stand", 64.0, "64"))
        self.assertEqual({thing.users_collection[0].name for thing in made.values()}, {"Plumb"})
        self.assertEqual(bpy.context.scene.plumb.baked.split(",")[0], "3 faces of 2 objects")
        colours = {name: tuple(thing.data.materials[0].diffuse_color) for name, thing in made.items()}
        self.assertNotEqual(*colours.values())
        self.assertTrue(all(0 < colour[3] < 1 for colour in colours.values()))

    def test_values_are_exact(self):
        """The table is 1.5 high: a stance of 3/2 fits below it, one that is longer by 10^-12 does not. As binary32 they would be equal."""
        rectangle("floor", (0, 0), (4, 4))
        rectangle("table", (0, 0), (1, 1), 1.5)
        agent(stances={"low": "3/2", "high": "1.500000000001"})
        self.assertEqual(bake(), {"low": 1, "high": 16, "traversable": 17})
        self.assertEqual(options.bake_options(bpy.context.scene.plumb), {"stances": {"low": "3/2", "high": "1.500000000001"}, "bad_faces": "error"})

    def test_array_and_radius(self):
        """Two floors of 2 by 2 side by side, by a modifier, are one of 4 by 2; an agent of radius 1/4 keeps to 3.5 by 1.5."""
        modifier = rectangle("floor", (0, 0), (2, 2)).modifiers.new("array", 'ARRAY')
        modifier.count = 2
        agent(stances={}, radius="0.25")
        self.assertEqual(bake(), {"stand": Fraction(21, 4), "too_close": 8 - Fraction(21, 4), "traversable": 8})
        self.assertEqual(plan_area(made_objects()["Plumb too_close"]), 2.75)

    def test_instances(self):
        """A lid of 1 by 2 at 3/4 in a collection outside the scene, twice by empties, one of them turned by a right angle: 2 blocked below each, 2 to stand on above each."""
        rectangle("floor", (0, 0), (8, 8))
        crates = bpy.data.collections.new("crates")
        rectangle("lid", (0, 0), (1, 2), 0.75, crates)
        for x, angle in ((1, 0), (6, 90)):
            empty = bpy.data.objects.new("crate", None)
            empty.instance_type, empty.instance_collection, empty.location = 'COLLECTION', crates, (x, 2, 0)
            empty.rotation_euler.z = np.radians(angle)
            bpy.context.scene.collection.objects.link(empty)
        agent()
        self.assertEqual(bake(), {"blocked": 4, "stand": 64 - 4 + 4, "traversable": 68})
        xs = sorted({v.co.x for v in made_objects()["Plumb blocked"].data.vertices})
        self.assertEqual(xs, [1, 2, 4, 6])
        self.assertIn("(3 instances)", bpy.context.scene.plumb.baked)

    def test_points_that_make_instances(self):
        """Each of a square's four corners shows a child of 1 by 2, and the child is seen in its own place too. The square is hidden by the property for that; since it has
        particles, Blender still lists it."""
        square = rectangle("square", (0, 0), (8, 8))
        square.modifiers.new("particles", 'PARTICLE_SYSTEM')
        square.instance_type, square.show_instancer_for_viewport = 'VERTS', False
        rectangle("child", (-0.5, -1), (0.5, 1)).parent = square
        agent(stances={"stand": "1.8"})
        # The child's own place is that of the instance at the first corner, so one of these two is covered.
        self.assertEqual(bake(), {"stand": 8, "covered": 2, "traversable": 10})

    def test_nodes(self):
        """Geometry nodes put a plane of 1/2 by 1/2, which is no object, on each corner of a square of 4 by 4, and leave the square."""
        rectangle("square", (0, 0), (4, 4)).modifiers.new("nodes", 'NODES').node_group = planes_on_points(0.5)
        agent(stances={"stand": "1.8"})
        # The planes lie in the square's plane: a quarter of each is over the square, and covered or covering.
        self.assertEqual(bake(), {"stand": 16 + 4 * Fraction(3, 16), "covered": 4 * Fraction(1, 16), "traversable": 17})

    def test_mirrored(self):
        """Scaled by -1 a triangle with legs 2 and 3 still faces up, and a box from -1 to 1 still is a solid, which buries 4 of a floor of 16."""
        mirrored = add("triangle", [(0, 0, 0), (2, 0, 0), (0, 3, 0)], [(0, 1, 2)])
        mirrored.scale.x = -1
        agent(stances={"stand": "1.8"}, sides="up")
        self.assertEqual(bake(), {"stand": 3, "traversable": 3})
        self.assertEqual(min(v.co.x for v in made_objects()["Plumb stand"].data.vertices), -2)
        mirrored.data.flip_normals()
        self.assertEqual(bake(), {})
        clear()
        rectangle("floor", (-2, -2), (2, 2))
        box("box", (-1, -1, -1), (1, 1, 1)).scale = (1, -1, 1)
        agent(stances={"stand": "1.8"}, sides="up", solids="closed")
        self.assertEqual(bake(), {"stand": 16 - 4 + 4, "inside": 4, "traversable": 20})

    def test_rotated_and_moved(self):
        """By right angles areas and heights stay exact, although Blender's matrices do not. By 30 degrees a square of side 2 has 4 times the determinant of the binary32 matrix."""
        turned = rectangle("floor", (0, 0), (2, 3))
        turned.location, turned.rotation_euler.z = (10, 0.5, 1), np.pi / 2
        agent(stances={"stand": "1.8"})
        self.assertEqual(bake(), {"stand": 6, "traversable": 6})
        points = {tuple(v.co) for v in made_objects()["Plumb stand"].data.vertices}
        self.assertEqual(points, {(10, 0.5, 1), (7, 0.5, 1), (7, 2.5, 1), (10, 2.5, 1)})
        clear()
        imported = add("y up", [(0, 1, 0), (0, 1, 4), (3, 1, 4), (3, 1, 0)], [(0, 1, 2, 3)])
        imported.rotation_euler.x = np.pi / 2
        agent(stances={"stand": "1.8"}, sides="up")
        self.assertEqual(bake(), {"stand": 12, "traversable": 12})
        self.assertEqual({v.co.z for v in made_objects()["Plumb stand"].data.vertices}, {1})
        clear()
        skew = rectangle("square", (-1, -1), (1, 1))
        skew.rotation_euler.z = np.pi / 6
        agent(stances={"stand": "1.8"})
        areas = bake()
        (a, b), (c, d) = ([Fraction(skew.matrix_world[i][k]) for k in range(2)] for i in range(2))
        self.assertNotEqual(a * d - b * c, 1)
        self.assertEqual(areas["stand"], 4 * (a * d - b * c))

    def test_polygons(self):
        """A flat L with a reflex corner is taken whole. A bent pentagon becomes the triangles that Blender draws, of which those up to 45 degrees count."""
        add("L", [(0, 0, 0), (2, 0, 0), (2, 1, 0), (1, 1, 0), (1, 2, 0), (0, 2, 0)], [(0, 1, 2, 3, 4, 5)])
        agent(stances={"stand": "1.8"})
        self.assertEqual(bake(), {"stand": 3, "traversable": 3})
        self.assertEqual(bpy.context.scene.plumb.baked.split(",")[0], "1 face of 1 object")
        clear()
        bent = add("bent", [(0, 0, 0), (2, 0, 0), (3, 2, 0), (1, 3, 0), (-1, 2, 2)], [(0, 1, 2, 3, 4)])
        agent(stances={"stand": "1.8"})
        bent.data.calc_loop_triangles()
        triangles = [[Fraction(x) for k in triangle.vertices for x in bent.data.vertices[k].co] for triangle in bent.data.loop_triangles]
        wanted = sum(map(area_if_gentle, triangles))
        corners = [[Fraction(x) for x in v.co] for v in bent.data.vertices]
        fan = sum(area_if_gentle(corners[0] + corners[k] + corners[k + 1]) for k in (1, 2, 3))
        self.assertEqual((wanted, fan), (8, Fraction(11, 2)))
        self.assertEqual(bake()["traversable"], wanted)

    def test_rounded_polygons(self):
        """A tilted square with a fifth corner in the middle of a side, which rounding to binary32 moves out of the plane by less than Blender shows, is taken whole."""
        tilted = add("tilted", [(x, y, x / 3 + y / 7) for x, y in ((0, 0), (0.3, 0), (0.9, 0), (0.9, 0.7), (0, 0.7))], [(0, 1, 2, 3, 4)])
        tilted.location = (5, 5, 5)
        agent(stances={"stand": "1.8"})
        self.assertEqual(bpy.ops.plumb.bake(), {'FINISHED'})
        self.assertEqual(bpy.context.scene.plumb.baked.split(",")[0], "1 face of 1 object")
        self.assertAlmostEqual(made_objects()["Plumb stand"]["area"], 0.63, 6)

    def test_curves_and_metaballs(self):
        """A filled square of side 2 as a curve is baked once, not as a curve and as its mesh. So are a metaball, and a curve in a collection that an empty shows."""
        curve = bpy.data.curves.new("square", 'CURVE')
        curve.dimensions, curve.fill_mode = '2D', 'BOTH'
        spline = curve.splines.new('POLY')
        spline.points.add(3)
        for point, (x, y) in zip(spline.points, ((0, 0), (2, 0), (2, 2), (0, 2))):
            point.co = (x, y, 0, 1)
        spline.use_cyclic_u = True
        drawn = bpy.data.objects.new("square", curve)
        bpy.context.scene.collection.objects.link(drawn)
        agent(stances={"stand": "1.8"})
        self.assertEqual(bake(), {"stand": 4, "traversable": 4})
        hidden = bpy.data.collections.new("hidden")
        bpy.context.scene.collection.objects.unlink(drawn)
        hidden.objects.link(drawn)
        empty = bpy.data.objects.new("empty", None)
        empty.instance_type, empty.instance_collection, empty.scale = 'COLLECTION', hidden, (2, 1, 1)
        bpy.context.scene.collection.objects.link(empty)
        self.assertEqual(bake(), {"stand": 8, "traversable": 8})
        clear()
        bpy.ops.object.metaball_add(type='BALL')
        ball = bpy.context.object.evaluated_get(bpy.context.evaluated_depsgraph_get())
        count = len(ball.to_mesh().loop_triangles or ball.to_mesh().polygons)
        ball.to_mesh_clear()
        agent(stances={"stand": "0.01"})
        self.assertNotIn("covered", bake())
        self.assertGreater(count, 10)
        bpy.ops.object.text_add()
        bpy.ops.plumb.bake()
        self.assertIn("of 2 objects,", bpy.context.scene.plumb.baked)

    def test_selected_and_hidden(self):
        a, b = rectangle("a", (0, 0), (1, 1)), rectangle("b", (2, 0), (4, 1))
        hidden = rectangle("c", (5, 0), (9, 1))
        agent(stances={"stand": "1.8"})
        hidden.hide_set(True)
        self.assertEqual(bake()["stand"], 3)
        bpy.context.scene.plumb.source = "SELECTED"
        a.select_set(False)
        b.select_set(True)
        self.assertEqual(bake()["stand"], 2)
        self.assertTrue(b.select_get() and not a.select_get())
        lids = bpy.data.collections.new("lids")
        rectangle("lid", (0, 0), (3, 2), 5, lids)
        empty = bpy.data.objects.new("empty", None)
        empty.instance_type, empty.instance_collection = 'COLLECTION', lids
        bpy.context.scene.collection.objects.link(empty)
        self.assertEqual(bake()["stand"], 2)
        empty.select_set(True)
        self.assertEqual(bake()["stand"], 8)

    def test_presets(self):
        """Godot's agent has a radius of 1/2, and faces must look up. A field overrides it."""
        rectangle("floor", (0, 0), (4, 4))
        agent(stances={}, preset="godot")
        self.assertEqual(bake(), {"stand": 9, "too_close": 7, "traversable": 16})
        bpy.context.scene.plumb.radius = " 1 "
        self.assertEqual(bake(), {"stand": 4, "too_close": 12, "traversable": 16})

    def test_a_second_bake_replaces(self):
        floor = rectangle("floor", (0, 0), (4, 4))
        rectangle("lid", (0, 0), (1, 1), 0.5)
        agent(stances={"stand": "1.8"}, radius="0.25")
        first = bake()
        names, before = set(made_objects()), snapshot()[0]
        self.assertEqual(bake(), first)
        self.assertEqual((set(made_objects()), snapshot()[0]), (names, before))
        copy = made_objects()["Plumb stand"].copy()
        copy.data = copy.data.copy()
        copy.name = "mine"
        bpy.context.scene.collection.objects.link(copy)
        bpy.data.objects.remove(made_objects()["Plumb blocked"])  # as a user may
        floor.scale = (2, 1, 1)
        bpy.context.scene.plumb.radius = ""
        self.assertEqual(bake(), {"stand": 32, "blocked": 1, "traversable": 33})  # the copy is no part of the level
        self.assertEqual(set(made_objects()), {"Plumb stand", "Plumb blocked"})
        self.assertIn("mine", bpy.data.objects)
        for remove in (bpy.data.collections.remove, bpy.context.scene.collection.children.unlink):
            remove(bpy.context.scene.plumb.collection)
            self.assertEqual(bake()["stand"], 32)
            self.assertIn(made_objects()["Plumb stand"].users_collection[0], list(bpy.context.scene.collection.children))

    def test_overlapping_floors(self):
        """Three equal floors in one plane: two are covered, and their polygons, which have the same corners, make one in Blender."""
        for k in range(3):
            rectangle(f"floor {k}", (0, 0), (2, 2))
        agent(stances={"stand": "1.8"})
        self.assertEqual(bake(), {"stand": 4, "covered": 8, "traversable": 12})
        self.assertFalse(made_objects()["Plumb covered"].data.validate())

    def test_undo(self):
        rectangle("floor", (0, 0), (4, 4))
        agent(stances={"stand": "1.8"})
        bpy.ops.ed.undo_push(message="before")
        before = snapshot()
        bpy.ops.plumb.bake('EXEC_DEFAULT', True)
        self.assertNotEqual(snapshot(), before)
        bpy.ops.ed.undo()
        self.assertEqual(snapshot(), before)
        bpy.ops.ed.redo()
        self.assertEqual({line.name: line.exact for line in bpy.context.scene.plumb.areas}["stand"], "16")


def planes_on_points(size):
    group = bpy.data.node_groups.new("planes", 'GeometryNodeTree')
    group.inputs.new('NodeSocketGeometry', "Geometry")
    group.outputs.new('NodeSocketGeometry', "Geometry")
    given, out, grid, on_points, join = (group.nodes.new(kind) for kind in ('NodeGroupInput', 'NodeGroupOutput', 'GeometryNodeMeshGrid', 'GeometryNodeInstanceOnPoints',
                                                                           'GeometryNodeJoinGeometry'))
    for name, value in (("Size X", size), ("Size Y", size), ("Vertices X", 2), ("Vertices Y", 2)):
        grid.inputs[name].default_value = value
    for a, b in ((given.outputs[0], on_points.inputs["Points"]), (grid.outputs["Mesh"], on_points.inputs["Instance"]), (given.outputs[0], join.inputs[0]),
                 (on_points.outputs[0], join.inputs[0]), (join.outputs[0], out.inputs[0])):
        group.links.new(a, b)
    return group


def area_if_gentle(triangle):
    """The area in plan of a triangle of nine Fractions, if its slope is at most 45 degrees; else 0."""
    a, b, c = triangle[:3], triangle[3:6], triangle[6:]
    u, v = [q - p for p, q in zip(a, b)], [q - p for p, q in zip(a, c)]
    x, y, z = u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
    return abs(z) / 2 if x * x + y * y <= z * z else 0
