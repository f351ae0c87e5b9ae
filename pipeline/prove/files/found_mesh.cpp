// SPDX-License-Identifier: LGPL-3.0-or-later
// Navmeshes of any baker as polygons of an OBJ, and what all formats have in common.
//
// 1. read_found_mesh() tells the format by the content, reads it, drops polygons of other areas and brings the points
//    to the level's axes.
// 2. found_obj_mesh() leaves out what a drawing of Plumb has in groups of verdicts: nobody stands there.
// 3. link_by_edges() finds what an OBJ does not say. Whole edges are those between the same two places. Else an edge is
//    a directed stretch of a line in space, with a counter-clockwise polygon on its left; along each line a sweep joins
//    all polygons whose stretches run against one another for a positive length (Line3, EdgeSweep).
// 4. triangles_of() and components_of() make a floor of it.
//
// Cost: n log n for n corners, however many stretches lie over one another. Exact.
// Source: docs/reference/audit.md, "Navmeshes that are read".
#include "files/found_mesh.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "files/detour_tile.h"

namespace plumb::checker {
namespace {

SpacePoint space_point(const std::array<Fraction, 3>& at) {
  const Point p = point_at(at);
  return {p.x, p.y, p.z, p.w};
}

// The sign of twice the area that the corners run around.
int turn_of(const FoundMesh& mesh, Index polygon) {
  Fraction sum = 0;
  const auto at = [&](Index i) {
    const SpacePoint& p = mesh.points[mesh.corners[i]];
    return Place{quotient(p.x, p.w), quotient(p.y, p.w)};
  };
  for (Index i = mesh.begin[polygon], end = mesh.begin[polygon + 1]; i < end; ++i) {
    const Place p = at(i), q = at(i + 1 == end ? mesh.begin[polygon] : i + 1);
    sum += p[0] * q[1] - q[0] * p[1];
  }
  return sgn(sum);
}

// A line in space, in one way only: its direction as integers without a common factor, the first that is not 0 above 0;
// and a point's moment about it, over a denominator, in lowest terms.
using Line3 = std::array<Integer, 7>;

void reduce(Line3& line, std::size_t first, std::size_t last) {
  Integer shared = 0;
  for (std::size_t k = first; k < last; ++k) shared = gcd(shared, line[k]);
  for (std::size_t k = first; k < last; ++k) line[k] = exact_quotient(line[k], shared);
}

struct EdgeStretch {
  Line3 line;
  Fraction from, to;  // along the first axis that the line is not square to
  bool forward;
  Index polygon;
};

EdgeStretch stretch(const SpacePoint& p, const SpacePoint& q, Index polygon) {
  EdgeStretch out{{q.x * p.w - p.x * q.w, q.y * p.w - p.y * q.w, q.z * p.w - p.z * q.w}, {}, {}, true, polygon};
  Line3& l = out.line;
  const std::size_t axis = sgn(l[0]) != 0 ? 0 : sgn(l[1]) != 0 ? 1 : 2;
  out.forward = sgn(l[axis]) > 0;
  if (!out.forward)
    for (std::size_t k = 0; k < 3; ++k) l[k] = -l[k];
  reduce(l, 0, 3);
  l[3] = p.y * l[2] - p.z * l[1];
  l[4] = p.z * l[0] - p.x * l[2];
  l[5] = p.x * l[1] - p.y * l[0];
  l[6] = p.w;
  reduce(l, 3, 7);
  const auto along = [&](const SpacePoint& v) { return quotient(axis == 0 ? v.x : axis == 1 ? v.y : v.z, v.w); };
  std::tie(out.from, out.to) = std::minmax(along(p), along(q));
  return out;
}

// Stretches of one line that reach over the present place, by the way they run. Those that no link joins to the others
// of their way are loose; where any run each way, none stays so.
class EdgeSweep {
 public:
  explicit EdgeSweep(FoundMesh& mesh) : mesh_(mesh) {}
  void begin(const EdgeStretch& s) {
    all_[s.forward].insert(&s);
    loose_[s.forward].insert(&s);
  }
  void end(const EdgeStretch& s) {
    all_[s.forward].erase(&s);
    loose_[s.forward].erase(&s);
  }
  void link() {
    if (all_[0].empty() || all_[1].empty()) return;
    const EdgeStretch* const first = known();
    for (std::set<const EdgeStretch*>& loose : loose_) {
      for (const EdgeStretch* s : loose) mesh_.links.push_back({s->polygon, first->polygon});
      loose.clear();
    }
  }

