#pragma once

#include <throng/snapshot_of.hpp>
#include <throng/world/row.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

/// The frames of a collection that is rolled back together with a world.
namespace throng::core {

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
    struct frame {
        std::uint64_t number;
        snapshot_of<C> then;
        frame* earlier = nullptr;
    };

  public:
    frames_of_collection(C& home, const Allocator& allocator) : home_(home), allocator_(allocator) {}
    ~frames_of_collection() { forget_from(0); }

    [[nodiscard]] bool is_walked() const noexcept override { return home_.is_walked(); }
    void save(std::uint64_t number) override {
        frame* const made =
            last_ == nullptr
                ? make_object<frame>(allocator_, frame{number, snapshot_of<C>(std::as_const(home_))})
                : make_object<frame>(allocator_, frame{number, snapshot_of<C>(std::as_const(home_), last_->then)});
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
