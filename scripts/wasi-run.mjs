#!/usr/bin/env node
// Runs a program built for wasm32-wasi: scripts/wasi-run PROGRAM [ARGUMENTS...]. Ends with the program's exit status.
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [program, ...rest] = process.argv.slice(2);
if (program === undefined) {
  console.error('scripts/wasi-run: which program? It takes a .wasm file and its arguments.');
  process.exit(2);
}
const wasi = new WASI({
  version: 'preview1', args: [program, ...rest], env: process.env, preopens: { '/': '/' }, returnOnExit: true,
});
let instance;
try {
  const compiled = await WebAssembly.compile(await readFile(program));
  instance = await WebAssembly.instantiate(compiled, wasi.getImportObject());
} catch (error) {
  console.error(`scripts/wasi-run: ${program}: ${error.message}`);
  process.exit(2);
}
process.exitCode = wasi.start(instance);
