// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a Wavefront OBJ on all threads, with the result and the error message that reading it from front to back gives.
//
// Importer::run():
// 1. The text is cut at record starts into chunks, several for each thread (cut_into_chunks), and each is read knowing
//    nothing of the others (read_chunk, obj_chunk.cpp). A negative index is kept relative to the chunk's first vertex.
// 2. add_up_chunks() computes how many vertices, corners and faces precede each chunk, and checks limits on the sums.
//    After a chunk with a fault only vertices are counted, which decide whether indices before the fault are good.
// 3. collect_groups() makes runs of faces of the names o, g and usemtl.
// 4. drop_left_out() takes faces out whose names are to be left out. check_corners() turns every index into a vertex of
//    the file and marks the vertices that faces use.
// 5. Of all faults the first in the file counts (blame). Those that only the whole file shows are in obj_faults.cpp.
// 6. build() joins the chunks' coordinates (join_positions), merges equal positions (merge_points.cpp), and copies
//    faces.
//
// Cost: linear in the text, expected (merging hashes positions). Memory: in proportion to vertices, corners and names;
// the file is mapped, not copied.
// Exact: coordinates are rounded at most once (kernel/number.h).
// Source: the format is Wavefront's Object Files (.obj); import_scene.h lists what is read, skipped and refused.
#include "plumb/pipeline/import_scene.h"

#include <algorithm>
#include <atomic>
#include <new>

#include "file_content.h"
#include "leave_out.h"
#include "obj_chunk.h"
#include "obj_faults.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/parallel.h"
#include "positions.h"
#include "sha256.h"

namespace plumb::pipeline {
namespace obj {
namespace {

// The text of a name, in which joined lines are one line with a blank between.
std::string name_text(std::string_view text) {
  std::string out;
  const char* end = text.data() + text.size();
  for (const char* p = text.data(); p != end;) {
    const char* line = *p == '\\' ? joined_line(p, end) : nullptr;
    out += line ? ' ' : *p;
    p = line ? line : p + 1;
  }
  return out;
}

bool have_same_names(const FaceGroup& a, const FaceGroup& b) {
  return a.object == b.object && a.group == b.group && a.material == b.material;
}

class Importer {
 public:
  Importer(std::string_view text, std::string name, const ImportOptions& options)
      : text_(text), options_(options), leave_out_(options.leave_out) {
    options_.max_vertices = std::min<std::uint64_t>(options.max_vertices, beyond_any - 1);
    options_.max_corners = std::min<std::uint64_t>(options.max_corners, 0xffffffff);
    scene_.file = std::move(name);
  }

  Result<Scene> run() {
    if (text_.empty()) return error({ErrorCode::no_face, "the file is empty; export the level again", scene_.file, 0});
    const std::size_t start = text_.starts_with("\xef\xbb\xbf") ? 3 : 0;
    threads_ = options_.threads ? options_.threads : hardware_threads();
    // More chunks than threads balance the work: a vertex takes longer to read than a face of as many bytes.
    const std::size_t most = 1 + text_.size() / std::max<std::size_t>(options_.min_chunk_bytes, 1);
    chunks_ = cut_into_chunks(text_, start, threads_ == 1 ? 1 : std::min<std::size_t>(8 * std::size_t{threads_}, most));
    for_each_chunk([&](std::size_t i) { read_chunk(text_, options_, chunks_[i]); });
    add_up_chunks();
    collect_groups();
    if (!leave_out_.is_empty()) drop_left_out();
    check_corners();
    if (fault_) return error({fault_->code, fault_->message, scene_.file, line_of(text_, fault_->begin)});
    if (faces_before_.back() == 0)
      return error({ErrorCode::no_face,
                    "no face (f) among " + std::to_string(scene_.vertex_records) + " vertices; " +
                        (had_faces_ ? "leave less out" : "export polygons"),
                    scene_.file, 0});
    scene_.left_out = leave_out_.counts();
    return build();
  }

 private:
  static Error error(Error e) { return e; }

  // work(i) for every chunk, on all threads.
  template <class Work>
  void for_each_chunk(const Work& work) {
    const std::size_t n = chunks_.size();
    for_chunks(n, n, threads_, [&](std::size_t i, std::size_t, std::size_t) { work(i); });
  }

  // Keeps the fault that is the first in the file.
  void blame(Fault fault) {
    if (!fault_ || fault.begin < fault_->begin) fault_ = std::move(fault);
  }

