// SPDX-License-Identifier: GPL-3.0-or-later
// A bake and its certificate, and a reader of certificates that compares them with the bake: is every record well
// formed, in its place, and what the bake found? (Whether a bake is right is for plumb-check to say.)
#pragma once
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "plumb/pipeline/decompose.h"
#include "plumb/pipeline/export_certificate.h"
#include "plumb/pipeline/files.h"
#include "plumb/pipeline/import_scene.h"
#include "plumb/pipeline/link.h"
#include "plumb/pipeline/scene_surfaces.h"
#include "plumb/pipeline/surface_plan.h"
#include "plumb/pipeline/surface_set.h"
#include "plumb/pipeline/write_baked.h"
#include "support/planar_scene.h"
#include "support/temporary_folder.h"

namespace plumb::tests {

struct CertifiedScene {
  pipeline::BakeOptions options;
  pipeline::Scene scene;
  pipeline::SurfaceSet parts, set;  // before and after welding
  pipeline::StanceMap map;
  pipeline::NavGraph graph;
  std::string text;
};

/// Throws std::runtime_error on a scene that cannot be baked.
inline CertifiedScene certify(const pipeline::BakeArguments& arguments) {
  const auto value = [](auto result) {
    if (!result) throw std::runtime_error(result.error().text());
    return std::move(*result);
  };
  CertifiedScene c;
  c.options = value(pipeline::make_bake_options(arguments));
  const auto& o = c.options;
  pipeline::ImportOptions reading;
  reading.numbers = o.numbers;
  reading.up = o.up;
  reading.threads = o.threads;
  reading.digest = true;
  c.scene = value(pipeline::import_obj(o.scene, reading));
  c.parts = c.set = value(pipeline::convexify(c.scene, o.bad_faces, o.threads));
  pipeline::merge_coplanar(c.set, c.scene.points, o.threads);
  const auto limit =
      o.slope ? kernel::SlopeLimit::from_degrees(*o.slope) : kernel::SlopeLimit::from_ratio(*o.slope_ratio);
  pipeline::classify(c.set, c.scene.points, *limit, o.sides, o.threads);
  const pipeline::SurfaceIndex index(c.scene.points, c.set);
  kernel::LadderCounts counts;
  pipeline::DecomposeOptions cutting{o.stances, o.step, o.decomposition, o.threads};
  c.map = pipeline::decompose(c.scene.points, c.set, index, cutting, counts);
  c.graph = pipeline::link(c.scene.points, c.set, index, c.map, {o.weld, o.threads});
  if (!is_valid(c.scene) || !is_valid(c.parts, c.scene.points.size()) || !is_valid(c.set, c.scene.points.size()) ||
      !is_valid(c.map, c.set.surfaces.size()) || !is_valid(c.graph, c.map))
    throw std::logic_error("a stage made an invalid value");
  const Folder folder;
  auto file = value(pipeline::AtomicFile::create(folder / "a.cert"));
  pipeline::Progress silent;
  const pipeline::CertificateSettings settings =
      pipeline::certificate_settings(c.options, value(pipeline::certified_level(c.scene)));
  pipeline::export_certificate(file, {{c.scene, c.set, c.map, c.graph}, settings}, silent);
  if (file.close() || file.commit()) throw std::runtime_error("the certificate cannot be written");
  c.text = text_of_file(folder / "a.cert");
  return c;
}

/// Reads a certificate from beginning to end. Throws std::logic_error naming the line that is not as it should be.
class CertificateReader {
 public:
  explicit CertificateReader(const CertifiedScene& c) : c_(c), in_(c.text), geometry_(c.scene.points, c.set, c.map) {}

  void read() {
    require(!c_.text.empty() && c_.text.back() == '\n', "no end of line");
    next();
    header();
    parts();
    welds();
    for (std::uint32_t i = 0; i < c_.set.surfaces.size(); ++i)
      if (c_.set.surfaces[i].kind == pipeline::SurfaceKind::traversable) surface(i);
    portals();
    expect("end " + std::to_string(surfaces_) + ' ' + std::to_string(cells_) + ' ' + std::to_string(walls_) + ' ' +
           std::to_string(portals_));
    require(words_.empty() && cells_ == c_.map.table.cells.size() && obstruction_ == c_.map.table.obstructions.size(),
            "records left");
  }

