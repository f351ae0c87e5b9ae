// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles joined to one level: components over the ways between them, and sums of areas.
// Problem. Two tiles know the ways between them, each in stretches as its own cells cut them. Find which component of
// one is joined to which of the other, and whether both know the same ways.
// 1. WayLine names a way without its ends: kind, stance, both tiles, and the lines in space of both its sides. A tile
//    tells its ways from its own side; that of the lesser tile is first (as_first).
// 2. On each such line the stretches of either tile are intervals of one coordinate. Sorted, those that overlap are
//    joined (join_line), and the unions of both have to be equal.
// 3. join_seams() unites components with a union-find for each stance, and adds up areas, tile by tile.
// Cost. N log N in the ways; all seams are in memory.
// Exactness. Lines and intervals are fractions. Sums are fractions while these are no longer than was asked for.
#include "plumb/pipeline/join_seams.h"

#include <algorithm>
#include <tuple>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/interval_set.h"
#include "plumb/kernel/union_find.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/bake_tile.h"
#include "plumb/pipeline/facet_index.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/text.h"
#include "tile_files.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactInterval;
using kernel::ExactPoint;
using Segment = std::array<ExactPoint, 2>;

// The line in space through two points that differ in plan, by the coordinate along which it is followed: x, or y where
// x does not change. The others are linear in it: slopes, and values at 0.
struct SpaceLine {
  std::size_t along = 0;
  std::array<mpq_class, 4> others;
};
SpaceLine line_of(const Segment& s) {
  SpaceLine out;
  out.along = s[0][0] != s[1][0] ? 0 : 1;
  const mpq_class run = s[1][out.along] - s[0][out.along];
  std::size_t i = 0;
  for (const std::size_t k : {1 - out.along, std::size_t{2}}) {
    const mpq_class slope = (s[1][k] - s[0][k]) / run;
    out.others[i++] = slope;
    out.others[i++] = s[0][k] - slope * s[0][out.along];
  }
  return out;
}

struct WayLine {
  Tile first, second;
  PortalKind kind;
  kernel::Label stance;
  bool from_first, up;  // which side a weld is measured from; whether the first side runs towards greater numbers
  SpaceLine of_first, of_second;
  auto key() const { return std::tie(first, second, kind, stance, from_first, up, of_first.along, of_second.along); }
  bool operator<(const WayLine& o) const {
    if (key() != o.key()) return key() < o.key();
    if (of_first.others != o.of_first.others) return of_first.others < o.of_first.others;
    return of_second.others < o.of_second.others;
  }
};

struct Stretch {
  ExactInterval range;  // of the first side
  const TileSeam::Way* way;
};
struct BothSides {
  std::vector<Stretch> of_first, of_second;
};

// A way as the lesser of its tiles tells it, whichever tells it.
std::pair<WayLine, Stretch> as_first(const Tile& tile, const TileSeam::Way& w) {
  const bool is_first = tile < w.beyond;
  const Segment first = is_first ? w.here : Segment{w.there[1], w.there[0]},
                second = is_first ? w.there : Segment{w.here[1], w.here[0]};
  const SpaceLine line = line_of(first);
  const mpq_class &from = first[0][line.along], &to = first[1][line.along];
  const bool from_first = w.kind != PortalKind::weld || w.from_here == is_first;
  return {{is_first ? tile : w.beyond, is_first ? w.beyond : tile, w.kind, w.stance, from_first, from < to, line,
           line_of(second)},
          {{std::min(from, to), std::max(from, to)}, &w}};
}

kernel::IntervalSet covered(const std::vector<Stretch>& stretches) {
  std::vector<ExactInterval> out;
  for (const Stretch& s : stretches) out.push_back(s.range);
  return kernel::united(std::move(out));
}

