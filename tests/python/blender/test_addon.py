# SPDX-License-Identifier: GPL-3.0-or-later
"""What is refused and how, what the panel shows, and that the add-on comes and goes."""
import pathlib
import sys
import types

import bpy
import numpy as np
import plumb
import plumb_navmesh
from blender_levels import Case, add, agent, bake, box, rectangle
from plumb_navmesh import compute, job, level, panel, problems


class Errors(Case):
    def test_nothing_to_bake(self):
        self.refused(bpy.ops.plumb.bake, "No visible object has a face")
        bpy.context.scene.plumb.source = "SELECTED"
        self.refused(bpy.ops.plumb.bake, "Nothing is selected")
        empty = add("points", [(0, 0, 0), (1, 0, 0)], [])
        empty.select_set(True)
        self.refused(bpy.ops.plumb.bake, "No selected object has a face")

    def test_options(self):
        rectangle("floor", (0, 0), (4, 4))
        bake()
        for field, value, said in (("step", "nonsense", "'nonsense' is not a number"), ("radius", "0,3", "'0,3' is not a number"), ("slope", "90", "slope"), ("weld", "-1", "weld"),
                                   ("step", "2", "not below the lowest stance")):
            setattr(bpy.context.scene.plumb, field, value)
            self.refused(bpy.ops.plumb.bake, said)
            setattr(bpy.context.scene.plumb, field, "")
        agent(stances={"a": "high"})
        self.refused(bpy.ops.plumb.bake, "'high' is not a number")
        agent(stances={"a": "1"})
        self.refused(bpy.ops.plumb.bake, "Two stances are called 'a'")
        for index in (1, 0):
            bpy.ops.plumb.stance_remove(index=index)
        self.refused(lambda: bpy.ops.plumb.stance_remove(index=5), "no stance of number 5")
        agent(stances={"two words": "1"})
        self.refused(bpy.ops.plumb.bake, "two words")

    def test_polygons_are_named(self):
        """A flat polygon that crosses itself is refused by the name of its object and its number there, and may be left out. A bent one before it, which becomes two triangles of 2
        each in plan, does not change its number."""
        rectangle("floor", (0, 0), (4, 4))
        add("bow", [(0, 0, 1), (2, 0, 1), (2, 2, 1.5), (0, 2, 1), (8, 0, 1), (8, 4, 1), (12, 0, 1), (12, 4, 1)], [(0, 1, 2, 3), (4, 7, 6, 5)])
        agent(stances={"stand": "0.5"})
        self.refused(bpy.ops.plumb.bake, "polygon 1 of object 'bow'", "crosses itself")
        bpy.context.scene.plumb.bad_faces = "drop"
        self.assertEqual(bake()["stand"], 20)

    def test_not_finite(self):
        rectangle("floor", (0, 0), (4, 4)).data.vertices[2].co.x = float("nan")
        self.refused(bpy.ops.plumb.bake, "'floor' has a coordinate that is not finite")

    def test_audit(self):
        self.refused(bpy.ops.plumb.audit, "There is no navmesh")
        navmesh = rectangle("navmesh", (0, 0), (4, 4))
        bpy.context.scene.plumb.navmesh = navmesh
        self.refused(bpy.ops.plumb.audit, "No visible object has a face")
        rectangle("floor", (0, 0), (4, 4))
        for fields, said in (({"cell_size": "0.3"}, "given together"), ({"stance": "nobody"}, "nobody"), ({"climb": "x"}, "'x' is not a number")):
            for name, value in fields.items():
                setattr(bpy.context.scene.plumb, name, value)
            self.refused(bpy.ops.plumb.audit, said)
            for name in fields:
                setattr(bpy.context.scene.plumb, name, "")
        bpy.context.scene.plumb.navmesh = add("points", [(0, 0, 0)], [])
        self.refused(bpy.ops.plumb.audit, "'points' has no polygon")

    def test_edit_mode(self):
        bpy.context.view_layer.objects.active = rectangle("floor", (0, 0), (4, 4))
        bpy.ops.object.mode_set(mode='EDIT')
        with self.assertRaises(RuntimeError) as caught:
            bpy.ops.plumb.bake()
        bpy.ops.object.mode_set(mode='OBJECT')
        self.assertIn("Leave edit mode first", str(caught.exception))

    def test_missing_module(self):
        rectangle("floor", (0, 0), (4, 4))
        kept = sys.modules["plumb"]
        sys.modules["plumb"] = None  # which makes its import fail
        problems.find_plumb.cache_clear()
        try:
            for call in (bpy.ops.plumb.bake, bpy.ops.plumb.audit):
                self.refused(call, "python3-plumb", "--python-use-system-env")
            self.assertIn("python3-plumb", " ".join(drawn(panel.PLUMB_PT_bake)))
            self.assertFalse(panel.PLUMB_PT_audit.poll(bpy.context))
        finally:
            sys.modules["plumb"] = kept
            problems.find_plumb.cache_clear()
        self.assertTrue(panel.PLUMB_PT_audit.poll(bpy.context))


