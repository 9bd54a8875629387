#!/usr/bin/env node
// Serves a folder on 127.0.0.1: node web/serve.mjs FOLDER PORT. Text goes out compressed, as a host of static files does it.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const types = {
  '.css': 'text/css', '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.json': 'application/json',
  '.jpg': 'image/jpeg', '.mjs': 'text/javascript', '.png': 'image/png', '.svg': 'image/svg+xml', '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm', '.webp': 'image/webp', '.xml': 'application/xml',
};
const isCompressed = new Set(['.jpg', '.png', '.webp']);

async function answer(folder, request, response) {
  let path;
  try {
    path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
  } catch {
    response.writeHead(400).end();
    return;
  }
  if (path.endsWith('/')) path += 'index.html';
  const type = extname(path);
  let body;
  try {
    body = await readFile(join(folder, path));
  } catch {
    response.writeHead(404, { 'content-type': 'text/plain' }).end(`${path} is not here\n`);
    return;
  }
  const headers = { 'content-type': types[type] ?? 'application/octet-stream', 'cache-control': 'no-cache' };
  if (!isCompressed.has(type) && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    body = gzipSync(body);
    headers['content-encoding'] = 'gzip';
  }
  response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
}

/** Serves a folder; resolves to the server once it listens. Port 0 is any free one. */
export function serve(folder, port) {
  const server = createServer((request, response) => void answer(folder, request, response));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, port] = process.argv.slice(2);
  try {
    const server = await serve(folder, Number(port));
    console.log(`http://127.0.0.1:${server.address().port}/ (Ctrl-C ends it)`);
  } catch (error) {
    console.error(`./site --serve: ${error.code === 'EADDRINUSE' ? `port ${port} is in use` : error.message}`);
    process.exitCode = 1;
  }
}
