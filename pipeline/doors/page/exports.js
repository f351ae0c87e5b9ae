// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a bake can write, one of which a button makes and gives to the user.
import { download, el, section } from "../../run/view/page/dom.js";
import { isCancelled } from "./jobs.js";
import { pageWith } from "./save_page.js";

const formats = {
  json: "exact, for all of Plumb's commands",
  obj: "polygons", glb: "polygons, in colour", svg: "a plan", html: "a page of plumb view",
  bin: "one tile of Detour", mset: "a set of tiles of Detour", tres: "a navigation mesh of Godot",
  csv: "the table of areas", cert: "a certificate for plumb-check",
};

/** A section with a button for each format, and one for this page with the level. */
export function exportsOf(baking) {
  const said = el("p", { role: "status", class: "said", id: "exported" });
  const button = (format) => el("button", { type: "button", id: `export-${format}`, title: formats[format], click: async () => {
    if (!baking.level) return;
    const name = `${baking.level.scene.replace(/\.[^.]*$/, "")}_nav.${format}`;
    said.textContent = `writing ${name} …`;
    try {
      const { files } = await baking.asker.run(baking.command("bake", "-o", name, "--quiet"), baking.level.files);
      for (const [written, bytes] of files) download(new Blob([bytes]), written);
      said.textContent = [...files.keys()].join(", ");
    } catch (error) {
      said.textContent = isCancelled(error) ? "Stopped, since something else was asked: press again." : error.message;
    }
  } }, `.${format}`);
  const page = el("button", { type: "button", id: "export-page", title: "this page, which opens with the level and the options as they are", click: async () => {
    if (!baking.level) return;
    if (String(baking.shown) !== String(baking.settings.arguments())) {
      said.textContent = "This cannot be saved: it is not baked by these options.";
      return;
    }
    try {
      const name = `${baking.level.scene.replace(/\.[^.]*$/, "")}_plumb.html`;
      download(new Blob(await pageWith(baking.level, baking.settings.changes())), name);
      said.textContent = name;
    } catch (error) {
      said.textContent = `This cannot be saved: ${error.message}`;
    }
  } }, "page with the level");
  return section("Files", false, el("div", { class: "buttons" }, ...Object.keys(formats).map(button), page), said);
}
