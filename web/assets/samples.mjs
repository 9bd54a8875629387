// Programs that a page shows run in it: each gets a button, and what it prints comes below.
import { run } from './wasi.mjs';

for (const sample of document.querySelectorAll('.sample')) {
  const bar = document.createElement('div');
  bar.className = 'sample-bar';
  const button = document.createElement('button');
  button.className = 'site-button';
  button.textContent = 'Run it here';
  const status = document.createElement('span');
  status.setAttribute('role', 'status');
  const output = document.createElement('pre');
  output.className = 'sample-output';
  output.tabIndex = 0;
  output.setAttribute('aria-label', 'What the program has printed here');
  output.hidden = true;
  bar.append(button, status);
  sample.querySelector('pre').closest('.highlight').after(bar, output);

  button.addEventListener('click', async () => {
    button.disabled = true;
    status.textContent = 'running …';
    try {
      const began = performance.now();
      const result = await run(new URL(`../wasm/samples/${sample.dataset.program}.wasm`, import.meta.url));
      output.textContent = result.output;
      status.textContent = `ended with status ${result.status} after ${Math.ceil(performance.now() - began)} ms, loading included`;
    } catch (error) {
      output.textContent = '';
      status.textContent = `could not be run: ${error.message}`;
    }
    output.hidden = false;
    button.disabled = false;
  });
}
