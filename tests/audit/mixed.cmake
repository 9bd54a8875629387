# Compiles programs of two files with `compiler`, each file with or without the audit, and links them in the folder `build`.
# `source` is the folder of the files, `include` that of the library.
file(MAKE_DIRECTORY ${build})
foreach(file fill main library user)
    foreach(audit 0 1)
        execute_process(
            COMMAND ${compiler} -std=c++20 -O0 -DTHRONG_AUDIT=${audit} -I${include} -c ${source}/${file}.cpp
                -o ${build}/${file}_${audit}.o
            COMMAND_ERROR_IS_FATAL ANY
        )
    endforeach()
endforeach()

function(runs first second)
    execute_process(
        COMMAND ${compiler} ${build}/${first}.o ${build}/${second}.o -o ${build}/program COMMAND_ERROR_IS_FATAL ANY
    )
    execute_process(COMMAND ${build}/program COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(is_refused first second)
    execute_process(
        COMMAND ${compiler} ${build}/${first}.o ${build}/${second}.o -o ${build}/program
        RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said
    )
    if(status EQUAL 0)
        message(FATAL_ERROR "${first} and ${second} were linked")
    elseif(NOT said MATCHES "all_files_must_agree_on_THRONG_AUDIT")
        message(FATAL_ERROR "${first} and ${second} were refused without the reason:\n${said}")
    endif()
endfunction()

runs(fill_0 main_0)
runs(fill_1 main_1)
is_refused(fill_0 main_1)
is_refused(fill_1 main_0)
# What shares no collection may be mixed.
runs(library_0 user_1)
runs(library_1 user_0)
