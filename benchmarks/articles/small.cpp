#include "articles.hpp"

#include <throng/bag.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Many small lists, as entities have them: what each carries, what it is afraid of. N lists of none to four elements;
/// the bytes are those of a list with what is in it.
namespace bench {

struct item {
    std::uint64_t id;
    std::uint64_t worth;
};
/// One of few.
struct small_item : item {};

} // namespace bench

template <> inline constexpr std::size_t throng::elements_per_page<bench::small_item> = 4;

namespace bench {

namespace {

template <class List> class lists : public contestant {
  public:
    explicit lists(std::size_t n) : n_(n) {}
    void show(digest& d) const final {
        if (all_ != nullptr)
            for (std::size_t i = 0; i < n_; ++i)
                for (const item& x : all_[i]) d.add(x.id * 31 + x.worth);
        d.add(sum_);
    }

  protected:
    void fill() {
        all_ = std::make_unique<List[]>(n_);
        // (One each in turn, so that no list has its elements in a row by chance.)
        for (std::size_t k = 0; k < 4; ++k)
            for (std::size_t i = 0; i < n_; ++i)
                if (k < i % 5) add(all_[i], {i, k});
    }
    static void add(List& l, const item& x) { l.push_back(typename List::value_type{x}); }
    std::size_t n_;
    std::unique_ptr<List[]> all_;
    std::uint64_t sum_ = 0;
};

template <class List> class adding final : public lists<List> {
  public:
    using lists<List>::lists;
    void prepare() override { this->all_.reset(); }
    void frame() override { this->fill(); }
};

template <class List> class walking final : public lists<List> {
  public:
    explicit walking(std::size_t n) : lists<List>(n) { this->fill(); }
    void frame() override {
        for (std::size_t i = 0; i < this->n_; ++i)
            for (item& x : this->all_[i]) this->sum_ += ++x.worth;
    }
};

template <class List> class destroying final : public lists<List> {
  public:
    using lists<List>::lists;
    void prepare() override { this->fill(); }
    void frame() override { this->all_.reset(); }
};

using small = boost::container::small_vector<item, 4>;

template <template <class> class What> std::vector<entry> all_lists() {
    return {
        article_entry<What<throng::list<item>>>("throng::list", kind::ours),
        article_entry<What<throng::list<small_item>>>("throng::list, four a page", kind::ours),
        article_entry<What<throng::bag<item>>>("throng::bag", kind::ours, false),
        article_entry<What<throng::pool<item>>>("throng::pool", kind::ours, false),
        article_entry<What<throng::pool<item, 4>>>("throng::pool of at most 4", kind::ours, false),
        article_entry<What<std::vector<item>>>("std::vector", kind::baseline),
        article_entry<What<std::list<item>>>("std::list", kind::peer),
        article_entry<What<small>>("boost::container::small_vector of 4", kind::peer),
    };
}

workload small_lists(std::string name, std::string what, bool prepared, std::vector<entry> entries) {
    return {.name = "articles-small-" + name,
            .title = "N lists of none to four elements: " + what,
            .warm_up = 5,
            .sizes = {10'000},
            .entries = std::move(entries),
            .prepared = prepared,
            .unit = "ns a list",
            .why_behind =
                "A page is as large as its class says, since the address of an element leads to its page: 4 KiB for "
                "16-byte elements, 128 bytes with `elements_per_page` 4. It is allocated, since a move or a swap of a "
                "list leaves its elements where they are, and a small_vector of so few elements allocates nothing. "
                "Each loop opens and closes a walk."};
}

} // namespace

std::vector<workload> article_small() {
    std::vector<workload> all;
    all.push_back(small_lists("add", "they are made and filled", true, all_lists<adding>()));
    all.push_back(small_lists("walk", "all are walked", false, all_lists<walking>()));
    all.push_back(small_lists("destroy", "all are destroyed", true, all_lists<destroying>()));
    return all;
}

} // namespace bench
