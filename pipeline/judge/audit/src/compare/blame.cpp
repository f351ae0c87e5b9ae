// SPDX-License-Identifier: GPL-3.0-or-later
// Why floor is missing from the other mesh, or is in excess there: each piece that nothing covers gets one cause, the
// first that holds of those in the order of Cause.
//
// 1. Blamer has the uncovered pieces of one floor. Each cause takes from them what it explains:
//    - take() cuts the pieces by the faces that the cause holds at, within a window of heights (cover_by_first). What
//      is covered gets the cause, and the source face that is its witness; the rest is left for the next cause.
//    - take_drift() does so by parts of the pieces themselves (find_height_drift).
//    - take_around() cuts them by what is within reach of pieces that have a cause.
//    - take_border() takes whole pieces that doubles prove to be near a border, then cuts the rest by BorderBodies.
//    - take_faces() and take_below_grid() take whole pieces.
//    Whether a piece is below the file's grid (NearStep) is found before anything is cut: parts of it are as it was.
// 2. blame_missing(): drift, small regions, low ceilings and what a radius erodes around them, the border, slopes that
//    filters of ledges remove, the grid.
// 3. blame_excess(): drift, insides of solids for components that are in there, the border, other insides of solids,
//    low blockers that a climb reaches (a blocker's part within the climb over floor), other cells of the true
//    navmesh where nobody stands, steep faces, faces turned away, floor left out, the grid.
// 4. finish() gives what is left the last cause, and sorts the pieces by face.
//
// Cost: for each cause a scan of the scene's polygons and N log N for N corners, where faces of a cause do not overlap
// much. Memory: linear in the pieces.
// Exact: all cuts and areas, so the pieces of all causes add up to what was uncovered. How far cells and simplified
// outlines may be off (border_reach, and 3 cells in height) is an estimate from the other baker's settings.
// Source: our own (docs/reference/audit.md).
#include "plumb/pipeline/blame.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "compare/near_border.h"
#include "compare/uncovered.h"
#include "plumb/kernel/plane.h"
#include "plumb/pipeline/compare.h"
#include "plumb/pipeline/parallel.h"

namespace plumb::pipeline {
namespace {

using Index = FloorFaces::Index;

// The uncovered pieces of a floor that have no cause yet, and those that have one.
class Blamer {
 public:
  /// Uses up the areas of `uncovered` and keeps a reference to its pieces. `grid`, `other`, `window`: the step of the
  /// file's grid, the other floor, and its heights over a piece that count (Difference::below_grid).
  Blamer(Uncovered& uncovered, const mpq_class& grid, const FloorFaces& other, const HeightWindow& window,
         unsigned threads)
      : left_(uncovered.pieces), areas_(std::move(uncovered.areas)), source_(areas_.size()), threads_(threads) {
    std::iota(source_.begin(), source_.end(), Index{0});
    find_below_grid(grid, other, window);
  }

  /// Boxes in plan around the pieces without a cause.
  PlanBoxes left_boxes() const { return PlanBoxes(left_.floor()); }

  /// Says more of a piece that was given its cause by a face of the covering floor.
  using Describe = std::function<void(Difference& piece, Index face)>;

  /// Gives the cause to what faces of `by` cover within the window.
  void take(Cause cause, const FloorFaces& by, const HeightWindow& window, const Describe& describe = {}) {
    if (faces().empty() || by.faces.empty()) return;
    take(cause, cover_by_first(left_.floor(), areas_, by, window, threads_), describe);
  }

  void take(Cause cause, std::vector<CoveredFace> covered, const Describe& describe) {
    FaceLift lift(left_.floor());
    Rest rest;
    for (Index f = 0; f < covered.size(); ++f)
      for (CoveredFace::Piece& p : covered[f].pieces) {
        FloorFaces::Face piece =
            p.ring.empty() ? std::move(faces()[f]) : left_.piece(lift, f, faces()[f].owner, p.ring);
        if (p.by.empty()) {
          rest.add(std::move(piece), std::move(p.area), source_[f]);
          continue;
        }
        give(std::move(piece), std::move(p.area), cause, source_[f]);
        if (describe) describe(out_.back(), p.by.front());
      }
    go_on_with(std::move(rest));
  }

