// SPDX-License-Identifier: GPL-3.0-or-later
#include "certificate_portals.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "plumb/pipeline/vertex_reader.h"

namespace plumb::pipeline {
namespace {

constexpr CellId chunk = 1 << 14;

struct Plan {
  const mpq_class *x, *y;
  explicit Plan(const ExactPoint& p) : x(&p[0]), y(&p[1]) {}
  int compare(const Plan& o) const {
    const int c = cmp(*x, *o.x);
    return c != 0 ? c : cmp(*y, *o.y);
  }
};

// The ends refer to points that are kept elsewhere. Ascending, those on a.
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

class Writer {
 public:
  Writer(const Certified& certified, CertificateText& out)
      : certified_(certified),
        graph_(certified.graph),
        exact_(certified.scene.points, certified.set, certified.map, graph_),
        out_(out) {}

  std::size_t write() {
    for (const OffmeshPortal& p : graph_.portals) {
      Portal portal{p.kind,
                    p.stance,
                    graph_.half_edges[p.a].cell,
                    graph_.half_edges[p.b].cell,
                    {Plan(p.on_a[0]), Plan(p.on_a[1])},
                    {Plan(p.on_b[0]), Plan(p.on_b[1])}};
      portal.ascend();
      if (p.kind == PortalKind::step && portal.a > portal.b) {
        std::swap(portal.a, portal.b);
        std::swap(portal.on_a, portal.on_b);
      }
      (p.kind == PortalKind::step ? steps_ : welds_).push_back(portal);
    }
    std::ranges::sort(steps_, std::less<>());
    std::ranges::sort(welds_, std::less<>());
    const auto cells = static_cast<CellId>(certified_.map.table.cells.size());
    for (CellId first = 0; first < cells; first += std::min(chunk, cells - first))
      append_cells(first, first + std::min(chunk, cells - first));
    // Those of half-edges are whole: what keeps a stance from a flush neighbour keeps it from welding there.
    for (const Portal& p : welds_) append(p);
    return count_;
  }

 private:
  struct Run {  // of sides from `first` on, to one neighbour for one stance
    CellId a, b;
    kernel::Label stance;
    VertexRef from, to;
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
  std::vector<Portal> steps_, welds_;
  std::size_t next_step_ = 0, count_ = 0;
  std::vector<Run> runs_;
};

}  // namespace

std::size_t append_portals(const Certified& certified, CertificateText& out) { return Writer(certified, out).write(); }

}  // namespace plumb::pipeline
