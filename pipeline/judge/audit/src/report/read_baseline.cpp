// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON of an earlier audit as a baseline (docs/reference/audit.md has the fields).
// 1. BaselineReader takes the places that have an area (missing and excess from `findings`, `overlaps`) with their
//    convex pieces, then joins with their boxes, and edges of three polygons or more. Points come with z up.
// 2. It refuses a list that is shorter than its count: what it leaves out would be told as new.
// 3. Pieces have to be faces of a floor: convex, plane, counter-clockwise from above. Nobody else has checked them.
// 4. conditions_of() keeps what findings depend on besides the meshes, as text to compare and to show.
// Cost: n log n for n corners. Exact: numbers are the fractions that the file has.
#include <algorithm>
#include <iterator>

#include "plumb/kernel/number.h"
#include "plumb/kernel/numbering.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/options_text.h"
#include "plumb/pipeline/setting_table.h"
#include "report/figures.h"
#include "report/match_baseline.h"

namespace plumb::pipeline {
namespace {

// Why a file is no baseline.
struct NoBaseline {
  ErrorCode code;
  std::string why;
};

constexpr const char* no_polygon = "it has a piece that is no convex polygon";

Cause cause_of(bool excess, const std::string& word) {
  const auto find = [&](const auto& causes) {
    const auto at = std::ranges::find(causes, word, [](Cause c) { return std::string(text_of(c)); });
    if (at == causes.end()) throw NoBaseline{ErrorCode::syntax, "'" + word + "' is no cause"};
    return *at;
  };
  return excess ? find(excess_causes) : find(missing_causes);
}

class BaselineReader {
 public:
  explicit BaselineReader(JsonView json) : json_(json) {
    const auto up = value_of<UpAxis>(json.at("options").at("up").text());
    if (!up) throw NoBaseline{ErrorCode::syntax, "'up' is no axis"};
    up_ = *up;
  }

  Baseline read() {
    for (const JsonView f : listed("findings")) {
      const bool excess = f.at("difference").text() == "excess";
      Baseline::Place place{{}, point(f.at("inside")), f.at("area").at("approx").number()};
      double most = -1;
      for (const JsonView c : f.at("causes")) {
        place.causes.push_back(cause_of(excess, c.at("cause").text()));
        if (const double area = c.at("area").at("approx").number(); area > most) {
          most = area;
          std::swap(place.causes.front(), place.causes.back());
        }
      }
      if (place.causes.empty()) throw NoBaseline{ErrorCode::syntax, "a place has no cause"};
      add(excess ? Baseline::excess : Baseline::missing, std::move(place), f.at("rings"));
    }
    for (const JsonView o : listed("overlaps"))
      if (!o.at("below_grid").boolean())
        add(Baseline::overlap, {{Cause::unexplained}, point(o.at("inside")), o.at("area").at("approx").number()},
            o.at("rings"));
    for (const JsonView j : listed("joins")) {
      const auto cause = j.find("cause");
      out_.joins.push_back(
          {j.at("kind").text() == "false", cause ? cause->text() : "", box(point(j.at("low")), point(j.at("high")))});
    }
    for (const JsonView e : json_.at("structure").at("edges3")) {
      std::array<ExactPoint, 2> ends{point(e.at("from")), point(e.at("to"))};
      if (ends[1] < ends[0]) std::swap(ends[0], ends[1]);
      out_.edges.push_back(std::move(ends));
    }
    std::ranges::sort(out_.edges);
    out_.conditions = conditions_of(json_);
    for (const Baseline::Places& p : out_.places)
      if (!is_valid(p.faces)) throw NoBaseline{ErrorCode::syntax, no_polygon};
    return std::move(out_);
  }

