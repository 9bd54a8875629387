"""Shows throng's collections, walks, handles and worlds in gdb by their elements:

    (gdb) source .../throng_gdb.py
    (gdb) print enemies
    $1 = throng::list of 2 = {{health = 3}, {health = 5}}

Nothing in the program is called, so a core file will do. What is read may not be made yet, or half destroyed: then as much
is shown as hangs together. Elements come in the order of a walk. A list of pages is left where its order does not rise, and
any other chain after as many steps as it has elements, so each of them has an end.
"""

import re

import gdb

WORD_BITS = 64


class Broken(Exception):
    """What is read cannot be what the library has written."""


# --- pages and words ----------------------------------------------------------------------------------------------------


def argument(of, n):
    return of.strip_typedefs().template_argument(n)


def bits_of(word):
    """The positions of a word's set bits, from the lowest on."""
    rest = int(word) & (1 << WORD_BITS) - 1
    while rest:
        lowest = rest & -rest
        yield lowest.bit_length() - 1
        rest ^= lowest


def length_of(array):
    first, last = array.type.strip_typedefs().range()
    return last - first + 1


def is_set(words, i):
    return int(words[i // WORD_BITS]) >> i % WORD_BITS & 1 != 0


def name_of(of):
    return str(of.strip_typedefs().unqualified())


def words_of(array):
    return [int(array[i]) for i in range(length_of(array))]


def set_bits(words):
    """The positions of the set bits, from the lowest on, of a bitmap in the program or of a list of numbers."""
    for i in range(len(words) if isinstance(words, list) else length_of(words)):
        for b in bits_of(words[i]):
            yield i * WORD_BITS + b


def count_bits(words):
    return sum(bin(w & (1 << WORD_BITS) - 1).count("1") for w in words)


def bases_of(of):
    return [f for f in of.strip_typedefs().fields() if f.is_base_class]


def has_member(of, name):
    """Whether a class, or one of its bases, has the member."""
    for f in of.strip_typedefs().fields():
        if f.name == name or (f.is_base_class and has_member(f.type, name)):
            return True
    return False


def base_named(value, prefix):
    """The part of an object that is a base class of that name."""
    if name_of(value.type).startswith(prefix):
        return value
    for f in bases_of(value.type):
        found = base_named(value[f], prefix)
        if found is not None:
            return found
    return None


def slots_of(page):
    """The address of a page's first slot, as core::page::first_offset has it."""
    element = argument(page.type, 0)
    alignment = min(element.sizeof & -element.sizeof, 64)
    alignment = max(alignment, element.alignof)
    offset = (page.type.sizeof + alignment - 1) // alignment * alignment
    return gdb.Value(int(page.address) + offset).cast(element.pointer())


class Store:
    """core::store: the elements of most collections."""

    def __init__(self, value):
        self.store = base_named(value, "throng::core::store<")
        self.pages = self.store["pages_"]
        self.element = argument(self.store.type, 0)

    def size(self):
        size = int(self.store["size_"])
        head = int(self.pages["head"])
        used = int(self.pages["memory"]["used_"])
        if used > int(self.pages["memory"]["pages_"]) or used * self.page_bytes() >= 1 << 60:
            raise Broken
        if size > used * self.slots_a_page() or (size != 0 and head == 0) or (used == 0 and head != 0):
            raise Broken
        return size

    def each_page(self):
        previous, order = 0, 0
        at = self.pages["head"]
        while int(at) != 0:
            page = at.dereference()
            if int(page["previous"]) != previous or int(page["order"]) <= order:
                raise Broken
            yield page
            previous, order = int(at), int(page["order"])
            at = page["next"]

    def reuses(self):
        return has_member(self.store["placement_"].type, "newcomers_")

    def each_slot(self, is_shown, resident=None):
        """What a new walk visits: (address, page, slot)."""
        reuses = self.reuses()
        for page in self.each_page():
            first = slots_of(page)
            for s in set_bits(page["live"]) if resident is None else range(length_of(page["live"]) * WORD_BITS):
                if is_shown(page, s) and not (reuses and is_set(page["young"], s)):
                    yield first + s
        if reuses:
            newcomers = self.store["placement_"]["newcomers_"]
            for x in self.each_newcomer(newcomers["first_"], lambda page: page["arrivals"], resident):
                if is_shown(*self.place_of(x)):
                    yield x

    def each_newcomer(self, x, arrivals_of, moment=None):
        left = int(self.pages["memory"]["used_"]) * self.slots_a_page()
        while int(x) != 0:
            if left == 0:
                raise Broken
            left -= 1
            page, s = self.place_of(x)
            its = arrivals_of(page)[s]
            if moment is None or int(its["came"]) <= moment:
                yield x
            x = its["next"]

    def each_element(self):
        """The elements, each at most once, and no more than there are."""
        left = self.size()
        for x in self.each_slot(lambda page, s: True):
            if left == 0:
                raise Broken
            left -= 1
            yield x.dereference()
        if left != 0:
            raise Broken

    def page_type(self):
        return self.pages["head"].type.target()

    def slots_a_page(self):
        """No page has more."""
        return self.page_bytes() // self.element.sizeof

    def page_bytes(self):
        """As core::bytes_of_page has it: the size of a page_space."""
        return self.pages["memory"]["fresh_"].type.target().sizeof

    def place_of(self, x):
        """The page and the slot of an element's address."""
        at = int(x)
        page = gdb.Value(at & ~(self.page_bytes() - 1)).cast(self.page_type().pointer()).dereference()
        s = (at - int(slots_of(page))) // self.element.sizeof
        if not 0 <= s < length_of(page["live"]) * WORD_BITS:
            raise Broken
        return page, s

    def order_of(self, x):
        page, s = self.place_of(x)
        return int(page["order"]), s

    def is_live(self, x):
        page, s = self.place_of(x)
        return is_set(page["live"], s)

    def find(self, index, generation):
        """The element of a handle; None if it is stale."""
        if generation == 0:
            return None
        handles = self.store["handles_"]
        if has_member(handles.type, "in_use_"):
            return self.find_slot(index, generation)
        if int(handles["table_"]) == 0:
            return None
        table = handles["table_"].dereference()
        if index >= int(table["issued_"]):
            return None
        chunk = (index >> 4).bit_length()
        offset = index if chunk == 0 else index - (1 << 4 + chunk - 1)
        entry = table["chunks_"][chunk][offset]
        if int(entry["generation"]) != generation or int(entry["element"]) == 0:
            return None
        return entry["element"].dereference()

    def find_slot(self, index, generation):
        placement = self.store["placement_"]
        page_bytes = self.page_bytes()
        count = int(placement["count_"])
        if count == 0:
            return None
        first = placement["all_"][0].dereference()
        slots = (page_bytes - (int(slots_of(first)) - int(first.address))) // self.element.sizeof
        if index // slots >= count:
            return None
        page, s = placement["all_"][index // slots].dereference(), index % slots
        if int(page["handles"][s]) != generation or not is_set(page["live"], s):
            return None
        return (slots_of(page) + s).dereference()


# --- what printers have in common ---------------------------------------------------------------------------------------


def short_name(value):
    """The name without its parameters."""
    return name_of(value.type).split("<")[0]


class Printer:
    """A summary, and children; both say so if what they read does not hang together."""

    hint = "array"

    def __init__(self, value):
        self.value = value

    def display_hint(self):
        return self.hint

    def to_string(self):
        try:
            return self.summary()
        except (Broken, gdb.error):
            return short_name(self.value) + ", not whole"

    def children(self):
        try:
            yield from self.members()
        except (Broken, gdb.error, RecursionError):
            yield "[not whole]", "the rest does not hang together"

    def members(self):
        for i, x in enumerate(self.elements()):
            yield "[%d]" % i, x

    def elements(self):
        return ()

    def summary(self):
        return short_name(self.value) + " of %d" % self.size()


class StorePrinter(Printer):
    """list, bag, pool, ordered_set, entity_list and layer."""

    def store(self):
        return Store(self.value["elements_"])

    def size(self):
        return self.store().size()

    def elements(self):
        return self.store().each_element()


class BufferedPrinter(StorePrinter):
    hint = None

    def waiting(self):
        return int(self.store().store["placement_"]["waiting_"])

    def summary(self):
        waits = self.waiting()
        if waits > self.size():
            raise Broken
        return short_name(self.value) + " of %d, and %d waiting" % (self.size() - waits, waits)

    def members(self):
        committed = self.size() - self.waiting()
        for i, x in enumerate(self.elements()):
            yield ("[%d]" % i if i < committed else "[waiting %d]" % (i - committed)), x


class SubsetPrinter(Printer):
    def home(self):
        node = self.value["members_"]["node_"]
        if int(node["home"]) == 0:
            return node, None
        store = argument(self.value["members_"].type, 0)
        return node, Store(node["home"].cast(store.pointer()).dereference())

    def summary(self):
        node, store = self.home()
        if store is None:
            return short_name(self.value) + " without a master"
        n = sum(count_bits(words) for _, words in self.words(node, store))
        return short_name(self.value) + " of %d" % (n + sum(1 for _ in self.newcomers(node, store)))

    def mark_of(self, node, page):
        number = int(node["number"])
        marks = page["subsets"].dereference()
        if number >= int(marks["count"]):
            raise Broken
        return marks["first"][number]

    def words(self, node, store):
        """The pages that it has members in, and those of them that are there."""
        store.size()
        pages, at, left = [], node["first"], int(store.pages["memory"]["used_"])
        while int(at) != 0:
            if left == 0:
                raise Broken
            left -= 1
            pages.append(at.dereference())
            following = self.mark_of(node, pages[-1])["next"]
            if int(following) == int(at):
                break
            at = following
        for page in sorted(pages, key=lambda p: int(p["order"])):
            members = words_of(self.mark_of(node, page)["members"])
            yield page, [m & w for m, w in zip(members, words_of(page["live"]))]

    def newcomers(self, node, store):
        """What joined while it is walked."""
        late = lambda page: self.mark_of(node, page)["late"]["arrivals"]
        return (x for x in store.each_newcomer(node["late"]["first_"], late) if store.is_live(x))

    def elements(self):
        node, store = self.home()
        if store is None:
            return
        for page, words in self.words(node, store):
            first = slots_of(page)
            for s in set_bits(words):
                yield (first + s).dereference()
        for x in self.newcomers(node, store):
            yield x.dereference()


class WeakPrinter(Printer):
    """The objects; whether they say that they are deleted cannot be asked here."""

    def size(self):
        return Store(self.value["home_"]).size()

    def summary(self):
        n = self.size()
        return short_name(self.value) + " of %d link%s" % (n, "" if n == 1 else "s")

    def elements(self):
        home = self.value["home_"]
        for link in Store(home).each_element():
            yield object_of_link(home, link)


def object_of_link(home, link):
    if link.type.strip_typedefs().code == gdb.TYPE_CODE_PTR:
        return link.dereference()
    master = home["links"]["master_"].dereference()
    if not has_member(master.type, "elements_"):
        return link
    x = Store(master["elements_"]).find(int(link["index_"]), int(link["generation_"]))
    return "stale" if x is None else x


# --- objects with hooks -------------------------------------------------------------------------------------------------


def offset_of_hook(of, hook, kind):
    """Where in an object of the type its hook is. Named by the text of a template argument: `&T::member`, or the tag of a
    base class."""
    member = re.search(r"&\s*(?:[\w:<>, ]+::)?(\w+)\)?$", hook)
    fields = of.strip_typedefs().fields()
    if member is not None:
        for f in fields:
            if f.name == member.group(1):
                return f.bitpos // 8
    tag = re.search(r"base_hook_type<(.*)>", hook)
    hooks = [f for f in fields if f.is_base_class and name_of(f.type).startswith(kind)]
    if tag is not None:
        hooks = [f for f in hooks if name_of(argument(f.type, 0)) == tag.group(1).strip()]
    if len(hooks) != 1:
        raise Broken
    return hooks[0].bitpos // 8


def parameters_of(text):
    """The template arguments in a type's name."""
    found, depth, begin = [], 0, text.index("<") + 1
    for i in range(begin, len(text)):
        c = text[i]
        if c in "<({":
            depth += 1
        elif c in ">)}":
            depth -= 1
        if (c == "," and depth == 0) or depth < 0:
            found.append(text[begin:i].strip())
            begin = i + 1
            if depth < 0:
                break
    return found


def object_around(access, at, kind):
    """The object whose hook lies there. `access` is a class template whose first arguments are the object and the hook."""
    of = argument(access, 0)
    offset = offset_of_hook(of, parameters_of(name_of(access))[1], kind)
    return gdb.Value(int(at) - offset).cast(of.pointer()).dereference()


def each_link(chain):
    """The links of the objects, in the order of a walk."""
    ends = int(chain["ends_"].address)
    previous, at, left = ends, chain["ends_"]["next"], int(chain["size_"])
    known = set()
    while int(at) != ends:
        link = at.dereference()
        if int(link["previous"]) != previous or int(at) in known:
            raise Broken
        known.add(int(at))
        if int(link["serial"]) != 0:
            if left == 0:
                raise Broken
            left -= 1
            yield at
        previous, at = int(at), link["next"]
    if left != 0:
        raise Broken


class LinkedPrinter(Printer):
    def size(self):
        ends = self.value["chain_"]["ends_"]
        if int(ends["next"]["previous"]) != int(ends.address):
            raise Broken
        return int(self.value["chain_"]["size_"])

    def elements(self):
        for at in each_link(self.value["chain_"]):
            yield object_around(self.value.type, at, "throng::list_hook<")


class GridPrinter(Printer):
    hint = None
    hook = "throng::grid_hook<"

    def size(self):
        cells = self.value["cells_"]
        capacity = int(cells["map_"]["capacity_"])
        if int(cells["map_"]["size_"]) > capacity or capacity & (capacity - 1) != 0:
            raise Broken
        return int(cells["size_"])

    def members(self):
        cells, left = self.value["cells_"], self.size()
        blocks = cells["map_"]
        for i in range(int(blocks["size_"])):
            block = blocks["all_"][i].dereference()
            if int(block["home"]) != int(cells.address):
                raise Broken
            for c in bits_of(block["occupied"]):
                cell = block["cells"][c]
                for k in range(int(cell["count"])):
                    entry = cell["run"][k]
                    # (While queries are open, gaps and trails stand there, too.)
                    if int(entry["of"]) == 0 or int(entry["of"]["block"]) == 0:
                        continue
                    if int(entry["of"]["entry"]) != int(entry.address) or left == 0:
                        raise Broken
                    left -= 1
                    at = entry["at"]["at"]
                    place = ", ".join(str(at[axis]) for axis in range(at.type.range()[1] + 1))
                    yield "[%s]" % place, self.object(entry["of"])
        if left != 0:
            raise Broken

    def object(self, node):
        return object_around(self.value.type, node, self.hook)


class SpaceGridPrinter(GridPrinter):
    hook = "throng::space_grid_hook<"


class HookPrinter(Printer):
    """Not its links: they lead to hooks of others."""

    hint = None

    def summary(self):
        where = self.value["link_"]["home"] if has_member(self.value.type, "link_") else self.value["node_"]["block"]
        return short_name(self.value) + (", linked" if int(where) != 0 else ", in none")


# --- entities -----------------------------------------------------------------------------------------------------------


class TreePrinter(Printer):
    """The names of nodes are the ways to them: 0.2 is the third child of the first without a parent."""

    hint = None

    def size(self):
        return Store(self.value["nodes_"]["slots_"]).size()

    def members(self):
        left = self.size()
        rows = [[self.value["nodes_"]["row_"]["first"], 0]]
        while rows:
            node, number = rows[-1]
            if int(node) == 0:
                rows.pop()
                continue
            rows[-1][0] = node["next"]
            if int(node["placed"]) == (1 << 64) - 1:  # its end is being told
                continue
            if left == 0:
                raise Broken
            left -= 1
            rows[-1][1] += 1
            yield "[" + ".".join(str(n - 1) for _, n in rows) + "]", node["value"]
            rows.append([node["first"], 0])
        if left != 0:
            raise Broken


class LayersPrinter(Printer):
    hint = None

    def summary(self):
        return short_name(self.value) + ": %d layers" % length_of(self.value["layers_"])

    def members(self):
        names = argument(self.value.type, 0)
        for i in range(length_of(self.value["layers_"])):
            n = int(self.value["update_order_"]["of"][i])
            if n >= length_of(self.value["layers_"]):
                raise Broken
            yield "[%s]" % str(gdb.Value(n).cast(names)).split("::")[-1], self.value["layers_"][n]


# --- handles ------------------------------------------------------------------------------------------------------------


class HandlePrinter(Printer):
    hint = None

    def summary(self):
        generation = int(self.value["generation_"])
        if generation == 0:
            return short_name(self.value) + ", empty"
        return short_name(self.value) + " %d, generation %d" % (int(self.value["index_"]), generation)


# --- walks --------------------------------------------------------------------------------------------------------------


class WalkPrinter(Printer):
    """An open walk, or an iterator that is one: what it stands on."""

    hint = None

    def summary(self):
        what = "throng walk"
        found = self.current()
        if found is None:
            return what + ", before its first or after its last"
        return what + ("" if found[1] else ", on what has been removed")

    def members(self):
        found = self.current()
        if found is not None:
            yield "[current]", found[0]

    def current(self):
        """What it stands on, and whether that is still there; None if it stands nowhere."""
        return on_node(self.value["cursor_"]["node_"])


def on_node(node):
    if int(node["at"]) == 0 or int(node["home"]) == 0:
        return None
    store = Store(node["home"].dereference())
    x = gdb.Value(int(node["at"])).cast(store.element.pointer())
    return x.dereference(), store.is_live(x)


class HandleWalkPrinter(WalkPrinter):
    def current(self):
        return on_node(self.value["here_"]["node_"])


class RunsPrinter(WalkPrinter):
    def members(self):
        found = self.current()
        if found is not None:
            yield "[first of its run]", found[0]


class WeakWalkPrinter(WalkPrinter):
    def current(self):
        node = self.value["cursor_"]["inner_"]["node_"]
        found = on_node(node)
        if found is None:
            return None
        home = argument(self.value.type, 0)
        return object_of_link(node["home"].cast(home.pointer()).dereference(), found[0]), found[1]


class ChainWalkPrinter(WalkPrinter):
    def current(self):
        place = self.value["place_"]
        if bool(self.value["is_at_end_"]) or int(place["home"]) == 0:
            return None
        for at in each_link(place["home"].dereference()):
            if int(at) == int(place["at"]) and int(at["serial"]) == int(place["at_serial"]):
                return object_around(argument(self.value.type, 0), at, "throng::list_hook<"), True
        # (Its memory may be gone: it is not to be read.)
        return "not in the list any more", False


class TreeWalkPrinter(WalkPrinter):
    def current(self):
        found = on_node(self.value["place_"]["node_"])
        return None if found is None else (found[0]["value"], found[1])


class LayersWalkPrinter(WalkPrinter):
    def current(self):
        at = int(self.value["at_"])
        if at >= length_of(self.value["walks_"]):
            raise Broken
        return on_node(self.value["walks_"][at]["cursor_"]["node_"])


class GridWalkPrinter(WalkPrinter):
    def summary(self):
        return "throng query of a grid" + ("" if self.current() else ", before its first or after its last")

    def current(self):
        x = self.value["current_"]
        return None if int(x) == 0 else (x.dereference(), True)


class WalkingIteratorPrinter(WalkPrinter):
    def printer(self):
        return gdb.default_visualizer(self.value["walk_"])

    def summary(self):
        return self.printer().to_string()

    def members(self):
        return self.printer().children()


class ViewPrinter(Printer):
    """A frozen view: what it shows, the removed as well."""

    def node(self):
        return self.value["node_"]

    def summary(self):
        if int(self.node()["home"]) == 0:
            return "throng frozen view of nothing"
        return "throng frozen view of %d" % int(self.value["size_"])

    def elements(self):
        node = self.node()
        if int(node["home"]) == 0:
            return
        store, epoch, moment = Store(node["home"].dereference()), int(node["epoch"]), int(node["moment"])
        limit = int(node["limit"]["order"]), int(node["limit"]["slot"])
        reuses = store.reuses()

        def is_shown(page, s):
            if not is_set(page["live"], s):
                if not is_set(page["ghosts"], s) or int(page["removed_at"]) == 0 or int(page["removed_at"][s]) < epoch:
                    return False
            return (reuses and is_set(page["young"], s)) or (int(page["order"]), s) < limit

        left = int(self.value["size_"])
        for x in store.each_slot(is_shown, moment):
            if left == 0:
                raise Broken
            left -= 1
            yield x.dereference()


# --- worlds -------------------------------------------------------------------------------------------------------------


class World:
    """core::storage: entities and columns of components."""

    def __init__(self, storage):
        self.components = storage["components"]
        self.entities = storage["entities"]
        self.pages = self.entities["pages_"]

    def size(self):
        size = int(self.entities["size_"])
        if int(self.pages["size_"]) > int(self.pages["capacity_"]):
            raise Broken
        return size

    def each_page(self):
        self.size()
        for n in range(int(self.pages["size_"])):
            page = self.pages["data_"][n].dereference()
            if int(page["number"]) != n:
                raise Broken
            yield page

    @staticmethod
    def slots(page):
        return length_of(page["generations"])

    def handle(self, page, s):
        return int(page["number"]) * self.slots(page) + s, int(page["upper"]) | int(page["generations"][s])

    def column_of_type(self, number):
        near = self.components["types_"]
        if number < length_of(near):
            return near[number]["of"]
        further, number = self.components["further_types_"], number - length_of(near)
        return further["data_"][number]["of"] if number < int(further["size_"]) else gdb.Value(0)


def words_with(column, page):
    """Which slots of a page have the component; `column` may be null."""
    number, none = int(page["number"]), [0] * length_of(page["alive"])
    if int(column) == 0:
        return none
    present = column["parts"]["present_"]
    if number >= int(present["size_"]):
        return none
    return [int(present["data_"][number][w]) for w in range(len(none))]


def type_of_column(column):
    """The C++ type of a component, from the name of a function that was made for it; None without one."""
    for which in ("construct", "copy", "destroy"):
        function = column["type"][which]
        found = re.search(r"describe<(.*?)>\(\)", function.format_string(symbols=True)) if int(function) else None
        if found is not None:
            try:
                return gdb.lookup_type(found.group(1))
            except gdb.error:
                return None
    return None


def has_component(column, number, s):
    parts = column["parts"]
    return number < int(parts["present_"]["size_"]) and is_set(parts["present_"]["data_"][number], s)


def component_in(column, of, number, s):
    """The value of a slot of a page, of a type that is known; None if it is a tag."""
    size = int(column["type"]["size"])
    if size == 0:
        return None
    values = column["parts"]["values_"]["data_"][number]
    if bool(column["type"]["sparse"]):
        cells = gdb.Value(int(values)).cast(gdb.lookup_type("void").pointer().pointer().pointer())
        return cells[s // WORD_BITS][s % WORD_BITS].cast(of.pointer()).dereference()
    return (gdb.Value(int(values)).cast(of.pointer()) + s).dereference()


def name_of_column(column, of):
    name = column["type"]["name"].string()
    if name:
        return name
    return str(of) if of is not None else "component %d" % int(column["number"])


class WorldPrinter(Printer):
    """Each entity with its components; the index of an entity is its name."""

    hint = None

    def world(self):
        if int(self.value["storage_"]) == 0:
            raise Broken
        return World(self.value["storage_"].dereference())

    def summary(self):
        n = self.world().size()
        return "throng::world of %d entit%s" % (n, "y" if n == 1 else "ies")

    def members(self):
        world = self.world()
        types = {}
        for page in world.each_page():
            number, attached = int(page["number"]), page["columns"]
            for s in set_bits(page["alive"]):
                index, _ = world.handle(page, s)
                bare = True
                for i in range(int(attached["size_"])):
                    at = attached["data_"][i]["of"]
                    column = at.dereference()
                    if int(column["lending"]) != 0 or not has_component(column, number, s):
                        continue
                    if int(at) not in types:
                        types[int(at)] = type_of_column(column)
                    of = types[int(at)]
                    value = component_in(column, of, number, s) if of is not None else None
                    bare = False
                    yield "[%d].%s" % (index, name_of_column(column, of)), "there" if value is None else value
                if bare:
                    yield "[%d]" % index, "no components"


class QueryPrinter(Printer):
    """What matches, with the values that the query gives."""

    hint = None

    def matcher(self):
        return self.value["matcher_" if has_member(self.value.type, "matcher_") else "matcher"]

    def counts(self):
        return [int(argument(self.matcher().type, n)) for n in range(3, 7)]

    def summary(self):
        n = sum(count_bits(words) for _, _, words, _ in self.matching())
        return "throng query that %d entit%s match%s" % (n, "y" if n == 1 else "ies", "es" if n == 1 else "")

    def column(self, world, term):
        return term["known"] if int(term["known"]) != 0 else world.column_of_type(int(term["type"]))

    def matching(self):
        """The pages, and what of each matches."""
        m = self.matcher()
        if int(m["home_"]) == 0:
            return
        world = World(m["home_"].dereference())
        alls, nones, anys, groups = self.counts()
        named = lambda terms, n: [self.column(world, m[terms]["at"]["of"][i]) for i in range(n)]
        all_of, none_of, any_of = named("all_", alls), named("none_", nones), named("any_", anys)
        ends = [int(m["group_end_"]["of"][g]) for g in range(groups)]
        for page in world.each_page():
            those = words_of(page["alive"])
            for c in all_of:
                those = [w & x for w, x in zip(those, words_with(c, page))]
            for c in none_of:
                those = [w & ~x for w, x in zip(those, words_with(c, page))]
            for begin, end in zip([0] + ends, ends):
                one = [0] * len(those)
                for c in any_of[begin:end]:
                    one = [w | x for w, x in zip(one, words_with(c, page))]
                those = [w & x for w, x in zip(those, one)]
            yield world, page, those, all_of

    def values(self):
        """The types whose values the query gives; they are the first of its terms."""
        types, found = argument(self.matcher().type, 1), []
        while True:
            try:
                found.append(types.template_argument(len(found)).unqualified())
            except (RuntimeError, gdb.error):
                return found

    def members(self):
        values = self.values()
        for world, page, words, columns in self.matching():
            for s in set_bits(words):
                index, generation = world.handle(page, s)
                if not values:
                    yield "[%d]" % index, "generation %d" % generation
                for of, column in zip(values, columns):
                    value = component_in(column, of, int(page["number"]), s)
                    yield "[%d].%s" % (index, of), "there" if value is None else value


class QueryWalkPrinter(Printer):
    hint = None

    def node(self):
        return self.value["node_"]

    def summary(self):
        at = int(self.node()["at"])
        if at == 0xFFFFFFFF or int(self.node()["home"]) == 0:
            return "throng walk of a query, before its first or after its last"
        return "throng walk of a query, on entity %d" % at

    def members(self):
        at = int(self.node()["at"])
        if at == 0xFFFFFFFF or int(self.node()["home"]) == 0:
            return
        query = QueryPrinter(self.node())
        alls = query.counts()[0]
        world = World(query.matcher()["home_"].dereference())
        columns = [query.column(world, query.matcher()["all_"]["at"]["of"][i]) for i in range(alls)]
        slots = world.slots(next(world.each_page()))
        for of, column in zip(query.values(), columns):
            value = component_in(column, of, at // slots, at % slots)
            yield "[%s]" % of, "there" if value is None else value


class WorldSubsetPrinter(Printer):
    def words(self):
        storage = self.value["home_"]["storage_"]
        if int(self.value["column_"]) == 0 or int(storage) == 0:
            return
        world = World(storage.dereference())
        for page in world.each_page():
            those = zip(words_of(page["alive"]), words_with(self.value["column_"], page))
            yield world, page, [w & x for w, x in those]

    def size(self):
        return sum(count_bits(words) for _, _, words in self.words())

    def elements(self):
        for world, page, words in self.words():
            for s in set_bits(words):
                yield "entity %d, generation %d" % world.handle(page, s)


# --- which class is shown how -------------------------------------------------------------------------------------------

PRINTERS = {
    "throng::list": StorePrinter,
    "throng::bag": StorePrinter,
    "throng::pool": StorePrinter,
    "throng::ordered_set": StorePrinter,
    "throng::entity_list": StorePrinter,
    "throng::layer": StorePrinter,
    "throng::buffered_list": BufferedPrinter,
    "throng::subset": SubsetPrinter,
    "throng::weak_list": WeakPrinter,
    "throng::linked_list": LinkedPrinter,
    "throng::list_hook": HookPrinter,
    "throng::grid": GridPrinter,
    "throng::grid_hook": HookPrinter,
    "throng::space_grid": SpaceGridPrinter,
    "throng::space_grid_hook": HookPrinter,
    "throng::tree": TreePrinter,
    "throng::layers": LayersPrinter,
    "throng::handle": HandlePrinter,
    "throng::entity": HandlePrinter,
    "throng::basic_world": WorldPrinter,
    "throng::query": QueryPrinter,
    "throng::core::open_walk": WalkPrinter,
    "throng::core::open_iterator": WalkPrinter,
    "throng::core::open_runs": RunsPrinter,
    "throng::core::entity_walk": WalkPrinter,
    "throng::core::handle_walk": HandleWalkPrinter,
    "throng::core::store_view": ViewPrinter,
    "throng::core::weak_walk": WeakWalkPrinter,
    "throng::core::chain_walk": ChainWalkPrinter,
    "throng::core::layers_walk": LayersWalkPrinter,
    "throng::core::grid_walk": GridWalkPrinter,
    "throng::core::walking_iterator": WalkingIteratorPrinter,
    "throng::core::query_walk": QueryWalkPrinter,
}


def printer_of(value):
    of = value.type.strip_typedefs().unqualified()
    if of.code != gdb.TYPE_CODE_STRUCT or of.name is None or not of.name.startswith("throng::"):
        return None
    if of.name.startswith("throng::subset<throng::basic_world<"):
        return WorldSubsetPrinter(value)
    if re.match(r"throng::tree<.*>::walk_of<[^:]*>$", of.name):
        return TreeWalkPrinter(value)
    # (Not of the classes inside of a collection.)
    name, _, rest = of.name.partition("<")
    found = PRINTERS.get(name)
    return found(value) if found is not None and (not rest or rest.endswith(">")) else None


class Throng:
    """What gdb looks up, by the name by which `disable pretty-printer` knows it."""

    name = "throng"
    enabled = True

    def __call__(self, value):
        return printer_of(value)


def register(objfile=None):
    printers = gdb.pretty_printers if objfile is None else objfile.pretty_printers
    printers[:] = [p for p in printers if getattr(p, "name", None) != Throng.name]
    printers.insert(0, Throng())


register(gdb.current_objfile())
