# SPDX-License-Identifier: GPL-3.0-or-later
"""Audits of navmeshes that lack floor and have too much, by areas that are derived by hand."""
import bpy
import numpy as np
from blender_levels import Case, add, agent, bake, covered, figures, in_excess, made_objects, parts, plan_area, rectangle, selected_faces, snapshot
from mathutils import Matrix


def grid_navmesh(without, last_column=8.5):
    """Polygons of 2 by 2 over a floor of 8 by 8, without some of them; the last column reaches to x = last_column."""
    xs = [0, 2, 4, 6, last_column]
    points = [(xs[i], 2 * k, 0) for k in range(5) for i in range(5)]
    cells = [(i, k) for k in range(4) for i in range(4) if (i, k) not in without]
    return add("navmesh", points, [(i + 5 * k, i + 1 + 5 * k, i + 6 + 5 * k, i + 5 + 5 * k) for i, k in cells]), cells


class Audits(Case):
    def setUp(self):
        super().setUp()
        rectangle("floor", (0, 0), (8, 8))
        agent(stances={"stand": "1.8"})

    def audit(self, navmesh):
        bpy.context.view_layer.objects.active = navmesh
        self.assertEqual(bpy.ops.plumb.audit(), {'FINISHED'})

    def test_hole_and_excess(self):
        """A hole of 4, and a last column that is 1/2 too wide: 4 polygons of 5 with 1 in excess each."""
        navmesh, cells = grid_navmesh({(1, 1)})
        navmesh.data.polygons.foreach_set("select", [True] * 15)
        self.audit(navmesh)
        self.assertEqual(covered(), ("93.7500%", "60 of 64"))
        self.assertEqual(in_excess(), ("6.2500%", "4 of 64"))
        self.assertEqual(parts(), ["0 of 1"] * 4)
        self.assertEqual((figures()["missing: unexplained"], figures()["excess: nothing"]), ("4", "4"))
        made = made_objects()
        self.assertEqual(set(made), {"Plumb missing", "Plumb excess"})
        for name, kind, cause, low, high in (("Plumb missing", "missing", "unexplained", (2, 2), (4, 4)), ("Plumb excess", "excess", "nothing", (8, 0), (8.5, 8))):
            self.assertEqual((plan_area(made[name]), made[name].location.z), (4, 2 * bpy.context.scene.plumb.lift))
            points = np.array([v.co for v in made[name].data.vertices])
            self.assertEqual((tuple(points.min(axis=0)[:2]), tuple(points.max(axis=0)[:2])), (low, high))
            self.assertEqual((made[name]["verdict"], dict(made[name]["causes"]), made[name]["area_exact"]), (kind, {cause: 4.0}, "4"))
            self.assertEqual({entry.value for entry in made[name].data.attributes["cause"].data}, {0})
            self.assertEqual({entry.value for entry in made[name].data.attributes["below_grid"].data}, {False})
            self.assertEqual([slot.name for slot in made[name].data.materials], [f"Plumb {kind} {cause}"])
        wanted = [number for number, (i, _) in enumerate(cells) if i == 3]
        self.assertEqual(selected_faces(navmesh), wanted)
        self.assertEqual({tuple(v.co)[0] for v in navmesh.data.vertices if v.select}, {6, 8.5})
        self.assertEqual(sum(edge.select for edge in navmesh.data.edges), 13)

    def test_selection_in_edit_mode(self):
        """Eight polygons around the one that is on the floor: all its points are selected, it is not, in edit mode neither."""
        bpy.data.objects["floor"].data.transform(Matrix.Diagonal((0.25, 0.25, 1, 1)))  # 2 by 2
        bpy.data.objects["floor"].location = (2, 2, 0)
        points = [(2 * x, 2 * y, 0) for y in range(4) for x in range(4)]
        navmesh = add("navmesh", points, [(4 * y + x, 4 * y + x + 1, 4 * y + x + 5, 4 * y + x + 4) for y in range(3) for x in range(3)])
        self.audit(navmesh)
        self.assertEqual(in_excess(), ("88.8889%", "32 of 36"))
        for mode in ('EDIT', 'OBJECT'):
            bpy.ops.object.mode_set(mode=mode)
        self.assertEqual(selected_faces(navmesh), [0, 1, 2, 3, 5, 6, 7, 8])

    def test_bent_polygon(self):
        """The floor ends at 8. A bent polygon reaches to 10, and its triangles in plumb and in Blender have different heights there; another polygon has no excess."""
        navmesh = add("navmesh", [(6, 0, 0), (10, 0, 0), (10, 4, 1), (6, 4, 0), (0, 0, 0), (2, 0, 0), (2, 2, 0)], [(4, 5, 6), (0, 1, 2, 3)])
        self.audit(navmesh)
        self.assertEqual(selected_faces(navmesh), [1])

    def test_rounding(self):
        """The same mesh at the same place, rounded to binary32: what that adds is in excess, but below the grid, and not selected."""
        for name in ("floor", "navmesh"):
            made = bpy.data.objects.get(name) or add("navmesh", [v.co for v in bpy.data.objects["floor"].data.vertices], [(0, 1, 2, 3)])
            made.scale = (1.1, 1.3, 1)
            made.location = (100.7, -33.1, 0)
        self.audit(bpy.data.objects["navmesh"])
        self.assertEqual(selected_faces(bpy.data.objects["navmesh"]), [])
        excess = made_objects()["Plumb excess"]
        self.assertEqual(list(excess["causes"]), ["grid"])
        self.assertEqual({entry.value for entry in excess.data.attributes["below_grid"].data}, {True})

    def test_causes_by_cells(self):
        """With cells of 0.3 the strip of 1/2 is explained by their width. The hole is too, except where it is farther than that from the border, which it is: it begins at 2."""
        navmesh, _ = grid_navmesh({(1, 1)})
        agent(stances={}, cell_size="0.3", cell_height="0.2")
        self.audit(navmesh)
        self.assertEqual({name: value for name, value in figures().items() if ":" in name}, {"missing: unexplained": "4", "excess: border": "4"})

    def test_moved_and_mirrored(self):
        """The object mirrors and moves the mesh, so that its place is the same: x becomes 8 - x, and what is too wide reaches to -1/2."""
        navmesh, cells = grid_navmesh({(0, 0)})
        navmesh.matrix_world = Matrix.Translation((8, 0, 0)) @ Matrix.Diagonal((-1, 1, 1, 1))
        bpy.context.scene.plumb.navmesh = navmesh
        bpy.context.view_layer.objects.active = bpy.data.objects["floor"]
        self.assertEqual(bpy.ops.plumb.audit(), {'FINISHED'})
        self.assertEqual(covered(), ("93.7500%", "60 of 64"))
        self.assertEqual(selected_faces(navmesh), [number for number, (i, _) in enumerate(cells) if i == 3])
        points = np.array([v.co for v in made_objects()["Plumb missing"].data.vertices])
        self.assertEqual((tuple(points.min(axis=0)[:2]), tuple(points.max(axis=0)[:2])), ((6, 0), (8, 2)))

    def test_storeys(self):
        """Of two polygons over one another only the one with excess is selected: the upper floor is 1 narrower than its polygon."""
        rectangle("upper floor", (0, 0), (7, 8), 3)
        navmesh = add("navmesh", [(x, y, z) for z in (0, 3) for x, y in ((0, 0), (8, 0), (8, 8), (0, 8))], [(0, 1, 2, 3), (4, 5, 6, 7)])
        self.audit(navmesh)
        self.assertEqual(in_excess(), ("6.2500%", "8 of 128"))
        self.assertEqual(selected_faces(navmesh), [1])

    def test_components(self):
        """The floor in two parts without an edge in common, split; a second floor that the navmesh lacks, lost; a polygon far from every floor, spurious."""
        rectangle("island", (20, 0), (21, 1))
        points = [(0, 0, 0), (4, 0, 0), (4, 8, 0), (0, 8, 0), (4, 0, 0), (8, 0, 0), (8, 8, 0), (4, 8, 0), (30, 0, 0), (31, 0, 0), (31, 1, 0), (30, 1, 0)]
        navmesh = add("navmesh", [(x + (4 <= k < 8) / 4, y, z) for k, (x, y, z) in enumerate(points)], [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11)])
        self.audit(navmesh)
        self.assertEqual(parts(), ["1 of 2", "1 of 3", "1 of 2", "0 of 3"])
        self.assertEqual(covered(), ("95.3846%", "62 of 65"))
        self.assertEqual(selected_faces(navmesh), [1, 2])

    def test_stance(self):
        """Below a lid at 3/2 only the crouched stance fits, so a navmesh of the whole floor has 1 in excess for the other."""
        rectangle("lid", (0, 0), (1, 1), 1.5)
        agent(stances={"crouch": "1.1"})
        navmesh = rectangle("navmesh", (0, 0), (8, 8))
        self.audit(navmesh)
        self.assertEqual(in_excess(), ("0.0000%", "0 of 64"))
        self.assertEqual(selected_faces(navmesh), [])
        bpy.context.scene.plumb.stance = "stand"
        self.audit(navmesh)
        self.assertEqual(in_excess(), ("1.5625%", "1 of 64"))
        self.assertEqual(dict(made_objects()["Plumb excess"]["causes"]), {"blocked": 1.0})
        self.assertEqual(selected_faces(navmesh), [0])

    def test_plumbs_own(self):
        """The floor that a bake has shown covers all. It is lifted a little, and nothing of it is part of the level; an audit leaves the bake's objects."""
        self.assertEqual(bake()["stand"], 64)
        own = made_objects()["Plumb stand"]
        self.audit(own)
        self.assertEqual((covered(), in_excess()), (("100.0000%", "64 of 64"), ("0.0000%", "0 of 64")))
        self.assertEqual(set(made_objects()), {"Plumb stand"})

    def test_an_audit_replaces(self):
        navmesh, _ = grid_navmesh({(1, 1)})
        bpy.ops.plumb.bake()
        self.audit(navmesh)
        before = snapshot()
        self.audit(navmesh)
        self.assertEqual(snapshot()[0], before[0])
        self.assertEqual({entry.kind for entry in bpy.context.scene.plumb.made}, {"bake", "audit"})

    def test_undo(self):
        navmesh, _ = grid_navmesh({(1, 1)})
        bpy.context.view_layer.objects.active = navmesh
        navmesh.data.polygons[0].select = True
        bpy.ops.ed.undo_push(message="before")
        before = snapshot()
        bpy.ops.plumb.audit('EXEC_DEFAULT', True)
        self.assertEqual(set(made_objects()), {"Plumb missing", "Plumb excess"})
        self.assertNotEqual(selected_faces(bpy.data.objects["navmesh"]), before[6][-1])
        bpy.ops.ed.undo()
        self.assertEqual(snapshot(), before)

    def test_modifiers(self):
        """A modifier that changes the number of polygons is audited, and nothing is selected, since the mesh has no such polygons."""
        navmesh = rectangle("navmesh", (0, 0), (5, 8))
        navmesh.modifiers.new("array", 'ARRAY').count = 2
        self.audit(navmesh)
        self.assertEqual(in_excess(), ("20.0000%", "16 of 80"))
        self.assertEqual(selected_faces(navmesh), [])
