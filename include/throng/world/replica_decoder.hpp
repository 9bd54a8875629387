#pragma once

#include <throng/world/replica_encoder.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace throng {

/// Makes in a client's world what a server's `replica_encoder` tells. The world may have other entities, too.
///
///     throng::replica_decoder decoder(world, throng::components<position, health>);
///     decoder.on_gone([](throng::entity e, bool died) { if (died) explode(e); });
///     if (const throng::received r = decoder.receive(bytes); !r) disconnect(r.error);
///     socket.send(decoder.acknowledgement());                     // once a frame, and after 64 messages at the latest
///
/// Components come and are set as by `add` and `patch`: hooks are told. A handle in a field may lead to an entity that
/// is there, and has no components yet. What the client itself destroys stays away until the server shows it anew; what
/// it changes is overwritten when the server's changes.
///
/// Whatever the bytes, they are read to their end before anything is done: what is no message, or has an impossible
/// value, is refused, and has changed nothing. So is one of other components. No more entities than `most` come to be,
/// and memory for no more.
template <class Allocator = core::standard_allocator> class basic_replica_decoder : core::pinned {
    using components_type = core::replicated_components<Allocator>;

  public:
    using world_type = basic_world<Allocator>;

    template <class... Cs>
    basic_replica_decoder(world_type& w, components_t<Cs...> those, std::uint32_t most = std::uint32_t{1} << 16U)
        : home_(w.storage()),
          components_(home_->allocator(), those),
          most_(most),
          known_(home_->allocator()),
          told_(home_->allocator()) {}
    ~basic_replica_decoder() { gone_.reset(); }

    /// Takes a message. One that has been read before, or is far older than the newest, changes nothing, and is no
    /// error. Throws what the allocator, a component's constructor or a hook throws: a part of the message may have
    /// been done then, all of which is sent again.
    received receive(std::span<const std::byte> bytes) {
        if (home_->is_over()) return {"the world is gone"};
        byte_reader from(bytes);
        const auto fingerprint = from.get<std::uint32_t>();
        const std::uint64_t number = core::read_short(from);
        const std::uint64_t frame = core::read_short(from);
        if (!from.good() || number == 0) return {"this is no message", from.position()};
        if (fingerprint != components_.fingerprint()) return {"the server has other components", 0};
        if (number > newest_ && number - newest_ > most_ahead)
            return {"a message is missing its place", from.position()};
        byte_reader again = from;
        message_ = number;
        if (const char* const error = read_records(from, false)) return {error, from.position()};
        if (has_arrived(number)) return {};
        (void)read_records(again, true);
        note_arrival(number);
        if (frame_ < frame) frame_ = frame;
        return {};
    }
    /// What the server's encoder wants to know, each time anew; good until the next one, or a message is taken. None
    /// before the first message. Throws what the allocator throws.
    [[nodiscard]] std::span<const std::byte> acknowledgement() {
        if (newest_ == 0) return {};
        made_.clear();
        made_.put(components_.fingerprint());
        core::write_short(made_, newest_);
        made_.put(before_);
        return made_.bytes();
    }

    /// f(entity, died) is told of each that is just about to go: it has died, or is out of sight. Null takes it off.
    template <class F> void on_gone(F f) {
        if constexpr (std::is_same_v<F, std::nullptr_t>) gone_.reset();
        else gone_.set(home_->allocator(), [f = std::move(f)](departed& d) mutable { f(d.e, d.died); });
    }
    /// The entity with that number (see `replica_encoder::number_of`); an empty handle if there is none.
    [[nodiscard]] entity entity_of(std::uint64_t number) const noexcept {
        return number == 0 || number > known_.size() ? entity() : known_[static_cast<std::size_t>(number - 1)].e;
    }
    /// The server's newest frame of which something has arrived.
    [[nodiscard]] std::uint64_t frame() const noexcept { return frame_; }

  private:
    struct departed {
        entity e;
        bool died;
    };
    struct known_entity {
        /// Empty if it is not there.
        entity e;
        /// Messages up to this one speak of something that is gone.
        std::uint64_t gone = 0;
        /// The newest one that speaks of it.
        std::uint64_t newest = 0;
    };
    static constexpr std::uint64_t most_ahead = std::uint64_t{1} << 20U;

    [[nodiscard]] bool has_arrived(std::uint64_t number) const noexcept {
        if (number > newest_) return false;
        const std::uint64_t back = newest_ - number;
        return back == 0 || back > core::acknowledged_before || (before_ >> (back - 1) & 1U) != 0;
    }
    void note_arrival(std::uint64_t number) noexcept {
        if (number <= newest_) {
            before_ |= std::uint64_t{1} << (newest_ - number - 1);
            return;
        }
        const std::uint64_t step = number - newest_;
        before_ = step >= 64 ? 0 : before_ << step;
        if (newest_ != 0 && step <= 64) before_ |= std::uint64_t{1} << (step - 1);
        newest_ = number;
    }

    /// Reads all of them, or does what they say: why they are none, or null.
    const char* read_records(byte_reader& from, bool does) {
        while (from.rest() != 0) {
            const std::uint64_t n = core::read_short(from);
            const auto what = from.get<std::uint8_t>();
            using core::replica_record;
            if (!from.good() || what > static_cast<std::uint8_t>(replica_record::update_with_losses))
                return "this is no record of an entity";
            if (n >= most_) return "an entity has an impossible number";
            const auto record = static_cast<replica_record>(what);
            if (record == replica_record::dead || record == replica_record::out_of_sight) {
                if (does) end(static_cast<std::size_t>(n), record == replica_record::dead);
                continue;
            }
            const std::uint64_t mask = core::read_short(from);
            const std::uint64_t losses = record == replica_record::update ? 0 : core::read_short(from);
            if (!from.good() || (losses & ~mask) != 0 || !is_mask_of(mask, components_.size()))
                return "there is no such component";
            const bool is_current = does && come(static_cast<std::size_t>(n));
            for (std::size_t c = 0; c < components_.size(); ++c) {
                const std::uint64_t its = std::uint64_t{1} << c;
                if ((mask & its) == 0) continue;
                byte_reader values = from;
                const bool is_lost = (losses & its) != 0;
                if (!is_lost) {
                    if (const char* const error = read_component(components_[c], from, nullptr)) return error;
                }
                if (is_current) update(static_cast<std::size_t>(n), c, values, is_lost);
            }
        }
        return nullptr;
    }
    [[nodiscard]] static bool is_mask_of(std::uint64_t mask, std::size_t bits) noexcept {
        return bits >= 64 || mask >> bits == 0;
    }
    /// Into a value, or past it where there is none.
    const char* read_component(const core::replicated_component<Allocator>& c, byte_reader& from, void* value) {
        const std::uint64_t changed = core::read_short(from);
        if (!from.good() || (changed & ~components_type::all_leaves(c)) != 0) return "there is no such field";
        for (std::size_t i = 0; i < c.leaves; ++i) {
            if ((changed & components_type::bit_of_leaf(i)) == 0) continue;
            const core::replica_leaf& l = components_.leaf(c, i);
            void* const to = value == nullptr ? nullptr : static_cast<std::byte*>(value) + l.offset;
            const char* const error =
                core::read_replica(*l.type, l.field, from, to, [this](std::uint64_t n, entity* e) {
                    if (e != nullptr) *e = refer_to(n);
                    return n <= most_;
                });
            if (error != nullptr) return error;
        }
        return nullptr;
    }

    /// Sees to it that the number can be looked up.
    void cover(std::size_t n) {
        const Allocator& a = home_->allocator();
        told_.extend(a, (n + 1) * components_.size());
        known_.extend(a, n + 1);
    }
    /// Whether the message speaks of one that is there now, which it is from now on.
    bool come(std::size_t n) {
        cover(n);
        if (message_ <= known_[n].gone) return false;
        if (known_[n].newest < message_) known_[n].newest = message_;
        if (known_[n].e == entity()) {
            const entity made = home_->owner().create();
            known_[n].e = made;
        }
        return true;
    }
    [[nodiscard]] entity refer_to(std::uint64_t number) {
        const auto n = static_cast<std::size_t>(number - 1);
        return number != 0 && come(n) ? known_[n].e : entity();
    }
    void end(std::size_t n, bool died) {
        cover(n);
        if (message_ <= known_[n].newest || message_ <= known_[n].gone) return;
        known_[n].gone = known_[n].newest = message_;
        departed d{std::exchange(known_[n].e, entity()), died};
        if (!home_->is_alive(d.e)) return;
        if (gone_) gone_.call(d);
        home_->owner().destroy(d.e);
    }
    void update(std::size_t n, std::size_t c, byte_reader values, bool is_lost) {
        std::uint64_t& told = told_[n * components_.size() + c];
        if (message_ <= told || message_ <= known_[n].gone) return;
        const entity e = known_[n].e;
        if (!home_->is_alive(e)) return;
        if (is_lost) {
            components_[c].remove(home_->owner(), e);
        } else {
            struct reading {
                basic_replica_decoder& all;
                const core::replicated_component<Allocator>& its;
                byte_reader& from;
            } r{*this, components_[c], values};
            components_[c].write(
                home_->owner(), e,
                [](void* context, void* value) {
                    auto& its = *static_cast<reading*>(context);
                    (void)its.all.read_component(its.its, its.from, value);
                },
                &r);
        }
        told_[n * components_.size() + c] = message_;
    }

    core::storage_share<Allocator> home_;
    components_type components_;
    std::uint32_t most_;
    /// By number; and for each of these and each component the newest message that told of it.
    core::local_row<known_entity, Allocator> known_;
    core::local_row<std::uint64_t, Allocator> told_;
    core::callback<departed, Allocator> gone_;
    /// The message that is read just now.
    std::uint64_t message_ = 0;
    std::uint64_t newest_ = 0;
    std::uint64_t before_ = 0;
    std::uint64_t frame_ = 0;
    byte_writer<> made_;
};

using replica_decoder = basic_replica_decoder<>;

} // namespace throng
