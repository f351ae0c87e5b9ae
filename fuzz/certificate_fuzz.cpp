// SPDX-License-Identifier: GPL-3.0-or-later
// The certificate checker on arbitrary records about one small level. What it must do, beside not crashing: a
// certificate that it accepts reports the areas that a bake with the same options measures, has portals that join its
// cells to as many components for every stance, and, where its polygons are those of the bake, has the same walls. So
// nothing false is accepted, whatever the cells, lines and witnesses are.
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "base/verdict.h"
#include "check.h"
#include "plumb/pipeline/bake.h"
#include "require.h"
#include "sha256.h"

namespace {

// A floor that is not convex, two more in its plane, one of them in two pieces; a slab, a slanted blocker, two walls.
constexpr const char* level =
    "v 0 0 0\nv 6 0 0\nv 6 2 0\nv 2 2 0\nv 2 6 0\nv 0 6 0\nf 1 2 3 4 5 6\n"
    "v 4 1 0\nv 8 1 0\nv 8 3 0\nv 4 3 0\nf 7 8 9 10\n"
    "v 1 1 0\nv 3 1 0\nv 3 5 0\nv 1 5 0\nf 11 12 13\nf 11 13 14\n"
    "v -1 1 1\nv 1 1 1\nv 1 3 1\nv -1 3 1\nf 15 16 17 18\n"
    "v 5 0 0\nv 7 1 0\nv 6 3 3\nf 19 20 21\n"
    "v 0 4 0\nv 3 4 1\nv 3 4 2\nv 0 4 2\nf 22 23 24 25\n"
    "v 7 2 0\nv 7 4 0\nv 7 4 1\nf 26 27 28\n";

using Lines = std::vector<std::string>;

std::string word(const std::string& line, std::size_t i) {
  std::istringstream in(line);
  std::string w;
  for (std::size_t k = 0; k <= i; ++k)
    if (!(in >> w)) return {};
  return w;
}

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with('#')) lines.push_back(line);
  return lines;
}

// The records with one of these names.
Lines named(const Lines& lines, std::initializer_list<const char*> names) {
  Lines out;
  for (const std::string& line : lines)
    if (std::find(names.begin(), names.end(), word(line, 0)) != names.end()) out.push_back(line);
  return out;
}

struct Truth {
  std::vector<std::string> areas;  // highest stance first, then blocked and covered
  Lines frame, facts;              // parts and welds; surfaces and walls
  std::vector<std::size_t> components;
};

// For every stance, the number of parts of what it can stand on that no portal joins; none with welds, of which some
// may be left out.
std::vector<std::size_t> components_of(const Lines& lines) {
  std::vector<std::size_t> labels, out;
  for (const std::string& cell : named(lines, {"cell"}))
    labels.push_back(std::strtoul(word(cell, 1).c_str(), nullptr, 10));
  for (std::size_t s = 1; s <= named(lines, {"stance"}).size(); ++s) {
    std::vector<std::size_t> parent(labels.size());
    std::iota(parent.begin(), parent.end(), std::size_t{0});
    const auto root = [&](std::size_t c) {
      while (parent[c] != c) c = parent[c];
      return c;
    };
    std::size_t count = static_cast<std::size_t>(
        std::count_if(labels.begin(), labels.end(), [&](std::size_t label) { return label >= s; }));
    for (const std::string& portal : named(lines, {"portal"})) {
      if (word(portal, 1) == "weld") return {};
      const std::size_t a = root(std::stoul(word(portal, 3))), b = root(std::stoul(word(portal, 4)));
      if (std::stoul(word(portal, 2)) < s || a == b) continue;
      parent[a] = b;
      --count;
    }
    out.push_back(count);
  }
  return out;
}

class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("plumb_certificate_fuzz_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
    std::ofstream(scene()) << level;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string scene() const { return path_ / "level.obj"; }
  std::string certificate() const { return path_ / "level.cert"; }

 private:
  std::filesystem::path path_;
};

// What the baker finds with the options of a header; none if it refuses them.
std::optional<Truth> bake(const Lines& header) {
  using namespace plumb::pipeline;
  static const Folder folder;
  BakeArguments a;
  a.scene = folder.scene();
  a.certificate = folder.certificate();
  a.threads = "1";
  a.exact_digits = "0";
  for (const std::string& line : header) {
    const std::string name = word(line, 0), value = word(line, 1);
    if (name == "numbers") a.numbers = value;
    if (name == "up") a.up = value;
    if (name == "sides") a.sides = value;
    if (name == "slope") a.slope = value;
    if (name == "slope-ratio") a.slope_ratio = value;
    if (name == "slope-cos") a.slope_cos = value;
    if (name == "step") a.step = value;
    if (name == "weld") a.weld = value;
    if (name == "solids") a.solids = value;
    if (name == "bad-faces") a.bad_faces = value;
    if (name == "stance") a.stances.push_back("s" + std::to_string(a.stances.size()) + "=" + word(line, 2));
  }
  const auto options = make_bake_options(a);
  if (!options) return std::nullopt;
  Progress silent;
  const auto report = plumb::pipeline::bake(*options, silent);
  if (!report) return std::nullopt;
  Truth truth;
  for (auto s = report->areas.stances.rbegin(); s != report->areas.stances.rend(); ++s)
    truth.areas.push_back(s->exact->get_str());
  truth.areas.push_back(report->areas.blocked.exact->get_str());
  truth.areas.push_back(report->areas.covered.exact->get_str());
  std::stringstream text;
  text << std::ifstream(folder.certificate()).rdbuf();
  const Lines lines = lines_of(text.str());
  truth.frame = named(lines, {"part", "weld"});
  truth.facts = named(lines, {"surface", "wall"});
  truth.components = components_of(lines);
  return truth;
}

