// SPDX-License-Identifier: GPL-3.0-or-later
// The certificate of a bake, record by record (docs/reference/certificate.md).
//
// export_certificate() writes, in this order:
// 1. the header: the level's digest and the options;
// 2. the parts of faces that were cut, after the crossings of each face, and the welds of polygons that were joined;
// 3. surface by surface: lines, cells, pieces and walls (CertificateSurface);
// 4. the portals, by PortalWriter: flush and step portals by the cells they join, some thousand cells at a time, then
//    welds. Half-edges that follow one another to one neighbour for one stance are one portal (add_runs()), and so are
//    portals that touch (continues()), and welds that touch between the same two sides (append_welds());
// 5. with a radius, the stretches of border (CertificatePieces), and the counts of all records.
//
// Cost: linear in the records, but for sorting portals. Memory: beside steps and welds, no more than the portals of
// some thousand cells and the records of one surface. Exact: coordinates are fractions from VertexReader, each made
// once.
#include "plumb/pipeline/export_certificate.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <tuple>
#include <utility>
#include <vector>

#include "certificate_surface.h"
#include "plumb/pipeline/vertex_reader.h"

namespace plumb::pipeline {
namespace {

void header(CertificateText& out, const CertificateSettings& o, const StanceMap& map) {
  assert(o.level.sha256.size() == 64);
  out.record("plumb").word("certificate").word(sgn(o.radius) > 0 ? 3 : 2).end();
  out.record("scene").word(o.level.sha256).word(o.level.bytes).end();
  if (!o.level.origin.empty()) out.record("#").word(o.level.origin).end();
  out.record("numbers").word(text_of(o.level.numbers)).end();
  out.record("up").word(text_of(o.up)).end();
  out.record("sides").word(text_of(o.sides)).end();
  if (o.slope) out.record("slope").word(*o.slope).end();
  else if (o.slope_ratio) out.record("slope-ratio").word(*o.slope_ratio).end();
  else out.record("slope-cos").word(o.slope_cos.value()).end();
  out.record("step").word(map.step).end();
  out.record("weld").word(o.weld).end();
  if (sgn(o.radius) > 0) {
    out.record("radius").word(o.radius).end();
    out.record("window").word(o.window).end();
    out.record("clearance").word(o.bound == kernel::DiscBound::tangents ? "inner" : "outer").end();
    for (const kernel::PlanPoint& p : kernel::disc_points(o.disc)) out.record("disc").word(p[0]).word(p[1]).end();
  }
  out.record("solids").word(text_of(o.solids)).end();
  out.record("bad-faces").word(text_of(o.bad_faces)).end();
  for (const Stance& s : map.stances) out.record("stance").word(s.name).word(s.height).end();
}

void parts(CertificateText& out, const SurfaceSet& set) {
  auto crossing = set.crossings.begin();
  for (std::size_t i = 0; i < set.cut_parts.size(); ++i) {
    for (; crossing != set.crossings.end() && crossing->face == set.cut_parts[i].face; ++crossing) {
      out.record("crossing").word(crossing->face);
      for (const kernel::PointId p : crossing->ends) out.word(p);
      out.end();
    }
    out.record("part").word(set.cut_parts[i].face).word(set.cut_parts[i].part);
    for (const kernel::PointId p : set.outline_of_cut(i)) out.word(p);
    out.end();
  }
}

// Outlines are kept clockwise, whichever way the faces run.
void welds(CertificateText& out, const SurfaceSet& set) {
  for (std::size_t i = 0; i < set.surfaces.size(); ++i) {
    const auto members = set.parts_of(i);
    if (members.size() == 1) continue;
    out.record("weld");
    for (const FacePart& p : members) out.word(p.face).word(p.part);
    out.word(":");
    const auto corners = set.corners_of(set.surfaces[i]);
    const std::size_t n = corners.size();
    for (std::size_t k = 0; k < n; ++k) out.word(corners[set.surfaces[i].faces_up && k > 0 ? n - k : k]);
    out.end();
  }
}

constexpr CellId chunk = 1 << 14;

struct Plan {
  const mpq_class *x, *y;
  explicit Plan(const ExactPoint& p) : x(&p[0]), y(&p[1]) {}
  int compare(const Plan& o) const {
    const int c = cmp(*x, *o.x);
    return c != 0 ? c : cmp(*y, *o.y);
  }
};

// A portal whose ends refer to points that are kept elsewhere; those on a ascend.
struct Portal {
  PortalKind kind;
  kernel::Label stance;
  CellId a, b;
  std::array<Plan, 2> on_a, on_b;

