# Sets THRONG_RUNS_HERE: where programs are for another system, whether the emulator of CMAKE_CROSSCOMPILING_EMULATOR runs
# them.
set(THRONG_RUNS_HERE TRUE)
if(CMAKE_CROSSCOMPILING)
    try_run(throng_status throng_built
        SOURCE_FROM_CONTENT run.cpp "#include <iostream>\nint main() { std::cout << \"it runs\"; }\n"
        NO_CACHE
        RUN_OUTPUT_VARIABLE throng_said
    )
    # (Wine without its 32-bit half runs nothing of 32 bits, and says nothing by its status.)
    if(throng_built AND NOT (throng_status EQUAL 0 AND throng_said MATCHES "it runs"))
        set(THRONG_RUNS_HERE FALSE)
        list(GET CMAKE_CROSSCOMPILING_EMULATOR 0 throng_emulator)
        cmake_path(GET throng_emulator FILENAME throng_emulator)
        string(REGEX REPLACE "[ \r\n]+" " " throng_said "${throng_said}")
        message(STATUS "not run: ${throng_emulator} runs no such programs here: ${throng_said}")
    endif()
endif()
