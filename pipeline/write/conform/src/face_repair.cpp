// SPDX-License-Identifier: GPL-3.0-or-later
// Rounding may turn a convex polygon into one that is reflex, empty or turned over. FaceRepair mends the polygons of a
// rounded mesh until each is convex, has an area and not too many corners.
//
// mend_all():
// 1. tidy() takes out edges without length, and spikes, where the boundary turns back: what lies on both sides of a
//    spike meets there (take_spike, bridge).
// 2. cut_where() plans for all other faces at once, on all threads, as nothing is changed meanwhile: a face stays, or
//    RingCutter cuts it into convex parts. make_cuts() numbers the new edges and faces in the order of the faces, and
//    cut() makes them, again on all threads: each changes its own face alone.
// 3. mend_one() does what concerns several faces, one after the other, until none is pending: where a corner has come
//    to lie on or beyond an edge, the edge bends through it (bend); of a triangle that has turned over, where each
//    corner lies beyond an edge, only the longest edge bends, and nothing is left of the triangle; a ring that comes to
//    one vertex twice becomes two (part_at_vertex); what none of this helps, or what takes 1024 half-edges more, is
//    left out (leave_out).
// limit_corners() cuts polygons with too many corners. mend() plans for some changed faces, cuts them between those
// that mend_one() mends, and drops the plans of faces that this has changed. So the number of threads changes no
// result.
//
// Cost: linear in the corners of faces that stay; what RingCutter takes for those that are cut; for each of the few
// faces that need more, the square of its corners, and the same for those that it makes bend, until 1024 half-edges are
// made. Memory: linear.
// Exact: on the rounded places, whether a ring is convex and has an area, and on which side of an edge a corner lies.
// Doubles decide which corners lie beside an edge that bends, between its ends, and their order along it.
// Source: our own. Edges that bend through vertices too near to them are those of snap rounding.
#include "face_repair.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <set>

#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/parallel.h"
#include "plumb/pipeline/progress.h"

namespace plumb::pipeline {
namespace {}  // namespace

void FaceRepair::read_ring(std::uint32_t face, std::vector<kernel::RoundedPlace>& places) const {
  places.clear();
  const Id first = mesh_.faces[face].first;
  for (Id e = first;;) {
    places.push_back(vertices_.place(mesh_[e].from));
    if ((e = mesh_[e].next) == first) return;
  }
}

// Calls decide(i, plan, buffer, parts) for each i below a count, on all threads; it returns false if there is nothing
// to plan.
template <class Decide>
FaceRepair::Plans FaceRepair::plan(std::size_t count, Decide&& decide) const {
  const std::size_t chunks = chunk_count(count, threads_);
  std::vector<std::vector<Plan>> found(chunks);
  Plans out;
  out.parts.resize(chunks);
  for_chunks(count, chunks, threads_, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    Buffer buffer;
    for (std::size_t i = begin; i < end; ++i) {
      cancellation_point(i);
      Plan plan{.face = EdgeMesh::none, .chunk = static_cast<std::uint32_t>(chunk)};
      if (decide(i, plan, buffer, out.parts[chunk])) found[chunk].push_back(plan);
    }
  });
  std::size_t plans = 0;
  for (const auto& list : found) plans += list.size();
  out.plans = std::move(found[0]);
  out.plans.reserve(plans);
  for (std::size_t chunk = 1; chunk < chunks; ++chunk) {
    out.plans.insert(out.plans.end(), found[chunk].begin(), found[chunk].end());
    std::exchange(found[chunk], {});
  }
  return out;
}

