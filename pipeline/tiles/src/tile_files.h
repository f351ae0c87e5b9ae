// SPDX-License-Identifier: GPL-3.0-or-later
// What the JSON files of a store have in common: tiles, fractions and areas as values, and how a file is read.
#pragma once
#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

#include "plumb/kernel/area_ledger.h"
#include "plumb/kernel/decimal.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/finish_tile.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/system.h"
#include "plumb/pipeline/tile_store.h"
#include "sha256.h"

namespace plumb::pipeline {

inline Json tile_json(const Tile& tile) {
  Json out = Json::array();
  out.push_back(tile.i);
  out.push_back(tile.j);
  return out;
}
inline Tile tile_of(JsonView view) {
  if (!view.is_array() || view.size() != 2) throw JsonError(JsonError::Kind::content, 0, "a tile has two numbers");
  return {view[0].integer(), view[1].integer()};
}

/// Two fractions, or null.
inline Json heights_json(const std::optional<std::array<mpq_class, 2>>& heights) {
  if (!heights) return {};
  Json out = Json::array();
  for (const mpq_class& height : *heights) out.push_back(height.get_str());
  return out;
}

/// As long as it may be: exact sums of areas have thousands of digits.
inline mpq_class fraction_of(JsonView view) {
  const std::string& text = view.text();
  mpq_class out;
  if (text.find_first_not_of("-0123456789/") != std::string::npos || out.set_str(text, 10) != 0 || out.get_den() == 0)
    throw JsonError(JsonError::Kind::content, 0, "'" + text.substr(0, 40) + "' is no fraction");
  out.canonicalize();
  return out;
}

/// The fraction, or null if it is too long; and about.
inline Json area_json(const kernel::Area& area) {
  return {{"exact", area.exact ? Json(area.exact->get_str()) : Json()}, {"approx", area.approx}};
}
/// The same as text.
inline std::string area_text(const kernel::Area& area) {
  std::string out = area.exact ? "{\"exact\":\"" + area.exact->get_str() + "\"" : "{\"exact\":null";
  out += ",\"approx\":";
  kernel::append_decimal(out, area.approx);
  return out + "}";
}
inline kernel::Area area_of(JsonView view) {
  kernel::Area out{std::nullopt, view.at("approx").number()};
  if (!view.at("exact").is_null()) out.exact = fraction_of(view.at("exact"));
  return out;
}

inline Json file_json(const TileFile& file) {
  return {{"file", file.path}, {"bytes", file.bytes}, {"sha256", file.sha256}};
}
inline Json files_json(const std::vector<TileFile>& files) {
  Json out = Json::array();
  for (const TileFile& f : files) out.push_back(file_json(f));
  return out;
}
inline std::vector<TileFile> files_of(JsonView view) {
  std::vector<TileFile> out;
  for (const JsonView f : view) out.push_back({f.at("file").text(), f.at("bytes").whole(), f.at("sha256").text()});
  return out;
}

/// Counts and digests what is written, and passes it on.
class DigestedOutput : public Output {
 public:
  explicit DigestedOutput(Output& out) : out_(&out) {}
  DigestedOutput() = default;
  void write(std::string_view bytes) override {
    digest_.add(bytes);
    bytes_ += bytes.size();
    if (out_) out_->write(bytes);
  }
  TileFile facts(std::string path) const { return {std::move(path), bytes_, digest_.hex()}; }

