// SPDX-License-Identifier: GPL-3.0-or-later
// The jobs of a Door.
//
// Problem. A page or a program of JavaScript asks one level many questions; a command line bakes it for each.
// 1. `bake` reads a file, or takes arrays, and keeps what bake_to_ask() makes; `load` keeps a navmesh of a file. What
//    was kept before is forgotten.
// 2. `report`, `mesh`, `write`, `explain`, `thresholds`, `connect`, `audit` are about the bake; `route`, `places`,
//    `layers` about its navmesh, or the one loaded. Each is given the text of options, as the command is, and answers
//    with the command's JSON and, where it has one, its text.
// 3. `agent`, `diff`, `check`, `scene_text`, `minimise` need nothing that is kept.
// 4. answer() finds the job in a table, and makes errors replies.
//
// Cost: that of the call, and the reply's text. Source: ours; docs/guide/javascript.md.
#include "door.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <sstream>

#include "plumb/agent.h"
#include "plumb/audit.h"
#include "plumb/bake.h"
#include "plumb/certificate.h"
#include "plumb/diff.h"
#include "plumb/explain.h"
#include "plumb/layers.h"
#include "plumb/minimise.h"
#include "plumb/pipeline/asked_navmesh.h"
#include "plumb/pipeline/cancellation.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/foreign_nav_mesh.h"
#include "plumb/pipeline/scene_text.h"
#include "plumb/pipeline/true_floor.h"
#include "plumb/write.h"
#include "request.h"

namespace plumb::javascript {

using namespace pipeline;

namespace {

class ToldProgress : public Progress {
 public:
  explicit ToldProgress(const DoorCalls& calls) : calls_(calls) {}
  void stage(const StageProgress& begun) override {
    stage_ = begun;
    name_ = begun.name;
    tell(0);
  }
  void advance(double done) override {
    if (Clock::now() - told_ > std::chrono::milliseconds(50)) tell(done);
  }

 private:
  using Clock = std::chrono::steady_clock;
  void tell(double done) {
    if (calls_.told) calls_.told(stage_.before + stage_.share * done, name_);
    told_ = Clock::now();
  }

  const DoorCalls& calls_;
  StageProgress stage_;
  std::string name_;
  Clock::time_point told_ = Clock::now();
};

// What is kept of a bake.
struct Level {
  BakeArguments arguments;
  Baked baked;
  std::unique_ptr<ExplainedLevel> explained = {};

  ExplainedLevel& questions() {
    if (!explained) explained = std::make_unique<ExplainedLevel>(*baked.level, baked.options);
    return *explained;
  }
};

}  // namespace

struct Door::State {
  DoorCalls calls;
  std::optional<Level> level;
  std::optional<ForeignNavMesh> loaded;
  std::unique_ptr<AskedNavmesh> asked;
  std::string name;  // of the navmesh
  Reply reply;       // whose arrays are still to be read

