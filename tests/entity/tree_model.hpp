#pragma once

#include <throng/entity/detail/tree_place.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

/// The tree and its walks in the plainest form: rows of tokens, of which some are nodes and some are places of walks. A
/// walk goes from its token to the next node in the sequence that the whole tree makes in its order.
namespace creatures {

class tree_model {
  public:
    /// 0 stands above those without a parent, and for "none".
    static constexpr int top = 0;

    struct walk {
        throng::tree_order order;
        int root;
        std::uint64_t limit;
        int token; // below 0
        int at = 0;
        enum class state { starts, on, gap, between, over } state;
        bool skips = false;
        struct waiting {
            int node;
            std::uint64_t since;
        };
        std::vector<waiting> queue;
        /// Branches that have been moved: when they were placed, and whether the walk had them ahead.
        std::map<std::uint64_t, bool> moved = {};
    };

    tree_model() : nodes_(1) {}

    [[nodiscard]] bool has(int id) const { return id < static_cast<int>(nodes_.size()) && at(id).there; }
    [[nodiscard]] const std::vector<int>& ids() const { return ids_; }
    [[nodiscard]] int parent(int id) const { return at(id).parent; }
    [[nodiscard]] bool is_in_branch(int id, int branch) const {
        for (; id != top; id = parent(id))
            if (id == branch) return true;
        return branch == top;
    }
    [[nodiscard]] std::vector<int> all(throng::tree_order order) const {
        std::vector<int> found;
        if (order != throng::tree_order::level) {
            for (const int token : sequence(order, top, nullptr))
                if (token > 0) found.push_back(token);
            return found;
        }
        for (std::vector<int> row{top}; !row.empty();) {
            std::vector<int> below;
            for (const int id : row)
                for (const int token : at(id).row)
                    if (token > 0) below.push_back(token);
            found.insert(found.end(), below.begin(), below.end());
            row = below;
        }
        return found;
    }

    /// Numbers rise by one.
    int add(int parent) { return put(make(), parent, at(parent).row.size()); }
    int insert_before(int sibling) { return put(make(), parent(sibling), index_of(sibling)); }
    int insert_after(int sibling) { return put(make(), parent(sibling), index_after(sibling)); }

    void remove(int branch) {
        for (walk* w : walks_) {
            if (w->root != top && is_in_branch(w->root, branch)) end(*w);
            else push_out(*w, branch);
        }
        take(branch);
        for (std::vector<int> rest{branch}; !rest.empty();) {
            const int id = rest.back();
            rest.pop_back();
            nodes_[static_cast<std::size_t>(id)].there = false;
            std::erase(ids_, id);
            for (const int token : at(id).row)
                if (token > 0) rest.push_back(token);
        }
    }
    void move_under(int branch, int parent) {
        leave(branch);
        put(branch, parent, at(parent).row.size());
    }
    void move_before(int branch, int sibling) {
        leave(branch);
        put(branch, parent(sibling), index_of(sibling));
    }
    void move_after(int branch, int sibling) {
        leave(branch);
        put(branch, parent(sibling), index_after(sibling));
    }

    void open(walk& w, throng::tree_order order, int root, bool live) {
        w = {order, root, live ? ~std::uint64_t{0} : serial_, --last_token_, 0, walk::state::starts, false, {}, {}};
        walks_.push_back(&w);
        if (root == top) stand_in_gap(w, top, 0);
    }
    void close(walk& w) {
        take_token(w);
        std::erase(walks_, &w);
    }
    /// The node that the walk comes to; 0 at the end.
    int next(walk& w) {
        const bool by_level = w.order == throng::tree_order::level;
        if (by_level && w.state == walk::state::on && !w.skips) w.queue.push_back({w.at, serial_});
        const int n = w.state == walk::state::over ? top : by_level ? next_by_level(w) : next_in_sequence(w);
        w.skips = false;
        take_token(w);
        w.at = n;
        if (n != top) {
            w.state = walk::state::on;
        } else if (w.state != walk::state::over) {
            if (w.root != top && w.order != throng::tree_order::pre) end(w);
            else stand_in_gap(w, w.root, at(w.root).row.size());
        }
        return n;
    }

  private:
    struct node {
        int parent = top;
        std::vector<int> row;
        std::uint64_t placed = 0;
        bool there = true;
    };

