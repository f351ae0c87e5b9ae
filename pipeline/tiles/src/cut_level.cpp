// SPDX-License-Identifier: GPL-3.0-or-later
// A level cut into the faces near each tile.
// 1. The options are checked as those of a bake (tile_options), and the reach follows from them.
// 2. Each level is read as a bake reads it. TileRanges finds, for each point, the tiles that it touches along either
//    axis; the tiles of a face are those from the least to the greatest of its points.
//    With solids, the bodies of the level are found, and a piece says which of its faces belong to any.
// 3. Each tile's faces become an .obj: a comment with their numbers in the level, then points in the order in which the
//    faces use them. Numbers are written such that they are read as the same numbers again (number_text).
// Cost. Linear in the level and in the faces of all tiles; the levels and these lists are in memory.
// Exactness. Places that doubles cannot tell from a line are compared with it as fractions.
#include "plumb/pipeline/cut_level.h"

#include <cmath>
#include <filesystem>

#include "plumb/kernel/decimal.h"
#include "plumb/kernel/interval.h"
#include "plumb/pipeline/bytes_option.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/load_surfaces.h"
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/text_number.h"
#include "sha256.h"
#include "tile_files.h"

namespace plumb::pipeline {
namespace {

using kernel::ExactPoint;
using kernel::Interval;

// Faces of all tiles together, in one file of a level: more than this are refused, rather than written.
constexpr double most_entries = 0x1p28;

// The tiles that the points of a scene touch, along each axis.
class TileRanges {
 public:
  struct Range {
    std::int64_t first, last;
  };
  TileRanges(const kernel::PointTable& points, const TileGrid& grid) : points_(points), grid_(grid) {
    const mpq_class unit(points.denominator());
    size_ = kernel::interval_of(mpq_class(grid.size * unit));
    reach_ = kernel::interval_of(mpq_class(grid.reach * unit));
    for (std::size_t k = 0; k < 2; ++k) origin_[k] = kernel::interval_of(mpq_class(grid.origin[k] * unit));
  }

  // None if a number is too great.
  std::optional<Range> operator()(kernel::PointId p, int axis) const {
    const Interval at = kernel::interval_of(points_, p, axis) - origin_[static_cast<std::size_t>(axis)];
    const auto first = whole((at - reach_) / size_), last = whole((at + reach_) / size_);
    if (first && last) return Range{*first, *last};
    const mpq_class exact = points_.exact(p, axis) / points_.denominator();
    const auto [from, to] = grid_.touched(axis, exact, exact);
    if (!from.fits_slong_p() || !to.fits_slong_p()) return std::nullopt;
    return Range{from.get_si(), to.get_si()};
  }

 private:
  // The number of the tile in which a place certainly lies, on none of its lines.
  static std::optional<std::int64_t> whole(const Interval& at) {
    constexpr double most = 0x1p50;
    const double floor = std::floor(at.low);
    if (!(std::fabs(floor) < most) || floor == at.low || std::floor(at.high) != floor) return std::nullopt;
    return static_cast<std::int64_t>(floor);
  }

  const kernel::PointTable& points_;
  const TileGrid& grid_;
  Interval size_{1}, reach_{0};
  std::array<Interval, 2> origin_{Interval(0.0), Interval(0.0)};
};

// A number as text that is read as that number. None if no decimal is.
std::optional<std::string> number_text(const mpq_class& v, Numbers numbers) {
  std::string out;
  if (numbers != Numbers::decimal) {  // a double, whose shortest text reads back
    kernel::append_decimal(out, v.get_d());
    return out;
  }
  mpz_class rest = v.get_den();
  const mp_bitcnt_t twos = mpz_remove(rest.get_mpz_t(), rest.get_mpz_t(), mpz_class(2).get_mpz_t()),
                    fives = mpz_remove(rest.get_mpz_t(), rest.get_mpz_t(), mpz_class(5).get_mpz_t());
  if (rest != 1) return std::nullopt;
  const std::size_t digits = std::max(twos, fives);
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, digits);
  const mpq_class scaled = abs(v) * power;
  out = scaled.get_num().get_str();
  if (out.size() <= digits) out.insert(0, digits + 1 - out.size(), '0');
  if (digits > 0) out.insert(out.size() - digits, 1, '.');
  return (sgn(v) < 0 ? "-" : "") + out;
}

// "0-17 20 33-40"
std::string runs_text(const std::vector<std::uint32_t>& faces, std::uint64_t first) {
  std::string out;
  for (std::size_t i = 0; i < faces.size();) {
    std::size_t end = i + 1;
    while (end < faces.size() && faces[end] == faces[end - 1] + 1) ++end;
    out += (out.empty() ? "" : " ") + std::to_string(first + faces[i]);
    if (end > i + 1) out += "-" + std::to_string(first + faces[end - 1]);
    i = end;
  }
  return out;
}

class LevelCutter {
 public:
  LevelCutter(TilePlan& plan, Numbers numbers, UpAxis up) : plan_(plan), numbers_(numbers), up_(up) {}

