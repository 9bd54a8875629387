#pragma once

#include <throng/world/net/replica_value.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

namespace throng {

/// The result of receiving bytes: true if they were read.
struct received {
    /// Null if all is well. Else nothing has changed.
    const char* error = nullptr;
    /// Where in the bytes.
    std::size_t position = 0;
    [[nodiscard]] explicit operator bool() const noexcept { return error == nullptr; }
};

namespace core {

/// The meaning of a message's record for an entity.
enum class replica_record : std::uint8_t { out_of_sight, dead, update, update_with_losses };

/// The number of messages before the newest one that an acknowledgement covers.
inline constexpr unsigned acknowledged_before = 64;

} // namespace core

/// Tells one client what it may see of a world: in each frame what has changed since what the client is known to have,
/// in messages that may be lost, doubled, and arrive in any order. A server has one for each client; one that joins
/// late gets a new one. There is no socket in it: `send` is given bytes, and `acknowledge` takes those that the
/// client's `replica_decoder` made.
///
///     throng::replica_encoder encoder(world, throng::components<position, health>, 1200);
///     encoder.frame_of(seen, [&](std::span<const std::byte> message) { socket.send(message); });   // in each frame
///     encoder.acknowledge(bytes);                                                                  // when some arrive
///
/// The components are the same ones, in the same order, as the client's; they are described, and default constructible.
/// A field that has changed is sent until a message with it is known to have arrived: again when later ones have
/// arrived and that one has not, or none has for a while. Handles in fields become handles of the client's entities;
/// for entities that the client does not see, they are empty. Real numbers whose field has a range and a `step` are
/// sent as steps. (Changes of values of more than 8 bytes, such as a text or a list, are detected by a 64-bit hash.)
///
/// When its world is moved, the encoder follows it; when the world is destroyed, there is nothing to send.
template <class Allocator = core::standard_allocator> class basic_replica_encoder : core::pinned {
    using components_type = core::replicated_components<Allocator>;

  public:
    using world_type = basic_world<Allocator>;

    /// No message is longer than `most_bytes`, which are 64 at least. Throws what the allocator throws.
    template <class... Cs> basic_replica_encoder(world_type& w, components_t<Cs...> those, std::size_t most_bytes)
        : home_(w.storage()),
          components_(home_->allocator(), those),
          most_bytes_(most_bytes < 64 ? 64 : most_bytes),
          seen_(home_->allocator()),
          states_(home_->allocator()),
          marks_(home_->allocator()),
          numbers_(home_->allocator()),
          free_(home_->allocator()),
          sent_(home_->allocator()),
          parts_(home_->allocator()) {}

    /// The cost of a frame.
    struct frame_cost {
        std::size_t messages = 0;
        std::size_t bytes = 0;
        /// Components that do not fit into a message by themselves: the client does not get them.
        std::size_t too_large = 0;
    };
    /// Takes a range of handles of the entities that the client may see now, and calls send(bytes) for each message, at
    /// most `most` times; the rest is sent next time, before others. The bytes are valid until `send` returns, which
    /// must not edit the world. O(entities seen now or before). Throws what the allocator or `send` throws: the content
    /// of that message is sent again, when no acknowledgement has arrived for a while.
    template <class Range, class Send> frame_cost frame_of(const Range& visible, Send send, std::size_t most = 32) {
        frame_cost cost;
        if (home_->is_over()) return cost;
        ++frame_;
        for (const entity e : visible) see(e);
        for (std::uint32_t n = 0; n < seen_.size(); ++n) leave(n);
        for (std::uint32_t n = 0; n < seen_.size(); ++n) look_at(n);
        lose_old();
        forget(0);
        write_messages(send, most, cost);
        return cost;
    }
    /// The same of all entities for which visible(entity) is true.
    template <class Visible, class Send> frame_cost frame_if(Visible visible, Send send, std::size_t most = 32) {
        if (home_->is_over()) return {};
        core::local_row<entity, Allocator> those(home_->allocator());
        for (const entity e : home_->owner()) {
            if (visible(e)) those.push(e);
        }
        return frame_of(those, std::move(send), most);
    }
    /// Takes what the client's `acknowledgement` wrote. Bytes that are none, or that acknowledge what has not been
    /// sent, are refused.
    received acknowledge(std::span<const std::byte> bytes) noexcept {
        byte_reader from(bytes);
        const auto fingerprint = from.get<std::uint32_t>();
        const std::uint64_t newest = core::read_short(from);
        const auto before = from.get<std::uint64_t>();
        if (!from.good() || from.rest() != 0) return {"this is no acknowledgement", from.position()};
        if (fingerprint != components_.fingerprint()) return {"the client has other components", 0};
        if (newest > last_message_) return {"what has not been sent is acknowledged", sizeof(fingerprint)};
        arrive(newest);
        for (unsigned i = 0; i < core::acknowledged_before && newest > i + 1; ++i) {
            if ((before >> i & 1U) != 0) arrive(newest - i - 1);
        }
        lose_before(newest);
        forget(newest);
        return {};
    }

    /// The number by which both sides know an entity that the client may see, from 1 on; 0 where it may not.
    [[nodiscard]] std::uint64_t number_of(entity e) const noexcept {
        const std::uint32_t n = numbers_.at(e.index());
        return n != 0 && seen_[n - 1].e == e && seen_[n - 1].is_there() ? n : 0;
    }
    /// Its memory in bytes, without that of a message.
    [[nodiscard]] std::size_t memory() const noexcept {
        return sizeof(basic_replica_encoder) + seen_.bytes() + states_.bytes() + marks_.bytes() + numbers_.bytes() +
               free_.bytes() + sent_.bytes() + parts_.bytes();
    }

  private:
    /// The client's state of one part of an entity. While a message about it is under way, the encoder waits for it.
    struct knowledge {
        /// Goes up with each change.
        std::uint32_t version = 0;
        bool is_known = true;
        /// The last message that told this version; 0 if none is under way.
        std::uint64_t message = 0;

        void change() noexcept {
            ++version;
            is_known = false;
            message = 0;
        }
        /// Of another entity, whose versions are others.
        void reset() noexcept { *this = {version + 1, true, 0}; }
        [[nodiscard]] bool is_wanted() const noexcept { return !is_known && message == 0; }
    };
    struct component_state {
        knowledge its;
        bool present = false;
        /// Leaves in which the client may have something else.
        std::uint64_t changed = 0;
    };
    enum class presence : std::uint8_t { none, there, out_of_sight, dead };
    struct seen_entity {
        entity e;
        presence now = presence::none;
        /// That it is there, or is not any more.
        knowledge its;
        /// Some message has told of it, or leads to it.
        bool was_sent = false;
        std::uint64_t frame = 0;
        [[nodiscard]] bool is_there() const noexcept { return now == presence::there; }
    };
    struct message {
        std::uint64_t number;
        std::uint64_t frame;
        std::size_t first_part;
        /// Its content has to be sent again. It may arrive nevertheless.
        bool is_lost;
        bool has_arrived;
    };
    /// A part of a message: the version of a component. The number of components stands for the entity itself.
    struct part {
        std::uint32_t seen;
        std::uint32_t component;
        std::uint32_t version;
    };
    static constexpr std::uint64_t lost_after_messages = 8;
    static constexpr std::uint64_t lost_after_frames = 30;
    static constexpr std::size_t most_messages = 4096;
    /// The maximum size of a record without its values: a number, its kind, and two masks.
    static constexpr std::size_t record_bytes = 26;

    [[nodiscard]] component_state& state(std::uint32_t n, std::size_t c) const noexcept {
        return states_[n * components_.size() + c];
    }

    // --- what is to be told ------------------------------------------------------------------------------------------

    void see(entity e) {
        if (!home_->is_alive(e)) return;
        if (const std::uint64_t known = number_of(e); known != 0) {
            seen_[static_cast<std::size_t>(known - 1)].frame = frame_;
            return;
        }
        numbers_.extend(home_->allocator(), e.index() + std::size_t{1});
        const std::uint32_t n = take_number();
        seen_entity& s = seen_[n];
        s.e = e;
        s.now = presence::there;
        s.was_sent = false;
        s.frame = frame_;
        s.its.change();
        for (std::size_t c = 0; c < components_.size(); ++c) {
            component_state& k = state(n, c);
            k.its.reset();
            k.present = false;
            k.changed = 0;
        }
        // (One that has left sight, and is on its way out yet, has had another number.)
        numbers_[e.index()] = n + 1;
    }
    [[nodiscard]] std::uint32_t take_number() {
        if (!free_.empty()) {
            const std::uint32_t n = free_[free_.size() - 1];
            free_.pop();
            return n;
        }
        const Allocator& a = home_->allocator();
        const std::size_t n = seen_.size();
        states_.extend(a, (n + 1) * components_.size());
        marks_.extend(a, (n + 1) * components_.leaf_count());
        free_.reserve(a, n + 1);
        seen_.push({});
        return static_cast<std::uint32_t>(n);
    }
    void give_number_back(std::uint32_t n) noexcept {
        seen_[n].now = presence::none;
        seen_[n].its.reset();
        free_.push(n);
    }
    void leave(std::uint32_t n) noexcept {
        seen_entity& s = seen_[n];
        if (!s.is_there() || s.frame == frame_) return;
        s.now = home_->is_alive(s.e) ? presence::out_of_sight : presence::dead;
        s.its.change();
        if (numbers_[s.e.index()] == n + 1) numbers_[s.e.index()] = 0;
        if (!s.was_sent) give_number_back(n);
    }
    void look_at(std::uint32_t n) {
        if (!seen_[n].is_there()) return;
        for (std::size_t c = 0; c < components_.size(); ++c) {
            component_state& k = state(n, c);
            const void* const value = value_of(components_[c], seen_[n].e);
            const bool was_present = std::exchange(k.present, value != nullptr);
            if (value == nullptr) {
                k.changed = 0;
                if (was_present) k.its.change();
                continue;
            }
            if (!was_present) {
                k.changed = components_type::all_leaves(components_[c]);
                k.its.change();
            }
            compare(components_[c], n, value, k);
        }
    }
    /// The value that is sent for a component, valid until the next call; null if the entity does not have it.
    [[nodiscard]] const void* value_of(const core::replicated_component<Allocator>& c, entity e) {
        const void* const value = c.get(home_->owner(), e);
        if (!c.is_kin || value == nullptr) return value;
        const kin* at = static_cast<const kin*>(value);
        place_ = {at->parent, {}};
        if (number_of(at->parent) == 0) return &place_;
        do {
            place_.after = at->previous;
            at = core::kin_of(*home_, place_.after);
        } while (at != nullptr && number_of(place_.after) == 0);
        return &place_;
    }
    /// Notes which leaves of a value are others than before. (At once, one by one: there may be no memory for the
    /// next.)
    void compare(const core::replicated_component<Allocator>& c, std::uint32_t n, const void* value,
                 component_state& k) {
        std::uint64_t* const marks = marks_.begin() + n * components_.leaf_count() + c.first_leaf;
        for (std::size_t i = 0; i < c.leaves; ++i) {
            leaf_.clear();
            write_leaf(components_.leaf(c, i), value, leaf_);
            const auto bytes = leaf_.bytes();
            std::uint64_t mark = 0;
            if (bytes.size() <= sizeof(mark)) std::memcpy(&mark, bytes.data(), bytes.size());
            else mark = core::mix(1, bytes.data(), bytes.size());
            if (std::exchange(marks[i], mark) == mark) continue;
            k.changed |= components_type::bit_of_leaf(i);
            k.its.change();
        }
    }
    void write_leaf(const core::replica_leaf& l, const void* value, byte_writer<>& to) {
        core::write_replica(*l.type, l.field, static_cast<const std::byte*>(value) + l.offset, to, [this](entity e) {
            const std::uint64_t number = number_of(e);
            // (The client creates the entities that it is sent: that has to be undone.)
            if (number != 0) seen_[static_cast<std::size_t>(number - 1)].was_sent = true;
            return number;
        });
    }

    // --- messages ----------------------------------------------------------------------------------------------------

    template <class Send> void write_messages(Send& send, std::size_t most, frame_cost& cost) {
        const auto all = static_cast<std::uint32_t>(seen_.size());
        if (most == 0 || all == 0) return;
        if (next_ >= all) next_ = 0;
        open();
        for (std::uint32_t i = 0; i < all;) {
            if (!write_entity(next_, cost)) {
                // A record that has begun continues in the next message.
                close(send, cost);
                if (cost.messages == most) return;
                open();
                continue;
            }
            ++i;
            next_ = next_ + 1 == all ? 0 : next_ + 1;
        }
        close(send, cost);
    }
    void open() {
        sent_.push({last_message_ + 1, frame_, parts_.size(), false, false});
        ++last_message_;
        made_.clear();
        made_.put(components_.fingerprint());
        core::write_short(made_, last_message_);
        core::write_short(made_, frame_);
        header_ = made_.bytes().size();
    }
    /// Sends it, unless there is nothing in it.
    template <class Send> void close(Send& send, frame_cost& cost) {
        if (made_.bytes().size() == header_) {
            sent_.pop();
            --last_message_;
            return;
        }
        ++cost.messages;
        cost.bytes += made_.bytes().size();
        send(made_.bytes());
    }
    /// False if something of it needs another message.
    bool write_entity(std::uint32_t n, frame_cost& cost) {
        seen_entity& s = seen_[n];
        if (s.now == presence::none) return true;
        const std::size_t room = most_bytes_ - made_.bytes().size();
        std::uint64_t mask = 0;
        std::uint64_t losses = 0;
        bool is_all = true;
        values_.clear();
        for (std::size_t c = 0; s.is_there() && c < components_.size(); ++c) {
            component_state& k = state(n, c);
            if (!k.its.is_wanted()) continue;
            leaf_.clear();
            if (k.present) write_component(components_[c], n, k.changed);
            if (record_bytes + values_.bytes().size() + leaf_.bytes().size() > room) {
                const bool is_first = made_.bytes().size() == header_ && mask == 0;
                is_all = is_first;
                if (!is_first) break;
                ++cost.too_large;
                k.its.is_known = true;
                continue;
            }
            values_.write(leaf_.bytes().data(), leaf_.bytes().size());
            mask |= std::uint64_t{1} << c;
            if (!k.present) losses |= std::uint64_t{1} << c;
            tell(k.its, n, c);
        }
        if (mask == 0 && !s.its.is_wanted()) return is_all;
        if (room < record_bytes) return false;
        using core::replica_record;
        core::write_short(made_, n);
        const replica_record what = s.now == presence::dead           ? replica_record::dead
                                    : s.now == presence::out_of_sight ? replica_record::out_of_sight
                                    : losses != 0                     ? replica_record::update_with_losses
                                                                      : replica_record::update;
        made_.put(static_cast<std::uint8_t>(what));
        if (s.is_there()) core::write_short(made_, mask);
        if (losses != 0) core::write_short(made_, losses);
        made_.write(values_.bytes().data(), values_.bytes().size());
        s.was_sent = true;
        if (s.its.is_wanted()) tell(s.its, n, components_.size());
        return is_all;
    }
    void write_component(const core::replicated_component<Allocator>& c, std::uint32_t n, std::uint64_t changed) {
        const void* const value = value_of(c, seen_[n].e);
        core::write_short(leaf_, changed);
        for (std::size_t i = 0; i < c.leaves; ++i) {
            if ((changed & components_type::bit_of_leaf(i)) != 0) write_leaf(components_.leaf(c, i), value, leaf_);
        }
    }
    void tell(knowledge& k, std::uint32_t n, std::size_t component) {
        parts_.push({n, static_cast<std::uint32_t>(component), k.version});
        k.message = last_message_;
    }

    // --- what becomes of them ----------------------------------------------------------------------------------------

    /// Calls f(knowledge, part) for what a message told and is still so.
    template <class F> void each_part(std::size_t place, F f) noexcept {
        const std::size_t end = place + 1 == sent_.size() ? parts_.size() : sent_[place + 1].first_part;
        for (std::size_t i = sent_[place].first_part; i != end; ++i) {
            const part p = parts_[i];
            knowledge& k = p.component == components_.size() ? seen_[p.seen].its : state(p.seen, p.component).its;
            if (k.version == p.version && !k.is_known) f(k, p);
        }
    }
    void arrive(std::uint64_t number) noexcept {
        for (std::size_t i = sent_.size(); i-- > 0;) {
            if (sent_[i].number != number || std::exchange(sent_[i].has_arrived, true)) continue;
            each_part(i, [&](knowledge& k, const part& p) {
                k.is_known = true;
                k.message = 0;
                if (p.component != components_.size()) state(p.seen, p.component).changed = 0;
                else if (!seen_[p.seen].is_there()) give_number_back(p.seen);
            });
            return;
        }
    }
    /// The message's content has to be sent again, unless another message with it is under way.
    void lose(std::size_t place) noexcept {
        message& m = sent_[place];
        if (m.has_arrived || std::exchange(m.is_lost, true)) return;
        each_part(place, [&](knowledge& k, const part&) {
            if (k.message == m.number) k.message = 0;
        });
    }
    /// Those long before the newest one that has arrived.
    void lose_before(std::uint64_t newest) noexcept {
        for (std::size_t i = 0; i < sent_.size() && sent_[i].number + lost_after_messages < newest; ++i) lose(i);
    }
    /// Those of so many frames ago. (What is older than a lost one is lost, or has arrived.)
    void lose_old() noexcept {
        for (std::size_t n = sent_.size(); n != 0 && !sent_[n - 1].is_lost; --n) {
            if (sent_[n - 1].frame + lost_after_frames < frame_) lose(n - 1);
        }
    }
    /// Messages of which no acknowledgement can tell any more go, the oldest first.
    void forget(std::uint64_t newest) noexcept {
        std::size_t first = 0;
        // (Where there are too many, half of them: this is not done again soon.)
        const std::size_t most = sent_.size() > most_messages ? most_messages / 2 : most_messages;
        const auto is_over = [&](const message& m) {
            return m.has_arrived ||
                   (m.is_lost && (sent_.size() - first > most || m.number + core::acknowledged_before < newest));
        };
        while (first < sent_.size() && is_over(sent_[first])) ++first;
        if (first == 0) return;
        const std::size_t before = first == sent_.size() ? parts_.size() : sent_[first].first_part;
        for (std::size_t i = before; i < parts_.size(); ++i) parts_[i - before] = parts_[i];
        parts_.shorten(parts_.size() - before);
        for (std::size_t i = first; i < sent_.size(); ++i) {
            sent_[i - first] = sent_[i];
            sent_[i - first].first_part -= before;
        }
        sent_.shorten(sent_.size() - first);
    }

    core::storage_share<Allocator> home_;
    components_type components_;
    std::size_t most_bytes_;
    /// By number; and for each of these a state for each component, and what each leaf was.
    core::local_row<seen_entity, Allocator> seen_;
    core::local_row<component_state, Allocator> states_;
    core::local_row<std::uint64_t, Allocator> marks_;
    /// By the indices of entities: their numbers, or 0.
    core::local_row<std::uint32_t, Allocator> numbers_;
    core::local_row<std::uint32_t, Allocator> free_;
    core::local_row<message, Allocator> sent_;
    core::local_row<part, Allocator> parts_;
    std::uint64_t frame_ = 0;
    std::uint64_t last_message_ = 0;
    /// Where the next message begins, so that everything has its turn.
    std::uint32_t next_ = 0;
    /// The message that is made, and how long its beginning is; what comes into it.
    byte_writer<> made_;
    std::size_t header_ = 0;
    byte_writer<> values_;
    byte_writer<> leaf_;
    core::shown_place place_;
};

using replica_encoder = basic_replica_encoder<>;

} // namespace throng