const std::optional<Truth>& truth_of(const Lines& header) {
  static std::map<Lines, std::optional<Truth>> known;
  const auto [at, is_new] = known.try_emplace(header);
  if (is_new) at->second = bake(header);
  return at->second;
}

// The last word of every line of the table of areas; "long" where a fraction is too long.
std::vector<std::string> reported_areas(const std::string& report) {
  std::vector<std::string> areas;
  std::istringstream in(report.substr(report.find("as a fraction\n") + 14));
  for (std::string line; std::getline(in, line);) areas.push_back(line.substr(line.rfind(' ') + 1));
  return areas;
}

}  // namespace

/// The input is a certificate without its first two lines.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string scene = level;
  std::istringstream in("plumb certificate 2\nscene " + plumb::checker::sha256_hex(scene) + " " +
                        std::to_string(scene.size()) + "\n" + std::string(reinterpret_cast<const char*>(data), size));
  plumb::checker::Records records(in);
  std::ostringstream out;
  try {
    plumb::checker::check(scene, records, out);
  } catch (const plumb::checker::Refutation&) {
    require(records.line() > 2, "a fault lies in the input");
    return 0;
  } catch (const plumb::checker::Refused&) {
    require(false, "the level can be read");
  }
  const Lines lines = lines_of(in.str());
  Lines header = named(lines, {"numbers", "up", "sides", "slope", "slope-ratio", "slope-cos", "step", "weld", "solids",
                               "bad-faces", "stance"});
  std::erase_if(
      header, [](const std::string& line) { return word(line, 0) == "weld" && !word(line, 2).empty(); });  // a polygon
  const auto& truth = truth_of(header);
  require(truth.has_value(), "what is accepted can be baked");
  const auto areas = reported_areas(out.str());
  require(areas.size() == truth->areas.size(), "one area for every label");
  for (std::size_t i = 0; i < areas.size(); ++i)
    require(areas[i] == "long" || areas[i] == truth->areas[i], "areas are those of the bake");
  if (named(lines, {"part", "weld"}) == truth->frame)
    require(named(lines, {"surface", "wall"}) == truth->facts, "surfaces and walls are those of the bake");
  const auto components = components_of(lines);
  require(components.empty() || truth->components.empty() || components == truth->components,
          "as many components as those of the bake");
  if (std::getenv("PLUMB_FUZZ_SHOW")) std::fprintf(stderr, "accepted\n%s", out.str().c_str());
  return 0;
}

#ifdef __clang__
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size)
    __attribute__((weak));

/// Replaces, doubles or drops whole words and lines, so that many inputs are still records; every fourth time, bytes.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  std::minstd_rand random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  if (size == 0 || below(4) == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::string text(reinterpret_cast<const char*>(data), size);
  // The word or line at a place of chance: [begin, end), the separator not included.
  const auto piece = [&](char separator) {
    const std::size_t place = below(text.size());
    const std::string_view separators = separator == '\n' ? "\n" : " \n";
    const std::size_t before = text.find_last_of(separators, place);
    const std::size_t end = std::min(text.find_first_of(separators, place + 1), text.size());
    return std::pair(before == text.npos ? 0 : before + (before < end), end);
  };
  for (std::size_t times = 1 + below(3); times > 0 && !text.empty(); --times) {
    const char separator = below(3) == 0 ? '\n' : ' ';
    const auto [from, to] = piece(separator);
    const std::string source = text.substr(from, to - from);
    const auto [begin, end] = piece(separator);
    switch (below(5)) {
      case 0: text.replace(begin, end - begin, source); break;
      case 1: text.insert(begin, source + separator); break;
      case 2: text.erase(begin, end - begin + (end < text.size())); break;
      case 3: text.replace(begin, end - begin, std::to_string(below(12))); break;
      default: text.insert(begin, std::to_string(below(12)) + " ");
    }
  }
  size = std::min(text.size(), max_size);
  std::copy_n(text.begin(), size, reinterpret_cast<char*>(data));
  return size;
}
#endif
