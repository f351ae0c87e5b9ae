// SPDX-License-Identifier: LGPL-3.0-or-later
// The course of a check: reads the records of a certificate in their order, lets each part of the checker judge those
// that are its own, joins what the parts find, and prints what holds.
//
// 1. run() reads the header: read_digest(), read_options(), read_stances(). Then check_digest() computes the SHA-256 of
//    the level while read_scene() reads its points and faces. All lengths are multiplied by the scene's scale.
// 2. read_polygons() makes the polygons with the `crossing`, `part` and `weld` records; judge_steepness() marks the
//    traversable ones.
// 3. check_surfaces() splits the records of surfaces into sections, which SurfaceReaders check on all threads. A large
//    section is checked alone, by all threads together. add() appends what each surface has, in the order of the file:
//    sides of cells, areas, pieces.
// 4. check_portals() checks flush and step portals, then welds, and with a radius the border and the pieces.
// 5. check_end() compares the counts; report() prints options, areas by verdict, and components.
// Whatever the number of threads, the error that is reported is that of the first record that does not hold.
//
// Cost: that of the parts. Memory: the level, its polygons, and the sides of all cells, which the portals need; the
// file itself is read in blocks.
// Exact: all decisions. Areas are fractions, and where these are too long decimals with only right digits (AreaSum).
// Source: docs/reference/certificate.md.
#include "check.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "base/verdict.h"
#include "level/polygons.h"
#include "read/records.h"
#include "sha256.h"
#include "verdict_table.h"
#include "verify/clearance.h"
#include "verify/surface_reader.h"
#include "verify/welds.h"

namespace plumb::checker {
namespace {

constexpr std::size_t most_stances = 64;

struct Options {
  Numbers numbers;
  bool y_up, both_sides, closed_solids, drop_bad_faces;
  std::string text;                          // as the certificate has them, for people
  std::map<std::string, std::string> words;  // the same
};

struct Counts {
  std::uint64_t surfaces = 0, cells = 0, walls = 0, portals = 0, pieces = 0;
};

// Requires that the present record has this name and one of these words, and returns which.
std::size_t choice(Records& records, const char* name, std::initializer_list<std::string_view> words) {
  if (!records.is(name)) throw Refutation(std::string("here '") + name + "' is wanted");
  records.require_size(2);
  const auto at = std::find(words.begin(), words.end(), records.word(1));
  require(at != words.end(), "the value is unknown");
  return static_cast<std::size_t>(at - words.begin());
}

class Check {
 public:
  Check(std::string_view text, Records& records, std::ostream& out, unsigned threads)
      : text_(text), records_(records), out_(out) {
    world_.threads = Threads(threads);
  }

  /// To be called before run(): only what a tile has of the level is of interest, and nothing is printed.
  void look_at(const Grid& grid, const Tile& tile) { tile_ = {&grid, tile}; }
  TileFacts take_facts() { return std::move(facts_); }
  void tell(Listener& listener) {
    listener_ = &listener;
    world_.is_told = true;
  }

  void run() {
    records_.next();
    if (!records_.is("plumb")) throw NoCertificate(records_.line());
    require(records_.size() == 3 && records_.word(1) == "certificate" &&
                (records_.word(2) == "2" || records_.word(2) == "3"),
            "this is no 'plumb certificate 2' or 3");
    const bool radius = records_.word(2) == "3";
    records_.next();
    read_digest();
    std::optional<SlopeLimit> limit;
    try {
      limit = read_options(radius);
      read_stances();
      if (tile_ && options_.closed_solids)
        throw Refused("tiles of solids are not checked; check the level in one piece");
    } catch (...) {
      check_digest();  // its record came first
      throw;
    }
    world_.threads.run(2, [&](std::size_t i) {
      if (i == 0) check_digest();
      else world_.scene = read_scene(text_, options_.numbers, options_.y_up);
    });
    const Fraction scale = fraction(world_.scene.scale);
    for (Fraction& h : world_.heights) h *= scale;
    world_.step *= scale;
    world_.weld *= scale;
    if (radius) {
      make_clearing();
      records_.work_after(0.6);
    }
    world_.polygons = read_polygons(world_.scene, records_, options_.drop_bad_faces,
                                    options_.closed_solids ? &components_ : nullptr, world_.threads);
    judge_steepness(world_.polygons, *limit, options_.both_sides);
    areas_.resize(world_.heights.size() + 4);
    if (tile_) world_.tile = tile_->grid->square(tile_->tile, 0, scale);
    std::optional<BoxTree> made;
    world_.threads.run(2, [&](std::size_t i) {
      if (i == 0) world_.make_shapes();
      else made.emplace(boxes_of(world_.polygons));
    });
    const BoxTree& tree = *made;
    check_surfaces(tree);
    check_portals(tree);
    check_end();
    if (tile_) find_facts();
    else report();
    if (listener_) listener_->end({digest_, comment_, options_.words, disc_.size(), world_, portals_, welds_});
  }

