# Linked by every target of throng's own. The presets turn warnings into errors (CMAKE_COMPILE_WARNING_AS_ERROR), so that
# a newer compiler with a new warning does not stop somebody who only wants to build the program.
add_library(throng_warnings INTERFACE)
target_compile_options(throng_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
