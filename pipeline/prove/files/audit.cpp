// SPDX-License-Identifier: LGPL-3.0-or-later
// An audit's figures, compared with what the level's navmesh and the judged file give.
//
// 1. AuditReader reads what is compared of the audit's JSON, and passes over the rest.
// 2. require_same_options() holds the options against those of the exact navmesh, which a certificate proves, and
//    reading_of() takes from the audit how it read the judged file: the audit says that of itself.
// 3. standing_floor() makes floors of navmeshes: of cells where one stands, with components over portals.
// 4. AuditCheck compares: counts, the areas and those that pairs of components have in common (as fractions; where the
//    audit has none, since they are long, as doubles), and what follows for lost, spurious, split and merged ones.
//
// Cost: that of compare_floors().
// Exact: all that is written as a fraction. A double that stands alone is an honest sum of n doubles, so it may be off
// by n + 1 roundings outward.
// Source: docs/reference/audit.md.
#include "files/audit.h"

#include <algorithm>

#include "files/detour_tile.h"
#include "files/found_mesh.h"
#include "read/text_file.h"

namespace plumb::checker {
namespace {

struct ToldArea {
  std::optional<Fraction> exact;
  double near = 0;
};

const Fraction outward =
    mpz_class(mpz_class(1) << 52);  // one rounding outward moves a double by less than this part of it

constexpr std::size_t most_digits = 8200;  // of a number that is no area, as of an option of a certificate

// What an audit says.
struct Audit {
  NavMesh options;  // these alone
  std::string stance, format, surface;
  Fraction below, above, step, sliver = 0;
  std::map<std::string, std::int64_t> counts;  // of the navmesh and its components
  std::map<std::string, ToldArea> areas;
  std::map<std::string, std::vector<std::int64_t>> lists;  // of components
  std::map<Comparison::Pair, ToldArea> common;
  std::map<std::string, std::string> reading;
  std::vector<Fraction> transform;
  std::vector<std::uint64_t> kinds;  // of ground
};

class AuditReader {
 public:
  explicit AuditReader(Json& json) : json_(json) {}

  Audit read() {
    std::set<std::string> read;
    json_.object([&](const std::string& name) {
      read.insert(name);
      member(name);
    });
    json_.end();
    for (const char* name : {"options", "stance", "window", "navmesh", "area", "components", "grid"})
      if (!read.contains(name)) throw json_.wrong("this is no audit: it has no '" + std::string(name) + "'");
    return std::move(audit_);
  }

 private:
  void member(const std::string& name) {
    if (name == "options") audit_.options = NavMeshReader(json_).read_options_alone();
    else if (name == "stance") audit_.stance = json_.text();
    else if (name == "window") fractions({{"below", &audit_.below}, {"above", &audit_.above}});
    else if (name == "grid") fractions({{"step", &audit_.step}});
    else if (name == "navmesh") read_navmesh();
    else if (name == "components") read_components();
    else if (name != "area") json_.skip();
    else
      json_.object([&](const std::string& area) {
        if (!json_.null()) audit_.areas[area] = area_value();
      });
  }
  void fractions(const std::map<std::string, Fraction*>& members) {
    std::size_t read = 0;
    json_.object([&](const std::string& name) {
      const auto to = members.find(name);
      if (to == members.end()) return json_.skip();
      const std::string_view text = json_.text();
      if (text.size() > most_digits) throw json_.wrong("a number of more than 8,200 characters");
      *to->second = json_.fraction_of(text);
      ++read;
    });
    if (read != members.size()) throw json_.wrong("a record before this place lacks a member");
  }
  ToldArea area_value() {
    ToldArea out;
    json_.object({"exact", "approx", "longer_than_exact_digits"}, [&](std::uint64_t k) {
      if (k == 0 && !json_.null()) out.exact = json_.fraction();
      if (k == 1) out.near = coordinate(json_.scalar(), Numbers::binary64).near();
      if (k == 2) json_.skip();
    });
    return out;
  }
  std::int64_t count() { return json_.whole(0, std::int64_t{1} << 53); }

