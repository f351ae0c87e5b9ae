// SPDX-License-Identifier: LGPL-3.0-or-later
#include "files/updates.h"

#include <algorithm>

#include "read/obj_records.h"

namespace plumb::checker {
namespace {

// A decimal or a fraction.
Fraction read_number(Json& json) {
  const std::string text(json.text());
  const std::size_t slash = text.find('/');
  const auto decimal = [](const std::string& token) { return coordinate(token, Numbers::decimal).exact(); };
  try {
    if (slash == text.npos) return decimal(text);
    const Fraction below = decimal(text.substr(slash + 1));
    if (sgn(below) != 0) return decimal(text.substr(0, slash)) / below;
  } catch (const Refused& e) {
    throw json.wrong(e.what());
  }
  throw json.wrong("a fraction over 0");
}

void read_change(Json& json, Update& update) {
  using enum Update::Change;
  if (json.peek() == '"') {
    const std::string_view word = json.text();
    if (word != "block" && word != "unblock") throw json.wrong("a change is block, unblock, a cost or a tag");
    update.change = word == "block" ? block : unblock;
    return;
  }
  const auto read = json.object({"cost", "add_cost", "tag", "untag"}, [&](std::uint64_t k) {
    static constexpr Update::Change changes[] = {set_cost, add_cost, tag, untag};
    update.change = changes[k];
    if (k < 2) update.cost = read_number(json);
    else update.tag = json.text();
  });
  if (read == 0 || (read & (read - 1)) != 0) throw json.wrong("a change is one of cost, add_cost, tag and untag");
}

bool is_on_one_line(const std::vector<Place>& area) {
  std::size_t other = 0;  // a corner that is not in the place of the first
  for (const Place& c : area) {
    if (other == 0) {
      if (c != area[0]) other = static_cast<std::size_t>(&c - area.data());
      continue;
    }
    const Place &a = area[0], &b = area[other];
    if ((b[0] - a[0]) * (c[1] - a[1]) != (b[1] - a[1]) * (c[0] - a[0])) return false;
  }
  return true;
}

Update read_update(Json& json, bool y_up, Index at) {
  Update update{at, {}, {}, Update::Change::block, 0, ""};
  std::vector<Fraction> heights;
  const auto read = json.object({"area", "change", "heights"}, [&](std::uint64_t k) {
    if (k == 0)
      json.list([&] {
        std::vector<Fraction> two;
        json.list([&] { two.push_back(read_number(json)); });
        if (two.size() != 2) throw json.wrong("a corner of an area has two numbers");
        update.area.push_back({two[0], y_up ? Fraction(-two[1]) : two[1]});
      });
    else if (k == 1) read_change(json, update);
    else json.list([&] { heights.push_back(read_number(json)); });
  });
  if ((read & 3) != 3 || (read > 3 && heights.size() != 2))
    throw json.wrong("an update has an area, a change, and perhaps two heights");
  if (read > 3) update.heights = {heights[0], heights[1]};
  if (update.heights && (*update.heights)[0] > (*update.heights)[1]) throw json.wrong("the heights descend");
  if (is_on_one_line(update.area)) throw json.wrong("the corners of an area are fewer than three, or on one line");
  return update;
}

}  // namespace

std::vector<Update> read_updates(Json& json, bool y_up) {
  struct State {
    Update update;
    bool live, reverted, prepared;
  };
  std::vector<State> all;
  json.list([&] {
    const auto named = [&]() -> State& {
      const Index number = json.number();
      if (number == 0 || number > all.size() || all[number - 1].reverted) throw json.wrong("there is no such update");
      return all[number - 1];
    };
    const auto read = json.object({"update", "prepare", "enable", "disable", "revert"}, [&](std::uint64_t k) {
      if (k < 2) {
        Update update = read_update(json, y_up, to_index(all.size() + 1, "updates"));
        all.push_back({std::move(update), k == 0, false, k == 1});
      } else {
        State& state = named();
        if (k < 4 && !state.prepared) throw json.wrong("only a prepared update is enabled and disabled");
        state.live = k == 2;
        state.reverted = k == 4;
      }
    });
    if (read == 0 || (read & (read - 1)) != 0)
      throw json.wrong("an entry is one of update, prepare, enable, disable and revert");
  });
  json.end();
  std::vector<Update> live;
  for (State& s : all)
    if (s.live) live.push_back(std::move(s.update));
  return live;
}

}  // namespace plumb::checker
