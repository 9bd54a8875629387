// clang, compiled to WebAssembly (npm: @yowasp/clang), in a worker: some 27 MB, which are kept packed and are loaded when a program
// has been edited. It is given throng's headers.
const folder = new URL('../compiler/', import.meta.url);
const unpacked = async (name) => {
  const packed = await fetch(new URL(`${name}.gz`, folder));
  if (!packed.ok) throw new Error(`${name} could not be loaded`);
  return packed.body.pipeThrough(new DecompressionStream('gzip'));
};

/** Loads the compiler and the headers, once. */
let loaded;
function load(progress) {
  loaded ??= (async () => {
    progress('loading the compiler (27 MB, once) …');
    const plain = globalThis.fetch;
    // (The package asks for its parts unpacked.)
    globalThis.fetch = async (what, ...more) => {
      const name = String(what.url ?? what).split('/').at(-1);
      if (!/\.(core\d*\.wasm|tar)$/.test(name)) return plain(what, ...more);
      return new Response(await unpacked(name), { headers: { 'Content-Type': name.endsWith('.tar') ? 'application/x-tar' : 'application/wasm' } });
    };
    const [{ commands }, headers] = await Promise.all([import(new URL('bundle.js', folder)),
      unpacked('headers.json').then((stream) => new Response(stream).json())]);
    return { compiler: commands['clang++'], headers };
  })();
  return loaded;
}

onmessage = async ({ data: { id, source } }) => {
  let said = '';
  const decoder = new TextDecoder();
  const take = (bytes) => { if (bytes !== null) said += decoder.decode(bytes, { stream: true }); };
  try {
    const { compiler, headers } = await load((progress) => postMessage({ id, progress }));
    postMessage({ id, progress: 'compiling …' });
    const files = { include: structuredClone(headers), 'program.cpp': source };
    const options = ['-std=c++20', '-O0', '-fno-exceptions', '-fno-rtti', '-Wall', '-Iinclude', '-Wl,--strip-all', '-Wl,-z,stack-size=1048576'];
    const made = await compiler([...options, 'program.cpp', '-o', 'program.wasm'], files, { stdout: take, stderr: take, fetchProgress: () => {} });
    postMessage({ id, wasm: made['program.wasm'], warnings: said });
  } catch (error) {
    if (said !== '' && error.code !== undefined) postMessage({ id, errors: said });
    else postMessage({ id, failure: error.message });
  }
};
