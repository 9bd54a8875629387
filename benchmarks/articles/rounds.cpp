#include "../bullet.hpp"
#include "articles.hpp"

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// Events that are handled in rounds: handling one makes the next. What is made waits until the round is over.
namespace bench {

namespace {

struct event {
    std::uint64_t id;
    std::uint64_t made;

    /// What handling it makes.
    [[nodiscard]] event next() const { return {mix(id), made + 1}; }
};

/// All events of a round go at its end.
template <class Rounds> class played final : public contestant {
  public:
    explicit played(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) rounds_.add({i, 0});
        rounds_.next();
    }
    void frame() override {
        rounds_.handle([this](const event& e) {
            handled_ += e.id >> 7U;
            rounds_.add(e.next());
        });
        rounds_.next();
    }
    void show(digest& d) const override {
        d.add(handled_);
        rounds_.each([&d](const event& e) { d.add(e.id ^ e.made); });
    }

  private:
    Rounds rounds_;
    std::uint64_t handled_ = 0;
};

template <class Collection> class buffered {
  public:
    void add(const event& e) { all_.push_back(e); }
    void next() {
        all_.clear();
        all_.commit();
    }
    template <class F> void handle(F f) { all_.each(f); }
    template <class F> void each(F f) const { all_.each(f); }

  private:
    Collection all_;
};

/// Each goes as soon as it is handled.
template <class Collection> class removing {
  public:
    void add(const event& e) { all_.push_back(e); }
    void next() { all_.commit(); }
    template <class F> void handle(F f) {
        for (event& e : all_) {
            f(e);
            all_.remove(e);
        }
    }
    template <class F> void each(F f) const { all_.each(f); }

  private:
    Collection all_;
};

class two_vectors {
  public:
    void add(const event& e) { next_.push_back(e); }
    void next() {
        now_.clear();
        std::swap(now_, next_);
    }
    template <class F> void handle(F f) {
        for (const event& e : now_) f(e);
    }
    template <class F> void each(F f) const {
        for (const event& e : now_) f(e);
    }

  private:
    std::vector<event> now_;
    std::vector<event> next_;
};

} // namespace

workload article_rounds() {
    return {
        .name = "articles-rounds",
        .title = "a round of events, each of which makes one for the next round",
        .warm_up = 50,
        .sizes = {1'000, 10'000, 100'000},
        .entries =
            {
                article_entry<played<buffered<throng::buffered_list<event>>>>("throng::buffered_list, cleared",
                                                                              kind::ours),
                article_entry<played<removing<throng::buffered_list<event>>>>("throng::buffered_list, each removed",
                                                                              kind::ours),
                article_entry<played<two_vectors>>("two vectors, swapped", kind::baseline),
            },
        .why_behind =
            "Each event comes and goes by itself, so that other walks may stand anywhere, and one may be taken "
            "back; two vectors forget a length, and exchange pointers.",
    };
}

} // namespace bench
