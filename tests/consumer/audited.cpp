// A program built with the audit: it names a misuse, and the program's own handler is told.
#include <throng/list.hpp>

#include <cstdlib>
#include <cstring>
#include <memory>

int main() {
    throng::on_violation([](const throng::violation& v) {
        const bool is_right = std::strcmp(v.collection, "numbers") == 0 && v.walk.line != 0 &&
                              std::strstr(v.text, "audited.cpp") != nullptr;
        std::_Exit(is_right ? 0 : 1);
    });
    auto numbers = std::make_unique<throng::list<int>>();
    numbers->name("numbers");
    numbers->push_back(1);
    for (int& number : *numbers) {
        if (number == 1) numbers.reset();
    }
    return 2;
}
