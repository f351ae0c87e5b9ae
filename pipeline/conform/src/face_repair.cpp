// SPDX-License-Identifier: GPL-3.0-or-later
#include "face_repair.h"

#include <algorithm>
#include <cmath>

#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/chunks.h"

namespace plumb::pipeline {
namespace {

constexpr EdgeMesh::Id none = EdgeMesh::none;

}  // namespace

void FaceRepair::read_ring(std::uint32_t face, std::vector<kernel::RoundedPlace>& places) const {
  places.clear();
  const Id first = mesh_.faces[face].first;
  for (Id e = first;;) {
    places.push_back(vertices_.place(mesh_[e].from));
    if ((e = mesh_[e].next) == first) return;
  }
}

bool FaceRepair::is_fine(const std::vector<kernel::RoundedPlace>& ring) const {
  return ring.size() <= most_corners_ && kernel::state_of(ring) == kernel::RingState::kept;
}

// Cuts faces in convex parts, and mends those of which there are none. wanted(places): is a face one to be cut?
template <class Wanted>
void FaceRepair::cut_where(Wanted&& wanted, unsigned threads) {
  // What most need is found without changing anything.
  const std::size_t count = mesh_.faces.size(), chunks = chunk_count(count, threads);
  struct Plan {
    std::uint32_t face;
    std::optional<std::vector<RingPart>> parts;
  };
  std::vector<std::vector<Plan>> plans(chunks);
  for_chunks(count, chunks, threads, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::vector<kernel::RoundedPlace> places;
    for (std::size_t f = begin; f < end; ++f) {
      cancellation_point(f);
      const auto face = static_cast<std::uint32_t>(f);
      if (mesh_.faces[face].first == none) continue;
      read_ring(face, places);
      if (wanted(places)) plans[chunk].push_back({face, convex_parts(places, most_corners_)});
    }
  });
  std::vector<std::uint32_t> left;
  for (const auto& list : plans)
    for (const Plan& plan : list) {
      cancellation_point();
      if (plan.parts) cut(plan.face, *plan.parts);
      else left.push_back(plan.face);
    }
  for (const std::uint32_t face : left) mend(face);
}

void FaceRepair::mend_all(unsigned threads) {
  const auto count = static_cast<std::uint32_t>(mesh_.faces.size());
  for (std::uint32_t f = 0; f < count; ++f) {
    cancellation_point(f);
    tidy(f);
  }
  cut_where([](const auto& places) { return kernel::state_of(places) != kernel::RingState::kept; }, threads);
}

void FaceRepair::limit_corners(std::size_t most, unsigned threads) {
  most_corners_ = most;
  cut_where([&](const auto& places) { return places.size() > most; }, threads);
}

void FaceRepair::mend(std::uint32_t face) {
  pending_.push_back(face);
  while (!pending_.empty()) {
    cancellation_point();
    face = pending_.back();
    pending_.pop_back();
    touched_.push_back(face);
    tidy(face);
    if (mesh_.faces[face].first == none) continue;
    std::vector<kernel::RoundedPlace> places;
    read_ring(face, places);
    if (is_fine(places)) continue;
    if (const auto parts = convex_parts(places, most_corners_)) cut(face, *parts);
    else if (mesh_.size() > most_edges_ || (!bend(face, places) && !part_at_vertex(face))) leave_out(face, places);
  }
}

bool FaceRepair::takes_corner(Id e, const kernel::RoundedPlace& place) const {
  for (const Id side : {e, mesh_[e].twin}) {
    if (side == none) continue;
    std::vector<kernel::RoundedPlace> places{vertices_.place(mesh_[side].from), place};
    for (Id f = mesh_[side].next; f != side; f = mesh_[f].next) places.push_back(vertices_.place(mesh_[f].from));
    if (!convex_parts(places, most_corners_)) return false;
  }
  return true;
}

