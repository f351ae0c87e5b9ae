// SPDX-License-Identifier: GPL-3.0-or-later
// One finding as a folder that a maintainer can open, believe and run.
//
// 1. The case of the group's run is made again, and examined. A symptom that does not come again is kept as it came,
//    and finding.md says so.
// 2. minimise() makes the scene smaller while the same symptom comes from the same baker. What the rules of voxels give
//    is known of a whole scene alone: so one that breaks them stays as it is; such scenes have a few faces only.
// 3. The folder is written aside and renamed: scene.obj, agent.json, finding.json (which `plumb fuzz --again` reads),
//    run.sh, audit.json, picture.svg and finding.md.
//
// Cost: at most most_trials bakes; fewer where the adapter has to be started again, or hangs.
// Source: our own.
#include "finding.h"

#include <algorithm>
#include <cerrno>
#include <sstream>
#include <system_error>

#include "plumb/kernel/formulas.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/minimise.h"
#include "plumb/pipeline/paths.h"
#include "plumb/pipeline/run_process.h"
#include "plumb/pipeline/system.h"
#include "plumb/pipeline/text.h"

namespace plumb::pipeline {
namespace {

constexpr std::uint64_t most_trials = 400, most_crashes = 24, most_waits = 4;

bool has(const std::vector<Symptom>& symptoms, const Symptom& wanted) {
  return std::ranges::any_of(symptoms, [&](const Symptom& s) { return s.same_as(wanted); });
}

// An error that leaves minimise().
struct Failed {
  Error error;
};

struct Shown {
  FuzzCase found;  // the smallest
  bool came_again = true;
  std::uint64_t trials = 0;
  bool is_minimal = false;
};

FuzzCase smaller(const FuzzCase& base, PlainScene scene) {
  FuzzCase out = base;
  out.scene = std::move(scene);
  out.voxel.reset();
  return out;
}

// Whether a face is a convex planar polygon with an area. Of others each baker has its own idea, and they would hide
// what was found.
bool is_convex(const PlainScene& scene, const std::vector<std::uint32_t>& face) {
  const std::size_t n = face.size();
  const auto side = [&](std::size_t from) {
    const ExactPoint &a = scene.points[face[from % n]], &b = scene.points[face[(from + 1) % n]];
    return ExactPoint{b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  };
  ExactPoint normal;  // of the first corner that turns
  for (std::size_t i = 0; i < n && normal == ExactPoint{}; ++i) normal = kernel::formulas::cross(side(i), side(i + 1));
  if (normal == ExactPoint{}) return false;
  for (std::size_t i = 0; i < n; ++i) {
    const ExactPoint turn = kernel::formulas::cross(side(i), side(i + 1)), here = side(i), next = side(i + 1);
    const mpq_class along = kernel::formulas::dot(turn, normal), out = kernel::formulas::dot(here, normal);
    const bool goes_back = turn == ExactPoint{} && mpq_class(kernel::formulas::dot(here, next)) < 0;
    if (sgn(along) < 0 || sgn(out) != 0 || goes_back) return false;
  }
  return true;
}

bool has_convex_faces(const PlainScene& scene) {
  return std::ranges::all_of(scene.faces, [&](const auto& face) { return is_convex(scene, face); });
}

// The longest side of a box around a face.
double largest_face(const PlainScene& scene) {
  double out = 0;
  for (const std::vector<std::uint32_t>& face : scene.faces)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto by_place = [&](std::uint32_t p, std::uint32_t q) { return scene.points[p][k] < scene.points[q][k]; };
      const auto [low, high] = std::ranges::minmax_element(face, by_place);
      out = std::max(out, mpq_class(scene.points[*high][k] - scene.points[*low][k]).get_d());
    }
  return out;
}

// Throws Failed.
bool comes(Examiner& examiner, const FuzzCase& given, const Symptom& wanted) {
  const auto examined = examiner.examine(given, wanted.kind);
  if (!examined) throw Failed{examined.error()};
  return has(examined->symptoms, wanted);
}

Shown make_smaller(FuzzCase given, const Symptom& wanted, Examiner& examiner) {
  Shown out;
  out.came_again = comes(examiner, given, wanted);
  const bool crashes = wanted.kind == FuzzKind::crash || wanted.kind == FuzzKind::memory;
  const std::uint64_t most = wanted.kind == FuzzKind::hang ? most_waits : crashes ? most_crashes : most_trials;
  if (!out.came_again || !comes(examiner, smaller(given, given.scene), wanted)) {
    out.found = std::move(given);
    return out;
  }
  // Clouds have faces without area, too.
  PlainScene convex = given.scene;
  std::erase_if(convex.faces, [&](const auto& face) { return !is_convex(convex, face); });
  if (comes(examiner, smaller(given, convex), wanted)) given.scene = std::move(convex);
  // Where points of faces that are far apart are joined, a face may become so large that its bake takes long.
  const double largest = largest_face(given.scene);
  Progress silent;
  MinimisedScene least = minimise(
      given.scene,
      [&](const PlainScene& scene, std::string_view) {
        if (out.trials >= most || !has_convex_faces(scene) || largest_face(scene) > largest) return false;
        ++out.trials;
        return comes(examiner, smaller(given, scene), wanted);
      },
      {}, silent);
  out.is_minimal = out.trials < most && least.end == MinimiseEnd::minimal;
  out.found = smaller(given, std::move(least.scene));
  return out;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::string run_script(const FuzzOptions& o, const SymptomGroup& group, const Examined& examined,
                       const FuzzCase& found) {
  std::string words;
  const std::string navmesh = examined.outcome.navmesh.empty() ? "navmesh.*" : examined.outcome.navmesh;
  for (const std::string& word : audit_words(found.agent, examined.outcome.settings, "out/" + navmesh))
    words += " " + (word.starts_with("out/") ? word : shell_word(word));
  const bool compares = group.kind == FuzzKind::differs;
  std::string out = "#!/bin/sh\n# " + std::string(row_of(group.kind).word) + " in " + group.family +
                    ": exit status 1 while the finding holds, 0 once it does not. BAKER" +
                    (compares ? ", AGAINST" : "") +
                    " and PLUMB name other programs.\n"
                    "# By hand:\n#   " +
                    joined(o.baker) + " scene.obj agent.json out\n#   plumb" + words +
                    "\ncd \"$(dirname \"$0\")\" || exit 2\n"
                    "exec \"${PLUMB:-plumb}\" fuzz --again . --baker \"${BAKER:-" +
                    joined(o.baker) + "}\"";
  if (compares) out += " --against \"${AGAINST:-" + joined(o.against) + "}\"";
  return out + " --seconds " + about(o.seconds) + " --memory " + std::to_string(o.memory) + "\n";
}

Json finding_json(const SymptomGroup& group, const FuzzCase& found) {
  return {{"kind", row_of(group.kind).word},
          {"cause", group.cause},
          {"family", group.family},
          {"seed", found.seed},
          {"relation", text_of(found.relation)},
          {"voxels", found.voxel.has_value()}};
}

std::string in_cells(double length, double cell) {
  return cell > 0 ? about(length) + " (" + about(length / cell) + " cells)" : about(length);
}

std::string agent_text(const FuzzAgent& a) {
  std::string out = "height " + in_cells(a.height, a.cell_height) + ", radius " + in_cells(a.radius, a.cell) +
                    ", climb " + in_cells(a.climb, a.cell_height) + ", slope " + about(a.slope) + " degrees";
  if (a.cell > 0) out += "; cells of " + about(a.cell) + ", " + about(a.cell_height) + " high";
  if (!a.variant.empty()) out += "; variant " + a.variant;
  return out;
}

// What was done besides one bake.
std::string relation_text(const SymptomGroup& group, const FuzzCase& found) {
  if (group.kind == FuzzKind::order) return "The scene is baked again with its faces in reversed order.\n";
  if (group.kind == FuzzKind::motion)
    return "The scene is baked again, moved by 3, 2 and 5 cells along x, y and z (along the axis that points up always "
           "by 2).\n";
  if (group.kind != FuzzKind::monotone) return "";
  const std::string by = found.agent.cell_height > 0 ? "2 cells" : "an eighth of the height";
  switch (found.relation) {
    case Relation::shorter: return "The scene is baked again for an agent that is lower by " + by + ".\n";
    case Relation::climber: return "The scene is baked again for an agent that climbs higher by " + by + ".\n";
    default: return "The scene is baked again for an agent that walks 10 degrees steeper.\n";
  }
}

std::string finding_text(const FuzzOptions& o, const SymptomGroup& group, const std::string& version,
                         const Shown& shown, const Examined& examined) {
  const FuzzKindRow& row = row_of(group.kind);
  std::string came = group.came;
  for (const Symptom& s : examined.symptoms)
    if (s.kind == group.kind) came = s.came;
  const FuzzCase& c = shown.found;
  std::string out = "# " + std::string(row.word) + (group.cause.empty() ? "" : ": " + group.cause) + "\n";
  out += "Baker: " + version + ". " + (row.grade == FuzzGrade::defect ? "A defect.\n" : "To be looked at.\n");
  out += "\n- Expected: " + std::string(row.rule) + "\n- Came: " + came + ".\n- Agent: " + agent_text(c.agent) +
         ".\n- Scene: " + counted_text(c.scene.faces.size(), "face") + " of " + std::to_string(group.faces) +
         " of family " + c.family + ", seed " + std::to_string(c.seed) + " (" + c.variant +
         ", d = " + c.nudge.get_str() + ").\n";
  if (const std::string relation = relation_text(group, c); !relation.empty()) out += "\n" + relation;
  if (!shown.came_again)
    out += "\nIt did not come again when the same scene was baked once more: the baker is not repeatable.\n";
  else if (shown.is_minimal)
    out += std::string("\nThe scene is minimal: ") +
           (c.scene.faces.size() > 1 ? "without any one of its faces it does not come.\n" : "it is one face.\n");
  else if (c.voxel)
    out += "\nThe scene was not made smaller: what the rules of voxels give is known of it as a whole.\n";
  else out += "\nThe scene was made smaller for " + counted_text(shown.trials, "trial") + "; it may not be minimal.\n";
  out += "\n`sh run.sh` ends with 1 while the finding holds";
  if (o.cell) out += "; `plumb generate` makes the whole scene again";
  return out + ". The same was found in " + counted_text(group.count, "run") + " of this search.\n";
}

std::string first_line(const std::string& path) {
  const auto file = MappedFile::open(path);
  return file ? std::string(file->text().substr(0, file->text().find('\n'))) : "";
}

std::optional<Error> write_folder(const std::string& folder, const FuzzOptions& o, const SymptomGroup& group,
                                  const std::string& mark, const std::string& version, const Shown& shown,
                                  Examined& examined) {
  system::remove_all(folder);
  if (!system::make_folders(folder)) return Error{ErrorCode::cannot_write, "cannot be made", folder, 0};
  std::vector<std::pair<const char*, std::string>> files{
      {"scene.obj", mark + "\n" + obj_text(shown.found.scene)},
      {"agent.json", json_text(agent_json(shown.found.agent), 1) + "\n"},
      {"finding.json", json_text(finding_json(group, shown.found), 1) + "\n"},
      {"run.sh", run_script(o, group, examined, shown.found)},
      {"finding.md", finding_text(o, group, version, shown, examined)}};
  if (examined.facts) {
    files.push_back({"audit.json", audit_json(*examined.facts)});
    std::ostringstream picture;
    StreamOutput output(picture);
    draw_audit(output, "picture.svg", *examined.facts, examined.floor->mesh());
    files.push_back({"picture.svg", picture.str()});
  }
  for (const auto& [name, text] : files)
    if (auto wrong = write_file(in_folder(folder, name), text)) return wrong;
  system::make_executable(in_folder(folder, "run.sh"));
  return std::nullopt;
}

}  // namespace

std::optional<Error> write_finding(const FuzzOptions& options, const SymptomGroup& group, const std::string& version,
                                   Examiner& examiner) {
  const std::string folder = in_folder(options.output, group.folder);
  auto given = make_case(options, group.number);
  if (!given) return given.error();
  const std::string mark = "# plumb fuzz: run " + std::to_string(group.number) + ", family " + given->family +
                           ", seed " + std::to_string(given->seed) + "; " + std::to_string(group.count) + " such";
  if (system::kind_of(folder + "/finding.md") != system::Kind::none && first_line(folder + "/scene.obj") == mark)
    return std::nullopt;
  try {
    const Symptom wanted{group.kind, group.cause, ""};
    const Shown shown = make_smaller(std::move(*given), wanted, examiner);
    auto examined = examiner.examine(shown.found);
    if (!examined) return examined.error();
    if (!examined->facts)
      if (auto error = examiner.judge_outcome(shown.found, *examined)) return error;
    const std::string aside = in_folder(options.output, "work/" + group.folder);
    if (auto error = write_folder(aside, options, group, mark, version, shown, *examined)) return error;
    system::remove_all(folder);
    if (system::rename(aside, folder)) return std::nullopt;
    return Error{ErrorCode::cannot_write, "cannot be written: " + std::generic_category().message(errno), folder, 0};
  } catch (const Failed& failed) {
    return failed.error;
  }
}

}  // namespace plumb::pipeline
