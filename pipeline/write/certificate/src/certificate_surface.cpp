// SPDX-License-Identifier: GPL-3.0-or-later
// The records of one surface in a certificate, and of what an agent's radius leaves of its cells
// (docs/reference/certificate.md).
//
// 1. CertificatePieces lists the cells of the cleared map that are not left as they were, and numbers the stretches of
//    border that take some piece. append_borders() writes these, with ends that ascend.
// 2. CertificateSurface::append() writes the lines of a surface, each once, in lowest terms and relative to the scene
//    (append_line()): the surface's own edges have the first numbers, counter-clockwise from its lowest point on.
// 3. append_cells() and append_pieces() write cells and pieces by the numbers of their lines. A surface that is one
//    whole cell needs no lines.
// 4. append_walls() sorts the obstruction edges by wall and along it, and writes their ends as fractions.
//
// Cost: linear in cells and lines, but for sorting walls. Memory: what one surface needs, and a number for each stretch
// of border. Exact: everything.
#include "certificate_surface.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace plumb::pipeline {
namespace {

using kernel::LineId;
using kernel::PointId;

constexpr std::uint32_t unused = 0xffffffffu, unnumbered = 0xffffffffu;

}  // namespace

CertificatePieces::CertificatePieces(const Certified& certified) : certified_(certified) {
  if (!certified.cleared) return;
  const Clearance& clearance = *certified.cleared->clearance;
  records_.assign(clearance.border.stretches.size(), unused);
  const std::vector<std::uint32_t>& parent = clearance.parent;
  for (CellId first = 0, last; first < parent.size(); first = last) {
    for (last = first + 1; last < parent.size() && parent[last] == parent[first]; ++last) {}
    if (last - first == 1 && clearance.takers_of(first).empty()) continue;  // left as it was
    for (CellId c = first; c < last; ++c) {
      pieces_.push_back(c);
      for (const std::uint32_t stretch : clearance.takers_of(c)) records_[stretch] = 0;
    }
  }
  std::uint32_t count = 0;
  for (std::uint32_t& record : records_)
    if (record != unused) record = count++;
}

std::span<const CellId> CertificatePieces::of(CellId last) {
  const std::size_t from = next_;
  while (next_ < pieces_.size() && certified_.cleared->clearance->parent[pieces_[next_]] < last) ++next_;
  return std::span(pieces_).subspan(from, next_ - from);
}

// A stretch runs clockwise around its cells; here its ends ascend.
std::size_t CertificatePieces::append_borders(CertificateText& out) const {
  std::size_t count = 0;
  const Border& border = certified_.cleared->clearance->border;
  const mpz_class& unit = certified_.scene.points.denominator();
  const auto place = [&](std::uint32_t end) {
    const auto& [x, y, w] = border.ends[end].plan;
    std::array<mpq_class, 2> p{mpq_class(x, w * unit), mpq_class(y, w * unit)};
    for (mpq_class& v : p) v.canonicalize();
    return p;
  };
  for (std::uint32_t i = 0; i < records_.size(); ++i) {
    if (records_[i] == unused) continue;
    ++count;
    const BorderStretch& s = border.stretches[i];
    auto from = place(s.from), to = place(s.to);
    const auto along = border.cells_of(s);
    std::vector<CellId> cells(along.begin(), along.end());
    if (to < from) {
      std::swap(from, to);
      std::ranges::reverse(cells);
    }
    out.record("border").word(s.lowest).word(s.highest).word(from[0]).word(from[1]).word(to[0]).word(to[1]).word(":");
    for (const CellId c : cells) out.word(c);
    out.end();
  }
  return count;
}

CertificateSurface::CertificateSurface(const Certified& b, const CertificatePieces& pieces)
    : scene_(b.scene),
      set_(b.set),
      map_(b.map),
      cleared_(b.cleared),
      pieces_(pieces),
      surface_(b.scene.points, b.set, b.cleared ? *b.cleared : b.map) {}