// Calls join(way of the first tile, way of the second) for all that overlap in more than a point.
template <class Join>
void join_line(BothSides& both, Join&& join) {
  const auto by_start = [](const Stretch& a, const Stretch& b) { return a.range.from < b.range.from; };
  std::ranges::stable_sort(both.of_first, by_start);
  std::ranges::stable_sort(both.of_second, by_start);
  std::size_t begin = 0;
  for (const Stretch& a : both.of_first) {
    // Stretches of one tile do not overlap, but for those of welds.
    while (begin < both.of_second.size() && both.of_second[begin].range.to <= a.range.from) ++begin;
    for (std::size_t i = begin; i < both.of_second.size() && both.of_second[i].range.from < a.range.to; ++i)
      if (a.range.from < both.of_second[i].range.to) join(*a.way, *both.of_second[i].way);
  }
}

// The components of all tiles, as one.
class Joiner {
 public:
  Joiner(const std::vector<TileSeam>& seams, std::uint64_t exact_digits) : seams_(seams), digits_(exact_digits) {
    for (std::uint32_t t = 0; t < seams.size(); ++t) number_[seams[t].tile] = t;
    const std::size_t stances = seams.empty() ? 0 : seams.front().stances.size();
    for (std::size_t s = 0; s < stances; ++s) {
      auto& first = first_.emplace_back();
      std::uint32_t count = 0;
      for (const TileSeam& seam : seams) {
        first.push_back(count);
        count += static_cast<std::uint32_t>(seam.components[s].size());
      }
      sets_.emplace_back(count);
    }
  }

  void join_all() {
    std::map<WayLine, BothSides> lines;
    for (const TileSeam& seam : seams_)
      for (const TileSeam::Way& w : seam.ways) {
        auto [line, stretch] = as_first(seam.tile, w);
        BothSides& both = lines[line];
        (seam.tile < w.beyond ? both.of_first : both.of_second).push_back(std::move(stretch));
      }
    for (auto& [line, both] : lines) {
      if (covered(both.of_first) != covered(both.of_second))
        throw InternalError("tiles " + numbers_text(line.first) + " and " + numbers_text(line.second) +
                            " do not say the same of a way between them");
      const std::uint32_t a = number_.at(line.first), b = number_.at(line.second);
      join_line(both, [&](const TileSeam::Way& first, const TileSeam::Way& second) {
        for (std::size_t s = 0; s < static_cast<std::size_t>(line.stance); ++s)
          sets_[s].unite(first_[s][a] + first.components[s], first_[s][b] + second.components[s]);
      });
    }
  }

  // Numbered in the order of their first parts.
  std::vector<WholeComponent> components(std::size_t stance, const TilePruning& pruning) {
    std::vector<WholeComponent> out;
    std::vector<std::vector<kernel::Area>> areas;
    std::map<std::uint32_t, std::uint32_t> number;
    for (std::uint32_t t = 0; t < seams_.size(); ++t)
      for (std::uint32_t c = 0; c < seams_[t].components[stance].size(); ++c) {
        const auto [at, is_new] =
            number.try_emplace(sets_[stance].find(first_[stance][t] + c), static_cast<std::uint32_t>(out.size()));
        if (is_new) {
          out.emplace_back();
          areas.emplace_back();
        }
        WholeComponent& component = out[at->second];
        component.parts.emplace_back(seams_[t].tile, c);
        component.lowest =
            stance == 0 ? at->second : lowest_.at(sets_[0].find(first_[0][t] + seams_[t].components[stance][c].lowest));
        areas[at->second].push_back(seams_[t].components[stance][c].area);
      }
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i].area = sum_of(areas[i], digits_);
      if (stance > 0) continue;
      if (pruning.reached &&
          std::ranges::none_of(out[i].parts, [&](const auto& p) { return pruning.reached->contains(p); }))
        out[i].dropped = DropReason::unreached;
      else if (sgn(pruning.min_area) > 0 && sum_of(areas[i], 0).exact.value() < pruning.min_area)
        out[i].dropped = DropReason::small;
    }
    if (stance == 0) lowest_ = std::move(number);
    return out;
  }

 private:
  const std::vector<TileSeam>& seams_;
  const std::uint64_t digits_;
  std::map<Tile, std::uint32_t> number_;
  std::vector<std::vector<std::uint32_t>> first_;  // by stance and tile: the number of its first component
  std::vector<kernel::UnionFind> sets_;            // by stance
  std::map<std::uint32_t, std::uint32_t> lowest_;  // numbers of components of the lowest stance, by set
};

