#include "command.hpp"
#include "system/system.hpp"

int main(int argc, char** argv) {
    if (!throng::tool::prepare_process()) return 2;
    return throng::tool::command(argc, argv);
}
