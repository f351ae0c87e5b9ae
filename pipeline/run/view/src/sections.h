// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "plumb/pipeline/json.h"

namespace plumb::pipeline {

/// The sections of a page's data, and the list of them (view_data.cpp).
class Sections {
 public:
  template <class T>
  void add(const char* name, const std::vector<T>& values) {
    static_assert(std::endian::native == std::endian::little || sizeof(T) == 1);
    begin(name, type_of(T{}), sizeof(T) * values.size());
    bytes_.append(reinterpret_cast<const char*>(values.data()), sizeof(T) * values.size());
  }
  void add_text(const char* name, const std::string& text) {
    begin(name, "text", text.size());
    bytes_ += text;
  }

  const std::string& bytes() const { return bytes_; }
  const Json& list() const { return list_; }

 private:
  static const char* type_of(float) { return "f32"; }
  static const char* type_of(std::uint32_t) { return "u32"; }
  static const char* type_of(std::uint8_t) { return "u8"; }
  static const char* type_of(std::int8_t) { return "i8"; }
  void begin(const char* name, const char* type, std::size_t size) { list_.push_back({name, type, size}); }

  std::string bytes_;
  Json list_ = Json::array();
};

}  // namespace plumb::pipeline
