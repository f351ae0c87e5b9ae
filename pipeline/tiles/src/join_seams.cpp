// SPDX-License-Identifier: GPL-3.0-or-later
// A store whose tiles are joined.
// 1. SeamJoiner is given the seams one by one (join_store). Seed points are looked for in the cells of the tiles that
//    they touch (reached_parts).
// 2. components.json lists the components as SeamJoiner tells them (ComponentWriter).
// 3. I_J.kept.json says which of a tile's are not to be kept, so that a tile is finished without the others
//    (write_kept).
// 4. seams.cert says what the certificates of the tiles come to (SeamsCertificate), where there are such.
// 5. seams.json has the totals. It is written last: a store that has it is joined.
// Cost. That of SeamJoiner, and linear in the components.
// Exactness. What is written is exact but for areas whose fractions are longer than was asked for.
#include "plumb/pipeline/join_seams.h"

#include <algorithm>
#include <utility>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/int64.h"
#include "plumb/pipeline/bake.h"
#include "plumb/pipeline/bake_tile.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/facet_index.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/nav_mesh_json.h"
#include "plumb/pipeline/text.h"
#include "seam_joiner.h"
#include "seams_certificate.h"
#include "tile_files.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactPoint;

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
    const auto i = kernel::to_gmp(tile.i), j = kernel::to_gmp(tile.j);
    if (first_i > i || i > last_i || first_j > j || j > last_j) continue;
    const auto seam = seam_of_baked(store, plan, tile);
    if (!seam) return not_baked(store, tile);
    const auto mesh = cells_of_baked(store, *seam);
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

// The text of JSON at once: a level has millions of components.
std::string component_text(const WholeComponent& component) {
  std::string out = "{\"area\":" + area_text(component.area) + ",\"lowest\":" + std::to_string(component.lowest);
  if (component.dropped) out += ",\"dropped\":\"" + std::string(text_of(*component.dropped)) + "\"";
  char open = '[';
  out += ",\"parts\":";
  for (const auto& [tile, number] : component.parts) {
    out += std::exchange(open, ',');
    out += "[" + std::to_string(tile.i) + "," + std::to_string(tile.j) + "," + std::to_string(number) + "]";
  }
  return out + "]}";
}

// components.json, as the components are told.
class ComponentWriter {
 public:
  ComponentWriter(Output& out, const TilePlan& plan, const std::vector<Stance>& stances)
      : out_(out), stances_(stances) {
    std::string head = json_text({{"plumb", version()}, {"key", plan.key}});
    head.pop_back();
    out_.write(head + ",\"stances\":[");
  }
  void write(std::size_t stance, const WholeComponent& component) {
    const bool is_first = begun_ <= stance;
    begin(stance + 1);
    out_.write((is_first ? "\n" : ",\n") + component_text(component));
  }
  void end() {
    begin(stances_.size());
    out_.write("]}\n]}\n");
  }

 private:
  // The lists of so many stances.
  void begin(std::size_t count) {
    for (; begun_ < count; ++begun_) {
      std::string head = json_text({{"name", stances_[begun_].name}});
      head.pop_back();
      out_.write((begun_ == 0 ? "\n" : "]},\n") + head + ",\"components\":[");
    }
  }

  Output& out_;
  const std::vector<Stance>& stances_;
  std::size_t begun_ = 0;
};

std::string totals_text(const JoinedTiles& joined, const TilePlan& plan) {
  Json stances = Json::array();
  for (const JoinedTiles::OfStance& s : joined.stances)
    stances.push_back({{"name", s.stance.name},
                       {"height", s.stance.height.get_str()},
                       {"components", s.components},
                       {"dropped", s.dropped}});
  return json_text({{"plumb", version()},
                    {"key", plan.key},
                    {"tiles", joined.tiles},
                    {"cells", joined.cells},
                    {"areas", areas_json(joined.areas)},
                    {"stances", std::move(stances)}}) +
         "\n";
}

// What the files of all tiles have in common, so that what is the same place in two is the same numbers: from where a
// .glb is seen, and Detour's grid.
struct CommonNumbers {
  std::array<double, 3> glb_origin;
  std::optional<DetourCells> cells;
};

