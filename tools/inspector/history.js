// Edits as commands: each is a request, with the one that takes it back.
const edits = { done: [], undone: [] };

/** Makes an edit. `forth` and `back` are the method, the path and the body of a request; without `back` it cannot be undone. */
async function command(label, forth, back) {
  await ask(...forth);
  if (back !== undefined) edits.done.push({ label, forth, back });
  else edits.done = [];
  edits.undone = [];
  showEdits();
}
function showEdits() {
  for (const [button, its, what] of [['undo', edits.done, 'Undo'], ['redo', edits.undone, 'Redo']]) {
    at(button).disabled = its.length === 0;
    at(button).title = its.length === 0 ? '' : `${what}: ${its.at(-1).label}`;
  }
}
/** Takes the last edit back, or makes the last that was taken back again. One that is refused is forgotten. */
const step = (from, to, which) => change(async () => {
  const its = from().pop();
  if (its === undefined) return;
  document.activeElement?.blur();
  seen.shape = '';
  try {
    await ask(...its[which]);
    to().push(its);
  } finally {
    showEdits();
  }
});
const undo = () => step(() => edits.done, () => edits.undone, 'back');
const redo = () => step(() => edits.undone, () => edits.done, 'forth');
at('undo').onclick = undo;
at('redo').onclick = redo;