  /// The same for pieces on the faces chosen alone.
  void take_on(const std::function<bool(Index face)>& chosen, Cause cause, const FloorFaces& by,
               const HeightWindow& window, const Describe& describe) {
    Rest others, looked_at;
    for (Index f = 0; f < faces().size(); ++f)
      (chosen(faces()[f].owner) ? looked_at : others).add(std::move(faces()[f]), std::move(areas_[f]), source_[f]);
    go_on_with(std::move(looked_at));
    take(cause, by, window, describe);
    go_on_with_both(std::move(others));
  }

  /// Gives the cause to the parts that drift in height. `part_of`: by part, the number of its piece. Requires that no
  /// cause was given before, as that renumbers the pieces.
  void take_drift(Cause cause, const FloorFaces& parts, const std::vector<Index>& part_of, const HeightDrift& drift) {
    if (parts.faces.empty()) return;
    std::vector<char> has_some(faces().size());
    for (const Index f : part_of) has_some[f] = 1;
    Rest others, looked_at;
    std::vector<Index> number(faces().size());  // among those that are looked at
    for (Index f = 0; f < faces().size(); ++f) {
      number[f] = static_cast<Index>(looked_at.faces.size());
      (has_some[f] ? looked_at : others).add(std::move(faces()[f]), std::move(areas_[f]), source_[f]);
    }
    go_on_with(std::move(looked_at));
    std::vector<Index> of_looked_at;
    for (const Index f : part_of) of_looked_at.push_back(number[f]);
    take(cause, cover_by_parts(left_.floor(), areas_, {parts, of_looked_at, drift.areas}, threads_),
         [&](Difference& piece, Index f) { piece.drift = drift.heights[f]; });
    go_on_with_both(std::move(others));
  }

  /// Pieces that are below the file's grid.
  void take_below_grid(Cause cause) {
    take_pieces(cause, [&](Index piece) { return below_grid_[source_[piece]] != 0; });
  }

  /// What is within reach of a border.
  void take_border(Cause cause, const BorderBodies& bodies) {
    std::vector<char> held(faces().size());
    for_chunks(held.size(), chunk_count(held.size(), threads_), threads_,
               [&](std::size_t, std::size_t begin, std::size_t end) {
                 for (std::size_t f = begin; f < end; ++f)
                   held[f] = bodies.certainly_holds(left_.floor(), static_cast<Index>(f));
               });
    take_pieces(cause, [&](Index piece) { return held[piece] != 0; });
    take(cause, bodies.near(left_.floor()), bodies.window());
  }

  /// What is within reach of pieces that were given a cause, by a polygon around the disc.
  void take_around(Cause cause, Cause given, const mpq_class& reach, std::uint32_t disc_points,
                   const HeightWindow& window) {
    const PlanBoxes left = left_boxes();
    const kernel::DiscPolygon disc = kernel::disc_polygon(disc_points, kernel::DiscBound::tangents, reach);
    const kernel::Interval farthest = kernel::interval_of(reach) * kernel::Interval(1.5);  // of a square's corners, too
    FloorFaces around;
    around.unit = left_.floor().unit;
    for (const Difference& d : out_) {
      if (d.cause != given) continue;
      const std::vector<ExactPoint>& points = left_.floor().points;
      kernel::Box box = kernel::no_box;
      for (const Index c : d.corners)
        for (std::size_t k = 0; k < 2; ++k) {
          const kernel::Interval at = left_.floor().near_point(c)[k];
          box.low[k] = std::min(box.low[k], (at - farthest).low);
          box.high[k] = std::max(box.high[k], (at + farthest).high);
        }
      if (!left.may_meet(box)) continue;
      FloorFaces::Face whole;
      for (std::size_t i = 0; i < d.corners.size(); ++i) {
        const ExactPoint &from = points[d.corners[i]], &to = points[d.corners[i + 1 == d.corners.size() ? 0 : i + 1]];
        add_swept(around, from, to, 0, disc);
        whole.corners.push_back(static_cast<Index>(around.points.size()));
        around.points.push_back(from);
      }
      around.faces.push_back(std::move(whole));
    }
    take(cause, around, window);
  }

