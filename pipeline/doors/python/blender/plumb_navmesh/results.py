# SPDX-License-Identifier: GPL-3.0-or-later
"""The objects that a bake and an audit leave in the collection "Plumb", and the figures in the panel."""
import bpy

from . import colours
from .compute import joined_rings
from .level import MADE

ALWAYS = ("traversable", "blocked")


def show_bake(scene, baked, level):
    """An object for each verdict that has any floor, in place of those of the last bake."""
    settings = scene.plumb
    remove_made(settings, "bake")
    for verdict, (points, polygons) in baked.polygons.items():
        slots = [colours.material(f"Plumb {verdict}", colours.of_verdict(verdict, baked.stances))]
        made = add_object(scene, "bake", f"Plumb {verdict}", points, polygons, slots, settings.lift)
        made.data.validate()  # leaves out polygons with the same corners as another one, which covered floor has
        made["verdict"] = verdict
        set_area(made, baked.areas[verdict])
    settings.baked = f"{level}, {baked.seconds:.2f} s"
    settings.areas.clear()
    for verdict, area in sorted(baked.areas.items(), key=lambda item: item[0] == "traversable"):
        if area.approx or verdict in baked.stances or verdict in ALWAYS:
            add_figure(settings.areas, verdict, area)


def show_audit(scene, audited, navmesh):
    """An object for the missing floor and one for the excess, in place of those of the last audit."""
    settings, audit = scene.plumb, audited.audit
    remove_made(settings, "audit")
    causes = {kind: {cause: area.approx for cause, area in found.items()} for kind, found in audit.causes.items()}
    show_regions(scene, "missing", audited.missing, audit.missing, causes["missing"], colours.MISSING)
    show_regions(scene, "excess", audited.excess, audit.excess_area, causes["excess"], colours.EXCESS)
    settings.audited = f"{navmesh.name}, {audited.stance}, {audited.seconds:.2f} s"
    settings.figures.clear()
    for name, value in audit_figures(audit, causes):
        line = settings.figures.add()
        line.name, line.value = name, value


def audit_figures(audit, causes):
    """The lines of the panel, short enough for its usual width."""
    yield "covered", f"{audit.coverage:.4%}"
    yield "covered area", f"{audit.covered.approx:.6g} of {audit.truth.approx:.6g}"
    yield "in excess", f"{audit.excess:.4%}"
    yield "excess area", f"{audit.excess_area.approx:.6g} of {audit.found.approx:.6g}"
    counts = audit.components
    for name, whole in (("lost", counts.truth), ("spurious", counts.found), ("split", counts.truth), ("merged", counts.found)):
        yield f"parts {name}", f"{getattr(counts, name)} of {whole}"
    for kind in causes:
        for cause, area in causes[kind].items():
            yield f"{kind}: {cause}", f"{area:.6g}"


def show_regions(scene, kind, regions, area, causes, palette):
    """The pieces of missing floor or of excess. A piece's material says its cause; so does the face attribute `cause`, the number of the material's slot. The face attribute
    `below_grid` says whether rounding may have made it."""
    points, polygons, kept = joined_rings([region.ring for region in regions])
    if not polygons:
        return
    slots = [colours.material(f"Plumb {kind} {cause}", colours.rgb(palette.get(cause, "808080"))) for cause in causes]
    made = add_object(scene, "audit", f"Plumb {kind}", points, polygons, slots, 2 * scene.plumb.lift)
    numbers = [list(causes).index(regions[k].cause) for k in kept]
    made.data.polygons.foreach_set("material_index", numbers)
    made.data.attributes.new("cause", 'INT', 'FACE').data.foreach_set("value", numbers)
    made.data.attributes.new("below_grid", 'BOOLEAN', 'FACE').data.foreach_set("value", [regions[k].below_grid for k in kept])
    made.data.validate()
    made["verdict"] = kind
    made["causes"] = causes
    set_area(made, area)


def add_object(scene, kind, name, points, polygons, slots, lift):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points.tolist(), [], polygons)
    for slot in slots:
        mesh.materials.append(slot)
    made = bpy.data.objects.new(name, mesh)
    made[MADE] = kind
    made.location.z = lift
    collection_of(scene).objects.link(made)
    entry = scene.plumb.made.add()
    entry.made, entry.kind = made, kind
    return made


def collection_of(scene):
    """The collection of results, made where there is none or where it is no longer in the scene."""
    settings = scene.plumb
    if settings.collection is None or settings.collection not in scene.collection.children_recursive:
        settings.collection = bpy.data.collections.new("Plumb")
        scene.collection.children.link(settings.collection)
    return settings.collection


def remove_made(settings, kind):
    """Removes what the last bake or audit has made, but not the copies that the user has made of it."""
    for k in reversed(range(len(settings.made))):
        entry = settings.made[k]
        if entry.kind != kind:
            continue
        made = entry.made
        settings.made.remove(k)
        if made is None:
            continue
        mesh = made.data
        bpy.data.objects.remove(made)
        if mesh.users == 0:
            bpy.data.meshes.remove(mesh)


def set_area(made, area):
    """Custom properties. The fraction is text, since Blender's numbers are doubles at most; it is empty where plumb's report leaves it out."""
    made["area"] = area.approx
    made["area_exact"] = "" if area.exact is None else str(area.exact)


def add_figure(figures, name, area):
    line = figures.add()
    line.name, line.value, line.exact = name, f"{area.approx:.6g}", "" if area.exact is None else str(area.exact)
