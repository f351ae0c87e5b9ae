// SPDX-License-Identifier: LGPL-3.0-or-later
#include <charconv>

#include "files/mesh.h"

namespace plumb::checker {
namespace {

// The words of the lines of a text, one line after the other.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  // False at the end.
  bool next() {
    if (rest_.empty()) return false;
    ++number;
    std::string_view line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(rest_.size(), line.size() + 1));
    words.clear();
    while (!line.empty()) {
      const std::string_view word = line.substr(0, line.find(' '));
      line.remove_prefix(std::min(line.size(), word.size() + 1));
      if (!word.empty()) words.push_back(word);
    }
    return true;
  }

  std::vector<std::string_view> words;
  std::uint64_t number = 0;

 private:
  std::string_view rest_;
};

}  // namespace

RoundedMesh read_obj_mesh(std::string_view text, const NavMesh& mesh) {
  RoundedMesh out;
  out.highest = static_cast<int>(mesh.stances.size());
  std::string_view group;
  Lines lines(text);
  while (lines.next()) {
    const auto& words = lines.words;
    if (words.empty()) continue;
    if (words[0] == "g" && words.size() == 2) group = words[1];
    else if (words[0] == "v" && words.size() == 4) {
      RoundedMesh::Place at;
      for (std::size_t k = 0; k < 3; ++k) at[k] = float_of(words[k + 1], lines.number);
      out.places.push_back(mesh.y_up ? RoundedMesh::Place{at[0], -at[2], at[1]} : at);
    } else if (words[0] == "f" && words.size() > 3) {
      RoundedMesh::Polygon& polygon = out.polygons.emplace_back(group_of(mesh, group));
      polygon.first = out.corners.size();
      for (std::size_t k = 1; k < words.size(); ++k) {
        std::size_t vertex = 0;
        const auto [end, error] = std::from_chars(words[k].data(), words[k].data() + words[k].size(), vertex);
        if (error != std::errc() || end != words[k].data() + words[k].size() || vertex < 1 ||
            vertex > out.places.size())
          throw no_mesh("a face has a corner that is no vertex before it", lines.number);
        out.corners.push_back(to_index(vertex - 1, "vertices"));
      }
    } else if (words[0] != "l" && words[0] != "usemtl" && words[0] != "mtllib" && words[0][0] != '#') {
      throw no_mesh("this record is none that Plumb writes", lines.number);
    }
  }
  return out;
}

}  // namespace plumb::checker
