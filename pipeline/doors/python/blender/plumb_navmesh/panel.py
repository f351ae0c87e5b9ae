# SPDX-License-Identifier: GPL-3.0-or-later
"""The tab "Plumb" of the 3D viewport's sidebar."""
from bpy.types import Panel

from .problems import INSTALL, find_plumb

LONGEST = 24  # characters of a fraction that the panel shows; an object's property area_exact has all


class InSidebar:
    bl_space_type = 'VIEW_3D'
    bl_region_type = 'UI'
    bl_category = "Plumb"


class PLUMB_PT_bake(InSidebar, Panel):
    bl_label = "Where an Agent Can Stand"

    def draw(self, context):
        layout, settings = self.layout, context.scene.plumb
        if find_plumb() is None:
            draw_lines(layout, INSTALL)
            return
        layout.use_property_split, layout.use_property_decorate = True, False
        layout.prop(settings, "preset")
        draw_stances(layout, settings)
        for name in ("radius", "step", "slope", "weld", "sides", "solids", "bad_faces"):
            layout.prop(settings, name)
        layout.label(text="Empty fields: " + ("plumb's defaults" if settings.preset == "NONE" else f"as {settings.preset} has them"))
        layout.prop(settings, "source")
        layout.prop(settings, "lift")
        layout.operator("plumb.bake")
        if settings.baked:
            box = layout.box().column(align=True)
            box.label(text=settings.baked)
            for line in settings.areas:
                exact = line.exact if len(line.exact) <= LONGEST else ""
                draw_figure(box, line.name, f"{line.value} = {exact}" if exact and exact != line.value else line.value)


class PLUMB_PT_audit(InSidebar, Panel):
    bl_label = "Audit a Navmesh"

    @classmethod
    def poll(cls, _):
        return find_plumb() is not None

    def draw(self, context):
        layout, settings = self.layout, context.scene.plumb
        layout.use_property_split, layout.use_property_decorate = True, False
        layout.prop(settings, "navmesh")
        layout.prop_search(settings, "stance", settings, "stances")
        for name in ("cell_size", "cell_height", "climb"):
            layout.prop(settings, name)
        layout.operator("plumb.audit")
        if settings.audited:
            box = layout.box().column(align=True)
            box.label(text=settings.audited)
            for line in settings.figures:
                draw_figure(box, line.name, line.value)


def draw_stances(layout, settings):
    column = layout.column(align=True)
    column.use_property_split = False
    for index, stance in enumerate(settings.stances):
        row = column.row(align=True)
        row.prop(stance, "name", text="")
        row.prop(stance, "height", text="")
        row.operator("plumb.stance_remove", text="", icon='REMOVE').index = index
    column.operator("plumb.stance_add", icon='ADD')


def draw_figure(layout, name, value):
    row = layout.split(factor=0.45)
    row.label(text=name)
    row.label(text=value)


def draw_lines(layout, lines):
    column = layout.column(align=True)
    for line in lines:
        column.label(text=line)


CLASSES = (PLUMB_PT_bake, PLUMB_PT_audit)
