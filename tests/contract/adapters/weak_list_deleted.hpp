#pragma once

#include "contract/adapters/deletable_object.hpp"
#include "contract/collection.hpp"
#include "support/referred.hpp"

#include <throng/weak_list.hpp>

#include <memory>

namespace contract {

/// Objects beside a weak_list of their addresses; the list is not told which are removed: they report it themselves.
struct weak_list_deleted_adapter : traits {
    static constexpr const char* name = "weak_list_deleted";
    static constexpr bool owns = false;

    template <class T, class List, class Allocator> class collection
        : public support::referring<T, List, deletable_object<T>, Allocator> {
      public:
        using support::referring<T, List, deletable_object<T>, Allocator>::referring;

        // A view does not show what has been deleted since.
        void freeze() const = delete;

        bool remove(const T& x) {
            if (!this->contains(x)) return false;
            this->object_of(x).gone = true;
            return true;
        }
        template <class Iterator> bool remove(const Iterator& at)
            requires requires { at->id(); }
        {
            return at != this->end() && remove(*at);
        }
    };
    template <class T, class Allocator = std::allocator<T>> using of =
        collection<T, throng::weak_list<T, void, Allocator>, Allocator>;
};

using collection_under_test = weak_list_deleted_adapter;

} // namespace contract
