# header_only(NAME TARGET FOLDER): the library NAME of this machine as TARGET, if /usr/include has its FOLDER. Nothing else of
# /usr/include is for the platform, so the folder is linked to a place of its own.
include(FindPackageHandleStandardArgs)
macro(header_only name target folder)
    find_path(${name}_HEADERS ${folder} PATHS /usr/include NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
    mark_as_advanced(${name}_HEADERS)
    find_package_handle_standard_args(${name} DEFAULT_MSG ${name}_HEADERS)
    if(${name}_FOUND AND NOT TARGET ${target})
        file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/headers)
        file(CREATE_LINK ${${name}_HEADERS}/${folder} ${PROJECT_BINARY_DIR}/headers/${folder} SYMBOLIC)
        add_library(${target} INTERFACE IMPORTED GLOBAL)
        set_property(TARGET ${target} PROPERTY INTERFACE_INCLUDE_DIRECTORIES ${PROJECT_BINARY_DIR}/headers)
    endif()
endmacro()
