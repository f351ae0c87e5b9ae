// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <unordered_map>

#include "plumb/pipeline/decimal.h"
#include "plumb/pipeline/export.h"
#include "plumb/pipeline/verdict_style.h"
#include "plumb/pipeline/version.h"

namespace plumb::pipeline {
namespace {

using Number = std::uint64_t;  // of a vertex in the file, from 1

struct PlanHash {
  std::size_t operator()(const ExactPoint& p) const {
    std::size_t h = 0;
    for (int axis = 0; axis < 2; ++axis)
      for (const mpz_srcptr part : {p[axis].get_num_mpz_t(), p[axis].get_den_mpz_t()}) {
        h ^= static_cast<std::size_t>(mpz_sgn(part) + 1);
        for (std::size_t i = 0; i < mpz_size(part); ++i)
          h = (h ^ mpz_getlimbn(part, static_cast<mp_size_t>(i))) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
      }
    return h;
  }
};

// No surface stands vertically, so x and y name a point of it.
struct SamePlan {
  bool operator()(const ExactPoint& a, const ExactPoint& b) const { return a[0] == b[0] && a[1] == b[1]; }
};

// Writes each vertex when it is first asked for and numbers it. Corners of the input are shared by all surfaces that
// have them, other points within one surface.
class Vertices {
 public:
  Vertices(AtomicFile& file, const Baked& baked)
      : file_(file), baked_(baked), of_corner_(baked.scene.points.size(), 0) {}

  void begin_surface(const Surface& surface) {
    surface_ = &surface;
    here_.clear();
    corners_known_ = false;
  }

  Number of_corner(kernel::PointId p) {
    if (of_corner_[p] == 0) {
      const auto axis = [&](int a) { return nearest_double(baked_.scene.points, p, a); };
      of_corner_[p] = baked_.options.up == UpAxis::y ? write(axis(0), axis(2), -axis(1)) : write(axis(0), axis(1), axis(2));
    }
    return of_corner_[p];
  }

  Number of_point(const ExactPoint& point) {
    if (!corners_known_) {
      for (const kernel::PointId p : baked_.set.corners_of(*surface_)) here_.emplace(corner(p), Entry{0, p});
      corners_known_ = true;
    }
    const auto [at, is_new] = here_.try_emplace(point);
    if (is_new) {
      const ExactPoint p = to_input_frame(point, baked_.options.up);
      at->second.number = write(nearest_double(p[0]), nearest_double(p[1]), nearest_double(p[2]));
    }
    return at->second.corner == kernel::no_point ? at->second.number : of_corner(at->second.corner);
  }

 private:
  struct Entry {
    Number number = 0;
    kernel::PointId corner = kernel::no_point;
  };

  ExactPoint corner(kernel::PointId p) const {
    const kernel::PointTable& points = baked_.scene.points;
    ExactPoint exact;
    for (int axis = 0; axis < 3; ++axis) {
      exact[axis] = mpq_class(points.exact(p, axis), points.denominator());
      exact[axis].canonicalize();
    }
    return exact;
  }

  Number write(double x, double y, double z) {
    line_ = "v";
    for (const double value : {x, y, z}) {
      line_ += ' ';
      append_decimal(line_, value);
    }
    line_ += '\n';
    file_.write(line_);
    return ++count_;
  }

  AtomicFile& file_;
  const Baked& baked_;
  std::vector<Number> of_corner_;
  const Surface* surface_ = nullptr;
  std::unordered_map<ExactPoint, Entry, PlanHash, SamePlan> here_;
  bool corners_known_ = false;
  std::string line_;
  Number count_ = 0;
};

std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  return text;
}

std::string header(const Baked& b) {
  return std::string("# plumb ") + version() + ": where an agent can stand in " + one_line(b.options.scene) + "\n";
}

}  // namespace

ExactPoint to_input_frame(ExactPoint point, UpAxis up) {
  if (up == UpAxis::y) {
    mpz_neg(point[1].get_num_mpz_t(), point[1].get_num_mpz_t());
    std::swap(point[1], point[2]);
  }
  return point;
}

void export_obj(AtomicFile& file, const std::string& mtl_name, const Baked& b, Progress& progress) {
  file.write(header(b) + "# Coordinates are rounded to the nearest doubles; `plumb bake -o FILE.json` writes them exactly.\n" +
             "mtllib " + one_line(mtl_name) + "\n");
  CellGeometry geometry(b.scene.points, b.set, b.map);
  Vertices vertices(file, b);
  const auto& cells = b.map.table.cells;
  std::vector<Number> corners;  // of all cells, in their order
  std::vector<std::uint64_t> corners_end;
  corners_end.reserve(cells.size());
  kernel::PolygonId surface = kernel::no_polygon;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const kernel::Cell& c = cells[i];
    const Surface& s = b.set.surfaces[c.surface];
    if (c.surface != surface) vertices.begin_surface(s);
    surface = c.surface;
    if (c.line_count == 0)
      for (const kernel::PointId p : b.set.corners_of(s)) corners.push_back(vertices.of_corner(p));
    else
      for (const ExactPoint& p : geometry.vertices(c)) corners.push_back(vertices.of_point(p));
    corners_end.push_back(corners.size());
    if (i % 1024 == 0) progress.advance(static_cast<double>(i) / static_cast<double>(cells.size()));
  }

  const auto stances = static_cast<int>(b.map.stances.size());
  std::string line;
  for (int label = kernel::covered; label <= stances; ++label) {
    bool begun = false;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i].label != label) continue;
      if (!begun) {
        const std::string name = verdict_name(static_cast<kernel::Label>(label), b.map.stances);
        file.write("g " + name + "\nusemtl " + name + "\n");
        begun = true;
      }
      line = "f";
      for (std::uint64_t at = corners_end[i], first = i == 0 ? 0 : corners_end[i - 1]; at-- > first;)
        line += ' ' + std::to_string(corners[at]);
      line += '\n';
      file.write(line);
    }
  }
}

void export_mtl(AtomicFile& file, const Baked& b) {
  std::string text = header(b);
  const auto stances = static_cast<int>(b.map.stances.size());
  for (int i = kernel::covered; i <= stances; ++i) {
    const auto label = static_cast<kernel::Label>(i);
    text += "newmtl " + verdict_name(label, b.map.stances) + "\nKd";
    for (const std::uint8_t v : colour_of(label, b.map.stances.size())) {
      text += ' ';
      append_decimal(text, std::uint32_t{v} * 1000 / 255 / 1000.0);
    }
    text += "\nKs 0 0 0\nillum 1\n";
  }
  file.write(text);
}

}  // namespace plumb::pipeline
