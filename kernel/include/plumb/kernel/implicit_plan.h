// SPDX-License-Identifier: LGPL-3.0-or-later
// The lines and implicit vertices of one surface in plan, and the predicates about them: the arithmetic under all
// cutting.
//
// A vertex is the pair of lines that meet in it. Its coordinates are never constructed, so numbers do not grow, however
// many cuts follow one another: every question is the sign of a determinant of integers that come from the input.
// - Lines: edge(), at_x(), at_y(), diagonal() and line() make them; equal lines are found and share a canonical id.
// - Vertices: vertex() makes them of two lines or of an input point.
// - Predicates: side(), turn(), order_along(), each by the ladder of equal ids, doubles with an error bound, intervals
//   (but for turn()), fixed-width integers and GMP.
// - mark() and rewind(): lines and vertices are a stack, so a caller erases what it made for a question.
// Construction is in implicit_plan.cpp, the ladder in implicit_plan_predicates.cpp.
//
// Cost: constant expected time for each line and vertex. Nearly all predicates end in doubles.
// Compare Attene (2020), Indirect predicates for geometric constructions, where points are implicit in the same sense.
#pragma once
#include <gmpxx.h>

#include <array>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "plumb/kernel/error_bound.h"
#include "plumb/kernel/int128.h"
#include "plumb/kernel/line_table.h"
#include "plumb/kernel/points.h"
#include "plumb/kernel/provenance.h"
#include "plumb/kernel/sign.h"

namespace plumb::kernel {

/// A directed line of an ImplicitPlan: a x + b y + c >= 0 is its inside. Travelling along (-b, a), the inside is on the
/// right.
using LineId = std::uint32_t;
/// An implicit vertex of an ImplicitPlan: the point where two of its lines meet.
using VertexId = std::uint32_t;
inline constexpr LineId no_line = 0xffffffffu;

/// Edge i of a cell. It lies on `line` and ends at `vertex`, where edge i + 1 starts.
struct Corner {
  LineId line;
  VertexId vertex;
};

/// The same line with the other side as its inside.
constexpr LineId reversed(LineId l) { return l ^ 1u; }

/// The lines and implicit vertices of one surface, projected to the horizontal plane. Coordinates are relative to an
/// origin point of the scene, so that numbers are as short as the surface is small. Lines through long coordinates have
/// long coefficients, in lowest terms; an origin that is long in plan makes all lines so (origin_corner).
///
/// Predicates are const, but count what each stage of the ladder decided. Those that are given counts may be called by
/// many threads, each with counts of its own, while no thread changes the plan. The others count in the plan, so only
/// one thread may call them.
class ImplicitPlan {
 public:
  /// Requires origin < points.size(). Keeps a reference to the points.
  ImplicitPlan(const PointTable& points, PointId origin);

  const PointTable& points() const { return *points_; }
  PointId origin() const { return origin_; }
  /// Whether the difference in plan between a point and the origin is a pair of integers.
  bool is_whole(PointId p) const {
    return !has_long_ || (points_->is_whole_in_plan(origin_) && points_->is_whole_in_plan(p));
  }
  /// Forgets every line and vertex and moves the origin.
  void reset(PointId origin);

  /// A state to return to: rewind() forgets every line and vertex made after mark().
  struct Mark {
    std::uint32_t lines, vertices, diagonals;
  };
  Mark mark() const;
  void rewind(const Mark& m);

  // --- Lines

  /// The projected line from p to q, inside on its right. Requires different projections of p and q.
  LineId edge(PointId p, PointId q, LineSource source);
  /// x >= p.x, and y >= p.y.
  LineId at_x(PointId p) { return axis_line(p, 0); }
  LineId at_y(PointId p) { return axis_line(p, 1); }
  /// The line from vertex v to vertex w, inside on its right. Requires v and w to be different points. If a line of the
  /// plan passes through both, it is that line; otherwise a new one, whose numbers are as long as v and w make them.
  LineId diagonal(VertexId v, VertexId w);
  /// a x + b y + c >= 0 in integer coordinates relative to the origin. Requires a or b nonzero.
  LineId line(const Coefficients<LineInteger>& exact, LineSource source);
  LineId line(Coefficients<mpz_class> exact, LineSource source);

