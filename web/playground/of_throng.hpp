#pragma once

#include "contestant.hpp"
#include "element.hpp"
#include "introspect.hpp"

#include <throng/bag.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>

#include <map>
#include <memory>
#include <optional>

namespace playground {

/// A collection of throng, by its public functions alone; but for what `draw` shows.
template <class Collection> class of_throng final : public contestant {
    using handle = throng::handle<element>;
    using walk_type = typename Collection::walk_type;
    using view_type = typename Collection::frozen_type;
    using view_walk = typename view_type::iterator;

  public:
    ~of_throng() override { walks_.clear(); }

    void add(int number) override { handles_[number] = collections_[0].emplace(number, told); }
    void remove(int number) override {
        for (Collection& c : collections_) {
            if (c.remove(handles_[number])) return;
        }
    }
    void clear() override { collections_[0].clear(); }
    void sort() override {
        if constexpr (requires(Collection& c) { c.sort(); })
            collections_[0].sort([](const element& a, const element& b) { return a.number() > b.number(); });
        else told.push_back("it keeps no order");
    }
    void swap() override { collections_[0].swap(collections_[1]); }

    void open(policy p) override { walks_.push_back(std::make_unique<open_walk>(collections_[0], p)); }
    int next(std::size_t walk) override { return walks_[walk]->next(); }
    void close(std::size_t walk) override { walks_[walk].reset(); }

    void draw(std::string& json) override {
        json += "\"size\":" + std::to_string(collections_[0].size()) + ",\"homes\":[";
        for (unsigned i = 0; i < 2; ++i) draw(json, i);
        json += ']';
    }

  private:
    /// A walk, or a view with a walk of it.
    struct open_walk {
        open_walk(Collection& c, policy p) {
            if (p == policy::live) walk.emplace(c.walk(throng::live));
            else if (p == policy::residents) walk.emplace(c.walk(throng::residents));
            else view.emplace(c.freeze());
        }
        int next() {
            const element* x = nullptr;
            if (walk) {
                x = walk->next();
            } else if (!at) {
                at.emplace(view->begin());
                if (*at != view->end()) x = &**at;
            } else if (*at != view->end() && ++*at != view->end()) {
                x = &**at;
            }
            return x == nullptr ? 0 : x->number();
        }

        std::optional<walk_type> walk;
        std::optional<view_type> view;
        std::optional<view_walk> at;
    };

    void draw(std::string& json, unsigned which) {
        Collection& c = collections_[which];
        json += which == 0 ? "{\"pages\":[" : ",{\"pages\":[";
        each_slot(
            c, [&](unsigned page, unsigned) { json += page == 0 ? "[" : "],["; },
            [&](unsigned at, slot what, const element* x) {
                json += at == 0 ? "{\"is\":" : ",{\"is\":";
                json += what == slot::live ? "\"live\"" : what == slot::ghost ? "\"ghost\"" : "\"unused\"";
                if (what != slot::unused)
                    json += ",\"number\":" + std::to_string(x->number()) + handle_text(x->number());
                json += '}';
            });
        if (c.storage().pages().head != nullptr) json += ']';
        json += "],\"walks\":[";
        bool first = true;
        for (std::size_t i = 0; i < walks_.size(); ++i) {
            place stands;
            if (walks_[i] == nullptr || !find_open(c, walks_[i].get(), sizeof(open_walk), stands)) continue;
            json += (first ? "{\"walk\":" : ",{\"walk\":") + std::to_string(i) +
                    ",\"view\":" + (walks_[i]->view ? "true" : "false");
            if (stands.is_known)
                json += ",\"page\":" + std::to_string(stands.page) + ",\"slot\":" + std::to_string(stands.slot);
            json += '}';
            first = false;
        }
        json += "]}";
    }
    [[nodiscard]] std::string handle_text(int number) {
        const handle h = handles_[number];
        return ",\"handle\":\"" + std::to_string(h.index()) + '.' + std::to_string(h.generation()) + '"';
    }

    Collection collections_[2];
    std::map<int, handle> handles_;
    std::vector<std::unique_ptr<open_walk>> walks_;
};

} // namespace playground
