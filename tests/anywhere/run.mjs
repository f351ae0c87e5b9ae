import { WASI } from 'node:wasi'; import fs from 'node:fs';
const [,, file, ...args] = process.argv;
const wasi = new WASI({version:'preview1', args:[file,...args], env: {}, preopens:{'/':'/', '.':'.'}});
const m = await WebAssembly.compile(fs.readFileSync(file));
const i = await WebAssembly.instantiate(m, wasi.getImportObject());
process.exitCode = wasi.start(i);
