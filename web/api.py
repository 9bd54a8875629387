"""Writes the pages of the API from what doxygen reads in the headers (its XML).

Shown is what a user may write: no names of throng::core or of another inner namespace, and no parameter `caller where`, which
nobody passes. What a collection inherits stands on its own page. A comment holds for what stands below it up to the next empty
line, for all overloads of a name, and, at a struct, for its values. A public declaration without one is an error, but for what is
as in every standard container.
"""
import html
import re
import xml.etree.ElementTree as xml
from pathlib import Path

# The parts of the reference, in their order: a title, and the names and headers that belong to it. The first that fits counts.
TOPICS = [
    ('Collection classes', r'list|bag|pool|ring|buffered_list|ordered_set|linked_list|weak_list|subset|list_hook|base_hook_type|shared_handles'),
    ('Handles, loops and room', r'handle|live_t|residents_t|backward_t|initial_capacity|fixed_capacity|deletion|violation|source_place'),
    ('Callbacks and threads', r'listeners?|inbox|in_sequence|on_threads|events'),
    ('Indexes and snapshots of collections', r'index_by|ordered_by|weighted_by|dice|unique_t|snapshot_of.*'),
    ('Objects that update and draw', r'any_entity|entity_.*list|layers?|layers-.*|tree.*|time_step|clock'),
    ('Spatial grids', r'.*grid.*|space_.*'),
    ('Worlds: entities and queries', r'world|entity|entity_ref|query|component.*|values_of|additions|removals|changes|disabled|aside|shared_types|observer|value_order|world_index|world_weights|entity_map|.*_t'),
    ('Relations, families and names', r'relation.*|reference|related|.*link.*|family|kin|naming|entity_name|prefab.*|based_on|instance_of|override_kind'),
    ('Systems and timers', r'.*system.*|schedule|states|current_state|ends_with|world_timers|timers|time_rate|trace_.*'),
    ('Describing, saving and JSON', r'.*description|enumerator|field_.*|listed_field|restored|json_.*|save.*|byte_.*'),
    ('Roll-back and network', r'rollback|snapshot|recorder.*|replica_.*|received'),
    ('Inspector', r'inspector.*'),
    ('Tests of your own types', r'testing-.*'),
    ('Divided worlds (MPI)', r'mpi-.*'),
]

INNER = re.compile(r'^throng::(core|testing::detail)\b')
# Names that mean what they mean in the standard library, or are the type of what their name says.
STANDARD = re.compile(r'(\w+_)?(type|iterator|concept|reference|pointer)|get_allocator|size|empty|r?begin|r?end|swap|hasher|key_equal|'
                      r'hash_function|key_eq|operator.*')
KINDS = [('typedef', 'Types'), ('enum', 'Types'), ('constructor', 'Construction'), ('function', 'Functions'),
         ('friend', 'Functions'), ('variable', 'Values')]


def text_of(node):
    return '' if node is None else ' '.join(''.join(node.itertext()).split())


def html_of(node):
    """A description as HTML."""
    inside = html.escape(node.text or '') + ''.join(html_of(child) + html.escape(child.tail or '') for child in node)
    tag = node.tag
    if tag == 'para':
        return f'<p>{inside.strip()}</p>\n' if inside.strip() else ''
    if tag == 'computeroutput':
        return f'<code>{inside}</code>'
    if tag in ('bold', 'emphasis'):
        return f'<{"b" if tag == "bold" else "em"}>{inside}</{"b" if tag == "bold" else "em"}>'
    if tag in ('itemizedlist', 'orderedlist'):
        return f'<{tag[0].replace("i", "u")}l>{inside}</{tag[0].replace("i", "u")}l>'
    if tag == 'listitem':
        return f'<li>{inside}</li>'
    if tag == 'table':
        return f'<table>{inside}</table>'
    if tag == 'row':
        return f'<tr>{inside}</tr>'
    if tag == 'entry':
        cell = 'th' if node.get('thead') == 'yes' else 'td'
        inside = re.sub(r'^<p>|</p>\s*$', '', inside)
        return f'<{cell}>{inside}</{cell}>' if inside.strip() else '<td></td>'
    if tag in ('verbatim', 'programlisting', 'preformatted'):
        return f'<pre><code>{inside}</code></pre>'
    if tag == 'codeline':
        return inside + '\n'
    if tag in ('sp', 'nonbreakablespace'):
        return ' '
    if tag in ('ndash', 'mdash'):
        return '–' if tag == 'ndash' else '—'
    return inside