 private:
  void read_digest() {
    require(records_.is("scene"), "here 'scene' is wanted");
    records_.require_size(3);
    digest_line_ = records_.line();
    digest_ = records_.word(1);
    size_ = records_.word(2);
    records_.next();
    comment_ = records_.comment();
  }

  // This takes as long as reading the level, so both are done at once.
  void check_digest() {
    if (size_ == std::to_string(text_.size()) && digest_ == sha256_hex(text_)) return;
    records_.say_line(digest_line_);
    throw Refutation("the level is not the one that was baked");
  }

  void option(std::string_view word) {
    options_.words.emplace(records_.word(0), word);
    options_.text +=
        std::string(options_.text.empty() ? "" : ", ") + std::string(records_.word(0)) + " " + std::string(word);
    records_.next();
  }

  SlopeLimit read_options(bool radius) {
    const auto chosen = [&](const char* name, std::initializer_list<std::string_view> words) {
      const std::size_t i = choice(records_, name, words);
      option(words.begin()[i]);
      return i;
    };
    options_.numbers = static_cast<Numbers>(chosen("numbers", {"double", "float", "decimal"}));
    options_.y_up = chosen("up", {"y", "z"}) == 0;
    options_.both_sides = chosen("sides", {"both", "up"}) == 0;
    const SlopeLimit slope = read_slope();
    require(records_.is("step"), "here 'step' is wanted");
    world_.step = option_value(1);
    require(sgn(world_.step) >= 0, "the step is negative");
    option(records_.word(1));
    require(records_.is("weld"), "here 'weld' is wanted");
    world_.weld = option_value(1);
    require(sgn(world_.weld) >= 0, "the width of welds is negative");
    option(records_.word(1));
    if (radius) read_clearing(chosen);
    options_.closed_solids = chosen("solids", {"none", "closed"}) == 1;
    options_.drop_bad_faces = chosen("bad-faces", {"error", "drop"}) == 1;
    return slope;
  }

  SlopeLimit read_slope() {
    const bool ratio = records_.is("slope-ratio"), cosine = records_.is("slope-cos");
    require(ratio || cosine || records_.is("slope"), "here 'slope', 'slope-ratio' or 'slope-cos' is wanted");
    const Fraction value = option_value(1);
    require(sgn(value) >= 0 && (ratio || (cosine ? sgn(value) > 0 && value <= 1 : value < 90)),
            "the limit of steepness is out of range");
    option(records_.word(1));
    return ratio ? SlopeLimit::ratio(value) : cosine ? SlopeLimit::cosine(value) : SlopeLimit::degrees(value);
  }

  // The agent's radius, with the points that stand for its disc.
  template <class Chosen>
  void read_clearing(const Chosen& chosen) {
    Clearing clearing;
    for (const auto& [name, value] : {std::pair("radius", &clearing.radius), std::pair("window", &clearing.window)}) {
      if (!records_.is(name)) throw Refutation(std::string("here '") + name + "' is wanted");
      *value = option_value(1);
      require(sgn(*value) > 0, "the number is not above 0");
      option(records_.word(1));
    }
    inner_ = chosen("clearance", {"inner", "outer"}) == 0;
    for (; records_.is("disc"); records_.next()) {
      const Fraction x = option_value_at(1, 3), y = option_value_at(2, 3);
      disc_.push_back({x, y});
    }
    options_.text.append(", disc of ").append(std::to_string(disc_.size())).append(" points");
    world_.clearing = std::move(clearing);
  }

