// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>

#include "plumb/pipeline/nav_graph.h"

namespace plumb::pipeline {

inline constexpr std::array portal_kinds{PortalKind::flush, PortalKind::step, PortalKind::weld};

inline const char* text_of(PortalKind kind) {
  return kind == PortalKind::flush ? "flush" : kind == PortalKind::step ? "step" : "weld";
}

}  // namespace plumb::pipeline