void CertificateSurface::append(std::span<const vcd::Cell> cells, std::span<const CellId> pieces,
                                std::span<const vcd::Obstruction> obstructions, CertificateText& out) {
  const kernel::PolygonId id = cells.front().surface;
  out.record("surface").word(id).end();
  cell_lines_.clear();
  const auto piece = [&](CellId c) -> const vcd::Cell& { return cleared_->table.cells[c]; };
  if (cells.front().line_count != 0 ||
      std::ranges::any_of(pieces, [&](CellId c) { return piece(c).line_count != 0; })) {
    enter(id);
    number_edges(id);
    for (const vcd::Cell& c : cells) append_lines(map_.table.lines_of(c), out);
    for (const CellId c : pieces) append_lines(cleared_->table.lines_of(piece(c)), out);
  }
  append_pieces(pieces, append_cells(cells, out), out);
  append_walls(obstructions, out);
}

// Not needed for a surface that is one whole cell, whose walls end in input points: no lines are made for it.
void CertificateSurface::enter(kernel::PolygonId id) {
  surface_.enter(id);
  origin_ = kernel::plan_integers(scene_.points, surface_.plan().origin());
}

// Numbers the lines of the surface's edges, counter-clockwise: against the order of corners. Edges that go straight on
// share a line.
void CertificateSurface::number_edges(kernel::PolygonId id) {
  count_ = 0;
  numbers_.clear();
  const std::size_t n = surface_.corners(id).size(), first = first_corner(id);
  for (std::size_t i = 1; i <= n; ++i) {
    const auto edge = static_cast<std::uint32_t>((first + n - i) % n);
    std::uint32_t& number = number_of(surface_.line({kernel::edge_kind, false, id, edge}));
    if (number == unnumbered) number = count_++;
  }
}

// The lowest point among the corners at which the outline turns.
std::size_t CertificateSurface::first_corner(kernel::PolygonId id) const {
  const auto corners = set_.corners_of(set_.surfaces[id]);
  const std::size_t n = corners.size();
  std::size_t first = n;
  for (std::size_t i = 0; i < n; ++i)
    if ((first == n || corners[i] < corners[first]) &&
        orientation(scene_.points, 2, corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]) != kernel::Sign::zero)
      first = i;
  return first;
}

std::uint32_t& CertificateSurface::number_of(LineId line) {
  const std::size_t i = surface_.plan().representative(line) >> 1;
  if (i >= numbers_.size()) numbers_.resize(surface_.plan().line_count(), unnumbered);
  return numbers_[i];
}

// Those of a cell.
void CertificateSurface::append_lines(std::span<const kernel::LineSource> clockwise, CertificateText& out) {
  for (std::size_t i = clockwise.size(); i-- > 0;) {
    const LineId line = surface_.line(clockwise[i]);
    std::uint32_t& number = number_of(line);
    if (number == unnumbered) {
      number = count_++;
      append_line(line, out);
    }
    cell_lines_.push_back(number);
  }
}

// The plan's line is a x' + b y' + c = 0, where x' = D x - origin, which is over a w of its own.
void CertificateSurface::append_line(LineId line, CertificateText& out) {
  const auto [a, b, c] = surface_.plan().exact(line);
  const mpz_class unit = scene_.points.denominator() * origin_.w;
  a_ = a * unit;
  b_ = b * unit;
  c_ = kernel::formulas::linear(-a, -b, mpz_class(c * origin_.w), origin_.x, origin_.y);
  divisor_ = gcd(a_, b_);
  divisor_ = gcd(divisor_, c_);
  if (sgn(a_) < 0 || (sgn(a_) == 0 && sgn(b_) < 0)) divisor_ = -divisor_;
  for (mpz_class* v : {&a_, &b_, &c_}) mpz_divexact(v->get_mpz_t(), v->get_mpz_t(), divisor_.get_mpz_t());
  out.record("line").word(a_).word(b_).word(c_).end();
}

