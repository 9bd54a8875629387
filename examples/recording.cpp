// Records a game's life in the format that `throng info`, `throng replay` and `throng compare` read.
#include <throng/list.hpp>
#include <throng/trace.hpp>

#include <cstdio>

struct rocket {
    int fuel;
    bool is_spark;
    throng::trace_recorder::id recorded;
};

int main() {
    throng::trace_recorder recorder;
    throng::list<rocket> rockets;
    rockets.add({2, false, recorder.add()});
    rockets.add({1, false, recorder.add()});

    for (int tic = 0; tic < 3; ++tic) {
        recorder.begin_tic();
        for (rocket& r : rockets) {
            if (--r.fuel > 0) continue;
            // An explosion leaves a spark.
            if (!r.is_spark) rockets.add({2, true, recorder.add(r.recorded)});
            recorder.remove(r.recorded, r.recorded);
            rockets.remove(r);
        }
        recorder.end_tic();
    }

    const char* const file = "recording_example.trace";
    if (!recorder.write(file)) {
        std::perror(file);
        return 1;
    }
    std::FILE* const written = std::fopen(file, "r");
    for (int c = std::fgetc(written); c != EOF; c = std::fgetc(written)) std::putchar(c);
    std::fclose(written);
    std::remove(file);
}
