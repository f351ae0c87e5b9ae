// SPDX-License-Identifier: LGPL-3.0-or-later
#pragma once
// Three pieces into two: two cuts of piece B are erased, and one is inserted, between two corners of the union of B and
// its two neighbours.
//
// That the result is valid follows from the corners alone. The union is a disc whose boundary turns by 360 degrees. A
// cut between two of its corners that leaves all corners of both parts at most straight adds 360 degrees. Each part is
// closed and has a positive turn, which is a multiple of 360 degrees: so both turn by 360 degrees and are convex. They
// lie on different sides of the cut, so they do not overlap, and no point of the disc lies over another.
#include <algorithm>
#include <array>

#include "plumb/kernel/convex_pieces.h"

namespace plumb::kernel {

template <class Pieces>
class PieceExchange {
  using Id = typename Pieces::Id;
  static constexpr Id none = Pieces::none;
  static constexpr std::uint8_t unknown = 2;

 public:
  explicit PieceExchange(Pieces& mesh)
      : mesh_(mesh),
        points_(mesh.points()),
        free_(mesh.size()),
        untried_(mesh.size(), 1),
        cuts_(mesh.size()),
        reached_(mesh.size()) {
    std::size_t count = 0;
    for (Id e = 0; e < free_.size(); ++e) {
      cuts_[count] = e;
      count += mesh_.is_inner(e);
    }
    cuts_.resize(count);
    see_what_is_free();
  }

  std::size_t run(int rounds) {
    for (std::size_t before = none; rounds > 0 && before != gone_; --rounds) {
      before = gone_;
      for (const Id e : cuts_)
        while (untried_[e] && mesh_.is_inner(e)) untried_[e] = improve(e);
    }
    return gone_;
  }

 private:
  // A corner that remains without some cuts: from half-edge `in` to half-edge `out`.
  struct Corner {
    Id in, out;
  };

  bool splits(Corner c, std::uint32_t p) const {
    const std::uint32_t v = mesh_[c.out].from;
    if (p == v || p == mesh_[c.in].from || p == mesh_.to(c.out)) return false;
    const auto at_most_straight = [](Turn t) { return t == Turn::right || t == Turn::straight; };
    return at_most_straight(turn_of(points_, mesh_[c.in].from, v, p)) &&
           at_most_straight(turn_of(points_, p, v, mesh_.to(c.out)));
  }

  void see_what_is_free() {
    for (const Id e : cuts_)
      if (mesh_.is_inner(e)) free_[e] = mesh_.is_convex_without(e);
  }
  bool is_convex_without(Id e) {
    if (free_[e] == unknown) free_[e] = mesh_.is_convex_without(e);
    return free_[e];
  }
  // Call it when the corner where e starts has changed. Erasing a straight vertex changes no angle.
  void forget_corner(Id e) {
    if (!mesh_.alive(e)) return;
    free_[e] = unknown;
    if (const Id t = mesh_[mesh_[e].prev].twin; t != none) free_[t] = unknown;
  }

  // Marks the cuts of the pieces of these half-edges, and of pieces up to that distance, as untried, since an attempt
  // depends on a piece and its neighbours. Each piece is visited once, as many may lie beside a large one.
  void try_around(std::span<const Id> changed, int distance) {
    ++now_;
    around_.assign(changed.begin(), changed.end());
    for (std::size_t first = 0, last = around_.size(); distance >= 0 && first < last; --distance) {
      for (std::size_t i = first; i < last; ++i) {
        if (reached_[around_[i]] == now_) continue;
        Id f = around_[i];
        do {
          untried_[f] = 1;
          reached_[f] = now_;
          if (distance > 0 && mesh_[f].twin != none && reached_[mesh_[f].twin] != now_)
            around_.push_back(mesh_[f].twin);
        } while ((f = mesh_[f].next) != around_[i]);
      }
      first = last;
      last = around_.size();
    }
  }

  // Tries to replace cut e and another cut of the piece to its right. @return whether pieces have become fewer
  bool improve(Id e) {
    const Corner start{mesh_[e].prev, mesh_[mesh_[e].twin].next}, end{mesh_[mesh_[e].twin].prev, mesh_[e].next};
    const bool start_free = is_convex_without(e), end_free = is_convex_without(mesh_[e].twin);
    if (start_free && end_free) return remove_free(e);
    const Id next = mesh_[e].next;
    if (mesh_[next].twin != none && improve_adjacent(e, next, start_free)) return true;
    if (start_free == end_free) return false;
    for (Id f = mesh_[next].next; f != mesh_[e].prev && f != e; f = mesh_[f].next)
      if (mesh_[f].twin != none && improve_apart(e, f, start_free ? end : start)) return true;
    return false;
  }

  // Erases a cut that no corner needs, and the cuts that become free by that. All that changes lies around the piece
  // that they leave. Examining the whole mesh again would take quadratic time where many cuts are free.
  bool remove_free(Id e) {
    changed_.clear();
    gone_ += remove_cuts(mesh_, std::array{e}, [this](Id f) { changed_.push_back(f); });
    for (const Id f : changed_) forget_corner(f);
    std::erase_if(changed_, [this](Id f) { return !mesh_.alive(f); });
    try_around(changed_, 2);
    return true;
  }

