#pragma once

#include "support/faults.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace support {

/// Thrown by a tracked element that was told to fail.
struct element_error {};

/// What a `ledger` calls when a value dies. A plain function, so that it works in every build.
using death_notice = void (*)(void* context, int id);

/// Keeps account of every tracked element of a test: which values live, how often each died, what was used after its
/// death. The newest ledger is the open one; tests are single-threaded.
class ledger {
  public:
    ledger() noexcept : outer_{std::exchange(open_, this)} {}
    ledger(const ledger&) = delete;
    ledger& operator=(const ledger&) = delete;
    ~ledger() { open_ = outer_; }

    static ledger& open() noexcept {
        if (open_ == nullptr) std::abort();
        return *open_;
    }

    /// How many values live: copies count each, moved-from shells do not.
    [[nodiscard]] int live() const noexcept { return live_; }
    /// How many objects live, moved-from shells included.
    [[nodiscard]] int objects() const noexcept { return objects_; }
    [[nodiscard]] int live(int id) const noexcept { return account_of(id).live; }
    /// How often the last value with this id died: 1 for an element that came and went.
    [[nodiscard]] int deaths(int id) const noexcept { return account_of(id).deaths; }
    [[nodiscard]] int copies() const noexcept { return copies_; }
    [[nodiscard]] int moves() const noexcept { return moves_; }
    [[nodiscard]] const std::string& errors() const noexcept { return errors_; }

    /// The n-th construction, copy or move from now on throws, each once; 0 is never.
    int fail_construction_in = 0;
    int fail_copy_in = 0;
    int fail_move_in = 0;

    /// Called in the destructor of each value, while it can still be read.
    void on_death(death_notice f, void* context) noexcept {
        notice_ = f;
        context_ = context;
    }

    void complain(const std::string& what, int id) {
        if (errors_.size() < 2000) errors_ += what + " (element " + std::to_string(id) + ")\n";
    }

  private:
    friend class tracked;
    struct account {
        int live = 0;
        int deaths = 0;
    };

    account account_of(int id) const noexcept {
        return id >= 0 && static_cast<std::size_t>(id) < accounts_.size() ? accounts_[static_cast<std::size_t>(id)]
                                                                          : account{};
    }
    account& writable(int id) {
        const auto i = static_cast<std::size_t>(id);
        if (i >= accounts_.size()) accounts_.resize(i + i / 2 + 16);
        return accounts_[i];
    }
    static void count_down(int& counter) {
        if (counter != 0 && --counter == 0) {
#if defined(__cpp_exceptions)
            throw element_error{};
#else
            std::abort();
#endif
        }
    }
    void value_made(int id) {
        ++live_;
        ++writable(id).live;
    }
    void value_gone(int id) {
        account& a = writable(id);
        --live_;
        if (--a.live == 0) ++a.deaths;
        if (a.live < 0) complain("destroyed twice", id);
    }

    inline static ledger* open_ = nullptr;
    ledger* outer_;
    std::vector<account> accounts_;
    std::string errors_;
    death_notice notice_ = nullptr;
    void* context_ = nullptr;
    int live_ = 0;
    int objects_ = 0;
    int copies_ = 0;
    int moves_ = 0;
};

/// An element that knows when it is used after its death, counts itself in the open ledger and fails when told to.
class tracked {
  public:
    tracked(int id) : id_{id} { // NOLINT(google-explicit-constructor): tests read better with plain numbers
        may_fail();
        ledger& l = ledger::open();
        ledger::count_down(l.fail_construction_in);
        l.value_made(id);
        ++l.objects_;
    }
    tracked(const tracked& other) : id_{other.id()} {
        may_fail();
        ledger& l = ledger::open();
        ledger::count_down(l.fail_copy_in);
        l.value_made(id_);
        ++l.objects_;
        ++l.copies_;
    }
    tracked(tracked&& other) noexcept : id_{other.id()} { take(other); }
    tracked& operator=(const tracked& other) {
        if (this != &other) {
            may_fail();
            ledger& l = ledger::open();
            ledger::count_down(l.fail_copy_in);
            l.value_made(other.id());
            drop_value();
            id_ = other.id_;
            empty_ = false;
            ++l.copies_;
        }
        return *this;
    }
    tracked& operator=(tracked&& other) noexcept {
        if (this != &other) {
            drop_value();
            id_ = other.id();
            --ledger::open().objects_;
            take(other);
        }
        return *this;
    }
    ~tracked() {
        check("destroyed twice or never made");
        ledger& l = ledger::open();
        const bool had_value = !empty_;
        if (had_value && l.notice_ != nullptr) l.notice_(l.context_, id_);
        drop_value();
        --l.objects_;
        magic_ = dead;
    }