  void make_clearing() {
    Clearing& c = *world_.clearing;
    c.radius *= fraction(world_.scene.scale);
    c.window *= fraction(world_.scene.scale);
    c.disc = disc_sides(disc_, inner_, c.radius);
    c.reach = reach_of(c.disc);
  }

  // A number that is the last word of the present record. Long ones would make steepness expensive to judge.
  Fraction option_value(std::size_t i) { return option_value_at(i, i + 1); }
  Fraction option_value_at(std::size_t i, std::size_t size) {
    records_.require_size(size);
    require(records_.word(i).size() <= 8200, "a number of more than 8,200 characters");
    return records_.fraction(i);
  }

  void read_stances() {
    for (; records_.is("stance"); records_.next()) {
      require(world_.heights.size() < most_stances, "more than 64 stances");
      Fraction height = option_value(2);
      require(height > (world_.heights.empty() ? world_.step : world_.heights.back()),
              "heights ascend from above the step");
      world_.heights.push_back(std::move(height));
      const std::string name(records_.word(1));
      require(
          name.size() <= 64 &&
              std::all_of(name.begin(), name.end(),
                          [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-'; }) &&
              name != "blocked" && name != "covered" && name != "inside" && name != "too_close" &&
              std::find(world_.stance_names.begin(), world_.stance_names.end(), name) == world_.stance_names.end(),
          "a stance's name is 1 to 64 letters, digits, _ and -, no verdict's and no other stance's");
      world_.stance_names.push_back(name);
    }
    require(!world_.heights.empty(), "here 'stance' is wanted");
  }

  // The records of surfaces, in sections on all threads.
  void check_surfaces(const BoxTree& tree) {
    const Bodies bodies(world_);
    std::vector<Index> traversable;
    for (Index p = 0; p < world_.polygons.size(); ++p)
      if (world_.polygons[p].traversable) traversable.push_back(p);
    std::size_t next = 0;  // of these
    while (records_.is("surface")) {
      std::vector<Section> sections = records_.sections(world_.threads.count() * std::size_t{8});
      // A large section is checked alone, by all threads together, after those before it.
      const auto large = std::find_if(sections.begin(), sections.end(), [](const Section& s) { return s.is_large(); });
      if (large != sections.end()) sections.erase(large == sections.begin() ? large + 1 : large, sections.end());
      const bool alone = sections.size() < 2;
      std::vector<SurfaceReader> readers;
      std::size_t at = next, cell = portals_.cells().size();
      for (std::size_t i = 0; i == 0 || i < sections.size(); ++i) {
        readers.emplace_back(world_, tree, bodies, alone ? world_.threads : Threads(1), traversable, at, cell);
        if (i == sections.size()) break;
        at += sections[i].surfaces;
        cell += sections[i].cells;
      }
      const auto take = [&](std::size_t i) {
        for (const SurfaceReader::Found& found : readers[i].found()) add(found);
        next = readers[i].next();
      };
      if (sections.empty()) {
        std::exception_ptr error;
        try {
          readers[0].read(records_);
        } catch (...) {
          error = std::current_exception();
        }
        take(0);
        if (error) std::rethrow_exception(error);
      } else {
        read_sections(
            records_, sections, world_.threads, [&](std::size_t i, Records& part) { readers[i].read(part); }, take);
      }
    }
    SurfaceReader(world_, tree, bodies, world_.threads, traversable, next, 0).require_next(world_.polygons.size());
  }

  void add(const SurfaceReader::Found& found) {
    portals_.add(found.number, found.cells);
    if (listener_) listener_->surface(world_, found.number, found);
    for (std::size_t label = 0; label < found.areas.size(); ++label) areas_[label].add(found.areas[label]);
    for (const ClearedPiece& piece : found.pieces) clearance_.add(piece);
    ++counts_.surfaces;
    counts_.cells += found.cells.cells.size();
    counts_.walls += found.walls;
    counts_.pieces += found.piece_records;
  }

  void check_portals(const BoxTree& tree) {
    portals_.check(records_);
    counts_.portals = portals_.all().size();
    if (!records_.is("portal") && sgn(world_.weld) == 0 && !world_.clearing) return;
    Borders borders(world_, portals_);
    welds_ = check_welds(world_, portals_, borders, tree, records_);
    counts_.portals += welds_.size();
    if (world_.clearing) clearance_.check(records_, borders);
  }

  void check_end() {
    require(records_.is("end"), "here 'surface', 'line', 'cell', 'wall', 'portal' or 'end' is wanted");
    const std::uint64_t counts[] = {counts_.surfaces, counts_.cells,  counts_.walls,
                                    counts_.portals,  counts_.pieces, clearance_.border_count()};
    const std::size_t kinds = world_.clearing ? 6 : 4;
    records_.require_size(kinds + 1);
    for (std::size_t i = 0; i < kinds; ++i)
      require(records_.word(i + 1) == std::to_string(counts[i]), "the file holds other numbers of records");
    records_.finish();
  }

  // What the reach leaves beyond the agent's radius and twice the welds' width makes both sides of a line cells. Within
  // half of that, and once the width, around the tile, the piece's cells, portals and welds are those of the level.
  void find_facts() {
    const auto& [grid, tile] = *tile_;
    const Fraction scale = fraction(world_.scene.scale), weld = world_.weld / scale;
    const Fraction disc = world_.clearing ? Fraction(world_.clearing->reach / scale) : Fraction(0);
    const Fraction more = grid->reach - 2 * weld - disc;
    require(sgn(more) > 0, "the grid's reach is not more than the agent's radius and twice the width of welds");
    facts_.options = options_.text;
    facts_.numbers = options_.numbers;
    facts_.y_up = options_.y_up;
    facts_.disc = disc_;
    facts_.stance_names = world_.stance_names;
    for (const Fraction& h : world_.heights) facts_.heights.push_back(h / scale);
    facts_.cells = counts_.cells;
    facts_.areas = std::move(areas_);
    if (!world_.clearing)
      plumb::checker::find_components(world_, portals_, welds_, *grid, tile, grid->square(tile, weld + more / 2, scale),
                                      facts_);
  }

  void report() {
    out_ << "Every record holds: " << world_.polygons.size() << " polygons, " << counts_.surfaces
         << " of them traversable, cut into " << counts_.cells << " cells; " << counts_.walls << " obstruction edges, "
         << counts_.portals << " portals";
    if (world_.clearing)
      out_ << "; " << counts_.pieces << " pieces of cells, " << clearance_.border_count() << " stretches of border";
    out_ << ".\nOptions: " << options_.text << ".\n";
    std::vector<Fraction> heights;
    for (const Fraction& h : world_.heights) heights.push_back(h / fraction(world_.scene.scale));
    print_areas(out_, world_.stance_names, heights, areas_, world_.clearing.has_value(), options_.closed_solids);
    if (!options_.closed_solids) return;
    out_ << "Closed components: " << components_.solids << " solids, " << components_.cavities << " cavities, "
         << components_.others << " others, ignored.\n";
  }

  std::string_view text_;
  Records& records_;
  std::ostream& out_;
  std::string digest_, size_, comment_;  // of the level, as the certificate has them
  std::uint64_t digest_line_ = 0;
  Options options_{};
  World world_;
  Components components_;
  Portals portals_{world_};
  ClearanceCheck clearance_{world_, portals_};
  bool inner_ = true;
  std::vector<Place> disc_;
  std::vector<Weld> welds_;
  struct OfGrid {
    const Grid* grid;
    Tile tile;
  };
  std::optional<OfGrid> tile_;
  Listener* listener_ = nullptr;
  TileFacts facts_;
  Counts counts_;
  std::vector<AreaSum> areas_;  // by label
};

}  // namespace

void check(std::string_view scene, Records& records, std::ostream& out, unsigned threads, Listener* listener) {
  Check check(scene, records, out, threads);
  if (listener) check.tell(*listener);
  check.run();
}

TileFacts check_tile(std::string_view piece, Records& records, const Grid& grid, const Tile& tile, unsigned threads,
                     Listener* listener) {
  std::ostringstream nothing;
  Check check(piece, records, nothing, threads);
  check.look_at(grid, tile);
  if (listener) check.tell(*listener);
  check.run();
  return check.take_facts();
}

}  // namespace plumb::checker