def description(node):
    # (A table in a paragraph is a block of its own.)
    found = ''.join(html_of(part) for part in (node.find('briefdescription'), node.find('detaileddescription'))
                    if part is not None)
    found = re.sub(r'<(table|ul|ol|pre)>.*?</\1>', r'</p>\n\g<0>\n<p>', found, flags=re.DOTALL)
    return re.sub(r'<p>\s*</p>\n?', '', re.sub(r'(?s)<p>\s+', '<p>', found)).strip()


# From the name of a template that takes an allocator, as basic_world, to the one that people write.
aliases = {}
# From the name of a template to its parameters as they are declared, with their defaults, in fwd.hpp.
declared = {}


def as_written(code):
    """Code with the names that people write instead of those of the templates behind them."""
    return re.sub(r'\bbasic_(\w+)(<(Allocator)?>)?', lambda m: aliases.get(f'basic_{m.group(1)}', m.group()), code)


def folded(code):
    """A signature that is too long for a line, with its parameters on lines of their own."""
    lines = []
    for line in code.split('\n'):
        # (Of a template its parameters, else those of the function.)
        begins, ends = ('<', '>') if line.startswith('template <') else ('(', ')')
        open_at, depth, parts, begin = line.find(begins), 0, [], 0
        if len(line) <= 96 or open_at < 0:
            lines.append(line)
            continue
        end = len(line)
        for i in range(open_at, len(line)):
            depth += line[i] in '(<{[' and line[i - 1] != '-' or 0
            depth -= line[i] in ')>}]' and line[i - 1] != '-' or 0
            if i == open_at:
                begin = i + 1
            elif (line[i] == ',' and depth == 1) or (line[i] == ends and depth == 0):
                parts.append(line[begin:i].strip())
                begin = i + 1
                if depth == 0:
                    end = i
                    break
        lines += [line[:open_at + 1]] + [f'    {part},' for part in parts[:-1]] + [f'    {parts[-1]}{line[end:]}'] if parts else [line]
    return '\n'.join(lines)


def tidy(code):
    code = re.sub(r'throng::core::|\bcore::|throng::', '', code)
    code = re.sub(r'\s*([&*]+)\s*(?=[\w.])', r'\1 ', code)
    code = re.sub(r'\s+([&*]+)', r'\1', code)
    return re.sub(r'<\s+', '<', re.sub(r'\s+>', '>', code)).replace(' ,', ',').strip()


def parameter(node):
    name, value = text_of(node.find('declname')), text_of(node.find('defval'))
    return tidy(f'{text_of(node.find("type"))} {name}') + text_of(node.find('array')) + (f' = {tidy(value)}' if value else '')


def template_of(node):
    params = node.find('templateparamlist')
    if params is None:
        return ''
    requires = tidy(text_of(node.find('requiresclause')))
    return f'template <{", ".join(map(parameter, params))}>' + (f'\n    requires {requires}' if requires else '') + '\n'


def concept_code(code):
    """The definition of a concept, which doxygen gives as one line."""
    code = re.sub(r'^template ?<(.*?)> concept', r'template <\1>\nconcept', tidy(code)).replace('>&&', '> &&')
    code = re.sub(r'\bclass (\w+) (?=\w)', r'class \1 = ', code)
    code = re.sub(r'(requires ?\([^{]*\) \{) ', r'\1\n    ', code)
    code = re.sub(r';\s+\}', ';\n}', re.sub(r'; (?=[^}\s])', ';\n    ', code))
    return '\n'.join(line if len(line) <= 100 else line.replace(' && ', ' &&\n    ') for line in code.split('\n'))


def is_caller(param):
    return text_of(param.find('type')).split('::')[-1] == 'caller'