  void read_navmesh() {
    json_.object([&](const std::string& name) {
      if (name == "format") audit_.format = json_.text();
      else if (name == "surface") audit_.surface = json_.text();
      else if (name == "polygons" || name == "corners" || name == "detail_triangles") audit_.counts[name] = count();
      else if (name == "components") audit_.counts["islands"] = count();
      else if (name == "transform") json_.list([&] { audit_.transform.push_back(json_.fraction()); });
      else if (name == "areas") json_.list([&] { audit_.kinds.push_back(static_cast<std::uint64_t>(count())); });
      else if (name == "up" || name == "edges" || name == "join") audit_.reading[name] = json_.scalar();
      else json_.skip();
    });
  }
  void read_components() {
    json_.object([&](const std::string& name) {
      if (name == "truth" || name == "found") audit_.counts[name] = count();
      else if (name == "lost" || name == "spurious" || name == "split" || name == "merged")
        json_.list([&] { audit_.lists[name].push_back(count()); });
      else if (name == "areas") json_.list([&] { read_common(); });
      else if (name == "sliver") audit_.sliver = json_.fraction();
      else json_.skip();
    });
  }
  void read_common() {
    Comparison::Pair pair{none, none};
    ToldArea area;
    json_.object({"truth", "found", "area"}, [&](std::uint64_t k) {
      if (k == 2) area = area_value();
      else (k == 0 ? pair.first : pair.second) = json_.number();
    });
    if (!audit_.common.try_emplace(pair, std::move(area)).second) throw json_.wrong("a pair of components comes twice");
  }