    [[nodiscard]] const node& at(int id) const { return nodes_[static_cast<std::size_t>(id)]; }
    [[nodiscard]] std::vector<int>& row_of(int id) { return nodes_[static_cast<std::size_t>(id)].row; }
    int make() {
        nodes_.emplace_back();
        const int id = static_cast<int>(nodes_.size()) - 1;
        ids_.push_back(id);
        return id;
    }
    [[nodiscard]] std::size_t index_of(int id) const {
        const auto& row = at(parent(id)).row;
        return static_cast<std::size_t>(std::find(row.begin(), row.end(), id) - row.begin());
    }
    /// Behind the walks that stand right after it: what comes after it is still ahead of them.
    [[nodiscard]] std::size_t index_after(int id) const {
        const auto& row = at(parent(id)).row;
        std::size_t i = index_of(id) + 1;
        while (i < row.size() && row[i] < 0) ++i;
        return i;
    }
    int put(int id, int parent, std::size_t index) {
        auto& row = row_of(parent);
        row.insert(row.begin() + static_cast<std::ptrdiff_t>(index), id);
        nodes_[static_cast<std::size_t>(id)].parent = parent;
        nodes_[static_cast<std::size_t>(id)].placed = ++serial_;
        return id;
    }
    void take(int id) { std::erase(row_of(parent(id)), id); }
    void take_token(walk& w) {
        if (w.state != walk::state::gap) return;
        for (node& n : nodes_)
            if (std::erase(n.row, w.token) != 0) return;
    }
    void stand_in_gap(walk& w, int parent, std::size_t index) {
        auto& row = row_of(parent);
        row.insert(row.begin() + static_cast<std::ptrdiff_t>(index), w.token);
        w.state = walk::state::gap;
    }
    void end(walk& w) {
        take_token(w);
        w.state = walk::state::over;
        w.queue.clear();
    }
    /// The node whose row the walk's token is in.
    [[nodiscard]] int row_of_token(const walk& w) const {
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            if (std::find(nodes_[i].row.begin(), nodes_[i].row.end(), w.token) != nodes_[i].row.end())
                return static_cast<int>(i);
        return top;
    }
    /// A walk that is in the branch goes on from where that stood.
    void push_out(walk& w, int branch) {
        const bool on = w.state == walk::state::on;
        if (!on && w.state != walk::state::gap) return;
        const int inside = on ? w.at : row_of_token(w);
        if (inside == top || !is_in_branch(inside, branch)) return;
        w.skips = false;
        if (w.order == throng::tree_order::level && !(on && w.at == branch)) {
            take_token(w);
            w.state = walk::state::between;
            return;
        }
        take_token(w);
        stand_in_gap(w, parent(branch), index_of(branch));
    }
    void leave(int branch) {
        for (walk* w : walks_) note(*w, branch);
        for (walk* w : walks_)
            if (w->root == top || !is_in_branch(w->root, branch)) push_out(*w, branch);
        take(branch);
    }

    /// What has been passed is not seen again, what is ahead is no newcomer.
    void note(walk& w, int branch) {
        const bool within = w.root == top || is_in_branch(branch, w.root);
        if (w.order == throng::tree_order::level || w.state == walk::state::over || branch == w.root || !within) return;
        w.moved[serial_ + 1] = has_ahead(w, branch);
    }
    [[nodiscard]] bool has_ahead(const walk& w, int branch) const {
        for (int up = branch; up != w.root; up = parent(up))
            if (!sees(w, up)) return false;
        if (w.state == walk::state::starts) return true;
        const bool on = w.state == walk::state::on;
        const int inside = on ? w.at : row_of_token(w);
        if (inside != top && is_in_branch(inside, branch)) return false;
        const std::vector<int> tokens = sequence(w.order, w.root, nullptr);
        const auto at = std::find(tokens.begin(), tokens.end(), on ? w.at : w.token);
        return std::find(at, tokens.end(), branch) != tokens.end();
    }
    [[nodiscard]] bool sees(const walk& w, int id) const {
        const auto its = w.moved.find(at(id).placed);
        return its == w.moved.end() ? at(id).placed <= w.limit : its->second;
    }

    void append(std::vector<int>& tokens, throng::tree_order order, int id, const walk* w) const {
        if (order == throng::tree_order::pre) tokens.push_back(id);
        for (const int token : at(id).row) {
            if (token < 0) tokens.push_back(token);
            else if (w == nullptr || sees(*w, token)) append(tokens, order, token, w);
        }
        if (order == throng::tree_order::post) tokens.push_back(id);
    }
    [[nodiscard]] std::vector<int> sequence(throng::tree_order order, int root, const walk* w) const {
        std::vector<int> tokens;
        append(tokens, order, root, w);
        return tokens;
    }
    [[nodiscard]] int next_in_sequence(const walk& w) const {
        const std::vector<int> tokens = sequence(w.order, w.root, &w);
        auto i = tokens.begin();
        if (w.state != walk::state::starts) {
            i = std::find(i, tokens.end(), w.state == walk::state::on ? w.at : w.token);
            if (i == tokens.end()) return top;
            ++i;
        }
        for (; i != tokens.end(); ++i) {
            const bool passed = w.skips && w.order == throng::tree_order::pre && *i > 0 && is_in_branch(*i, w.at);
            if (*i > 0 && !passed) return *i;
        }
        return top;
    }
    [[nodiscard]] int first_from(const std::vector<int>& row, std::size_t i, std::uint64_t limit) const {
        for (; i < row.size(); ++i)
            if (row[i] > 0 && at(row[i]).placed <= limit) return row[i];
        return top;
    }
    int next_by_level(walk& w) {
        if (w.state == walk::state::starts) return w.root;
        int n = top;
        if (w.state == walk::state::on && w.at != w.root)
            n = first_from(at(parent(w.at)).row, index_of(w.at) + 1, w.limit);
        if (w.state == walk::state::gap) {
            const auto& row = at(row_of_token(w)).row;
            n = first_from(row, static_cast<std::size_t>(std::find(row.begin(), row.end(), w.token) - row.begin()),
                           w.limit);
        }
        while (n == top && !w.queue.empty()) {
            const walk::waiting front = w.queue.front();
            w.queue.erase(w.queue.begin());
            bool stale = !has(front.node);
            for (int up = front.node; !stale && up != top && up != w.root; up = parent(up))
                stale = at(up).placed > front.since;
            if (!stale) n = first_from(at(front.node).row, 0, w.limit);
        }
        return n;
    }

    std::vector<node> nodes_;
    std::vector<int> ids_;
    std::vector<walk*> walks_;
    std::uint64_t serial_ = 0;
    int last_token_ = 0;
};

} // namespace creatures
