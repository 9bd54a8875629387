#pragma once

#include <cstddef>
#include <cstdlib>
#include <utility>

/// Failures in what a user writes: constructors, copies, comparisons, hashes, predicates, hooks, the bodies of walks.
/// All of those that a test has call `may_fail`.
namespace support {

struct fault {};

struct fault_plan {
    std::size_t fail_in = 0; ///< the n-th call from now on throws a `fault`, once; 0 is never
    bool failed = false;     ///< has one thrown?
};
inline fault_plan faults;

inline void may_fail() {
    if (faults.fail_in == 0 || --faults.fail_in != 0) return;
    faults.failed = true;
#if defined(__cpp_exceptions)
    throw fault{};
#else
    std::abort();
#endif
}

/// While one exists nothing fails: for what a test asks on its own account.
class without_faults {
  public:
    without_faults() noexcept : planned_{std::exchange(faults.fail_in, std::size_t{0})} {}
    without_faults(const without_faults&) = delete;
    without_faults& operator=(const without_faults&) = delete;
    ~without_faults() { faults.fail_in = planned_; }

  private:
    std::size_t planned_;
};

} // namespace support
