// SPDX-License-Identifier: GPL-3.0-or-later
// The faults of an OBJ that no chunk shows by itself: too much of something, and corners that name no vertex.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "obj_chunk.h"

namespace plumb::pipeline::obj {

/// The vertex of a chunk that passes max_vertices, with so many vertices before the chunk; none if none does, or one
/// did before.
std::optional<Fault> too_many_vertices(std::string_view text, const Chunk& chunk, std::uint64_t before,
                                       const ImportOptions& options);

/// The face of a chunk that passes max_corners, with so many corners before the chunk; none if none does, or one did
/// before.
std::optional<Fault> too_many_corners(std::string_view text, const Chunk& chunk, std::uint64_t before,
                                      const ImportOptions& options);

/// The n-th vertex (from 0) of a chunk, with which exact numbers take more than max_exact_bytes.
Fault too_fine(std::string_view text, const Chunk& chunk, std::uint64_t n, const ImportOptions& options);

/// Turns every corner of a chunk into a vertex of the whole file, which has `total` of them, `before` of which precede
/// the chunk. Returns the first corner that names none.
std::optional<Fault> name_vertices(std::string_view text, Chunk& chunk, std::uint64_t before, std::uint64_t total);

}  // namespace plumb::pipeline::obj
