# Run by gdb with the program: whether the file `natvis` is XML, and each member that it names is one of the class that it
# names it of, as the compiler has told gdb. Writes what is not so to the file `output`, and how many members there are.
import re
import xml.etree.ElementTree as xml

import gdb

SCHEMA = "{http://schemas.microsoft.com/vstudio/debugger/natvis/2010}"
CHAIN = re.compile(r"(?<![\w$.:\"])(?<!->)([A-Za-z_]\w*)((?:\[[^\[\]]*\]|\.[A-Za-z_]\w*|->[A-Za-z_]\w*)*)")
NO_MEMBERS = {"sizeof", "unsigned", "long", "int", "char"}
found_members = 0


def instances(pattern):
    """One class of the program that a name, perhaps with a wildcard, matches."""
    if not pattern.endswith("<*>"):
        try:
            return gdb.lookup_type(pattern)
        except gdb.error:
            return None
    name = pattern.replace("<*>", "<")
    for line in gdb.execute("info types ^%s" % re.escape(name), to_string=True).splitlines():
        found = re.match(r"(?:\d+:\s+)?(?:class |struct )?(%s.*);$" % re.escape(name), line.strip())
        if found is None or re.search(r">::\w+(<[^<>]*>)?$", found.group(1)):
            continue
        try:
            of = gdb.lookup_type(found.group(1)).strip_typedefs()
        except gdb.error:
            continue
        # (Some are only named in the program.)
        if of.fields():
            return of
    return None


def member(of, name):
    of = of.strip_typedefs()
    if of.code == gdb.TYPE_CODE_PTR:
        of = of.target().strip_typedefs()
    if of.code not in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        return None
    for f in of.fields():
        if f.name == name and not f.is_base_class:
            return f.type
    for f in of.fields():
        if f.is_base_class and (found := member(f.type, name)) is not None:
            return found
    return None


def check(text, of, variables, say):
    """The type of the last chain of members in an expression."""
    global found_members
    last = None
    for first, rest in CHAIN.findall(text):
        if first in NO_MEMBERS:
            continue
        steps = re.findall(r"\[[^\[\]]*\]|[A-Za-z_]\w*", rest)
        last = variables[first] if first in variables else member(of, first)
        found_members += first not in variables
        if last is None and first not in variables:
            say("%s has no member %s" % (of.name.split("<")[0], first))
        for step in steps:
            if step.startswith("["):
                check(step[1:-1], of, variables, say)
                last = last.strip_typedefs().target() if last is not None else None
            elif last is not None:
                within, last = last, member(last, step)
                found_members += 1
                if last is None:
                    say("%s has no member %s" % (str(within.strip_typedefs()).split("<")[0], step))
    return last


def expressions(element):
    """What of an element is an expression of C++."""
    text = (element.text or "").strip()
    tag = element.tag.replace(SCHEMA, "")
    if "Condition" in element.attrib:
        yield element.attrib["Condition"]
    if tag == "DisplayString":
        # (Two braces are one that is shown.)
        yield from re.findall(r"\{([^{}]+)\}", text.replace("{{", "").replace("}}", ""))
    elif text:
        yield text


def check_type(element, name, say):
    of = instances(name)
    if of is None:
        say("the program has no %s" % name)
        return
    variables = {}
    for part in element.iter():
        if part.tag == SCHEMA + "Variable":
            variables[part.attrib["Name"]] = check(part.attrib["InitialValue"], of, variables, say)
            continue
        for text in expressions(part):
            check(re.sub(r",\w+$", "", text), of, variables, say)


with open(output, "w") as lines:
    def say(what):
        print(what, file=lines)

    root = xml.parse(natvis).getroot()
    if root.tag != SCHEMA + "AutoVisualizer":
        say("no natvis file")
    for element in root.findall(SCHEMA + "Type"):
        names = [element.attrib["Name"]] + [a.attrib["Name"] for a in element.findall(SCHEMA + "AlternativeType")]
        for name in names:
            check_type(element, name, say)
    say("at least 80 members" if found_members >= 80 else "only %d members" % found_members)