 private:
  using Plan = std::array<mpq_class, 2>;
  using Line = std::array<mpz_class, 3>;

  void require(bool holds, const std::string& what) const {
    if (!holds) throw std::logic_error("line " + std::to_string(line_number_) + ", '" + line_ + "': " + what);
  }
  void next() {
    words_.clear();
    line_.clear();
    ++line_number_;
    if (!std::getline(in_, line_)) return;
    require(!line_.empty() && line_.front() != ' ' && line_.back() != ' ' && line_.find("  ") == line_.npos, "blanks");
    std::istringstream words(line_);
    for (std::string word; words >> word;) words_.push_back(word);
  }
  void expect(const std::string& line) {
    require(line_ == line, "expected '" + line + "'");
    next();
  }
  bool is(const char* record) const { return !words_.empty() && words_[0] == record; }
  mpq_class fraction(std::size_t i) const {
    require(i < words_.size(), "too short");
    mpq_class v(words_[i], 10);
    v.canonicalize();
    require(v.get_str() == words_[i], "not in lowest terms");
    return v;
  }
  mpz_class integer(std::size_t i) const {
    const mpq_class v = fraction(i);
    require(v.get_den() == 1, "no integer");
    return v.get_num();
  }
  std::uint32_t number(std::size_t i, std::size_t end) const {
    const mpz_class v = integer(i);
    require(v >= 0 && v < end, "no such number");
    return static_cast<std::uint32_t>(v.get_ui());
  }

  void header() {
    const auto& o = c_.options;
    expect("plumb certificate 2");
    expect("scene " + c_.scene.sha256 + ' ' + std::to_string(std::filesystem::file_size(o.scene)));
    expect(std::string("numbers ") + text_of(o.numbers));
    expect(std::string("up ") + text_of(o.up));
    expect(std::string("sides ") + text_of(o.sides));
    expect(o.slope ? "slope " + o.slope->get_str() : "slope-ratio " + o.slope_ratio->get_str());
    expect("step " + o.step.get_str());
    expect("weld " + o.weld.get_str());
    expect(std::string("solids ") + text_of(o.solids));
    expect(std::string("bad-faces ") + text_of(o.bad_faces));
    for (const auto& s : o.stances) expect("stance " + s.name + ' ' + s.height.get_str());
  }

  pipeline::FacePart face_part(std::size_t i) const {
    return {number(i, c_.scene.face_count()), number(i + 1, 1u << 24)};
  }
  std::vector<kernel::PointId> outline(std::size_t i) const {
    std::vector<kernel::PointId> out;
    for (; i < words_.size(); ++i) out.push_back(number(i, c_.scene.points.size()));
    return out;
  }
  std::vector<kernel::PointId> file_order(const pipeline::SurfaceSet& set, const pipeline::Surface& s) const {
    const auto c = set.corners_of(s);
    std::vector<kernel::PointId> out(c.begin(), c.end());
    if (s.faces_up) std::reverse(out.begin() + 1, out.end());
    return out;
  }

  std::span<const kernel::PointId> corners_of_face(std::uint32_t face) const {
    const auto begin = c_.scene.face_begin[face], end = c_.scene.face_begin[face + 1];
    return std::span(c_.scene.face_points).subspan(begin, end - begin);
  }
  // Is r on the segment from p to q, its ends left out?
  bool within(kernel::PointId p, kernel::PointId q, kernel::PointId r) const {
    std::array<mpq_class, 3> there, back;
    for (int k = 0; k < 3; ++k) {
      there[k] = c_.scene.points.exact(r, k) - c_.scene.points.exact(p, k);
      back[k] = c_.scene.points.exact(q, k) - c_.scene.points.exact(r, k);
    }
    mpq_class along = 0;
    for (int k = 0; k < 3; ++k) {
      along += there[k] * back[k];
      if (there[k] * back[(k + 1) % 3] != there[(k + 1) % 3] * back[k]) return false;
    }
    return along > 0;
  }

