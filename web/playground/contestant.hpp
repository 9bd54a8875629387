#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace playground {

/// Which elements a walk visits, by what the contract calls it.
enum class policy { live, residents, frozen };

/// What plays a script: one of throng's collections, or what is used in its place. Elements are numbers from 1 on;
/// walks are known by a number, too, from 0 on. There are two collections, for `swap`: `here` and `other`.
class contestant {
  public:
    contestant() = default;
    contestant(const contestant&) = delete;
    contestant& operator=(const contestant&) = delete;
    virtual ~contestant() = default;

    virtual void add(int element) = 0;
    virtual void remove(int element) = 0;
    virtual void clear() = 0;
    /// The highest number first.
    virtual void sort() = 0;
    virtual void swap() = 0;
    virtual void open(policy p) = 0;
    /// The next element, or 0.
    virtual int next(std::size_t walk) = 0;
    virtual void close(std::size_t walk) = 0;
    /// Writes what is there as JSON: the fields of an object.
    virtual void draw(std::string& json) = 0;

    /// What has happened in this step beside the edit.
    std::vector<std::string> told;
};

} // namespace playground
