// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>

namespace plumb::pipeline {

/// A preset: the text of its file in presets/, which CMakeLists.txt puts into a source.
struct PresetText {
  const char* name;
  const char* text;
};
std::span<const PresetText> preset_texts();

}  // namespace plumb::pipeline
