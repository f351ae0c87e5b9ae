// SPDX-License-Identifier: GPL-3.0-or-later
// The page of plumb view: reads the data that the page holds, and shows them.
import { App, handle, make } from "./app.js";
import { missing, tell } from "./dom.js";
import { unpack } from "./model.js";

async function start() {
  const what = missing();
  if (what) {
    tell(what);
    return;
  }
  try {
    window.plumb = handle(new App(await make(await unpack(document.getElementById("data").textContent))));
  } catch (error) {
    tell(`The page's data cannot be shown: ${error.message}`);
    throw error;
  }
}

start();
