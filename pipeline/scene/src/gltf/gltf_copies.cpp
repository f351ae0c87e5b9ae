// SPDX-License-Identifier: GPL-3.0-or-later
#include "gltf/gltf_copies.h"

namespace plumb::pipeline::gltf {
namespace {

template <std::size_t n>
std::optional<std::array<mpq_class, n>> vector_at(const std::optional<StoredVectors>& list, std::size_t i) {
  if (!list) return std::nullopt;
  std::array<mpq_class, n> out;
  for (std::size_t k = 0; k < n; ++k) out[k] = list->number(i, k);
  return out;
}

}  // namespace

Copies::Copies(File& file, const Field& extension, NodeRotation how) : how_(how) {
  const Field attributes = extension.member("attributes");
  const auto read = [&](const char* name, std::size_t width, std::initializer_list<Component> allowed) {
    std::optional<StoredVectors> list;
    const auto number = attributes.find(name);
    if (!number) return list;
    const Field accessor = file.item("accessors", number->index(file.count("accessors"), "accessors"));
    list = read_vectors(file, accessor, width, allowed);
    if (list->divisor == 1 && read_type(accessor, width, allowed) != Component::float32)
      accessor.refuse(ErrorCode::syntax, "holds rotations as integers that are not normalized; export the file again");
    if (count_ > 0 && list->count() != count_)
      number->refuse(ErrorCode::syntax, "names " + std::to_string(list->count()) + " elements, another attribute " +
                                            std::to_string(count_) + "; export the file again");
    count_ = list->count();
    return list;
  };
  translations_ = read("TRANSLATION", 3, {Component::float32});
  rotations_ = read("ROTATION", 4, {Component::float32, Component::int8, Component::int16});
  scales_ = read("SCALE", 3, {Component::float32});
  if (count_ == 0)
    attributes.refuse(ErrorCode::syntax, "have no TRANSLATION, ROTATION or SCALE, so no number of copies; give one");
  if (!rotations_) return;
  const mpq_class off(1, rotations_->divisor == 127 ? 50 : 100);  // a byte is off by as much as 1/254
  for (std::size_t i = 0; i < count_; ++i) {
    if (!is_unit(*vector_at<4>(rotations_, i), off))
      attributes.member("ROTATION")
          .refuse(ErrorCode::unsupported_format,
                  "names a quaternion, element " + std::to_string(i) + ", that is no unit; normalise it");
    straightened_ += at(i).straightened;
  }
}

TakenTransform Copies::at(std::size_t copy) const {
  return compose({vector_at<3>(translations_, copy), vector_at<3>(scales_, copy), vector_at<4>(rotations_, copy)},
                 how_);
}

}  // namespace plumb::pipeline::gltf