// The parts of the lowest stance's components in which a seed point lies: those of the first floor at or below it, in
// all tiles that it touches.
Result<std::set<WholeComponent::Part>> reached_parts(const TileStore& store, const TilePlan& plan,
                                                     const ExactPoint& seed, UpAxis up) {
  const ExactPoint at = from_input_frame(seed, up);
  TileGrid grid = plan.grid;
  grid.reach = 0;
  const auto [first_i, last_i] = grid.touched(0, at[0], at[0]);
  const auto [first_j, last_j] = grid.touched(1, at[1], at[1]);
  std::set<WholeComponent::Part> out;
  std::optional<mpq_class> height;
  for (const auto& [tile, piece] : plan.pieces) {
    if (first_i > tile.i || tile.i > last_i || first_j > tile.j || tile.j > last_j) continue;
    const auto mesh = read_nav_mesh_json(store.cells_file(tile));
    if (!mesh) return mesh.error();
    const auto there = FacetIndex(*mesh, kernel::least_label).first_below(at, kernel::least_label);
    if (there.empty() || (height && there[0].height < *height)) continue;
    if (!height || there[0].height > *height) out.clear();
    height = there[0].height;
    const auto component = components(*mesh, 1);
    for (const FacetIndex::Hit& hit : there)
      if (component[hit.cell] != no_component) out.emplace(tile, component[hit.cell]);
  }
  if (!out.empty()) return out;
  return bad_option("--seed-point " + kernel::point_text(seed) +
                    (height ? ": nobody can stand on the first surface at or below it"
                            : ": nothing of a walkable slope is at or below it") +
                    "; move it over a place to stand");
}

void write_joined(Output& file, const JoinedTiles& joined, const std::string& key) {
  std::string head = json_text({{"plumb", version()},
                                {"key", key},
                                {"tiles", joined.tiles},
                                {"cells", joined.cells},
                                {"areas", areas_json(joined.areas)}});
  head.pop_back();
  file.write(head + ",\"stances\":[");
  for (std::size_t s = 0; s < joined.stances.size(); ++s) {
    const Stance& stance = joined.stances[s];
    std::string one = json_text({{"name", stance.name}, {"height", stance.height.get_str()}});
    one.pop_back();
    file.write((s == 0 ? "\n" : ",\n") + one + ",\"components\":[");
    for (std::size_t c = 0; c < joined.components[s].size(); ++c) {
      const WholeComponent& component = joined.components[s][c];
      Json parts = Json::array();
      for (const auto& [tile, number] : component.parts) {
        Json part = tile_json(tile);
        part.push_back(number);
        parts.push_back(std::move(part));
      }
      Json text{{"area", area_json(component.area)}, {"lowest", component.lowest}};
      if (component.dropped) text.set("dropped", text_of(*component.dropped));
      text.set("parts", std::move(parts));
      file.write((c == 0 ? "\n" : ",\n") + json_text(text));
    }
    file.write("]}");
  }
  file.write("\n]}\n");
}

}  // namespace

