// SPDX-License-Identifier: GPL-3.0-or-later
// CGAL's constrained Delaunay triangulation over exact numbers. It is slow to compile: few sources include it.
#pragma once
#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Triangulation_face_base_with_info_2.h>
#include <CGAL/Triangulation_vertex_base_with_info_2.h>

#include "plumb/kernel/cgal.h"
#include "plumb/pipeline/plan_map.h"

namespace plumb::pipeline::delaunay {

using kernel::CgalKernel;
using Point = CgalKernel::Point_2;
using Vertices = CGAL::Triangulation_vertex_base_with_info_2<std::uint32_t, CgalKernel>;
using Faces =
    CGAL::Constrained_triangulation_face_base_2<CgalKernel,
                                                CGAL::Triangulation_face_base_with_info_2<std::uint32_t, CgalKernel>>;
/// A vertex's info: its point's number, unknown where constraints cross. A face's: its region, later its number.
using Triangulation =
    CGAL::Constrained_Delaunay_triangulation_2<CgalKernel, CGAL::Triangulation_data_structure_2<Vertices, Faces>,
                                               CGAL::Exact_intersections_tag>;

inline Point to_point(const kernel::PlanPoint& p) { return {kernel::to_cgal(p[0]), kernel::to_cgal(p[1])}; }

}  // namespace plumb::pipeline::delaunay
