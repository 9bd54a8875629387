#pragma once

#include "crowds.hpp"

#include <cstddef>
#include <memory>

namespace bench {

/// Makes a contestant of a crowd; what is timed is one of its member functions.
template <class Crowd, auto Frame> class timed : public contestant {
  public:
    explicit timed(std::size_t n) : crowd_(n) {}

    void frame() final { (crowd_.*Frame)(); }
    void show(digest& d) const final {
        crowd_.visit([&d](const bullet& b) { d.add(hash_of(b)); });
    }

    Crowd& crowd() { return crowd_; }

  private:
    Crowd crowd_;
};

template <class Crowd> std::unique_ptr<contestant> churning(std::size_t n) {
    return std::make_unique<timed<Crowd, &Crowd::churn>>(n);
}

template <class Crowd, auto Drift> std::unique_ptr<contestant> drifting(std::size_t n) {
    auto made = std::make_unique<timed<Crowd, Drift>>(n);
    for (int i = 0; i < 100; ++i) made->crowd().churn();
    return made;
}

} // namespace bench
