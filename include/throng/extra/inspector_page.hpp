#pragma once

#include <throng/extra/inspector_http.hpp>
#include <throng/extra/inspector_script.hpp>

#include <string>
#include <string_view>

namespace throng::core {

/// The page of the inspector: what it looks like. What it does is the script.
inline constexpr std::string_view page_before_script = R"page(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>throng inspector</title>
<link rel="icon" href="data:,">
<style>
:root {
  color-scheme: light dark;
  --back: #ffffff; --panel: #f3f4f8; --text: #1c1e26; --dim: #5a5f70; --line: #c9ccd8; --accent: #3443b5;
  --on-accent: #ffffff; --live: #3f51b5; --ghost: #b3261e; --empty: #dfe1ea; --walk: #9a5b00; --wrong: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14161c; --panel: #1e212a; --text: #e7e9f0; --dim: #a3a8ba; --line: #3a3f4e; --accent: #a9b4ff;
    --on-accent: #14161c; --live: #8c9eff; --ghost: #ff8a80; --empty: #2a2e3a; --walk: #ffb74d; --wrong: #ff8a80;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 14px/1.45 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .5rem 1rem;
  background: var(--panel); border-bottom: 1px solid var(--line); }
h1 { font-size: 1.05rem; margin: 0; }
h2 { font-size: 1rem; margin: 0 0 .5rem; }
h3 { font-size: .95rem; margin: 0; }
.grow { flex: 1; }
.dim { color: var(--dim); }
.wrong { color: var(--wrong); }
code, pre, .mono { font-family: ui-monospace, monospace; font-size: .92em; }
pre { margin: .25rem 0; white-space: pre-wrap; }
button, input, select { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--line);
  border-radius: 4px; padding: .2rem .5rem; max-width: 100%; }
button { cursor: pointer; }
button:hover { border-color: var(--accent); }
button[aria-pressed="true"], [role="tab"][aria-selected="true"] { background: var(--accent); color: var(--on-accent);
  border-color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
input[type="number"] { width: 9rem; }
input[type="range"] { padding: 0; }
nav > div { display: flex; flex-wrap: wrap; gap: .25rem; padding: .5rem 1rem 0; }
main { padding: .75rem 1rem 2rem; }
.columns { display: grid; grid-template-columns: minmax(18rem, 2fr) minmax(0, 3fr); gap: 1rem; align-items: start; }
@media (max-width: 50rem) { .columns { grid-template-columns: minmax(0, 1fr); } }
.panel { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .75rem; min-width: 0; }
.panel + .panel { margin-top: .75rem; }
.columns > .panel { margin-top: 0; }
#query, #named { width: 100%; font-family: ui-monospace, monospace; }
#list { list-style: none; margin: .5rem 0; padding: 0; max-height: 60vh; overflow: auto; }
#list button { display: block; width: 100%; text-align: left; border-color: transparent; background: none;
  overflow-wrap: anywhere; }
#list button[aria-current="true"] { background: var(--accent); color: var(--on-accent); }
#list button[aria-current="true"] .dim { color: inherit; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.component { border-top: 1px solid var(--line); padding: .5rem 0; }
.field { display: grid; grid-template-columns: minmax(6rem, 12rem) minmax(0, 1fr); gap: .5rem; align-items: center;
  padding: .1rem 0; }