  /// Copies a line of another plan of the same points and origin, with its numbers, and gives it a source of its own,
  /// which is that of the line in the direction in which it was made. If the plan has an equal line of that source
  /// already, returns that line. `equal`: a line of this plan that is known to be the same point set with the same
  /// inside; if there is none, equal lines are looked for.
  LineId adopt(const ImplicitPlan& other, LineId l, LineSource source, LineId equal = no_line);
  /// Copies the lines of a group, in their order. Requires a plan without lines and vertices, with the points and the
  /// origin of the plan that the group comes from. Keeps a reference to the table until reset().
  void restore(const LineTable& table, const LineTable::Group& group);

  LineSource source(LineId l) const;
  /// Whether lines x = constant meet l at a greater angle than lines y = constant do: |b| >= |a|, rounded to doubles.
  bool crosses_x_lines(LineId l) const;
  std::size_t line_count() const { return lines_.size(); }
  const std::vector<Diagonal>& diagonals() const { return diagonals_; }
  /// The integer coefficients as made, oriented like l: reduced by no more than a power of two that all share.
  Coefficients<mpz_class> exact(LineId l) const;
  /// The line in the direction in which it was made.
  const LineRecord& record(LineId l) const { return lines_[l >> 1]; }
  /// The coefficients in that direction. Requires a line whose numbers are not big.
  Coefficients<LineInteger> fixed(LineId l) const;
  /// The same in machine integers, divided by a power of two (native_line_of_points). None unless the line runs through
  /// input points of a table that is native().
  std::optional<Coefficients<Int128>> native(LineId l) const {
    const LineRecord& r = lines_[l >> 1];
    if (r.numbers != Numbers::of_points || !points_->native()) return std::nullopt;
    return native_line_of_points(*points_, origin_, r);
  }

  // --- Vertices

  /// Where an edge along `first` turns clockwise (right) into `second`. Requires turn(first, second) to be negative.
  VertexId vertex(LineId first, LineId second);
  /// The vertex between two lines that both run through an input point, with the same requirement. Its numbers are
  /// shorter than those of vertex(first, second).
  VertexId vertex(PointId p, LineId first, LineId second);
  /// A vertex at an input point that lies on a line, without a second line. It must not be a corner of a cell.
  VertexId vertex_on(PointId p, LineId on);
  /// The two lines of a vertex; the second is no_line if it has none.
  std::array<LineId, 2> lines_of(VertexId v) const { return {vertices_[v].first, vertices_[v].second}; }
  /// The input point that a vertex stands on, if it was made from one.
  PointId point_of(VertexId v) const { return vertices_[v].point; }
  /// The meeting point of two lines that are not parallel, in doubles. The relative error of each coordinate is at most
  /// meet_error. NaN where a line is big, and where a coordinate may have lost digits to underflow.
  std::array<double, 2> approx_meet(LineId l, LineId m) const;
  /// The coordinates of a vertex in doubles, relative to the origin, with a bound on the error of each. The bound is
  /// infinite where doubles decide nothing.
  struct ApproxVertex {
    double x, y, error;
  };
  ApproxVertex approx(VertexId v) const;
  /// An input point p, if l is known to be x = p.x (axis 0) or y = p.y (axis 1); else no_point.
  PointId axis_point(LineId l, int axis) const;
  /// The line's coefficients rounded from the exact ones times one power of two; NaN outside the filter's safe range.
  std::array<double, 3> approx_line(LineId l) const;
  /// Integer homogeneous coordinates relative to the origin, W > 0, not reduced.
  std::array<mpz_class, 3> exact_vertex(VertexId v) const;
  /// The same for an input point.
  std::array<mpz_class, 3> exact_point(PointId p) const;

  // --- Predicates

  /// Which side of l vertex v is on: positive is inside. Degree 3 in line coefficients:
  /// at most 4b + 6 bits among edge lines, 13b + 27 among lines where planes meet.
  Sign side(VertexId v, LineId l) const;
  /// Writes the side of every corner's vertex to out[0], out[1], ...
  void sides(std::span<const Corner> corners, LineId l, Sign* out) const;
  /// Sign of a_l b_m - b_l a_m: positive if m turns counterclockwise (left) from l, zero if they are parallel.
  /// Degree 2.
  Sign turn(LineId l, LineId m) const;
  /// Negative if v lies before w along l, zero if they are one point. Requires both to lie on l.
  Sign order_along(LineId l, VertexId v, VertexId w) const { return order_along(l, v, w, counts_); }
  /// The same, with counts of the caller's.
  Sign side(VertexId v, LineId l, LadderCounts& counts) const;
  Sign turn(LineId l, LineId m, LadderCounts& counts) const;
  Sign order_along(LineId l, VertexId v, VertexId w, LadderCounts& counts) const;
  /// The same point set (either direction).
  bool equal_lines(LineId l, LineId m) const { return canonical(l) >> 1 == canonical(m) >> 1; }
  /// The same point set and the same inside.
  bool equal_directed(LineId l, LineId m) const { return canonical(l) == canonical(m); }

