// SPDX-License-Identifier: GPL-3.0-or-later
// What a program in TypeScript may write, and what its compiler refuses.
import { Area, agent, audit, bake, check, diff, explain, generate, layers, minimise, open, PlumbError, route, run, type Bake, type Json } from "plumb-navmesh";

export async function everyCall(): Promise<void> {
  const level: Bake = await bake(
    { vertices: new Float32Array(12), indices: [[0, 1, 2, 3]], up: "z" },
    { radius: "0.3", stances: { stand: 1.8, crouch: { numerator: 11n, denominator: 10n } }, signal: AbortSignal.timeout(1000), onProgress: ({ done, stage }) => console.log(done, stage) },
  );
  const found = await audit(level, { name: "nav.bin", bytes: new Uint8Array(3) }, { fail_if: "missing>3%", cell: [0.5, "0.2"] });
  const share: number = found.missing + found.components.lost + found.missingRegions.length;
  const area: Area | undefined = level.area["stand"];
  const exact: bigint | null | undefined = area?.numerator;
  const why: Json = await explain(level, { at: [1, 2, 3] });
  console.log(share, exact, why, await explain(level, { from: "0,0,0", to: [1n, 2, "3"], only: ["step"] }));
  const mesh = await level.mesh({ stance: "stand", origin: [1, 2, 3] });
  await audit(level, mesh, { baseline: found });
  const bytes: Uint8Array = await level.bytes("glb");
  const kept = await open({ name: "nav.glb", bytes });
  await Promise.all([route(kept, { from: "0,0,0", to: "1,1,1" }), layers(kept), diff({ name: "a.glb", bytes }, mesh), kept.places("nearest", { from: [0, 0, 0] })]);
  const { name, expected } = await generate("door", { seed: 7 });
  const { obj } = await minimise({ name, bytes: "v 0 0 0" }, (text, command) => text.length > 3 && command(["--version"]).status === 0, { seconds: 1 });
  const text: string = await check(await level.certificate());
  const { status, files } = await run(["bake", "x.obj"], { "x.obj": obj }, { stdin: "" });
  console.log(expected, text, status, files.get("nav.bin")?.length, await agent({ radius: 1 }));
  // @ts-expect-error: a name of an option that there is not
  await bake({ name: "x.obj", bytes: "v 0 0 0" }, { radiuss: 3 });
  // @ts-expect-error: a level is no path
  await bake("x.obj");
  // @ts-expect-error: an axis that there is not
  await bake({ vertices: [], indices: [], up: "x" });
  try {
    await level.route([0, 0, 0], "1,2,3");
  } catch (error) {
    if (error instanceof PlumbError) console.log(error.code, error.line, error.status);
  }
}
