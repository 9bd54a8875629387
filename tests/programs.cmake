# throng_checked_programs(NAME): each *.cpp of the folder is a whole program. Its test NAME.STEM runs it and compares what it
# prints with STEM.txt. Lines at its top may say "// define: NAME=VALUE", "// status: N" (the exit status, else 0) and
# "// needs THING" (THRONG_LACKS). All are built with the sanitizers.
function(throng_checked_programs name)
    if(THRONG_AUDIT OR CMAKE_CROSSCOMPILING)
        return()
    endif()
    file(GLOB sources CONFIGURE_DEPENDS *.cpp)
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM stem)
        set(status 0)
        file(STRINGS ${source} status_line REGEX "^// status: ")
        if(status_line)
            string(REGEX REPLACE "^// status: " "" status "${status_line}")
        endif()
        file(STRINGS ${source} defines REGEX "^// define: ")
        list(TRANSFORM defines REPLACE "^// define: " "")
        if(THRONG_LACKS)
            file(STRINGS ${source} reasons REGEX "^// needs (${THRONG_LACKS})")
            if(reasons)
                continue()
            endif()
        endif()

        set(program ${name}_${stem})
        add_executable(${program} ${source})
        target_link_libraries(${program} PRIVATE throng::throng throng_warnings)
        if(NOT THRONG_SANITIZE)
            target_compile_options(${program} PRIVATE -fsanitize=address,undefined -fno-sanitize-recover=all)
            target_link_options(${program} PRIVATE -fsanitize=address,undefined)
        endif()
        target_compile_definitions(${program} PRIVATE ${defines})
        add_test(NAME ${name}.${stem}
            COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${program}> -DSTATUS=${status}
                -DEXPECTED=${CMAKE_CURRENT_SOURCE_DIR}/${stem}.txt -P ${PROJECT_SOURCE_DIR}/examples/compare_output.cmake
        )
        set_tests_properties(${name}.${stem} PROPERTIES LABELS ${name} TIMEOUT 60)
    endforeach()
endfunction()