  void forget() {
    reply = {};
    asked.reset();
    loaded.reset();
    level.reset();
  }
  Level& baked() {
    if (!level) throw Refused{bad_option("nothing is baked; ask for the job 'bake' first")};
    return *level;
  }
  const NavMesh& navmesh() {
    if (loaded) return loaded->mesh;
    make_mesh(baked().baked);
    return level->baked.mesh();
  }
  AskedNavmesh& questions() {
    if (!asked) asked = std::make_unique<AskedNavmesh>(navmesh());
    return *asked;
  }
  std::optional<std::string> unit() const { return level ? level->arguments.unit : std::nullopt; }
};

namespace {

using State = Door::State;

// The report, as the command writes it, and what the command prints.
Reply report_of(State& state) {
  const BakeReport& report = state.baked().baked.report;
  Reply out;
  out.add_json("report", report_json(report));
  out.add("summary", report_summary(report));
  out.add("passes", report.passes());
  Json warnings = Json::array();
  for (const Warning& w : report.warnings) warnings.push_back({{"code", w.code}, {"text", w.text}});
  out.add("warnings", warnings);
  Json stances = Json::array();
  for (const Stance& s : report.options.stances) stances.push_back({{"name", s.name}, {"height", s.height.get_str()}});
  out.add("stances", stances);
  out.add("up", text_of(report.options.up));
  return out;
}

Reply bake_level(State& state, const Request& request, Progress& progress) {
  BakeArguments arguments = value_of(level_call_arguments(request.options("options")));
  auto scene = scene_of_arrays(request);
  arguments.scene = scene ? "memory.obj" : request.text("file");
  if (scene) {
    arguments.up = text_of(scene->up);
    arguments.numbers = text_of(scene->numbers);
  }
  arguments = value_of(with_agent(arguments));
  BakeOptions options = value_of(make_bake_options(arguments));
  if (scene) options.scene = scene->file;
  options.mesh = false;
  options.mesh_later = options.unwalkable = options.areas = true;
  state.forget();
  auto baked = value_of(bake_to_ask(options, progress, std::move(scene)));
  state.name = options.scene;
  state.level.emplace(Level{std::move(arguments), std::move(baked)});
  return report_of(state);
}

Reply load_navmesh(State& state, const Request& request, Progress& progress) {
  const ForeignMeshOptions reading = value_of(reading_call_options(request.options("options")));
  const std::string file = request.text("file");
  state.forget();
  state.name = file;
  state.loaded = value_of(unless_cancelled(progress, [&] { return read_any_nav_mesh(state.name, reading); }));
  Reply out;
  out.add("left_out", what_is_left_out(*state.loaded));
  return out;
}

Reply mesh_arrays(State& state, const Request& request, Progress& progress) {
  Baked& baked = state.baked().baked;
  make_mesh(baked);
  const auto most_corners = request.maybe_number("most_corners");
  FloatMeshSettings settings{
      .stance = value_of(choose_stance(baked.options, request.maybe_text("stance").value_or(""))).label,
      .most_corners = most_corners ? static_cast<std::uint32_t>(std::clamp(*most_corners, 0.0, 1e9)) : any_number,
      .threads = baked.options.threads};
  if (const auto origin = request.part("origin"))
    settings.origin = {origin->maybe_number("x").value_or(0), origin->maybe_number("y").value_or(0),
                       origin->maybe_number("z").value_or(0)};
  FloatMesh mesh = value_of(unless_cancelled(progress, [&] { return float_mesh(*baked.derived, settings); }));
  std::vector<float> vertices, segments;
  for (const auto& v : mesh.vertices) vertices.insert(vertices.end(), v.begin(), v.end());
  std::vector<std::uint32_t> ends;
  std::vector<std::int16_t> admitted;
  std::vector<std::uint8_t> welds;
  for (const FloatMesh::Link& l : mesh.links) {
    ends.insert(ends.end(), {l.a, l.b});
    admitted.push_back(static_cast<std::int16_t>(l.stance));
    welds.push_back(l.kind == PortalKind::weld);
    for (const auto* stretch : {&l.on_a, &l.on_b})
      for (const auto& point : *stretch) segments.insert(segments.end(), point.begin(), point.end());
  }
  Reply out;
  out.add_array("vertices", std::move(vertices));
  out.add_array("offsets", std::move(mesh.offsets));
  out.add_array("corners", std::move(mesh.corners));
  out.add_array("neighbours", std::move(mesh.neighbours));
  out.add_array("stances", std::vector<std::int16_t>(mesh.stances.begin(), mesh.stances.end()));
  out.add_array("areas", std::move(mesh.areas));
  out.add_array("cells", std::move(mesh.cells));
  out.add_array("link_polygons", std::move(ends));
  out.add_array("link_stances", std::move(admitted));
  out.add_array("link_welds", std::move(welds));
  out.add_array("link_segments", std::move(segments));
  out.add("lost_links", mesh.lost_links);
  return out;
}

Reply write_files_of(State& state, const Request& request, Progress& progress) {
  Level& level = state.baked();
  BakeArguments arguments = level.arguments;
  arguments.outputs = request.texts("files");
  arguments.export_stance = request.maybe_text("stance");
  arguments.tile = request.maybe_text("tile");
  if (const auto links = request.maybe_flag("links"))
    (*links ? arguments.link_polygons : arguments.no_link_polygons) = true;
  BakeOptions& options = level.baked.options;
  const BakeOptions checked = value_of(make_bake_options(arguments));
  for (const std::string& file : checked.outputs)
    if (format_of(file) == Format::cert)
      throw Refused{{ErrorCode::unsupported_format, "a certificate is made by a bake of its own", file, 0}};
  make_mesh(level.baked);
  options.outputs = checked.outputs;
  options.export_stance = checked.export_stance;
  options.link_polygons = checked.link_polygons;
  options.tile = checked.tile;
  OutputFiles out;
  require_none(unless_cancelled(progress, [&]() -> std::optional<Error> {
    write_files(level.baked, out, progress);
    if (!out.errors().empty()) return out.errors().front();
    return out.commit(0, std::function<std::optional<Error>(const int&)>());
  }));
  return report_of(state);
}

Reply json_reply(const std::string& json) {
  Reply out;
  out.add_json("json", json);
  return out;
}
Reply json_reply(const std::string& json, const std::string& text) {
  Reply out = json_reply(json);
  out.add("text", text);
  return out;
}

Reply explain_place(State& state, const Request& request, Progress& progress) {
  Level& level = state.baked();
  const auto query =
      value_of(make_explain_query(request.text("at"), request.maybe_text("reach"), level.baked.options.unit));
  const Explanation found = value_of(level.questions().explain(query, progress));
  return json_reply(explanation_json(found), explanation_text(found));
}

Reply find_thresholds(State& state, const Request& request, Progress& progress) {
  Level& level = state.baked();
  const auto query = value_of(make_threshold_query(request.text("of"), request.maybe_text("range"),
                                                   request.flag("jumps"), level.arguments, level.baked.options));
  const auto told = [](const auto& found) { return json_reply(thresholds_json(found), thresholds_text(found)); };
  if (query.of == ThresholdsOf::slope) return told(value_of(level.questions().slope_thresholds(query, progress)));
  if (query.of == ThresholdsOf::height) return told(value_of(level.questions().height_thresholds(query, progress)));
  return told(value_of(level.questions().radius_thresholds(query, progress)));
}

Reply connect_places(State& state, const Request& request, Progress& progress) {
  Level& level = state.baked();
  const auto query = value_of(make_reach_query({request.text("from"), request.text("to"), request.maybe_text("stance"),
                                                request.maybe_text("only"), request.maybe_text("bakes")},
                                               level.arguments, level.baked.options));
  const Reachability found = value_of(level.questions().reachability(query, progress));
  return json_reply(reachability_json(found), reachability_text(found));
}

Reply find_way(State& state, const Request& request, Progress& progress) {
  RouteArguments arguments = value_of(route_call_arguments(request.options("options")));
  if (!arguments.unit) arguments.unit = state.unit();
  RouteOptions query = value_of(make_route_options(arguments));
  query.navmesh = state.name;
  const FoundNavmeshRoute found = value_of(state.questions().route(query, progress));
  if (const auto* disc = std::get_if<FoundDiscRoute>(&found))
    return json_reply(disc_route_json(*disc), disc_route_text(*disc));
  const auto& way = std::get<FoundCorridorRoute>(found);
  return json_reply(route_json(way), route_text(way));
}

Reply ask_places(State& state, const Request& request, Progress&) {
  PlaceArguments arguments = value_of(place_call_arguments(request.options("options")));
  if (!arguments.unit) arguments.unit = state.unit();
  PlaceOptions query = value_of(make_place_options(arguments));
  query.navmesh = state.name;
  const FoundPlaces found = value_of(state.questions().places(query));
  Reply out = json_reply(found.json, found.text);
  out.add("yes", found.yes);
  return out;
}

Reply divide_layers(State& state, const Request& request, Progress& progress) {
  const std::string word = request.maybe_text("method").value_or("exact");
  const auto method = method_of(word);
  if (!method)
    throw Refused{bad_option("--method '" + word + "' is unknown; give exact, min-cut, van-toll or brute-force")};
  FoundLayers found = value_of(
      find_layers(state.navmesh(), {.method = *method, .stance = request.maybe_text("stance").value_or("")}, progress));
  found.file = state.name;
  std::ostringstream json;
  StreamOutput stream(json);
  export_layers_json(stream, found);
  return json_reply(std::move(json).str(), layers_summary(found));
}

// Missing floor, or that in excess, as convex polygons: their corners, where each begins, and what is known of it.
void add_regions(Reply& reply, const std::string& name, const Differences& found, UpAxis up) {
  std::vector<double> corners;
  std::vector<std::uint32_t> offsets{0};
  Json facts = Json::array();
  for (const Difference& piece : found.pieces) {
    for (const auto corner : piece.corners)
      for (const mpq_class& v : to_input_frame(found.points[corner], up)) corners.push_back(kernel::nearest_double(v));
    offsets.push_back(static_cast<std::uint32_t>(corners.size() / 3));
    facts.push_back(
        {{"area", piece.area.get_str()}, {"cause", text_of(piece.cause)}, {"below_grid", piece.below_grid}});
  }
  reply.add_array((name + "_corners").c_str(), std::move(corners));
  reply.add_array((name + "_offsets").c_str(), std::move(offsets));
  reply.add((name + "_regions").c_str(), facts);
}

Reply judge_navmesh(State& state, const Request& request, Progress& progress) {
  Level& level = state.baked();
  AuditArguments arguments = value_of(audit_call_arguments(request.options("options")));
  arguments.level.unit = level.arguments.unit;
  const AuditOptions checked = value_of(make_audit_options(arguments));
  const auto navmesh = request.part("navmesh");
  if (!navmesh) throw Refused{bad_option("'navmesh' is not given")};
  make_mesh(level.baked);
  const AuditFacts found = value_of(audit(level.baked, mesh_of(*navmesh), checked, progress));
  for (const std::string& name : request.texts("files")) {
    AtomicFile file = value_of(AtomicFile::create(name));
    draw_audit(file, name, found, level.baked.mesh());
    require_none(file.close());
    require_none(file.commit());
  }
  Reply out = json_reply(audit_json(found), audit_text(found));
  out.add("passes", found.passes());
  out.add("failures", audit_failures(found));
  add_regions(out, "missing", found.missing_pieces, found.options.level.up);
  add_regions(out, "excess", found.excess_pieces, found.options.level.up);
  return out;
}

Reply compare(State&, const Request& request, Progress& progress) {
  const DiffOptions options = value_of(make_diff_options(value_of(diff_call_arguments(request.options("options")))));
  const auto a = request.part("a"), b = request.part("b");
  if (!a || !b) throw Refused{bad_option("'a' and 'b' are two navmeshes")};
  const DiffFacts found = value_of(diff(mesh_of(*a), mesh_of(*b), options, progress));
  Reply out = json_reply(diff_json(found), diff_text(found));
  out.add("same", found.same());
  return out;
}

Reply check_certificate(State&, const Request& request, Progress&) {
  const MappedFile level = value_of(MappedFile::open(request.text("level")));
  const MappedFile certificate = value_of(MappedFile::open(request.text("certificate")));
  const checker::Checked found = checker::check(level.text(), certificate.text(), 1);
  Reply out;
  out.add("holds", found.answer == checker::Checked::Answer::holds);
  out.add("refuted", found.answer == checker::Checked::Answer::refuted);
  out.add("text", found.text);
  out.add("line", found.line);
  out.add("of_level", found.of_level);
  return out;
}

// The level as the text of an .obj file, with all digits: what a certificate can be of.
Reply text_of_scene(State& state, const Request& request, Progress&) {
  const auto arrays = scene_of_arrays(request);
  const Scene& scene = arrays ? *arrays : state.baked().baked.level->scene;
  AtomicFile file = value_of(AtomicFile::create(request.text("to")));
  file.write(value_of(scene_text(scene)));
  require_none(file.close());
  require_none(file.commit());
  return {};
}

Reply agent_facts(State&, const Request& request, Progress&) {
  const Agent agent = value_of(agent_of(value_of(agent_call_arguments(request.options("options")))));
  Reply out = json_reply(json_text(agent_json(agent)), agent_text(agent));
  out.add("notes", Json(agent_notes(agent)));
  return out;
}

Reply make_smaller(State& state, const Request& request, Progress& progress) {
  if (!state.calls.is_interesting) throw Refused{bad_option("nobody says what is interesting")};
  MinimiseSettings settings;
  if (const auto seconds = request.maybe_number("seconds"))
    settings.until = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                            std::chrono::duration<double>(std::min(*seconds, 1e9)));
  if (state.calls.told) settings.told = [&](const MinimiseStep& step) { state.calls.told(0, step.stage); };
  const auto found = minimise(
      value_of(read_plain_scene(request.text("file"))),
      [&](const PlainScene&, std::string_view obj) { return state.calls.is_interesting(obj); }, settings, progress);
  Reply out;
  out.add("obj", obj_text(found.scene));
  out.add("minimal", found.end == MinimiseEnd::minimal);
  out.add("trials", found.trials);
  return out;
}

using Job = Reply (*)(State&, const Request&, Progress&);
const std::map<std::string, Job, std::less<>>& jobs() {
  static const std::map<std::string, Job, std::less<>> table{
      {"bake", bake_level},
      {"load", load_navmesh},
      {"mesh", mesh_arrays},
      {"write", write_files_of},
      {"explain", explain_place},
      {"thresholds", find_thresholds},
      {"connect", connect_places},
      {"route", find_way},
      {"places", ask_places},
      {"layers", divide_layers},
      {"audit", judge_navmesh},
      {"diff", compare},
      {"check", check_certificate},
      {"scene_text", text_of_scene},
      {"agent", agent_facts},
      {"minimise", make_smaller},
      {"report", [](State& state, const Request&, Progress&) { return report_of(state); }}};
  return table;
}

// By their numbers, as in plumb/error.h.
constexpr std::array code_names{
    "cannot_open",  "cannot_write", "unsupported_format", "syntax",    "missing_coordinate", "bad_number",
    "out_of_range", "bad_index",    "too_few_vertices",   "no_face",   "bad_face",           "too_large",
    "bad_option",   "no_floor",     "unreachable",        "bad_scene", "cancelled"};
static_assert(code_names.size() == static_cast<std::size_t>(ErrorCode::cancelled) + 1);

std::string error_reply(const Error& e) {
  Reply out;
  out.add("error", {{"code", code_names[static_cast<std::size_t>(e.code)]},
                    {"message", e.message},
                    {"file", e.file},
                    {"line", e.line},
                    {"text", e.command_text()}});
  return out.text();
}

}  // namespace

Door::Door(DoorCalls calls) : state_(std::make_unique<State>()) { state_->calls = std::move(calls); }
Door::~Door() = default;

std::string Door::answer(std::string_view text) {
  state_->reply = {};
  try {
    const JsonDocument document = JsonDocument::parse(text);
    const Request request(document.root());
    const std::string name = request.text("job");
    const auto job = jobs().find(name);
    if (job == jobs().end()) throw Refused{bad_option("there is no job '" + name + "'")};
    ToldProgress progress(state_->calls);
    state_->reply = job->second(*state_, request, progress);
    return state_->reply.text();
  } catch (const Refused& refused) {
    return error_reply(refused.error);
  } catch (const JsonError& error) {
    return error_reply({ErrorCode::syntax, error.what(), "", 0});
  }
}

}  // namespace plumb::javascript
