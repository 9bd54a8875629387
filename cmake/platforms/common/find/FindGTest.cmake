# GoogleTest, built for the platform from the sources that Debian's googletest has.
include(FindPackageHandleStandardArgs)
find_path(GTest_SOURCES src/gtest-all.cc
    PATHS /usr/src/googletest/googletest NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
mark_as_advanced(GTest_SOURCES)
find_package_handle_standard_args(GTest DEFAULT_MSG GTest_SOURCES)
if(GTest_FOUND AND NOT TARGET GTest::gtest_main)
    add_library(platform_gtest STATIC ${GTest_SOURCES}/src/gtest-all.cc ${GTest_SOURCES}/src/gtest_main.cc)
    add_library(GTest::gtest_main ALIAS platform_gtest)
    target_compile_features(platform_gtest PUBLIC cxx_std_20)
    target_include_directories(platform_gtest SYSTEM PUBLIC ${GTest_SOURCES}/include PRIVATE ${GTest_SOURCES})
    target_compile_options(platform_gtest PRIVATE -w)
    if(CMAKE_SYSTEM_NAME STREQUAL Generic)
        target_compile_definitions(platform_gtest
            PUBLIC GTEST_HAS_PTHREAD=0 GTEST_HAS_DEATH_TEST=0 GTEST_HAS_STREAM_REDIRECTION=0)
    endif()
endif()
