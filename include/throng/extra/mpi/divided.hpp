#pragma once

#include <throng/extra/mpi/agent.hpp>
#include <throng/extra/mpi/communicator.hpp>
#include <throng/extra/mpi/division.hpp>
#include <throng/extra/mpi/neighbourhood.hpp>
#include <throng/extra/mpi/records.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/world.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng::mpi {

template <class Model> class saving;

/// The cost of dividing a world for one rank: the first three are present values, the others are totals since its
/// construction.
struct statistics {
    std::uint64_t agents = 0;
    std::uint64_t ghosts = 0;
    std::uint64_t tiles = 0;
    std::uint64_t agents_sent = 0;
    std::uint64_t ghosts_sent = 0;
    std::uint64_t events_sent = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t messages_sent = 0;
    std::uint64_t divisions = 0;
};

/// A world of agents that is divided by space among the ranks of MPI, and reaches the same state, to the bit, on any
/// number of ranks and threads. The model lists the agents' components:
///
///     struct flock {
///         using state = throng::components_t<position, velocity>;   // what an agent may have
///         using shown = throng::components_t<position, velocity>;   // what all have, and others see of it
///         using events = throng::components_t<>;                    // what agents send each other
///     };
///     throng::mpi::communicator ranks;
///     throng::mpi::divided<flock> birds(ranks, {.width = 100, .height = 100, .margin = 2});
///     birds.populate(1000, [](std::uint64_t, throng::mpi::dice& d) {
///         return std::tuple(position{d.unit() * 100, d.unit() * 100}, velocity{1, 0});
///     });
///     birds.each<position, velocity>([](auto& bird, position& p, velocity& v) { bird.near(2, ...); });
///     birds.advance();
///
/// A step is any number of walks by `each`, and then `advance`. Agents see each other's state at the beginning of the
/// step, also across the borders of ranks; they write only to their components, and modify others by events. The state
/// does not depend on the ranks, because of this and because sums and random numbers do not.
///
/// Components and events are described (throng/world/description.hpp), have a `component<T>::name`, and are default
/// constructible. The first of `shown` is the position: `x` and `y`, in the space.
///
/// Where something goes wrong all ranks end: see `communicator`.
template <class Model> class divided : core::pinned {
    using state = typename Model::state;
    using shown = typename Model::shown;
    using events = typename Model::events;
    using neighbours = neighbourhood<shown>;
    using agent_packing = packing<state>;
    using event_packing = packing<events>;
    using records_type = records<Model>;
    static_assert(agent_packing::has_all(shown()), "throng: what agents show is part of their state");

  public:
    using agent_type = agent<divided>;
    /// The visible part of another agent.
    using neighbour = typename neighbours::seen;

    /// An empty world. All ranks make it, with the same plan.
    divided(communicator& ranks, const plan& p)
        : ranks_(&ranks),
          space_(checked(ranks, p)),
          division_(space_, ranks.size()),
          near_(space_),
          seed_(p.seed),
          loads_(space_.tiles()),
          born_(space_.tiles()),
          out_(ranks.size()),
          events_out_(ranks.size()) {
        if (const std::string error = records_.error(); !error.empty()) ranks.fail(error);
        check_alike();
        cover();
    }

    /// The communicator passed to the constructor.
    [[nodiscard]] communicator& ranks() noexcept { return *ranks_; }
    [[nodiscard]] const mpi::space& space() const noexcept { return space_; }
    [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }
    /// How often `advance` has been called.
    [[nodiscard]] std::uint64_t step() const noexcept { return step_; }
    /// The agents of this rank, for reading: without ghosts. If you edit an agent, the edit must be the same on any
    /// rank. An entity created here without an identity is not an agent.
    [[nodiscard]] throng::world& world() noexcept { return world_; }
    [[nodiscard]] const throng::world& world() const noexcept { return world_; }
    /// All agents that this rank sees, including ghosts, with their state at the beginning of the step.
    [[nodiscard]] const neighbours& seen() const noexcept { return near_; }
    /// The rank that has a place of the space now.
    [[nodiscard]] std::uint32_t rank_at(double x, double y) const noexcept {
        return division_.owner(space_.tile_of_cell(space_.cell_at(x, y)));
    }
    /// How many agents there are on all ranks. All ranks call it.
    [[nodiscard]] std::uint64_t size() { return ranks_->sum(std::uint64_t{world_.template count<identity>()}); }
    [[nodiscard]] statistics costs() const {
        statistics s = costs_;
        s.agents = world_.template count<identity>();
        s.ghosts = near_.size() - settled_;
        s.tiles = division_.first(ranks_->rank() + 1) - division_.first(ranks_->rank());
        s.bytes_sent = ranks_->bytes_sent();
        s.messages_sent = ranks_->messages_sent();
        return s;
    }

    /// `n` agents more, each with the components of the tuple that make(number, dice) gives; on each rank it is asked
    /// for a part of them. All ranks call it.
    template <class Make> void populate(std::uint64_t n, Make make) {
        if (n >> identity::counted_bits != 0 || (populated_ + n) >> identity::counted_bits != 0)
            ranks_->fail("more than 2^40 agents to begin with");
        const auto part = [&](std::uint64_t r) {
            return n / ranks_->size() * r + n % ranks_->size() * r / ranks_->size();
        };
        for (std::uint64_t i = part(ranks_->rank()); i < part(ranks_->rank() + 1); ++i) {
            // (0 is the number of none.)
            const std::uint64_t number = populated_ + i + 1;
            dice d(seed(), number, step_, ~std::uint64_t{0});
            std::apply(
                [&](auto&&... values) {
                    check_components<std::decay_t<decltype(values)>...>();
                    (void)world_.create(identity{number}, std::forward<decltype(values)>(values)...);
                },
                make(number, d));
        }
        populated_ += n;
        settle();
        if (rebalance()) settle();
    }

    /// Calls f(agent, components...) for each agent of this rank that has these, with what they are, const where it is
    /// asked for. With an executor, as `throng::on_threads`, on several threads: f touches nothing then but the agent
    /// and its components.
    template <class... Cs, class F, class Executor = in_sequence> void each(F f, const Executor& executor = {}) {
        const auto those = world_.template query<const identity, Cs...>(with_disabled);
        schedule one(world_);
        one.add("", those,
                [this, &f](recorder& edits, entity e, const identity& self, Cs&... values) {
                    agent_type its(*this, edits, e, self);
                    f(its, values...);
                })
            .parallel();
        one.run(0, executor);
    }

    /// Ends the step. Calls handle(agent, event, sender) for each event, in the order of their targets, and for one
    /// target in the order of their senders. Events sent in response also arrive in the same step. Spawned agents get
    /// their identities, agents move to their present ranks, and ghosts are updated. All ranks call it.
    template <class Handle> void advance(Handle handle) {
        deliver(handle);
        number_births();
        ++step_;
        const std::uint32_t every = space_.made_of().rebalance_every;
        if (every != 0 && step_ % every == 0) (void)rebalance();
        settle();
    }
    /// The same of a model without events.
    void advance() {
        static_assert(std::is_same_v<events, components_t<>>,
                      "throng: the model has events: advance(handle) calls handle(agent, event, sender)");
        advance([](auto&&...) {});
    }

    /// A number that is the same for the same state, on any number of ranks. All ranks call it.
    [[nodiscard]] std::uint64_t hash() {
        std::uint64_t sums[4] = {};
        byte_writer<> bytes;
        world_.template query<const identity>(with_disabled).each([&](entity e, const identity& self) {
            bytes.clear();
            agent_packing::write(bytes, components_of(e));
            sums[0] += core::mix(core::mix_number(0, self.number), bytes.bytes().data(), bytes.bytes().size());
            ++sums[1];
        });
        for (std::uint32_t t = 0; t < space_.tiles(); ++t) {
            if (born_[t] != 0 && division_.owner(t) == ranks_->rank())
                sums[2] += core::mix_number(core::mix_number(0, t), born_[t]);
        }
        ranks_->sum(sums);
        std::uint64_t h = core::mix_number(0, step_);
        h = core::mix_number(h, populated_);
        for (const std::uint64_t s : sums) h = core::mix_number(h, s);
        return h;
    }

    /// Functions for `agent`: see there.
    template <class... Cs> static constexpr void check_components() noexcept {
        static_assert((agent_packing::template has<Cs> && ...), "throng: this is no component of the model's state");
        static_assert(packing<components_t<Cs...>>::has_all(shown()),
                      "throng: an agent has all components that are shown from its beginning");
    }
    template <class F> void near(const identity& self, double radius, F& f) const {
        if (!(radius <= space_.made_of().margin)) ranks_->fail("an agent looks farther than the margin");
        if (self.entry < near_.size()) near_.near(self.entry, self.cell, radius, f);
    }
    template <class... Cs> void spawn(const identity& parent, Cs... values) {
        birth& b = births_.emplace_back();
        b.tile = space_.tile_of_cell(parent.cell);
        b.parent = parent.number;
        b.there = (agent_packing::template bit<Cs>() | ...);
        ((std::get<Cs>(b.its) = std::move(values)), ...);
    }
    template <class Event> void send(const address& to, const identity& from, const Event& event) {
        static_assert(event_packing::template has<Event>, "throng: this is none of the model's events");
        const auto put = [&](byte_writer<>& out) { records_type::put_event(out, to, {from.number, from.cell}, event); };
        ++events_waiting_;
        ++costs_.events_sent;
        if (to.cell == address::anywhere) {
            for (auto& out : events_out_) put(out);
        } else if (space_.tile_of_cell(to.cell) < space_.tiles()) {
            put(events_out_[division_.owner(space_.tile_of_cell(to.cell))]);
        } else {
            ranks_->fail("an event to a cell that there is not");
        }
    }

  private:
    friend class saving<Model>;
    struct birth {
        std::uint32_t tile = 0;
        std::uint64_t parent = 0;
        std::uint64_t there = 0;
        typename agent_packing::values its;
    };
    using event_record = typename records_type::event;

    [[nodiscard]] static plan checked(const communicator& ranks, const plan& p) {
        if (const char* const error = space::error_of(p)) ranks.fail(error);
        return p;
    }
    /// All ranks must mean the same.
    void check_alike() {
        byte_writer<> what;
        const plan& p = space_.made_of();
        for (const double x : {p.width, p.height, p.margin}) what.put(x);
        what.put(p.wraps);
        what.put(p.seed);
        what.put(p.tile_cells);
        what.put(p.rebalance_every);
        agent_packing::describe(what);
        packing<shown>::describe(what);
        event_packing::describe(what);
        const std::uint64_t mine = core::mix(0, what.bytes().data(), what.bytes().size());
        if (ranks_->most(mine) != mine || ranks_->most(~mine) != ~mine)
            ranks_->fail("the ranks have other plans or other models");
    }
    /// The tiles of this rank, and those around.
    void cover() {
        std::vector<std::uint8_t> known(space_.tiles());
        std::vector<std::uint32_t> those;
        for (std::uint32_t i = division_.first(ranks_->rank()); i < division_.first(ranks_->rank() + 1); ++i) {
            space_.each_tile_around(space_.curve()[i], [&](std::uint32_t t) {
                if (std::exchange(known[t], std::uint8_t{1}) == 0) those.push_back(t);
            });
        }
        near_.cover(those);
    }

    // Agents as bytes

    /// Gives the components of an agent to what packs them.
    [[nodiscard]] auto components_of(entity e) const noexcept {
        return [this, e]<class C>() -> const C* { return world_.template try_get<C>(e); };
    }
    static entity make(throng::world& to, const identity& self, std::uint64_t there,
                       typename agent_packing::values& its) {
        return [&]<class... Cs>(components_t<Cs...>) {
            if (there == agent_packing::all) return to.create(identity(self), std::move(std::get<Cs>(its))...);
            const entity e = to.create(identity(self));
            const auto add = [&]<class C>(C& value) {
                if ((there & agent_packing::template bit<C>()) != 0) (void)to.template add<C>(e, std::move(value));
            };
            (add(std::get<Cs>(its)), ...);
            return e;
        }(state());
    }

    // The end of a step

    template <class Handle> void deliver(Handle& handle) {
        if constexpr (!std::is_same_v<events, components_t<>>) {
            for (unsigned round = 0; ranks_->sum(std::exchange(events_waiting_, 0)) != 0; ++round) {
                if (round == 1000) ranks_->fail("events are answered by events without end");
                std::vector<event_record> in;
                ranks_->exchange(events_out_, [&](std::uint32_t from, std::span<const std::byte> bytes) {
                    byte_reader reader(bytes);
                    while (reader.rest() != 0) receive_event(from, reader, in.emplace_back());
                });
                std::stable_sort(in.begin(), in.end(), [](const event_record& a, const event_record& b) {
                    return std::pair(a.to.number, a.from.number) < std::pair(b.to.number, b.from.number);
                });
                for (event_record& a : in) hand_over(handle, a);
            }
        }
    }
    void receive_event(std::uint32_t from, byte_reader& reader, event_record& a) {
        const char* error = records_.read_event(reader, a);
        if (error == nullptr && a.to.cell != address::anywhere && !owns(space_.tile_of_cell(a.to.cell)))
            error = "an event to an agent of another rank";
        if (error != nullptr) ranks_->fail(from, error);
    }
    [[nodiscard]] bool owns(std::uint32_t tile) const noexcept {
        return tile < space_.tiles() && division_.owner(tile) == ranks_->rank();
    }
    template <class Handle> void hand_over(Handle& handle, event_record& a) {
        const entity e = find(a.to);
        if (!world_.alive(e)) return;
        recorder edits;
        agent_type its(*this, edits, e, world_.template get<identity>(e));
        [&]<class... Es>(components_t<Es...>) {
            ((a.which == event_packing::template bit<Es>()
                  ? (void)handle(its, std::as_const(std::get<Es>(a.its)), a.from)
                  : (void)0),
             ...);
        }(events());
        edits.apply(world_);
    }
    /// An agent of this rank; an empty handle if it is none.
    [[nodiscard]] entity find(const address& a) {
        std::uint32_t at = near_.find(a);
        if (a.cell == address::anywhere) {
            if (directory_step_ != step_ + 1) {
                directory_step_ = step_ + 1;
                directory_.clear();
                for (std::uint32_t n = 0; n < near_.size(); ++n) {
                    if (near_.here(n)) directory_.emplace_back(near_[n].number, n);
                }
                std::ranges::sort(directory_);
            }
            const auto found = std::ranges::lower_bound(directory_, std::pair(a.number, 0U));
            if (found != directory_.end() && found->first == a.number) at = found->second;
        }
        return at == neighbours::none ? entity() : near_.here(at);
    }

    /// Of those born in a tile the first is the child of the parent with the lowest identity.
    void number_births() {
        std::stable_sort(births_.begin(), births_.end(), [](const birth& a, const birth& b) {
            return std::pair(a.tile, a.parent) < std::pair(b.tile, b.parent);
        });
        for (birth& b : births_) {
            if (b.tile >= space_.tiles() || born_[b.tile] >> identity::counted_bits != 0)
                ranks_->fail("more than 2^40 births in a tile");
            (void)make(world_, {identity::born_in(b.tile, born_[b.tile]++)}, b.there, b.its);
        }
        births_.clear();
    }

    /// Whether tiles go to other ranks.
    bool rebalance() {
        std::vector<std::uint64_t> loads = loads_;
        ranks_->sum(loads);
        if (division_.imbalance(loads) < 1.1) return false;
        const std::vector<std::uint32_t> mine(space_.curve().begin() + division_.first(ranks_->rank()),
                                              space_.curve().begin() + division_.first(ranks_->rank() + 1));
        division_.cut(space_, loads);
        for (const std::uint32_t t : mine) {
            if (born_[t] == 0 || division_.owner(t) == ranks_->rank()) continue;
            records_type::put_births(out_[division_.owner(t)], t, std::exchange(born_[t], 0));
        }
        cover();
        ++costs_.divisions;
        return true;
    }

    /// Moves agents to their present ranks, and updates the visible agents. The rank that sends an agent away knows its
    /// new position: so it also sends its ghosts, and one exchange is enough.
    void settle() {
        near_.clear();
        std::ranges::fill(loads_, 0);
        [&]<class... Cs>(components_t<Cs...>) {
            const auto those = world_.template query<identity, const Cs...>(with_disabled);
            if (those.count() != world_.template count<identity>())
                ranks_->fail("an agent has lost a component that is shown");
            those.each([&](entity e, identity& self, const Cs&... values) {
                send_out(e, self, typename neighbours::values(values...));
            });
        }(shown());
        (void)world_.destroy(leaving_);
        leaving_.clear();
        ranks_->exchange(out_, [&](std::uint32_t from, std::span<const std::byte> bytes) {
            byte_reader reader(bytes);
            while (reader.rest() != 0) {
                if (const char* const error = records_.read(reader, arrivals{*this})) ranks_->fail(from, error);
            }
        });
        if (const std::uint64_t twice = near_.sort(); twice != 0)
            ranks_->fail("two agents have the identity " + std::to_string(twice));
        settled_ = 0;
        for (std::uint32_t n = 0; n < near_.size(); ++n) {
            const entity e = near_.here(n);
            if (!e) continue;
            world_.template get<identity>(e).entry = n;
            ++settled_;
        }
    }
    void send_out(entity e, identity& self, const typename neighbours::values& its) {
        if (!place(self, its))
            ranks_->fail("agent " + std::to_string(self.number) + " is at " + std::to_string(std::get<0>(its).x) +
                         ", " + std::to_string(std::get<0>(its).y) + ", which is outside of the space");
        const std::uint32_t tile = space_.tile_of_cell(self.cell);
        const std::uint32_t owner = division_.owner(tile);
        if (owner == ranks_->rank()) {
            ++loads_[tile];
            near_.add(self.cell, self.number, its, e);
        } else {
            records_type::put_agent(out_[owner], self.number, components_of(e));
            leaving_.push_back(e);
            ++costs_.agents_sent;
        }
        if (space_.is_inner(self.cell)) return;
        std::uint32_t told[9] = {owner};
        unsigned n = 1;
        space_.each_around(self.cell, [&](std::uint32_t cell, std::uint32_t) {
            const std::uint32_t r = division_.owner(space_.tile_of_cell(cell));
            if (std::find(told, told + n, r) != told + n) return;
            told[n++] = r;
            if (r == ranks_->rank()) return near_.add(self.cell, self.number, its, entity());
            records_type::put_ghost(out_[r], self.number, its);
            ++costs_.ghosts_sent;
        });
    }
    /// Takes what has come, if it belongs here: null, or what is wrong.
    struct arrivals {
        divided& home;

        const char* births(std::uint32_t tile, std::uint64_t n) const {
            if (!home.owns(tile)) return "births in a tile of another rank";
            home.born_[tile] = n;
            return nullptr;
        }
        const char* ghost(std::uint64_t number, const typename neighbours::values& its) const {
            identity self{number};
            if (!home.place(self, its)) return "a ghost outside of the space";
            if (!home.near_.covers(self.cell) || home.owns(home.space_.tile_of_cell(self.cell)))
                return "a ghost that is not beside this rank";
            home.near_.add(self.cell, number, its, entity());
            return nullptr;
        }
        const char* agent(std::uint64_t number, std::uint64_t there, typename records_type::agent_values& its) const {
            identity self{number};
            const auto shows = records_type::shown_of(its);
            if (!home.place(self, shows)) return "an agent outside of the space";
            const std::uint32_t tile = home.space_.tile_of_cell(self.cell);
            if (!home.owns(tile)) return "an agent of another rank";
            ++home.loads_[tile];
            home.near_.add(self.cell, number, shows, home.make(home.world_, self, there, its));
            return nullptr;
        }
    };
    /// Whether it is in the space; its cell is known then.
    [[nodiscard]] bool place(identity& self, const typename neighbours::values& its) const noexcept {
        const auto x = static_cast<double>(std::get<0>(its).x);
        const auto y = static_cast<double>(std::get<0>(its).y);
        if (!space_.contains(x, y)) return false;
        self.cell = space_.cell_at(x, y);
        return true;
    }

    communicator* ranks_;
    mpi::space space_;
    division division_;
    throng::world world_;
    neighbours near_;
    records_type records_;
    std::uint64_t seed_;
    std::uint64_t step_ = 0;
    /// How many agents `populate` has made on all ranks.
    std::uint64_t populated_ = 0;
    /// Of each tile of this rank: its agents, and how many have been born there.
    std::vector<std::uint64_t> loads_;
    std::vector<std::uint64_t> born_;
    std::vector<birth> births_;
    std::vector<entity> leaving_;
    communicator::messages out_;
    communicator::messages events_out_;
    std::uint64_t events_waiting_ = 0;
    /// The agents of this rank by their numbers, made when one is looked for, in the step before this one.
    std::vector<std::pair<std::uint64_t, std::uint32_t>> directory_;
    std::uint64_t directory_step_ = 0;
    /// How many agents stood here when the step began.
    std::uint64_t settled_ = 0;
    statistics costs_;
};

} // namespace throng::mpi