  void ascend() {
    if (on_a[0].compare(on_a[1]) < 0) return;
    std::swap(on_a[0], on_a[1]);
    std::swap(on_b[0], on_b[1]);
  }
  bool operator<(const Portal& o) const {
    if (std::tie(a, b) != std::tie(o.a, o.b)) return std::tie(a, b) < std::tie(o.a, o.b);
    const int from = on_a[0].compare(o.on_a[0]);
    return from != 0 ? from < 0 : on_a[1].compare(o.on_a[1]) < 0;
  }
};

class PortalWriter {
 public:
  PortalWriter(const Certified& certified, CertificateText& out)
      : certified_(certified),
        graph_(certified.graph),
        exact_(certified.scene.points, certified.set, certified.map, graph_),
        out_(out) {}

  std::size_t write() {
    for (const OffmeshPortal& p : graph_.portals) {
      const HalfEdge &side_a = graph_.half_edges[p.a], &side_b = graph_.half_edges[p.b];
      Portal portal{p.kind,
                    p.stance,
                    side_a.cell,
                    side_b.cell,
                    {Plan(p.on_a[0]), Plan(p.on_a[1])},
                    {Plan(p.on_b[0]), Plan(p.on_b[1])}};
      portal.ascend();
      if (p.kind == PortalKind::weld) {
        welds_.push_back({portal, side_a.line, side_b.line});
        continue;
      }
      if (portal.a > portal.b) {
        std::swap(portal.a, portal.b);
        std::swap(portal.on_a, portal.on_b);
      }
      steps_.push_back(portal);
    }
    std::ranges::sort(steps_, std::less<>());
    const auto cells = static_cast<CellId>(certified_.map.table.cells.size());
    for (CellId first = 0; first < cells; first += std::min(chunk, cells - first))
      append_cells(first, first + std::min(chunk, cells - first));
    append_welds();
    return count_;
  }

 private:
  struct Run {  // of sides from `first` on, to one neighbour for one stance
    CellId a, b;
    kernel::Label stance;
    VertexRef from, to;
  };
  struct Weld {
    Portal portal;
    std::uint32_t line_a, line_b;  // of the sides, in the graph
  };

  // A pair of cells has portals of one kind only.
  void append_cells(CellId first, CellId last) {
    runs_.clear();
    for (CellId c = first; c < last; ++c) add_runs(c);
    std::vector<VertexRef> vertices;
    for (const Run& r : runs_) {
      vertices.push_back(r.from);
      vertices.push_back(r.to);
    }
    exact_.make(std::move(vertices));
    std::vector<Portal> portals;
    for (const Run& r : runs_) {
      const std::array ends{Plan(exact_[r.from]), Plan(exact_[r.to])};
      portals.push_back({PortalKind::flush, r.stance, r.a, r.b, ends, ends});
      portals.back().ascend();
    }
    for (; next_step_ < steps_.size() && steps_[next_step_].a < last; ++next_step_)
      portals.push_back(steps_[next_step_]);
    std::ranges::sort(portals, std::less<>());
    for (std::size_t i = 0, j; i < portals.size(); i = j) {
      Portal whole = portals[i];
      for (j = i + 1; j < portals.size() && continues(whole, portals[j]); ++j) whole.on_a[1] = portals[j].on_a[1];
      append(whole);
    }
  }

  // A wall that stops only higher stances than a weld's may end inside the weld: it divides the side into half-edges,
  // with a weld each.
  void append_welds() {
    std::ranges::sort(welds_, [](const Weld& v, const Weld& w) {
      const auto sides = [](const Weld& x) {
        return std::tie(x.portal.a, x.portal.b, x.line_a, x.line_b, x.portal.stance);
      };
      return sides(v) != sides(w) ? sides(v) < sides(w) : v.portal < w.portal;
    });
    std::vector<Portal> wholes;
    const Weld* last = nullptr;
    for (const Weld& w : welds_) {
      if (last && last->line_a == w.line_a && last->line_b == w.line_b && continues(wholes.back(), w.portal)) {
        wholes.back().on_a[1] = w.portal.on_a[1];
        wholes.back().on_b[1] = w.portal.on_b[1];
      } else {
        wholes.push_back(w.portal);
      }
      last = &w;
    }
    std::ranges::sort(wholes, std::less<>());
    for (const Portal& p : wholes) append(p);
  }

