// SPDX-License-Identifier: GPL-3.0-or-later
// Boundary edges that lie on one another in plan: the steps of a mesh (docs/theory/definitions.md, The navigation
// graph).
// Problem. A floor ends at an edge, and another floor begins at the same line in plan, higher or lower. Where the
// difference is at most a step and no wall stops the agent, he steps over: the two floors are linked there, and the
// edge is no border. Find all such pairs of edges and, exactly, the stretches where this holds.
// 1. edge_contacts() gives each edge the line that it lies on in plan (PlanLine) and the part of the line that it
//    covers, and sorts the edges by line, then by where they begin.
// 2. A sweep along each line keeps the edges that have not ended yet, and compares each new edge with those of them
//    that run in the opposite direction: their triangles are on opposite sides.
// 3. ContactFinder::add() finds where both lie on one another, and their difference in height, which is linear there.
//    ContactFinder::linked() takes from the stretch where it is at most a step what the column check says of walls.
// 4. mark_steps() splits edges at the ends of such stretches (FanMesh::split) and gives their middle the class `step`.
// Cost. O(N log N) comparisons of fractions for N edges, and one column check for each contact.
// Exactness. All by fractions. Walls by the column check that the other method uses, which is a definition and no part
// of that method.
#include "links/edge_contacts.h"

#include <algorithm>
#include <tuple>

#include "plumb/kernel/interval.h"
#include "plumb/kernel/union_find.h"
#include "plumb/surface/fan_mesh.h"

namespace plumb::pipeline {
namespace {

using Index = TriangleMesh::Index;
using kernel::ExactInterval;
using kernel::Linear;

// A line in plan: y = slope x + offset, or x = offset.
struct PlanLine {
  bool upright = false;
  mpq_class slope, offset;
  bool operator==(const PlanLine&) const = default;
};

// An edge and what it covers of its line.
struct Span {
  PlanLine line;
  mpq_class low, high;       // by x, or by y on an upright line
  double foot = 0, top = 0;  // its heights are between these
  Index edge = 0;            // into the boundary
  bool forward = true;       // it runs from low to high
};

struct Ends {
  const ExactPoint &from, &to;
};
Ends ends_of(const TriangleMesh& mesh, Index edge) {
  const TriangleMesh::BoundaryEdge& e = mesh.boundary[edge];
  const auto& corners = mesh.triangles[e.triangle].corners;
  return {mesh.points[corners[e.side]], mesh.points[corners[(e.side + 1) % 3]]};
}

Span span_of(const TriangleMesh& mesh, Index edge) {
  const auto& [p, q] = ends_of(mesh, edge);
  Span out;
  out.edge = edge;
  out.line.upright = p[0] == q[0];
  const std::size_t k = out.line.upright ? 1 : 0;
  out.forward = p[k] < q[k];
  out.low = out.forward ? p[k] : q[k];
  out.high = out.forward ? q[k] : p[k];
  const kernel::Interval from = kernel::interval_of(p[2]), to = kernel::interval_of(q[2]);
  out.foot = std::min(from.low, to.low);
  out.top = std::max(from.high, to.high);
  if (out.line.upright) {
    out.line.offset = p[0];
  } else {
    out.line.slope = (q[1] - p[1]) / (q[0] - p[0]);
    out.line.offset = p[1] - out.line.slope * p[0];
  }
  return out;
}

bool before(const Span& s, const Span& t) {
  if (s.line.upright != t.line.upright) return t.line.upright;
  if (const int c = cmp(s.line.slope, t.line.slope); c != 0) return c < 0;
  if (const int c = cmp(s.line.offset, t.line.offset); c != 0) return c < 0;
  if (const int c = cmp(s.low, t.low); c != 0) return c < 0;
  return s.edge < t.edge;
}

// The share of an edge, in its direction, by coordinate along the line.
Linear share_of(const Span& s) {
  const mpq_class length = s.high - s.low;
  if (s.forward) return {-s.low / length, 1 / length};
  return {s.high / length, -1 / length};
}
Linear then(const Linear& f, const Linear& g) { return {g.at + g.slope * f.at, g.slope * f.slope}; }
Linear height_by_share(const Ends& e) { return {e.from[2], e.to[2] - e.from[2]}; }

class ContactFinder {
 public:
  ContactFinder(const TriangleMesh& mesh, const ContactOptions& options)
      : mesh_(mesh), options_(options), most_(kernel::interval_of(mpq_class(2 * options.step)).high) {}

