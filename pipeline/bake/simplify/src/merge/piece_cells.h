// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>

#include "merge/piece_cover.h"
#include "merge/plan_pieces.h"
#include "plumb/pipeline/triangle_nav_mesh.h"

namespace plumb::pipeline {

/// Makes cells of pieces that cover a floor, or a part of it: each gets what of the floor lies under it. Cells are
/// numbered by the lowest triangle under them, then as the pieces are.
///
/// `plan`: the points that the pieces' corners are, whose heights do not count; empty: the floor's points. In the
/// result they follow those of the floor. `seeds`: see PieceCover.
TriangleCells cells_of(const PlanPieces& pieces, const TriangleMesh& floor, std::span<const ExactPoint> plan,
                       std::span<const PieceCover::Seed> seeds);

}  // namespace plumb::pipeline