// Cuts faces into convex parts, and mends one by one those that cannot be cut so. looked_at(face): is a face looked at?
// wanted(face, places): what its ring is, if it is to be cut.
template <class LookedAt, class Wanted>
void FaceRepair::cut_where(LookedAt&& looked_at, Wanted&& wanted) {
  Plans plans = plan(mesh_.faces.size(), [&](std::size_t f, Plan& plan, Buffer& buffer, RingParts& parts) {
    plan.face = static_cast<std::uint32_t>(f);
    if (mesh_.is_gone(plan.face) || !looked_at(plan.face)) return false;
    read_ring(plan.face, buffer.places);
    const std::optional<kernel::RingState> state = wanted(plan.face, buffer.places);
    if (!state) return false;
    plan.first_part = static_cast<std::uint32_t>(parts.size());
    buffer.cutter.cut(buffer.places, *state, most_corners_, parts);
    plan.parts = static_cast<std::uint32_t>(parts.size()) - plan.first_part;
    return true;
  });
  // Faces without such a cut come last.
  const auto left =
      std::stable_partition(plans.plans.begin(), plans.plans.end(), [](const Plan& plan) { return plan.parts > 0; });
  untidy_.clear();
  make_cuts({plans.plans.begin(), left}, plans.parts);
  for (auto plan = left; plan != plans.plans.end(); ++plan) mend_one(plan->face);
}

void FaceRepair::mend_all(std::vector<std::uint8_t>& whole) {
  const std::size_t count = mesh_.faces.size();
  whole.resize(count);
  untidy_.assign(count, 0);
  for_chunks(count, chunk_count(count, threads_), threads_, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      cancellation_point(f);
      untidy_[f] = !whole[f] && !is_tidy(static_cast<std::uint32_t>(f));
    }
  });
  for (std::uint32_t f = 0; f < count; ++f)
    if (untidy_[f]) {
      cancellation_point();
      tidy(f);
    }
  cut_where([&](std::uint32_t face) { return !whole[face]; },
            [&](std::uint32_t face, std::span<const kernel::RoundedPlace> places) {
              const kernel::RingState state = kernel::state_of(places);
              const bool kept = state == kernel::RingState::kept;
              whole[face] = kept && !untidy_[face];
              return kept ? std::nullopt : std::optional(state);
            });
}

void FaceRepair::limit_corners(std::size_t most) {
  most_corners_ = most;
  if (most == any_number) return;
  cut_where([](std::uint32_t) { return true; },
            [&](std::uint32_t, std::span<const kernel::RoundedPlace> places) -> std::optional<kernel::RingState> {
              if (places.size() <= most) return std::nullopt;
              assert(kernel::state_of(places) == kernel::RingState::kept);  // as all are mended
              return kernel::RingState::kept;
            });
}

void FaceRepair::mend(std::span<const std::uint32_t> faces) {
  Plans plans = plan(faces.size(), [&](std::size_t i, Plan& plan, Buffer& buffer, RingParts& parts) {
    plan.face = faces[i];
    if (mesh_.is_gone(plan.face) || !is_tidy(plan.face)) return true;
    read_ring(plan.face, buffer.places);
    const kernel::RingState state = kernel::state_of(buffer.places);
    if (buffer.places.size() <= most_corners_ && state == kernel::RingState::kept) return plan.parts = 1, true;
    plan.first_part = static_cast<std::uint32_t>(parts.size());
    buffer.cutter.cut(buffer.places, state, most_corners_, parts);
    plan.parts = static_cast<std::uint32_t>(parts.size()) - plan.first_part;
    return true;
  });
  touched_.insert(touched_.end(), faces.begin(), faces.end());
  // mend_one() may change other faces, for which the plans are out of date then. So cuts are made up to the next face
  // that it has to mend.
  std::set<std::uint32_t> changed;
  const auto planned = [&](const Plan& plan) { return plan.parts > 0 && !changed.contains(plan.face); };
  for (auto first = plans.plans.begin(); first != plans.plans.end();) {
    const auto last = std::find_if_not(first, plans.plans.end(), planned);
    make_cuts({first, last}, plans.parts);
    first = last;
    if (first == plans.plans.end()) break;
    const std::size_t before = touched_.size();
    mend_one(first->face);
    changed.insert(touched_.begin() + static_cast<std::ptrdiff_t>(before), touched_.end());
    ++first;
  }
}

