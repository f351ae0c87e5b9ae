// SPDX-License-Identifier: GPL-3.0-or-later
#include "gltf_accessor.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stored_number.h"

namespace plumb::pipeline::gltf {
namespace {

// The component types of the specification that can hold a position or an index.
enum class Component { int8 = 5120, uint8 = 5121, int16 = 5122, uint16 = 5123, uint32 = 5125, float32 = 5126 };

std::size_t bytes_of(Component c) {
  switch (c) {
    case Component::int8:
    case Component::uint8: return 1;
    case Component::int16:
    case Component::uint16: return 2;
    case Component::uint32:
    case Component::float32: break;
  }
  return 4;
}

Component read_component(const Field& field, std::initializer_list<Component> allowed) {
  const std::uint64_t n = field.whole();
  for (const Component c : allowed)
    if (n == static_cast<std::uint64_t>(c)) return c;
  field.refuse(ErrorCode::unsupported_format,
               "is " + std::to_string(n) + ", which glTF does not allow here; export the file again");
}

double stored_component(Component c, const char* bytes) {
  switch (c) {
    case Component::int8: return stored<std::int8_t>(bytes);
    case Component::uint8: return stored<std::uint8_t>(bytes);
    case Component::int16: return stored<std::int16_t>(bytes);
    case Component::uint16: return stored<std::uint16_t>(bytes);
    case Component::uint32: return stored<std::uint32_t>(bytes);
    case Component::float32: break;
  }
  return static_cast<double>(stored<float>(bytes));
}

// `count` elements of `size` bytes each, the next one `stride` bytes on.
struct Elements {
  const char* first;
  std::size_t stride;
  const char* at(std::size_t i) const { return first + i * stride; }
};

// Those that `owner` (an accessor, or one half of its sparse part) sees through its buffer view.
Elements elements(File& file, const Field& owner, std::uint64_t count, std::size_t size, bool may_interleave) {
  const Field view =
      file.item("bufferViews", owner.member("bufferView").index(file.count("bufferViews"), "buffer views"));
  const std::string_view buffer = file.buffer(view.member("buffer").index(file.count("buffers"), "buffers"));
  const std::uint64_t begin = whole_or(view.find("byteOffset"), 0), length = view.member("byteLength").whole();
  if (begin > buffer.size() || length > buffer.size() - begin)
    view.refuse(ErrorCode::syntax, "reaches beyond its buffer; export the file again");
  std::uint64_t stride = size;
  if (const auto given = view.find("byteStride")) {
    stride = given->whole();
    if (!may_interleave || stride < size || stride > 252 || stride % 4 != 0)
      given->refuse(ErrorCode::syntax, "is no distance that glTF allows here; export the file again");
  }
  // No overflow: whole() is below 2^53, a stride below 2^8.
  const std::uint64_t offset = whole_or(owner.find("byteOffset"), 0);
  if (offset + (count - 1) * stride + size > length)
    owner.refuse(ErrorCode::syntax, "reaches beyond its buffer view; export the file again");
  return {buffer.data() + begin + offset, static_cast<std::size_t>(stride)};
}

std::uint64_t read_count(const Field& accessor) {
  const std::uint64_t count = accessor.member("count").whole();
  if (count == 0) accessor.refuse(ErrorCode::syntax, "has no element; export the file again");
  return count;
}

void require_type(const Field& accessor, const char* type) {
  if (const Field given = accessor.member("type"); given.text() != type)
    given.refuse(ErrorCode::syntax, std::string("is not ") + type + "; export the file again");
}

std::uint32_t index_at(const Elements& e, Component c, std::uint64_t i) {
  return static_cast<std::uint32_t>(stored_component(c, e.at(static_cast<std::size_t>(i))));
}

// Replaces the elements that the sparse part names, in ascending order, each of `width` components.
void apply_sparse(File& file, const Field& sparse, Component component, std::size_t width, std::vector<double>& raw) {
  const std::uint64_t count = read_count(sparse);
  const Field indices = sparse.member("indices"), values = sparse.member("values");
  const Component type =
      read_component(indices.member("componentType"), {Component::uint8, Component::uint16, Component::uint32});
  const Elements at = elements(file, indices, count, bytes_of(type), false);
  const Elements to = elements(file, values, count, width * bytes_of(component), false);
  std::uint64_t next = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t element = index_at(at, type, i);
    if (element < next || element >= raw.size() / width)
      indices.refuse(ErrorCode::bad_index,
                     "do not ascend, or name an element that does not exist; export the file again");
    for (std::size_t k = 0; k < width; ++k)
      raw[width * element + k] = stored_component(component, to.at(i) + k * bytes_of(component));
    next = element + 1;
  }
}

// All components of an accessor; zeros where it has no buffer view, which only a sparse part makes sense of.
std::vector<double> read_components(File& file, const Field& accessor, Component component, std::size_t width,
                                    bool may_interleave) {
  constexpr std::uint64_t most_zeros = std::uint64_t{1} << 24;  // a few bytes must not ask for gigabytes
  const std::uint64_t count = read_count(accessor);
  const auto sparse = accessor.find("sparse");
  std::vector<double> raw;
  if (accessor.find("bufferView")) {
    const Elements from = elements(file, accessor, count, width * bytes_of(component), may_interleave);
    raw.reserve(width * count);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < width; ++k)
        raw.push_back(stored_component(component, from.at(i) + k * bytes_of(component)));
  } else if (!sparse || count > most_zeros) {
    accessor.refuse(ErrorCode::unsupported_format, "has no 'bufferView', so no data; export without compression");
  } else {
    raw.assign(width * count, 0);
  }
  if (sparse) apply_sparse(file, *sparse, component, width, raw);
  return raw;
}