    [[nodiscard]] int id() const {
        check("used after its destruction");
        return id_;
    }
    /// A coarse key: many elements share one, so that a sort shows whether it is stable.
    [[nodiscard]] int key() const { return key_of(id()); }
    [[nodiscard]] static int key_of(int id) noexcept { return id * 31 % 7; }
    [[nodiscard]] bool empty() const noexcept { return empty_; }

    friend bool operator==(const tracked& a, const tracked& b) { return a.id() == b.id(); }
    friend std::strong_ordering operator<=>(const tracked& a, const tracked& b) { return a.id() <=> b.id(); }

  protected:
    /// For types whose move may fail: throws before anything has changed.
    static void move_may_fail() {
        may_fail();
        ledger::count_down(ledger::open().fail_move_in);
    }

  private:
    static constexpr std::uint32_t alive = 0xa11fe;
    static constexpr std::uint32_t dead = 0xdeadbeef;

    void check(const char* complaint) const {
        if (magic_ != alive) ledger::open().complain(complaint, id_);
    }
    void take(tracked& other) noexcept {
        ledger& l = ledger::open();
        empty_ = other.empty_;
        other.empty_ = true;
        ++l.objects_;
        ++l.moves_;
    }
    void drop_value() {
        if (!empty_) ledger::open().value_gone(id_);
        empty_ = true;
    }

    std::uint32_t magic_ = alive;
    int id_;
    bool empty_ = false;
};

struct move_only_tracked : tracked {
    using tracked::tracked;
    move_only_tracked(move_only_tracked&&) noexcept = default;
    move_only_tracked& operator=(move_only_tracked&&) noexcept = default;
    ~move_only_tracked() = default;
};

/// May be emplaced and nothing else.
struct immovable_tracked : tracked {
    using tracked::tracked;
    immovable_tracked(const immovable_tracked&) = delete;
    immovable_tracked& operator=(const immovable_tracked&) = delete;
    ~immovable_tracked() = default;
};

/// Its move may throw, so no collection may rely on moving it.
struct throwing_move_tracked : tracked {
    using tracked::tracked;
    throwing_move_tracked(const throwing_move_tracked&) = default;
    throwing_move_tracked(throwing_move_tracked&& other) noexcept(false)
        : tracked{(move_may_fail(), static_cast<tracked&&>(other))} {}
    throwing_move_tracked& operator=(const throwing_move_tracked&) = default;
    throwing_move_tracked& operator=(throwing_move_tracked&& other) noexcept(false) {
        move_may_fail();
        tracked::operator=(static_cast<tracked&&>(other));
        return *this;
    }
    ~throwing_move_tracked() = default;
};

struct alignas(256) aligned_tracked : tracked {
    using tracked::tracked;
};

/// Larger than any sensible page.
struct huge_tracked : tracked {
    using tracked::tracked;
    char ballast[10'000] = {};
};

/// Trivially copyable and destructible: it does not notice what is done with it, so everything may be done by copying
/// bytes.
struct trivial {
    explicit trivial(int id) noexcept : id_{id}, copy_{id} {}
    [[nodiscard]] int id() const noexcept { return id_ == copy_ ? id_ : -1; }
    [[nodiscard]] int key() const noexcept { return tracked::key_of(id_); }

  private:
    int id_;
    [[maybe_unused]] int ballast_[10] = {};
    int copy_;
};

} // namespace support