def signature(member):
    kind, name = member.get('kind'), text_of(member.find('name'))
    if kind == 'enum':
        return f'enum class {name} {{ ' + ', '.join(text_of(v.find('name')) for v in member.findall('enumvalue')) + ' };'
    if kind == 'typedef':
        return template_of(member) + f'using {name} = {tidy(text_of(member.find("type")))};'
    result = tidy(text_of(member.find('type')))
    head = template_of(member) + ('static ' if member.get('static') == 'yes' else '') + \
        ('explicit ' if member.get('explicit') == 'yes' else '') + (result + ' ' if result else '')
    if kind == 'variable':
        # (An initializer that is a function would be cut off.)
        value = tidy(text_of(member.find('initializer')))
        return f'{head}{name} {"" if ";" in value else value}'.rstrip() + ';'
    params = ', '.join(parameter(p) for p in member.findall('param') if not is_caller(p))
    tail = re.sub(r'^.*\)', '', member.findtext('argsstring') or '')
    requires = '' if member.find('templateparamlist') is not None else tidy(text_of(member.find('requiresclause')))
    return f'{head}{name}({params}){tail.replace("=", " = ").replace("  ", " ")}' + \
        (f'\n    requires {requires}' if requires else '') + ';'


def is_hidden(member):
    args = (member.findtext('argsstring') or '').strip()
    return (member.get('prot') != 'public' or args.endswith('=delete') or '<' in text_of(member.find('name')).removeprefix('operator')
            or (member.get('kind') == 'friend' and not args) or 'core::' in text_of(member.find('name')))


