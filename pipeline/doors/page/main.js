// SPDX-License-Identifier: GPL-3.0-or-later
// The page that bakes: unpacks the program that is inside of it, and waits for a level.
import { missing, tell } from "../../run/view/page/dom.js";
import { Baking } from "./baking.js";
import { Program } from "./jobs.js";
import { partOfPage } from "./level.js";

async function start() {
  const what = missing();
  if (what) {
    tell(what);
    return;
  }
  try {
    const module = await WebAssembly.compile(await partOfPage("module"));
    const script = document.getElementById("worker").textContent;
    const baking = new Baking(new Program(script, module), new Program(script, module));
    baking.showStart();
    if (await baking.restore(window.location.hash)) return;
    window.plumbStart = baking;
    baking.warmUp().catch(() => {}); // a bake that begins ends it
  } catch (error) {
    tell(`This page cannot compute here: ${error.message}`);
    throw error;
  }
}

start();
