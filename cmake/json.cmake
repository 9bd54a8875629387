# throng::json: what throng/extra/json.hpp needs, which is nlohmann/json. Where that is not installed there is no such target.
# Read by this project and by those who find_package(throng), in whose scope it is then.
if(NOT TARGET throng::json)
    find_package(nlohmann_json QUIET)
    if(TARGET nlohmann_json::nlohmann_json)
        add_library(throng::json INTERFACE IMPORTED)
        set_property(TARGET throng::json PROPERTY INTERFACE_LINK_LIBRARIES throng::throng nlohmann_json::nlohmann_json)
    endif()
endif()