  // Adds the faces of a scene to the texts of tiles. `bodies`: by face, whether it belongs to a solid or a cavity;
  // empty: none does.
  std::optional<Error> add(const Scene& scene, const std::vector<bool>& bodies) {
    std::map<Tile, std::vector<std::uint32_t>> faces;
    const TileRanges ranges(scene.points, plan_.grid);
    std::vector<std::array<TileRanges::Range, 2>> of_point(scene.points.size());
    for (kernel::PointId p = 0; p < scene.points.size(); ++p)
      for (const int axis : {0, 1}) {
        const auto range = ranges(p, axis);
        if (!range)
          return Error{ErrorCode::too_large,
                       "is too far from the origin for tiles of this size; give a greater --tiles", scene.file, 0};
        of_point[p][static_cast<std::size_t>(axis)] = *range;
      }
    double entries = 0;  // faces of all tiles together
    for (std::uint32_t f = 0; f < scene.face_count(); ++f) {
      cancellation_point();
      std::array<TileRanges::Range, 2> all = of_point[scene.face_points[scene.face_begin[f]]];
      for (std::uint32_t i = scene.face_begin[f]; i < scene.face_begin[f + 1]; ++i)
        for (std::size_t k = 0; k < 2; ++k) {
          const TileRanges::Range& r = of_point[scene.face_points[i]][k];
          all[k] = {std::min(all[k].first, r.first), std::max(all[k].last, r.last)};
        }
      const auto width = [&](std::size_t k) {
        return static_cast<double>(all[k].last) - static_cast<double>(all[k].first) + 1;
      };
      entries += width(0) * width(1);
      if (entries > most_entries)
        return Error{ErrorCode::too_large, "touches too many tiles of this size; give a greater --tiles", scene.file,
                     0};
      for (std::int64_t i = all[0].first; i <= all[0].last; ++i)
        for (std::int64_t j = all[1].first; j <= all[1].last; ++j) faces[{i, j}].push_back(f);
    }
    for (const auto& [tile, list] : faces)
      if (auto error = add(scene, tile, list, bodies)) return error;
    faces_ += scene.face_count();
    return std::nullopt;
  }
  const std::map<Tile, std::string>& texts() const { return texts_; }

 private:
  std::optional<Error> add(const Scene& scene, const Tile& tile, const std::vector<std::uint32_t>& list,
                           const std::vector<bool>& bodies) {
    std::string& text = texts_[tile];
    std::uint64_t& points = points_[tile];
    text += "#faces " + runs_text(list, faces_) + "\n";
    std::vector<std::uint32_t> of_bodies;
    for (const std::uint32_t f : list)
      if (!bodies.empty() && bodies[f]) of_bodies.push_back(f);
    if (!of_bodies.empty()) text += "#bodies " + runs_text(of_bodies, faces_) + "\n";
    plan_.pieces[tile].faces += list.size();
    std::map<kernel::PointId, std::uint64_t> number;
    for (const std::uint32_t f : list) {
      std::string face = "f";
      for (std::uint32_t i = scene.face_begin[f]; i < scene.face_begin[f + 1]; ++i) {
        const auto [at, is_new] = number.try_emplace(scene.face_points[i], points + 1);
        if (is_new) {
          ++points;
          text += "v";
          for (const mpq_class& v : to_input_frame(kernel::exact_point(scene.points, at->first), up_)) {
            const auto word = number_text(v, numbers_);
            if (!word)
              return Error{
                  ErrorCode::out_of_range,
                  "has a coordinate that no decimal is, " + kernel::short_fraction(v) + "; give --numbers double",
                  scene.file, 0};
            text += " " + *word;
          }
          text += "\n";
        }
        face += " " + std::to_string(at->second);
      }
      text += face + "\n";
    }
    return std::nullopt;
  }

