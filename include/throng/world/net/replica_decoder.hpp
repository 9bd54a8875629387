#pragma once

#include <throng/world/net/replica_encoder.hpp>
#include <throng/world/net/replica_family.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace throng {

/// Applies the messages of a server's `replica_encoder` to a client's world. The world may also have other entities.
///
///     throng::replica_decoder decoder(world, throng::components<position, health>);
///     decoder.on_gone([](throng::entity e, bool died) { if (died) explode(e); });
///     if (const throng::received r = decoder.receive(bytes); !r) disconnect(r.error);
///     socket.send(decoder.acknowledgement());                     // once a frame, and after 64 messages at the latest
///
/// Components are added and set as by `add` and `patch`: hooks are called. A handle in a field may refer to an entity
/// that exists, and has no components yet. An entity that the client itself destroys stays away until the server shows
/// it anew; a component that the client changes is overwritten when the server's changes.
///
/// The client's world shows what the server shows: while a message is taken, no policy of the client's (the branch of a
/// family, `die_too`) destroys an entity that the server shows. It loses its parent or its target, and the server says
/// what becomes of it. Entities of the client's own follow the client's policies: a child that a hook has given to an
/// entity of the server's is destroyed with that.
///
/// Of `kin`, the parent and the place among the siblings in sight are sent; children of the client's own stand before
/// those. Of a relation, the targets are sent. A record whose links would be a cycle in an acyclic relation, which lost
/// messages can lead to, is not applied, and is sent again until it fits. Where a target has
/// one source, it is that of which the newest message tells.
///
/// Where the client's world is restored or rolled back, the decoder does not know what it shows any more: go on with a
/// new decoder, and the server with a new encoder.
///
/// Any edit is legal in hooks, but a decoder takes one message at a time: a message that a hook gives to the decoder
/// that has called it is refused.
///
/// A message is read to its end before anything is changed. Bytes that are no message, that have an impossible value,
/// or that are of other components, are refused, and have no effect. No more entities than `most` are created,
/// and memory is taken for no more.
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
          told_(home_->allocator()),
          numbers_(home_->allocator()),
          families_(home_->allocator()) {}
    ~basic_replica_decoder() { gone_.reset(); }

    /// Takes a message. One that has been read before, or is far older than the newest, changes nothing, and is no
    /// error. Throws what the allocator, a component's constructor or a hook throws: a part of the message may have
    /// been done then, all of which is sent again.
    received receive(std::span<const std::byte> bytes) {
        if (home_->is_over()) return {"the world is destroyed"};
        if (is_receiving_) return {"a hook gives a message to the decoder that has called it"};
        struct receiving : core::pinned {
            bool& is;
            explicit receiving(bool& flag) noexcept : is(flag) { is = true; }
            ~receiving() { is = false; }
        } const here(is_receiving_);
        // (Hooks may do to the bytes what they like.)
        read_.clear();
        read_.write(bytes.data(), bytes.size());
        byte_reader from(read_.bytes());
        const auto fingerprint = from.get<std::uint32_t>();
        const std::uint64_t number = core::read_short(from);
        const std::uint64_t frame = core::read_short(from);
        if (!from.good() || number == 0) return {"this is no message", from.position()};
        if (fingerprint != components_.fingerprint()) return {"the server has other components", 0};
        if (number > newest_ && number - newest_ > most_ahead)
            return {"a message is missing its place", from.position()};
        const byte_reader records = from;
        message_ = number;
        if (const char* const error = read_records(from, false)) return {error, from.position()};
        if (has_arrived(number)) return {};
        const typename core::edits_under_way<Allocator>::sparing sparing(home_->edits, &is_shown, this);
        // (A record may contradict what one behind it takes back.)
        std::size_t refused = 0;
        for (std::size_t before = 0;; before = refused) {
            refused_ = 0;
            from = records;
            (void)read_records(from, true);
            refused = refused_;
            if (refused == 0 || refused == before) break;
        }
        if (!home_->is_over()) {
            families_.settle(
                home_->owner(), [this](std::size_t n) { return entity_of(n + 1); },
                [this](entity e) { return number_of(e); });
        }
        if (refused == 0) note_arrival(number);
        if (frame_ < frame) frame_ = frame;
        return {};
    }
    /// The acknowledgement for the server's encoder, new at each call; valid until the next call or the next message.
    /// Empty before the first message. Throws what the allocator throws.
    [[nodiscard]] std::span<const std::byte> acknowledgement() {
        if (newest_ == 0) return {};
        made_.clear();
        made_.put(components_.fingerprint());
        core::write_short(made_, newest_);
        made_.put(before_);
        return made_.bytes();
    }

    /// Sets f(entity, died), called for each entity just before its removal: it has died, or is out of sight. Null
    /// removes f.
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
        /// Empty if there is no such entity.
        entity e;
        /// Messages up to this one refer to an entity that no longer exists.
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
            if (does && home_->is_over()) return nullptr;
            if (record == replica_record::dead || record == replica_record::out_of_sight) {
                if (does) end(static_cast<std::size_t>(n), record == replica_record::dead);
                continue;
            }
            const std::uint64_t mask = core::read_short(from);
            const std::uint64_t losses = record == replica_record::update ? 0 : core::read_short(from);
            if (!from.good() || (losses & ~mask) != 0 || !is_mask_of(mask, components_.size()))
                return "there is no such component";
            const bool is_current = does && come(static_cast<std::size_t>(n));
            const auto is_news = [&](std::size_t c) {
                return is_current && message_ > told_[static_cast<std::size_t>(n) * components_.size() + c];
            };
            for (std::size_t c = 0; c < components_.size(); ++c) {
                const std::uint64_t its = std::uint64_t{1} << c;
                if ((mask & its) == 0) continue;
                byte_reader values = from;
                const bool is_lost = (losses & its) != 0;
                if (!is_lost) {
                    // (Entities that it refers to are created before anything is written: that calls hooks.)
                    const char* const error = read_component(components_[c], from, nullptr, [&](std::uint64_t m) {
                        return is_news(c) ? refer_to(m) : entity();
                    });
                    if (error != nullptr) return error;
                }
                if (is_news(c)) update(static_cast<std::size_t>(n), c, values, is_lost);
            }
        }
        return nullptr;
    }
    [[nodiscard]] static bool is_mask_of(std::uint64_t mask, std::size_t bits) noexcept {
        return bits >= 64 || mask >> bits == 0;
    }
    /// Into a value, or past it where there is none. `entity_of(number)` gives the entities that it refers to.
    template <class EntityOf> const char* read_component(const core::replicated_component<Allocator>& c,
                                                         byte_reader& from, void* value, const EntityOf& entity_of) {
        const std::uint64_t changed = core::read_short(from);
        if (!from.good() || (changed & ~components_type::all_leaves(c)) != 0) return "there is no such field";
        for (std::size_t i = 0; i < c.leaves; ++i) {
            if ((changed & components_type::bit_of_leaf(i)) == 0) continue;
            const core::replica_leaf& l = components_.leaf(c, i);
            void* const to = value == nullptr ? nullptr : static_cast<std::byte*>(value) + l.offset;
            const char* const error = core::read_replica(*l.type, l.field, from, to, [&](std::uint64_t n, entity* e) {
                if (n > most_) return false;
                const entity its = entity_of(n);
                if (e != nullptr) *e = its;
                return true;
            });
            if (error != nullptr) return error;
        }
        return nullptr;
    }

    /// Ensures that the number can be looked up.
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
        const entity e = known_[n].e;
        if (number_of(e) == 0 && home_->is_alive(e)) {
            numbers_.extend(home_->allocator(), e.index() + std::size_t{1});
            numbers_[e.index()] = static_cast<std::uint32_t>(n + 1);
        }
        return true;
    }
    [[nodiscard]] entity refer_to(std::uint64_t number) {
        const auto n = static_cast<std::size_t>(number - 1);
        return number != 0 && come(n) ? known_[n].e : entity();
    }
    /// The same of one that is there already.
    [[nodiscard]] entity referred(std::uint64_t number) const noexcept {
        const entity e = entity_of(number);
        return e && message_ > known_[static_cast<std::size_t>(number - 1)].gone ? e : entity();
    }
    /// Its number, from 1 on; 0 if the server does not show it.
    [[nodiscard]] std::uint64_t number_of(entity e) const noexcept {
        const std::uint32_t n = e ? numbers_.at(e.index()) : 0;
        return n != 0 && known_[n - 1].e == e ? n : 0;
    }
    [[nodiscard]] static bool is_shown(const void* decoder, entity e) noexcept {
        return static_cast<const basic_replica_decoder*>(decoder)->number_of(e) != 0;
    }
    /// Where a function that is called throws, and the entity lives on, this is done again with the next message.
    void end(std::size_t n, bool died) {
        cover(n);
        if (message_ <= known_[n].newest || message_ <= known_[n].gone) return;
        departed d{known_[n].e, died};
        if (gone_ && home_->is_alive(d.e)) gone_.call(d);
        struct forget {
            basic_replica_decoder& all;
            std::size_t n;
            entity e;
            ~forget() {
                if (all.home_->is_alive(e)) return;
                all.known_[n] = {entity(), all.message_, all.message_};
            }
        } const forgets{*this, n, d.e};
        if (home_->is_alive(d.e)) home_->owner().destroy(d.e);
    }
    void update(std::size_t n, std::size_t c, byte_reader values, bool is_lost) {
        const std::size_t at = n * components_.size() + c;
        if (message_ <= known_[n].gone) return;
        const entity e = known_[n].e;
        if (!home_->is_alive(e)) return;
        struct reading {
            basic_replica_decoder& all;
            const core::replicated_component<Allocator>& its;
            std::size_t c;
            byte_reader from;
            void into(void* value) {
                byte_reader again = from;
                (void)all.read_component(its, again, value, [this](std::uint64_t m) { return all.referred(m); });
            }
            [[nodiscard]] bool is_newer(entity other) const {
                const std::uint64_t m = all.number_of(other);
                return m == 0 ||
                       all.told_[static_cast<std::size_t>(m - 1) * all.components_.size() + c] <= all.message_;
            }
        } r{*this, components_[c], c, values};
        if (components_[c].is_kin) {
            core::shown_place& place = families_.place_of(home_->allocator(), n);
            if (is_lost) place = {};
            else r.into(&place);
        }
        if (is_lost) {
            components_[c].remove(home_->owner(), e);
        } else if (!components_[c].is_kin) {
            const bool agrees = components_[c].write(
                home_->owner(), e,
                {&r, [](void* context, void* value) { static_cast<reading*>(context)->into(value); },
                 [](void* context, entity other) { return static_cast<reading*>(context)->is_newer(other); }});
            if (!agrees) {
                ++refused_;
                return;
            }
        }
        told_[at] = message_;
    }
    core::storage_share<Allocator> home_;
    components_type components_;
    std::uint32_t most_;
    /// By number; and for each of these and each component the newest message that told of it.
    core::local_row<known_entity, Allocator> known_;
    core::local_row<std::uint64_t, Allocator> told_;
    /// By the indices of entities: their numbers, or 0.
    core::local_row<std::uint32_t, Allocator> numbers_;
    core::shown_families<Allocator> families_;
    core::callback<departed, Allocator> gone_;
    /// The message that is read just now.
    std::uint64_t message_ = 0;
    std::uint64_t newest_ = 0;
    std::uint64_t before_ = 0;
    std::uint64_t frame_ = 0;
    bool is_receiving_ = false;
    /// The number of records that contradict the present state.
    std::size_t refused_ = 0;
    byte_writer<> read_;
    byte_writer<> made_;
};

using replica_decoder = basic_replica_decoder<>;

} // namespace throng
