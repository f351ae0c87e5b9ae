// SPDX-License-Identifier: GPL-3.0-or-later
// Small helpers for the page's panels. All text from files goes in as text, never as HTML.

/** An element with attributes and children. An attribute that is a function listens to the event of its name. */
export const el = (tag, attributes = {}, ...children) => dress(document.createElement(tag), attributes, ...children);

/** Gives an element attributes and children. */
export function dress(made, attributes, ...children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** Text from a file, apart from the direction of the text around it. */
export const foreign = (text) => el("bdi", { class: "foreign", title: text.length > 60 ? text : null }, text);

/** A small square in a colour. */
export function swatch(colour) {
  const made = el("span", { class: "swatch", "aria-hidden": "true" });
  made.style.background = colour;
  return made;
}

/** A section of the panel that can be folded. */
export function section(title, open, ...children) {
  return el("details", open ? { open: true } : {}, el("summary", {}, title), ...children);
}

/**
 * A number in few digits, whose exact text a tap, a click or Enter shows in its place; the mouse over it shows it, too.
 * `exact`: the text, or a function that makes it, where that takes long.
 */
export function exactNumber(shown, exact) {
  if (exact === shown) return el("span", { class: "number" }, shown);
  const made = el("button", { type: "button", class: "number", "aria-pressed": "false" }, shown);
  const describe = () => {
    made.title ||= typeof exact === "string" ? exact : exact();
    made.setAttribute("aria-label", `${shown}, exactly ${made.title}`);
  };
  if (typeof exact === "string") describe();
  else for (const event of ["pointerenter", "focus"]) made.addEventListener(event, describe);
  made.addEventListener("click", (e) => {
    e.preventDefault();
    describe();
    const isExact = made.getAttribute("aria-pressed") === "true";
    made.setAttribute("aria-pressed", String(!isExact));
    made.textContent = isExact ? shown : made.title;
  });
  return made;
}

/** Text for the clipboard, with a button that says whether it is there. */
export function copyButton(name, text, attributes = {}) {
  const made = el("button", { type: "button", ...attributes }, name);
  const said = el("span", { role: "status", class: "said" });
  made.addEventListener("click", async () => {
    const isCopied = await copy(text());
    said.textContent = isCopied ? "copied" : "not copied: this browser does not allow it";
    setTimeout(() => { said.textContent = ""; }, 4000);
  });
  return [made, said];
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A page that was not opened in a secure context has no clipboard; the older way needs a selection.
    const area = el("textarea", { "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

export const count = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

/** Six digits, as the command's tables have them. */
export function sixDigits(value) {
  if (value === 0) return "0";
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size < 0.001 || size >= 1e15) return value.toPrecision(6);
  const decimals = Math.max(5 - Math.floor(Math.log10(size)), 0);
  const text = value.toFixed(decimals);
  return decimals > 0 ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
}

/** A word as a shell takes it. */
export const shellWord = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** Gives the user a file. */
export function download(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** A message in place of the page. */
export function tell(text) {
  const message = document.getElementById("message");
  message.hidden = false;
  message.textContent = text;
}

/** What this browser lacks for a page of ours, as a sentence; null: nothing. */
export function missing() {
  if (!hasWebGl()) return "This browser does not draw in three dimensions here: WebGL is missing or switched off. Try another browser, or switch on hardware acceleration in its settings.";
  if (typeof DecompressionStream === "undefined") return "This browser is too old to unpack the page's data. Chromium from version 80 and Firefox from version 113 do it.";
  return null;
}

function hasWebGl() {
  try {
    const canvas = document.createElement("canvas");
    return Boolean(canvas.getContext("webgl2") || canvas.getContext("webgl"));
  } catch {
    return false;
  }
}