CommonNumbers common_numbers(const JoinedTiles& joined, const TilePlan& plan) {
  std::array<double, 3> low{}, high{};
  mpq_class farthest = 0;
  for (const int axis : {0, 1}) {
    const auto number = [&](const Tile& tile) { return axis == 0 ? tile.i : tile.j; };
    const auto [first, last] = std::ranges::minmax(plan.tiles(), {}, number);
    const mpq_class from = plan.grid.line(axis, number(first)), to = plan.grid.line(axis, number(last) + 1);
    low[static_cast<std::size_t>(axis)] = from.get_d();
    high[static_cast<std::size_t>(axis)] = to.get_d();
    farthest = std::max<mpq_class>({farthest, abs(from), abs(to)});
  }
  const std::array<mpq_class, 2> heights = joined.heights.value_or(std::array<mpq_class, 2>{});
  low[2] = heights[0].get_d(), high[2] = heights[1].get_d();
  return {glb_origin(low, high), detour_cells(plan.grid.size, farthest, heights, joined.tallest)};
}

using Dropped = std::map<Tile, std::vector<std::uint32_t>>;  // of the lowest stance's components

// The first line of a tile's file says of which join it is; the rest is all that decides how the tile is finished, and
// stays the same where a part of the level far from it changes.
std::optional<Error> write_kept(const TileStore& store, const TilePlan& plan, Dropped& dropped,
                                const CommonNumbers& common) {
  Json seen_from = Json::array(), cells;
  for (const double v : common.glb_origin) seen_from.push_back(v);
  if (common.cells) cells = {common.cells->plan.get_str(), common.cells->height.get_str()};
  for (const auto& [tile, piece] : plan.pieces) {
    std::vector<std::uint32_t>& numbers = dropped[tile];
    std::ranges::sort(numbers);
    Json beside = Json::array();
    for (const Tile& other : tiles_beside(plan, tile)) beside.push_back(tile_key(plan, other));
    std::string text = json_text({{"plumb", version()}, {"key", plan.key}, {"tile", tile_json(tile)}});
    text.back() = ',';
    text += "\n" +
            json_text({{"of", tile_key(plan, tile)},
                       {"beside", std::move(beside)},
                       {"glb_origin", seen_from},
                       {"detour_cells", cells},
                       {"dropped", numbers}})
                .substr(1) +
            "\n";
    if (auto error = write_whole(store.kept_file(tile), text)) return error;
  }
  return std::nullopt;
}

Error not_joined(const TileStore& store, const Tile& tile) {
  return bad_option("tile " + numbers_text(tile) + " was not joined since the level was cut; give: plumb tiles seams " +
                    store.folder());
}

}  // namespace

