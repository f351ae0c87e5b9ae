// SPDX-License-Identifier: GPL-3.0-or-later
// A level cut into the faces near each tile.
// 1. The options are checked as those of a bake (tile_options), and the reach follows from them.
// 2. An .obj is read face by face (ObjStream); other formats, and levels with solids, whose bodies have to be found, as
//    by a bake. TilePieceWriter sorts the faces by the tiles near them.
// 3. TilePieceWriter writes the pieces. Numbers are written such that they are read as the same numbers again.
// 4. The plan is written last. It names each piece by its digest, so that pieces of another level pass for none of its.
// Cost. Linear in the level and in the faces of all tiles. Memory: some 40 MB and the largest pieces for an .obj; else
// the level, too.
// Exactness. Places that doubles cannot tell from a line are compared with it as fractions.
#include "plumb/pipeline/cut_level.h"

#include <memory>
#include <utility>
#include <vector>

#include "piece_writer.h"
#include "plumb/kernel/decimal.h"
#include "plumb/kernel/interval.h"
#include "plumb/pipeline/agent.h"
#include "plumb/pipeline/bytes_option.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/load_surfaces.h"
#include "plumb/pipeline/obj_stream.h"
#include "plumb/pipeline/solids.h"
#include "plumb/pipeline/system.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/text_number.h"
#include "sha256.h"
#include "tile_files.h"

namespace plumb::pipeline {
namespace {

// A number as text that is read as that number. None if no decimal is.
std::optional<std::string> number_text(const mpq_class& v, Numbers numbers) {
  if (numbers == Numbers::decimal) return kernel::complete_decimal(v);
  std::string out;
  kernel::append_decimal(out, v.get_d());  // a double, whose shortest text reads back
  return out;
}

// Of a level in memory.
class SceneVertices : public LevelVertices {
 public:
  SceneVertices(Scene scene, Numbers numbers)
      : scene_(std::move(scene)), numbers_(numbers), unit_(kernel::interval_of(scene_.points.denominator())) {}
  const Scene& scene() const { return scene_; }

  mpq_class exact(std::uint32_t p, int axis) const override {
    return scene_.points.exact(p, axis) / scene_.points.denominator();
  }
  kernel::Interval about(std::uint32_t p, int axis) const override {
    return kernel::interval_of(scene_.points, p, axis) / unit_;
  }
  std::optional<Error> append_text(std::string& out, std::uint32_t p) const override {
    for (const mpq_class& v : to_input_frame(kernel::exact_point(scene_.points, p), scene_.up)) {
      const auto word = number_text(v, numbers_);
      if (!word)
        return Error{ErrorCode::out_of_range,
                     "has a coordinate that no decimal is, " + kernel::short_fraction(v) + "; give --numbers double",
                     scene_.file, 0};
      out += " " + *word;
    }
    return std::nullopt;
  }

 private:
  Scene scene_;
  Numbers numbers_;
  kernel::Interval unit_;
};

// Of an OBJ that is read face by face.
class StreamVertices : public LevelVertices {
 public:
  explicit StreamVertices(ObjStream stream) : stream_(std::move(stream)) {}
  ObjStream& stream() { return stream_; }
  mpq_class exact(std::uint32_t v, int axis) const override { return stream_.exact(v, axis); }
  kernel::Interval about(std::uint32_t v, int axis) const override { return stream_.about(v, axis); }
  std::optional<Error> append_text(std::string& out, std::uint32_t v) const override {
    stream_.append_text(out, v);
    return std::nullopt;
  }

