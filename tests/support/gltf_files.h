// SPDX-License-Identifier: GPL-3.0-or-later
// Documents of glTF put together from parts, each of which a test may replace.
#pragma once
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace plumb::tests {

/// A number of JSON that reads back as this double.
inline std::string json_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

/// "[1,2,3]".
template <class Values>
std::string json_array(const Values& values) {
  std::string out = "[";
  for (const auto& value : values) out += (out.size() > 1 ? "," : "") + json_number(static_cast<double>(value));
  return out + "]";
}

/// What a document lists; each an array's entries, with commas between them.
struct GltfParts {
  std::string nodes = R"({"mesh":0})", roots = "0", meshes, accessors, views, buffers;
  std::string more;  ///< of the document, with a comma before it

  std::string json() const {
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[)" + roots + R"(]}],"nodes":[)" + nodes +
           R"(],"meshes":[)" + meshes + R"(],"accessors":[)" + accessors + R"(],"bufferViews":[)" + views +
           R"(],"buffers":[)" + buffers + "]" + more + "}";
  }
};

/// A buffer as it grows: one of the document, of which each part is a view.
class GltfBuffer {
 public:
  /// Adds a view on these bytes, and returns its number. `more`: members of the view, with a comma before them.
  std::size_t view(const std::string& content, const std::string& more = "") {
    bytes_.resize((bytes_.size() + 3) / 4 * 4, '\0');
    views_ += (views_.empty() ? "" : ",") + (R"({"buffer":0,"byteOffset":)" + std::to_string(bytes_.size())) +
              R"(,"byteLength":)" + std::to_string(content.size()) + more + "}";
    bytes_ += content;
    return count_++;
  }
  /// Adds a view that is whatever it says.
  std::size_t view_as(const std::string& json) {
    views_ += (views_.empty() ? "" : ",") + json;
    return count_++;
  }
  const std::string& views() const { return views_; }
  const std::string& bytes() const { return bytes_; }
  std::string buffers() const { return R"({"byteLength":)" + std::to_string(bytes_.size()) + "}"; }

 private:
  std::string views_, bytes_;
  std::size_t count_ = 0;
};

inline std::string accessor_json(std::size_t view, int component, std::size_t count, const std::string& type,
                                 const std::string& more = "") {
  return R"({"bufferView":)" + std::to_string(view) + R"(,"componentType":)" + std::to_string(component) +
         R"(,"count":)" + std::to_string(count) + R"(,"type":")" + type + "\"" + more + "}";
}

}  // namespace plumb::tests
