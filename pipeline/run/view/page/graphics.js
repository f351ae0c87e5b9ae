// SPDX-License-Identifier: GPL-3.0-or-later
// The renderer of a canvas, with the programs of all that pictures draw.
//
// Problem. The graphics compile a program when the first thing that needs it is drawn, and the page waits for that until
// all that was drawn before is done: without graphics hardware for seconds, at the first mark of a click.
// Steps. Before anything else is drawn, one thing of each kind is, in one pixel and under each number of planes that cut;
// their materials are never given back, so the programs stay.
// Cost. Twenty programs, each in a slice of its own.
import * as THREE from "three";
import { pause } from "./slices.js";

const mostPlanes = 3; // of Viewer.clips()

/** The lights of every picture. */
export function lights() {
  const sky = new THREE.HemisphereLight(0xffffff, 0x9a9a9a, 0.75);
  sky.position.set(0, 0, 1);
  const sun = new THREE.DirectionalLight(0xffffff, 0.35);
  sun.position.set(-0.5, -0.8, 0.6);
  return [sky, sun];
}

/** A renderer with a canvas of its own. */
export const makeRenderer = () => new THREE.WebGLRenderer({ canvas: document.createElement("canvas"), antialias: true, preserveDrawingBuffer: true });

/** Compiles the programs of all that the classes Picture and Viewer draw. */
export async function prepare(renderer) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(Float32Array.of(-1, -1, 0, 1, -1, 0, 0, 1, 0), 3));
  const both = { side: THREE.DoubleSide };
  const kinds = [
    () => new THREE.Mesh(geometry, new THREE.MeshBasicMaterial(both)),
    () => new THREE.Mesh(geometry, new THREE.MeshPhongMaterial({ ...both, flatShading: true })),
    () => new THREE.LineSegments(geometry, new THREE.LineBasicMaterial()),
    () => new THREE.LineSegments(geometry, new THREE.LineDashedMaterial()),
    () => new THREE.Points(geometry, new THREE.PointsMaterial({ sizeAttenuation: false })),
  ];
  renderer.setSize(1, 1, false);
  for (let planes = 0; planes <= mostPlanes; ++planes) {
    renderer.clippingPlanes = Array.from({ length: planes }, () => new THREE.Plane(new THREE.Vector3(0, 0, 1), 1));
    for (const kind of kinds) {
      await pause();
      const scene = new THREE.Scene();
      scene.add(...lights(), Object.assign(kind(), { frustumCulled: false }));
      renderer.render(scene, new THREE.Camera());
    }
  }
}