class Reader:
    def __init__(self, folder, errors):
        self.folder, self.errors = folder, errors
        index = xml.parse(folder / 'index.xml').getroot()
        self.compounds = {}
        for entry in index:
            if entry.get('kind') in ('class', 'struct', 'concept', 'namespace', 'file'):
                root = xml.parse(folder / (entry.get('refid') + '.xml')).getroot()
                self.compounds[entry.get('refid')] = root.find('compounddef')
        self.said = self.comments()
        for file in sorted({c.find('location').get('file') for c in self.compounds.values() if c.find('location') is not None}):
            if file.startswith('throng/'):
                self.check_tables(file)

    def lines(self, file):
        return (self.folder.parents[3] / 'include' / file).read_text().splitlines()

    def check_tables(self, file):
        """A row of a table that is broken into two lines is no row."""
        cells = None
        for number, line in enumerate(self.lines(file), 1):
            said = re.match(r'\s*/// ?(.*)$', line)
            row = re.sub(r'`[^`]*`', '', said.group(1)) if said else ''
            if row.startswith('|'):
                if not row.endswith('|') or (cells is not None and row.count('|') != cells):
                    self.errors.append(f'include/{file}:{number}: a row of a table has another number of cells than the first')
                cells = cells or row.count('|')
            else:
                if cells and row.endswith('|'):
                    self.errors.append(f'include/{file}:{number}: a row of a table must stand on one line')
                cells = None

    def comments(self):
        """From the id of each member to its comment, or the one that holds for it, too."""
        said, of_file = {}, {}
        for compound in self.compounds.values():
            for member in compound.iter('memberdef'):
                said[member.get('id')] = description(member)
                at = member.find('location')
                of_file.setdefault(at.get('file'), {})[int(at.get('line'))] = member.get('id')
        for file, members in of_file.items():
            held = ''
            for number, line in enumerate(self.lines(file), 1) if file.startswith('throng/') else ():
                if number in members:
                    held = said[members[number]] = said[members[number]] or held
                elif not line.strip():
                    held = ''
        return said

    def is_declared_in(self, compound, member):
        """False for what doxygen takes for a public member because it does not see that it defines a private one."""
        of_class, at = compound.find('location'), member.find('location')
        return of_class.get('bodyfile') == at.get('file') and \
            int(of_class.get('bodystart')) <= int(at.get('line')) <= int(of_class.get('bodyend'))

    def members(self, compound, seen=()):
        """The public members of a class, those of its bases after its own."""
        own = [m for m in compound.iter('memberdef') if not is_hidden(m) and self.is_declared_in(compound, m)]
        for base in compound.findall('basecompoundref'):
            other = self.compounds.get(base.get('refid'))
            if other is None or other.get('id') in seen:
                continue
            shown = self.members(other, (*seen, other.get('id')))
            if base.get('prot') != 'public':
                shown = [m for m in shown if text_of(m.find('name')) in self.names_used(compound)]
            own_names = {text_of(m.find('name')) for m in own}
            own += [m for m in shown if text_of(m.find('name')) not in own_names
                    and text_of(m.find('name')) != text_of(other.find('compoundname')).split('::')[-1]
                    and not text_of(m.find('name')).startswith(('~', 'operator='))]
        return own

    def names_used(self, compound):
        """Names that a class takes from a private base with a using-declaration, which doxygen does not tell."""
        at = compound.find('location')
        body = '\n'.join(self.lines(at.get('bodyfile'))[int(at.get('bodystart')) - 1:int(at.get('bodyend'))])
        return set(re.findall(r'using (?:typename )?[\w:<>, ]+::(\w+);', body))

    def said_of_type(self, member):
        """Of an alias, or of a value that is the only one of its type, as `live` is: where to read on."""
        name = re.sub(r'<.*', '', tidy(text_of(member.find('type'))).replace('constexpr ', '').replace('const ', '')).strip()
        for compound in self.compounds.values():
            if text_of(compound.find('compoundname')) == f'throng::{name}' and description(compound):
                return f'<p>See <a href="{name}.html"><code>{name}</code></a>.</p>'
        return ''

    def entries(self, members, where, is_struct=False):
        """Markdown of members: overloads together, under what is said of them."""
        groups, standard, types = {}, [], []
        for member in members:
            name = text_of(member.find('name'))
            if name.startswith('~') or not name:
                continue
            kind = member.get('kind')
            if kind == 'function' and name == where.split('::')[-1]:
                kind = 'constructor'
            groups.setdefault((dict(KINDS).get(kind), name), []).append(member)
        out = []
        for heading in dict.fromkeys(title for _, title in KINDS):
            begin = len(out)
            for name, group in ((name, group) for (title, name), group in groups.items() if title == heading):
                said = list(dict.fromkeys(filter(None, (self.said[m.get('id')] for m in group))))
                if not said and where == 'throng':
                    said = list(filter(None, map(self.said_of_type, group)))
                if not said and STANDARD.fullmatch(name):
                    if heading == 'Types':
                        types.append(name)
                    else:
                        standard += (folded(as_written(signature(m))) for m in group)
                    continue
                if not said and name != where.split('::')[-1] and not (is_struct and heading == 'Values'):
                    at = group[0].find('location')
                    self.errors.append(f'include/{at.get("file")}:{at.get("line")}: {where}::{name} has no comment')
                code = '\n'.join(dict.fromkeys(folded(as_written(signature(m))) for m in group))
                out.append(f'### `{as_written(name)}`\n\n```cpp\n{code}\n```\n\n' + '\n'.join(said or ['']) + '\n')
            if len(out) > begin:
                out.insert(begin, f'## {heading}\n')
        if standard or types:
            out.append('## As in the standard library\n')
        if standard:
            out.append('```cpp\n' + '\n'.join(dict.fromkeys(standard)) + '\n```\n')
        if types:
            out.append('Types: ' + ', '.join(f'`{name}`' for name in types) + '.\n')
        return '\n'.join(out)

    def header_of(self, compound):
        return compound.find('location').get('file')


def first_sentence(text):
    """For a cell of a table; a list may follow its colon."""
    sentence = re.split(r'(?<=\.) (?=[A-Z`(])', text.strip())[0]
    return re.sub(r':$', '.', sentence).replace('|', '&#124;')


