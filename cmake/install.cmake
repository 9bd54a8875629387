# Three components. `headers`: the headers, the module, the printers for debuggers, a CMake config package and a pkg-config file, all
# independent of the machine, hence in share/. `docs`: the documents and the examples. `program`: tools/throng installs it.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(throng_config_dir ${CMAKE_INSTALL_DATADIR}/cmake/throng)
set(throng_pkgconfig_dir ${CMAKE_INSTALL_DATADIR}/pkgconfig)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    COMPONENT headers
    FILES_MATCHING PATTERN "*.hpp"
)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/module/throng.cppm
    DESTINATION ${CMAKE_INSTALL_DATADIR}/throng
    COMPONENT headers
)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/packaging/debuggers/
    DESTINATION ${CMAKE_INSTALL_DATADIR}/throng
    COMPONENT headers
    FILES_MATCHING REGEX "/throng(_gdb\\.py|_gdb\\.cpp|\\.natvis)$"
)

install(TARGETS throng_headers throng_audit EXPORT throngTargets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT throngTargets NAMESPACE throng:: DESTINATION ${throng_config_dir} COMPONENT headers)

configure_package_config_file(
    ${PROJECT_SOURCE_DIR}/cmake/throngConfig.cmake.in ${PROJECT_BINARY_DIR}/cmake/throngConfig.cmake
    INSTALL_DESTINATION ${throng_config_dir}
    NO_SET_AND_CHECK_MACRO
)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/throngConfigVersion.cmake
    COMPATIBILITY SameMinorVersion
    ARCH_INDEPENDENT
)
install(
    FILES ${PROJECT_BINARY_DIR}/cmake/throngConfig.cmake ${PROJECT_BINARY_DIR}/cmake/throngConfigVersion.cmake
        ${PROJECT_SOURCE_DIR}/cmake/parallel.cmake ${PROJECT_SOURCE_DIR}/cmake/json.cmake
        ${PROJECT_SOURCE_DIR}/cmake/format.cmake
        ${PROJECT_SOURCE_DIR}/cmake/inspector.cmake
        ${PROJECT_SOURCE_DIR}/cmake/compiled.cmake
        ${PROJECT_SOURCE_DIR}/cmake/mpi.cmake
    DESTINATION ${throng_config_dir}
    COMPONENT headers
)

# What throng::compiled is built from, by the program's own build: so that its options are those of the program.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/compiled/ DESTINATION ${throng_config_dir}/compiled COMPONENT headers)

# Paths relative to the .pc file itself, so that the installed tree may be moved.
set(throng_pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})
if(NOT IS_ABSOLUTE ${throng_pc_includedir})
    file(RELATIVE_PATH throng_pc_to_prefix /prefix/${throng_pkgconfig_dir} /prefix)
    string(REGEX REPLACE "/$" "" throng_pc_to_prefix ${throng_pc_to_prefix})
    set(throng_pc_includedir "\${pcfiledir}/${throng_pc_to_prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/throng.pc.in ${PROJECT_BINARY_DIR}/cmake/throng.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cmake/throng.pc DESTINATION ${throng_pkgconfig_dir} COMPONENT headers)

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT headers)

install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
    DESTINATION ${CMAKE_INSTALL_DOCDIR}
    COMPONENT docs
)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples
    DESTINATION ${CMAKE_INSTALL_DOCDIR}
    COMPONENT docs
    PATTERN CMakeLists.txt EXCLUDE
    PATTERN *.sh EXCLUDE
)
