// SPDX-License-Identifier: LGPL-3.0-or-later
#include "check.h"

#include <algorithm>
#include <cctype>
#include <iomanip>

#include "clearance.h"
#include "sha256.h"
#include "surface.h"
#include "verdict.h"
#include "welds.h"

namespace checker {
namespace {

constexpr std::size_t most_stances = 64;

struct Options {
  Numbers numbers;
  bool y_up, both_sides, closed_solids, drop_bad_faces;
  std::string text;  // as the certificate has them, for people
};

struct Counts {
  std::uint64_t surfaces = 0, cells = 0, walls = 0, portals = 0, pieces = 0;
};

// A record of one word that is one of those given.
std::size_t choice(Records& records, const char* name, std::initializer_list<std::string_view> words) {
  if (!records.is(name)) throw False(std::string("here '") + name + "' is wanted");
  records.require_size(2);
  const auto at = std::find(words.begin(), words.end(), records.word(1));
  require(at != words.end(), "the value is unknown");
  return static_cast<std::size_t>(at - words.begin());
}

class Check {
 public:
  Check(std::string_view text, Records& records, std::ostream& out) : text_(text), records_(records), out_(out) {}

  void run() {
    records_.next();
    if (!records_.is("plumb")) throw NoCertificate(records_.line());
    require(records_.size() == 3 && records_.word(1) == "certificate" &&
                (records_.word(2) == "2" || records_.word(2) == "3"),
            "this is no 'plumb certificate 2' or 3");
    const bool radius = records_.word(2) == "3";
    records_.next();
    read_digest();
    const SlopeLimit limit = read_options(radius);
    read_stances();
    world_.scene = read_scene(text_, options_.numbers, options_.y_up);
    for (Fraction& h : world_.heights) h *= world_.scene.scale;
    world_.step *= world_.scene.scale;
    world_.weld *= world_.scene.scale;
    if (radius) {
      make_clearing();
      records_.work_after(0.6);
    }
    world_.polygons =
        read_polygons(world_.scene, records_, options_.drop_bad_faces, options_.closed_solids ? &components_ : nullptr);
    judge_steepness(world_.polygons, limit, options_.both_sides);
    areas_.resize(world_.heights.size() + 4);
    const BoxTree tree(world_.polygons);
    check_surfaces(tree);
    check_portals(tree);
    check_end();
    report();
  }

 private:
  void read_digest() {
    require(records_.is("scene"), "here 'scene' is wanted");
    records_.require_size(3);
    require(records_.word(2) == std::to_string(text_.size()) && records_.word(1) == sha256_hex(text_),
            "the level is not the one that was baked");
    records_.next();
  }

  void option(std::string_view word) {
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
      if (!records_.is(name)) throw False(std::string("here '") + name + "' is wanted");
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
    c.radius *= world_.scene.scale;
    c.window *= world_.scene.scale;
    c.disc = disc_sides(disc_, inner_, c.radius);
    c.reach = reach_of(c.disc);
  }

  // The last word. Long numbers would make steepness expensive to judge.
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

  void check_surfaces(const BoxTree& tree) {
    const Bodies bodies(world_);
    std::size_t next = 0;  // polygon
    const auto skip_to_traversable = [&] {
      while (next < world_.polygons.size() && !world_.polygons[next].traversable) ++next;
    };
    for (skip_to_traversable(); records_.is("surface"); skip_to_traversable()) {
      records_.require_size(2);
      const Index number = records_.number(1, world_.polygons.size());
      require_next(next, number);
      records_.next();
      check_surface(tree, bodies, number);
      ++next;
      ++counts_.surfaces;
    }
    require_next(next, world_.polygons.size());
  }

  void require_next(std::size_t next, std::size_t number) {
    if (next < number) throw False("before this line, the traversable polygon " + std::to_string(next) + " is missing");
    if (next > number) throw False("polygon " + std::to_string(number) + " is not traversable, or not in its place");
  }

