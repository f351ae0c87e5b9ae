// SPDX-License-Identifier: GPL-3.0-or-later
// All tiles of a store as one page.
// Problem. A folder of pages cannot be sent as one file, and each page has the same script.
// 1. The page begins with the index of the tiles, whose links lead to the page itself with ?tile=I_J behind it.
// 2. What all pages have in common (page_frame) follows once, and then title and data of each, cut from its file.
// 3. A short script looks for ?tile= and writes that tile's page in place of the index. The page's own links are made
//    in pipeline/run/view/page/panels.js.
// Cost. Linear in the files; one of them is in memory at a time.
// Source: our own; docs/guide/tiles.md, Pages.
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "plumb/pipeline/bake_tile.h"
#include "plumb/pipeline/json.h"
#include "plumb/pipeline/text.h"
#include "plumb/pipeline/tile_index.h"
#include "tile_files.h"
#include "tile_page.h"

namespace plumb::pipeline {
namespace {

// As long as the page is parsed, document.open() would do nothing.
constexpr std::string_view script = R"js(<script>
window.addEventListener("load", () => {
  const name = new URLSearchParams(location.search).get("tile");
  const data = name && document.getElementById("tile-" + name);
  if (!data) return;
  const text = (id) => JSON.parse(document.getElementById(id).textContent);
  const page = text("before-title") + text("title-" + name) + text("before-data") + data.textContent + text("after-data");
  document.open();
  document.write(page);
  document.close();
});
</script>
)js";

std::string held(const std::string& id, std::string_view text) {
  return "<script type=\"text/plain\" id=\"" + id + "\">" + std::string(text) + "</script>\n";
}

// As a string of JSON without any <, so that no end of a script is in it.
std::string held_text(const std::string& id, std::string_view text) {
  std::string quoted;
  for (const char c : json_text(Json(std::string(text))))
    quoted += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return held(id, quoted);
}

// Title and data of a page; none if it is not in the frame.
std::optional<std::array<std::string_view, 2>> parts_of(std::string_view page, const PageFrame& frame) {
  if (!page.starts_with(frame.before_title) || !page.ends_with(frame.after_data)) return std::nullopt;
  page.remove_prefix(frame.before_title.size());
  const std::size_t title = page.find(frame.before_data);
  const std::size_t others = frame.before_data.size() + frame.after_data.size();
  if (title == std::string_view::npos || page.size() < title + others) return std::nullopt;
  return std::array{page.substr(0, title), page.substr(title + frame.before_data.size(), page.size() - title - others)};
}

}  // namespace

std::optional<Error> write_tiles_page(Output& out, const TileStore& store, const TilePlan& plan,
                                      const ViewSettings& settings) {
  std::vector<TileRow> rows;
  for (const Tile& tile : plan.tiles()) {
    const auto seam = seam_of_baked(store, plan, tile);
    if (!seam) return not_baked(store, tile);
    rows.emplace_back(*seam);
  }
  const PageFrame frame = page_frame();
  const std::string title = settings.title.empty() ? level_names(plan) : settings.title;
  const auto link = [&](const Tile& tile) { return has_page(store, tile) ? "?tile=" + text_of(tile) : std::string(); };
  std::uint64_t written = 0;
  const auto write = [&](std::string_view text) -> std::optional<Error> {
    written += text.size();
    if (written > settings.max_bytes)
      return Error{ErrorCode::too_large,
                   "the page of all tiles would have more than " + std::to_string(settings.max_bytes) +
                       " bytes; open " + store.folder() + "/index.html, or give a greater --max-bytes",
                   "", 0};
    out.write(text);
    return std::nullopt;
  };
  if (auto error = write(page_index(plan, title, rows, link))) return error;
  for (const auto& [id, text] : {std::pair{"before-title", &frame.before_title},
                                 {"before-data", &frame.before_data},
                                 {"after-data", &frame.after_data}})
    if (auto error = write(held_text(id, *text))) return error;
  for (const Tile& tile : plan.tiles()) {
    if (!has_page(store, tile)) continue;
    const std::string path = store.out_file(tile, page_ending);
    const auto page = MappedFile::open(path);
    if (!page) return page.error();
    const auto parts = parts_of(page->text(), frame);
    if (!parts) return not_as_written(store, {store.name_of(path), 0, ""});
    const std::string name = text_of(tile);
    if (auto error = write(held_text("title-" + name, (*parts)[0]) + held("tile-" + name, (*parts)[1]))) return error;
  }
  return write(std::string(script) + "</body></html>\n");
}

}  // namespace plumb::pipeline
