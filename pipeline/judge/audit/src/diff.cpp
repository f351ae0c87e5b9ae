// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/diff.h"

#include <algorithm>
#include <set>

#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/foreign_mesh.h"
#include "plumb/pipeline/lowest_terms.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/text_number.h"
#include "plumb/pipeline/threads.h"
#include "report/audit_options.h"
#include "report/figures.h"

namespace plumb::pipeline {
namespace {

DiffFacts::Part compare_meshes(const ForeignMesh& a, const ForeignMesh& b, std::optional<std::uint32_t> area,
                               const MatchWindow& window, const DiffSettings& o) {
  const auto surface = [&](const ForeignMesh& mesh) {
    return mesh.detail.empty() || o.polygons ? MeshSurface::polygons : MeshSurface::detail;
  };
  const Comparison c = compare(triangles_of(a, surface(a)), triangles_of(b, surface(b)), {}, window, o.threads);
  DiffFacts::Part out;
  out.area = area;
  for (const CoveredFace& f : c.of_truth) {
    out.a.add(f.area);
    out.only_a.add(f.left);
  }
  for (const CoveredFace& f : c.of_found) {
    out.b.add(f.area);
    out.only_b.add(f.left);
  }
  out.components =
      match_components(c, components(a), components(b), 0, o.exact_digits, 0, find_equal_faces(c.truth, c.found));
  return out;
}

std::set<std::uint32_t> areas_of(const ForeignMesh& mesh) {
  std::set<std::uint32_t> out;
  for (const ForeignMesh::Polygon& p : mesh.polygons) out.insert(p.area);
  return out;
}

DiffFacts differences(const ForeignMesh& a, const ForeignMesh& b, const DiffOptions& o) {
  DiffFacts facts;
  facts.options = o;
  const mpq_class height = a.settings.height.value_or(b.settings.height.value_or(mpq_class(9, 5))),
                  quarter = height / 4;
  facts.window = {o.below.value_or(quarter), o.above.value_or(quarter)};
  facts.parts.push_back(compare_meshes(a, b, {}, facts.window, o));
  const std::set<std::uint32_t> none{0};
  std::set<std::uint32_t> ids = areas_of(a), of_b = areas_of(b);
  if (ids == none || of_b == none) return facts;  // a file without ids
  ids.merge(of_b);
  if (ids.size() < 2) return facts;
  for (const std::uint32_t id : ids)
    facts.parts.push_back(compare_meshes(with_areas(a, {id}), with_areas(b, {id}), id, facts.window, o));
  return facts;
}

std::string name_of(const DiffFacts::Part& part) {
  return part.area ? "id " + std::to_string(*part.area) : std::string("all");
}

}  // namespace

bool DiffFacts::Part::same() const {
  const MatchedComponents& m = components;
  return compare_area(only_a, 0) == 0 && compare_area(only_b, 0) == 0 && m.lost.empty() && m.spurious.empty() &&
         m.split.empty() && m.merged.empty();
}
bool DiffFacts::same() const {
  return std::ranges::all_of(parts, [](const Part& p) { return p.same(); });
}

Result<DiffOptions> make_diff_options(const DiffArguments& a) {
  DiffOptions o;
  o.a = a.a;
  o.b = a.b;
  o.json = a.json;
  o.polygons = a.polygons;
  try {
    o.reading.numbers = word_option<Numbers>("--numbers", a.numbers);
    o.reading.up = word_option<UpAxis>("--up", a.up);
    o.reading.stance = a.stance.value_or("");
    o.reading.threads = hardware_threads();
    if (a.threads) o.reading.threads = whole_option<unsigned>("--threads", *a.threads);
    if (o.reading.threads < 1 || o.reading.threads > max_threads)
      throw RefusedOption{"--threads '" + *a.threads + "' is none from 1 to " + std::to_string(max_threads)};
    o.threads = o.reading.threads;
    if (a.join) o.reading.join = positive_option("--join", *a.join);
    if (a.edges) o.reading.edges = word_option<EdgeRule>("--edges", *a.edges);
    if (a.below) o.below = positive_option("--below", *a.below);
    if (a.above) o.above = positive_option("--above", *a.above);
    o.exact_digits = whole_option<std::uint64_t>("--exact-digits", a.exact_digits);
    if (!a.json.empty() && extension_of(a.json) != ".json")
      throw RefusedOption{"--json '" + a.json + "' does not end in .json; give it that extension"};
    for (const std::string& file : {a.a, a.b})
      if (!a.json.empty() && file_key(file) == file_key(a.json))
        throw RefusedOption{"'" + a.json + "' is what is read; give the output another name"};
  } catch (const RefusedOption& refused) {
    return Error{ErrorCode::bad_option, refused.what, "", 0};
  }
  return o;
}

Result<DiffFacts> diff(const ForeignMesh& a, const ForeignMesh& b, const DiffSettings& settings, Progress& progress) {
  for (const ForeignMesh* mesh : {&a, &b})
    if (!is_valid(*mesh)) return Error{ErrorCode::bad_scene, "a navmesh is not valid", mesh->file, 0};
  return unless_cancelled(progress, [&]() -> Result<DiffFacts> {
    DiffOptions o;
    static_cast<DiffSettings&>(o) = settings;
    if (const auto refused = LowestTerms()("--below", o.below)("--above", o.above).refused()) return *refused;
    o.a = a.file;
    o.b = b.file;
    return differences(a, b, o);
  });
}

Result<DiffFacts> diff(const DiffOptions& given, Progress& progress,
                       const std::function<std::optional<Error>(const DiffFacts&)>& announce) {
  return unless_cancelled(progress, [&]() -> Result<DiffFacts> {
    DiffOptions o = given;
    if (const auto refused = LowestTerms()("--below", o.below)("--above", o.above).refused()) return *refused;
    if (!o.json.empty())
      if (auto error = OutputFiles::check({o.json})) return *error;
    Stages stage(progress, {{"read", 20}, {"compare", 100}, {"write", 1}});
    std::optional<ForeignMesh> meshes[2];
    const auto wrong = stage("read", [&]() -> std::optional<Error> {
      for (int k = 0; k < 2; ++k) {
        auto mesh = read_foreign_mesh(k == 0 ? o.a : o.b, o.reading);
        if (!mesh) return mesh.error();
        meshes[k] = std::move(*mesh);
      }
      return std::nullopt;
    });
    if (wrong) return *wrong;
    DiffFacts facts = stage("compare", [&] { return differences(*meshes[0], *meshes[1], o); });
    OutputFiles files;
    stage("write", [&] {
      constexpr std::optional<Error> ok;
      if (!o.json.empty()) files.add(o.json, [&](Output& f) { return f.write(diff_json(facts)), ok; });
    });
    if (!files.errors().empty()) return files.errors().front();
    if (auto error = files.commit(facts, announce)) return *error;
    return facts;
  });
}

std::string diff_text(const DiffFacts& facts) {
  TextTable table("lrrrrl");
  table.add({"", "a", "b", "only a", "only b", "components"});
  for (const DiffFacts::Part& p : facts.parts) {
    const MatchedComponents& m = p.components;
    table.add({name_of(p), area_text(p.a), area_text(p.b), area_text(p.only_a), area_text(p.only_b),
               count_text(m.truth) + " and " + count_text(m.found) + "; only a " + count_text(m.lost.size()) +
                   ", only b " + count_text(m.spurious.size()) + ", split " + count_text(m.split.size()) + ", merged " +
                   count_text(m.merged.size())});
  }
  return table.text() + "Heights of b over a between -" + six_digits(facts.window.below) + " and " +
         six_digits(facts.window.above) + " are the same floor.\n" +
         (facts.same() ? "No difference.\n" : "They differ.\n");
}

std::string diff_json(const DiffFacts& facts) {
  const std::uint64_t digits = facts.options.exact_digits;
  const auto area = [&](const AreaTotal& total) { return area_json(total.area(digits), digits); };
  Json parts = Json::array();
  for (const DiffFacts::Part& p : facts.parts) {
    const MatchedComponents& m = p.components;
    parts.push_back({{"area_id", p.area ? Json(*p.area) : Json()},
                     {"a", area(p.a)},
                     {"b", area(p.b)},
                     {"only_a", area(p.only_a)},
                     {"only_b", area(p.only_b)},
                     {"components",
                      {{"a", m.truth},
                       {"b", m.found},
                       {"only_a", m.lost},
                       {"only_b", m.spurious},
                       {"split", m.split},
                       {"merged", m.merged}}},
                     {"same", p.same()}});
  }
  return json_text({{"plumb", version()},
                    {"a", facts.options.a},
                    {"b", facts.options.b},
                    {"window", {{"below", facts.window.below.get_str()}, {"above", facts.window.above.get_str()}}},
                    {"parts", std::move(parts)},
                    {"same", facts.same()}},
                   1) +
         "\n";
}

}  // namespace plumb::pipeline
