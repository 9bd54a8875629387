// Models of many agents on throng's worlds that are divided over the ranks of MPI: see docs/divided.md.

#include "launch.hpp"
#include "models.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

int main(int count, char** words) {
    for (int i = 1; i < count; ++i) {
        if (std::strcmp(words[i], "--help") == 0) return std::fputs(models::help, stdout) < 0 ? 2 : 0;
    }
    models::options wanted;
    if (const std::string wrong = models::read(count, words, wanted); !wrong.empty()) {
        std::fprintf(stderr, "%s: %s\n", wanted.model.empty() ? "models" : wanted.model.c_str(), wrong.c_str());
        return 2;
    }
    if (wanted.by_hand) return models::flocking_by_hand(wanted);
    if (wanted.ranks != 1 && !models::is_rank()) return models::launch(wanted, words);

    const throng::mpi::session mpi(count, words);
    throng::mpi::communicator ranks;
    const int status = wanted.model == "flocking" ? flocking(ranks, wanted) : epidemic(ranks, wanted);
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    std::fprintf(stderr, "%s: the standard output cannot be written\n", wanted.model.c_str());
    return 2;
}
