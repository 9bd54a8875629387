#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace bench {

/// DeletableObjectList: an array of references in which a walk that meets a deleted object leaves an empty place;
/// closed up after a walk, when no other is open and many are empty. An object has `deleted`, and `references`: so many
/// lists refer to it still, and the last one frees it.
template <class Object> class deletable_object_list {
  public:
    deletable_object_list() = default;
    deletable_object_list(const deletable_object_list&) = delete;
    deletable_object_list& operator=(const deletable_object_list&) = delete;
    ~deletable_object_list() {
        for (Object* x : places_) release(x);
    }

    void add(Object& x) {
        places_.push_back(&x);
        ++x.references;
        ++count_;
    }
    /// How many are not known to be deleted.
    [[nodiscard]] std::size_t count() const { return count_; }
    template <class F> void each(F f) {
        ++walks_;
        // By index, for those that are added meanwhile.
        for (std::size_t i = 0; i < places_.size(); ++i) {
            Object* const x = places_[i];
            if (x == nullptr) continue;
            if (x->deleted) forget(i);
            else f(*x);
        }
        if (--walks_ == 0 && 2 * count_ < places_.size()) compact();
    }
    /// As it is: deletes nothing.
    template <class F> void each(F f) const {
        for (const Object* x : places_)
            if (x != nullptr && !x->deleted) f(*x);
    }

  private:
    static void release(Object* x) {
        if (x != nullptr && --x->references == 0) delete x;
    }
    void forget(std::size_t i) {
        release(std::exchange(places_[i], nullptr));
        --count_;
    }
    void compact() {
        std::size_t kept = 0;
        for (Object* x : places_)
            if (x != nullptr) places_[kept++] = x;
        places_.resize(kept);
    }

    std::vector<Object*> places_;
    std::size_t count_ = 0;
    std::size_t walks_ = 0;
};

} // namespace bench