  /// Whole pieces on the faces chosen.
  void take_faces(Cause cause, const std::function<bool(Index face)>& chosen) {
    take_pieces(cause, [&](Index piece) { return chosen(faces()[piece].owner); });
  }

  /// The least height of a plane over the corners of a piece.
  mpq_class least_height(const Difference& piece, const kernel::ExactPlane& plane) const {
    std::optional<mpq_class> least;
    for (const Index c : piece.corners) {
      const ExactPoint& p = left_.floor().points[c];
      const mpq_class over = plane.height(p[0], p[1]) - p[2];
      if (!least || over < *least) least = over;
    }
    return *least;
  }

  Differences finish(Cause last) {
    take_faces(last, [](Index) { return true; });
    std::vector<std::size_t> order(out_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return out_[i].face; });
    Differences out{std::move(left_.floor().points), {}};
    out.pieces.reserve(order.size());
    for (const std::size_t i : order) out.pieces.push_back(std::move(out_[i]));
    return out;
  }

 private:
  struct Rest {
    std::vector<FloorFaces::Face> faces;
    std::vector<mpq_class> areas;
    std::vector<Index> source;

    void add(FloorFaces::Face face, mpq_class area, Index source_piece) {
      faces.push_back(std::move(face));
      areas.push_back(std::move(area));
      source.push_back(source_piece);
    }
  };
  void go_on_with(Rest rest) {
    faces() = std::move(rest.faces);
    areas_ = std::move(rest.areas);
    source_ = std::move(rest.source);
  }

  // With what was put aside, and what is there.
  void go_on_with_both(Rest rest) {
    for (Index f = 0; f < faces().size(); ++f) rest.add(std::move(faces()[f]), std::move(areas_[f]), source_[f]);
    go_on_with(std::move(rest));
  }

  std::vector<FloorFaces::Face>& faces() { return left_.floor().faces; }

  void give(FloorFaces::Face piece, mpq_class area, Cause cause, Index source) {
    out_.push_back({.face = piece.owner,
                    .corners = std::move(piece.corners),
                    .area = std::move(area),
                    .cause = cause,
                    .below_grid = below_grid_[source] != 0,
                    .piece = source});
  }

  void find_below_grid(const mpq_class& step, const FloorFaces& other, const HeightWindow& window) {
    below_grid_.resize(faces().size());
    if (step == 0 || faces().empty() || other.faces.empty()) return;
    const NearStep near(other, step, window);
    for_chunks(faces().size(), chunk_count(faces().size(), threads_), threads_,
               [&](std::size_t, std::size_t begin, std::size_t end) {
                 for (std::size_t f = begin; f < end; ++f)
                   below_grid_[f] = near.holds(left_.floor(), static_cast<Index>(f), areas_[f]);
               });
  }

  void take_pieces(Cause cause, const std::function<bool(Index piece)>& chosen) {
    Rest rest;
    out_.reserve(out_.size() + faces().size());
    for (Index f = 0; f < faces().size(); ++f) {
      if (chosen(f)) give(std::move(faces()[f]), std::move(areas_[f]), cause, source_[f]);
      else rest.add(std::move(faces()[f]), std::move(areas_[f]), source_[f]);
    }
    go_on_with(std::move(rest));
  }

  PieceFloor& left_;              // owners are the floor's faces
  std::vector<mpq_class> areas_;  // of its faces
  std::vector<Index> source_;     // by face: the uncovered piece that it is a part of
  std::vector<char> below_grid_;  // by uncovered piece
  unsigned threads_;
  std::vector<Difference> out_;
};

// Found components of which more is over floor inside solids than over true floor.
std::set<std::uint32_t> components_inside(const BlameInput& in, const FloorFaces& inside) {
  if (inside.faces.empty()) return {};
  const Comparison& c = in.comparison;
  std::map<std::uint32_t, std::array<AreaTotal, 2>> areas;  // inside, and of true floor
  const auto covered = cover_by_first(c.found, inside, in.window.from_found(), in.settings.threads);
  for (Index f = 0; f < c.found.faces.size(); ++f) {
    auto& [of_inside, of_truth] = areas[in.of_found[c.found.faces[f].owner]];
    of_inside.add(covered[f].covered);
    of_truth.add(c.of_found[f].covered);
  }
  std::set<std::uint32_t> out;
  for (const auto& [component, area] : areas)
    if (compare_share(area[0], 1, area[1]) > 0) out.insert(component);
  return out;
}

// The height within which a border counts, at that reach.
mpq_class window_at(const BakeSettings& settings, const mpq_class& reach) {
  BakeSettings s = settings;
  s.radius = reach;
  s.window = 0;
  return checked(s)->window;
}

}  // namespace

