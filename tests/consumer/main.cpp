// What a first user writes: some elements, one of which goes while the list is walked.
#include <throng/list.hpp>

int main() {
    throng::list<int> numbers{1, 2, 3};
    for (int& number : numbers) {
        if (number == 2) {
            numbers.remove(number);
        }
    }
    return numbers.size() == 2 ? 0 : 1;
}