void FaceRepair::mend_one(std::uint32_t face) {
  // An edge that bends may make those beside it bend, without end. What so many edges do not mend is left out.
  constexpr std::size_t most_made = 1 << 10;
  const std::size_t most_edges = mesh_.size() + most_made;
  pending_.push_back(face);
  while (!pending_.empty()) {
    cancellation_point();
    face = pending_.back();
    pending_.pop_back();
    touched_.push_back(face);
    tidy(face);
    if (mesh_.is_gone(face)) continue;
    std::vector<kernel::RoundedPlace> places;
    read_ring(face, places);
    const kernel::RingState state = kernel::state_of(places);
    if (places.size() <= most_corners_ && state == kernel::RingState::kept) continue;
    std::vector<RingParts> parts(1);
    Plan plan{.face = face};
    if (buffer_.cutter.cut(places, state, most_corners_, parts[0])) {
      plan.parts = static_cast<std::uint32_t>(parts[0].size());
      make_cuts({&plan, 1}, parts);
    } else if (mesh_.size() > most_edges || (!bend(face, places) && !part_at_vertex(face))) {
      leave_out(face);
    }
  }
}

bool FaceRepair::takes_corner(Id e, const kernel::RoundedPlace& place, Buffer& buffer) const {
  for (const Id side : {e, mesh_[e].twin}) {
    if (side == EdgeMesh::none) continue;
    buffer.places = {vertices_.place(mesh_[side].from), place};
    for (Id f = mesh_[side].next; f != side; f = mesh_[f].next) buffer.places.push_back(vertices_.place(mesh_[f].from));
    if (!buffer.cutter.can_cut(buffer.places, most_corners_)) return false;
  }
  return true;
}

// Bends each edge through the corners of its face that lie beyond it, or on it. Returns false if there are none. Of a
// triangle that has turned over, every corner lies beyond the edge opposite to it; if each of these edges bent, two
// triangles would come of it that had turned over, and so on without end. So only the longest one bends, which the
// corner opposite to it has passed: nothing is left of the triangle then.
bool FaceRepair::bend(std::uint32_t face, std::span<const kernel::RoundedPlace> places) {
  const std::size_t n = places.size();
  std::vector<Id> around;
  std::vector<std::uint32_t> vertices;
  Id e = mesh_.faces[face].first;
  for (std::size_t i = 0; i < n; ++i, e = mesh_[e].next) around.push_back(e), vertices.push_back(mesh_[e].from);
  const auto squared_length = [&](std::size_t i) {
    const auto &p = places[i], &q = places[i + 1 == n ? 0 : i + 1];
    return (q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1]);
  };
  std::size_t longest = n;
  if (n == 3) {
    longest = 0;
    for (std::size_t i = 1; i < n; ++i)
      if (squared_length(i) > squared_length(longest)) longest = i;
  }
  bool any = false;
  for (std::size_t i = 0; i < n; ++i) {
    if (longest < n && i != longest) continue;
    const std::size_t j = i + 1 == n ? 0 : i + 1;
    const auto &p = places[i], &q = places[j];
    const double dx = q[0] - p[0], dy = q[1] - p[1], length = squared_length(i);
    std::vector<std::pair<double, std::uint32_t>> beyond;  // by the way along the edge
    for (std::size_t k = 0; k < n; ++k) {
      if (vertices[k] == vertices[i] || vertices[k] == vertices[j]) continue;
      const double along = (places[k][0] - p[0]) * dx + (places[k][1] - p[1]) * dy;
      if (along > 0 && along < length && kernel::orientation(p, q, places[k]) <= 0)
        beyond.emplace_back(along, vertices[k]);
    }
    if (beyond.empty()) continue;
    any = true;
    std::sort(beyond.begin(), beyond.end());
    beyond.erase(std::unique(beyond.begin(), beyond.end()), beyond.end());
    const Id twin = mesh_[around[i]].twin;
    Id rest = around[i];
    for (const auto& [along, vertex] : beyond) {
      rest = mesh_.split_edge(rest, vertex);
      bends_.push_back({vertex, {-dy, dx}});
    }
    if (twin != EdgeMesh::none) pending_.push_back(mesh_[twin].face);
  }
  if (any) pending_.push_back(face);
  return any;
}

