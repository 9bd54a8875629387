#include "mortal_crowd.hpp"

#include <cstddef>
#include <vector>

namespace bench {

namespace {

struct mortal {
    participant value;
    bool deleted = false;
    /// So many arrays refer to it still; the last one frees it.
    int references = 0;
};

/// An array of references in which a walk that meets a deleted object leaves an empty place; closed up after a walk,
/// when no other is open and many are empty.
class tombstone_array {
  public:
    tombstone_array() = default;
    tombstone_array(const tombstone_array&) = delete;
    tombstone_array& operator=(const tombstone_array&) = delete;
    ~tombstone_array() {
        for (mortal* x : places_) release(x);
    }

    void add(mortal& x) {
        places_.push_back(&x);
        ++x.references;
        ++count_;
    }
    template <class F> void each(F f) {
        ++walks_;
        // By index, for those that are added meanwhile.
        for (std::size_t i = 0; i < places_.size(); ++i) {
            mortal* const x = places_[i];
            if (x == nullptr) continue;
            if (x->deleted) forget(i);
            else f(*x);
        }
        if (--walks_ == 0 && 2 * count_ < places_.size()) compact();
    }

  private:
    static void release(mortal* x) {
        if (x != nullptr && --x->references == 0) delete x;
    }
    void forget(std::size_t i) {
        release(std::exchange(places_[i], nullptr));
        --count_;
    }
    void compact() {
        std::size_t kept = 0;
        for (mortal* x : places_)
            if (x != nullptr) places_[kept++] = x;
        places_.resize(kept);
    }

    std::vector<mortal*> places_;
    std::size_t count_ = 0;
    std::size_t walks_ = 0;
};

class tombstones : public mortal_crowd<mortal, tombstone_array> {
  public:
    void add(participant&& p) { enter(*new mortal{std::move(p)}); }
    static void remove(mortal& x) { x.deleted = true; }
};

} // namespace

std::unique_ptr<contestant> hunting_tombstones(std::size_t n, std::size_t most_bytes) {
    return hunting<tombstones>(n, most_bytes);
}

} // namespace bench
