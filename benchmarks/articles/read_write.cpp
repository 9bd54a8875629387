#include "actor.hpp"
#include "articles.hpp"

#include <throng/list.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

/// ReadWriteCollection: whatever dies in the loop is removed there, and what it leaves behind is visited in the same
/// loop.
namespace bench {

namespace {

/// An array that is its own iterator. One loop at a time; what the loop does not remove moves to the front when the
/// next element is asked for. The end of the loop drops what is left behind the front.
template <class E> class read_write_collection {
  public:
    class iterator {
      public:
        explicit iterator(read_write_collection& of) : of_(&of) {}
        E& operator*() const { return of_->items_[of_->next_ - 1]; }
        iterator& operator++() { return *this; }
        friend bool operator==(const iterator& i, std::default_sentinel_t) { return i.ends(); }

      private:
        [[nodiscard]] bool ends() const { return !of_->advance(); }
        read_write_collection* of_;
    };

    /// An addition in a loop is visited by that loop, and ends references to elements.
    void add(E item) { items_.push_back(std::move(item)); }
    /// Removes the element that the loop visits.
    void remove() { keeps_ = false; }
    iterator begin() {
        if (next_ != 0) end_broken_loop();
        return iterator(*this);
    }
    [[nodiscard]] std::default_sentinel_t end() const { return {}; }
    /// Outside of a loop.
    [[nodiscard]] const std::vector<E>& items() const { return items_; }

  private:
    bool advance() {
        keep_visited();
        if (next_ == items_.size()) {
            drop_from(kept_);
            return false;
        }
        keeps_ = true;
        ++next_;
        return true;
    }
    void keep_visited() {
        if (!keeps_) return;
        if (kept_ != next_ - 1) items_[kept_] = std::move(items_[next_ - 1]);
        ++kept_;
        keeps_ = false;
    }
    void end_broken_loop() {
        keep_visited();
        for (; next_ != items_.size(); ++next_, ++kept_)
            if (kept_ != next_) items_[kept_] = std::move(items_[next_]);
        drop_from(kept_);
    }
    void drop_from(std::size_t n) {
        items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(n), items_.end());
        next_ = kept_ = 0;
    }

    std::vector<E> items_;
    /// Where the loop is, and where the next survivor goes.
    std::size_t next_ = 0;
    std::size_t kept_ = 0;
    /// Whether the visited element stays.
    bool keeps_ = false;
};

/// All collections visit in the order of creation, and so each creates the same.
template <class Crowd> class played final : public contestant {
  public:
    explicit played(std::size_t n) {
        while (born_ < n) crowd_.add(born_++);
    }
    void frame() override {
        crowd_.update([this] { return born_++; });
        crowd_.draw(screen_);
    }
    void show(digest& d) const override {
        crowd_.each([&d](const actor& t) { d.add(hash_of(t)); });
        d.add(screen_.light());
    }

  private:
    std::uint64_t born_ = 0;
    screen screen_;
    Crowd crowd_;
};

class list_by_range_for {
  public:
    void add(std::uint64_t i) { all_.push_back(actor(i)); }
    template <class Next> void update(Next next) {
        for (actor& t : all_) {
            t.update(frame_time);
            if (!t.expired()) continue;
            all_.remove(t);
            add(next());
        }
    }
    void draw(screen& s) {
        for (const actor& t : all_) t.draw(s);
    }
    template <class F> void each(F f) const { all_.each(f); }

  private:
    throng::list<actor> all_;
};

class list_by_update {
  public:
    void add(std::uint64_t i) { all_.push_back(actor(i)); }
    template <class Next> void update(Next next) {
        all_.update([&](actor& t) {
            t.update(frame_time);
            if (!t.expired()) return true;
            add(next());
            return false;
        });
    }
    void draw(screen& s) {
        all_.each([&s](const actor& t) { t.draw(s); });
    }
    template <class F> void each(F f) const { all_.each(f); }

  private:
    throng::list<actor> all_;
};

class by_values {
  public:
    void add(std::uint64_t i) { all_.add(actor(i)); }
    template <class Next> void update(Next next) {
        for (actor& t : all_) {
            t.update(frame_time);
            if (!t.expired()) continue;
            all_.remove();
            add(next());
        }
    }
    void draw(screen& s) {
        for (const actor& t : all_) t.draw(s);
    }
    template <class F> void each(F f) const {
        for (const actor& t : all_.items()) f(t);
    }

  private:
    read_write_collection<actor> all_;
};

/// As in the article, where elements are references.
class by_pointers {
  public:
    void add(std::uint64_t i) { all_.add(std::make_unique<actor>(i)); }
    template <class Next> void update(Next next) {
        for (const auto& t : all_) {
            t->update(frame_time);
            if (!t->expired()) continue;
            all_.remove();
            add(next());
        }
    }
    void draw(screen& s) {
        for (const auto& t : all_) t->draw(s);
    }
    template <class F> void each(F f) const {
        for (const auto& t : all_.items()) f(*t);
    }

  private:
    read_write_collection<std::unique_ptr<actor>> all_;
};

} // namespace

workload article_read_write() {
    return {
        .name = "articles-read-write",
        .title =
            "all are updated; one in forty is removed in the loop and adds another, which is visited; all are drawn",
        .warm_up = 200,
        .sizes = {1'000, 10'000, 100'000},
        .entries =
            {
                article_entry<played<list_by_range_for>>("throng::list range-for", kind::ours),
                article_entry<played<list_by_update>>("throng::list update, each", kind::ours),
                article_entry<played<by_values>>("ReadWriteCollection", kind::baseline),
                article_entry<played<by_pointers>>("ReadWriteCollection<unique_ptr>", kind::baseline),
            },
        .why_behind = "One loop at a time, which nothing outside can interrupt, needs no walk that the collection "
                      "knows of: its position is two numbers of the collection.",
    };
}

} // namespace bench
