#pragma once

#include "bag_stage.hpp"
#include "list_stages.hpp"
#include "pool_stage.hpp"

namespace throng::tool {

/// A stage whose passes walk a frozen view of its collection: also what is removed meanwhile, as it was then.
template <class S> class frozen_stage : public S {
  public:
    static constexpr agreement agrees{.order = S::agrees.order == visiting_order::of_adding ? visiting_order::of_adding
                                                                                            : visiting_order::any,
                                      .newcomers = false,
                                      .removals = false};

    using S::S;

    /// A view shows constants: what still lives is changed by its handle, and the rest has nothing to change.
    template <class F> void walk(F&& f) {
        for (const entity& shown : this->collection().freeze()) {
            if (entity* const living = this->find(shown.id); living != nullptr) {
                f(*living, &shown);
            } else {
                entity last = shown;
                f(last, &shown);
            }
        }
    }
};

static_assert(stage<frozen_stage<list_stage>> && stage<frozen_stage<bag_stage>> && stage<frozen_stage<pool_stage>>);

} // namespace throng::tool
