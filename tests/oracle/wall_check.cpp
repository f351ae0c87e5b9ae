// SPDX-License-Identifier: GPL-3.0-or-later
#include "wall_check.h"

#include <algorithm>
#include <iostream>

namespace oracle {
namespace {

class WallCheck {
 public:
  WallCheck(ObjScene& scene, JsonCells& cells, const std::vector<mpq_class>& heights, const mpq_class& step)
      : scene_(scene), cells_(cells), heights_(heights), step_(step) {}

  /// Judges every floor that the wall stands on, in or above, at a random place; the number of floors judged.
  std::uint64_t visit(const Piece& wall, std::mt19937_64& random) {
    Point at{0, 0, 0};
    std::uint64_t total = 0;
    mpq_class low = wall.corners[0].z, high = low;
    for (std::size_t i = 0; i < wall.corners.size(); ++i) {
      const Point& corner = wall.corners[i];
      std::uint64_t weight = 1 + random() % 1000003;
      weight += i + 1 == wall.corners.size() && (total + weight) % 2 == 0;
      total += weight;
      at = at + mpq_class(weight) * corner;
      low = std::min(low, corner.z);
      high = std::max(high, corner.z);
    }
    at = mpq_class(1, total) * at;
    const ObjScene::Column column = scene_.column_at(at, low - heights_.back(), high + heights_.back());
    if (column.border) {
      ++tally_.borders;
      return 0;
    }
    // Beside the trace, at a distance of about 2^-60 of the wall's length.
    const mpq_class run = abs(wall.corners[1].x - wall.corners[0].x) + abs(wall.corners[1].y - wall.corners[0].y) +
                          abs(wall.corners[2].x - wall.corners[1].x) + abs(wall.corners[2].y - wall.corners[1].y);
    const mpq_class tiny = run / ((abs(wall.normal.x) + abs(wall.normal.y)) * (mpz_class(1) << 60));
    std::uint64_t judged = 0;
    for (const Piece* floor : column.floors) {
      const Point& n = floor->normal;
      const auto on_floor = [&](const mpq_class& x, const mpq_class& y) {
        const Point& c = floor->corners[0];
        return Point{x, y, c.z - (n.x * (x - c.x) + n.y * (y - c.y)) / n.z};
      };
      const Point p = on_floor(at.x, at.y);
      if (p.z < low - heights_.back() || p.z > high) continue;  // other walls matter there, which the column may lack
      for (const int way : {1, -1})
        judged +=
            judge(p, on_floor(at.x + way * tiny * wall.normal.x, at.y + way * tiny * wall.normal.y), column.walls);
    }
    return judged;
  }

  const Tally& tally() const { return tally_; }

 private:
  Label top() const { return static_cast<Label>(heights_.size()); }

  /// A wall stops a stance iff it contains a point between the step and the stance's height over p.
  Label truth(const Point& p, const std::vector<ObjScene::Column::ExactInterval>& walls) const {
    Label crossing = top();
    for (const auto& wall : walls)
      for (Label s = top(); s >= 1; --s)
        if (std::max<mpq_class>(wall.low - p.z, step_) < std::min<mpq_class>(wall.high - p.z, heights_[s - 1]))
          crossing = std::min(crossing, s - 1);
    return crossing;
  }

  /// The cell that owns the point, or none.
  std::optional<std::uint32_t> owner(const Point& p) {
    std::optional<std::uint32_t> found;
    Box box;
    box.add(p);
    cells_.query(box, [&](std::uint32_t facet) {
      const Polygon& corners = cells_.corners(facet);
      if (cells_.facets()[facet].label == covered || sgn(dot(area_vector(corners), p - corners[0])) != 0) return;
      if (locate(corners, p) == Where::inside) found = facet;
    });
    return found;
  }

  bool judge(const Point& p, const Point& beside, const std::vector<ObjScene::Column::ExactInterval>& walls) {
    const std::optional<std::uint32_t> cell = owner(beside);
    if (!cell) return false;
    const Facet& facet = cells_.facets()[*cell];
    Label found = top();
    bool at_end = false;
    Box box;
    box.add(p);
    cells_.query_obstructions(box, [&](std::uint32_t index) {
      const Obstruction& o = cells_.obstructions()[index];
      const Point run = o.to - o.from;
      if (o.surface != facet.surface || !is_zero(cross(run, p - o.from))) return;
      const mpq_class share = dot(run, p - o.from);
      at_end = at_end || sgn(share) == 0 || share == dot(run, run);
      if (sgn(share) > 0 && share < dot(run, run)) found = std::min(found, o.may_cross);
    });
    if (at_end) {
      ++tally_.borders;
      return false;
    }
    const Label expected = std::min(truth(p, walls), facet.label);
    const bool uncut = found < facet.label && locate(cells_.corners(*cell), p) == Where::inside;
    if (!uncut && std::min(found, facet.label) == expected) return ++tally_.agree;
    if (++tally_.differ <= 10)
      std::cout << "differs: " << (uncut ? "an obstruction inside a cell that it divides" : "another stance may cross")
                << "\n  at (z up) " << p.x << ' ' << p.y << ' ' << p.z << "  (" << p.x.get_d() << ' ' << p.y.get_d()
                << ' ' << p.z.get_d() << ")\n  expected " << expected << "; found " << found << " in a cell of stance "
                << facet.label << " on surface " << facet.surface << " (face " << facet.face << ")\n";
    return true;
  }

  ObjScene& scene_;
  JsonCells& cells_;
  const std::vector<mpq_class>& heights_;
  const mpq_class& step_;
  Tally tally_;
};

}  // namespace

Tally check_walls(ObjScene& scene, JsonCells& cells, const std::vector<mpq_class>& heights, const mpq_class& step,
                  std::uint64_t points, std::mt19937_64& random) {
  WallCheck check(scene, cells, heights, step);
  std::uint64_t done = 0;
  for (std::uint64_t attempt = 0; done < points && attempt < 50 * points; ++attempt) {
    const auto face = static_cast<std::uint32_t>(random() % scene.face_count());
    for (const Piece& piece : scene.pieces(face))
      if (piece.vertical()) done += check.visit(piece, random);
  }
  return check.tally();
}

}  // namespace oracle
