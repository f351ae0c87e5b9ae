// SPDX-License-Identifier: LGPL-3.0-or-later
// What the kernel may use of CGAL: compiles behind the gate.
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Polygon_2.h>
