// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string_view>
#include <vector>

#include "gltf/gltf_json.h"

namespace plumb::pipeline::gltf {

/// What a buffer view shows whose data is compressed as EXT_meshopt_compression says: `bytes`, by the layout, mode and
/// filter of `compressed`, the view's extension. KHR_meshopt_compression is the same but for the data's version 1 and a
/// filter for colours, both of which are refused. Throws Refused.
std::vector<char> decode_meshopt(const Field& view, const Field& compressed, std::string_view bytes);

}  // namespace plumb::pipeline::gltf