  /// One id for all equal lines, whatever their direction.
  LineId representative(LineId l) const { return canonical(l) & ~1u; }

  LadderCounts counts() const { return counts_; }
  LadderCounts& counts() { return counts_; }

  /// Stages, for tests: each answers alone, or not at all.
  std::optional<Sign> side_combinatorial(VertexId v, LineId l) const;
  std::optional<Sign> side_filtered(VertexId v, LineId l) const;
  std::optional<Sign> side_interval(VertexId v, LineId l) const;
  std::optional<Sign> side_fixed(VertexId v, LineId l) const { return side_fixed(v, l, counts_); }
  Sign side_exact(VertexId v, LineId l) const { return side_exact(v, l, counts_); }

  /// |error of the double side| <= side_error * (sum of the magnitudes of its terms); derivation in
  /// implicit_plan_predicates.cpp.
  static constexpr ErrorBound side_error{9};
  static constexpr ErrorBound turn_error{5};
  /// Of approx(), and of each coordinate of approx_meet() relative to itself; derivations in implicit_plan.cpp.
  static constexpr ErrorBound vertex_error{6};
  static constexpr ErrorBound meet_error{4};
  /// Keys of equal lines are within this of each other, relatively.
  static constexpr ErrorBound key_error{11};

 private:
  using Numbers = LineRecord::Numbers;
  struct VertexRecord {
    double x, y, w;     // W > 0
    double mx, my, mw;  // magnitudes of their terms
    LineId first, second;
    std::uint32_t canonical_first, canonical_second;  // without direction
    PointId point;
  };

  std::uint32_t canonical(LineId l) const { return lines_[l >> 1].canonical ^ (l & 1); }
  LineId axis_line(PointId p, int axis);
  LineId intern(const LineRecord& record);
  LineId intern_last();
  bool equal_exact(std::uint32_t i, std::uint32_t j, bool& same_direction) const;
  VertexId add_vertex(VertexRecord v);
  VertexRecord point_record(PointId p) const;
  LineId long_edge(PointId p, PointId q, LineSource source);
  static std::optional<Sign> side_combinatorial(const VertexRecord& v, const LineRecord& l);
  static std::optional<Sign> side_filtered(const VertexRecord& v, const LineRecord& l, bool flip);
  bool shares_point(const VertexRecord& v, const LineRecord& l) const;
  Sign side_beyond_doubles(VertexId v, LineId l, LadderCounts& counts) const;
  Sign counted_side(VertexId v, const VertexRecord& vertex, LineId l, const LineRecord& line,
                    LadderCounts& counts) const;
  Sign counted_turn(LineId l, LineId m, LadderCounts& counts) const;
  std::optional<Sign> side_fixed(VertexId v, LineId l, LadderCounts& counts) const;
  Sign side_exact(VertexId v, LineId l, LadderCounts& counts) const;
  Sign order_points_along(LineId l, PointId p, PointId q, LadderCounts& counts) const;
  bool is_big(LineId l) const { return lines_[l >> 1].numbers == Numbers::big; }

  const PointTable* points_;
  PointId origin_;
  bool has_long_;
  std::vector<LineRecord> lines_;
  const LineTable* table_ = nullptr;  // holds the numbers of the first restored_ lines
  std::uint32_t restored_ = 0;
  std::uint32_t keyed_ = 0;  // the canonical ones of the first keyed_ lines have keys; the rest get them when needed
  std::vector<Coefficients<LineInteger>> fixed_;
  std::deque<Coefficients<mpz_class>> big_;
  struct Key {  // a canonical line, normalised
    double a, b, c;
    std::uint32_t line, bucket, next;
  };
  Key key_of(std::uint32_t line) const;
  std::uint32_t bucket_of(float a, float c) const;
  void add_key(const Key& key);
  void drop_key();
  std::vector<Key> keys_;
  std::vector<std::uint32_t> buckets_;  // heads of chains through keys_, newest first
  std::vector<VertexRecord> vertices_;
  std::vector<Diagonal> diagonals_;
  mutable LadderCounts counts_;
};

}  // namespace plumb::kernel