 private:
  // One that is joined to the others already, if there is one: all of these are joined to one another.
  const EdgeStretch* known() const {
    for (int way = 0; way < 2; ++way)
      for (const EdgeStretch* s : all_[way])
        if (!loose_[way].contains(s)) return s;
    return *all_[0].begin();
  }

  FoundMesh& mesh_;
  std::set<const EdgeStretch*> all_[2], loose_[2];
};

void sweep(FoundMesh& mesh, const EdgeStretch* first, const EdgeStretch* last) {
  std::vector<std::tuple<Fraction, bool, const EdgeStretch*>> events;  // at one place ends come first
  for (const EdgeStretch* s = first; s != last; ++s) {
    events.push_back({s->from, true, s});
    events.push_back({s->to, false, s});
  }
  std::ranges::sort(events);
  EdgeSweep sweep(mesh);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto& [place, begins, s] = events[i];
    begins ? sweep.begin(*s) : sweep.end(*s);
    if (i + 1 == events.size() || std::get<0>(events[i + 1]) != place) sweep.link();
  }
}

// By point, the first at its place.
std::vector<Index> places_of(const FoundMesh& mesh) {
  std::map<std::array<Integer, 4>, Index> first;
  std::vector<Index> out;
  for (const SpacePoint& p : mesh.points) {
    const Integer shared = gcd(gcd(p.x, p.y), gcd(p.z, p.w));
    const auto over = [&](const Integer& v) { return exact_quotient(v, shared); };
    out.push_back(
        first.try_emplace({over(p.x), over(p.y), over(p.z), over(p.w)}, to_index(out.size(), "points")).first->second);
  }
  return out;
}

void link_by_edges(FoundMesh& mesh) {
  const std::vector<Index> place = places_of(mesh);
  std::map<std::array<Index, 2>, Index> edges;
  std::vector<EdgeStretch> stretches;
  for (Index p = 0; p < mesh.polygons(); ++p) {
    const int turn = mesh.whole_edges ? 0 : turn_of(mesh, p);
    for (Index i = mesh.begin[p], end = mesh.begin[p + 1]; i < end; ++i) {
      const Index a = place[mesh.corners[i]], b = place[mesh.corners[i + 1 == end ? mesh.begin[p] : i + 1]];
      if (a == b) continue;
      if (mesh.whole_edges) {
        const Index other = edges.try_emplace({std::min(a, b), std::max(a, b)}, p).first->second;
        if (other != p) mesh.links.push_back({other, p});
        continue;
      }
      if (turn >= 0) stretches.push_back(stretch(mesh.points[a], mesh.points[b], p));
      if (turn <= 0) stretches.push_back(stretch(mesh.points[b], mesh.points[a], p));
    }
  }
  std::ranges::sort(stretches, {}, &EdgeStretch::line);
  for (auto at = stretches.begin(); at != stretches.end();) {
    const auto end = std::find_if(at, stretches.end(), [&](const EdgeStretch& s) { return s.line != at->line; });
    if (end - at > 1) sweep(mesh, &*at, &*at + (end - at));
    at = end;
  }
}

// The text of a drawing of Plumb's without faces of verdicts.
std::string standing_faces(const std::string& text) {
  static constexpr std::array<std::string_view, 4> verdicts{"blocked", "covered", "inside", "too_close"};
  std::string out;
  bool kept = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string_view line = std::string_view(text).substr(at, end - at);
    at = end;
    if (line.starts_with("g ")) {
      const std::string_view group = line.substr(2, line.find_last_not_of("\r\n ") - 1);
      kept = std::ranges::find(verdicts, group) == verdicts.end();
    }
    if (kept || !line.starts_with("f ")) out += line;
  }
  return out;
}

void keep_areas(FoundMesh& mesh, const std::vector<std::uint64_t>& areas) {
  FoundMesh out = mesh;
  out.begin = {0};
  for (auto* list : {&out.corners, &out.detail_of}) list->clear();
  out.area.clear();
  out.detail.clear();
  out.links.clear();
  std::vector<Index> number(mesh.polygons(), none);
  for (Index p = 0; p < mesh.polygons(); ++p) {
    if (std::ranges::find(areas, mesh.area[p]) == areas.end()) continue;
    number[p] = out.polygons();
    out.corners.insert(out.corners.end(), mesh.corners.begin() + mesh.begin[p],
                       mesh.corners.begin() + mesh.begin[p + 1]);
    out.begin.push_back(to_index(out.corners.size(), "corners"));
    out.area.push_back(mesh.area[p]);
  }
  for (std::size_t t = 0; t < mesh.detail.size(); ++t)
    if (const Index p = number[mesh.detail_of[t]]; p != none) {
      out.detail.push_back(mesh.detail[t]);
      out.detail_of.push_back(p);
    }
  for (const auto& [a, b] : mesh.links)
    if (number[a] != none && number[b] != none) out.links.push_back({number[a], number[b]});
  mesh = std::move(out);
}

