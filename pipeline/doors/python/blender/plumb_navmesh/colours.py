# SPDX-License-Identifier: GPL-3.0-or-later
"""Materials, in the colours that plumb's drawings have."""
import bpy

VERDICTS = {"blocked": "d64a45", "covered": "9da3a8", "inside": "9a765a", "too_close": "b97fb5"}
LOWEST, MIDDLE, HIGHEST = "f08c2e", "f5d04c", "66b05a"
MISSING = {"grid": "d9d2c4", "height_drift": "f08a9b", "region": "c78cd6", "height": "e07b39", "eroded": "e8a85c", "filter": "b58a3c", "border": "f2c14e", "empty": "a8323e",
           "unexplained": "d62828"}
EXCESS = {"grid": "c4ced9", "height_drift": "d16b9f", "border": "a9c8e8", "inside": "6b4f9e", "blocked": "275dad", "too_close": "4f9fc9", "climb": "38b0a8", "steep": "1f7a8c",
          "turned_away": "5a8d8a", "left_out": "8678b8", "nothing": "1b1b3a"}
OPAQUE = 0.75


def rgb(text):
    return [int(text[k:k + 2], 16) / 255 for k in (0, 2, 4)]


def of_verdict(verdict, stances):
    """Stances run from orange over yellow to green; the highest is green, also if it is the only one."""
    if verdict in VERDICTS:
        return rgb(VERDICTS[verdict])
    at = 2.0 if len(stances) < 2 else 2 * stances.index(verdict) / (len(stances) - 1)
    low, high = (LOWEST, MIDDLE) if at < 1 else (MIDDLE, HIGHEST)
    return [a + (at - (at >= 1)) * (b - a) for a, b in zip(rgb(low), rgb(high))]


def linear(value):
    """A channel of sRGB as Blender computes with it."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def material(name, colour):
    """The material of that name with this colour, slightly transparent, in the solid view and in renders."""
    made = bpy.data.materials.get(name) or bpy.data.materials.new(name)
    colour = (*map(linear, colour), OPAQUE)
    made.diffuse_color = colour
    made.use_nodes = True
    made.blend_method = 'BLEND'
    shader = next(node for node in made.node_tree.nodes if node.type == 'BSDF_PRINCIPLED')
    shader.inputs["Base Color"].default_value = (*colour[:3], 1)
    shader.inputs["Alpha"].default_value = OPAQUE
    shader.inputs["Roughness"].default_value = 1
    return made