  // Crossings of the face whose parts follow: each is within two of its edges.
  void crossings() {
    for (; is("crossing"); next(), ++crossing_) {
      require(crossing_ < c_.set.crossings.size(), "more crossings than there are");
      const auto& [face, point, ends] = c_.set.crossings[crossing_];
      require(words_.size() == 6 && number(1, c_.scene.face_count()) == face, "of another face");
      const auto corners = corners_of_face(face);
      for (std::size_t k = 0; k < 4; k += 2) {
        require(
            number(k + 2, c_.scene.points.size()) == ends[k] && number(k + 3, c_.scene.points.size()) == ends[k + 1],
            "of other edges");
        bool is_edge = false;
        for (std::size_t i = 0; i < corners.size(); ++i)
          is_edge = is_edge || (corners[i] == ends[k] && corners[(i + 1) % corners.size()] == ends[k + 1]);
        require(is_edge && within(ends[k], ends[k + 1], point), "no point of such an edge");
      }
    }
  }

  // The parts of a face run along its sides once, and along what they share once in either direction.
  void parts() {
    std::map<std::pair<kernel::PointId, kernel::PointId>, int> sides;
    crossings();
    for (auto part = c_.parts.surfaces.begin(); is("part"); ++part) {
      const auto [face, number] = face_part(1);
      const auto corners = outline(3);
      while (part->face < face) ++part;
      require(part->face == face && part->part == number && file_order(c_.parts, *part) == corners, "another part");
      const auto add = [&](std::span<const kernel::PointId> c, int times) {
        for (std::size_t i = 0; i < c.size(); ++i) {
          const auto p = c[i], q = c[(i + 1) % c.size()];
          if (p != q) sides[std::minmax(p, q)] += p < q ? times : -times;
        }
      };
      add(corners, 1);
      if (number == 0) add(split_outline(face), -1);
      next();
      if (is("part") && words_[1] == std::to_string(face)) continue;
      const bool in_any_order =
          std::ranges::any_of(c_.set.dropped_corners, [&, face = face](const auto& d) { return d.face == face; });
      require(in_any_order || (number > 0 && std::ranges::all_of(sides, [](const auto& s) { return s.second == 0; })),
              "the parts are not the face");
      sides.clear();
      faces_in_parts_.insert(face);
      crossings();
    }
    require(crossing_ == c_.set.crossings.size(), "crossings left");
    // Convex faces are one part, planar or not; the fan of one that is not planar is the only other reason for several
    // parts that are not listed.
    for (const std::uint32_t face : c_.set.split_faces) {
      const bool planar = in_one_plane(corners_of_face(face));
      const bool triangulated = std::ranges::binary_search(c_.set.triangulated_faces, face);
      require(faces_in_parts_.contains(face) == (planar || triangulated), "face " + std::to_string(face));
    }
  }
  // The corners of a face, with those and the crossings in between that lie on its sides.
  std::vector<kernel::PointId> split_outline(std::uint32_t face) const {
    const auto corners = corners_of_face(face);
    std::set<kernel::PointId> points(corners.begin(), corners.end());
    for (const auto& c : c_.set.crossings)
      if (c.face == face) points.insert(c.point);
    std::vector<kernel::PointId> out;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const auto p = corners[i], q = corners[(i + 1) % corners.size()];
      out.push_back(p);
      std::vector<kernel::PointId> on;
      std::ranges::copy_if(points, std::back_inserter(on), [&](auto r) { return within(p, q, r); });
      std::ranges::sort(on, [&](auto r, auto s) { return within(p, s, r); });
      out.insert(out.end(), on.begin(), on.end());
    }
    return out;
  }
  bool in_one_plane(std::span<const kernel::PointId> c) const {
    const auto n = test::twice_area(c_.scene.points, c);
    const auto height = [&](kernel::PointId p) {
      mpq_class h = 0;
      for (int k = 0; k < 3; ++k) h += n[k] * c_.scene.points.exact(p, k);
      return h;
    };
    return std::ranges::all_of(c, [&](auto p) { return height(p) == height(c[0]); });
  }