void bring_to_level(FoundMesh& mesh, const Reading& how) {
  for (SpacePoint& p : mesh.points) {
    if (const auto& t = how.transform; !t.empty()) {
      std::array<Fraction, 3> to;
      for (std::size_t k = 0; k < 3; ++k)
        to[k] = t[4 * k] * quotient(p.x, p.w) + t[4 * k + 1] * quotient(p.y, p.w) + t[4 * k + 2] * quotient(p.z, p.w) +
                t[4 * k + 3];
      p = space_point(to);
    }
    if (how.y_up) p = {p.x, -p.z, p.y, p.w};
  }
}

}  // namespace

FoundMesh found_obj_mesh(const std::string& text, Numbers numbers) {
  FoundMesh out;
  out.format = "polygons";
  out.whole_edges = text.starts_with("# plumb ");
  const std::string kept = out.whole_edges ? standing_faces(text) : std::string();
  ObjRecords records(out.whole_edges ? kept : text);
  for (ObjRecords::Kind kind; (kind = records.next()) != ObjRecords::Kind::end;) {
    if (kind == ObjRecords::Kind::vertex) {
      to_index(out.points.size(), "vertices");
      const auto at = records.vertex(numbers, false);
      out.points.push_back(space_point({at[0].exact(), at[1].exact(), at[2].exact()}));
      continue;
    }
    records.corners(out.points.size(), [&](std::uint64_t v) {
      if (v >= none) throw records.refused("there is no vertex " + std::to_string(v + 1));
      out.corners.push_back(static_cast<Index>(v));
    });
    out.begin.push_back(to_index(out.corners.size(), "corners of polygons"));
    out.area.push_back(0);
  }
  for (const Index v : out.corners)
    if (v >= out.points.size()) throw no_such_vertex(v);
  return out;
}

FoundMesh read_found_mesh(const std::string& text, const Reading& reading) {
  FoundMesh out = detour::is_detour(text) ? found_detour_mesh(text) : found_obj_mesh(text, reading.numbers);
  if (!reading.areas.empty()) keep_areas(out, reading.areas);
  bring_to_level(out, reading);
  if (reading.whole_edges) out.whole_edges = *reading.whole_edges;
  if (!out.has_links) link_by_edges(out);
  return out;
}

std::vector<Index> components_of(const FoundMesh& mesh) {
  Sets sets(mesh.polygons());
  for (const auto& [a, b] : mesh.links) sets.unite(a, b);
  std::vector<Index> out;
  Index count = 0;
  for (Index p = 0; p < mesh.polygons(); ++p) {
    const std::size_t first = sets.find(p);
    out.push_back(first == p ? count++ : out[first]);
  }
  return out;
}

Floor triangles_of(const FoundMesh& mesh, bool detail) {
  Floor out;
  out.points = mesh.points;
  out.component = components_of(mesh);
  const auto add = [&](Index a, Index b, Index c, Index polygon) {
    const SpacePoint &p = mesh.points[a], &q = mesh.points[b], &r = mesh.points[c];
    const int turn = sgn(p.x * (q.y * r.w - q.w * r.y) - p.y * (q.x * r.w - q.w * r.x) + p.w * (q.x * r.y - q.y * r.x));
    if (turn == 0) return;
    if (turn < 0) std::swap(b, c);
    out.corners.insert(out.corners.end(), {a, b, c});
    out.begin.push_back(to_index(out.corners.size(), "corners of triangles"));
    out.owner.push_back(polygon);
  };
  for (std::size_t t = 0; detail && t < mesh.detail.size(); ++t)
    add(mesh.detail[t][0], mesh.detail[t][1], mesh.detail[t][2], mesh.detail_of[t]);
  for (Index p = 0; !detail && p < mesh.polygons(); ++p)
    for (Index i = mesh.begin[p] + 1; i + 1 < mesh.begin[p + 1]; ++i)
      add(mesh.corners[mesh.begin[p]], mesh.corners[i], mesh.corners[i + 1], p);
  return out;
}

}  // namespace plumb::checker