const char* text_of(Cause cause) {
  switch (cause) {
    case Cause::grid_missing:
    case Cause::grid_excess: return "grid";
    case Cause::drift_missing:
    case Cause::drift_excess: return "height_drift";
    case Cause::region: return "region";
    case Cause::height: return "height";
    case Cause::near_border:
    case Cause::beyond_border: return "border";
    case Cause::eroded: return "eroded";
    case Cause::filter: return "filter";
    case Cause::empty: return "empty";
    case Cause::unexplained: return "unexplained";
    case Cause::inside: return "inside";
    case Cause::blocked: return "blocked";
    case Cause::too_close: return "too_close";
    case Cause::climb: return "climb";
    case Cause::steep: return "steep";
    case Cause::turned_away: return "turned_away";
    case Cause::left_out: return "left_out";
    case Cause::nothing: return "nothing";
  }
  return "";
}

Differences blame_missing(const BlameInput& in, Uncovered& missing) {
  const Comparison& c = in.comparison;
  Blamer blamer(missing, in.grid, c.found, in.window.from_truth(), in.settings.threads);
  const auto& [cell_size, cell_height, height, radius, climb, max_error, min_region] = in.baker;
  blamer.take_drift(Cause::drift_missing, in.drift.truth, in.drift.of_truth, in.drift);
  if (cell_size && min_region > 0) {
    std::map<std::uint32_t, AreaTotal> areas;
    for (Index f = 0; f < c.truth.faces.size(); ++f)
      areas[in.component[c.truth.faces[f].owner]].add(c.of_truth[f].area);
    const mpq_class least = min_region * *cell_size * *cell_size;
    std::map<std::uint32_t, bool> small;
    for (const auto& [component, area] : areas) small[component] = compare_area(area, least) < 0;
    blamer.take_faces(Cause::region, [&](Index f) { return small.at(in.component[c.truth.faces[f].owner]); });
  }
  if (cell_height) {
    const mpq_class& stance = in.settings.stances[static_cast<std::size_t>(in.stance) - 1].height;
    const FloorFaces ceilings = level_faces(in.level, blamer.left_boxes(), [](const Surface&) { return true; });
    blamer.take(Cause::height, ceilings, {0, stance + 3 * *cell_height}, [&](Difference& piece, Index f) {
      piece.witness = in.level.set.surfaces[ceilings.faces[f].owner].face;
      piece.headroom = blamer.least_height(piece, ceilings.plane(f));
    });
  }
  if (const auto reach = in.baker.border_reach()) {
    const mpq_class eroded = *reach + radius.value_or(in.settings.radius), rise = window_at(in.settings, eroded);
    blamer.take_around(Cause::eroded, Cause::height, eroded, in.settings.disc, {-rise, rise});
    const mpq_class window = window_at(in.settings, *reach);
    blamer.take_border(Cause::near_border,
                       BorderBodies(in.truth, in.stance, *reach, in.settings.disc, {-window, window}));
  }
  if (cell_size && cell_height && climb) {
    // Two neighbours of a cell, in a grid along the axes, are compared; rounding to cells adds one of their heights.
    const mpq_class steepest = (*climb - *cell_height) / (2 * *cell_size);
    blamer.take_faces(Cause::filter, [&](Index f) {
      const kernel::ExactPlane plane = c.truth.plane(f);
      return abs(plane.x[0]) > steepest || abs(plane.x[1]) > steepest;
    });
  }
  blamer.take_below_grid(Cause::grid_missing);
  return blamer.finish(c.found.faces.empty() ? Cause::empty : Cause::unexplained);
}

