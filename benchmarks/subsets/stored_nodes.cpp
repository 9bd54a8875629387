#include "subsets.hpp"

#include <list>
#include <memory>

namespace bench {

namespace {

/// Linked lists of references; each object stores its nodes, and so leaves all lists in O(1).
class stored_nodes {
    struct node;
    using chain = std::list<node*>;
    struct node {
        participant value;
        chain::iterator in_master;
        std::array<chain::iterator, 2> in_subsets;
    };

  public:
    stored_nodes() = default;
    stored_nodes(const stored_nodes&) = delete;
    stored_nodes& operator=(const stored_nodes&) = delete;
    ~stored_nodes() {
        for (const node* x : master_) delete x;
    }

    void add(participant&& p) {
        auto* const x = new node{std::move(p), {}, {}};
        x->in_master = master_.insert(master_.end(), x);
        // A turn that deleted the last of the list, its own object, goes on with the next one.
        if (at_ == master_.end()) at_ = x->in_master;
        const auto subsets = x->value.subsets();
        for (std::size_t i = 0; i < 2; ++i) {
            chain& s = subsets_[subsets[i]];
            x->in_subsets[i] = s.insert(s.end(), x);
        }
    }
    void remove(node& x) {
        if (at_ == x.in_master) ++at_;
        master_.erase(x.in_master);
        const auto subsets = x.value.subsets();
        for (std::size_t i = 0; i < 2; ++i) subsets_[subsets[i]].erase(x.in_subsets[i]);
        delete &x;
    }
    template <class F> void each_turn(F f) {
        for (at_ = master_.begin(); at_ != master_.end();) {
            const auto current = at_;
            f((*current)->value);
            if (at_ == current) ++at_;
        }
    }
    [[nodiscard]] node* nearest(std::size_t subset, nearness to) const {
        nearest_of<node> best(to);
        for (node* x : subsets_[subset]) best.look_at(*x, x->value);
        return best.found();
    }
    template <class F> void visit_subset(std::size_t subset, F f) const {
        for (const node* x : subsets_[subset]) f(x->value);
    }

  private:
    chain master_;
    chain::iterator at_ = master_.end();
    std::array<chain, subset_count> subsets_;
};

} // namespace

std::unique_ptr<contestant> hunting_stored_nodes(std::size_t n, std::size_t most_bytes) {
    return hunting<stored_nodes>(n, most_bytes);
}

} // namespace bench
