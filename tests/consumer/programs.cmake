# The programs of both projects. THRONG_WITH_THREADS says that oneTBB is there to be found.
enable_testing()
add_executable(consumer ${CMAKE_CURRENT_LIST_DIR}/main.cpp)
target_link_libraries(consumer PRIVATE throng::throng)
add_test(NAME consumer COMMAND consumer)

add_executable(parallel ${CMAKE_CURRENT_LIST_DIR}/parallel.cpp)
target_link_libraries(parallel PRIVATE throng::parallel)
add_test(NAME parallel COMMAND parallel)
if(THRONG_WITH_THREADS)
    target_compile_definitions(parallel PRIVATE EXPECTS_THREADS)
endif()