// @return how many of cell_lines_ they have
std::size_t CertificateSurface::append_cells(std::span<const vcd::Cell> cells, CertificateText& out) {
  auto number = cell_lines_.begin();
  for (const vcd::Cell& c : cells) {
    out.record("cell");
    c.label == kernel::covered  ? out.word("covered")
    : c.label == kernel::inside ? out.word("inside")
                                : out.word(c.label);
    c.witness == kernel::no_polygon ? out.word("-") : out.word(c.witness);
    for (std::uint32_t i = 0; i < c.line_count; ++i) out.word(*number++);
    out.end();
  }
  return static_cast<std::size_t>(number - cell_lines_.begin());
}

void CertificateSurface::append_pieces(std::span<const CellId> pieces, std::size_t first_line, CertificateText& out) {
  auto number = cell_lines_.begin() + static_cast<std::ptrdiff_t>(first_line);
  for (const CellId piece : pieces) {
    const vcd::Cell& c = cleared_->table.cells[piece];
    out.record("piece");
    c.label == kernel::too_close ? out.word("too_close") : out.word(c.label);
    out.word(cleared_->clearance->parent[piece]);
    for (std::uint32_t i = 0; i < c.line_count; ++i) out.word(*number++);
    out.word(":");
    for (const std::uint32_t stretch : cleared_->clearance->takers_of(piece)) out.word(pieces_.record_of(stretch));
    out.end();
  }
}

// The stretches of a wall, in order along it. Two that the same stances may cross do not touch: between them is always
// one that lets fewer cross.
void CertificateSurface::append_walls(std::span<const vcd::Obstruction> obstructions, CertificateText& out) {
  order_.resize(obstructions.size());
  std::iota(order_.begin(), order_.end(), 0);
  const auto wall = [&](std::uint32_t i) { return obstructions[i].wall; };
  std::ranges::sort(order_, {}, wall);
  stretches_.resize(std::max<std::size_t>(stretches_.size(), 1));
  for (std::size_t i = 0, j; i < order_.size(); i = j) {
    for (j = i; j < order_.size() && wall(order_[j]) == wall(order_[i]); ++j) {
      if (stretches_.size() == j - i) stretches_.emplace_back();
      set_stretch(obstructions[order_[j]], stretches_[j - i]);
    }
    const std::span stretches(stretches_.data(), j - i);
    std::ranges::sort(stretches, [](const WallStretch& v, const WallStretch& w) {
      return std::tie(v.from, v.to) < std::tie(w.from, w.to);
    });
    for (const WallStretch& s : stretches) append_stretch(wall(order_[i]), s, out);
  }
}

void CertificateSurface::set_stretch(const vcd::Obstruction& o, WallStretch& s) {
  s.may_cross = o.may_cross;
  set_end(o, o.from, s.from);
  set_end(o, o.to, s.to);
  if (s.to < s.from) std::swap(s.from, s.to);
}

// A corner of the wall lies on its trace: no need to make lines.
void CertificateSurface::set_end(const vcd::Obstruction& o, const kernel::LineSource& across, End& end) {
  const bool through_point = across.kind == kernel::at_x_kind || across.kind == kernel::at_y_kind;
  const auto corners = set_.corners_of(set_.surfaces[o.wall]);
  if (through_point && std::ranges::find(corners, across.id) != corners.end()) {
    set_end(kernel::plan_integers(scene_.points, across.id), end);
  } else {
    enter(o.surface);
    set_end(surface_.in_plan(surface_.meet(surface_.line(o.line), surface_.line(across))), end);
  }
}

void CertificateSurface::set_end(const kernel::PlanIntegers& place, End& end) {
  end[0].get_num() = place.x;
  end[1].get_num() = place.y;
  for (mpq_class& coordinate : end) coordinate.get_den() = place.w * scene_.points.denominator();
  for (mpq_class& coordinate : end) coordinate.canonicalize();
}

void CertificateSurface::append_stretch(kernel::PolygonId wall, const WallStretch& s, CertificateText& out) {
  out.record("wall").word(wall).word(s.may_cross);
  for (const End* end : {&s.from, &s.to}) out.word((*end)[0]).word((*end)[1]);
  out.end();
}

}  // namespace plumb::pipeline
