# throng::mpi: what throng/extra/mpi.hpp needs, which is MPI. Where that is not installed there is no such target.
# Read by this project and by those who find_package(throng), in whose scope it is then.
if(NOT TARGET throng::mpi AND NOT CMAKE_CROSSCOMPILING)
    # (The C++ functions that MPI once had are not used.)
    set(MPI_CXX_SKIP_MPICXX TRUE)
    find_package(MPI QUIET COMPONENTS CXX)
    if(TARGET MPI::MPI_CXX)
        add_library(throng::mpi INTERFACE IMPORTED)
        set_property(TARGET throng::mpi PROPERTY INTERFACE_LINK_LIBRARIES throng::throng MPI::MPI_CXX)
    endif()
endif()
