// SPDX-License-Identifier: GPL-3.0-or-later
// The state of the view as the fragment of the page's address: camera, switches, slices and selection. A link with it
// shows the same picture.

/** Of an object of texts: "key=value&key=value". */
export const write = (parts) =>
  Object.entries(parts).filter(([, v]) => v !== "" && v !== null).map(([k, v]) => `${k}=${encodeURIComponent(v)}`).join("&");

/** And back; what cannot be read is left out. */
export function read(fragment) {
  const parts = {};
  for (const part of fragment.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    if (at < 1) continue;
    try {
      parts[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1));
    } catch {
      // no text of ours
    }
  }
  return parts;
}

/** Numbers in a text; null if one of them is none, or there are not as many as wanted. */
export function numbers(text, wanted) {
  const list = (text ?? "").split(",").map(Number);
  return list.length === wanted && list.every(Number.isFinite) ? list : null;
}
