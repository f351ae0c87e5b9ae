// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gmpxx.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "plumb/kernel/interval.h"
#include "plumb/pipeline/import_scene.h"

namespace plumb::pipeline {

/// A Wavefront OBJ that is read face by face, for levels that do not fit the memory. It is read as by import_obj(),
/// with the same numbers and errors, but vertices stay as they are, equal positions or not, and names are skipped.
///
/// Memory: some megabytes for each thread. A copy of the file is in a scratch file, and so are vertices, 24 bytes each,
/// or 30 if they are decimals.
class ObjStream {
 public:
  /// Reads the vertices. `folder`: that of the scratch files. ImportOptions::max_exact_bytes does not matter.
  /// Errors: those of import_obj(), but for faces that name no vertex; cannot_write.
  static Result<ObjStream> open(const std::string& path, const ImportOptions& options, const std::string& folder);
  ObjStream(ObjStream&&) noexcept;
  ObjStream& operator=(ObjStream&&) = delete;
  ~ObjStream();

  /// `v` records of the file.
  std::uint64_t vertices() const;
  std::uint64_t faces() const;
  /// Of the file, in lower-case hexadecimal; empty unless ImportOptions::digest.
  const std::string& sha256() const;
  std::uint64_t bytes() const;  ///< of the file

  /// A coordinate of a vertex, in input units, z up.
  mpq_class exact(std::uint32_t vertex, int axis) const;
  kernel::Interval about(std::uint32_t vertex, int axis) const;
  /// Appends the coordinates of a vertex in the order of the file, a blank before each, as text that is read as the
  /// same numbers.
  void append_text(std::string& out, std::uint32_t vertex) const;

  /// Calls face(its vertices) for every face, in the order of the file, on this thread, until it returns false. Errors:
  /// bad_index; faces before that one have been told then. An exception of face() is passed on.
  using TakeFace = std::function<bool(std::span<const std::uint32_t>)>;
  std::optional<Error> for_each_face(const TakeFace& face);

 private:
  class Reading;
  explicit ObjStream(std::unique_ptr<Reading> reading);
  std::unique_ptr<Reading> reading_;
};

}  // namespace plumb::pipeline
