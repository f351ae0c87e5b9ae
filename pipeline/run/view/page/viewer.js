// SPDX-License-Identifier: GPL-3.0-or-later
// The canvas: renderer, cameras, slices, what is marked, and clicks. It draws when something has changed.
import * as THREE from "three";
import { Camera } from "./camera.js";
import { drawAxes, drawLegend } from "./legend.js";
import { selectedColour, witnessColour } from "./palette.js";
import { pick } from "./pick.js";

export class Viewer {
  /** `renderer`: of graphics.js; `legend`: a canvas over that of the picture. */
  constructor(renderer, legend) {
    this.canvas = renderer.domElement;
    this.legend = legend;
    this.renderer = renderer;
    this.listeners = [];
    this.waiting = false;
    this.drawn = 0;
    this.marks = new THREE.Group();
    this.listenForClicks();
    this.listenForWheel();
    this.listenForLoss();
  }

  /** Shows a picture in place of the one before; of the first, all is looked at. */
  show(model, picture) {
    this.clearMarks();
    Object.assign(this, { model, picture });
    picture.scene.add(this.marks);
    // Heights of the slice, in the picture; and the vertical plane: whether it cuts, its angle in degrees, its offset.
    this.slice = { low: model.low[2] - 1, high: model.high[2] + 1 };
    this.cut = { on: false, angle: 0, offset: 0 };
    if (this.camera) this.camera.setBounds(model.low, model.high);
    else {
      this.camera = new Camera(this.canvas, model.low, model.high, () => this.draw());
      this.resize();
      this.camera.view("iso");
    }
    this.draw();
  }

  /** Calls a function after every change of the picture. */
  onChange(listener) {
    this.listeners.push(listener);
  }