  std::vector<EdgeContact> run(const std::function<bool(const TriangleMesh::BoundaryEdge&)>& counts) {
    std::vector<Span> spans;
    for (Index e = 0; e < mesh_.boundary.size(); ++e)
      if (counts(mesh_.boundary[e])) spans.push_back(span_of(mesh_, e));
    std::ranges::sort(spans, before);
    std::vector<const Span*> open;
    for (const Span& s : spans) {
      if (!open.empty() && !(open.front()->line == s.line)) open.clear();
      std::erase_if(open, [&](const Span* o) { return o->high <= s.low; });
      for (const Span* o : open)
        if (o->forward != s.forward && !is_far(*o, s)) add(o->edge < s.edge ? *o : s, o->edge < s.edge ? s : *o);
      open.push_back(&s);
    }
    std::ranges::sort(
        out_, [](const EdgeContact& p, const EdgeContact& q) { return std::tie(p.a, p.b) < std::tie(q.a, q.b); });
    return std::move(out_);
  }

 private:
  // Whether the rise from one edge to the other is certainly two steps or more.
  bool is_far(const Span& s, const Span& t) const {
    const auto is_above = [&](const Span& upper, const Span& lower) {
      return (kernel::Interval(upper.foot) - kernel::Interval(lower.top)).low > most_;
    };
    return !options_.any_rise && (is_above(s, t) || is_above(t, s));
  }

  void add(const Span& s, const Span& t) {
    const mpq_class low = std::max(s.low, t.low), high = std::min(s.high, t.high);
    const Ends a = ends_of(mesh_, s.edge), b = ends_of(mesh_, t.edge);
    const Linear share = share_of(s), back = s.forward ? Linear{s.low, s.high - s.low} : Linear{s.high, s.low - s.high};
    EdgeContact c{.a = s.edge,
                  .b = t.edge,
                  .along_a = {share(low), share(high)},
                  .share_on_b = then(back, share_of(t)),
                  .rise = {},
                  .linked = {}};
    if (c.along_a.to < c.along_a.from) std::swap(c.along_a.from, c.along_a.to);
    const Linear far = then(c.share_on_b, height_by_share(b));
    c.rise = far - height_by_share(a);
    const mpq_class most = 2 * options_.step;
    ExactInterval near = c.along_a;
    if (!options_.any_rise && !c.is_level() &&
        (!kernel::clip(near, c.rise + most) || !kernel::clip(near, Linear{most, 0} - c.rise)))
      return;
    c.linked = linked(c, a, far);
    out_.push_back(std::move(c));
  }

  kernel::IntervalSet linked(const EdgeContact& c, const Ends& a, const Linear& far) const {
    ExactInterval range = c.along_a;
    if (!kernel::clip(range, c.rise + options_.step) || !kernel::clip(range, Linear{options_.step, 0} - c.rise))
      return {};
    const kernel::SegmentFrame frame({a.from[0], a.from[1]}, {a.to[0], a.to[1]});
    const kernel::PlanIntegers from = kernel::plan_integers(a.from), to = kernel::plan_integers(a.to);
    const kernel::PlanFrame plan(from, to);
    const Crossing crossing{frame, plan, range, height_by_share(a), far, {0, 0}};
    return kernel::without({range}, options_.column.stopped(crossing, options_.height, Stops::walls));
  }

