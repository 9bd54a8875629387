# Windows, by Debian's mingw-w64; wine runs the programs. The including file sets `processor` and `package`,
# and may set `instructions`, which are flags.
include(${CMAKE_CURRENT_LIST_DIR}/need.cmake)
set(triplet ${processor}-w64-mingw32)
platform_needs(${triplet}-g++-posix g++-mingw-w64-${package}-posix)
platform_needs(wine wine)

set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR ${processor})
set(CMAKE_CXX_COMPILER ${triplet}-g++-posix)
set(CMAKE_C_COMPILER ${triplet}-gcc-posix)
get_filename_component(run ${CMAKE_CURRENT_LIST_DIR}/../../../scripts/wine-run ABSOLUTE)
set(CMAKE_CROSSCOMPILING_EMULATOR ${run})
# The contract suite has more templates than an object file has numbers for sections.
set(CMAKE_CXX_FLAGS_INIT "-Wa,-mbig-obj${instructions}")
# With the libraries of the compiler inside, a program needs nothing beside it.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
platform_has_libraries_in(/usr/${triplet})
