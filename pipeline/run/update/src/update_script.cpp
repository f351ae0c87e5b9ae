// SPDX-License-Identifier: GPL-3.0-or-later
// A script of updates, the JSON list of `plumb update` (docs/guide/updates.md): how it is read, and carried out.
// Problem. A script is written by hand or by a program, and its entries are carried out one after the other; a field
// that is misspelt or a number that is not one must not be passed over. Read the list strictly, name the entry at fault
// and say what to write instead.
// 1. read_update_script() maps the file, parses the JSON and reads the entries in order. Helpers throw Refused, which
//    it turns into an Error with the number of the entry; JsonError becomes an Error with the byte.
// 2. read_entry() finds the one member that says what the entry is: update, prepare, revert, enable, disable, obstacle
//    or remove.
// 3. read_update() reads the polygon, the heights and the change; make_update_area() tests and splits the polygon.
//    Corners are in the axes of the scene and are turned to z up.
// 4. read_change() reads one of the six changes, and refuses negative costs and empty tags.
// 5. read_obstacle() reads polygons from the list, or a scene from a file whose name is relative to the script's
//    folder.
// 6. Members allows only the named fields of an object. number() takes texts alone: a JSON number would have been
//    rounded to a double before anyone could object.
// 7. UpdatedLevel::carry_out() applies an entry to the navmesh (NavUpdate), or to the level below it (LiveBake), whose
//    navmesh becomes the base of the updates when the next update, or the result, is asked for (catch_up()).
// Cost of reading. Linear in the script, but for the files of obstacles, which are read as scenes are; memory: the
// parsed document and the entries. Exactness. Numbers are decimals or fractions, read exactly, with the digits and
// exponents limited by parse_rational().
#include "plumb/pipeline/update_script.h"

#include <initializer_list>
#include <limits>

#include "plumb/kernel/number.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/paths.h"
#include "plumb/pipeline/scene_from_arrays.h"

namespace plumb::pipeline {
namespace {

using Kind = UpdateEntry::Kind;

// What is wrong with an entry. It is thrown, and read_update_script turns it into an Error.
struct Refused {
  ErrorCode code;
  std::string what;
};
[[noreturn]] void refuse(std::string what, ErrorCode code = ErrorCode::syntax) { throw Refused{code, std::move(what)}; }

mpq_class number(JsonView json, const char* what) {
  if (!json.is_text()) refuse(std::string(what) + " is no text; write numbers as texts, such as \"1.5\" or \"3/2\"");
  const auto value = kernel::parse_rational(json.text());
  if (!value) refuse("'" + json.text() + "' is not a number; write a decimal or a fraction", ErrorCode::bad_number);
  return *value;
}

std::uint32_t number_of(JsonView json, const char* what, const char* numbered) {
  if (!json.is_whole() || json.whole() == 0 || json.whole() > std::numeric_limits<std::uint32_t>::max())
    refuse(std::string("'") + what + "' takes the number of " + numbered + ", 1 or more; write it without quotes");
  return static_cast<std::uint32_t>(json.whole());
}

// Reads the members of an object; only the named ones are allowed.
class Members {
 public:
  Members(JsonView object, const char* what, std::initializer_list<const char*> known) : object_(object), what_(what) {
    if (!object.is_object()) refuse("'" + what_ + "' is no object");
    std::size_t found = 0;
    for (const char* name : known) found += object.find(name).has_value();
    if (found == object.size()) return;
    std::string names;
    for (const char* name : known) names.append(names.empty() ? "" : ", ").append(name);
    refuse("'" + what_ + "' has a field that is none of " + names);
  }
  std::optional<JsonView> find(const char* name) const { return object_.find(name); }
  JsonView at(const char* name) const {
    if (const auto member = find(name)) return *member;
    refuse("'" + what_ + "' has no '" + name + "'");
  }

