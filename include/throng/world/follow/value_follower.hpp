#pragma once

#include <throng/core/compiler.hpp>
#include <throng/world/query.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

namespace throng::core {

/// The type of a component's member, or of a function's result for it.
template <class T, class Key> using key_of = std::remove_cvref_t<std::invoke_result_t<const Key&, const T&>>;

/// Keeps something by a key of each value of one component: an order, or a table. `Keys` is the container, with
/// `set(entity, key)`, `remove(entity)`, `contains(entity)`, `size()` and `clear()`.
template <class T, class Key, class Keys, class Allocator> class value_follower : follower<Allocator> {
  protected:
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;
    using span_type = edited_span<Allocator>;
    using link_type = follow_link<Allocator>;
    using key_type = key_of<T, Key>;

    /// `args` make the `Keys`. Throws what the allocator, the function or a comparison throws.
    template <class... Args> value_follower(basic_world<Allocator>& w, Key key, Args&&... args)
        : home_(w.storage()),
          column_(home_->template column_of<T>()),
          key_(std::move(key)),
          keys_(std::forward<Args>(args)...) {
        refresh();
        in_all_.who = of_column_.who = this;
        home_->follow(in_all_);
        home_->keep(column_, of_column_);
    }
    ~value_follower() {
        if (home_->is_over()) return;
        home_->stop_following(in_all_);
        home_->stop_keeping(column_, of_column_);
    }

    /// All of them, up to date. Throws what the allocator, the function or a comparison throws.
    [[nodiscard]] Keys& keys() {
        if (this->is_stale()) refresh();
        return keys_;
    }
    /// Enters all values anew.
    void refresh() {
        this->set_stale();
        keys_.clear();
        if (!home_->is_over()) {
            for (const auto& [e, value] : queried<storage_type, types<const T>>(*home_, with_disabled))
                keys_.set(e, key_type(std::invoke(key_, value)));
        }
        this->set_stale(false);
    }
    /// Enters all values again, and forgets none in between: for those that have been written without a report.
    void refresh_all() {
        if (this->is_stale() || home_->is_over()) return refresh();
        this->set_stale();
        for (const auto& [e, value] : queried<storage_type, types<const T>>(*home_, with_disabled))
            keys_.set(e, key_type(std::invoke(key_, value)));
        this->set_stale(false);
    }

  private:
    void came(const span_type& those) override {
        if (this->is_stale()) return;
        those.each(*home_, [this](entity e) {
            const T* const value = home_->template find_value<T>(e);
            if (value == nullptr) return;
            key_type key(std::invoke(key_, *value));
            // (The function must not edit the world. If it has, the entity or its component may no longer exist.)
            if (home_->is_alive(e) && column_.has(e.index())) keys_.set(e, std::move(key));
        });
    }
    void going(const span_type& those) override {
        those.each(*home_, [this](entity e) { (void)keys_.remove(e); });
    }
    void written(const span_type& those) override { came(those); }
    /// (At once: what is written afterwards, by a walk, counts only when it is reported.)
    void replaced() noexcept override {
        this->keep([this] { refresh(); });
    }
    void over() noexcept override { keys_.clear(); }
    /// (Not whether the keys are right: values may have been written through addresses.)
    [[nodiscard]] bool agrees() const override {
        std::size_t n = 0;
        bool all = true;
        for (std::uint32_t p = 0; p < home_->page_count(); ++p) {
            for (unsigned w = 0; w < page_words; ++w) {
                for (word rest = column_.present(p)[w]; any(rest); rest = without_lowest(rest), ++n)
                    all = all && keys_.contains(home_->entity_at(p * page_slots + w * word_bits + lowest(rest)));
            }
        }
        return all && n == keys_.size();
    }

    storage_share<Allocator> home_;
    column_type& column_;
    Key key_;
    Keys keys_;
    link_type in_all_;
    link_type of_column_;
};

} // namespace throng::core