  /** Draws before the next frame is shown. */
  draw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.drawNow();
      for (const listener of this.listeners) listener();
    });
  }

  drawNow() {
    if (this.camera.halfHeight === undefined) return; // nothing has been looked at yet
    this.camera.settle();
    this.renderer.setClearColor(this.picture.theme.background);
    this.renderer.clippingPlanes = this.clips().map(([a, b, c, d]) => new THREE.Plane(new THREE.Vector3(a, b, c), d));
    this.renderer.render(this.picture.scene, this.camera.active);
    this.drawLegend();
    this.drawn += 1;
  }

  drawLegend() {
    const context = this.legend.getContext("2d");
    const ratio = this.renderer.getPixelRatio();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.legend.width, this.legend.height);
    drawLegend(context, this.canvas.clientHeight, this.picture, this.camera, this.model.unit);
    drawAxes(context, this.canvas.clientWidth, this.canvas.clientHeight, this.picture.theme, this.camera, this.model.up);
  }

  /** The planes that cut: a x + b y + c z + d >= 0 is shown. */
  clips() {
    const { slice, cut, model } = this;
    const planes = [];
    if (slice.low > model.low[2] - 0.5) planes.push([0, 0, 1, -slice.low]);
    if (slice.high < model.high[2] + 0.5) planes.push([0, 0, -1, slice.high]);
    if (cut.on) {
      const angle = (cut.angle * Math.PI) / 180;
      planes.push([-Math.sin(angle), Math.cos(angle), 0, -cut.offset]);
    }
    return planes;
  }

  setSlice(low, high) {
    this.slice = { low, high };
    this.draw();
  }

  resize() {
    const width = Math.max(this.canvas.parentElement.clientWidth, 1);
    const height = Math.max(this.canvas.parentElement.clientHeight, 1);
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    this.renderer.setSize(width, height, false);
    Object.assign(this.legend, { width: this.canvas.width, height: this.canvas.height });
    this.camera.resize(width, height);
    this.drawNow(); // at once: a canvas of another size is empty
    this.draw();
  }

  // A click is a press and a release in about one place: what lies between turns the level.
  listenForClicks() {
    let start = null;
    this.canvas.addEventListener("pointerdown", (e) => {
      start = e.isPrimary && e.button === 0 ? [e.clientX, e.clientY] : null;
    });
    this.canvas.addEventListener("pointerup", (e) => {
      if (!start || Math.hypot(e.clientX - start[0], e.clientY - start[1]) > 4) return;
      const box = this.canvas.getBoundingClientRect();
      const hit = this.hit(e.clientX - box.left, e.clientY - box.top);
      this.onClick?.(hit, e.shiftKey);
    });
  }

  // The wheel zooms towards what is under the cursor. What that is, is looked up once for as long as the cursor rests.
  listenForWheel() {
    let known = null;
    const zoom = (e) => {
      e.preventDefault();
      e.stopPropagation(); // the controls would zoom to the middle
      const box = this.canvas.getBoundingClientRect();
      const [x, y] = [e.clientX - box.left, e.clientY - box.top];
      if (!known || Math.hypot(x - known.x, y - known.y) > 2 || e.timeStamp - known.time > 500)
        known = { x, y, point: this.hit(x, y)?.point ?? this.camera.onTargetPlane(x, y) };
      known.time = e.timeStamp;
      const lines = e.deltaY * (e.deltaMode === 0 ? 0.01 : e.deltaMode === 1 ? 0.3 : 1);
      this.camera.zoom(2 ** (-0.25 * Math.min(Math.max(lines, -4), 4)), known.point);
    };
    this.canvas.parentElement.addEventListener("wheel", zoom, { capture: true, passive: false });
  }

  // A browser may take the graphics context away, and give another one later, to which three.js uploads all again.
  listenForLoss() {
    this.canvas.addEventListener("webglcontextlost", (e) => {
      e.preventDefault();
      this.onLoss?.(true);
    });
    this.canvas.addEventListener("webglcontextrestored", () => {
      this.onLoss?.(false);
      this.draw();
    });
  }

  /** What is foremost at a place of the canvas, in CSS pixels; null: nothing. */
  hit(x, y) {
    return pick(this.picture.groups, this.camera.ray(x, y), this.clips());
  }

  /** What is on the vertical line through a point, seen from above. */
  hitFromAbove(point) {
    const ray = { from: [point[0], point[1], point[2] + 0.02], direction: [0, 0, -1] };
    return pick(this.picture.groups.filter((g) => g.pick?.kind === "facet").map((g) => ({ ...g, on: true })), ray, []);
  }

  clearMarks() {
    for (const object of [...this.marks.children]) {
      this.marks.remove(object);
      object.geometry.dispose();
      object.material.dispose();
    }
  }

  /** Marks a cell, its witness and the point between them; each may be missing. */
  mark({ cell = null, polygon = null, witness = null, points = [], line = null }) {
    this.clearMarks();
    if (cell !== null) this.marks.add(this.picture.cellMesh(cell, selectedColour));
    if (polygon !== null) this.marks.add(this.picture.polygonMesh(polygon, selectedColour));
    if (witness !== null) this.marks.add(this.picture.polygonMesh(witness, witnessColour), this.picture.polygonOutline(witness, witnessColour));
    if (cell !== null) this.marks.add(this.picture.cellOutline(cell, selectedColour));
    for (const p of points) this.marks.add(this.dot(p, selectedColour));
    if (line) this.marks.add(this.markedLine(line));
    this.marks.children.forEach((object, i) => Object.assign(object, { frustumCulled: false, renderOrder: (object.isPoints ? 3000 : 1000) + i }));
    this.draw();
  }

  /** Marks a place by its convex rings, seen through what lies before it. */
  markRings(rings, colour) {
    const points = [];
    const index = [];
    for (const ring of rings) {
      const first = points.length / 3;
      for (const p of ring) points.push(...p);
      for (let i = 1; i + 1 < ring.length; ++i) index.push(first, first + i, first + i + 1);
    }
    const positions = new THREE.BufferAttribute(Float32Array.from(points), 3);
    const mesh = this.picture.triangles(positions, Uint32Array.from(index), colour, 0, { material: { depthTest: false, transparent: true } });
    this.marks.add(Object.assign(mesh, { frustumCulled: false, renderOrder: 2000 }));
    this.draw();
  }

  dot(point, colour) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(Float32Array.from(point), 3));
    const material = new THREE.PointsMaterial({ color: colour, size: 9, sizeAttenuation: false, depthTest: false, transparent: true });
    return new THREE.Points(geometry, material);
  }

  markedLine([from, to]) {
    const positions = new THREE.BufferAttribute(Float32Array.from([...from, ...to]), 3);
    const line = this.picture.lines(positions, [0, 1], witnessColour);
    line.material.depthTest = false;
    return line;
  }

  /** The picture with its legend and its scale, as PNG. */
  png() {
    this.drawNow();
    const both = Object.assign(document.createElement("canvas"), { width: this.canvas.width, height: this.canvas.height });
    const context = both.getContext("2d");
    for (const part of [this.canvas, this.legend]) context.drawImage(part, 0, 0);
    return new Promise((resolve) => both.toBlob(resolve, "image/png"));
  }
}
