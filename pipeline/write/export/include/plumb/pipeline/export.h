// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

#include "plumb/pipeline/conforming_mesh.h"
#include "plumb/pipeline/derived_mesh.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/link_cells.h"
#include "plumb/pipeline/progress.h"
#include "plumb/pipeline/storeys.h"

// The writers. Each gives the same bytes for the same bake, whatever the number of threads, and leaves closing and
// naming the file to the caller. Detour's format has a header of its own, export_detour.h.
namespace plumb::pipeline {

/// Wavefront OBJ: one group and material per verdict with a face for each polygon, counter-clockwise seen from above;
/// then, as lines, groups border.STANCE for each stance, portal.flush, portal.step, portal.weld (on both cells and
/// across) and wall.edge. Input frame. Coordinates are doubles next to the exact ones that round to the binary32 in
/// which the polygons conform, and the file says so. `mtl_name` is what mtllib names.
/// With links, the polygons are those of links->mesh, and those of links are in groups link.step.STANCE and
/// link.weld.STANCE.
void export_obj(Output& file, const std::string& mtl_name, DerivedMesh& mesh, const ConformingMesh& polygons,
                Progress& progress, const LinkCells* links = nullptr);
/// The materials of export_obj; with_links: of links, too.
void export_mtl(Output& file, const NavMesh& mesh, bool with_links = false);

/// Binary glTF 2.0: a node and mesh for each verdict, coloured at its vertices, unlit and double-sided; then the lines,
/// in nodes named as the groups of export_obj and lifted by a fiftieth of the lowest stance, so that floors do not hide
/// them. y up, as glTF demands, whatever --up was. Coordinates are the nearest binary32, as seen from triangles.origin,
/// where all nodes are. Requires triangles. Links as in export_obj.
void export_glb(Output& file, DerivedMesh& mesh, const ConformingMesh& triangles, Progress& progress,
                const LinkCells* links = nullptr);

/// From where binary32 best sees a navmesh: on each axis the multiple of a power of two next to the middle of its box.
/// The power is that above the box's greatest side. All 0 where the origin is within four times that, z up.
std::array<double, 3> glb_origin(DerivedMesh& derived);
/// The same of what lies in a box, by its lowest and its highest corner.
std::array<double, 3> glb_origin(const std::array<double, 3>& low, const std::array<double, 3>& high);

/// A plan, coloured by verdict, as SVG, with borders, portals and walls: one panel for each storey (split_storeys.h
/// finds them), with areas and a scale. Coordinates are rounded to a tenth of a pixel, and the file says so.
/// The route is drawn over it.
void export_svg(Output& file, DerivedMesh& mesh, const std::vector<Storey>& storeys, Progress& progress,
                const RouteDrawing& route = {});

}  // namespace plumb::pipeline