  const TriangleMesh& mesh_;
  const ContactOptions& options_;
  double most_;  // two steps
  std::vector<EdgeContact> out_;
};

}  // namespace

std::vector<EdgeContact> edge_contacts(const TriangleMesh& mesh, const ContactOptions& options,
                                       const std::function<bool(const TriangleMesh::BoundaryEdge&)>& counts) {
  return ContactFinder(mesh, options).run(counts);
}

void mark_steps(TriangleMesh& mesh, const std::vector<EdgeContact>& contacts) {
  std::vector<std::vector<ExactInterval>> linked(mesh.boundary.size());
  for (const EdgeContact& c : contacts)
    for (const ExactInterval& i : c.linked) {
      linked[c.a].push_back(i);
      const mpq_class from = c.share_on_b(i.from), to = c.share_on_b(i.to);
      linked[c.b].push_back({std::min(from, to), std::max(from, to)});
    }
  surface::FanMesh split(mesh);
  for (Index k = 0; k < linked.size(); ++k) {
    if (linked[k].empty()) continue;
    const TriangleMesh::BoundaryEdge& edge = mesh.boundary[k];
    const Ends ends = ends_of(mesh, k);
    const surface::FanMesh::Id first = 3 * edge.triangle + edge.side;
    const kernel::IntervalSet ranges = kernel::united(std::move(linked[k]));
    // From the last to the first, so that `first` always starts at the edge's own end.
    for (std::size_t i = ranges.size(); i-- > 0;) {
      const auto cut = [&](const mpq_class& share) {
        const ExactPoint at = kernel::point_along(ends.from, ends.to, share);
        return split.vertex(split.split(first, at, {at})).out.front();
      };
      if (ranges[i].to < 1) cut(ranges[i].to);
      const surface::FanMesh::Id e = sgn(ranges[i].from) > 0 ? cut(ranges[i].from) : first;
      split.edges[e].edge_class = EdgeClass::step;
      split.edges[e].wall_line = TriangleMesh::none;
      split.edges[e].left_of_wall = false;
    }
  }
  mesh = split.result();
}

std::vector<StepLink> step_links(const TriangleMesh& mesh, const ContactOptions& options) {
  std::vector<StepLink> out;
  for (const EdgeContact& c : edge_contacts(
           mesh, options, [](const TriangleMesh::BoundaryEdge& e) { return e.edge_class == EdgeClass::step; })) {
    const Index s = mesh.boundary[c.a].triangle, t = mesh.boundary[c.b].triangle;
    if (mesh.triangles[s].component != mesh.triangles[t].component) continue;
    const Ends a = ends_of(mesh, c.a), b = ends_of(mesh, c.b);
    for (const ExactInterval& i : c.linked) {
      StepLink link{.a = s, .b = t, .on_a = {}, .on_b = {}};
      for (const std::size_t end : {0u, 1u}) {
        const mpq_class& share = end == 0 ? i.from : i.to;
        link.on_a[end] = kernel::point_along(a.from, a.to, share);
        link.on_b[end] = kernel::point_along(b.from, b.to, c.share_on_b(share));
      }
      out.push_back(std::move(link));
    }
  }
  return out;
}

std::vector<PlanStretch> parted_steps(const TriangleMesh& mesh, const ContactOptions& options) {
  ContactOptions all = options;
  all.any_rise = true;
  const std::vector<EdgeContact> contacts =
      edge_contacts(mesh, all, [](const TriangleMesh::BoundaryEdge& e) { return e.edge_class == EdgeClass::step; });
  TriangleMesh numbered = mesh;
  number_components(numbered, contacts);
  std::vector<PlanStretch> out;
  for (const EdgeContact& c : contacts) {
    const Index s = mesh.boundary[c.a].triangle, t = mesh.boundary[c.b].triangle;
    if (mesh.triangles[s].component != mesh.triangles[t].component ||
        numbered.triangles[s].component == numbered.triangles[t].component)
      continue;
    const Ends a = ends_of(mesh, c.a);
    const ExactPoint from = kernel::point_along(a.from, a.to, c.along_a.from),
                     to = kernel::point_along(a.from, a.to, c.along_a.to);
    out.push_back({kernel::PlanPoint{from[0], from[1]}, kernel::PlanPoint{to[0], to[1]}});
  }
  return out;
}

Index number_components(TriangleMesh& mesh, const std::vector<EdgeContact>& contacts) {
  const auto count = static_cast<Index>(mesh.triangles.size());
  kernel::UnionFind sets(count);
  const auto beyond = neighbours(mesh);
  for (Index t = 0; t < count; ++t)
    for (const Index other : beyond[t])
      if (other != TriangleMesh::none) sets.unite(t, other);
  for (const EdgeContact& c : contacts)
    if (!c.linked.empty()) sets.unite(mesh.boundary[c.a].triangle, mesh.boundary[c.b].triangle);
  Index number = 0;
  for (Index t = 0; t < count; ++t) {
    const Index first = sets.find(t);
    mesh.triangles[t].component = first == t ? number++ : mesh.triangles[first].component;
  }
  return number;
}

}  // namespace plumb::pipeline
