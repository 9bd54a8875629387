// Runs one program in a worker.
import { run } from './wasi.mjs';

onmessage = async ({ data }) => {
  try {
    postMessage(await run(data));
  } catch (error) {
    postMessage({ failure: error.message });
  }
};