  // Its members have its area, in its plane and direction; no two welds share one; each polygon is a weld or a part.
  void welds() {
    std::set<pipeline::FacePart> welded;
    pipeline::FacePart last{};
    for (std::size_t count = 0; is("weld"); ++count) {
      std::array<mpq_class, 3> area{};
      std::size_t i = 1;
      for (; i < words_.size() && words_[i] != ":"; i += 2) {
        const auto member = face_part(i);
        require(i == 1 ? count == 0 || last < member : last < member, "not ascending");
        if (i == 1) last = member;
        require(welded.insert(member).second, "a part is welded twice");
        const auto part = std::ranges::lower_bound(c_.parts.surfaces, std::pair(member.face, member.part), {},
                                                   [](const auto& s) { return std::pair(s.face, s.part); });
        require(part != c_.parts.surfaces.end() && part->face == member.face && part->part == member.part,
                "no such part");
        const auto a = test::twice_area(c_.scene.points, file_order(c_.parts, *part));
        for (int k = 0; k < 3; ++k) area[k] += a[k];
      }
      require(i >= 5, "fewer than two members");
      const auto corners = outline(i + 1);
      require(test::twice_area(c_.scene.points, corners) == area && test::convex_and_planar(c_.scene.points, corners),
              "another outline");
      ++welds_;
      next();
    }
    require(c_.parts.surfaces.size() - welded.size() + welds_ == c_.set.surfaces.size(), "the number of polygons");
  }

  Plan plan(kernel::PointId p) const {
    Plan out;
    for (int k = 0; k < 2; ++k) {
      out[k] = c_.scene.points.exact(p, k) / c_.scene.points.denominator();
      out[k].canonicalize();
    }
    return out;
  }
  static mpq_class turn(const Plan& p, const Plan& q, const Plan& r) {
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  }

