// SPDX-License-Identifier: GPL-3.0-or-later
#include "request.h"

#include <cstring>

#include "plumb/pipeline/files.h"
#include "plumb/pipeline/scene_from_arrays.h"

namespace plumb::javascript {
namespace {

using namespace pipeline;

[[noreturn]] void refuse(const char* name, const char* kind) {
  throw Refused{bad_option("'" + std::string(name) + "' is no " + kind)};
}

template <class T>
std::vector<T> numbers_of(const std::string& path) {
  const MappedFile file = value_of(MappedFile::open(path));
  std::vector<T> out(file.text().size() / sizeof(T));
  if (!out.empty()) std::memcpy(out.data(), file.text().data(), out.size() * sizeof(T));
  return out;
}

UpAxis axis_of(const std::string& text) {
  try {
    return word_option<UpAxis>("--up", text);
  } catch (const RefusedOption& refused) {
    throw Refused{bad_option(refused.what)};
  }
}

// Calls make(coordinates, corners, sizes, up).
template <class Make>
auto of_arrays(const Request& request, const Make& make) {
  const UpAxis up = axis_of(request.maybe_text("up").value_or("y"));
  const auto corners = numbers_of<std::uint32_t>(request.text("corners"));
  const auto sizes = numbers_of<std::uint32_t>(request.text("sizes"));
  const std::span<const std::uint32_t> c(corners), s(sizes);
  if (request.flag("wide")) {
    const auto numbers = numbers_of<double>(request.text("vertices"));
    return value_of(make(std::span<const double>(numbers), c, s, up));
  }
  const auto numbers = numbers_of<float>(request.text("vertices"));
  return value_of(make(std::span<const float>(numbers), c, s, up));
}

}  // namespace

std::optional<JsonView> Request::find(const char* name) const {
  const auto found = json_.find(name);
  return found && !found->is_null() ? found : std::nullopt;
}

std::optional<std::string> Request::maybe_text(const char* name) const {
  const auto found = find(name);
  if (!found) return std::nullopt;
  if (!found->is_text()) refuse(name, "text");
  return found->text();
}

std::string Request::text(const char* name) const {
  auto found = maybe_text(name);
  if (!found) throw Refused{bad_option("'" + std::string(name) + "' is not given")};
  return std::move(*found);
}

std::optional<bool> Request::maybe_flag(const char* name) const {
  const auto found = find(name);
  if (!found) return std::nullopt;
  if (!found->is_boolean()) refuse(name, "boolean");
  return found->boolean();
}

bool Request::flag(const char* name) const { return maybe_flag(name).value_or(false); }

std::optional<double> Request::maybe_number(const char* name) const {
  const auto found = find(name);
  if (!found) return std::nullopt;
  if (!found->is_number()) refuse(name, "number");
  return found->number();
}

std::vector<std::string> Request::texts(const char* name) const {
  std::vector<std::string> out;
  const auto found = find(name);
  if (!found) return out;
  if (!found->is_array()) refuse(name, "list of texts");
  for (const JsonView entry : *found) {
    if (!entry.is_text()) refuse(name, "list of texts");
    out.push_back(entry.text());
  }
  return out;
}

std::optional<Request> Request::part(const char* name) const {
  const auto found = find(name);
  if (!found) return std::nullopt;
  if (!found->is_object()) refuse(name, "object");
  return Request(*found);
}

OptionValues Request::options(const char* name) const {
  OptionValues out;
  const auto found = part(name);
  if (!found) return out;
  for (const std::string& key : found->json_.keys()) {
    const auto value = found->find(key.c_str());
    if (!value) continue;
    if (value->is_boolean()) out[key] = value->boolean();
    else if (value->is_text()) out[key] = value->text();
    else out[key] = found->texts(key.c_str());
  }
  return out;
}

ForeignMesh mesh_of(const Request& request) {
  const ForeignMeshOptions reading = value_of(reading_call_options(request.options("options")));
  if (!request.maybe_text("vertices")) return value_of(read_foreign_mesh(request.text("file"), reading));
  ForeignMesh out = of_arrays(request, [&](const auto& numbers, const auto& corners, const auto& sizes, UpAxis up) {
    return foreign_mesh(numbers, corners, sizes, up, reading);
  });
  out.file = request.maybe_text("name").value_or("arrays");
  return out;
}

std::optional<Scene> scene_of_arrays(const Request& request) {
  if (!request.maybe_text("vertices")) return std::nullopt;
  Scene out = of_arrays(request, [](const auto&... all) { return scene_from_polygons(all...); });
  out.file = request.maybe_text("name").value_or("arrays");
  return out;
}

void Reply::add_json(const char* name, const std::string& json) {
  members_ += (members_.empty() ? "\"" : ",\"") + std::string(name) + "\":" + json;
}

}  // namespace plumb::javascript