// Where a corner has come to lie beyond an edge, or on it, the edge bends through it. False if there is none.
bool FaceRepair::bend(std::uint32_t face, const std::vector<kernel::RoundedPlace>& places) {
  const std::size_t n = places.size();
  std::vector<Id> around;
  std::vector<std::uint32_t> vertices;
  Id e = mesh_.faces[face].first;
  for (std::size_t i = 0; i < n; ++i, e = mesh_[e].next) around.push_back(e), vertices.push_back(mesh_[e].from);
  bool any = false;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = i + 1 == n ? 0 : i + 1;
    const auto &p = places[i], &q = places[j];
    const double dx = q[0] - p[0], dy = q[1] - p[1], length = dx * dx + dy * dy;
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
    if (twin != none) pending_.push_back(mesh_[twin].face);
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

void FaceRepair::leave_out(std::uint32_t face, const std::vector<kernel::RoundedPlace>& places) {
  if (mesh_.faces[face].stance > kernel::blocked)
    facts_.area_left_out +=
        std::abs(kernel::formulas::doubled_area<double>(places.size(), [&](std::size_t i) { return places[i]; })) / 2;
  const Id first = mesh_.faces[face].first;
  for (Id e = first;;) {
    const Id next = mesh_[e].next;
    part_from_twin(e);
    mesh_[e].next = mesh_[e].prev = none;
    if ((e = next) == first) break;
  }
  mesh_.remove_face(face);
  ++facts_.collapsed;
}

// Takes out edges without length, and where the boundary turns back: what lay between has no area.
void FaceRepair::tidy(std::uint32_t face) {
  Id& first = mesh_.faces[face].first;
  if (first == none) return;
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
    mesh_[e].next = mesh_[e].prev = none;
    if (spike) mesh_[next].next = mesh_[next].prev = none;
    if (all) {
      mesh_.remove_face(face);
      ++facts_.collapsed;
      return;
    }
    mesh_.connect(before, after);
    first = e = last = before;
  }
}

// Of two vertices over the same place, which are next to one another, only one stays.
bool FaceRepair::same_vertex(std::uint32_t a, std::uint32_t b) {
  if (a == b) return true;
  if (vertices_.place(a) != vertices_.place(b)) return false;
  for (auto& e : mesh_.edges)
    if (e.from == b) {
      e.from = a;
      touched_.push_back(e.face);
    }
  vertices_.merge(b, a);
  return true;
}

// e and the half-edge after it run to and fro.
void FaceRepair::take_spike(Id e) {
  const Id f = mesh_[e].next, beyond_e = mesh_[e].twin, beyond_f = mesh_[f].twin;
  if (beyond_e == f) return;
  const kernel::Label passes = stance(e);
  for (const Id beyond : {beyond_e, beyond_f})
    if (beyond != none) mesh_.faces[mesh_[e].face].heir = mesh_[beyond].face;
  part_from_twin(e);
  part_from_twin(f);
  bridge(beyond_e, beyond_f, passes);
}

// Joins what two half-edges are of, unless that would let pass who did not before.
void FaceRepair::bridge(Id e, Id f, kernel::Label passes) {
  if (e != none && f != none && passes >= std::min(stance(e), stance(f))) mesh_.glue(e, f);
}

void FaceRepair::part_from_twin(Id e) {
  if (mesh_[e].twin == none) return;
  mesh_[mesh_[e].twin].twin = none;
  mesh_[e].twin = none;
}

void FaceRepair::cut(std::uint32_t face, const std::vector<RingPart>& parts) {
  if (parts.size() == 1) return;
  ++facts_.cut;
  std::vector<Id> around;
  for (Id e = mesh_.faces[face].first;;) {
    around.push_back(e);
    if ((e = mesh_[e].next) == mesh_.faces[face].first) break;
  }
  struct Cut {
    std::uint32_t from, to;
    Id e;
  };
  std::vector<Cut> cuts;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto number = p == 0 ? face : static_cast<std::uint32_t>(mesh_.faces.size());
    if (p > 0) mesh_.faces.push_back(mesh_.faces[face]);
    touched_.push_back(number);
    const RingPart& part = parts[p];
    std::vector<Id> made;
    for (std::size_t i = 0; i < part.size(); ++i) {
      const std::uint32_t from = part[i], to = part[i + 1 == part.size() ? 0 : i + 1];
      if (to == (from + 1 == around.size() ? 0 : from + 1)) {
        made.push_back(around[from]);
        continue;
      }
      const Id e = mesh_.size();
      mesh_.edges.emplace_back();
      mesh_[e].from = mesh_[around[from]].from;
      const auto back =
          std::find_if(cuts.begin(), cuts.end(), [&](const Cut& c) { return c.from == to && c.to == from; });
      if (back != cuts.end()) mesh_.glue(e, back->e);
      else cuts.push_back({from, to, e});
      made.push_back(e);
    }
    for (std::size_t i = 0; i < made.size(); ++i) mesh_.connect(made[i], made[i + 1 == made.size() ? 0 : i + 1]);
    mesh_.faces[number].first = made[0];
    mesh_.set_face(made[0], number);
  }
}

}  // namespace plumb::pipeline