class Layout:
    """Notes what a panel draws."""

    def __init__(self, lines):
        self.lines = lines

    def row(self, **_):
        return self

    column = split = box = row

    def label(self, text):
        self.lines.append(text)

    def prop(self, settings, name, **_):
        self.lines.append(f"{name} {getattr(settings, name)}")

    def prop_search(self, settings, name, others, items):
        self.prop(settings, name)
        self.lines.append(f"{len(getattr(others, items))} choices")

    def operator(self, name, **_):
        self.lines.append(name)
        return types.SimpleNamespace()


def drawn(kind):
    lines = []
    kind.draw(types.SimpleNamespace(layout=Layout(lines)), bpy.context)
    return lines


class Panels(Case):
    def test_lines(self):
        rectangle("floor", (0, 0), (4, 4))
        bpy.context.view_layer.objects.active = rectangle("navmesh", (0, 0), (4, 3))
        bpy.context.scene.plumb.source = "SELECTED"
        bpy.data.objects["floor"].select_set(True)
        for _ in range(3):
            bpy.ops.plumb.stance_add()
        bpy.context.scene.plumb.radius = "1/3"
        bpy.ops.plumb.bake()
        lines = drawn(panel.PLUMB_PT_bake)
        for line in ("name stand", "height 1.8", "name crawl", "height 0.5", "radius 1/3", "plumb.bake", "stand", "11.1111 = 100/9", "4.88889 = 44/9", "16"):
            self.assertIn(line, lines)
        self.assertNotIn("covered", lines)
        bpy.context.scene.plumb.radius = ""
        bpy.ops.plumb.audit()
        lines = drawn(panel.PLUMB_PT_audit)
        for line in ("plumb.audit", "3 choices", "75.0000%", "12 of 16", "parts lost", "0 of 1"):
            self.assertIn(line, lines)


class Installed(Case):
    def test_registered_twice(self):
        for _ in range(2):
            bpy.ops.preferences.addon_disable(module="plumb_navmesh")
            self.assertFalse(hasattr(bpy.types.Scene, "plumb") or hasattr(bpy.types, "PLUMB_PT_bake"))
            bpy.ops.preferences.addon_enable(module="plumb_navmesh")
            self.assertTrue(hasattr(bpy.types.Scene, "plumb") and hasattr(bpy.types, "PLUMB_PT_bake"))
        rectangle("floor", (0, 0), (4, 4))
        self.assertEqual(bake(), {"stand": 16, "traversable": 16})
        self.assertEqual(plumb_navmesh.bl_info["name"], "Plumb navmesh")

    def test_a_job_is_cancelled(self):
        """As the button's modal operator does on Esc. A grid of 1600 boxes takes a while."""
        for k in range(1600):
            box("crate", (k % 40, k // 40, 0), (k % 40 + 0.5, k // 40 + 0.5, 1))
        gathered = level.gather(bpy.context, "VISIBLE")
        self.assertEqual(str(gathered), "9600 faces of 1600 objects")
        bakes = job.Job(lambda progress: compute.bake_level(gathered, {"step": "0.5", "weld": "0.5", "threads": 1}, progress))
        while not bakes.share and not bakes.done():
            pass
        bakes.cancel()
        with self.assertRaises(plumb.Cancelled):
            bakes.result()
        self.assertNotEqual(bakes.stage, "")
        ended = job.Job(lambda progress: progress(0.5, "half") and 7)
        self.assertEqual((ended.result(), ended.share, ended.stage, ended.done()), (7, 0.5, "half", True))

    def test_rings_are_joined(self):
        """Equal points become one, also where only rounding makes them equal; the ring of which two points are left is left out."""
        rings = (((0, 0, 0), (1, 0, 0), (1, 1, 0)), ((1, 0, 0), (1 + 2**-40, 0, 0), (1, 1, 0)), ((1, 0, 0), (2, 0, 0), (2, 2**-60, 0), (1, 1, 0)))
        points, polygons, kept = compute.joined_rings([np.array(ring, float) for ring in rings])
        self.assertEqual((points.tolist(), kept), ([[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 0, 0], [2, 2**-60, 0]], [0, 2]))
        self.assertEqual(polygons, [[0, 1, 2], [1, 3, 4, 2]])
        self.assertEqual(compute.joined_rings([])[1:], ([], []))

    def test_sources(self):
        """As they were installed: they begin with the licence and have no long line."""
        sources = list(pathlib.Path(plumb_navmesh.__file__).parent.glob("*.py"))
        self.assertGreater(len(sources), 10)
        for source in sources:
            lines = source.read_text().splitlines()
            self.assertEqual(lines[0], "# SPDX-License-Identifier: GPL-3.0-or-later", source.name)
            self.assertLessEqual(max(map(len, lines)), 180, source.name)
