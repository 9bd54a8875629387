// One of a program's own sources where gdb is to load throng's printers with the program, without `source`. It names
// the script, by default as a file that gdb finds in its source path; define THRONG_GDB_SCRIPT for the whole path, as
// text. gdb runs only what `add-auto-load-safe-path` allows. (For object files of ELF: Linux, and others.)
#if !defined(THRONG_GDB_SCRIPT)
#define THRONG_GDB_SCRIPT "throng_gdb.py"
#endif

#if defined(__ELF__)
__asm__(".pushsection \".debug_gdb_scripts\", \"MS\", %progbits, 1\n"
        ".byte 1\n" // a Python script in a file
        ".asciz \"" THRONG_GDB_SCRIPT "\"\n"
        ".popsection\n");
#endif
