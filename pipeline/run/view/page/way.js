// SPDX-License-Identifier: GPL-3.0-or-later
// A route as it is drawn: a tube along its line and, of a disc, the capsules that it covers on its way, flat as the disc
// is.
import * as THREE from "three";
import { capsuleColour, routeColour } from "./palette.js";

const corners = 32; // of a disc

/** What is drawn of a route through points of the picture; `radius`: of the disc, 0 for a point. */
export function drawWay(points, radius, picture) {
  const way = tube(points, radius > 0 ? radius / 6 : 0.12);
  return radius > 0 ? [capsules(points, radius, picture), ...way] : way;
}

function tube(points, radius) {
  const material = new THREE.MeshBasicMaterial({ color: routeColour });
  const objects = [];
  points.forEach((p, i) => {
    const ball = new THREE.Mesh(new THREE.SphereBufferGeometry(radius, 12, 8), material);
    ball.position.set(...p);
    objects.push(ball);
    if (i === 0) return;
    const [a, b] = [new THREE.Vector3(...points[i - 1]), new THREE.Vector3(...p)];
    if (a.distanceTo(b) > 0) objects.push(new THREE.Mesh(new THREE.TubeBufferGeometry(new THREE.LineCurve3(a, b), 1, radius, 8), material));
  });
  return objects;
}

// Of each stretch the rectangle beside it, and the disc at each point.
function capsules(points, radius, picture) {
  const positions = [];
  const index = [];
  const fan = (ring) => {
    const first = positions.length / 3;
    positions.push(...ring.flat());
    for (let i = 1; i + 1 < ring.length; ++i) index.push(first, first + i, first + i + 1);
  };
  points.forEach((p, i) => {
    fan(Array.from({ length: corners }, (_, c) => {
      const angle = (2 * Math.PI * c) / corners;
      return [p[0] + radius * Math.cos(angle), p[1] + radius * Math.sin(angle), p[2]];
    }));
    if (i === 0) return;
    const q = points[i - 1];
    const length = Math.hypot(p[0] - q[0], p[1] - q[1]);
    if (length === 0) return;
    const [x, y] = [(-(p[1] - q[1]) * radius) / length, ((p[0] - q[0]) * radius) / length];
    fan([[q[0] + x, q[1] + y, q[2]], [q[0] - x, q[1] - y, q[2]], [p[0] - x, p[1] - y, p[2]], [p[0] + x, p[1] + y, p[2]]]);
  });
  return picture.triangles(new THREE.BufferAttribute(Float32Array.from(positions), 3), Uint32Array.from(index), capsuleColour, -1);
}