 private:
  ObjStream stream_;
};

std::optional<Error> add_streamed(const std::string& file, const ImportOptions& reading, const std::string& store,
                                  TilePlan& plan, TilePieceWriter& pieces) {
  auto stream = ObjStream::open(file, reading, store);
  if (!stream) return stream.error();
  plan.levels.push_back({file, stream->sha256(), stream->faces(), stream->bytes()});
  auto vertices = std::make_unique<StreamVertices>(std::move(*stream));
  ObjStream& faces = vertices->stream();
  pieces.begin_level(std::move(vertices), file);
  std::optional<Error> error;
  const auto wrong = faces.for_each_face([&](std::span<const std::uint32_t> face) {
    error = pieces.add_face(face, false);
    return !error;
  });
  return wrong ? wrong : error;
}

std::optional<Error> add_scene(const std::string& file, const ImportOptions& reading, const BakeOptions& options,
                               TilePlan& plan, TilePieceWriter& pieces) {
  auto read = import_scene(file, reading);
  if (!read) return read.error();
  plan.levels.push_back({file, read->sha256, read->face_count(), read->bytes});
  std::vector<bool> bodies(read->face_count());
  if (options.solids == Solids::closed) {
    const auto set = convexify(*read, options.bad_faces, options.threads);
    if (!set) return set.error();
    bodies = find_solids(*read, *set).counts;
  }
  auto vertices = std::make_unique<SceneVertices>(std::move(*read), options.numbers);
  const Scene& scene = vertices->scene();
  pieces.begin_level(std::move(vertices), file);
  for (std::uint32_t f = 0; f < scene.face_count(); ++f) {
    cancellation_point();
    const auto face =
        std::span(scene.face_points).subspan(scene.face_begin[f], scene.face_begin[f + 1] - scene.face_begin[f]);
    if (auto error = pieces.add_face(face, bodies[f])) return error;
  }
  return std::nullopt;
}

std::optional<Error> read_grid(const CutArguments& a, const BakeOptions& o, TileGrid& grid,
                               std::optional<std::uint64_t>& memory) {
  try {
    if (a.memory) memory = bytes_option("--memory", *a.memory);
    grid.size = positive_option("--tiles", a.size, &o.unit);
    if (a.origin) {
      const auto entries = list_entries(*a.origin);
      if (entries.size() != 2)
        return bad_option("--tile-origin '" + *a.origin + "' has to be two numbers, such as 0,0");
      const auto coordinate = [&](std::size_t i) { return number_option("--tile-origin", entries[i], &o.unit); };
      const mpq_class x = coordinate(0), y = coordinate(1);
      grid.origin = {x, o.up == UpAxis::y ? mpq_class(-y) : y};
    }
  } catch (const RefusedOption& refused) {
    return bad_option(refused.what);
  }
  grid.reach = o.radius + 2 * o.weld + grid.size / 1024;
  return std::nullopt;
}

// The folders of a store. Those that were not there before go again, if they are empty and keep() was not called.
class StoreFolders {
 public:
  StoreFolders() = default;
  StoreFolders(const StoreFolders&) = delete;
  ~StoreFolders() {
    for (std::size_t f = made_.size(); f-- > 0;)
      if (system::names_in(made_[f]).empty()) system::remove_all(made_[f]);
  }
  std::optional<Error> make(const std::string& store) {
    for (const char* folder : {"", "/pieces", "/tiles"}) {
      const bool was_there = system::kind_of(store + folder) == system::Kind::folder;
      if (auto error = make_folder(store + folder)) return error;
      if (!was_there) made_.push_back(store + folder);
    }
    return std::nullopt;
  }
  void keep() { made_.clear(); }

 private:
  std::vector<std::string> made_;
};

Result<TilePlan> cut(const CutArguments& a, Progress& progress, StoreFolders& folders) {
  TilePlan plan;
  plan.version = version();
  auto agreed = with_agent(a.bake);  // the file of the agent may be another one tomorrow
  if (!agreed) return agreed.error();
  plan.arguments = std::move(*agreed);
  plan.arguments.scene.clear();
  plan.certificates = a.certificates;
  const TileStore store(a.store);
  std::optional<TilePieceWriter> pieces;
  std::optional<std::uint64_t> memory;
  unsigned threads = 1;
  for (const std::string& level : a.levels) {
    BakeArguments arguments = plan.arguments;
    arguments.scene = level;
    const auto options = tile_options(arguments);
    if (!options) return options.error();
    threads = options->threads;
    if (!pieces) {
      if (auto error = read_grid(a, *options, plan.grid, memory)) return *error;
      if (auto error = folders.make(a.store)) return *error;
      store.remove_abandoned();
      auto scratch = ScratchFile::create(a.store);
      if (!scratch) return scratch.error();
      pieces.emplace(plan, std::move(*scratch));
    }
    const bool finds_bodies = options->solids == Solids::closed;
    if (finds_bodies && a.levels.size() > 1)
      return bad_option(
          "--solids closed asks which bodies are closed, and these may lie in several files; give one level");
    if (a.certificates && !options->leave_out.empty())
      return bad_option("--certificates are of whole levels; leave them out, or --leave-out");
    if (a.certificates && (finds_bodies || extension_of(level) != ".obj"))
      return bad_option("--certificates are of .obj levels without --solids closed; leave it out");
    ImportOptions reading = import_options(*options);
    reading.digest = true;
    const bool whole = !finds_bodies && options->leave_out.empty() && !options->gltf_scene;
    if (auto error = whole && extension_of(level) == ".obj" ? add_streamed(level, reading, a.store, plan, *pieces)
                                                            : add_scene(level, reading, *options, plan, *pieces))
      return *error;
    plan.memory = expected_memory(pieces->most_faces(), *options);
    if (memory && plan.memory > *memory)
      return Error{ErrorCode::too_large,
                   "the largest tile will take some " + megabytes_text(plan.memory) +
                       ", more than --memory; give a smaller --tiles",
                   level, 0};
  }
  if (auto error = pieces->write(store, threads, progress)) return *error;
  store.remove_other_tiles(plan);
  const std::string text = tile_plan_text(plan);
  plan.key = checker::sha256_hex(text);
  if (auto error = write_whole(store.plan_file(), text)) return *error;
  return plan;
}

}  // namespace

Result<TilePlan> cut_level(const CutArguments& a, Progress& progress) {
  StoreFolders folders;
  auto plan = unless_cancelled(progress, [&] { return cut(a, progress, folders); });
  if (plan) folders.keep();
  return plan;
}

}  // namespace plumb::pipeline
