include(${CMAKE_CURRENT_LIST_DIR}/header_only.cmake)
header_only(fmt fmt::fmt fmt)
set_property(TARGET fmt::fmt PROPERTY INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY)
