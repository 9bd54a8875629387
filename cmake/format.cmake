# throng::format: what throng/extra/format.hpp needs, which is {fmt}. Where that is not installed there is no such target.
# Read by this project and by those who find_package(throng), in whose scope it is then.
if(NOT TARGET throng::format)
    find_package(fmt QUIET)
    if(TARGET fmt::fmt)
        add_library(throng::format INTERFACE IMPORTED)
        set_property(TARGET throng::format PROPERTY INTERFACE_LINK_LIBRARIES throng::throng fmt::fmt)
    endif()
endif()
