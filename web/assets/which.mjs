// "Which collection?" as a dialogue: up to four questions, each with its reason, and an answer with the lines to write.
const answers = {
  list: ['throng::list<T>', 'api/list.html', 'insertion order, at any size; start here'],
  bag: ['throng::bag<T>', 'api/bag.html', 'the last element fills a gap, so that memory stays dense'],
  pool: ['throng::pool<T>', 'api/pool.html', 'no element ever moves'],
  buffered: ['throng::buffered_list<T>', 'api/buffered_list.html', 'new elements wait for commit()'],
  ring: ['throng::ring<T>', 'api/ring.html', 'adding drops the oldest'],
  set: ['throng::ordered_set<T>', 'api/ordered_set.html', 'found in O(1), iterated in insertion order'],
  subset: ['throng::subset<Master>', 'api/subset.html', 'one bit for each element of the list or pool'],
  weak: ['throng::weak_list<T>', 'api/weak_list.html', 'drops objects that have been deleted'],
  linked: ['throng::linked_list<T>', 'api/linked_list.html', 'objects leave it in their destructor; it never allocates'],
  grid: ['throng::grid<T>', 'api/grid.html', 'box_grid for objects of any size, space_grid in three dimensions'],
  index: ['throng::index_by', 'api/index_by.html', 'ordered_by iterates in the order of a value'],
  entities: ['throng::entity_list<E>', 'api/entity_list.html', 'layers pause, hide or slow down whole groups'],
  tree: ['throng::tree<T>', 'api/tree.html', 'a part takes along all that hangs on it'],
  world: ['throng::world', 'api/world.html', 'entities of components, with queries and systems'],
};
/** A question: its text, and of each choice the text with the next question or the answer. */
const questions = {
  owner: ['Who owns the elements?', [['The collection', 'wait'], ['Another collection, or my own code', 'reference']]],
  reference: ['How are they referred to?', [
    ['Some elements of a list or pool of throng', 'subset'], ['Objects of any owner, which may be deleted', 'weak'],
    ['Objects with a link inside of them, as in C', 'linked'], ['By their position', 'grid'], ['By a value', 'index']]],
  wait: ['When may new elements be visited?', [
    ['At once, or each loop decides', 'unique'], ['In the next round only', 'buffered'], ['Only the newest N are kept', 'ring']]],
  unique: ['What are they?', [
    ['Values: bullets, effects, orders', 'order'], ['Unique values that I look up', 'set'],
    ['Objects that update and draw themselves', 'entities'], ['Parts of parts: a boss, a menu', 'tree'],
    ['Entities made of components (an ECS)', 'world']]],
  order: ['Do order and addresses matter?', [
    ['Order matters', 'list'], ['Neither matters, and many are removed', 'bag'], ['Addresses must not change', 'pool']]],
};

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function ask(place, name) {
  const [text, choices] = questions[name];
  const said = make('div', {});
  said.setAttribute('aria-live', 'polite');
  const group = make('fieldset', {}, make('legend', {}, text), ...choices.map(([choice, next]) =>
    make('label', {}, make('input', { type: 'radio', name: `which-${name}`, onchange: () => {
      said.replaceChildren();
      if (next in questions) ask(said, next);
      else answer(said, next);
    } }), choice)));
  place.append(group, said);
}
function answer(place, name) {
  const [code, page, why] = answers[name];
  place.append(make('p', { className: 'which-answer' }, 'Use ', make('a', { href: new URL(`../${page}`, import.meta.url) },
    make('code', {}, code)), `: ${why}.`));
}

const place = document.getElementById('which');
ask(place, 'owner');