// The bits after the point of a binary32, as a double.
int fraction_bits_of(double value) {
  if (value == 0) return 0;
  int exponent;
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 24));
  return std::max(0, 24 - exponent - std::countr_zero(static_cast<std::uint64_t>(mantissa)));
}

}  // namespace

StoredPositions read_positions(File& file, std::size_t i) {
  const Field accessor = file.item("accessors", i);
  require_type(accessor, "VEC3");
  const Component component =
      read_component(accessor.member("componentType"),
                     {Component::float32, Component::int8, Component::uint8, Component::int16, Component::uint16});
  StoredPositions p;
  p.raw = read_components(file, accessor, component, 3, true);
  if (component == Component::float32) {
    for (const double value : p.raw) {
      if (!std::isfinite(value))
        accessor.refuse(ErrorCode::bad_number, "holds a position that is infinite or no number; export the file again");
      p.fraction_bits = std::max(p.fraction_bits, fraction_bits_of(value));
    }
    return p;
  }
  const auto normalized = accessor.find("normalized");
  if (!normalized || !normalized->boolean()) return p;
  const bool with_sign = component == Component::int8 || component == Component::int16;
  p.divisor = (1u << (8 * bytes_of(component) - (with_sign ? 1 : 0))) - 1;
  // A signed integer has one value more below zero than above: it counts as -1 too.
  for (double& value : p.raw) value = std::max(value, -static_cast<double>(p.divisor));
  return p;
}

std::vector<std::uint32_t> read_indices(File& file, const Field& accessor, std::size_t vertices) {
  require_type(accessor, "SCALAR");
  const Component component =
      read_component(accessor.member("componentType"), {Component::uint8, Component::uint16, Component::uint32});
  const std::vector<double> raw = read_components(file, accessor, component, 1, false);
  // The largest number of the type is no index: it would restart the primitive.
  const double restart = std::ldexp(1.0, static_cast<int>(8 * bytes_of(component))) - 1;
  std::vector<std::uint32_t> out;
  out.reserve(raw.size());
  for (const double value : raw) {
    if (value >= static_cast<double>(vertices) || value == restart)
      accessor.refuse(ErrorCode::bad_index, "holds index " + std::to_string(static_cast<std::uint32_t>(value)) +
                                                ", but the primitive has " + std::to_string(vertices) +
                                                " vertices, counted from 0; correct the index");
    out.push_back(static_cast<std::uint32_t>(value));
  }
  return out;
}

}  // namespace plumb::pipeline::gltf
