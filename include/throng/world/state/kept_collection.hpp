#pragma once

#include <throng/snapshot_of.hpp>
#include <throng/world/kernel/row.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

/// The frames of what is rolled back together with a world.
namespace throng::core {

/// The type that `save` of an object returns, and `load` takes.
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
    [[nodiscard]] std::size_t memory() const noexcept {
        if constexpr (requires { state_.memory(); }) return sizeof(*this) + state_.memory();
        else return sizeof(*this);
    }

    /// As `snapshot_of::rolling`. `load` may fail, and nothing prepares it: so it is called by `prepare`, and the
    /// object gets the state back that it had unless `commit` is called.
    class rolling {
      public:
        rolling(const saved_object& then, C& c) noexcept : then_(then), home_(c) {}
        rolling(const rolling&) = delete;
        rolling& operator=(const rolling&) = delete;
        ~rolling() {
            if (is_loaded_) (void)attempt([this] { (void)home_.load(*now_); });
        }
        [[nodiscard]] bool prepare() {
            now_.emplace(home_.save());
            return is_loaded_ = static_cast<bool>(home_.load(then_.state_));
        }
        void commit() noexcept { is_loaded_ = false; }

      private:
        const saved_object& then_;
        C& home_;
        std::optional<state_of<C>> now_;
        bool is_loaded_ = false;
    };

  private:
    state_of<C> state_;
};

/// A collection or an object that is rolled back together with a world, and its frames. Saving and loading have two
/// steps each: the first does all that can fail, and has changed nothing; then either `commit` or `cancel` is called,
/// neither of which can fail.
class kept_collection {
  public:
    kept_collection() = default;
    kept_collection(const kept_collection&) = delete;
    kept_collection& operator=(const kept_collection&) = delete;

    [[nodiscard]] virtual bool is_walked() const noexcept = 0;
    /// Whether `prepare_load` calls functions of the user's that load its state: so it comes after all others.
    [[nodiscard]] virtual bool loads_itself() const noexcept = 0;
    /// Keeps the collection as it is now. Throws what the allocator or a copy throws.
    virtual void prepare_save(std::uint64_t frame) = 0;
    /// False if the frame is not kept, or if it cannot be loaded now. Throws what the allocator or a copy throws.
    [[nodiscard]] virtual bool prepare_load(std::uint64_t frame) = 0;
    virtual void commit() noexcept = 0;
    virtual void cancel() noexcept = 0;
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
    using rolling_type = typename then_type::rolling;
    struct frame {
        std::uint64_t number;
        then_type then;
        frame* earlier = nullptr;
    };

  public:
    frames_of_collection(C& home, const Allocator& allocator) : home_(home), allocator_(allocator) {}
    ~frames_of_collection() {
        cancel();
        forget_from(0);
    }

    [[nodiscard]] bool is_walked() const noexcept override {
        if constexpr (requires { home_.is_walked(); }) return home_.is_walked();
        else return false;
    }
    [[nodiscard]] bool loads_itself() const noexcept override { return gives_state<C>; }
    void prepare_save(std::uint64_t number) override {
        // (Content equal to that of the frame before is shared with it.)
        const frame* before = last_;
        while (before != nullptr && before->number >= number) before = before->earlier;
        made_ = before == nullptr ? make_object<frame>(allocator_, frame{number, then_type(home_)})
                                  : make_object<frame>(allocator_, frame{number, then_type(home_, before->then)});
    }
    [[nodiscard]] bool prepare_load(std::uint64_t number) override {
        const frame* f = last_;
        while (f != nullptr && f->number != number) f = f->earlier;
        if (f == nullptr) return false;
        rolling_.emplace(f->then, home_);
        return rolling_->prepare();
    }
    void commit() noexcept override {
        if (rolling_) rolling_->commit();
        rolling_.reset();
        if (made_ == nullptr) return;
        forget_from(made_->number);
        made_->earlier = last_;
        last_ = std::exchange(made_, nullptr);
    }
    void cancel() noexcept override {
        rolling_.reset();
        if (made_ != nullptr) discard_object(allocator_, std::exchange(made_, nullptr));
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
    /// Between the two steps: the frame that is kept, or what is rolled back.
    frame* made_ = nullptr;
    std::optional<rolling_type> rolling_;
};

} // namespace throng::core