def write(folder, target, errors):
    """Writes the pages; the navigation of mkdocs for them."""
    reader = Reader(Path(folder), errors)
    target.mkdir(parents=True, exist_ok=True)
    concepts, pages = [], []
    read_names(reader)
    for compound in sorted(reader.compounds.values(), key=lambda c: text_of(c.find('compoundname'))):
        name, kind = text_of(compound.find('compoundname')), compound.get('kind')
        if not name.startswith('throng::') or INNER.match(name) or '<' in name or kind in ('namespace', 'file') \
                or compound.get('prot') in ('private', 'protected'):
            continue
        short = name.removeprefix('throng::')
        said = description(compound)
        if kind == 'concept':
            code = text_of(compound.find('initializer'))
            code = concept_code(code)
            concepts.append(f'### `{short}`\n\n```cpp\n{code}\n```\n\n{said}\n')
            continue
        outer = name.rpartition('::')[0]
        if not said and any(text_of(c.find('compoundname')) == outer and c.get('kind') != 'namespace'
                            for c in reader.compounds.values()):
            continue  # a part of another class, which that one explains
        if not said:
            errors.append(f'include/{reader.header_of(compound)}: {name} has no comment')
        shown = aliases.get(short, as_written(short))
        page = shown.replace('::', '-') + '.md'
        head = declared.get(short, template_of(compound)) + f'{kind} {short};'
        if short in aliases:
            scope, _, name_in_it = shown.rpartition('::')
            head = f'using {name_in_it} = {short}<...>;' + (f' // in {scope}' if scope else '') + f'\n\n{head}'
        (target / page).write_text(
            f'# {shown}\n\n`#include <{reader.header_of(compound)}>`\n\n```cpp\n{folded(head)}\n```\n\n{said}\n\n'
            + reader.entries([m for m in compound.iter('memberdef') if not is_hidden(m)] if '::' in short else reader.members(compound),
                             name, kind == 'struct'))
        first = re.sub(r'<[^>]+>', '', said.split('</p>')[0])
        row = (f'| [`{shown}`]({page}) | {first_sentence(first)} | '
               f'`{reader.header_of(compound)}` |')
        pages.append((page.removesuffix('.md'), shown, row))
    names = {text_of(c.find('compoundname')) for c in reader.compounds.values()}  # functions of such names are deduction guides
    free = [m for c in reader.compounds.values() if c.get('kind') == 'namespace'
            and not INNER.match(text_of(c.find('compoundname'))) and text_of(c.find('compoundname')).startswith('throng')
            for m in c.iter('memberdef')
            if not is_hidden(m) and not (m.get('kind') == 'function' and f'throng::{text_of(m.find("name"))}' in names)
            and not (m.get('kind') == 'typedef' and text_of(m.find('name')) in aliases.values())]
    (target / 'functions.md').write_text('# Functions, values and concepts\n\n' + reader.entries(free, 'throng')
                                         + ('\n## Concepts\n\n' + '\n'.join(concepts) if concepts else ''))
    nav, tables, left = [{'Overview': 'api/index.md'}], [], pages
    for title, pattern in [*TOPICS, ('Others', '.*')]:
        # (In the order in which the pattern names them.)
        listed = pattern.split('|')
        here = sorted((one for one in left if re.fullmatch(pattern, one[0])),
                      key=lambda one: (next(i for i, name in enumerate(listed) if re.fullmatch(name, one[0])), one[1]))
        left = [one for one in left if one not in here]
        if here:
            nav.append({title: [{shown: f'api/{page}.md'} for page, shown, _ in here]})
            tables.append(f'## {title}\n\n| name | what it is | header |\n|---|---|---|\n' + '\n'.join(row for _, _, row in here))
    (target / 'index.md').write_text(
        '# API\n\nAll public names of the headers, by topic. [The contract](../contract.md) holds for all collections.\n\n'
        + '\n\n'.join(tables) + '\n\nEverything else: [functions, values and concepts](functions.md).\n')
    return nav + [{'Functions, values and concepts': 'api/functions.md'}]


def read_names(reader):
    """Fills `aliases` and `declared` from the headers."""
    include = reader.folder.parents[3] / 'include/throng'
    for header in include.rglob('*.hpp'):
        for name, of in re.findall(r'^(?:template <.*>\s)?using (\w+) = (basic_\w+)<[^;]*>;', header.read_text(), re.MULTILINE):
            if of == f'basic_{name}':
                aliases[of] = name
    aliases['basic_system'] = 'schedule::system_type'  # the one without a shorter name
    for params, name in re.findall(r'^template <(.*)>\s+(?:class|struct) (\w+);', (include / 'fwd.hpp').read_text(), re.MULTILINE):
        if '=' in params:
            declared[name] = f'template <{tidy(params)}>\n'