  void check_surface(const BoxTree& tree, const Bodies& bodies, Index number) {
    Surface surface(world_, tree, bodies, portals_, number);
    for (; records_.is("line"); records_.next()) {
      records_.require_size(4);
      surface.add_line(records_.integer(1), records_.integer(2), records_.integer(3));
    }
    std::vector<Index> sides;
    for (; records_.is("cell"); records_.next(), ++counts_.cells) {
      const std::size_t stances = world_.heights.size();
      const std::string_view word = records_.word(1);
      const Label label = word == "covered"  ? stances + 1
                          : word == "inside" ? stances + 2
                                             : records_.number(1, stances + 1);
      std::optional<Index> witness;
      if (records_.word(2) != "-") witness = records_.number(2, world_.polygons.size());
      sides.clear();
      for (std::size_t i = 3; i < records_.size(); ++i) sides.push_back(records_.number(i, surface.line_count()));
      surface.add_cell(label, witness, sides);
    }
    for (; world_.clearing && records_.is("piece"); records_.next(), ++counts_.pieces) add_piece(surface, sides);
    for (; records_.is("wall"); records_.next(), ++counts_.walls) {
      records_.require_size(7);
      surface.add_wall(records_.number(1, world_.polygons.size()), records_.number(2, world_.heights.size()),
                       {records_.fraction(3), records_.fraction(4), records_.fraction(5), records_.fraction(6)});
    }
    surface.finish(areas_, clearance_);
  }

  // piece STANCE CELL l l l ... : B B ...
  void add_piece(Surface& surface, std::vector<Index>& sides) {
    const std::size_t stance = records_.word(1) == "too_close" ? 0 : records_.number(1, world_.heights.size() + 1);
    require(stance > 0 || records_.word(1) == "too_close", "a stance begins with 1");
    const Index cell = records_.number(2, portals_.cells().size());
    sides.clear();
    std::size_t i = 3;
    for (; i < records_.size() && records_.word(i) != ":"; ++i)
      sides.push_back(records_.number(i, surface.line_count()));
    require(i < records_.size(), "here ':' is wanted");
    std::vector<Index> takers;
    for (++i; i < records_.size(); ++i) takers.push_back(records_.number(i, none));
    surface.add_piece(stance, cell, sides, std::move(takers), clearance_);
  }

  void check_portals(const BoxTree& tree) {
    portals_.check(records_);
    counts_.portals = portals_.all().size();
    if (!records_.is("portal") && sgn(world_.weld) == 0 && !world_.clearing) return;
    Borders borders(world_, portals_);
    counts_.portals += check_welds(world_, portals_, borders, tree, records_);
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

  void report() {
    out_ << "Every record holds: " << world_.polygons.size() << " polygons, " << counts_.surfaces
         << " of them traversable, cut into " << counts_.cells << " cells; " << counts_.walls << " obstruction edges, "
         << counts_.portals << " portals";
    if (world_.clearing)
      out_ << "; " << counts_.pieces << " pieces of cells, " << clearance_.border_count() << " stretches of border";
    out_ << ".\nOptions: " << options_.text << ".\n";
    const auto row = [&](const std::string& verdict, const std::string& height, const std::string& area,
                         const std::string& exact) {
      out_ << "  " << std::left << std::setw(12) << verdict << std::right << std::setw(8) << height << "  "
           << std::setw(24) << area << "   " << exact << "\n";
    };
    row("verdict", "height", "area", "as a fraction");
    const auto verdict = [&](const std::string& name, const std::string& height, const AreaSum& area) {
      const auto exact = area.exact();
      const std::string fraction = exact ? exact->get_str() : "";
      row(name, height, area.decimals(), fraction.empty() || fraction.size() > 1000 ? "too long" : fraction);
    };
    for (std::size_t s = world_.heights.size(); s > 0; --s)
      verdict(world_.stance_names[s - 1], Fraction(world_.heights[s - 1] / world_.scene.scale).get_str(), areas_[s]);
    verdict("blocked", "", areas_.front());
    verdict("covered", "", areas_[world_.heights.size() + 1]);
    if (world_.clearing) verdict("too close", "", areas_[world_.heights.size() + 3]);
    if (!options_.closed_solids) return;
    verdict("inside", "", areas_[world_.heights.size() + 2]);
    out_ << "Closed components: " << components_.solids << " solids, " << components_.cavities << " cavities, "
         << components_.others << " others, ignored.\n";
  }

  std::string_view text_;
  Records& records_;
  std::ostream& out_;
  Options options_{};
  World world_;
  Components components_;
  Portals portals_{world_};
  ClearanceCheck clearance_{world_, portals_};
  bool inner_ = true;
  std::vector<Place> disc_;
  Counts counts_;
  std::vector<AreaSum> areas_;  // by label
};

}  // namespace

void check(std::string_view scene, Records& records, std::ostream& out) { Check(scene, records, out).run(); }

}  // namespace checker
