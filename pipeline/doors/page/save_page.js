// SPDX-License-Identifier: GPL-3.0-or-later
// This page as a file that opens with a level: who gets it needs nothing else, and can ask what nobody has asked yet. The
// script, the style, the module and so the policy are those of this page.
import { el } from "../../run/view/page/dom.js";
import { pause } from "../../run/view/page/slices.js";

const atOnce = 2 ** 19; // characters

// Bytes as parts of the page are: base64 of gzip.
async function packed(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  const blob = await new Response(stream).blob();
  return new Promise((resolve, reject) => {
    const reader = Object.assign(new FileReader(), { onload: () => resolve(reader.result.split(",")[1] ?? ""), onerror: () => reject(reader.error) });
    reader.readAsDataURL(blob);
  });
}

/** The page with a level and the options that are not the defaults: the parts of its text. */
export async function pageWith({ scene, files }, changes) {
  const page = document.documentElement.cloneNode(true);
  delete page.dataset.theme;
  page.querySelector("title").textContent = `${scene} - Plumb`;
  page.querySelector("#app").replaceChildren(el("p", { class: "message", id: "message", role: "status" }, "Reading the page …"));
  for (const part of page.querySelectorAll("#veil, script[data-saved]")) part.remove();
  const names = [scene, ...Object.keys(files).filter((name) => name !== scene)];
  for (const name of names) {
    const part = el("script", { type: "application/gzip+base64", "data-saved": name, "data-options": JSON.stringify(changes) }, await packed(files[name]));
    page.querySelector("#worker").before(part);
  }
  // The module is most of the page, and nothing in it is to be escaped.
  const module = page.querySelector("#module");
  const content = module.textContent;
  module.textContent = "";
  const text = page.outerHTML;
  const begin = 'id="module">';
  const at = text.indexOf(begin) + begin.length;
  const parts = ["<!DOCTYPE html>\n", text.slice(0, at)];
  for (let i = 0; i < content.length; i += atOnce) {
    await pause();
    parts.push(new Blob([content.slice(i, i + atOnce)]));
  }
  return [...parts, text.slice(at)]; // what stands behind the end, a parser would take into the body
}
