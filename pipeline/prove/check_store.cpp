// SPDX-License-Identifier: LGPL-3.0-or-later
// A level whose tiles were certified one by one.
//
// 1. read_head() reads what seams.cert says of the level: its files, its numbers, the grid, and the tiles.
// 2. read_levels() compares the digests of the files, and adds their faces to those of the tiles that they are near.
// 3. check_tiles() checks each tile's certificate against its piece, requires that the piece has the faces of the level
//    near the tile and no others, adds up areas, and joins components (LevelComponents).
// 4. compare() requires that the areas and components that seams.cert says are these.
// 5. report() prints what holds.
// Of one tile alone, 3. has no other tile to join it to, and 4. is left out: what its neighbours say is not known.
//
// Cost: that of the checks of all pieces, and two readings of the level. Memory: that of the largest piece; eight bytes
// for each vertex of the level; a number for each component of a tile; and the areas of one stance's components.
// Exact: all comparisons.
// Source: docs/theory/certificate.md, Tiles; ours.
#include "check_store.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

#include "base/verdict.h"
#include "check.h"
#include "command.h"
#include "read/records.h"
#include "read/text_file.h"
#include "tiles/level_components.h"
#include "tiles/level_digests.h"
#include "verdict_table.h"

namespace plumb::checker {
namespace {

class Store {
 public:
  Store(std::string folder, const std::vector<std::string>& levels, const std::optional<Tile>& only,
        const TileListener& listener, unsigned threads, const char* name, Records& records, TerminalProgress& progress)
      : folder_(std::move(folder)),
        levels_(levels),
        only_(only),
        listener_(listener),
        threads_(threads),
        name_(name),
        records_(records),
        progress_(progress) {}

  std::string check() {
    read_head();
    read_levels();
    check_tiles();
    if (!only_) compare();
    return report();
  }

 private:
  void want(const char* name, std::size_t size) {
    if (!records_.is(name)) throw Refutation(std::string("here '") + name + "' is wanted");
    records_.require_size(size);
  }
  std::size_t word_of(const char* name, std::initializer_list<std::string_view> words) {
    want(name, 2);
    const auto at = std::find(words.begin(), words.end(), records_.word(1));
    require(at != words.end(), "the value is unknown");
    records_.next();
    return static_cast<std::size_t>(at - words.begin());
  }
  std::int64_t tile_number(std::size_t i) {
    const Integer number = records_.integer(i);
    require(number.bits() <= 50, "the number of a tile has more than 50 bits");
    return number.low();
  }

  void read_head() {
    records_.next();
    if (!records_.is("plumb")) throw NoCertificate(records_.line());
    require(records_.size() == 3 && records_.word(1) == "tiles" && records_.word(2) == "1",
            "this is no 'plumb tiles 1'");
    records_.next();
    for (; records_.is("level"); records_.next()) {
      records_.require_size(3);
      digests_.emplace_back(records_.word(1), records_.word(2));
    }
    if (digests_.size() != levels_.size())
      throw Refused("the level has " + std::to_string(digests_.size()) + " files, and " +
                    std::to_string(levels_.size()) + " are given; name all of them, in their order");
    numbers_ = static_cast<Numbers>(word_of("numbers", {"double", "float", "decimal"}));
    y_up_ = word_of("up", {"y", "z"}) == 0;
    want("grid", 5);
    grid_ = {records_.fraction(1), {records_.fraction(2), records_.fraction(3)}, records_.fraction(4)};
    require(sgn(grid_.size) > 0 && sgn(grid_.reach) > 0, "size and reach are above 0");
    records_.next();
    for (; records_.is("tile"); records_.next()) {
      records_.require_size(3);
      const Tile tile{tile_number(1), tile_number(2)};
      require(tiles_.empty() || std::prev(tiles_.end())->first < tile, "tiles ascend");
      tiles_.emplace_hint(tiles_.end(), tile, FaceDigest());
    }
    require(!tiles_.empty(), "here 'tile' is wanted");
    if (only_ && !tiles_.contains(*only_)) throw Refused("the store has no tile " + text_of(*only_));
  }

  void read_levels() {
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      prepare_for_little_memory(name_, levels_[i]);
      try {
        const TextFile level(levels_[i]);
        if (digests_[i].second != std::to_string(level.size()) || digests_[i].first != level.sha256())
          throw InFile{levels_[i], 0, "this level is not the one that was cut", 1};
        add_faces(level, numbers_, y_up_, grid_, tiles_);
      } catch (const Refused& e) {
        throw InFile{levels_[i], e.line, e.what(), 2};
      }
    }
  }

  void check_tiles() {
    std::size_t done = 0;
    for (auto& [tile, digest] : tiles_) {
      if (only_ && tile != *only_) continue;
      progress_.show(static_cast<double>(done++) / static_cast<double>(tiles_.size()));
      add(tile, check_tile_of(tile, digest));
    }
  }

  TileFacts check_tile_of(const Tile& tile, FaceDigest& digest) {
    const std::string number = std::to_string(tile.i) + "_" + std::to_string(tile.j);
    const std::string piece = folder_ + "/pieces/" + number + ".obj", path = folder_ + "/tiles/" + number + ".cert";
    std::string file = piece;
    try {
      prepare_for_little_memory(name_, piece);
      const std::string text = TextFile(piece).text();
      if (piece_digest(text, numbers_, y_up_) != digest.text())
        throw InFile{piece, 0, "its faces are not those of the level near the tile", 1};
      file = path;
      prepare_for_little_memory(name_, path);
      FileStream in(path);
      Records records(in);
      try {
        const auto listener = listener_(folder_ + "/tiles/" + number, text);
        TileFacts facts = check_tile(text, records, grid_, tile, threads_, listener.get());
        if (facts.numbers != numbers_ || facts.y_up != y_up_ ||
            (options_ && (options_->options != facts.options || options_->disc != facts.disc ||
                          options_->stance_names != facts.stance_names || options_->heights != facts.heights)))
          throw InFile{path, 0, "its options are not those of the other tiles", 1};
        return facts;
      } catch (const Refutation& e) {
        throw InFile{path, records.line(), e.what(), 1};
      } catch (const NoCertificate&) {
        throw;
      } catch (const Refused&) {
        file = piece;
        throw;
      }
    } catch (const Refused& e) {
      throw InFile{file, e.line, e.what(), 2};
    }
  }