  // Computes where each chunk's vertices, corners and faces start in the whole, and checks the limits on their sums. Of
  // the chunks after a fault only the number of vertices counts.
  void add_up_chunks() {
    std::uint64_t vertices = 0, corners = 0, faces = 0;
    read_ = chunks_.size();
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      const Chunk& chunk = chunks_[i];
      vertices_before_.push_back(vertices);
      if (auto fault = too_many_vertices(text_, chunk, vertices, options_)) blame(std::move(*fault));
      vertices += chunk.vertex_records;
      if (i >= read_) continue;
      corners_before_.push_back(corners);
      faces_before_.push_back(faces);
      if (auto fault = too_many_corners(text_, chunk, corners, options_)) blame(std::move(*fault));
      corners += chunk.corners.size();
      faces += chunk.face_ends.size();
      if (!chunk.fault) continue;
      blame(*chunk.fault);
      read_ = i + 1;
    }
    corners_before_.push_back(corners);
    faces_before_.push_back(faces);
    scene_.vertex_records = vertices;
  }

  // The runs of faces under the same names.
  void collect_groups() {
    std::string_view in_force[3];
    const NameChange* last = nullptr;
    std::uint64_t first_face = 0, bytes = 0;
    const auto close_run = [&] {
      std::string name[3];
      for (int i = 0; i < 3; ++i) name[i] = name_text(in_force[i]);
      FaceGroup group{static_cast<std::uint32_t>(first_face), std::move(name[0]), std::move(name[1]),
                      std::move(name[2])};
      if (have_same_names(scene_.groups.empty() ? FaceGroup{} : scene_.groups.back(), group)) return;
      bytes += sizeof(FaceGroup) + group.object.size() + group.group.size() + group.material.size();
      scene_.groups.push_back(std::move(group));
    };
    for (std::size_t i = 0; i < read_; ++i) {
      for (const NameChange& change : chunks_[i].names) {
        const std::uint64_t face = faces_before_[i] + change.face;
        if (last && face > first_face) close_run();
        if (bytes > options_.max_group_bytes)
          return blame({last->begin, last->end, ErrorCode::too_large,
                        "the names of the face groups take more than " + std::to_string(options_.max_group_bytes) +
                            " bytes together; shorten them, or sort the faces by group"});
        in_force[change.kind] = text_.substr(change.begin, change.end - change.begin);
        first_face = face;
        last = &change;
      }
    }
    if (last && faces_before_.back() > first_face) close_run();
  }

  // Takes the faces out of the chunks whose names are to be left out.
  void drop_left_out() {
    had_faces_ = faces_before_.back() > 0;
    std::vector<FaceGroup> kept;
    std::vector<std::uint32_t> begins;  // of runs of faces that are left out and that are not, by turns
    std::uint32_t dropped = 0;
    for (std::size_t g = 0; g < scene_.groups.size(); ++g) {
      FaceGroup& group = scene_.groups[g];
      const auto end = static_cast<std::uint32_t>(g + 1 < scene_.groups.size() ? scene_.groups[g + 1].first_face
                                                                               : faces_before_.back());
      if (leave_out_.takes({group.object, group.group, group.material})) {
        begins.insert(begins.end(), {group.first_face, end});
        dropped += end - group.first_face;
      } else {
        group.first_face -= dropped;
        if (kept.empty() || !have_same_names(kept.back(), group)) kept.push_back(std::move(group));
      }
    }
    scene_.groups = std::move(kept);
    const auto is_left_out = [&](std::uint64_t face) {
      return (std::ranges::upper_bound(begins, face) - begins.begin()) % 2 == 1;
    };
    for (std::size_t i = 0; i < read_; ++i) drop_faces(chunks_[i], faces_before_[i], is_left_out);
    for (std::size_t i = 0; i < read_; ++i) {
      corners_before_[i + 1] = corners_before_[i] + chunks_[i].corners.size();
      faces_before_[i + 1] = faces_before_[i] + chunks_[i].face_ends.size();
    }
  }

  // Takes faces out of a chunk, the first of which is `first` in the file.
  template <class IsLeftOut>
  static void drop_faces(Chunk& chunk, std::uint64_t first, const IsLeftOut& is_left_out) {
    std::vector<std::uint32_t> corners, ends;
    std::vector<RelativeCorner> relative;
    auto next = chunk.relative.begin();
    for (std::size_t f = 0; f < chunk.face_ends.size(); ++f) {
      const std::uint32_t begin = f == 0 ? 0 : chunk.face_ends[f - 1], end = chunk.face_ends[f];
      const bool keep = !is_left_out(first + f);
      for (; next != chunk.relative.end() && next->corner < end; ++next)
        if (keep) relative.push_back({next->corner - begin + static_cast<std::uint32_t>(corners.size()), next->vertex});
      if (!keep) continue;
      corners.insert(corners.end(), chunk.corners.begin() + begin, chunk.corners.begin() + end);
      ends.push_back(static_cast<std::uint32_t>(corners.size()));
    }
    chunk.corners = std::move(corners);
    chunk.face_ends = std::move(ends);
    chunk.relative = std::move(relative);
  }

