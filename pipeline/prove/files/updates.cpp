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
  return update;
}

}  // namespace

std::vector<Update> read_updates(Json& json, bool y_up) {
  struct State {
    Update update;
    bool live, reverted;
  };
  std::vector<State> all;
  json.list([&] {
    const auto named = [&]() -> State& {
      const Index number = json.number();
      if (number == 0 || number > all.size() || all[number - 1].reverted) throw json.wrong("there is no such update");
      return all[number - 1];
    };
    json.object({"update", "prepare", "enable", "disable", "revert"}, [&](std::uint64_t k) {
      if (k < 2) {
        Update update = read_update(json, y_up, to_index(all.size() + 1, "updates"));
        all.push_back({std::move(update), k == 0, false});
      } else {
        State& state = named();
        state.live = k == 2;
        state.reverted = k == 4;
      }
    });
  });
  json.end();
  std::vector<Update> live;
  for (State& s : all)
    if (s.live) live.push_back(std::move(s.update));
  return live;
}

}  // namespace plumb::checker
