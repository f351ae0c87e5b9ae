// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of plumb-navmesh. Lengths are in units of the level; areas are in plan, in squares of these. What is refused
// is a PlumbError; an argument of the wrong type is a TypeError; what a signal aborts is rejected with its reason.

/** Text is exact, "0.4" or "2/5", and so are BigInts. A number is the binary64 number that it is: 0.4 is a little more
 * than 2/5. With the option `unit`, lengths may be text with a unit, "40cm". */
export type Exact = string | number | bigint | { numerator: bigint; denominator: bigint };
/** In the axes of the level: three numbers, or text "x,y,z". */
export type Point = string | readonly Exact[] | { x: Exact; y: Exact; z: Exact };
export type Content = string | Uint8Array | ArrayBuffer;
export type Axis = "y" | "z";

/** Polygons of arrays: coordinates, three a point, and the corners of polygons; of a flat list, three for each triangle. */
export interface Arrays {
  vertices: Float32Array | Float64Array | readonly number[] | readonly (readonly number[])[];
  indices: Uint32Array | Uint16Array | Int32Array | readonly number[] | readonly (readonly number[])[] | readonly Uint32Array[];
  /** The axis that points up: "y" unless given. */
  up?: Axis;
  /** What reports call it. */
  name?: string;
}
/** The bytes of a file, whose name tells its format, and of other files that it names. */
export interface NamedBytes {
  name: string;
  bytes: Content;
  files?: Record<string, Content>;
}
export type Scene = Arrays | NamedBytes | (Blob & { readonly name: string });
/** Options of reading a navmesh: docs/reference/audit.md. */
export interface ReadingOptions {
  up?: Axis;
  transform?: readonly Exact[];
  areas?: readonly number[];
  join?: Exact;
  edges?: "whole" | "partial";
  resource?: string;
  stance?: string;
  more_files?: readonly string[];
}
export type OtherMesh = (Arrays & { options?: ReadingOptions }) | (NamedBytes & { options?: ReadingOptions }) | FloatMesh | (Blob & { readonly name: string });