  // For two cuts without a common end, each needed by one corner only: tries the cut between these two corners.
  bool improve_apart(Id e, Id f, Corner x) {
    if (f < e) return false;  // the pair is tried in the other order, too
    const bool start_free = is_convex_without(f), end_free = is_convex_without(mesh_[f].twin);
    if (start_free == end_free) return false;
    const Id g = mesh_[f].twin;
    const Corner y = start_free ? Corner{mesh_[g].prev, mesh_[f].next} : Corner{mesh_[f].prev, mesh_[g].next};
    if (!splits(x, mesh_[y.out].from) || !splits(y, mesh_[x.out].from)) return false;
    return exchange(e, f, x.out, y.out);
  }

  // For cuts e and f of which f starts where e ends.
  bool improve_adjacent(Id e, Id f, bool e_start_free) {
    const Id t = mesh_[e].twin, g = mesh_[f].twin;
    const Corner s{mesh_[t].prev, mesh_[g].next}, x{mesh_[e].prev, mesh_[t].next}, y{mesh_[g].prev, mesh_[f].next};
    const bool f_end_free = is_convex_without(g);
    if (!e_start_free && !f_end_free) {
      // Both far ends need a cut. Tries the cut between them, if the common end needs none.
      const Turn first = mesh_.turn_without_cut(s.in, f, mesh_[e].from);
      if (first != Turn::right) return false;
      if (!mesh_.is_convex_without_cut(s.in, s.out, mesh_.to(f))) return false;
      if (!splits(x, mesh_[y.out].from) || !splits(y, mesh_[x.out].from)) return false;
      return exchange(e, f, x.out, y.out);
    }
    if (!e_start_free || !f_end_free) return false;
    // Only the common end needs a cut. Takes the shortest cut from there that leaves no reflex corner.
    candidates_.clear();
    const auto add = [&](Corner from, Id last) {
      for (candidates_.push_back(from); candidates_.back().out != last;)
        candidates_.push_back({candidates_.back().out, mesh_[candidates_.back().out].next});
    };
    if (s.out != y.in) add({s.out, mesh_[s.out].next}, y.in);
    add(y, x.in);
    add(x, s.in);
    Id best = none;
    double best_length = 0;
    for (const Corner& z : candidates_) {
      const std::uint32_t v = mesh_[z.out].from;
      if (!splits(s, v) || turn_of(points_, mesh_[z.in].from, v, mesh_[s.out].from) != Turn::right ||
          turn_of(points_, mesh_[s.out].from, v, mesh_.to(z.out)) != Turn::right)
        continue;
      const double length = points_.length(mesh_[s.out].from, v);
      if (best == none || length < best_length) best = z.out, best_length = length;
    }
    return best != none && exchange(e, f, s.out, best);
  }

  bool exchange(Id e, Id f, Id x, Id y) {
    const Id t = mesh_[e].twin, g = mesh_[f].twin;
    if (mesh_.same_face(t, g)) return false;  // the two neighbours are one piece, around a hole of the region
    const Id ends[] = {mesh_[t].next, mesh_[e].next, mesh_[g].next, mesh_[f].next};
    mesh_.remove_edge(e);
    mesh_.remove_edge(f);
    mesh_.insert_edge(x, y, e, t);
    for (const Id changed : {ends[0], ends[1], ends[2], ends[3], x, y, e, t}) forget_corner(changed);
    for (const Id end : ends)
      if (end != e && end != t && mesh_.alive(end)) mesh_.merge_edges(end);
    // The new cut may have gone straight on as another one, and be part of that now.
    std::array made{e, t};
    for (Id& side : made)
      while (!mesh_.alive(side)) side = mesh_[side].prev;
    try_around(made, 2);
    ++gone_;
    return true;
  }

  Pieces& mesh_;
  std::remove_reference_t<decltype(std::declval<Pieces&>().points())>& points_;
  std::vector<Corner> candidates_;
  std::vector<std::uint8_t> free_;      // by half-edge: is_convex_without() of the pieces, or unknown
  std::vector<std::uint8_t> untried_;   // by half-edge
  std::vector<Id> cuts_;                // both half-edges of each
  std::vector<Id> changed_, around_;    // buffers: half-edges of pieces, one of each
  std::vector<std::uint32_t> reached_;  // by half-edge: the walk that came to it last
  std::uint32_t now_ = 0;
  std::size_t gone_ = 0;  // pieces
};

/// Replaces three neighbouring pieces by two (Tozour 2002), until no three are left for which that is possible, or for
/// so many rounds. @return by how many there are fewer pieces
template <class Pieces>
std::size_t three_to_two(Pieces& mesh, int rounds) {
  return PieceExchange<Pieces>(mesh).run(rounds);
}

}  // namespace plumb::kernel
