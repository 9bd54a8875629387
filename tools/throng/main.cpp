#include "command.hpp"

int main(int argc, char** argv) { return throng::tool::command(argc, argv); }
