// SPDX-License-Identifier: LGPL-3.0-or-later
#include "verify/surface_reader.h"

#include "base/verdict.h"
#include "read/records.h"

namespace plumb::checker {

void SurfaceReader::require_next(std::size_t number) const {
  const std::size_t next = next_ < traversable_.size() ? traversable_[next_] : world_.polygons.size();
  if (next < number)
    throw Refutation("before this line, the traversable polygon " + std::to_string(next) + " is missing");
  if (next > number) throw Refutation("polygon " + std::to_string(number) + " is not traversable, or not in its place");
}

void SurfaceReader::read(Records& records) {
  while (records.is("surface")) {
    records.require_size(2);
    const Index number = records.number(1, world_.polygons.size());
    require_next(number);
    records.next();
    Found& found = found_.emplace_back();
    found.number = number;
    read_surface(records, number, found);
    first_cell_ += found.cells.cells.size();
    ++next_;
  }
}

void SurfaceReader::read_surface(Records& records, Index number, Found& found) {
  Surface surface(world_, tree_, bodies_, threads_, number, first_cell_, found);
  for (; records.is("line"); records.next()) {
    records.require_size(4);
    surface.add_line(records.integer(1), records.integer(2), records.integer(3));
  }
  while (records.is("cell")) read_cells(records, surface);
  for (; world_.clearing && records.is("piece"); records.next(), ++found.piece_records) read_piece(records, surface);
  found.walls = read_walls(records, surface);
  surface.finish();
}

// Some cells are read, then checked on all threads, then added. One that cannot be read is told of if no cell before it
// is wrong.
void SurfaceReader::read_cells(Records& records, Surface& surface) {
  constexpr std::size_t at_once = 1024;
  struct Given {
    Surface::Cell cell;
    std::uint64_t line;
  };
  std::vector<Given> cells;
  std::exception_ptr error;
  try {
    for (; records.is("cell") && cells.size() < at_once; records.next()) {
      const std::size_t stances = world_.heights.size();
      const std::string_view word = records.word(1);
      const Label label = word == "covered"  ? stances + 1
                          : word == "inside" ? stances + 2
                                             : records.number(1, stances + 1);
      std::optional<Index> witness;
      if (records.word(2) != "-") witness = records.number(2, world_.polygons.size());
      sides_.clear();
      for (std::size_t i = 3; i < records.size(); ++i) sides_.push_back(records.number(i, surface.line_count()));
      const std::uint64_t line = records.line();
      cells.push_back({surface.shaped_cell(label, witness, sides_), line});
    }
  } catch (...) {
    error = std::current_exception();
  }
  std::vector<std::exception_ptr> wrong(cells.size());
  threads_.run_ranges(cells.size(), 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      try {
        surface.check(cells[i].cell);
      } catch (...) {
        wrong[i] = std::current_exception();
      }
    }
  });
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (wrong[i]) {
      records.say_line(cells[i].line);
      std::rethrow_exception(wrong[i]);
    }
    surface.add(cells[i].cell);
  }
  if (error) std::rethrow_exception(error);
}

// In sections on all threads, if there are several. The answer: how many.
std::uint64_t SurfaceReader::read_walls(Records& records, Surface& surface) {
  std::size_t count = 0;
  const auto read = [&](Records& part, std::size_t& n) {
    for (; part.is("wall"); part.next(), ++n) {
      part.require_size(7);
      surface.check_wall(n, part.number(1, world_.polygons.size()), part.number(2, world_.heights.size()),
                         {part.ratio(3), part.ratio(4), part.ratio(5), part.ratio(6)});
    }
  };
  while (records.is("wall")) {
    const auto sections =
        threads_.count() > 1 ? records.sections(threads_.count() * std::size_t{8}) : std::vector<Section>();
    if (sections.empty()) {
      read(records, count);
      break;
    }
    std::vector<std::size_t> at{count};
    for (const Section& s : sections) at.push_back(at.back() + s.records);
    read_sections(
        records, sections, threads_, [&](std::size_t i, Records& part) { read(part, at[i]); },
        [&](std::size_t i) { count = at[i]; });
  }
  surface.add_walls(count);
  return count;
}

// piece STANCE CELL l l l ... : B B ...
void SurfaceReader::read_piece(Records& records, Surface& surface) {
  const std::size_t stance = records.word(1) == "too_close" ? 0 : records.number(1, world_.heights.size() + 1);
  require(stance > 0 || records.word(1) == "too_close", "a stance begins with 1");
  const Index cell = records.number(2, surface.cell_count());
  sides_.clear();
  std::size_t i = 3;
  for (; i < records.size() && records.word(i) != ":"; ++i) sides_.push_back(records.number(i, surface.line_count()));
  require(i < records.size(), "here ':' is wanted");
  std::vector<Index> takers;
  for (++i; i < records.size(); ++i) takers.push_back(records.number(i, none));
  surface.add_piece(stance, cell, sides_, std::move(takers));
}

}  // namespace plumb::checker
