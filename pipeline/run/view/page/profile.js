// SPDX-License-Identifier: GPL-3.0-or-later
// The height profile along a straight line in plan: what a vertical plane through two points cuts of the level. A
// drawing for people, in doubles.

const space = "http://www.w3.org/2000/svg";

function node(name, attributes) {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** The pieces that the plane cuts: [t, z, t, z, footing] with t from 0 at the first point to 1 at the second. */
export function cutPieces(model, from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = dx * dx + dy * dy;
  const p = model.scenePoints;
  const pieces = [];
  if (length === 0) return pieces;
  for (let polygon = 0; polygon < model.polygonFace.length; ++polygon) {
    const sideOf = (c) => dx * (p[3 * c + 1] - from[1]) - dy * (p[3 * c] - from[0]);
    const [first, end] = [model.polygonBegin[polygon], model.polygonBegin[polygon + 1]];
    let left = 0; // corners
    for (let i = first; i < end; ++i) if (sideOf(model.polygonCorners[i]) > 0) left += 1;
    if (left === 0 || left === end - first) continue;
    const ring = model.ringOf(polygon);
    const side = ring.map(sideOf);
    const ends = [];
    for (let i = 0; i < ring.length; ++i) {
      const j = (i + 1) % ring.length;
      if (side[i] > 0 === side[j] > 0) continue;
      const share = side[i] / (side[i] - side[j]);
      const at = [0, 1, 2].map((k) => p[3 * ring[i] + k] + share * (p[3 * ring[j] + k] - p[3 * ring[i] + k]));
      ends.push([(dx * (at[0] - from[0]) + dy * (at[1] - from[1])) / length, at[2]]);
    }
    if (ends.length !== 2) continue;
    const [a, b] = ends[0][0] <= ends[1][0] ? ends : [ends[1], ends[0]];
    if (b[0] < 0 || a[0] > 1) continue;
    pieces.push([...a, ...b, model.polygonFooting[polygon]]);
  }
  return pieces;
}

/** The profile as a drawing. */
export function profile(model, from, to) {
  const pieces = cutPieces(model, from, to);
  const width = 300;
  const height = 150;
  const heights = [from[2], to[2], ...pieces.flatMap((s) => [s[1], s[3]])];
  const low = Math.min(...heights);
  const high = Math.max(...heights);
  const x = (t) => 6 + t * (width - 12);
  const y = (z) => height - 8 - ((z - low) / Math.max(high - low, 1e-9)) * (height - 16);
  const drawing = node("svg", { viewBox: `0 0 ${width} ${height}`, class: "profile", role: "img", "aria-label": `Height profile with ${pieces.length} floors and ceilings` });
  for (const [t0, z0, t1, z1, footing] of pieces)
    drawing.append(node("line", { x1: x(t0), y1: y(z0), x2: x(t1), y2: y(z1), class: `footing${footing}` }));
  for (const [t, p] of [[0, from], [1, to]]) drawing.append(node("circle", { cx: x(t), cy: y(p[2]), r: 4, class: "end" }));
  return drawing;
}