  Json& json_;
  Audit audit_;
};

// Options that decide what is true. `but`: one that may differ.
void require_same_options(NavMesh a, NavMesh b, const std::string& whose, const std::string& but) {
  for (NavMesh* m : {&a, &b})
    for (const std::string& name : {std::string("exact_digits"), but}) m->options.erase(name);
  const auto stances = [](const NavMesh& m) {
    std::vector<std::pair<std::string, Fraction>> out;
    for (const NavMesh::Stance& s : m.stances) out.push_back({s.name, s.height});
    return out;
  };
  for (const auto& [name, value] : a.options)
    if (const auto other = b.options.find(name); other == b.options.end() || other->second != value)
      throw Refutation(whose + " has another option '" + name + "' than the navmesh");
  if (b.options.size() != a.options.size() || stances(a) != stances(b) || a.seeds != b.seeds)
    throw Refutation(whose + " has other options than the navmesh");
}

// Of cells where a stance may stand. Components are numbered by their lowest cell.
Floor standing_floor(const NavMesh& mesh, int stance) {
  Floor out;
  for (const NavMesh::Point& p : mesh.points) out.points.push_back({p.x, p.y, p.z, p.w});
  Sets sets(mesh.cells.size());
  for (const NavMesh::Portal& p : mesh.portals)
    if (p.stance >= stance) sets.unite(p.a, p.b);
  std::map<std::size_t, Index> numbers;
  for (Index c = 0; c < mesh.cells.size(); ++c) {
    const NavMesh::Cell& cell = mesh.cells[c];
    if (cell.stance < stance) {
      out.component.push_back(none);
      continue;
    }
    out.component.push_back(numbers.try_emplace(sets.find(c), static_cast<Index>(numbers.size())).first->second);
    for (const NavMesh::Facet& f : mesh.of(cell)) {
      const auto ring = mesh.ring(f);
      out.corners.insert(out.corners.end(), ring.begin(), ring.end());
      out.begin.push_back(static_cast<Index>(out.corners.size()));
      out.owner.push_back(c);
    }
  }
  return out;
}

Reading reading_of(const Audit& audit, bool detour) {
  const auto numbers = audit.options.options.find("numbers");
  Reading out{Numbers::binary64, detour || audit.options.y_up};
  if (numbers != audit.options.options.end() && numbers->second != "double")
    out.numbers = numbers->second == "float" ? Numbers::binary32 : Numbers::decimal;
  const auto at = [&](const char* name) {
    const auto value = audit.reading.find(name);
    return value == audit.reading.end() ? std::string("null") : value->second;
  };
  const auto require_word = [&](const char* name, std::initializer_list<const char*> words) {
    if (std::ranges::find(words, at(name)) == words.end())
      throw Refused("the audit's word for '" + std::string(name) + "' is unknown; give a file as Plumb wrote it");
  };
  require_word("up", {"null", "y", "z"});
  require_word("edges", {"null", "whole", "partial"});
  if (at("up") != "null") out.y_up = at("up") == "y";
  if (at("edges") != "null") out.whole_edges = at("edges") == "whole";
  if (at("join") != "null") throw Refused("--join is not checked; audit the navmesh without it");
  out.transform = audit.transform;
  if (!out.transform.empty() && out.transform.size() != 12) throw Refused("a transform has twelve numbers");
  out.areas = audit.kinds;
  return out;
}

class AuditCheck {
 public:
  AuditCheck(const Audit& audit, const NavMesh& truth, const NavMesh* outer, const FoundMesh& mesh,
             const Threads& threads)
      : audit_(audit), mesh_(mesh), has_outer_(outer != nullptr) {
    if (!truth.states.empty()) throw Refused("an audit is of a bake; name the navmesh from before its updates");
    if (outer) require_same_options(truth, *outer, "the navmesh of the outer bound", "clearance");
    require_same_options(truth, audit.options, "the audit", "");
    int stance = 0;
    for (std::size_t i = 0; i < truth.stances.size(); ++i)
      if (truth.stances[i].name == audit.stance) stance = static_cast<int>(i) + 1;
    if (stance == 0) throw Refutation("the audit's stance is none of the navmesh's");
    if (sgn(audit.below) <= 0 || sgn(audit.above) <= 0 ||
        audit.below + audit.above >= truth.stances[static_cast<std::size_t>(stance) - 1].height)
      throw Refutation("the audit's window is not positive, or as high as its stance");
    is_bracket_ = sgn(option_value(truth, "radius")) > 0;
    for (const char* name : {"min_area", "simplify"})
      if (option_value(truth, name) != 0)
        part_ += std::string(part_.empty() ? "" : ", ") + name + " " + truth.options.at(name);
    if (!truth.seeds.empty())
      part_ += (part_.empty() ? "" : ", ") + std::to_string(truth.seeds.size() / 3) + " seed points";
    if (outer && !part_.empty()) throw Refused("an outer bound is of all floor; bake without " + part_);
    if (outer && !is_bracket_) throw Refused("without a radius there is no outer bound; leave --outer out");
    const auto is_bound = [](const NavMesh& mesh, const char* which) {
      const auto clearance = mesh.options.find("clearance");
      return clearance != mesh.options.end() && clearance->second == which;
    };
    if (is_bracket_ && (!is_bound(truth, "inner") || (outer && !is_bound(*outer, "outer"))))
      throw Refused("the navmesh is of the inner bound, that of --outer of the outer one; bake with --clearance");
    if (!is_bracket_ && audit.areas.contains("outer"))
      throw Refutation("without a radius there is no area of an outer bound");

    const bool detail = !mesh.detail.empty() && audit.surface == "detail";
    if (!detail && audit.surface != "polygons") throw Refutation("the navmesh has no detail mesh");
    require_count("polygons", mesh.polygons());
    require_count("corners", mesh.corners.size());
    require_count("detail_triangles", mesh.detail.size());
    const Floor true_floor = standing_floor(truth, stance), found = triangles_of(mesh, detail),
                outer_floor = outer ? standing_floor(*outer, stance) : Floor();
    faces_ = true_floor.faces() + std::size_t{found.faces()} + outer_floor.faces();
    const auto exact = [&](std::initializer_list<const char*> sums) {
      return std::ranges::any_of(sums, [&](const char* sum) {
        const auto told = audit.areas.find(sum);
        return told != audit.areas.end() && told->second.exact;
      });
    };
    Comparing by{audit.below,
                 audit.above,
                 audit.step,
                 exact({"truth", "missing"}),
                 exact({"found", "excess"}),
                 exact({"outer"}),
                 exact({"covered", "missing", "matched", "excess"}),
                 {}};
    for (const auto& [pair, told] : audit.common)
      if (told.exact) by.exactly_common.insert(pair);
    sums_ = compare_floors(true_floor, found, outer ? &outer_floor : nullptr, by, threads);
    islands_ = found.component;
  }

