// SPDX-License-Identifier: GPL-3.0-or-later
// The two cameras, what moves them, and their state. z is up. Mouse and touch are three.js's OrbitControls; keys, views
// and flights are here.
import * as THREE from "three";
import { OrbitControls } from "orbit_controls";

const directions = { top: [0, -1e-6, 1], front: [0, -1, 0], side: [1, 0, 0], iso: [0.8, -1, 0.75] };

const nineDigits = (v) => Number(v.toPrecision(9));

export class Camera {
  constructor(canvas, low, high, changed) {
    this.canvas = canvas;
    this.changed = changed;
    this.perspective = new THREE.PerspectiveCamera(40, 1, 0.01, 2000);
    this.parallel = new THREE.OrthographicCamera(-1, 1, 1, -1, -1000, 2000);
    for (const camera of [this.perspective, this.parallel]) camera.up.set(0, 0, 1);
    this.active = this.perspective;
    this.controls = new OrbitControls(this.active, canvas);
    this.controls.enableKeys = false;
    this.controls.screenSpacePanning = true;
    this.setBounds(low, high);
    this.controls.addEventListener("change", () => changed());
    this.aspect = 1;
  }

  /** The box of all that can be looked at. */
  setBounds(low, high) {
    this.low = new THREE.Vector3(...low);
    this.high = new THREE.Vector3(...high);
    this.size = this.low.distanceTo(this.high);
    [this.least, this.most] = [this.size * 2 ** -16, this.size * 8]; // how near to what is looked at, and how far from it
    Object.assign(this.controls, { minDistance: this.least, maxDistance: this.most, minZoom: 2 ** -4, maxZoom: 2 ** 16 });
  }

  resize(width, height) {
    this.aspect = width / Math.max(height, 1);
    this.perspective.aspect = this.aspect;
    this.perspective.updateProjectionMatrix();
    this.setFrustum();
  }

  setFrustum() {
    const camera = this.parallel;
    const half = this.halfHeight ?? 32;
    [camera.left, camera.right, camera.top, camera.bottom] = [-half * this.aspect, half * this.aspect, half, -half];
    camera.updateProjectionMatrix();
  }

  get isParallel() {
    return this.active === this.parallel;
  }

  /** Changes the projection; the picture at the target keeps its size. */
  setParallel(parallel) {
    if (parallel === this.isParallel) return;
    const from = this.active;
    const distance = from.position.distanceTo(this.controls.target);
    const tangent = Math.tan((this.perspective.fov * Math.PI) / 360);
    if (parallel) {
      this.halfHeight = distance * tangent;
      this.parallel.zoom = 1;
      this.parallel.position.copy(from.position);
      this.active = this.parallel;
    } else {
      const offset = from.position.clone().sub(this.controls.target).normalize();
      const away = this.parallel.top / this.parallel.zoom / tangent;
      this.perspective.position.copy(this.controls.target).addScaledVector(offset, away);
      this.active = this.perspective;
    }
    this.setFrustum();
    this.controls.object = this.active;
    this.update();
  }

  update() {
    this.controls.update();
    this.active.updateMatrixWorld();
    this.changed();
  }

  /** Looks at the whole level from a side: top, front, side, iso; whole: from where the camera is now. */
  view(name) {
    const direction = directions[name]
      ? new THREE.Vector3(...directions[name])
      : this.active.position.clone().sub(this.controls.target);
    this.fit(this.low, this.high, direction.normalize(), 1.04);
  }

  /** Flies to a box in the picture, seen from where the camera is now, or from a direction. */
  flyTo(low, high, from = null) {
    const margin = Math.max(0.2, 0.3 * Math.max(...high.map((v, k) => v - low[k])));
    const direction = from ? new THREE.Vector3(...from) : this.active.position.clone().sub(this.controls.target);
    const [l, h] = [new THREE.Vector3(...low).addScalar(-margin), new THREE.Vector3(...high).addScalar(margin)];
    this.fit(l, h, direction.normalize(), 1);
  }

  // Puts the camera so that a box fills the picture.
  fit(low, high, direction, margin) {
    const middle = low.clone().add(high).multiplyScalar(0.5);
    const right = new THREE.Vector3(0, 0, 1).cross(direction);
    if (right.length() < 1e-9) right.set(1, 0, 0);
    right.normalize();
    const up = direction.clone().cross(right);
    const tangent = Math.tan((this.perspective.fov * Math.PI) / 360);
    let halfHeight = 1e-3;
    let distance = 1e-3;
    for (let corner = 0; corner < 8; ++corner) {
      const at = new THREE.Vector3(...[0, 1, 2].map((k) => (corner & (1 << k) ? high : low).getComponent(k))).sub(middle);
      const need = Math.max(Math.abs(at.dot(up)), Math.abs(at.dot(right)) / this.aspect) * margin;
      halfHeight = Math.max(halfHeight, need);
      distance = Math.max(distance, need / tangent + at.dot(direction));
    }
    this.halfHeight = halfHeight;
    this.parallel.zoom = 1;
    this.setFrustum();
    this.controls.target.copy(middle);
    const away = this.isParallel ? 200 : distance;
    this.active.position.copy(middle).addScaledVector(direction, away);
    this.active.lookAt(middle);
    this.update();
  }