Differences blame_excess(const BlameInput& in, Uncovered& excess) {
  const Comparison& c = in.comparison;
  const HeightWindow window = in.window.from_found();
  Blamer blamer(excess, in.grid, c.outer ? *c.outer : c.truth, window, in.settings.threads);
  blamer.take_drift(Cause::drift_excess, in.drift.found, in.drift.of_found, in.drift);
  const NavMesh& mesh = in.truth.mesh();
  const auto of_cells = [&](const FloorFaces& cells) {
    return [&](Difference& piece, Index f) {
      const auto witness = mesh.cells[cells.faces[f].owner].facets.front().witness;
      if (witness != kernel::no_polygon) piece.witness = in.level.set.surfaces[witness].face;
    };
  };
  const FloorFaces inside = facets_of(mesh, [](const NavMesh::Cell& cell) { return cell.stance == kernel::inside; });
  if (const auto reach = in.baker.border_reach()) {
    // Outlines in cells do not reach through the walls of a solid, so a component in there is not beyond a border.
    if (const auto within = components_inside(in, inside); !within.empty())
      blamer.take_on([&](Index f) { return within.contains(in.of_found[c.found.faces[f].owner]); }, Cause::inside,
                     inside, window, of_cells(inside));
    const mpq_class more = window_at(in.settings, *reach);
    blamer.take_border(Cause::beyond_border, BorderBodies(in.truth, in.stance, *reach, in.settings.disc,
                                                          {window.low - more, window.high + more}));
  }
  blamer.take(Cause::inside, inside, window, of_cells(inside));
  const auto take_cells = [&](Cause cause, auto&& chosen) {
    const FloorFaces cells = facets_of(mesh, chosen);
    blamer.take(cause, cells, window, of_cells(cells));
  };
  const auto face_of = [&](const FloorFaces& floor) {
    return [&](Difference& piece, Index f) { piece.witness = in.level.set.surfaces[floor.faces[f].owner].face; };
  };
  const kernel::SlopeLimit limit = slope_limit(in.settings);
  const auto is_turned_away = [&](const Surface& s) {
    return in.settings.sides == Sides::up && !s.faces_up &&
           limit.is_traversable(kernel::polygon_normal<mpz_class>(in.level.scene.points, in.level.set.corners_of(s)));
  };
  const auto is_blocker = [](const Surface& s) { return s.kind == SurfaceKind::blocker; };
  if (in.baker.climb) {
    const FloorFaces blockers = level_faces(in.level, blamer.left_boxes(), is_blocker);
    // Floor without headroom too: so low a blocker leaves none.
    const FloorFaces floor = facets_of(mesh, [](const NavMesh::Cell& cell) { return cell.stance >= kernel::blocked; });
    const auto low = cover_by_first(blockers, floor, {-*in.baker.climb, 0, true}, in.settings.threads);
    PieceFloor reached(blockers.unit);
    FaceLift lift(blockers);
    kernel::PlanRing whole;
    for (Index f = 0; f < low.size(); ++f)
      for (const CoveredFace::Piece& p : low[f].pieces)
        if (!p.by.empty()) reached.add(reached.piece(lift, f, blockers.faces[f].owner, ring_of(p, blockers, f, whole)));
    blamer.take(Cause::climb, reached.floor(), window, face_of(reached.floor()));
  }
  take_cells(Cause::blocked,
             [&](const NavMesh::Cell& cell) { return cell.stance >= kernel::blocked && cell.stance < in.stance; });
  take_cells(Cause::too_close, [](const NavMesh::Cell& cell) { return cell.stance == kernel::too_close; });

  const FloorFaces steep =
      level_faces(in.level, blamer.left_boxes(), [&](const Surface& s) { return is_blocker(s) && !is_turned_away(s); });
  blamer.take(Cause::steep, steep, window, face_of(steep));
  const FloorFaces away = level_faces(in.level, blamer.left_boxes(), is_turned_away);
  blamer.take(Cause::turned_away, away, window, face_of(away));
  if (!in.settings.seed_points.empty() || in.settings.min_area > 0) {
    const FloorFaces floor =
        level_faces(in.level, blamer.left_boxes(), [](const Surface& s) { return s.kind == SurfaceKind::traversable; });
    blamer.take(Cause::left_out, floor, window, face_of(floor));
  }
  blamer.take_below_grid(Cause::grid_excess);
  return blamer.finish(Cause::nothing);
}

}  // namespace plumb::pipeline