 private:
  JsonView listed(const char* kind) const {
    const JsonView all = json_.at(kind), list = all.at("listed");
    if (const std::uint64_t count = all.at("count").whole(); count > list.size())
      throw NoBaseline{ErrorCode::bad_option, "it lists " + std::to_string(list.size()) + " of " +
                                                  std::to_string(count) + " " + kind +
                                                  ", and all others would be new; write it with --limit " +
                                                  std::to_string(count) + " or more"};
    return list;
  }
  void add(Baseline::Kind kind, Baseline::Place place, JsonView rings) {
    Baseline::Places& all = out_.places[kind];
    for (const JsonView ring : rings) {
      FloorFaces::Face& face = all.faces.faces.emplace_back();
      face.owner = static_cast<FloorFaces::Index>(all.list.size());
      for (const JsonView corner : ring) face.corners.push_back(number_[kind](point(corner)));
      // An edge without a length leads nowhere; is_valid() does not mind it.
      if (face.corners.size() < 3 || face.corners.front() == face.corners.back() ||
          std::ranges::adjacent_find(face.corners) != face.corners.end())
        throw NoBaseline{ErrorCode::syntax, no_polygon};
    }
    all.list.push_back(std::move(place));
  }
  ExactPoint point(JsonView json) const {
    ExactPoint out;
    if (json.size() != out.size()) throw NoBaseline{ErrorCode::syntax, "a point has not three coordinates"};
    for (std::size_t k = 0; k < out.size(); ++k) {
      const auto value = kernel::parse_rational(json[k].text());
      if (!value) throw NoBaseline{ErrorCode::bad_number, "'" + json[k].text() + "' is no number"};
      out[k] = *value;
    }
    return from_input_frame(out, up_);
  }
  static std::array<ExactPoint, 2> box(ExactPoint low, ExactPoint high) {
    for (std::size_t k = 0; k < low.size(); ++k)
      if (high[k] < low[k]) std::swap(low[k], high[k]);
    return {std::move(low), std::move(high)};
  }

  JsonView json_;
  UpAxis up_;
  Baseline out_;
  std::array<kernel::PointNumbering, 3> number_{kernel::PointNumbering(out_.places[0].faces.points),
                                                kernel::PointNumbering(out_.places[1].faces.points),
                                                kernel::PointNumbering(out_.places[2].faces.points)};
};

}  // namespace

std::vector<std::pair<std::string, std::string>> conditions_of(JsonView audit) {
  std::vector<std::pair<std::string, std::string>> out;
  const auto add = [&](JsonView members, const std::string& name, const char* key) {
    const auto value = members.find(key);
    std::string text = value ? json_text(*value) : "none";
    std::erase(text, '"');
    out.emplace_back(name, std::move(text));
  };
  for (const Setting& s : setting_table())
    if (s.json) add(audit.at("options"), s.option, s.key);
  add(audit, "--at-stance", "stance");
  for (const char* key : {"below", "above"}) add(audit.at("window"), std::string("--") + key, key);
  for (const char* key : {"cell_size", "cell_height", "radius", "climb", "max_error", "min_region"})
    add(audit.at("baker"), std::string("the baker's ") + key, key);
  return out;
}

Result<Baseline> read_baseline_text(std::string_view text, const std::string& name) {
  const auto refuse = [&](ErrorCode code, const std::string& why) {
    return Error{code, "is no baseline: " + why + "; give the JSON that plumb audit --json has written", name, 0};
  };
  try {
    const JsonDocument document = JsonDocument::parse(text);
    if (!document.root().is_object()) return refuse(ErrorCode::syntax, "it is no object");
    Baseline out = BaselineReader(document.root()).read();
    out.file = name;
    return out;
  } catch (const JsonError& error) {
    return refuse(ErrorCode::syntax, error.what());
  } catch (const NoBaseline& error) {
    if (error.code == ErrorCode::bad_option) return Error{error.code, error.why, name, 0};
    return refuse(error.code, error.why);
  }
}

Result<Baseline> read_baseline(const std::string& path) {
  const auto file = MappedFile::open(path);
  if (!file) return file.error();
  return read_baseline_text(file->text(), path);
}

}  // namespace plumb::pipeline