  std::string run() {
    const bool all = mesh_.unknown_links.empty();
    require_areas();
    require_count("truth", sums_.of_truth.size());
    std::set<Index> lost = sums_.of_truth, spurious = sums_.of_found;
    for (const auto& [pair, sum] : sums_.common) {
      lost.erase(pair.first);
      spurious.erase(pair.second);
    }
    for (const Index j : sums_.beside_outer) spurious.erase(j);
    require_list("lost", lost);
    if (all) {
      const std::set<Index> islands(islands_.begin(), islands_.end());
      require_count("islands", islands.size());
      require_count("found", sums_.of_found.size());
      require_common();
      if (!is_bracket_ || has_outer_) require_list("spurious", spurious);
    }
    return report(all);
  }

 private:
  void require_count(const std::string& what, std::size_t count) const {
    const auto told = audit_.counts.find(what);
    if (told == audit_.counts.end() || static_cast<std::uint64_t>(told->second) != count)
      throw Refutation("the audit's number '" + what + "' is not " + std::to_string(count));
  }
  void require_list(const std::string& what, const std::set<Index>& components) const {
    const auto told = audit_.lists.find(what);
    const std::vector<std::int64_t> list(components.begin(), components.end());
    if (told == audit_.lists.end() ? !list.empty() : told->second != list)
      throw Refutation("the components that the audit calls " + what + " are others, " + std::to_string(list.size()) +
                       " of them");
  }

  // A double is the fraction, truncated; or the sum of as many terms as there are faces and pairs of them, at most.
  void require_area(const std::string& what, const ToldArea& told, const Total& sum) {
    const Fraction scale = 2 * sums_.unit * sums_.unit, near(told.near);
    const std::size_t terms = told.exact ? 0 : faces_ + sums_.regions;
    const Fraction off = abs(near) * fraction(Integer(terms + 1)) / outward;
    if ((told.exact && !sum.is(*told.exact * scale)) || sum.is_certainly_off(near * scale, off * scale))
      throw Refutation("the audit's area '" + what + "' is not so; it is about " + sum.text(scale));
    ++(told.exact ? exact_ : near_);
  }
  void require_areas() {
    std::map<std::string, const Total*> sums{{"truth", &sums_.truth},     {"covered", &sums_.covered},
                                             {"missing", &sums_.missing}, {"found", &sums_.found},
                                             {"matched", &sums_.matched}, {"overlap", &sums_.overlap}};
    if (!is_bracket_ || has_outer_) sums["excess"] = &sums_.excess;
    if (has_outer_) sums["outer"] = &sums_.outer;
    for (const auto& [what, sum] : sums) {
      const auto told = audit_.areas.find(what);
      if (told == audit_.areas.end()) throw Refutation("the audit has no area '" + what + "'");
      require_area(what, told->second, *sum);
    }
  }

