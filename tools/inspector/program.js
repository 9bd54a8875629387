'use strict';
const token = new URLSearchParams(location.hash.slice(1)).get('token');
const at = (id) => document.getElementById(id);
const seen = { types: new Map(), entity: null, shape: '', next: null, collection: null, from: 0, page: null, slot: null, frames: [],
  names: [], last: 0, paused: false, edits: 0, asked: 0, graph: '' };

/** Makes an element: properties, and then what is in it. */
function make(tag, properties = {}, ...inside) {
  const e = Object.assign(document.createElement(tag), properties);
  e.append(...inside);
  return e;
}
/** Asks the program; a problem is thrown as it was told. */
async function ask(method, path, body) {
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const answer = await fetch(`/api/v1${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await answer.text();
  const value = text === '' ? null : JSON.parse(text);
  if (!answer.ok) throw value ?? { detail: answer.statusText, status: answer.status };
  return value;
}
const get = (path) => ask('GET', path);
const part = encodeURIComponent;
function say(problem) {
  const what = problem instanceof Error ? 'The program does not answer.' : problem?.detail ?? '';
  at('status').textContent = problem?.pointer ? `${problem.pointer}: ${what}` : what;
}
/** For what was asked for on the page: what goes wrong is said. */
async function attempt(act) {
  try {
    await act();
    say('');
  } catch (problem) {
    say(problem);
  }
}
const bytes = (n) => (n < 10240 ? `${n} B` : n < 10485760 ? `${(n / 1024).toFixed(0)} KiB` : `${(n / 1048576).toFixed(1)} MiB`);
