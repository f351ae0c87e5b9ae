// SPDX-License-Identifier: GPL-3.0-or-later
// Navmeshes of Polyanya (.mesh): flat, in the text of "mesh", a version, how many vertices and polygons there are, and
// these.
//
// Versions 1 and 2: a vertex is x, y and a list of polygons around it; a polygon a list of vertices, and as many
// neighbours, -1 where there is none. A program leaves these out when it saves: then all do. Version 3 counts from 1, a
// vertex is x and y alone, and a polygon has a mark before it that says whether it is floor; neighbours below 0 are
// behind a wall.
//
// Source: the formats as the repository of vleue/polyanya describes them (meshes/v2/format.txt, meshes/v3/format.txt).
#include <algorithm>
#include <charconv>

#include "plumb/pipeline/text_number.h"
#include "read/readers.h"

namespace plumb::pipeline {
namespace {

struct MalformedLine {
  ErrorCode code;
  std::string what;
  std::uint64_t line;
};

constexpr std::string_view blanks = " \t\r\n";

class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  bool at_end() {
    for (; at_ < text_.size() && blanks.find(text_[at_]) != std::string_view::npos; ++at_) line_ += text_[at_] == '\n';
    return at_ == text_.size();
  }
  std::string_view word() {
    if (at_end()) fail(ErrorCode::syntax, "the file is cut off");
    const std::size_t end = std::min(text_.size(), text_.find_first_of(blanks, at_));
    const std::string_view out = text_.substr(at_, end - at_);
    at_ = end;
    return out;
  }
  std::int64_t whole() {
    const std::string_view text = word();
    std::int64_t out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc() || end != text.data() + text.size()) fail(ErrorCode::syntax, "a whole number is missing");
    return out;
  }
  // Of things that take a character and a blank each, at least.
  std::size_t count(const char* what) {
    const std::int64_t out = whole();
    if (out < 0 || static_cast<std::uint64_t>(out) > text_.size())
      fail(ErrorCode::syntax, "the file counts " + std::to_string(out) + " " + what + ", more than it has room for");
    return static_cast<std::size_t>(out);
  }
  mpq_class number(Numbers numbers) {
    auto out = text_number(word(), numbers);
    if (!out) fail(ErrorCode::bad_number, "a coordinate is no number, or out of range");
    return std::move(*out);
  }
  [[noreturn]] void fail(ErrorCode code, const std::string& what) const { throw MalformedLine{code, what, line_}; }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
};

class PolyanyaReader {
 public:
  PolyanyaReader(std::string_view bytes, const ForeignMeshOptions& options, bool neighbours)
      : words_(bytes), options_(options), neighbours_(neighbours) {}

  ReadMesh read() {
    words_.word();
    version_ = words_.whole();
    if (version_ < 1 || version_ > 3)
      words_.fail(ErrorCode::unsupported_format,
                  "meshes are of version " + std::to_string(version_) + ", not 1, 2 or 3");
    read_.up = options_.up;
    mesh_.format = "Polyanya mesh";
    mesh_.has_links = neighbours_;
    const std::size_t vertices = words_.count("vertices");
    polygons_ = words_.count("polygons");
    for (std::size_t v = 0; v < vertices; ++v) vertex();
    number_.assign(polygons_, none);
    for (std::size_t p = 0; p < polygons_; ++p) polygon(p);
    if (!words_.at_end()) words_.fail(ErrorCode::syntax, "something stands behind the last polygon");
    for (const auto& [a, b] : pairs_)
      if (number_[a] != none && number_[b] != none && a != b)
        mesh_.links.push_back({std::min(number_[a], number_[b]), std::max(number_[a], number_[b])});
    std::ranges::sort(mesh_.links);
    mesh_.links.erase(std::unique(mesh_.links.begin(), mesh_.links.end()), mesh_.links.end());
    return std::move(read_);
  }

 private:
  static constexpr auto none = static_cast<ForeignMesh::Index>(-1);

  // Seen from above, y points away from the one who looks where z is up; where y is, it is the scene's z.
  void vertex() {
    mpq_class x = words_.number(options_.numbers), y = words_.number(options_.numbers);
    mesh_.points.push_back(options_.up == UpAxis::y ? ExactPoint{std::move(x), 0, std::move(y)}
                                                    : ExactPoint{std::move(x), std::move(y), 0});
    if (version_ == 3) return;
    for (std::size_t n = words_.count("polygons of a vertex"); n > 0; --n) words_.whole();
  }

  void polygon(std::size_t p) {
    const std::string name = "polygon " + std::to_string(p);
    const bool floor = version_ != 3 || words_.whole() != 0;
    const std::size_t corners = words_.count("corners");
    if (corners < 3) words_.fail(ErrorCode::too_few_vertices, name + " has " + std::to_string(corners) + " corners");
    const std::int64_t first = version_ == 3 ? 1 : 0, vertices = static_cast<std::int64_t>(mesh_.points.size());
    ForeignMesh::Polygon out;
    out.name = p;
    for (std::size_t k = 0; k < corners; ++k) {
      const std::int64_t v = words_.whole() - first;
      if (v < 0 || v >= vertices)
        words_.fail(ErrorCode::bad_index,
                    name + " names vertex " + std::to_string(v + first) + " of " + std::to_string(vertices));
      out.corners.push_back(static_cast<ForeignMesh::Index>(v));
    }
    for (std::size_t k = 0; neighbours_ && k < corners; ++k) {
      const std::int64_t q = words_.whole() - first;
      if (q < 0) continue;
      if (static_cast<std::size_t>(q) >= polygons_)
        words_.fail(ErrorCode::bad_index,
                    name + " names neighbour " + std::to_string(q + first) + " of " + std::to_string(polygons_));
      pairs_.push_back({p, static_cast<std::size_t>(q)});
    }
    if (!floor) return;
    if (options_.up == UpAxis::y) std::ranges::reverse(out.corners);  // z runs the other way in plan
    number_[p] = static_cast<ForeignMesh::Index>(mesh_.polygons.size());
    mesh_.polygons.push_back(std::move(out));
  }

  Words words_;
  const ForeignMeshOptions& options_;
  const bool neighbours_;
  std::int64_t version_ = 0;
  std::size_t polygons_ = 0;
  ReadMesh read_;
  ForeignMesh& mesh_ = read_.mesh;
  std::vector<ForeignMesh::Index> number_;                  // by polygon of the file
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;  // neighbours, by the file's numbers
};

}  // namespace

bool is_polyanya_mesh(std::string_view bytes) {
  Words words(bytes.substr(0, std::min<std::size_t>(bytes.size(), 64)));
  return !words.at_end() && words.word() == "mesh" && !words.at_end() && words.word().size() == 1;
}

Result<ReadMesh> read_polyanya_mesh(std::string_view bytes, const std::string& name,
                                    const ForeignMeshOptions& options) {
  const auto error = [&](const MalformedLine& m) {
    return Error{m.code, m.what + "; name a .mesh of Polyanya", name, m.line};
  };
  try {
    return PolyanyaReader(bytes, options, true).read();
  } catch (const MalformedLine& with_neighbours) {
    try {
      return PolyanyaReader(bytes, options, false).read();
    } catch (const MalformedLine&) {
      return error(with_neighbours);
    }
  }
}

}  // namespace plumb::pipeline
