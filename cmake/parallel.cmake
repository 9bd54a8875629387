# throng::parallel: what throng/on_threads.hpp needs, which is oneTBB where it is installed. Without it the same code
# runs in sequence. Read by this project and by those who find_package(throng), in whose scope it is then.
if(NOT TARGET throng::parallel)
    find_package(TBB QUIET)
    add_library(throng::parallel INTERFACE IMPORTED)
    set_property(TARGET throng::parallel PROPERTY INTERFACE_LINK_LIBRARIES throng::throng)
    if(TARGET TBB::tbb)
        set_property(TARGET throng::parallel APPEND PROPERTY INTERFACE_LINK_LIBRARIES TBB::tbb)
    else()
        set_property(TARGET throng::parallel PROPERTY INTERFACE_COMPILE_DEFINITIONS THRONG_WITHOUT_TBB)
    endif()
endif()
