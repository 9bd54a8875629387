#pragma once

#include "contestant.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace playground {

/// What both have in common: arrays, and walks that are indices into them.
class of_arrays : public contestant {
  public:
    void open(policy p) override {
        walks_.push_back({true, p == policy::frozen ? std::optional(here_) : std::nullopt, -1});
    }
    int next(std::size_t walk) override {
        index& i = walks_[walk];
        const std::vector<int>& from = i.copy ? *i.copy : here_;
        if (i.at < static_cast<int>(from.size())) ++i.at;
        return i.at < static_cast<int>(from.size()) ? from[static_cast<std::size_t>(i.at)] : 0;
    }
    void close(std::size_t walk) override { walks_[walk].is_open = false; }

    void draw(std::string& json) override {
        json += "\"size\":" + std::to_string(here_.size()) + ",\"homes\":[";
        draw(json, here_, true);
        json += ',';
        draw(json, other_, false);
        json += ']';
    }

  protected:
    struct index {
        bool is_open;
        std::optional<std::vector<int>> copy;
        int at;
    };

    void draw(std::string& json, const std::vector<int>& elements, bool with_walks) const {
        json += "{\"pages\":[";
        if (!elements.empty()) json += '[';
        for (std::size_t i = 0; i < elements.size(); ++i)
            json += (i == 0 ? "{\"is\":\"live\",\"number\":" : ",{\"is\":\"live\",\"number\":") +
                    std::to_string(elements[i]) + '}';
        if (!elements.empty()) json += ']';
        json += "],\"walks\":[";
        bool first = true;
        for (std::size_t w = 0; w < walks_.size() && with_walks; ++w) {
            const index& i = walks_[w];
            if (!i.is_open) continue;
            json +=
                (first ? "{\"walk\":" : ",{\"walk\":") + std::to_string(w) + ",\"view\":" + (i.copy ? "true" : "false");
            if (!i.copy && i.at >= 0 && i.at < static_cast<int>(elements.size()))
                json += ",\"page\":0,\"slot\":" + std::to_string(i.at);
            json += '}';
            first = false;
        }
        json += "]}";
    }

    std::vector<int> here_;
    std::vector<int> other_;
    std::vector<index> walks_;
};

/// `for (std::size_t i = 0; i < v.size(); ++i)`, and `v.erase` where something is removed.
class of_vector final : public of_arrays {
  public:
    void add(int element) override { here_.push_back(element); }
    void remove(int element) override {
        for (std::vector<int>* v : {&here_, &other_}) {
            if (const auto at = std::find(v->begin(), v->end(), element); at != v->end()) v->erase(at);
        }
    }
    void clear() override { here_.clear(); }
    void sort() override { std::stable_sort(here_.begin(), here_.end(), std::greater<>()); }
    void swap() override { here_.swap(other_); }
};

/// What is done while something is walked waits in a queue until nothing is, as in worlds that defer.
class of_queue final : public of_arrays {
  public:
    void add(int element) override {
        defer("add " + std::to_string(element), [this, element] { here_.push_back(element); });
    }
    void remove(int element) override {
        defer("remove " + std::to_string(element), [this, element] {
            std::erase(here_, element);
            std::erase(other_, element);
        });
    }
    void clear() override {
        defer("clear", [this] { here_.clear(); });
    }
    void sort() override {
        defer("sort", [this] { std::stable_sort(here_.begin(), here_.end(), std::greater<>()); });
    }
    void swap() override {
        defer("swap", [this] { here_.swap(other_); });
    }
    void close(std::size_t walk) override {
        of_arrays::close(walk);
        if (is_walked()) return;
        for (const auto& edit : queue_) edit.second();
        if (!queue_.empty()) told.push_back(std::to_string(queue_.size()) + " waiting edits are made");
        queue_.clear();
    }
    void draw(std::string& json) override {
        of_arrays::draw(json);
        json += ",\"queue\":[";
        for (std::size_t i = 0; i < queue_.size(); ++i) json += (i == 0 ? "\"" : ",\"") + queue_[i].first + '"';
        json += ']';
    }

  private:
    [[nodiscard]] bool is_walked() const {
        return std::any_of(walks_.begin(), walks_.end(), [](const index& i) { return i.is_open; });
    }
    void defer(std::string name, std::function<void()> edit) {
        if (is_walked()) queue_.emplace_back(std::move(name), std::move(edit));
        else edit();
    }

    std::vector<std::pair<std::string, std::function<void()>>> queue_;
};

} // namespace playground