 private:
  JsonView object_;
  std::string what_;
};

Change read_change(JsonView json) {
  if (json.is_text()) {
    if (json.text() == "block") return {Change::Kind::block, 0, ""};
    if (json.text() == "unblock") return {Change::Kind::unblock, 0, ""};
  } else if (json.is_object() && json.size() == 1) {
    const Members members(json, "change", {"cost", "add_cost", "tag", "untag"});
    for (const auto& [name, kind] : {std::pair("cost", Change::Kind::set_cost), {"add_cost", Change::Kind::add_cost}})
      if (const auto cost = members.find(name)) {
        Change change{kind, number(*cost, name), ""};
        if (change.cost < 0)
          refuse(std::string("'") + name + "' is negative, so that a revert could leave less than nothing",
                 ErrorCode::out_of_range);
        return change;
      }
    for (const auto& [name, kind] : {std::pair("tag", Change::Kind::tag), {"untag", Change::Kind::untag}})
      if (const auto tag = members.find(name)) {
        if (!tag->is_text() || tag->text().empty()) refuse(std::string("'") + name + "' is no text, or an empty one");
        return {kind, 0, tag->text()};
      }
  }
  refuse(
      "'change' is none of \"block\", \"unblock\", {\"cost\": C}, {\"add_cost\": C}, {\"tag\": T} and {\"untag\": T}");
}

void read_update(JsonView json, const char* name, UpAxis up, UpdateEntry& entry) {
  const Members members(json, name, {"area", "heights", "change"});
  kernel::PlanRing ring;
  if (!members.at("area").is_array()) refuse("'area' is no list of corners");
  for (const JsonView corner : members.at("area")) {
    if (!corner.is_array() || corner.size() != 2) refuse("a corner of 'area' has not two coordinates");
    const mpq_class first = number(corner[0], "a coordinate"), second = number(corner[1], "a coordinate");
    const ExactPoint p =
        from_input_frame(up == UpAxis::z ? ExactPoint{first, second, 0} : ExactPoint{first, 0, second}, up);
    ring.push_back({p[0], p[1]});
  }
  std::optional<HeightRange> heights;
  if (const auto given = members.find("heights")) {
    if (!given->is_array() || given->size() != 2) refuse("'heights' are not two numbers");
    heights = HeightRange{number((*given)[0], "a height"), number((*given)[1], "a height")};
  }
  auto area = make_update_area(ring, std::move(heights));
  if (!area) refuse(area.error().message, area.error().code);
  entry.area = std::move(*area);
  entry.change = read_change(members.at("change"));
}

Scene taken(Result<Scene> scene) {
  if (!scene) refuse(scene.error().command_text(), scene.error().code);
  return std::move(*scene);
}

// Reads an obstacle: a list of polygons, or a file.
Scene read_obstacle(JsonView json, const std::string& script, const ImportOptions& options) {
  const Members members(json, "obstacle", {"polygons", "file"});
  if (json.size() > 1) refuse("'obstacle' has both 'polygons' and 'file'; give one of them");
  if (const auto file = members.find("file")) {
    if (!file->is_text() || file->text().empty()) refuse("'file' is no name of a file");
    return taken(import_scene(in_folder(folder_of(script), file->text()), options));
  }
  if (!members.at("polygons").is_array()) refuse("'polygons' is no list of polygons");
  std::vector<std::vector<ExactPoint>> polygons;
  for (const JsonView polygon : members.at("polygons")) {
    if (!polygon.is_array()) refuse("a polygon is no list of corners");
    std::vector<ExactPoint>& corners = polygons.emplace_back();
    for (const JsonView corner : polygon) {
      if (!corner.is_array() || corner.size() != 3) refuse("a corner of a polygon has not three coordinates");
      ExactPoint given;
      for (std::size_t k = 0; k < 3; ++k) given[k] = number(corner[k], "a coordinate");
      corners.push_back(from_input_frame(given, options.up));
    }
  }
  return taken(scene_from_polygons(polygons));
}

UpdateEntry read_entry(JsonView json, const std::string& script, const ImportOptions& options) {
  UpdateEntry entry;
  if (json.is_object() && json.size() == 1) {
    if (const auto value = json.find("obstacle")) {
      entry.kind = Kind::obstacle;
      entry.obstacle = read_obstacle(*value, script, options);
      return entry;
    }
    for (const auto& [name, kind] : {std::pair("update", Kind::update), {"prepare", Kind::prepare}})
      if (const auto value = json.find(name)) {
        entry.kind = kind;
        read_update(*value, name, options.up, entry);
        return entry;
      }
    for (const auto& [name, kind] : {std::pair("revert", Kind::revert),
                                     {"enable", Kind::enable},
                                     {"disable", Kind::disable},
                                     {"remove", Kind::remove}})
      if (const auto value = json.find(name)) {
        entry.kind = kind;
        entry.id = number_of(*value, name, of_obstacle(kind) ? "an obstacle" : "an update");
        return entry;
      }
  }
  refuse("it is no object with one of update, prepare, revert, enable, disable, obstacle and remove");
}

// The reason why there is no update or obstacle of a number.
Error missing(const std::string& what, std::uint32_t id, std::uint32_t last, const char* taken) {
  const std::string number = std::to_string(id);
  if (id <= last) return bad_option(what + " " + number + " was " + taken + " before; name each once");
  return bad_option("there is no " + what + " " + number + "; so far there are " + std::to_string(last));
}

template <class Owner>
std::size_t count_live(const Owner& owner, bool (Owner::*is_live)(std::uint32_t) const) {
  std::size_t count = 0;
  for (std::uint32_t id = 1; id <= owner.last(); ++id) count += (owner.*is_live)(id);
  return count;
}

}  // namespace

Result<std::vector<UpdateEntry>> read_update_script(const std::string& path, const ImportOptions& options) {
  const auto file = MappedFile::open(path);
  if (!file) return file.error();
  return read_update_script_text(file->text(), path, options);
}

Result<std::vector<UpdateEntry>> read_update_script_text(std::string_view text, const std::string& path,
                                                         const ImportOptions& options) {
  std::size_t number = 0;
  try {
    const JsonDocument document = JsonDocument::parse(text);
    if (!document.root().is_array())
      return Error{ErrorCode::syntax, "this is no list; see docs/guide/updates.md", path, 0};
    std::vector<UpdateEntry> out;
    for (const JsonView entry : document.root()) {
      ++number;
      out.push_back(read_entry(entry, path, options));
    }
    return out;
  } catch (const Refused& r) {
    const char* help = r.what.find("; ") == std::string::npos ? "; see docs/guide/updates.md" : "";
    return Error{r.code, "entry " + std::to_string(number) + ": " + r.what + help, path, 0};
  } catch (const JsonError& e) {
    const std::string where = e.byte > 0 ? " (at byte " + std::to_string(e.byte) + ")" : "";
    const char* what = e.kind == JsonError::Kind::key_twice      ? "an object has a key twice"
                       : e.kind == JsonError::Kind::number_range ? "a number is beyond the range of double"
                                                                 : "this is no JSON";
    return Error{ErrorCode::syntax, what + where + "; see docs/guide/updates.md", path, 0};
  }
}

const char* text_of(Kind kind) {
  switch (kind) {
    case Kind::update: return "update";
    case Kind::prepare: return "prepare";
    case Kind::revert: return "revert";
    case Kind::enable: return "enable";
    case Kind::disable: return "disable";
    case Kind::obstacle: return "obstacle";
    case Kind::remove: break;
  }
  return "remove";
}

bool of_obstacle(Kind kind) { return kind == Kind::obstacle || kind == Kind::remove; }

Result<UpdatedLevel> UpdatedLevel::make(LiveBake level, kernel::Decomposition decomposition) {
  auto mesh = level.mesh();
  if (!mesh) return mesh.error();
  UpdatedLevel out(std::move(*mesh), decomposition);
  out.level_.emplace(std::move(level));
  return out;
}

std::optional<Error> UpdatedLevel::carry_out(const UpdateEntry& entry) {
  return of_obstacle(entry.kind) ? carry_out_obstacle(entry) : carry_out_update(entry);
}

std::optional<Error> UpdatedLevel::carry_out_update(const UpdateEntry& entry) {
  const auto done = [&](UpdateId id) {
    id_ = id;
    facts_ = updates_.facts();
    return std::nullopt;
  };
  if (auto error = catch_up()) return error;
  if (entry.kind == Kind::update || entry.kind == Kind::prepare) {
    const auto id = entry.kind == Kind::update ? updates_.update(entry.area, entry.change)
                                               : updates_.prepare(entry.area, entry.change);
    if (!id) return id.error();
    return done(*id);
  }
  if (!updates_.is_live(entry.id)) return missing("update", entry.id, updates_.last(), "reverted");
  const std::string update = "update " + std::to_string(entry.id);
  if (entry.kind == Kind::revert) return updates_.revert(entry.id), done(entry.id);
  if (!updates_.is_prepared(entry.id)) return bad_option(update + " was not prepared; revert it, or prepare another");
  const bool enable = entry.kind == Kind::enable;
  if (enable ? updates_.enable(entry.id) : updates_.disable(entry.id)) return done(entry.id);
  return bad_option(update + " is " + (enable ? "enabled" : "disabled") + " already; leave the entry out");
}

std::optional<Error> UpdatedLevel::carry_out_obstacle(const UpdateEntry& entry) {
  if (!level_) return bad_option("obstacles change what is baked, and this is a navmesh; give --scene and its options");
  if (entry.kind == Kind::obstacle) {
    auto id = level_->add_obstacle(*entry.obstacle);
    if (!id) return id.error();
    id_ = *id;
  } else {
    if (!level_->remove_obstacle(entry.id)) return missing("obstacle", entry.id, level_->last(), "removed");
    id_ = entry.id;
  }
  facts_ = level_->facts();
  behind_ = true;
  return std::nullopt;
}

std::optional<Error> UpdatedLevel::catch_up() {
  if (!behind_) return std::nullopt;
  auto mesh = level_->mesh();
  if (!mesh) return mesh.error();
  updates_.set_base(std::move(*mesh));
  behind_ = false;
  return std::nullopt;
}

std::size_t UpdatedLevel::live_updates() const { return count_live(updates_, &NavUpdate::is_live); }
std::size_t UpdatedLevel::live_obstacles() const { return level_ ? count_live(*level_, &LiveBake::has) : 0; }

Result<NavMesh> UpdatedLevel::mesh() {
  if (auto error = catch_up()) return *error;
  return updates_.mesh();
}

}  // namespace plumb::pipeline