  // Turns every corner into a vertex of the whole file and marks that vertex used. Blames a corner that names none.
  void check_corners() {
    used_.assign(scene_.vertex_records, 0);
    std::vector<std::optional<Fault>> bad(read_);
    for_each_chunk([&](std::size_t i) {
      if (i >= read_) return;
      bad[i] = name_vertices(text_, chunks_[i], vertices_before_[i], scene_.vertex_records);
      if (bad[i]) return;
      for (const std::uint32_t v : chunks_[i].corners) std::atomic_ref(used_[v]).store(1, std::memory_order_relaxed);
    });
    for (auto& fault : bad)
      if (fault) return blame(std::move(*fault));
  }

  Result<Scene> build() {
    Positions positions = join_positions();
    MergedPoints merged = merge_points(positions, used_, options_, std::min<std::size_t>(threads_, chunks_.size()));
    if (merged.too_fine) {
      const auto chunk = static_cast<std::size_t>(
          std::upper_bound(vertices_before_.begin(), vertices_before_.end(), *merged.too_fine) -
          vertices_before_.begin() - 1);
      const Fault fault = too_fine(text_, chunks_[chunk], *merged.too_fine - vertices_before_[chunk], options_);
      return error({fault.code, fault.message, scene_.file, line_of(text_, fault.begin)});
    }
    scene_.points = std::move(merged.table);
    scene_.face_begin.resize(faces_before_.back() + 1);
    scene_.face_points.resize(corners_before_.back());
    for_each_chunk([&](std::size_t i) {
      const Chunk& chunk = chunks_[i];
      std::transform(chunk.corners.begin(), chunk.corners.end(),
                     scene_.face_points.begin() + static_cast<std::ptrdiff_t>(corners_before_[i]),
                     [&](std::uint32_t v) { return merged.of_vertex[v]; });
      std::transform(chunk.face_ends.begin(), chunk.face_ends.end(),
                     scene_.face_begin.begin() + static_cast<std::ptrdiff_t>(faces_before_[i]) + 1,
                     [&](std::uint32_t end) { return static_cast<std::uint32_t>(corners_before_[i] + end); });
    });
    return std::move(scene_);
  }

  // Moves the positions of all chunks into one list, in file order.
  Positions join_positions() {
    Positions all = std::move(chunks_[0].positions);
    all.words.resize(3 * scene_.vertex_records);
    if (options_.numbers == Numbers::decimal) all.exponents.resize(3 * scene_.vertex_records);
    std::vector<std::size_t> wide_before(chunks_.size(), 0);
    for (std::size_t i = 1; i < chunks_.size(); ++i) {
      wide_before[i] = all.wide.size();
      for (auto& wide : chunks_[i].positions.wide) all.wide.push_back(std::move(wide));
    }
    for_each_chunk([&](std::size_t i) {
      if (i == 0) return;
      Positions part = std::move(chunks_[i].positions);
      const auto to = static_cast<std::ptrdiff_t>(3 * vertices_before_[i]);
      for (std::size_t k = 0; k < part.exponents.size(); ++k)
        if (part.exponents[k] == wide_exponent) part.words[k] += wide_before[i];
      std::copy(part.words.begin(), part.words.end(), all.words.begin() + to);
      if (!part.exponents.empty())  // only decimals have exponents
        std::copy(part.exponents.begin(), part.exponents.end(), all.exponents.begin() + to);
    });
    return all;
  }

  std::string_view text_;
  ImportOptions options_;
  LeaveOut leave_out_;
  bool had_faces_ = false;  // before some were left out
  Scene scene_;
  unsigned threads_ = 1;
  std::vector<Chunk> chunks_;
  std::size_t read_ = 0;  // chunks whose faces count: up to the first with a fault
  std::vector<std::uint64_t> vertices_before_, corners_before_, faces_before_;
  std::vector<std::uint8_t> used_;
  std::optional<Fault> fault_;
};

}  // namespace
}  // namespace obj

Result<Scene> import_obj_text(std::string_view text, std::string name, const ImportOptions& options) {
  try {
    auto scene = obj::Importer(text, name, options).run();
    if (!scene) return scene;
    scene->up = options.up;
    scene->numbers = options.numbers;
    scene->bytes = text.size();
    if (options.digest) scene->sha256 = checker::sha256_hex(text);
    return scene;
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::too_large, "not enough memory to read it; cut the level up", std::move(name), 0};
  }
}

Result<Scene> import_obj(const std::string& path, const ImportOptions& options) {
  const auto file = MappedFile::open(path);
  if (!file) return file.error();
  return import_obj_text(file->text(), path, options);
}

}  // namespace plumb::pipeline
