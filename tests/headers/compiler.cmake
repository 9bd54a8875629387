# What is not standard C++ stands in core/compiler.hpp, and nowhere else under include/.
file(GLOB_RECURSE headers RELATIVE ${INCLUDE} ${INCLUDE}/*.hpp)
list(REMOVE_ITEM headers throng/core/compiler.hpp)
foreach(header IN LISTS headers)
    file(STRINGS ${INCLUDE}/${header} lines REGEX
        "gnu::|clang::|msvc::|__builtin_|__attribute__|__declspec|_MSC_VER|__GNUC__|__clang__|__PRETTY_FUNCTION__|__FUNCSIG__|no_unique_address|#pragma (GCC|clang|warning)"
    )
    foreach(line IN LISTS lines)
        message(SEND_ERROR "${header}: this belongs into throng/core/compiler.hpp: ${line}")
    endforeach()
endforeach()