// A ring that comes to a vertex twice becomes two rings. False if it comes to none twice.
bool FaceRepair::part_at_vertex(std::uint32_t face) {
  std::vector<std::pair<std::uint32_t, Id>> corners;
  const Id first = mesh_.faces[face].first;
  for (Id e = first;;) {
    corners.emplace_back(mesh_[e].from, e);
    if ((e = mesh_[e].next) == first) break;
  }
  std::sort(corners.begin(), corners.end());
  const auto twice = std::adjacent_find(corners.begin(), corners.end(),
                                        [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twice == corners.end()) return false;
  const Id e = twice->second, f = (twice + 1)->second, before_e = mesh_[e].prev, before_f = mesh_[f].prev;
  mesh_.connect(before_e, f);
  mesh_.connect(before_f, e);
  const auto made = static_cast<std::uint32_t>(mesh_.faces.size());
  mesh_.faces.push_back(mesh_.faces[face]);
  mesh_.faces[face].first = e;
  mesh_.faces[made].first = f;
  mesh_.set_face(f, made);
  partings_.push_back({twice->first, face, made});
  pending_.push_back(made);
  pending_.push_back(face);
  return true;
}

void FaceRepair::leave_out(std::uint32_t face) {
  std::vector<kernel::RoundedPlace> places;
  read_ring(face, places);
  if (mesh_.faces[face].stance > kernel::blocked)
    facts_.area_left_out +=
        std::abs(kernel::formulas::doubled_area<double>(places.size(), [&](std::size_t i) { return places[i]; })) / 2;
  const Id first = mesh_.faces[face].first;
  for (Id e = first;;) {
    const Id next = mesh_[e].next;
    part_from_twin(e);
    mesh_[e].next = mesh_[e].prev = EdgeMesh::none;
    if ((e = next) == first) break;
  }
  mesh_.remove_face(face);
  ++facts_.collapsed;
}

// Takes out edges without length, and where the boundary turns back: what lay between has no area.
void FaceRepair::tidy(std::uint32_t face) {
  Id& first = mesh_.faces[face].first;
  if (first == EdgeMesh::none) return;
  // Done after a whole round without a change.
  for (Id e = first, last = first;;) {
    const Id next = mesh_[e].next, before = mesh_[e].prev;
    const bool empty = same_vertex(mesh_[e].from, mesh_[next].from),
               spike = !empty && same_vertex(mesh_[e].from, mesh_.to(next));
    if (!empty && !spike) {
      if ((e = next) == last) return;
      continue;
    }
    const Id after = empty ? next : mesh_[next].next;
    const bool all = after == e;
    if (spike) take_spike(e);
    else part_from_twin(e);
    mesh_[e].next = mesh_[e].prev = EdgeMesh::none;
    if (spike) mesh_[next].next = mesh_[next].prev = EdgeMesh::none;
    if (all) {
      mesh_.remove_face(face);
      ++facts_.collapsed;
      return;
    }
    mesh_.connect(before, after);
    first = e = last = before;
  }
}

bool FaceRepair::same_place(std::uint32_t a, std::uint32_t b) const {
  return a == b || vertices_.place(a) == vertices_.place(b);
}

// Whether tidy() would change nothing.
bool FaceRepair::is_tidy(std::uint32_t face) const {
  const Id first = mesh_.faces[face].first;
  if (first == EdgeMesh::none) return true;
  Id e = mesh_[first].next;
  kernel::RoundedPlace before = vertices_.place(mesh_[mesh_[first].prev].from), at = vertices_.place(mesh_[first].from);
  for (;; e = mesh_[e].next) {
    const kernel::RoundedPlace next = vertices_.place(mesh_[e].from);
    if (next == at || next == before) return false;
    if (e == first) return true;
    before = at, at = next;
  }
}

// Are two vertices one, or at one place in plan? Then the first stands for both from now on.
bool FaceRepair::same_vertex(std::uint32_t a, std::uint32_t b) {
  if (a == b) return true;
  if (!same_place(a, b)) return false;
  vertex_edges_.replace(b, a, [&](Id e) {
    touched_.push_back(mesh_[e].face);
    if (!untidy_.empty()) untidy_[mesh_[e].face] = 1;
    return true;
  });
  vertices_.merge(b, a);
  return true;
}

// e and the half-edge after it run to and fro.
void FaceRepair::take_spike(Id e) {
  const Id f = mesh_[e].next, beyond_e = mesh_[e].twin, beyond_f = mesh_[f].twin;
  if (beyond_e == f) return;
  const kernel::Label passes = stance(e);
  for (const Id beyond : {beyond_e, beyond_f})
    if (beyond != EdgeMesh::none) mesh_.faces[mesh_[e].face].heir = mesh_[beyond].face;
  part_from_twin(e);
  part_from_twin(f);
  bridge(beyond_e, beyond_f, passes);
}

// Makes two half-edges twins if `passes` is at least the lower stance of their faces: nobody passes who did not before.
void FaceRepair::bridge(Id e, Id f, kernel::Label passes) {
  if (e != EdgeMesh::none && f != EdgeMesh::none && passes >= std::min(stance(e), stance(f))) mesh_.glue(e, f);
}

void FaceRepair::part_from_twin(Id e) {
  if (mesh_[e].twin == EdgeMesh::none) return;
  mesh_[mesh_[e].twin].twin = EdgeMesh::none;
  mesh_[e].twin = EdgeMesh::none;
}

// Plans with parts, in their order: the edges and faces that they make are numbered by it.
void FaceRepair::make_cuts(std::span<Plan> plans, const std::vector<RingParts>& parts) {
  auto edges = mesh_.size();
  auto faces = static_cast<std::uint32_t>(mesh_.faces.size());
  for (Plan& plan : plans) {
    plan.first_edge = edges;
    plan.first_face = faces;
    edges += 2 * (plan.parts - 1);  // each cut has two sides and makes a part more
    faces += plan.parts - 1;
    if (plan.parts == 1) continue;
    ++facts_.cut;
    touched_.push_back(plan.face);
    for (std::uint32_t made = plan.first_face; made < faces; ++made) touched_.push_back(made);
  }
  mesh_.edges.resize(edges);
  mesh_.faces.resize(faces);
  for_chunks(plans.size(), chunk_count(plans.size(), threads_), threads_,
             [&](std::size_t, std::size_t begin, std::size_t end) {
               CutWork work;
               for (std::size_t i = begin; i < end; ++i) {
                 cancellation_point(i);
                 if (plans[i].parts > 1) cut(plans[i], parts[plans[i].chunk], work);
               }
             });
}

// Changes nothing but the half-edges and the face of the ring that is cut, and those that are made.
void FaceRepair::cut(const Plan& plan, const RingParts& parts, CutWork& work) {
  auto& [around, made, cuts] = work;
  around.clear(), cuts.clear();
  for (Id e = mesh_.faces[plan.face].first;;) {
    around.push_back(e);
    if ((e = mesh_[e].next) == mesh_.faces[plan.face].first) break;
  }
  Id next_edge = plan.first_edge;
  for (std::uint32_t p = 0; p < plan.parts; ++p) {
    const std::uint32_t number = p == 0 ? plan.face : plan.first_face + p - 1;
    if (p > 0) mesh_.faces[number] = mesh_.faces[plan.face];
    const auto part = parts[plan.first_part + p];
    made.clear();
    for (std::size_t i = 0; i < part.size(); ++i) {
      const std::uint32_t from = part[i], to = part[i + 1 == part.size() ? 0 : i + 1];
      if (to == (from + 1 == around.size() ? 0 : from + 1)) {
        made.push_back(around[from]);
        continue;
      }
      const Id e = next_edge++;
      mesh_[e].from = mesh_[around[from]].from;
      const auto back =
          std::find_if(cuts.begin(), cuts.end(), [&](const auto& c) { return c.from == to && c.to == from; });
      if (back != cuts.end()) mesh_.glue(e, back->e);
      else cuts.push_back({from, to, e});
      made.push_back(e);
    }
    Id last = made.back();
    for (const Id e : made) {
      mesh_.connect(last, e);
      mesh_[e].face = number;
      last = e;
    }
    mesh_.faces[number].first = made[0];
  }
}

}  // namespace plumb::pipeline