export interface Progress {
  /** The share that is done, 0 to 1. */
  done: number;
  stage: string;
}
export interface Heard {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** Those of `plumb bake`, with _ for -: docs/reference/bake.md. */
export interface BakeOptions {
  agent?: string | Record<string, unknown>;
  preset?: string;
  /** What one unit of the level is: "m", or "0.03m". */
  unit?: string;
  /** A height, or heights by name, lowest first. Default: { stand: "1.8" }. */
  stances?: Exact | Record<string, Exact> | readonly string[];
  /** Degrees. */
  slope?: Exact;
  slope_ratio?: Exact;
  slope_cos?: Exact;
  sides?: "both" | "up";
  solids?: "none" | "closed";
  up?: Axis;
  numbers?: string;
  step?: Exact;
  weld?: Exact;
  drop?: Exact;
  drop_reach?: Exact;
  /** The greatest width and the greatest height of a leap. */
  leap?: readonly [Exact, Exact] | string;
  radius?: Exact;
  window?: Exact;
  disc?: number;
  clearance?: "inner" | "outer" | "both";
  seed_points?: Point | readonly Point[];
  min_area?: Exact;
  bad_faces?: string;
  exact_digits?: number;
  decomposition?: "bounded" | "seed";
  method?: "vcd" | "wedge";
  optimise?: string;
  one_surface?: boolean;
  simplify?: Exact;
  wall_thickness?: Exact;
  wall_foot?: Exact;
  gap?: Exact;
  min_altitude?: Exact;
  position_bits?: number;
  cluster?: Exact;
  cone?: Exact;
  ramp_slope?: Exact;
  miter?: Exact;
  flatten?: Exact;
  until?: string;
  node_rotation?: string;
  leave_out?: string | readonly string[];
  gltf_scene?: string;
  max_bytes?: number;
  /** Thresholds of `passes`, such as "stand<90%,components>1". */
  fail_if?: string | readonly string[];
}
/** Those of `plumb audit`: docs/reference/audit.md. Heights and lengths in units of the level. */
export interface AuditOptions {
  stance?: string;
  surface?: "detail" | "polygons";
  below?: Exact;
  above?: Exact;
  /** The other baker's cells: size and height. */
  cell?: readonly [Exact, Exact] | string;
  max_error?: Exact;
  min_region?: Exact;
  climb?: Exact;
  sliver?: Exact;
  limit?: number;
  /** Such as "missing>3%,lost>0". */
  fail_if?: string | readonly string[];
  /** An earlier audit: what it has found is known. */
  baseline?: Audit;
}
/** Those of `plumb route`: docs/guide/routes.md. */
export interface RouteOptions {
  stance?: string;
  radius?: Exact;
  weights?: Record<string, Exact>;
  spacing?: Exact;
  window?: Exact;
  unit?: string;
  more_goals?: readonly Point[];
  planner?: string;
  swept?: Exact;
  joints?: Exact;
  search?: string;
  reference?: string;
  bound?: boolean;
  no_bound?: boolean;
}
export interface PlaceOptions {
  from?: Point;
  goals?: Point | readonly Point[];
  stance?: string;
  within?: Exact;
  count?: number;
  seed?: number;
  unit?: string;
}
export interface LayersOptions {
  stance?: string;
  method?: "exact" | "min-cut" | "van-toll" | "brute-force";
}
/** The JSON of a command. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

export class PlumbError extends Error {
  /** A word that does not change: "bad_option", "cannot_open", "syntax", "bad_index", "unreachable", "refuted",
   * "out_of_memory" and so on (plumb/error.h has the list). */
  readonly code: string;
  /** The exit status that the command has. */
  readonly status: number;
  readonly file?: string;
  readonly line?: number;
}
/** An area. `exact` is a fraction as text, "163/2"; null where it is longer than the option exact_digits allows. */
export class Area {
  readonly exact: string | null;
  readonly approx: number;
  readonly numerator: bigint | null;
  readonly denominator: bigint | null;
  /** The share of another area, 0 to 1; `otherwise` where that is 0. */
  share(of: Area, otherwise: number): number;
}
/** A navmesh in plain arrays. */
export interface FloatMesh {
  /** The axis that points up. */
  readonly up: Axis;
  readonly vertices: Float32Array;
  readonly origin: readonly number[];
  /** Polygon i has the corners from offsets[i] to offsets[i + 1]: vertices, counter-clockwise seen from above. */
  readonly offsets: Uint32Array;
  readonly corners: Uint32Array;
  /** By corner, the polygon beyond the edge that begins there; 0xffffffff: none. */
  readonly neighbours: Uint32Array;
  /** By polygon, the greatest stance that fits: 1 is the lowest. */
  readonly stances: Int16Array;
  readonly areas: Float64Array;
  readonly cells: Uint32Array;
  /** Steps and welds: two polygons each; twelve numbers of `segments`: two points on the one, two on the other. */
  readonly links: { readonly polygons: Uint32Array; readonly stances: Int16Array; readonly welds: Uint8Array; readonly segments: Float32Array };
  readonly lostLinks: number;
  readonly length: number;
  polygons(): Uint32Array[];
  triangles(): Uint32Array;
}
export interface Region {
  /** Three coordinates a corner, counter-clockwise seen from above. */
  readonly ring: Float64Array;
  readonly area: Area;
  readonly cause: string;
  readonly belowGrid: boolean;
}
export interface Audit {
  readonly report: Json;
  /** What `plumb audit` prints. */
  readonly text: string;
  readonly passes: boolean;
  readonly failures: string;
  /** Shares, 0 to 1. */
  readonly coverage: number;
  readonly missing: number;
  readonly excess: number;
  readonly area: Readonly<Record<string, Area>>;
  readonly components: { readonly truth: number; readonly found: number; readonly lost: number; readonly spurious: number; readonly split: number; readonly merged: number };
  readonly missingRegions: readonly Region[];
  readonly excessRegions: readonly Region[];
}