.nested { margin-left: .75rem; border-left: 2px solid var(--line); padding-left: .75rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
canvas { display: block; max-width: 100%; }
.swatch { display: inline-block; width: .8rem; height: .8rem; border-radius: 2px; margin-right: .4rem; }
.bar { height: .6rem; background: var(--live); border-radius: 2px; min-width: 1px; }
kbd { border: 1px solid var(--line); border-radius: 3px; padding: 0 .3rem; font-size: .85em; }
dialog { background: var(--panel); color: var(--text); border: 1px solid var(--line); border-radius: 6px; }
[hidden] { display: none !important; }
</style>
</head>
<body>
<header>
  <h1 id="name">throng</h1>
  <span id="facts" class="dim"></span>
  <span id="status" class="wrong" role="status"></span>
  <span class="grow"></span>
  <div id="time" class="row" role="group" aria-label="Time">
    <span id="frame" class="mono"></span>
    <button id="pause" aria-pressed="false">Pause</button>
    <button id="step">Step</button>
    <button id="record" aria-pressed="false">Record</button>
    <button id="back">Roll back</button>
    <label><input id="frames" type="number" min="1" value="1" aria-label="Frames to roll back"> frames
      <span id="recorded" class="dim"></span></label>
  </div>
  <button id="help" aria-label="Keys">?</button>
</header>
<nav aria-label="Views">
  <div role="tablist" aria-label="Views">
    <button role="tab" id="tab-entities" aria-controls="entities" aria-selected="true">Entities</button>
    <button role="tab" id="tab-systems" aria-controls="systems" aria-selected="false">Systems</button>
    <button role="tab" id="tab-collections" aria-controls="collections" aria-selected="false">Collections</button>
    <button role="tab" id="tab-memory" aria-controls="memory" aria-selected="false">Memory</button>
  </div>
</nav>
<main>
  <section id="entities" role="tabpanel" aria-labelledby="tab-entities" class="columns">
    <div class="panel">
      <label for="query">Entities with</label>
      <input id="query" autocomplete="off" spellcheck="false" placeholder="position, !frozen, boss | enemy">
      <label for="named">named</label>
      <input id="named" autocomplete="off" spellcheck="false" placeholder="door, or castle/gate">
      <div class="row"><span id="count" class="dim"></span><span class="grow"></span>
        <select id="tree" aria-label="How they are shown"><option value="">as a list</option>
          <option value="family" data-depth="8">as families</option></select></div>
      <pre id="mark" class="wrong" role="alert" hidden></pre>
      <ul id="list"></ul>
      <button id="more" hidden>More</button>
    </div>
    <div class="panel" id="detail"><p class="dim">No entity is chosen.</p></div>
  </section>
  <section id="systems" role="tabpanel" aria-labelledby="tab-systems" hidden>
    <div class="panel">
      <h2>The last 300 frames</h2>
      <canvas id="flame" width="900" height="180" role="img" aria-label="Times of the systems, frame by frame"></canvas>
      <p id="flame-scale" class="dim"></p>
    </div>
    <div class="panel scroll"><table><thead><tr><th>System</th><th>Active</th><th class="number">Runs</th>
      <th class="number">Last, µs</th><th class="number">Mean, µs</th></tr></thead><tbody id="system-rows"></tbody></table>
    </div>
  </section>
  <section id="collections" role="tabpanel" aria-labelledby="tab-collections" hidden>
    <div class="panel"><div class="row" id="collection-names"></div></div>
    <div class="panel"><h2 id="collection-name"></h2><p id="collection-facts" class="dim"></p>
      <div class="scroll" id="pages" tabindex="0" role="group" aria-label="Pages"></div>
      <div class="row"><button id="pages-before">Earlier pages</button><button id="pages-after">Later pages</button></div>
      <p class="dim"><span class="swatch" style="background: var(--live)"></span>an element
        <span class="swatch" style="background: var(--ghost)"></span>removed, and kept for a walk or a view
        <span class="swatch" style="background: var(--empty)"></span>empty
        <span class="swatch" style="background: var(--walk)"></span>where a walk stands</p>
      <div id="elements" class="scroll"></div></div>
  </section>
  <section id="memory" role="tabpanel" aria-labelledby="tab-memory" hidden>
    <div class="panel scroll"><table><thead><tr><th>Component</th><th class="number">Entities</th>
      <th class="number">Bytes</th><th>Share</th></tr></thead><tbody id="memory-rows"></tbody></table></div>
  </section>
</main>
<dialog id="keys"><h2>Keys</h2>
  <p><kbd>/</kbd> to the query &nbsp; <kbd>j</kbd> <kbd>k</kbd> down and up the list &nbsp; <kbd>space</kbd> pause or go on
    &nbsp; <kbd>.</kbd> one frame &nbsp; <kbd>b</kbd> roll back &nbsp; <kbd>1</kbd> to <kbd>4</kbd> views</p>
  <form method="dialog"><button>Close</button></form></dialog>
<script>
)page";
inline constexpr std::string_view page_after_script = R"page(</script>
</body>
</html>
)page";

[[nodiscard]] inline http_response inspector_page() {
    http_response r{.type = "text/html; charset=utf-8"};
    r.body = std::string(page_before_script);
    r.body += page_script;
    r.body += page_after_script;
    // Nothing is loaded from anywhere, and asked of nothing but this program.
    r.headers.emplace_back("Content-Security-Policy",
                           "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
                           "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    return r;
}

} // namespace throng::core
