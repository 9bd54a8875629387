#pragma once

#include <throng/extra/mpi/identity.hpp>
#include <throng/extra/mpi/packing.hpp>

#include <cstdint>
#include <tuple>

namespace throng::mpi {

/// The records that ranks exchange at the end of a step. These functions read any received bytes: they are one of these
/// records, or refused.
template <class Model> class records {
    using shown = typename Model::shown;
    using agent_packing = packing<typename Model::state>;
    using ghost_packing = packing<shown>;
    using event_packing = packing<typename Model::events>;

    enum class sort : std::uint8_t { agent, ghost, births };

  public:
    /// The components of an agent, and those that are shown to other ranks.
    using agent_values = typename agent_packing::values;
    using ghost_values = typename ghost_packing::values;

    struct event {
        address to;
        address from;
        /// Which of the model's events it is: `packing::bit`.
        std::uint64_t which = 0;
        typename event_packing::values its;
    };

    /// Empty, unless there is something that cannot be packed.
    [[nodiscard]] std::string error() const {
        return !agents_.error().empty()   ? agents_.error()
               : !ghosts_.error().empty() ? ghosts_.error()
                                          : events_.error();
    }

    /// An agent comes to the rank: `get` is as of `packing::write`.
    template <class Get> static void put_agent(byte_writer<>& to, std::uint64_t number, Get get) {
        to.put(sort::agent);
        to.put(number);
        agent_packing::write(to, get);
    }
    /// An agent is to be seen at the border of the rank.
    static void put_ghost(byte_writer<>& to, std::uint64_t number, const ghost_values& its) {
        to.put(sort::ghost);
        to.put(number);
        ghost_packing::write(to, [&]<class C>() { return &std::get<C>(its); });
    }
    /// A tile comes to the rank, in which so many have been born.
    static void put_births(byte_writer<>& to, std::uint32_t tile, std::uint64_t n) {
        to.put(sort::births);
        to.put(tile);
        to.put(n);
    }
    template <class Event>
    static void put_event(byte_writer<>& out, const address& to, const address& from, const Event& event) {
        put_address(out, to);
        put_address(out, from);
        event_packing::write(out, [&]<class E>() -> const E* {
            if constexpr (std::is_same_v<E, Event>) return &event;
            else return nullptr;
        });
    }

    /// Reads a record, and calls to.agent(number, which components there are, values), to.ghost(number, values) or
    /// to.births(tile, n), which give null or what is wrong. So does this.
    template <class To> [[nodiscard]] const char* read(byte_reader& from, To&& to) const {
        const auto what = from.get<sort>();
        if (what == sort::births) {
            const auto tile = from.get<std::uint32_t>();
            const auto n = from.get<std::uint64_t>();
            return from.good() ? to.births(tile, n) : "a record is cut off";
        }
        if (what != sort::agent && what != sort::ghost) return "a record of a sort that there is not";
        const auto number = from.get<std::uint64_t>();
        if (number == 0) return "an agent without an identity";
        std::uint64_t there = 0;
        if (what == sort::ghost) {
            ghost_values its;
            if (const char* const error = ghosts_.read(from, there, its)) return error;
            return there == ghost_packing::all ? to.ghost(number, its) : "a ghost that does not show all";
        }
        agent_values its;
        if (const char* const error = agents_.read(from, there, its)) return error;
        return shows_all(there) ? to.agent(number, there, its) : "an agent that does not show all";
    }
    /// Reads an event. Null, or what is wrong.
    [[nodiscard]] const char* read_event(byte_reader& from, event& e) const {
        e.to = get_address(from);
        e.from = get_address(from);
        if (const char* const error = events_.read(from, e.which, e.its)) return error;
        return e.which != 0 && (e.which & (e.which - 1)) == 0 ? nullptr : "an event that is none, or several";
    }

    /// Whether an agent with these components has all that are shown.
    [[nodiscard]] static constexpr bool shows_all(std::uint64_t there) noexcept {
        constexpr std::uint64_t all = []<class... Cs>(components_t<Cs...>) {
            return (agent_packing::template bit<Cs>() | ...);
        }(shown());
        return (there & all) == all;
    }
    /// The part of an agent that others see.
    [[nodiscard]] static ghost_values shown_of(const agent_values& its) {
        return []<class... Cs>(const agent_values& all, components_t<Cs...>) {
            return ghost_values(std::get<Cs>(all)...);
        }(its, shown());
    }

  private:
    static void put_address(byte_writer<>& to, const address& a) {
        to.put(a.number);
        to.put(a.cell);
    }
    [[nodiscard]] static address get_address(byte_reader& from) noexcept {
        const auto number = from.get<std::uint64_t>();
        return {number, from.get<std::uint32_t>()};
    }

    agent_packing agents_;
    ghost_packing ghosts_;
    event_packing events_;
};

} // namespace throng::mpi
