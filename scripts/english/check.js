'use strict';
// check.js ROOT WORK [--lower]: see ../check-english. WORK has node_modules; what is checked of headers is put there.
const { spawnSync } = require('child_process');
const { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } = require('fs');
const { dirname, join, relative, resolve } = require('path');

const [root, work, option] = process.argv.slice(2);
const here = __dirname;
const baselineFile = join(here, 'baseline.json');
const files = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...['docs', 'include', 'web'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true }).map(f => `${folder}/${f}`))]
    .filter(f => (f.endsWith('.md') && !/^docs\/generated\/|node_modules/.test(f)) || /^include\/.*\.hpp$/.test(f)).sort();

// Of headers, the comments for users, on the lines on which they are.
rmSync(join(work, 'text'), { recursive: true, force: true });
const checked = files.map(f => {
    const copy = join(work, 'text', f.endsWith('.md') ? f : `${f}.md`);
    let text = readFileSync(join(root, f), 'utf8');
    if (f.endsWith('.md')) // (Tables that a program writes are its own.)
        text = text.replace(/<!-- (?:the table: |tables: |before: )?(?:written by )?[\s\S]*?<!-- (?:the )?end/g, part => /written by/.test(part.slice(0, 80)) ? part.replace(/[^\n]/g, '') : part);
    else
        text = text.split('\n').map(line => /^\s*\/\/\/ ?(.*)$/.exec(line)?.[1] ?? '').join('\n');
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, text);
    return copy;
});

// Each phrase has an example, in which it is found: in a file that is checked first.
const examples = require('./phrases.json').map(({ example }) => example);
const sample = join(work, 'text', 'examples.md');
writeFileSync(sample, examples.map(example => `${example}\n\n`).join(''));

// run TOOL ARGUMENT...: what it prints; another status than 0 and 1 ends this.
const run = (tool, ...arguments_) => {
    const r = spawnSync(process.execPath, [join(work, 'node_modules', ...tool), ...arguments_],
        { encoding: 'utf8', maxBuffer: 1 << 28, cwd: join(work, 'text') });
    if (r.status !== 0 && r.status !== 1) {
        process.stderr.write(r.stdout + r.stderr);
        process.exit(2);
    }
    return r.stdout;
};
const problems = new Map(files.map(f => [f, []]));
const source = copy => {
    const path = relative(join(work, 'text'), copy);
    return problems.has(path) ? path : path.replace(/\.md$/, '');
};
for (const { filePath, messages } of JSON.parse(run(['textlint', 'bin', 'textlint.js'], '--no-textlintrc', '--rulesdir', join(here, 'rules'),
    '--format', 'json', sample, ...checked))) {
    if (filePath !== sample) {
        for (const { line, message } of messages) problems.get(source(filePath)).push({ line, message });
        continue;
    }
    examples.forEach((example, i) => {
        if (messages.some(({ line }) => line === 2 * i + 1)) return;
        console.log(`scripts/english/phrases.json: "${example}": expected the rule to find it`);
        process.exitCode = 2;
    });
}
for (const row of run(['cspell', 'bin.mjs'], 'lint', '--no-progress', '--no-color', '--config', join(here, 'cspell.json'),
    ...checked.map(copy => relative(join(work, 'text'), copy))).split('\n')) {
    const match = /^(.*?):(\d+):\d+ - (?:Unknown word|Misspelled word) \((.*?)\)/.exec(row);
    if (match) problems.get(source(resolve(work, 'text', match[1]))).push({ line: +match[2], message: `"${match[3]}": not in a dictionary, nor in scripts/english/words.txt` });
}

const baseline = JSON.parse(readFileSync(baselineFile, 'utf8'));
let failures = 0, left = 0;
const now = {};
for (const [file, those] of problems) {
    const most = baseline[file] ?? 0;
    if (those.length) now[file] = Math.min(those.length, most);
    left += those.length;
    if (those.length > most) {
        failures += those.length - most;
        for (const { line, message } of those.sort((a, b) => a.line - b.line)) console.log(`${file}:${line}: ${message}`);
        if (most) console.log(`${file}: ${those.length} of these; there may be ${most}`);
    }
}
if (option === '--lower') {
    for (const file of Object.keys(now)) if (!now[file]) delete now[file];
    writeFileSync(baselineFile, JSON.stringify(now, null, 2) + '\n');
}
console.log(`${files.length} files, ${left} phrases or words to replace, ${failures} more than scripts/english/baseline.json allows`);
process.exit(process.exitCode || (failures ? 1 : 0));