  // As the format says: counter-clockwise, only corners where it turns, from that of the lowest number.
  void sides_of(std::uint32_t id) {
    const auto clockwise = c_.set.corners_of(c_.set.surfaces[id]);
    const std::size_t n = clockwise.size();
    std::vector<kernel::PointId> corners;
    for (std::size_t i = n; i-- > 0;)
      if (turn(plan(clockwise[(i + n - 1) % n]), plan(clockwise[i]), plan(clockwise[(i + 1) % n])) != 0)
        corners.push_back(clockwise[i]);
    std::rotate(corners.begin(), std::ranges::min_element(corners), corners.end());
    lines_.clear();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Plan p = plan(corners[i]), q = plan(corners[(i + 1) % corners.size()]);
      const mpq_class a = p[1] - q[1], b = q[0] - p[0], c = -(a * p[0] + b * p[1]);
      const mpz_class scale = a.get_den() * b.get_den() * c.get_den();
      lines_.push_back({mpz_class(a * scale), mpz_class(b * scale), mpz_class(c * scale)});
    }
  }

  Plan meet(const Line& l, const Line& m) const {
    const mpz_class w = l[0] * m[1] - l[1] * m[0];
    require(w != 0, "neighbouring sides are parallel");
    Plan p = {mpq_class(l[1] * m[2] - l[2] * m[1], w), mpq_class(l[2] * m[0] - l[0] * m[2], w)};
    for (mpq_class& v : p) v.canonicalize();
    return p;
  }

  void surface(std::uint32_t id) {
    expect("surface " + std::to_string(id));
    ++surfaces_;
    sides_of(id);
    used_ = sides_ = lines_.size();
    for (; is("line"); next()) {
      require(words_.size() == 4, "three numbers");
      const Line l = {integer(1), integer(2), integer(3)};
      require((l[0] > 0 || (l[0] == 0 && l[1] > 0)) && gcd(gcd(l[0], l[1]), l[2]) == 1, "not in normal form");
      lines_.push_back(l);
    }
    std::set<Line> distinct(lines_.begin() + static_cast<std::ptrdiff_t>(sides_), lines_.end());
    require(distinct.size() == lines_.size() - sides_, "a line twice");
    for (std::size_t i = 0; i < sides_; ++i)
      for (std::size_t j = sides_; j < lines_.size(); ++j)
        require(lines_[i][0] * lines_[j][1] != lines_[i][1] * lines_[j][0] ||
                    lines_[i][0] * lines_[j][2] != lines_[i][2] * lines_[j][0] ||
                    lines_[i][1] * lines_[j][2] != lines_[i][2] * lines_[j][1],
                "a side as a line");
    bool all_covered = true;
    const std::size_t first = cells_;
    for (; is("cell"); next()) all_covered &= cell(id);
    require(cells_ > first, "no cell");
    require(cells_ == c_.map.table.cells.size() || c_.map.table.cells[cells_].surface != id, "a cell is missing");
    require(used_ == lines_.size(), "a line is not used");
    walls(id, all_covered);
  }

  bool cell(std::uint32_t id) {
    require(cells_ < c_.map.table.cells.size(), "more cells than there are");
    const vcd::Cell& expected = c_.map.table.cells[cells_++];
    require(expected.surface == id && words_.size() >= 3, "another surface's cell");
    require(words_[1] == (expected.label == kernel::covered ? "covered" : std::to_string(expected.label)),
            "another label");
    require(words_[2] == (expected.witness == kernel::no_polygon ? "-" : std::to_string(expected.witness)),
            "another witness");
    if (words_.size() > 3) corners(expected);
    else require(expected.line_count == 0, "not the whole polygon");
    return expected.label == kernel::covered;
  }

  void corners(const vcd::Cell& expected) {
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 3; i < words_.size(); ++i) {
      numbers.push_back(number(i, lines_.size()));
      require(numbers.back() <= used_, "not in the order of first use");
      if (numbers.back() == used_) ++used_;
    }
    std::vector<Plan> found, known;
    const std::size_t n = numbers.size();
    for (std::size_t i = 0; i < n; ++i) found.push_back(meet(lines_[numbers[i]], lines_[numbers[(i + 1) % n]]));
    for (std::size_t i = 0; i < n; ++i)
      require(turn(found[i], found[(i + 1) % n], found[(i + 2) % n]) > 0, "not counter-clockwise");
    for (const auto& v : geometry_.vertices(expected)) known.push_back({v[0], v[1]});
    std::ranges::sort(found);
    std::ranges::sort(known);
    require(found == known, "other corners");
  }

  struct Wall {
    std::uint32_t wall;
    Plan from, to;
    kernel::Label may_cross;
    bool operator<(const Wall& o) const { return std::tie(wall, from, to) < std::tie(o.wall, o.from, o.to); }
  };
  void walls(std::uint32_t id, bool all_covered) {
    std::vector<Wall> known;
    const auto& all = c_.map.table.obstructions;
    for (; obstruction_ < all.size() && all[obstruction_].surface == id; ++obstruction_) {
      const auto [p, q] = geometry_.ends(all[obstruction_]);
      const Plan from = {p[0], p[1]}, to = {q[0], q[1]};
      known.push_back({all[obstruction_].wall, std::min(from, to), std::max(from, to), all[obstruction_].may_cross});
    }
    std::ranges::sort(known, std::less<>());
    require(!all_covered || known.empty(), "walls where nobody walks");
    for (std::size_t i = 0; i < known.size(); ++i) {
      const Wall& w = known[i];
      std::string line = "wall " + std::to_string(w.wall) + ' ' + std::to_string(w.may_cross);
      for (const Plan* end : {&w.from, &w.to}) line += ' ' + (*end)[0].get_str() + ' ' + (*end)[1].get_str();
      require(w.from < w.to, "a wall without length");
      const bool follows = i > 0 && known[i - 1].wall == w.wall;
      require(
          !follows || known[i - 1].to < w.from || (known[i - 1].to == w.from && known[i - 1].may_cross != w.may_cross),
          "not maximal");
      expect(line);
      ++walls_;
    }
  }

  struct Portal {
    std::uint32_t a, b;
    std::string kind;
    kernel::Label stance;
    Plan from, to;
    auto key() const { return std::tuple(kind == "weld", a, b, from, to); }
  };
  // Records ascend and cannot be joined; every piece of a portal of the graph lies in one, and they fill it.
  void portals() {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::pair<Portal, mpq_class>>> known;
    const auto length = [](const Plan& p, const Plan& q) { return mpq_class(abs(q[0] - p[0]) + abs(q[1] - p[1])); };
    const std::size_t cells = c_.map.table.cells.size();
    std::optional<Portal> last;
    for (; is("portal"); next()) {
      require(words_.size() == (words_[1] == "weld" ? 14 : 9), "another number of words");
      Portal p{
          number(3, cells),           number(4, cells),          words_[1], static_cast<kernel::Label>(number(2, 256)),
          {fraction(5), fraction(6)}, {fraction(7), fraction(8)}};
      require(p.from < p.to && (p.kind == "weld" || p.a < p.b), "not ascending");
      require(!last || last->key() < p.key(), "not in its place");
      require(!last || p.kind == "weld" || last->a != p.a || last->b != p.b || last->to < p.from ||
                  last->stance != p.stance,
              "not maximal");
      if (p.kind == "weld") far_ends_.push_back(words_[10] + ' ' + words_[11] + ' ' + words_[12] + ' ' + words_[13]);
      known[{p.a, p.b}].emplace_back(p, length(p.from, p.to));
      last = std::move(p);
      ++portals_;
    }
    const auto take = [&](const Portal& piece) {
      for (auto& [p, left] : known[{piece.a, piece.b}])
        if (p.kind == piece.kind && p.stance == piece.stance && p.from <= piece.from && piece.to <= p.to &&
            turn(p.from, p.to, piece.from) == 0 && turn(p.from, p.to, piece.to) == 0) {
          left -= length(piece.from, piece.to);
          return;
        }
      require(false, "a portal between " + std::to_string(piece.a) + " and " + std::to_string(piece.b) + " is missing");
    };
    const auto& graph = c_.graph;
    const auto plan = [](const pipeline::ExactPoint& p) { return Plan{p[0], p[1]}; };
    const auto vertex = [&](pipeline::VertexRef v) {
      const auto& at = graph.vertices[v];
      return plan(at.cell == pipeline::GraphVertex::no_cell ? graph.points[at.corner]
                                                            : geometry_.vertex(c_.map.table.cells[at.cell], at.corner));
    };
    for (pipeline::HalfEdgeId i = 0; i < graph.half_edges.size(); ++i) {
      const auto& side = graph.half_edges[i];
      if (side.twin == pipeline::no_half_edge || graph.half_edges[side.twin].cell < side.cell ||
          graph.stance_through(i) < 1)
        continue;
      const Plan p = vertex(side.from), q = vertex(side.to);
      take({side.cell, graph.half_edges[side.twin].cell, "flush", graph.stance_through(i), std::min(p, q),
            std::max(p, q)});
    }
    std::vector<std::string> far_ends;
    for (const auto& p : graph.portals) {
      const bool weld = p.kind == pipeline::PortalKind::weld;
      const std::uint32_t a = graph.half_edges[p.a].cell, b = graph.half_edges[p.b].cell;
      const Plan from = plan(p.on_a[0]), to = plan(p.on_a[1]);
      take({weld ? a : std::min(a, b), weld ? b : std::max(a, b), weld ? "weld" : "step", p.stance, std::min(from, to),
            std::max(from, to)});
      const auto& [first, second] = std::pair(p.on_b[from < to ? 0 : 1], p.on_b[from < to ? 1 : 0]);
      if (weld)
        far_ends.push_back(first[0].get_str() + ' ' + first[1].get_str() + ' ' + second[0].get_str() + ' ' +
                           second[1].get_str());
    }
    std::ranges::sort(far_ends);
    std::ranges::sort(far_ends_);
    require(far_ends == far_ends_, "other ends of welds");
    for (const auto& [cells_of, records] : known)
      for (const auto& [p, left] : records)
        require(left == 0, "a portal that the graph has not, at cell " + std::to_string(p.a));
  }

  const CertifiedScene& c_;
  std::istringstream in_;
  pipeline::CellGeometry geometry_;
  std::string line_;
  std::vector<std::string> words_;
  std::size_t line_number_ = 0, surfaces_ = 0, cells_ = 0, walls_ = 0, welds_ = 0, obstruction_ = 0, portals_ = 0;
  std::vector<std::string> far_ends_;  // of welds, as written
  std::set<std::uint32_t> faces_in_parts_;
  std::size_t crossing_ = 0;          // the next one of the set
  std::vector<Line> lines_;           // of the surface at hand: its sides, then its records
  std::size_t sides_ = 0, used_ = 0;  // lines below `used_` have been used
};

}  // namespace plumb::tests
