#pragma once

#include <throng/snapshot_of.hpp>
#include <throng/world/row.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

/// The frames of what is rolled back together with a world.
namespace throng::core {

/// What `save` of an object gives, and `load` takes.
template <class C> using state_of = std::remove_cvref_t<decltype(std::declval<C&>().save())>;
template <class C>
concept gives_state = requires(C& c, const state_of<C>& s) {
    { c.load(s) } -> std::convertible_to<bool>;
};

/// The state of such an object, as `snapshot_of` is that of a collection.
template <class C> class saved_object {
  public:
    explicit saved_object(C& c) : state_(c.save()) {}
    saved_object(C& c, const saved_object&) : saved_object(c) {}
    bool roll_back(C& c) const { return static_cast<bool>(c.load(state_)); }
    [[nodiscard]] std::size_t memory() const noexcept {
        if constexpr (requires { state_.memory(); }) return sizeof(*this) + state_.memory();
        else return sizeof(*this);
    }

  private:
    state_of<C> state_;
};

class kept_collection {
  public:
    kept_collection() = default;
    kept_collection(const kept_collection&) = delete;
    kept_collection& operator=(const kept_collection&) = delete;

    [[nodiscard]] virtual bool is_walked() const noexcept = 0;
    /// Keeps the collection as it is now. Throws what the allocator or a copy throws; nothing has changed then.
    virtual void save(std::uint64_t frame) = 0;
    /// The same; false, too, where the frame is not kept.
    virtual bool load(std::uint64_t frame) = 0;
    /// Forgets frames that have this number or a higher one, or a lower one.
    virtual void forget_from(std::uint64_t frame) noexcept = 0;
    virtual void forget_before(std::uint64_t frame) noexcept = 0;
    [[nodiscard]] virtual std::size_t memory() const noexcept = 0;
    virtual void destroy() noexcept = 0;

  protected:
    ~kept_collection() = default;
};

template <class C, class Allocator> class frames_of_collection final : public kept_collection {
    template <class Of> struct then_of {
        using type = snapshot_of<Of>;
    };
    template <gives_state Of> struct then_of<Of> {
        using type = saved_object<Of>;
    };
    using then_type = typename then_of<C>::type;
    struct frame {
        std::uint64_t number;
        then_type then;
        frame* earlier = nullptr;
    };

  public:
    frames_of_collection(C& home, const Allocator& allocator) : home_(home), allocator_(allocator) {}
    ~frames_of_collection() { forget_from(0); }

    [[nodiscard]] bool is_walked() const noexcept override {
        if constexpr (requires { home_.is_walked(); }) return home_.is_walked();
        else return false;
    }
    void save(std::uint64_t number) override {
        frame* const made = last_ == nullptr
                                ? make_object<frame>(allocator_, frame{number, then_type(home_)})
                                : make_object<frame>(allocator_, frame{number, then_type(home_, last_->then)});
        made->earlier = std::exchange(last_, made);
    }
    bool load(std::uint64_t number) override {
        const frame* f = last_;
        while (f != nullptr && f->number != number) f = f->earlier;
        return f != nullptr && f->then.roll_back(home_);
    }
    void forget_from(std::uint64_t number) noexcept override {
        while (last_ != nullptr && last_->number >= number)
            discard_object(allocator_, std::exchange(last_, last_->earlier));
    }
    void forget_before(std::uint64_t number) noexcept override {
        frame** link = &last_;
        while (*link != nullptr && (*link)->number >= number) link = &(*link)->earlier;
        while (*link != nullptr) discard_object(allocator_, std::exchange(*link, (*link)->earlier));
    }
    [[nodiscard]] std::size_t memory() const noexcept override {
        std::size_t n = sizeof(*this);
        for (const frame* f = last_; f != nullptr; f = f->earlier) n += sizeof(frame) + f->then.memory();
        return n;
    }
    void destroy() noexcept override { discard_object(Allocator(allocator_), this); }

  private:
    C& home_;
    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
    frame* last_ = nullptr;
};

} // namespace throng::core
