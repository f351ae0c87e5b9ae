// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>

#include "view_data.h"

namespace plumb::pipeline {

/// The parts of the page as the build has bundled them (embed.cmake). The script is a gzip stream; it is empty where
/// the build found no esbuild or no three.js.
extern const std::string_view page_template, page_style, page_script;

/// The script itself.
std::string unpacked_script();

/// The page with its title and data in place. `data`: what the script reads, compressed here. Deterministic.
std::string make_page(const std::string& title, const PageData& data, unsigned threads);

/// What a page has at least whose data have these as a part.
std::uint64_t least_page_bytes(const PageData& part, unsigned threads);

std::string base64(std::string_view bytes);

}  // namespace plumb::pipeline
