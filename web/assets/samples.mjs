// Programs that a page shows run in it, and can be edited. What they print takes the place of what the page says that they print.
// An edited program is compiled by clang in a worker (compiler.mjs), which is loaded when it is asked for.
import { run } from './wasi.mjs';

const compiler = { worker: null, waiting: new Map(), asked: 0 };
// (A site may be built where no compiler can be had.)
const there = document.querySelector('.sample') === null ? false
  : fetch(new URL('../compiler/version.txt', import.meta.url)).then((r) => r.text()).then((text) => text.startsWith('npm'), () => false);

/** Compiles a program: resolves to { wasm } or { errors }. `progress(text)` is told what is being done. */
function compile(source, progress) {
  compiler.worker ??= startCompiler();
  const id = ++compiler.asked;
  return new Promise((resolve, reject) => {
    compiler.waiting.set(id, { resolve, reject, progress });
    compiler.worker.postMessage({ id, source });
  });
}
function startCompiler() {
  const worker = new Worker(new URL('./compiler.mjs', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => {
    const its = compiler.waiting.get(data.id);
    if (data.progress !== undefined) return its.progress(data.progress);
    compiler.waiting.delete(data.id);
    if (data.failure === undefined) its.resolve(data);
    else its.reject(new Error(data.failure));
  };
  worker.onerror = (event) => {
    for (const { reject } of compiler.waiting.values()) reject(new Error(event.message ?? 'the compiler could not be loaded'));
    compiler.waiting.clear();
  };
  return worker;
}
/** Runs what may have no end in a worker, and ends that after ten seconds. */
function runAside(wasm) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./runner.mjs', import.meta.url), { type: 'module' });
    const timer = setTimeout(() => {
      worker.terminate();
      reject(new Error('it did not end within ten seconds'));
    }, 10_000);
    worker.onmessage = ({ data }) => {
      clearTimeout(timer);
      worker.terminate();
      if (data.failure === undefined) resolve(data);
      else reject(new Error(data.failure));
    };
    worker.postMessage(wasm);
  });
}

function button(text, onclick) {
  const one = document.createElement('button');
  Object.assign(one, { type: 'button', className: 'site-button', textContent: text, onclick });
  return one;
}

for (const sample of document.querySelectorAll('.sample')) {
  const [program, printed] = [...sample.querySelectorAll('.highlight')].map((one) => one.querySelector('pre'));
  const original = program.textContent;
  const code = document.createElement('textarea');
  Object.assign(code, { className: 'sample-code', spellcheck: false, hidden: true, ariaLabel: 'The program' });
  const output = printed.querySelector('code') ?? printed;
  output.classList.add('sample-output');
  const status = document.createElement('span');
  status.setAttribute('role', 'status');
  const runIt = button('Run', () => act(async () => {
    const began = performance.now();
    let result;
    if (code.hidden || code.value === original) {
      result = await run(new URL(`../wasm/samples/${sample.dataset.program}.wasm`, import.meta.url));
    } else {
      const compiled = await compile(code.value, (text) => { status.textContent = text; });
      if (compiled.errors !== undefined) {
        output.textContent = compiled.errors;
        status.textContent = 'It does not compile:';
        return;
      }
      status.textContent = 'running …';
      result = await runAside(compiled.wasm);
    }
    output.textContent = result.output;
    status.textContent = `printed here, with status ${result.status}, in ${Math.ceil(performance.now() - began)} ms, loading included`;
  }));
  const edit = button('Edit', () => {
    code.hidden = !code.hidden;
    program.hidden = !code.hidden;
    edit.textContent = code.hidden ? 'Edit' : 'Reset';
    if (code.hidden) return;
    code.value = original;
    code.rows = original.split('\n').length;
    code.focus();
  });
  edit.classList.add('site-quiet');
  edit.hidden = true;
  Promise.resolve(there).then((yes) => { edit.hidden = !yes; });
  async function act(does) {
    runIt.disabled = true;
    status.textContent = 'running …';
    try {
      await does();
    } catch (error) {
      status.textContent = `could not be run: ${error.message}`;
    }
    runIt.disabled = false;
  }
  const bar = document.createElement('div');
  bar.className = 'sample-bar';
  bar.append(runIt, edit, status);
  program.after(code);
  program.closest('.highlight').after(bar);
}