  TilePlan& plan_;
  Numbers numbers_;
  UpAxis up_;
  std::uint64_t faces_ = 0;  // of the scenes before
  std::map<Tile, std::string> texts_;
  std::map<Tile, std::uint64_t> points_;
};

std::optional<Error> read_grid(const CutArguments& a, const BakeOptions& o, TileGrid& grid,
                               std::optional<std::uint64_t>& memory) {
  try {
    if (a.memory) memory = bytes_option("--memory", *a.memory);
    grid.size = positive_option("--tiles", a.size);
    if (a.origin) {
      const auto entries = list_entries(*a.origin);
      if (entries.size() != 2)
        return bad_option("--tile-origin '" + *a.origin + "' has to be two numbers, such as 0,0");
      const mpq_class x = number_option("--tile-origin", entries[0]), y = number_option("--tile-origin", entries[1]);
      grid.origin = {x, o.up == UpAxis::y ? mpq_class(-y) : y};
    }
  } catch (const RefusedOption& refused) {
    return bad_option(refused.what);
  }
  grid.reach = o.radius + 2 * o.weld + grid.size / 1024;
  return std::nullopt;
}

}  // namespace

Result<TilePlan> cut_level(const CutArguments& a, Progress& progress) {
  return unless_cancelled(progress, [&]() -> Result<TilePlan> {
    TilePlan plan{version(), a.bake, {}, {}, {}};
    plan.arguments.scene.clear();
    std::optional<LevelCutter> cutter;
    std::optional<std::uint64_t> memory;
    for (const std::string& level : a.levels) {
      BakeArguments arguments = a.bake;
      arguments.scene = level;
      const auto options = tile_options(arguments);
      if (!options) return options.error();
      if (!cutter) {
        if (auto error = read_grid(a, *options, plan.grid, memory)) return *error;
        cutter.emplace(plan, options->numbers, options->up);
      }
      ImportOptions reading = import_options(*options);
      reading.digest = true;
      auto scene = import_scene(level, reading);
      if (!scene) return scene.error();
      plan.levels.push_back({level, scene->sha256, scene->face_count()});
      std::vector<bool> bodies;
      if (options->solids == Solids::closed) {
        if (a.levels.size() > 1)
          return bad_option(
              "--solids closed asks which bodies are closed, and these may lie in several files; "
              "give one level");
        const auto set = convexify(*scene, options->bad_faces, options->threads);
        if (!set) return set.error();
        bodies = find_solids(*scene, *set).counts;
      }
      if (auto error = cutter->add(*scene, bodies)) return *error;
      for (const auto& [tile, piece] : plan.pieces)
        plan.memory = std::max(plan.memory, expected_memory(piece.faces, *options));
    }
    if (memory && plan.memory > *memory)
      return Error{ErrorCode::too_large,
                   "the largest tile will take some " + megabytes_text(plan.memory) +
                       ", more than --memory; give a smaller --tiles",
                   a.levels.front(), 0};
    const TileStore store(a.store);
    std::error_code failed;
    for (const char* folder : {"/pieces", "/tiles"}) {
      std::filesystem::create_directories(a.store + folder, failed);
      if (failed) return Error{ErrorCode::cannot_write, "cannot be made: " + failed.message(), a.store + folder, 0};
    }
    for (const auto& [tile, text] : cutter->texts()) {
      plan.pieces[tile].sha256 = checker::sha256_hex(text);
      if (auto error = write_whole(store.piece_file(tile), text)) return *error;
    }
    if (auto error = write_whole(store.plan_file(), tile_plan_text(plan))) return *error;
    return plan;
  });
}

}  // namespace plumb::pipeline
