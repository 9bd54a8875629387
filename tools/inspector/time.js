// Pause, single frames, and the frames that can be gone back to.
function showTimeOf(t) {
  at('time').hidden = false;
  seen.paused = t.paused;
  at('frame').textContent = `frame ${t.frame}`;
  at('pause').textContent = t.paused ? 'Go on' : 'Pause';
  at('pause').setAttribute('aria-pressed', t.paused);
  at('record').setAttribute('aria-pressed', t.recording);
  at('record').disabled = t.most_recorded === 0;
  at('back').disabled = t.recorded === 0;
  at('timeline').hidden = t.recorded === 0;
  const moment = at('moment');
  if (moment !== document.activeElement || !t.paused) {
    // (The last place is now.)
    Object.assign(moment, { min: t.frame - t.recorded, max: t.frame, value: t.frame });
    at('moment-said').textContent = `${t.frame - t.recorded} … ${t.frame}`;
  }
  at('recorded').textContent = t.recording ? `of ${t.recorded} (${bytes(t.recorded_bytes)})` : '';
}
/** What was asked for before an edit is not shown after it. */
async function showTime() {
  const { edits } = seen;
  try {
    const t = await get('/time');
    if (edits === seen.edits) showTimeOf(t);
  } catch (problem) {
    at('time').hidden = true;
    if (problem.status !== 409) throw problem;
  }
}
const change = (act) => attempt(async () => { await act(); await refresh(); });
/** The answer says what is so now; what was asked for before it came is older. */
const changeTime = (method, path, body) => change(async () => {
  ++seen.edits;
  const t = await ask(method, path, body);
  ++seen.edits;
  showTimeOf(t);
});
at('pause').onclick = () => {
  seen.paused = !seen.paused;
  changeTime('PATCH', '/time', { paused: seen.paused });
};
at('step').onclick = () => changeTime('POST', '/time/step', { frames: 1 });
at('record').onclick = () => changeTime('PATCH', '/time', { recording: at('record').getAttribute('aria-pressed') !== 'true' });
at('back').onclick = () => changeTime('POST', '/time/roll-back', { frames: Math.max(1, Number(at('frames').value)) });
at('moment').oninput = () => {
  const back = Number(at('moment').max) - Number(at('moment').value);
  at('moment-said').textContent = back === 0 ? `frame ${at('moment').max}` : `frame ${at('moment').value}, ${back} back`;
};
at('moment').onchange = () => {
  const frames = Number(at('moment').max) - Number(at('moment').value);
  at('moment').blur();
  // (Edits that were made after that frame are no more.)
  if (frames > 0) changeTime('POST', '/time/roll-back', { frames });
};
