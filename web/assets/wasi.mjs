// What a program for wasm32-wasi needs of its system, as far as throng's programs use it: they write, and they end.

class Ended extends Error {
  constructor(status) {
    super(`ended with status ${status}`);
    this.status = status;
  }
}

/** Starts a module, which is an address or the bytes, of which `write(text)` gets what it writes. Resolves to its exports. */
export async function start(url, write = () => {}) {
  let memory;
  const view = () => new DataView(memory.buffer);
  const decoder = new TextDecoder();
  const badFile = 8;
  const calls = {
    fd_write(file, vectors, count, written) {
      if (file !== 1 && file !== 2) return badFile;
      let sum = 0;
      for (let i = 0; i < count; ++i) {
        const at = view().getUint32(vectors + 8 * i, true);
        const length = view().getUint32(vectors + 8 * i + 4, true);
        write(decoder.decode(new Uint8Array(memory.buffer, at, length), { stream: true }));
        sum += length;
      }
      view().setUint32(written, sum, true);
      return 0;
    },
    proc_exit(status) {
      throw new Ended(status);
    },
    clock_time_get(_clock, _precision, time) {
      view().setBigUint64(time, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    args_sizes_get(count, bytes) {
      view().setUint32(count, 0, true);
      view().setUint32(bytes, 0, true);
      return 0;
    },
  };
  calls.environ_sizes_get = calls.args_sizes_get;
  const absent = { get: (_, name) => calls[name] ?? (name.startsWith('fd_') ? () => badFile : () => 0) };
  const imports = { wasi_snapshot_preview1: new Proxy({}, absent) };
  const { instance } = await (url instanceof URL ? WebAssembly.instantiateStreaming(fetch(url), imports)
    : WebAssembly.instantiate(url, imports));
  memory = instance.exports.memory;
  instance.exports._initialize?.();
  return instance.exports;
}

/** Runs a program to its end: what it wrote, and its exit status. */
export async function run(url) {
  let output = '';
  const { _start } = await start(url, (text) => {
    output += text;
  });
  try {
    _start();
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    return { output, status: error.status };
  }
  return { output, status: 0 };
}