/** A navmesh that is kept and asked. */
export interface Navmesh {
  readonly leftOut: string;
  route(from: Point, to: Point, options?: RouteOptions, heard?: Heard): Promise<Json>;
  places(question: "nearest" | "raycast" | "move" | "border" | "random" | "within" | "reachable" | "components", options?: PlaceOptions, heard?: Heard): Promise<Json>;
  layers(options?: LayersOptions, heard?: Heard): Promise<Json>;
  free(): void;
}
/** A level that is baked and kept. A question that is aborted ends its worker; the next one bakes again. */
export interface Bake extends Navmesh {
  readonly report: Json;
  readonly summary: string;
  readonly warnings: readonly { code: string; text: string }[];
  readonly passes: boolean;
  readonly stances: Readonly<Record<string, string>>;
  readonly up: Axis;
  readonly area: Readonly<Record<string, Area>>;
  mesh(options?: { stance?: string; origin?: readonly [number, number, number]; most_corners?: number }, heard?: Heard): Promise<FloatMesh>;
  files(names: readonly string[], options?: WriteOptions, heard?: Heard): Promise<Map<string, Uint8Array>>;
  bytes(format: string, options?: WriteOptions, heard?: Heard): Promise<Uint8Array>;
  certificate(heard?: Heard): Promise<{ bytes: Uint8Array; level: Content }>;
  explain(at: Point, options?: { reach?: Exact }, heard?: Heard): Promise<Json>;
  thresholds(of: "height" | "slope" | "radius", options?: { range?: readonly [Exact, Exact]; jumps?: boolean }, heard?: Heard): Promise<Json>;
  connect(from: Point, to: Point, options?: ConnectOptions, heard?: Heard): Promise<Json>;
}
export interface WriteOptions {
  stance?: string;
  links?: boolean;
  tile?: Exact;
}
export interface ConnectOptions {
  stance?: string;
  only?: string | readonly ("height" | "radius" | "step" | "slope" | "weld")[];
  bakes?: number;
}

export function bake(scene: Scene, options?: BakeOptions & Heard): Promise<Bake>;
/** Judges a navmesh by a level, which is baked with the command's defaults unless it is a Bake. */
export function audit(level: Bake | Scene, navmesh: OtherMesh, options?: AuditOptions & Heard): Promise<Audit>;
/** The JSON of `plumb diff`. */
export function diff(a: OtherMesh, b: OtherMesh, options?: { up?: Axis; below?: Exact; above?: Exact; polygons?: boolean; exact_digits?: number } & Heard): Promise<Json>;
export function explain(level: Bake | Scene, query: { at: Point; reach?: Exact } | ({ from: Point; to: Point } & ConnectOptions) | { thresholds: "height" | "slope" | "radius"; range?: readonly [Exact, Exact]; jumps?: boolean }, heard?: Heard): Promise<Json>;
/** A navmesh of a file of any format that `plumb audit` reads. */
export function open(navmesh: NamedBytes & { options?: ReadingOptions }, options?: ReadingOptions, heard?: Heard): Promise<Navmesh>;
export function route(level: Navmesh | NamedBytes, query: { from: Point; to: Point } & RouteOptions, heard?: Heard): Promise<Json>;
export function layers(level: Navmesh | NamedBytes, options?: LayersOptions, heard?: Heard): Promise<Json>;
/** A scene on a threshold, and what a bake of it has to find: `plumb generate`. */
export function generate(family: string, options?: { seed?: number; cell?: readonly [Exact, Exact] }, heard?: Heard): Promise<{ name: string; bytes: Uint8Array; expected: Json }>;
/** Makes a level smaller as long as `interesting` is true for it. Works in the caller's thread, which in browsers has to
 * be a worker's; `command` runs a command line meanwhile. */
export function minimise(scene: NamedBytes, interesting: (obj: string, command: (args: readonly string[], files?: Record<string, Content>) => RunResult) => boolean, options?: { seconds?: number; onProgress?: (progress: Progress) => void }): Promise<{ obj: string; minimal: boolean; trials: number }>;
/** What a certificate proves, as text; a PlumbError ("refuted") where a record does not hold. */
export function check(certificate: { bytes: Content; level: Content }): Promise<string>;
export function check(level: Content, certificate: Content, heard?: Heard): Promise<string>;
/** An agent's file, made of its members. */
export function agent(options: Omit<BakeOptions, "gap">): Promise<Json>;

export interface RunResult {
  status: number;
  stdout: string;
  stderr: string;
  /** What was printed to stdout, as bytes. */
  output: Uint8Array;
  /** Each file that was made or changed. */
  files: Map<string, Uint8Array>;
}
/** A command line, with files in memory. */
export function run(args: readonly string[], files?: Record<string, Content> | Map<string, Content>, options?: { signal?: AbortSignal; stdin?: string | Uint8Array; env?: Record<string, string>; onStderr?: (text: string) => void }): Promise<RunResult>;
