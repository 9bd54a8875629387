# Run by gdb with the program and the printers loaded. Writes to the file `output`: each local variable of throng's types, at
# each call of `pause_here`; and of the printers, those that none of these has needed.
import gdb

gdb.execute("set print elements 8")
gdb.execute("set print pretty off")
needed = set()


def shown(value):
    """Of what may be not made yet, the object."""
    if value.type.strip_typedefs().code == gdb.TYPE_CODE_UNION:
        value = value["object"]
    if value.type.strip_typedefs().code == gdb.TYPE_CODE_REF:
        value = value.referenced_value()
    name = str(value.type.strip_typedefs().unqualified())
    if not name.startswith("throng::"):
        return None
    found = gdb.default_visualizer(value)
    return None if found is None else value


def note_printers():
    """Notes which entries of the table are asked for."""
    for name, printer in PRINTERS.items():
        def noting(value, name=name, printer=printer):
            needed.add(name)
            return printer(value)

        PRINTERS[name] = noting


class Pause(gdb.Breakpoint):
    def stop(self):
        print("-- %d" % int(gdb.selected_frame().read_var("which")), file=lines)
        frame = gdb.selected_frame().older()
        for symbol in sorted((s for s in frame.block() if s.is_variable), key=lambda s: s.line):
            value = shown(symbol.value(frame))
            if value is not None:
                print("%s = %s" % (symbol.name, value.format_string()), file=lines)
        return False


with open(output, "w") as lines:
    note_printers()
    Pause("pause_here", internal=True)
    gdb.execute("run > /dev/null")
    for name in sorted(set(PRINTERS) - needed):
        print("no %s is shown" % name, file=lines)
