// SPDX-License-Identifier: GPL-3.0-or-later
#include "plumb/pipeline/update_script.h"

#include <initializer_list>
#include <limits>

#include "plumb/kernel/number.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/mapped_file.h"

namespace plumb::pipeline {
namespace {

using Kind = UpdateEntry::Kind;

// What is wrong with an entry; read_update_script turns it into an Error.
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

UpdateId update_id(JsonView json, const char* what) {
  if (!json.is_whole() || json.whole() == 0 || json.whole() > std::numeric_limits<UpdateId>::max())
    refuse(std::string("'") + what + "' takes the number of an update, 1 or more; write it without quotes");
  return static_cast<UpdateId>(json.whole());
}

// The members of an object, of which only those named are allowed.
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

UpdateEntry read_entry(JsonView json, UpAxis up) {
  UpdateEntry entry;
  if (json.is_object() && json.size() == 1) {
    for (const auto& [name, kind] : {std::pair("update", Kind::update), {"prepare", Kind::prepare}})
      if (const auto value = json.find(name)) {
        entry.kind = kind;
        read_update(*value, name, up, entry);
        return entry;
      }
    for (const auto& [name, kind] :
         {std::pair("revert", Kind::revert), {"enable", Kind::enable}, {"disable", Kind::disable}})
      if (const auto value = json.find(name)) {
        entry.kind = kind;
        entry.id = update_id(*value, name);
        return entry;
      }
  }
  refuse("it is no object with one of update, prepare, revert, enable and disable");
}

}  // namespace

Result<std::vector<UpdateEntry>> read_update_script(const std::string& path, UpAxis up) {
  const auto file = MappedFile::open(path);
  if (!file) return file.error();
  std::size_t number = 0;
  try {
    const JsonDocument document = JsonDocument::parse(file->text());
    if (!document.root().is_array()) return Error{ErrorCode::syntax, "this is no list; see docs/updates.md", path, 0};
    std::vector<UpdateEntry> out;
    for (const JsonView entry : document.root()) {
      ++number;
      out.push_back(read_entry(entry, up));
    }
    return out;
  } catch (const Refused& r) {
    const char* help = r.what.find("; ") == std::string::npos ? "; see docs/updates.md" : "";
    return Error{r.code, "entry " + std::to_string(number) + ": " + r.what + help, path, 0};
  } catch (const JsonError& e) {
    const std::string where = e.byte > 0 ? " (at byte " + std::to_string(e.byte) + ")" : "";
    const char* what = e.kind == JsonError::Kind::key_twice      ? "an object has a key twice"
                       : e.kind == JsonError::Kind::number_range ? "a number is beyond the range of double"
                                                                 : "this is no JSON";
    return Error{ErrorCode::syntax, what + where + "; see docs/updates.md", path, 0};
  }
}

std::optional<std::string> carry_out(const UpdateEntry& entry, NavUpdate& update) {
  const std::string number = std::to_string(entry.id);
  switch (entry.kind) {
    case Kind::update: update.update(entry.area, entry.change); return std::nullopt;
    case Kind::prepare: update.prepare(entry.area, entry.change); return std::nullopt;
    default: break;
  }
  if (!update.is_live(entry.id))
    return entry.id <= update.last()
               ? "update " + number + " was reverted before; revert each once"
               : "there is no update " + number + "; so far there are " + std::to_string(update.last());
  if (entry.kind == Kind::revert) return update.revert(entry.id), std::nullopt;
  if (!update.is_prepared(entry.id)) return "update " + number + " was not prepared; revert it, or prepare another";
  const bool enable = entry.kind == Kind::enable;
  if (enable ? update.enable(entry.id) : update.disable(entry.id)) return std::nullopt;
  return "update " + number + " is " + (enable ? "enabled" : "disabled") + " already; leave the entry out";
}

}  // namespace plumb::pipeline