  void require_common() {
    const auto name = [](const Comparison::Pair& pair) {
      return "in common of " + std::to_string(pair.first) + " and " + std::to_string(pair.second);
    };
    for (const auto& [pair, told] : audit_.common)
      if (!sums_.common.contains(pair)) throw Refutation("the audit's area '" + name(pair) + "' is not there");
    std::map<Index, int> of_truth, of_found;
    const Fraction scale = 2 * sums_.unit * sums_.unit;
    for (const auto& [pair, sum] : sums_.common) {
      const auto told = audit_.common.find(pair);
      if (told == audit_.common.end()) throw Refutation("the audit lacks the area '" + name(pair) + "'");
      require_area(name(pair), told->second, sum);
      const bool slight =
          told->second.exact ? *told->second.exact <= audit_.sliver : !sum.is_certainly_above(audit_.sliver * scale);
      if (slight || sums_.narrow.contains(pair)) continue;
      ++of_truth[pair.first];
      ++of_found[pair.second];
    }
    for (const auto& [what, counts] : {std::pair("split", &of_truth), std::pair("merged", &of_found)}) {
      std::set<Index> several;
      for (const auto& [component, count] : *counts)
        if (count > 1) several.insert(component);
      require_list(what, several);
    }
  }

  std::string report(bool all) const {
    const auto number = [](std::size_t n) { return std::to_string(n); };
    std::string out = "Every figure that is compared holds: areas of " + number(sums_.of_truth.size()) +
                      " true components, stance " + audit_.stance + ", and of " + number(mesh_.polygons()) +
                      " polygons, " + audit_.format + "; " + number(exact_) + " areas as fractions, " + number(near_) +
                      " as doubles";
    if (all)
      out += "; " + number(sums_.common.size()) + " pairs of components, and which are lost, " +
             (is_bracket_ && !has_outer_ ? "" : "spurious, ") + "split and merged";
    if (!part_.empty())
      out += ".\nTrue is the floor of the navmesh alone, which is a part of the certificate's: " + part_;
    const auto reading = [&](const char* name) {
      const auto at = audit_.reading.find(name);
      return at == audit_.reading.end() || at->second == "null" ? std::string("as the file says") : at->second;
    };
    out += ".\nTaken from the audit: the window, " + audit_.below.get_str() + " below and " + audit_.above.get_str() +
           " above; the step of the file's grid; the sliver, " + audit_.sliver.get_str() + "; the surface, " +
           audit_.surface + "; the axis that is up, " + reading("up");
    out += mesh_.has_links ? "" : "; which edges link polygons, " + reading("edges");
    out += audit_.transform.empty() ? "" : "; the transform";
    out += audit_.kinds.empty() ? ".\n" : "; the kinds of ground.\n";
    out += "Not checked: ";
    if (!all) out += "components of the navmesh, which has " + mesh_.unknown_links + "; ";
    if (is_bracket_ && !has_outer_) out += "the outer bound, excess and spurious components, which need --outer; ";
    return out +
           "of which files the audit is, heights, distances, places, joins, causes, structure, baselines, "
           "thresholds.\n";
  }

  const Audit& audit_;
  const FoundMesh& mesh_;
  const bool has_outer_;
  bool is_bracket_ = false;
  std::string part_;  // the options by which the true floor is a part of the certificate's
  std::size_t faces_ = 0, exact_ = 0, near_ = 0;
  Comparison sums_;
  std::vector<Index> islands_;
};

FoundMesh read_mesh(const Audit& audit, const std::string& path) {
  try {
    const std::string text = TextFile(path).text();
    return read_found_mesh(text, reading_of(audit, detour::is_detour(text)));
  } catch (const Refused& e) {
    throw InFile{path, e.line, e.what(), 2};
  }
}

}  // namespace

std::string check_audit(const NavMesh& truth, const NavMesh* outer, const std::string& audit,
                        const std::string& navmesh, const Threads& threads) {
  FileStream in(audit);
  Json json(in);
  const Audit told = AuditReader(json).read();
  const FoundMesh mesh = read_mesh(told, navmesh);
  if (mesh.format != told.format)
    throw Refused("the audit is of '" + told.format +
                  "', which is not checked, or not of this navmesh; audit an .obj or " + "a file of Detour's");
  return AuditCheck(told, truth, outer, mesh, threads).run();
}

}  // namespace plumb::checker
