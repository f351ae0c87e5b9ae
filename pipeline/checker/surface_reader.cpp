// SPDX-License-Identifier: LGPL-3.0-or-later
#include "surface_reader.h"

#include "verdict.h"

namespace checker {

void SurfaceReader::require_next(std::size_t number) const {
  const std::size_t next = next_ < traversable_.size() ? traversable_[next_] : world_.polygons.size();
  if (next < number) throw False("before this line, the traversable polygon " + std::to_string(next) + " is missing");
  if (next > number)
    throw False("polygon " + std::to_string(number) + " is not traversable, or not in its place");
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
  Surface surface(world_, tree_, bodies_, number, first_cell_, found);
  for (; records.is("line"); records.next()) {
    records.require_size(4);
    surface.add_line(records.integer(1), records.integer(2), records.integer(3));
  }
  for (; records.is("cell"); records.next()) {
    const std::size_t stances = world_.heights.size();
    const std::string_view word = records.word(1);
    const Label label = word == "covered"  ? stances + 1
                        : word == "inside" ? stances + 2
                                           : records.number(1, stances + 1);
    std::optional<Index> witness;
    if (records.word(2) != "-") witness = records.number(2, world_.polygons.size());
    sides_.clear();
    for (std::size_t i = 3; i < records.size(); ++i) sides_.push_back(records.number(i, surface.line_count()));
    surface.add_cell(label, witness, sides_);
  }
  for (; world_.clearing && records.is("piece"); records.next(), ++found.piece_records) read_piece(records, surface);
  for (; records.is("wall"); records.next(), ++found.walls) {
    records.require_size(7);
    surface.add_wall(records.number(1, world_.polygons.size()), records.number(2, world_.heights.size()),
                     {records.fraction(3), records.fraction(4), records.fraction(5), records.fraction(6)});
  }
  surface.finish();
}

// piece STANCE CELL l l l ... : B B ...
void SurfaceReader::read_piece(Records& records, Surface& surface) {
  const std::size_t stance = records.word(1) == "too_close" ? 0 : records.number(1, world_.heights.size() + 1);
  require(stance > 0 || records.word(1) == "too_close", "a stance begins with 1");
  const Index cell = records.number(2, surface.cell_count());
  sides_.clear();
  std::size_t i = 3;
  for (; i < records.size() && records.word(i) != ":"; ++i)
    sides_.push_back(records.number(i, surface.line_count()));
  require(i < records.size(), "here ':' is wanted");
  std::vector<Index> takers;
  for (++i; i < records.size(); ++i) takers.push_back(records.number(i, none));
  surface.add_piece(stance, cell, sides_, std::move(takers));
}

}  // namespace checker