Result<JoinedTiles> join_store(const TileStore& store, const TilePlan& plan, Progress& progress) {
  if (plan.pieces.empty()) return bad_option("the plan has no tile; cut the level again");
  BakeArguments arguments = plan.arguments;
  arguments.scene = store.piece_file(plan.pieces.begin()->first);
  const auto options = tile_options(arguments);
  if (!options) return options.error();
  auto scratch = ScratchFile::create(store.folder());
  if (!scratch) return scratch.error();
  return unless_cancelled(progress, [&]() -> Result<JoinedTiles> {
    SeamJoiner joiner(std::move(*scratch), options->exact_digits);
    for (const auto& [tile, piece] : plan.pieces) {
      cancellation_point();
      const auto seam = seam_of_baked(store, plan, tile);
      if (!seam || seam->stances != options->stances) return not_baked(store, tile);
      joiner.add(*seam);
    }
    TilePruning pruning{{}, options->min_area};
    for (const ExactPoint& seed : options->seed_points) {
      auto reached = reached_parts(store, plan, seed, options->up);
      if (!reached) return reached.error();
      if (!pruning.reached) pruning.reached.emplace();
      pruning.reached->merge(*reached);
    }
    std::optional<Result<JoinedTiles>> joined;
    Dropped dropped;
    OutputFiles files;
    std::optional<AtomicFile> claims;
    std::optional<SeamsCertificate> certificate;
    if (plan.certificates) {
      auto file = AtomicFile::create(store.seams_certificate_file());
      if (!file) return file.error();
      claims.emplace(std::move(*file));
      certificate.emplace(*claims, *options).write_head(plan);
    }
    files.add(store.components_file(), [&](Output& out) -> std::optional<Error> {
      ComponentWriter writer(out, plan, options->stances);
      joined = joiner.finish(pruning, [&](std::size_t stance, const WholeComponent& component) {
        writer.write(stance, component);
        if (certificate) certificate->write(stance, component);
        if (stance == 0 && component.dropped)
          for (const auto& [tile, number] : component.parts) dropped[tile].push_back(number);
      });
      writer.end();
      return *joined ? std::nullopt : std::optional(joined->error());
    });
    if (!files.errors().empty()) return files.errors().front();
    if (auto error = files.commit<int>(0, {})) return *error;
    if (claims) {
      certificate->end(**joined);
      if (auto error = claims->close()) return *error;
      if (auto error = claims->commit()) return *error;
    } else {
      remove_file(store.seams_certificate_file());
    }
    if (auto error = write_kept(store, plan, dropped, common_numbers(**joined, plan))) return *error;
    if (auto error = write_whole(store.seams_file(), totals_text(**joined, plan))) return *error;
    return std::move(*joined);
  });
}

Result<KeptComponents> kept_components(const TileStore& store, const TilePlan& plan, const Tile& tile) {
  const auto joined = read_totals<Result<bool>>(store, plan, [](JsonView) -> Result<bool> { return true; });
  if (!joined) return joined.error();
  using Kept = Result<KeptComponents>;
  auto kept = read_json_file<Kept>(store.kept_file(tile), [&](JsonView root, std::string_view text) -> Kept {
    if (root.at("key").text() != plan.key || tile_of(root.at("tile")) != tile) return not_joined(store, tile);
    KeptComponents out{{}, {}, {}, checker::sha256_hex(text.substr(std::min(text.find('\n'), text.size())))};
    for (const JsonView n : root.at("dropped")) out.dropped.insert(static_cast<std::uint32_t>(n.whole()));
    for (std::size_t k = 0; k < 3; ++k) out.origin[k] = root.at("glb_origin")[k].number();
    if (const JsonView cells = root.at("detour_cells"); !cells.is_null())
      out.cells = DetourCells{fraction_of(cells[0]), fraction_of(cells[1])};
    return out;
  });
  if (!kept && kept.error().code == ErrorCode::cannot_open) return not_joined(store, tile);
  return kept;
}

Result<WholeComponentNumbers> whole_component_numbers(const TileStore& store, const TilePlan& plan,
                                                      const std::string& stance) {
  const auto joined = read_totals<Result<bool>>(store, plan, [](JsonView) -> Result<bool> { return true; });
  if (!joined) return joined.error();
  using Numbers = Result<WholeComponentNumbers>;
  return read_json_file<Numbers>(store.components_file(), [&](JsonView root) -> Numbers {
    if (root.at("key").text() != plan.key)
      return Error{ErrorCode::bad_option, "is of another join; give: plumb tiles seams " + store.folder(),
                   store.components_file(), 0};
    WholeComponentNumbers out;
    for (const JsonView s : root.at("stances")) {
      if (s.at("name").text() != stance) continue;
      std::uint32_t number = 0;
      for (const JsonView component : s.at("components")) {
        for (const JsonView part : component.at("parts"))
          out.of_part[{part[0].integer(), part[1].integer()}][static_cast<std::uint32_t>(part[2].whole())] = number;
        if (!component.find("dropped")) out.kept.insert(number);
        ++number;
      }
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
    for (const JoinedTiles::OfStance& s : joined.stances)
      if (s.stance.name == verdict) {
        components = count_text(s.components);
        if (s.dropped > 0) components += " (" + count_text(s.dropped) + " dropped)";
      }
    table.add({verdict, kernel::six_digits(mpq_class(area.approx)), components});
  }
  return out + table.text();
}

}  // namespace plumb::pipeline
