#include "actor.hpp"
#include "articles.hpp"

#include <throng/buffered_list.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// BufferedIterator: what is added waits until it is committed, and what has expired is removed as a loop comes to it.
namespace bench {

namespace {

/// Whether an element is removed, a class that derives from it says by auto_remove(const E&).
template <class E, class Derived> class buffered_iterator {
  public:
    void add(const E& item) { waiting_.push_back(item); }
    void commit_buffer() {
        items_.insert(items_.end(), waiting_.begin(), waiting_.end());
        waiting_.clear();
    }
    template <class F> void each(F f) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < items_.size(); ++i) {
            if (static_cast<Derived&>(*this).auto_remove(items_[i])) continue;
            if (kept != i) items_[kept] = std::move(items_[i]);
            f(items_[kept++]);
        }
        items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(kept), items_.end());
    }
    /// Those that are committed, the expired too.
    [[nodiscard]] const std::vector<E>& items() const { return items_; }

  private:
    std::vector<E> items_;
    std::vector<E> waiting_;
};

/// An event whose time is over makes another. (The loop that draws removes it.)
template <class Events> class played final : public contestant {
  public:
    explicit played(std::size_t n) {
        while (born_ < n) events_.add(actor(born_++));
    }
    void frame() override {
        events_.commit();
        events_.handle([this](actor& t) {
            t.update(frame_time);
            if (t.expired()) events_.add(actor(born_++));
        });
        events_.handle([this](const actor& t) { t.draw(screen_); });
    }
    void show(digest& d) const override {
        events_.each([&d](const actor& t) {
            if (!t.expired()) d.add(hash_of(t));
        });
        d.add(screen_.light());
    }

  private:
    std::uint64_t born_ = 0;
    screen screen_;
    Events events_;
};

class buffered {
  public:
    buffered() {
        all_.auto_remove([](const actor& t) { return t.expired(); });
    }
    void add(const actor& t) { all_.push_back(t); }
    void commit() { all_.commit(); }
    template <class F> void each(F f) const { all_.each(f); }

  protected:
    throng::buffered_list<actor> all_;
};

struct buffered_by_range_for : buffered {
    template <class F> void handle(F f) {
        for (actor& t : all_) f(t);
    }
};

struct buffered_by_each : buffered {
    template <class F> void handle(F f) { all_.each(f); }
};

class by_the_article {
    class events : public buffered_iterator<actor, events> {
      public:
        static bool auto_remove(const actor& t) { return t.expired(); }
    };

  public:
    void add(const actor& t) { all_.add(t); }
    void commit() { all_.commit_buffer(); }
    template <class F> void handle(F f) { all_.each(f); }
    template <class F> void each(F f) const {
        for (const actor& t : all_.items()) f(t);
    }

  private:
    events all_;
};

} // namespace

workload article_buffered() {
    return {
        .name = "articles-buffered",
        .title = "events are handled and drawn; one in forty expires, and makes another for the next frame",
        .warm_up = 200,
        .sizes = {1'000, 10'000, 100'000},
        .entries =
            {
                article_entry<played<buffered_by_range_for>>("throng::buffered_list range-for", kind::ours),
                article_entry<played<buffered_by_each>>("throng::buffered_list each", kind::ours),
                article_entry<played<by_the_article>>("BufferedIterator", kind::baseline),
            },
        .why_behind = "Whether an element has expired, a callback says, which may make any edit; the class derives "
                      "from the array, and the compiler sees what it asks.",
    };
}

} // namespace bench