JoinedTiles join_seams(const std::vector<TileSeam>& seams, std::uint64_t exact_digits, const TilePruning& pruning) {
  JoinedTiles out;
  out.tiles = seams.size();
  if (seams.empty()) return out;
  out.stances = seams.front().stances;
  std::map<std::string, std::vector<kernel::Area>> areas;
  for (const TileSeam& seam : seams) {
    out.cells += seam.cells;
    for (const auto& [verdict, area] : seam.areas) areas[verdict].push_back(area);
  }
  for (const auto& [verdict, list] : areas) out.areas[verdict] = sum_of(list, exact_digits);
  Joiner joiner(seams, exact_digits);
  joiner.join_all();
  for (std::size_t s = 0; s < out.stances.size(); ++s) {
    out.components.push_back(joiner.components(s, pruning));
    for (WholeComponent& c : out.components.back()) c.dropped = out.components.front()[c.lowest].dropped;
  }
  return out;
}

Result<JoinedTiles> join_store(const TileStore& store, const TilePlan& plan, Progress& progress) {
  if (plan.pieces.empty()) return bad_option("the plan has no tile; cut the level again");
  BakeArguments arguments = plan.arguments;
  arguments.scene = store.piece_file(plan.pieces.begin()->first);
  const auto options = tile_options(arguments);
  if (!options) return options.error();
  std::vector<TileSeam> seams;
  for (const auto& [tile, piece] : plan.pieces) {
    auto seam = seam_of_baked(store, plan, tile);
    if (!seam || seam->stances != options->stances)
      return bad_option("tile " + numbers_text(tile) + " is not baked; give: plumb tiles bake " + store.folder());
    seams.push_back(std::move(*seam));
  }
  TilePruning pruning{{}, options->min_area};
  for (const ExactPoint& seed : options->seed_points) {
    auto reached = reached_parts(store, plan, seed, options->up);
    if (!reached) return reached.error();
    if (!pruning.reached) pruning.reached.emplace();
    pruning.reached->merge(*reached);
  }
  return unless_cancelled(progress, [&]() -> Result<JoinedTiles> {
    JoinedTiles joined = join_seams(seams, options->exact_digits, pruning);
    OutputFiles files;
    files.add(store.seams_file(), [&](Output& out) -> std::optional<Error> {
      write_joined(out, joined, plan_key(plan));
      return std::nullopt;
    });
    if (!files.errors().empty()) return files.errors().front();
    if (auto error = files.commit<int>(0, {})) return *error;
    return joined;
  });
}

Result<KeptComponents> kept_components(const TileStore& store, const TilePlan& plan, const Tile& tile) {
  return read_joined<Result<KeptComponents>>(store, plan, [&](JsonView root, std::string joined) {
    KeptComponents out{{}, std::move(joined)};
    for (const JsonView stance : root.at("stances")) {
      bool drops = false;
      std::set<std::uint32_t> kept;
      for (const JsonView c : stance.at("components")) {
        const bool dropped = c.find("dropped").has_value();
        drops = drops || dropped;
        for (const JsonView part : c.at("parts"))
          if (!dropped && part[0].integer() == tile.i && part[1].integer() == tile.j)
            kept.insert(static_cast<std::uint32_t>(part[2].whole()));
      }
      if (drops) out.numbers = std::move(kept);
      break;  // of the lowest stance
    }
    return out;
  });
}

std::string joined_text(const JoinedTiles& joined) {
  std::string out = counted_text(joined.tiles, "tile") + ", " + counted_text(joined.cells, "cell") + ".\n";
  TextTable table("lrr");
  table.add({"verdict", "area", "components"});
  for (const auto& [verdict, area] : joined.areas) {
    std::string components;
    for (std::size_t s = 0; s < joined.stances.size(); ++s)
      if (joined.stances[s].name == verdict) {
        const auto dropped =
            std::ranges::count_if(joined.components[s], [](const auto& c) { return c.dropped.has_value(); });
        components = count_text(joined.components[s].size());
        if (dropped > 0) components += " (" + count_text(static_cast<std::uint64_t>(dropped)) + " dropped)";
      }
    table.add({verdict, kernel::six_digits(mpq_class(area.approx)), components});
  }
  return out + table.text();
}

}  // namespace plumb::pipeline
