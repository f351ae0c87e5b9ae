// SPDX-License-Identifier: GPL-3.0-or-later
// The stages of a bake as `plumb bake --stages FOLDER` writes them: binary glTF, one file a stage, with a mesh for each
// kind of triangle and of edge. Only what export_stage.h writes is read: positions, colours, indices and translations.
import * as THREE from "three";
import { bytesOfBase64 } from "./model.js";

const typed = { 5121: Uint8Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
const widths = { SCALAR: 1, VEC3: 3, VEC4: 4 };
const lineMode = 1;

/** "07_flatten_ramps.glb": "7: flatten ramps". */
export const stageName = (file) => file.replace(/^.*\//, "").replace(/\.glb$/, "").replace(/^0*(\d+)_/, "$1: ").replaceAll("_", " ");

/** The meshes of a binary glTF: { name, colour, isLines, positions, index }; positions are y up, as in the file. */
export function readStage(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const length = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  const body = 20 + length + 8; // behind the head of the second chunk
  const array = (number) => {
    const { bufferView, byteOffset = 0, componentType, count, type } = json.accessors[number];
    const from = bytes.byteOffset + body + (json.bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
    const Type = typed[componentType];
    return new Type(bytes.buffer.slice(from, from + count * widths[type] * Type.BYTES_PER_ELEMENT));
  };
  return json.nodes.map(({ mesh, name, translation = [0, 0, 0] }) => {
    const { attributes, indices, mode = 4 } = json.meshes[mesh].primitives[0];
    const colours = array(attributes.COLOR_0);
    const most = colours instanceof Uint8Array ? 255 : colours instanceof Uint16Array ? 65535 : 1;
    return {
      name,
      colour: new THREE.Color(...[0, 1, 2].map((k) => (colours.length > 0 ? toScreen(colours[k] / most) : 0))),
      isLines: mode === lineMode,
      positions: array(attributes.POSITION).map((v, i) => v + translation[i % 3]),
      index: Uint32Array.from(array(indices)),
    };
  });
}

// Colours of glTF are linear; those of the page are as a screen shows them.
const toScreen = (v) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);

/** What is drawn of a stage: { objects, triangles }. `document` has its bytes in base64, the picture draws it. */
export function drawStage(document, model, picture) {
  const meshes = readStage(bytesOfBase64(document.data));
  let triangles = 0;
  const objects = meshes.map(({ colour, isLines, positions, index }) => {
    const own = new Float32Array(positions.length);
    for (let i = 0; i < own.length; i += 3) {
      const zUp = [positions[i], -positions[i + 2], positions[i + 1]];
      zUp.forEach((v, k) => { own[i + k] = (v - model.middleNumbers[k]) * model.unit; });
    }
    const attribute = new THREE.BufferAttribute(own, 3);
    if (!isLines) triangles += index.length / 3;
    return isLines ? picture.lines(attribute, index, colour) : picture.triangles(attribute, index, colour, 1);
  });
  return { objects, triangles };
}
