// SPDX-License-Identifier: GPL-3.0-or-later
// The page of plumb view: reads the data that the page holds, and shows them.
import { App, handle, make } from "./app.js";
import { missing, tell } from "./dom.js";
import { makeRenderer, prepare } from "./graphics.js";
import { unpack } from "./model.js";

async function start() {
  const what = missing();
  if (what) {
    tell(what);
    return;
  }
  try {
    const renderer = makeRenderer();
    const [made] = await Promise.all([unpack(document.getElementById("data").textContent).then(make), prepare(renderer)]);
    window.plumb = handle(new App(made, renderer));
  } catch (error) {
    tell(`The page's data cannot be shown: ${error.message}`);
    throw error;
  }
}

start();
