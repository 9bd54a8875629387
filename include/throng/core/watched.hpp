#pragma once

#include <throng/core/handle.hpp>

namespace throng::core {

/// What keeps something beside the elements of a store, such as an index, and is told of what comes and goes before
/// hooks are.
template <class T> class store_watcher {
  public:
    store_watcher() = default;
    store_watcher(const store_watcher&) = delete;
    store_watcher& operator=(const store_watcher&) = delete;

    /// Whether an element that has just been made may come. What is thrown here undoes the addition.
    [[nodiscard]] virtual bool accepts(const T& x) = 0;
    /// It is there. What is thrown here undoes the addition, too; `goes` is called then.
    virtual void comes(T& x) = 0;
    /// An element goes, which had this handle.
    virtual void goes(handle<T> h) noexcept = 0;
    /// What is there now is nothing that was told of.
    virtual void all_changed() noexcept = 0;
    virtual void home_goes() noexcept = 0;

  protected:
    ~store_watcher() = default;

  private:
    template <class> friend class watched;
    store_watcher* next_ = nullptr;
};

/// Those that watch a store, in the order of their coming: its base class. They stay where they are when contents are
/// exchanged, as hooks do.
template <class T> class watched {
  public:
    void watch(store_watcher<T>& w) noexcept {
        store_watcher<T>** link = &first_;
        while (*link != nullptr) link = &(*link)->next_;
        *link = &w;
    }
    void unwatch(store_watcher<T>& w) noexcept {
        store_watcher<T>** link = &first_;
        while (*link != &w) link = &(*link)->next_;
        *link = w.next_;
    }

  protected:
    [[nodiscard]] bool is_watched() const noexcept { return first_ != nullptr; }
    [[nodiscard]] bool is_accepted(const T& x) const {
        for (auto* w = first_; w != nullptr; w = w->next_) {
            if (!w->accepts(x)) return false;
        }
        return true;
    }
    void tell_it_comes(T& x) const {
        for (auto* w = first_; w != nullptr; w = w->next_) w->comes(x);
    }
    void tell_it_goes(handle<T> h) const noexcept {
        for (auto* w = first_; w != nullptr; w = w->next_) w->goes(h);
    }
    void tell_all_changed() const noexcept {
        for (auto* w = first_; w != nullptr; w = w->next_) w->all_changed();
    }
    void tell_home_goes() noexcept {
        while (first_ != nullptr) {
            store_watcher<T>* const w = first_;
            first_ = w->next_;
            w->home_goes();
        }
    }

  private:
    store_watcher<T>* first_ = nullptr;
};

} // namespace throng::core