 private:
  Output* out_ = nullptr;
  checker::Sha256 digest_;
  std::uint64_t bytes_ = 0;
};

/// bad_option, of a finished tile's file.
inline Error not_as_written(const TileStore& store, const TileFile& file) {
  return {ErrorCode::bad_option, "is not as it was written; give: plumb tiles finish " + store.folder(),
          store.folder() + "/" + file.path, 0};
}

/// A file as it now is, by its path in the store. Errors: cannot_open.
inline Result<TileFile> file_facts(const std::string& file, std::string path) {
  DigestedOutput digest;
  if (auto error = read_blocks(file, [&](std::string_view block) { digest.write(block); })) return *error;
  return digest.facts(std::move(path));
}
inline Result<TileFile> file_facts(const TileStore& store, const std::string& file) {
  return file_facts(file, store.name_of(file));
}

/// Removes a file that is of no use any more, if it is there.
inline void remove_file(const std::string& path) { system::remove_file(path.c_str()); }

/// Makes a folder and those above it that are missing.
inline std::optional<Error> make_folder(const std::string& path) {
  if (system::make_folders(path)) return std::nullopt;
  return Error{ErrorCode::cannot_write, "cannot be made: " + std::generic_category().message(errno), path, 0};
}

/// The size of a file; none if it cannot be opened.
inline std::optional<std::uint64_t> bytes_in(const std::string& path) {
  const int file = system::open_to_read(path);
  if (file < 0) return std::nullopt;
  const std::uint64_t size = system::facts_of(file).size;
  system::close(file);
  return size;
}

inline Json areas_json(const std::map<std::string, kernel::Area>& areas) {
  Json out = Json::array();
  for (const auto& [verdict, area] : areas) out.push_back({{"verdict", verdict}, {"area", area_json(area)}});
  return out;
}

/// Exact if all are, and the sum is no longer than `exact_digits` characters (0: any).
inline kernel::Area sum_of(const std::vector<kernel::Area>& areas, std::uint64_t exact_digits) {
  kernel::Area out;
  // A decimal digit is more than three bits; numerator and denominator share the characters.
  if (std::ranges::all_of(areas, [](const kernel::Area& a) { return a.exact.has_value(); }))
    out.exact = kernel::balanced_sum(0, areas.size(), 4 * exact_digits, [&](std::size_t i) { return *areas[i].exact; });
  kernel::drop_longer(out.exact, exact_digits);
  for (const kernel::Area& a : areas) out.approx += a.approx;
  if (out.exact) out.approx = out.exact->get_d();
  return out;
}

/// A text as a file, which appears as a whole or not at all.
inline std::optional<Error> write_whole(const std::string& path, std::string_view text) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  file->write(text);
  if (auto error = file->close()) return error;
  return file->commit();
}

/// Writes a file of a store: write(file), which returns an error or none. The file with its digest.
template <class Write>
Result<TileFile> write_digested(const TileStore& store, const std::string& path, const Write& write) {
  OutputFiles files;
  TileFile out;
  files.add(path, [&](Output& file) {
    DigestedOutput digested(file);
    auto error = write(digested);
    out = digested.facts(store.name_of(path));
    return error;
  });
  if (!files.errors().empty()) return files.errors().front();
  if (auto error = files.commit<int>(0, {})) return *error;
  return out;
}

/// A file as JSON, of which value(root), or value(root, text), makes a Result or its value, and may throw JsonError.
/// Errors: cannot_open, syntax.
template <class Value, class Make>
Value read_json_file(const std::string& path, Make&& value) {
  auto file = MappedFile::open(path);
  if (!file) return file.error();
  try {
    const JsonDocument document = JsonDocument::parse(file->text());
    if constexpr (std::is_invocable_v<Make, JsonView, std::string_view>) return value(document.root(), file->text());
    else return value(document.root());
  } catch (const JsonError& e) {
    return Error{ErrorCode::syntax,
                 std::string("is not as plumb tiles writes it, or not whole: ") + e.what() +
                     "; cut, bake or join the tiles again",
                 path, 0};
  }
}

/// The totals of a store whose tiles were joined: value(root). Errors: bad_option if they were not, or before the level
/// was cut; those of read_json_file().
template <class Value, class Make>
Value read_totals(const TileStore& store, const TilePlan& plan, Make&& value) {
  auto out = read_json_file<Value>(store.seams_file(), [&](JsonView root) -> Value {
    if (root.at("key").text() == plan.key) return value(root);
    return bad_option("the tiles were joined before the level was cut; give: plumb tiles seams " + store.folder());
  });
  if (!out && out.error().code == ErrorCode::cannot_open)
    return bad_option("the tiles are not joined; give: plumb tiles seams " + store.folder());
  return out;
}

}  // namespace plumb::pipeline