  /** Turns around the target by angles in radians. */
  turn(around, up) {
    const offset = this.active.position.clone().sub(this.controls.target);
    const length = offset.length();
    const azimuth = Math.atan2(offset.x, -offset.y) + around;
    const height = Math.min(Math.max(Math.asin(offset.z / length) + up, -Math.PI / 2 + 1e-4), Math.PI / 2 - 1e-4);
    offset.set(Math.sin(azimuth) * Math.cos(height), -Math.cos(azimuth) * Math.cos(height), Math.sin(height));
    this.active.position.copy(this.controls.target).addScaledVector(offset, length);
    this.update();
  }

  /** Moves by shares of the picture's height. */
  pan(right, up) {
    const size = this.isParallel
      ? (2 * this.parallel.top) / this.parallel.zoom
      : 2 * this.active.position.distanceTo(this.controls.target) * Math.tan((this.perspective.fov * Math.PI) / 360);
    this.active.updateMatrixWorld();
    const e = this.active.matrix.elements;
    const move = new THREE.Vector3(e[0], e[1], e[2]).multiplyScalar(right * size)
      .addScaledVector(new THREE.Vector3(e[4], e[5], e[6]), up * size);
    this.active.position.add(move);
    this.controls.target.add(move);
    this.update();
  }

  /** Zooms towards a point of the picture, which stays where it is seen; without one, towards what is looked at. */
  zoom(factor, at = null) {
    const { target } = this.controls;
    const to = at ? new THREE.Vector3(...at) : target;
    if (this.isParallel) {
      const zoom = Math.min(Math.max(this.parallel.zoom * factor, this.controls.minZoom), this.controls.maxZoom);
      const share = 1 - this.parallel.zoom / zoom;
      this.parallel.zoom = zoom;
      this.parallel.updateProjectionMatrix();
      // The camera moves in the plane of the picture alone.
      const along = target.clone().sub(this.active.position).normalize();
      const move = to.clone().sub(target);
      move.addScaledVector(along, -move.dot(along)).multiplyScalar(share);
      this.active.position.add(move);
      target.add(move);
    } else {
      const away = this.active.position.distanceTo(to);
      const share = 1 - Math.min(Math.max(away / factor, this.least), this.most) / away;
      for (const place of [this.active.position, target]) place.lerp(to, share);
      const distance = this.active.position.distanceTo(target);
      if (distance < this.least) target.copy(this.active.position).add(target.clone().sub(this.active.position).setLength(this.least));
    }
    this.update();
  }

  /** A direction of the picture as it is seen: how much of it is to the right, and how much upwards. */
  seen(direction) {
    this.active.updateMatrixWorld();
    const { x, y } = new THREE.Vector3(...direction).transformDirection(this.active.matrixWorldInverse);
    return [x, y];
  }

  /** How many CSS pixels a unit of the picture is long at the point that is looked at. */
  pixelsPerUnit() {
    const shown = this.isParallel
      ? (2 * this.parallel.top) / this.parallel.zoom
      : 2 * this.active.position.distanceTo(this.controls.target) * Math.tan((this.perspective.fov * Math.PI) / 360);
    return this.canvas.clientHeight / shown;
  }

  /** The point of the plane through what is looked at, across the view, that is seen at a place of the canvas. */
  onTargetPlane(x, y) {
    const { from, direction } = this.ray(x, y);
    const [origin, way] = [new THREE.Vector3(...from), new THREE.Vector3(...direction)];
    const normal = this.controls.target.clone().sub(this.active.position);
    const distance = this.controls.target.clone().sub(origin).dot(normal) / way.dot(normal);
    return origin.addScaledVector(way, distance).toArray();
  }

  /**
   * Rounds the camera's place to nine digits. Controls compute a place again and again, each time with another last bit;
   * a link has to lead to the very picture that it was made of.
   */
  settle() {
    for (const v of [this.active.position, this.controls.target]) v.set(...v.toArray().map(nineDigits));
    this.parallel.zoom = nineDigits(this.parallel.zoom);
    this.halfHeight = nineDigits(this.halfHeight);
    this.setFrustum();
    this.active.lookAt(this.controls.target);
    this.active.updateMatrixWorld();
  }

  /** The state as numbers, and back. */
  state() {
    const { position } = this.active;
    const { target } = this.controls;
    return [this.isParallel ? 1 : 0, ...position.toArray(), ...target.toArray(), this.parallel.zoom, this.halfHeight].map(nineDigits);
  }
  restore([parallel, px, py, pz, tx, ty, tz, zoom, half]) {
    this.active = parallel ? this.parallel : this.perspective;
    this.controls.object = this.active;
    this.halfHeight = half;
    this.parallel.zoom = zoom;
    this.setFrustum();
    this.active.position.set(px, py, pz);
    this.controls.target.set(tx, ty, tz);
    this.changed();
  }

  /** Where a point of the picture is in the canvas, in CSS pixels, and whether it is before the camera. */
  project(p) {
    this.active.updateMatrixWorld();
    const v = new THREE.Vector3(...p).project(this.active);
    return [((v.x + 1) / 2) * this.canvas.clientWidth, ((1 - v.y) / 2) * this.canvas.clientHeight, v.z];
  }

  /** The ray through a place in the canvas: origin and direction. */
  ray(x, y) {
    this.active.updateMatrixWorld();
    const u = (2 * x) / this.canvas.clientWidth - 1;
    const v = 1 - (2 * y) / this.canvas.clientHeight;
    const from = new THREE.Vector3(u, v, -1).unproject(this.active);
    const to = new THREE.Vector3(u, v, 1).unproject(this.active);
    return { from: from.toArray(), direction: to.sub(from).normalize().toArray() };
  }
}
