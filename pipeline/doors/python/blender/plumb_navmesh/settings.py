# SPDX-License-Identifier: GPL-3.0-or-later
"""What the panel shows, kept in the scene: options, and the results of the last bake and audit. Numbers are text, because Blender's properties are binary32, where 0.4 is not
2/5."""
from bpy.props import CollectionProperty, EnumProperty, FloatProperty, PointerProperty, StringProperty
from bpy.types import Collection, Object, PropertyGroup

PRESETS = (("NONE", "None", "The defaults of plumb: a stance of 1.8, no step, slopes up to 45 degrees, no radius"), ("recast", "Recast", "The agent of RecastDemo"),
           ("godot", "Godot", "The agent of Godot 4"), ("unity", "Unity", "The agent Humanoid of Unity"), ("quake", "Quake", "The player of Quake, in its units"),
           ("doom", "Doom", "The player of Doom, in its units"))
SIDES = (("DEFAULT", "Default", "As the preset has it; both sides without a preset"), ("both", "Both", "Both sides of a polygon can be stood on"),
         ("up", "Front", "Only polygons whose front faces up can be stood on"))
SOLIDS = (("DEFAULT", "Default", "As the preset has it; surfaces only without a preset"), ("none", "Surfaces", "Meshes are surfaces; one can stand inside a closed one"),
          ("closed", "Closed", "Nobody stands inside closed meshes"))
BAD_FACES = (("error", "Refuse", "Stop, and name the first such polygon"), ("drop", "Leave out", "Bake without such polygons"))
SOURCES = (("SELECTED", "Selected", "Bake the selected objects, and all instances that they make"), ("VISIBLE", "Visible", "Bake all visible objects and instances"))
EMPTY = ". A decimal or a fraction, taken exactly. Empty: as the preset has it, or the default of plumb"


def number(name, description):
    return StringProperty(name=name, description=description + EMPTY)


class PLUMB_PG_stance(PropertyGroup):
    """A stance: `name`, which every PropertyGroup has, and its height."""
    height: StringProperty(name="Height", description="The headroom that the stance needs, in Blender's units: a decimal or a fraction, taken exactly", default="1.8")


class PLUMB_PG_figure(PropertyGroup):
    """A line of a result: `name`, the value, and for an area its fraction."""
    value: StringProperty(name="Value")
    exact: StringProperty(name="Exact value")


class PLUMB_PG_made(PropertyGroup):
    """An object that the last bake or audit has made. The next one removes it. Copies that the user has made of it are not in this list, and stay."""
    made: PointerProperty(type=Object)
    kind: StringProperty(name="Kind", description="bake or audit")


def is_mesh(_, thing):
    return thing.type == 'MESH'


class PLUMB_PG_settings(PropertyGroup):
    """Scene.plumb."""
    preset: EnumProperty(name="Preset", description="The agent that a known tool or game has by default; fields that are not empty override it", items=PRESETS, default="NONE")
    stances: CollectionProperty(type=PLUMB_PG_stance)
    radius: number("Radius", "How far the agent keeps from borders of the floor")
    step: number("Step", "The height that the agent steps over. Blender's coordinates are binary32, where 0.4 is a little more than 2/5: for kerbs of 0.4 give 0.401")
    slope: number("Slope", "The steepest ground to stand on, in degrees")
    weld: number("Weld", "The widest gap, in plan, that the agent strides over")
    sides: EnumProperty(name="Sides", items=SIDES, default="DEFAULT")
    solids: EnumProperty(name="Solids", items=SOLIDS, default="DEFAULT")
    bad_faces: EnumProperty(name="Crossing", description="What to do with flat polygons that cross themselves", items=BAD_FACES, default="error")
    source: EnumProperty(name="Objects", description="What is baked", items=SOURCES, default="VISIBLE")
    lift: FloatProperty(name="Lift", description="How far results lie above the floor, by their objects' locations, to be seen", default=0.05, precision=3)

    navmesh: PointerProperty(name="Navmesh", description="The navmesh to audit. Empty: the active object", type=Object, poll=is_mesh)
    stance: StringProperty(name="Stance", description="The stance whose floor the navmesh ought to be. Empty: the lowest")
    cell_size: StringProperty(name="Cell size", description="The width of the other baker's cells, by which causes are found. Empty: not known")
    cell_height: StringProperty(name="Cell height", description="The height of the other baker's cells. Empty: not known")
    climb: StringProperty(name="Climb", description="The climb of the other baker. Empty: not known")

    collection: PointerProperty(type=Collection)
    made: CollectionProperty(type=PLUMB_PG_made)
    baked: StringProperty(name="Baked", description="What the last bake was of")
    areas: CollectionProperty(type=PLUMB_PG_figure)
    audited: StringProperty(name="Audited", description="What the last audit was of")
    figures: CollectionProperty(type=PLUMB_PG_figure)


CLASSES = (PLUMB_PG_stance, PLUMB_PG_figure, PLUMB_PG_made, PLUMB_PG_settings)