  // A cell's sides go round, so the first run may have begun with the last side.
  void add_runs(CellId cell) {
    const std::size_t before = runs_.size();
    const std::uint32_t begin = graph_.first_half_edge[cell], end = graph_.first_half_edge[cell + 1];
    for (HalfEdgeId s = begin; s < end; ++s) {
      const HalfEdge& side = graph_.half_edges[s];
      if (side.twin == no_half_edge || graph_.half_edges[side.twin].cell < cell || graph_.stance_through(s) < 1)
        continue;
      runs_.push_back({cell, graph_.half_edges[side.twin].cell, graph_.stance_through(s), side.from, side.to});
      if (runs_.size() > before + 1 && join(runs_[runs_.size() - 2], runs_.back())) runs_.pop_back();
    }
    if (runs_.size() > before + 1 && join(runs_.back(), runs_[before])) {
      runs_[before] = runs_.back();
      runs_.pop_back();
    }
  }
  static bool join(Run& r, const Run& following) {
    if (r.to != following.from || r.b != following.b || r.stance != following.stance) return false;
    r.to = following.to;
    return true;
  }

  static bool continues(const Portal& p, const Portal& q) {
    return p.a == q.a && p.b == q.b && p.kind == q.kind && p.stance == q.stance && p.on_a[1].compare(q.on_a[0]) == 0;
  }

  void append(const Portal& p) {
    ++count_;
    out_.record("portal")
        .word(p.kind == PortalKind::flush  ? "flush"
              : p.kind == PortalKind::step ? "step"
                                           : "weld")
        .word(p.stance)
        .word(p.a)
        .word(p.b);
    append(p.on_a);
    if (p.kind == PortalKind::weld) {
      out_.word(":");
      append(p.on_b);
    }
    out_.end();
  }
  void append(const std::array<Plan, 2>& ends) {
    for (const Plan& end : ends) out_.word(*end.x).word(*end.y);
  }

  const Certified& certified_;
  const NavGraph& graph_;
  VertexReader exact_;
  CertificateText& out_;
  std::vector<Portal> steps_;
  std::vector<Weld> welds_;
  std::size_t next_step_ = 0, count_ = 0;
  std::vector<Run> runs_;
};

void surfaces(CertificateText& out, const Certified& b, Progress& progress) {
  CertificatePieces pieces(b);
  CertificateSurface surface(b, pieces);
  const auto& cells = b.map.table.cells;
  const auto& obstructions = b.map.table.obstructions;
  std::size_t count = 0;
  auto obstruction = obstructions.begin();
  for (auto cell = cells.begin(); cell != cells.end(); ++count) {
    const auto first_cell = cell;
    const auto first_obstruction = obstruction;
    while (cell != cells.end() && cell->surface == first_cell->surface) ++cell;
    while (obstruction != obstructions.end() && obstruction->surface == first_cell->surface) ++obstruction;
    const auto number = [&](auto at) { return static_cast<CellId>(at - cells.begin()); };
    surface.append({first_cell, cell}, pieces.of(number(cell)), {first_obstruction, obstruction}, out);
    if (count % 1024 == 0)
      progress.advance(static_cast<double>(cell - cells.begin()) / static_cast<double>(cells.size()));
  }
  assert(obstruction == obstructions.end());
  const std::size_t portals = PortalWriter(b, out).write(), borders = b.cleared ? pieces.append_borders(out) : 0;
  out.record("end").word(count).word(cells.size()).word(obstructions.size()).word(portals);
  if (b.cleared) out.word(pieces.count()).word(borders);
  out.end();
}

}  // namespace

void export_certificate(Output& file, const Certified& certified, Progress& progress) {
  CertificateText out(file);
  header(out, certified.settings, certified.map);
  parts(out, certified.set);
  welds(out, certified.set);
  surfaces(out, certified, progress);
  out.flush();
}

}  // namespace plumb::pipeline
