# throng::inspector: what throng/extra/inspector.hpp needs, which is throng::json, threads and the sockets of POSIX. Where one of
# them is not to be had there is no such target. Read after json.cmake, by this project and by those who find_package(throng),
# in whose scope it is then.
if(NOT TARGET throng::inspector AND TARGET throng::json AND UNIX)
    # (QUIET does not silence the compiler checks.)
    set(throng_was_quiet ${CMAKE_REQUIRED_QUIET})
    set(CMAKE_REQUIRED_QUIET TRUE)
    find_package(Threads QUIET)
    set(CMAKE_REQUIRED_QUIET ${throng_was_quiet})
    if(TARGET Threads::Threads)
        add_library(throng::inspector INTERFACE IMPORTED)
        set_property(TARGET throng::inspector PROPERTY INTERFACE_LINK_LIBRARIES throng::json Threads::Threads)
    endif()
endif()
