// SPDX-License-Identifier: GPL-3.0-or-later
#include <cerrno>
#include <cstring>
#include <fstream>

#include "options_json.h"
#include "plumb/pipeline/bake_json.h"

namespace plumb::pipeline {
namespace {

using Json = nlohmann::ordered_json;

// Any content that breaks the contract of the file; read_bake_json turns it into an Error.
struct Malformed {
  std::string what;
};

mpq_class number(const Json& json) {
  const auto& text = json.get_ref<const std::string&>();
  mpq_class value;
  // Only the one text that writing would give: lowest terms, no plus sign, no blanks.
  if (value.set_str(text, 10) != 0 || sgn(value.get_den()) <= 0) throw Malformed{"'" + text + "' is not a number"};
  value.canonicalize();
  if (value.get_str() != text) throw Malformed{"'" + text + "' is not in lowest terms"};
  return value;
}

ExactPoint point(const Json& json) {
  if (!json.is_array() || json.size() != 3) throw Malformed{"a point has not three coordinates"};
  return {number(json[0]), number(json[1]), number(json[2])};
}

std::uint32_t polygon_number(const Json& json) {
  const auto value = json.is_number_unsigned() ? json.get<std::uint64_t>() : kernel::no_polygon;
  if (value >= kernel::no_polygon) throw Malformed{"a polygon or face number is out of range"};
  return static_cast<std::uint32_t>(value);
}

kernel::Label label(const Json& json, int lowest, std::size_t stances) {
  const std::int64_t value = json.is_number_integer() ? json.get<std::int64_t>() : lowest - 1;
  if (value < lowest || value > static_cast<std::int64_t>(stances)) throw Malformed{"a stance is none of the options'"};
  return static_cast<kernel::Label>(value);
}

BakeFile::Cell cell(const Json& json, std::size_t stances) {
  BakeFile::Cell c;
  c.stance = label(json.at("stance"), kernel::covered, stances);
  for (const Json& f : json.at("facets")) {
    BakeFile::Facet facet;
    facet.surface = polygon_number(f.at("surface"));
    facet.face = polygon_number(f.at("face"));
    if (!f.at("witness").is_null()) facet.witness = polygon_number(f.at("witness"));
    for (const Json& v : f.at("vertices")) facet.vertices.push_back(point(v));
    if (facet.vertices.size() < 3) throw Malformed{"a facet has fewer than three vertices"};
    c.facets.push_back(std::move(facet));
  }
  if (c.facets.empty()) throw Malformed{"a cell has no facet"};
  return c;
}

BakeFile::Obstruction obstruction(const Json& json, std::size_t stances) {
  return {polygon_number(json.at("surface")), polygon_number(json.at("wall")), point(json.at("from")),
          point(json.at("to")), label(json.at("may_cross"), kernel::blocked, stances)};
}

// Takes each record out of the document as soon as it is parsed, so that the document stays small.
class Reader {
 public:
  BakeFile read(std::istream& in) {
    const Json head = Json::parse(in, [this](int depth, Json::parse_event_t event, Json& value) {
      return keep(depth, event, value);
    });
    if (!head.is_object() || !cells_ || !obstructions_) throw Malformed{"the cells or the obstructions are missing"};
    return std::move(file_);
  }

 private:
  bool keep(int depth, Json::parse_event_t event, Json& value) {
    if (depth == 1 && event == Json::parse_event_t::key) {
      key_ = value.get<std::string>();
      if ((key_ == "cells" && !options_) || (key_ == "obstructions" && !cells_))
        throw Malformed{"'" + key_ + "' comes too early"};
      cells_ = cells_ || key_ == "cells";
      obstructions_ = obstructions_ || key_ == "obstructions";
    }
    if (depth == 1 && event != Json::parse_event_t::key) header(event, value);
    const bool record = key_ == "cells" || key_ == "obstructions";
    if (record && ((depth == 2 && event == Json::parse_event_t::value) || (depth == 1 && !is_array(event))))
      throw Malformed{"'" + key_ + "' is no list of objects"};
    if (record && depth == 2 && event == Json::parse_event_t::object_end) {
      const std::size_t stances = file_.options.stances.size();
      if (key_ == "cells") file_.cells.push_back(cell(value, stances));
      else file_.obstructions.push_back(obstruction(value, stances));
      return false;
    }
    return true;
  }

  // At the depth of the list itself.
  static bool is_array(Json::parse_event_t event) {
    return event == Json::parse_event_t::key || event == Json::parse_event_t::array_start ||
           event == Json::parse_event_t::array_end;
  }

  void header(Json::parse_event_t event, const Json& value) {
    if (event == Json::parse_event_t::value && key_ == "plumb") file_.version = value.get<std::string>();
    if (event == Json::parse_event_t::value && key_ == "denominator") {
      const mpq_class d = number(value);
      if (d.get_den() != 1 || d <= 0) throw Malformed{"the denominator is no positive whole number"};
      file_.denominator = d.get_num();
    }
    if (event == Json::parse_event_t::object_end && key_ == "scene") scene_ = value.at("file").get<std::string>();
    if (event == Json::parse_event_t::object_end && key_ == "options") {
      auto options = read_options_json(value, scene_);
      if (!options) throw Malformed{options.error().text()};
      file_.options = std::move(*options);
      options_ = true;
    }
  }

  BakeFile file_;
  std::string key_, scene_;
  bool options_ = false, cells_ = false, obstructions_ = false;
};

}  // namespace

Result<BakeFile> read_bake_json(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return Error{ErrorCode::cannot_open, std::string("cannot be opened: ") + std::strerror(errno) +
                 "; name a file that `plumb bake -o FILE.json` wrote", path, 0};
  const auto malformed = [&](const std::string& what) {
    return Error{ErrorCode::syntax, what + "; name a file that `plumb bake -o FILE.json` wrote", path, 0};
  };
  try {
    return Reader().read(in);
  } catch (const Malformed& m) {
    return malformed(m.what);
  } catch (const Json::exception& e) {
    return malformed(e.what());
  }
}

}  // namespace plumb::pipeline