  void add(const Tile& tile, TileFacts facts) {
    if (!options_) {
      options_.emplace();
      options_->options = facts.options;
      options_->disc = facts.disc;
      options_->stance_names = facts.stance_names;
      options_->heights = facts.heights;
      options_->areas.resize(facts.areas.size());
      components_.emplace(facts.components.size());
    }
    options_->cells += facts.cells;
    for (std::size_t label = 0; label < facts.areas.size(); ++label) options_->areas[label].add(facts.areas[label]);
    try {
      components_->add(tile, std::move(facts));
    } catch (const Refutation& e) {
      throw InFile{folder_, 0, e.what(), 1};
    }
  }

  // What seams.cert says of areas, and of components. Where it says "-", the value is longer than the bake wrote it.
  void compare() {
    try {
      components_->require_all();
    } catch (const Refutation& e) {
      throw InFile{folder_, 0, e.what(), 1};
    }
    for (std::size_t s = 0; s < components_->stances(); ++s) found_.push_back(compare_components(s));
    std::vector<std::string> names{"blocked"};
    names.insert(names.end(), options_->stance_names.begin(), options_->stance_names.end());
    for (const char* name : {"covered", "inside", "too_close"}) names.push_back(name);
    for (std::size_t label = 0; label < names.size(); ++label, records_.next()) {
      want("area", 3);
      require(records_.word(1) == names[label], "verdicts have the order blocked, stances, covered, inside, too_close");
      const auto exact = options_->areas[label].exact();
      require(records_.word(2) == "-" || (exact && *exact == records_.fraction(2)), "the area is another");
    }
    want("end", 2);
    require(records_.word(1) == std::to_string(tiles_.size()), "the file holds another number of tiles");
    records_.finish();
  }

  // How many there are.
  std::size_t compare_components(std::size_t s) {
    std::multiset<Fraction> areas;
    std::size_t count = 0, wanted = 0;
    components_->each(s, [&](AreaSum&& area) {
      ++wanted;
      if (auto exact = area.exact()) areas.insert(std::move(*exact));
    });
    for (; records_.is("component") && records_.word(1) == options_->stance_names[s]; records_.next(), ++count) {
      records_.require_size(3);
      if (records_.word(2) == "-") continue;
      const auto at = areas.find(records_.fraction(2));
      require(at != areas.end(), "no component that is left has that area");
      areas.erase(at);
    }
    if (count != wanted)
      throw Refutation("before this line, stance " + options_->stance_names[s] + " has " + std::to_string(count) +
                       " components, not " + std::to_string(wanted));
    return count;
  }

  std::string report() const {
    std::ostringstream out;
    if (only_)
      out << "Every record holds of tile " << text_of(*only_) << ", whose piece is cut into " << options_->cells
          << " cells; its ways to others were not compared with theirs.\n";
    else
      out << "Every record holds: " << tiles_.size() << " tiles, whose pieces are cut into " << options_->cells
          << " cells; what neighbours say of the ways between them agrees.\n";
    out << "Options: " << options_->options << ".\n";
    const bool with_radius = components_->stances() == 0;
    print_areas(out, options_->stance_names, options_->heights, options_->areas, with_radius, false);
    if (only_) return out.str();
    for (std::size_t s = options_->heights.size(); s > 0 && !with_radius; --s)
      out << "Components of " << options_->stance_names[s - 1] << ": " << found_[s - 1] << ".\n";
    if (with_radius) out << "Components are not proved of what a radius leaves.\n";
    return out.str();
  }

  const std::string folder_;
  const std::vector<std::string>& levels_;
  const std::optional<Tile> only_;
  const TileListener& listener_;
  const unsigned threads_;
  const char* name_;
  Records& records_;
  TerminalProgress& progress_;
  std::vector<std::pair<std::string, std::string>> digests_;  // of levels: SHA-256 and size
  Numbers numbers_ = Numbers::binary64;
  bool y_up_ = true;
  Grid grid_;
  TileDigests tiles_;
  std::optional<TileFacts> options_;  // of all tiles: options, cells, areas
  std::optional<LevelComponents> components_;
  std::vector<std::size_t> found_;  // how many components there are, by stance
};

}  // namespace

int check_store(const std::string& store, const std::vector<std::string>& levels, unsigned threads, const char* name,
                const std::optional<Tile>& only, const TileListener& listener) {
  const std::string path = store + "/seams.cert";
  try {
    prepare_for_little_memory(name, path);
    FileStream in(path);
    Records records(in);
    TerminalProgress progress(name);
    try {
      return print(name, Store(store, levels, only, listener, threads, name, records, progress).check());
    } catch (const Refutation& e) {
      return say(name, place(path, records.line()) + e.what(), 1);
    }
  } catch (const InFile& e) {
    return say(name, place(e.path, e.line) + e.what, e.status);
  } catch (const Refused& e) {
    return say(name, place(path, e.line) + e.what(), 2);
  }
}

}  // namespace plumb::checker
