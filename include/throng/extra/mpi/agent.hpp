#pragma once

#include <throng/extra/mpi/identity.hpp>
#include <throng/world/recorder.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace throng::mpi {

/// The present agent of a walk: its queries, and its actions besides writing to its components.
///
/// It reads the state of the world at the beginning of the step. Its actions take effect after all agents of the walk
/// have run, in their order: so an agent sees the same state in any order of execution, on any number of threads.
template <class Divided> class agent {
  public:
    agent(Divided& home, recorder& edits, entity e, const identity& self) noexcept
        : home_(&home), edits_(&edits), handle_(e), self_(self) {}

    /// Its number: the same on every rank, and for its whole life.
    [[nodiscard]] std::uint64_t number() const noexcept { return self_.number; }
    /// In the world of this rank.
    [[nodiscard]] entity handle() const noexcept { return handle_; }
    /// Where events reach it in this step.
    [[nodiscard]] operator address() const noexcept { return {self_.number, self_.cell}; }
    /// The agent's random numbers. They are the same for the same stream in the same step: use a different stream in
    /// each place that needs random numbers.
    [[nodiscard]] dice chance(std::uint64_t stream = 0) const noexcept {
        return dice(home_->seed(), self_.number, home_->step(), stream);
    }
    /// Its component; null if it has none. (Of others it sees what is shown.)
    template <class T> [[nodiscard]] T* try_get() const noexcept { return home_->world().template try_get<T>(handle_); }

    /// Calls f(neighbour) for each other agent that was not farther away, when the step began, than a radius, which is
    /// the margin at most. In the same order on all ranks; so sums are the same.
    template <class F> void near(double radius, F f) const { home_->near(self_, radius, f); }

    /// Calls it into being with these components, when the step ends: it lives from the next one on.
    template <class... Cs> void spawn(Cs... values) {
        Divided::template check_components<Cs...>();
        edits_->record([home = home_, self = self_, ... its = std::move(values)](throng::world&) mutable {
            home->spawn(self, std::move(its)...);
        });
    }
    /// Sends an event to another agent, or to itself: to a neighbour, to one that has sent an event, or to one whose
    /// number is known, which costs a message to each rank. It arrives when the step ends, unless its target has died.
    template <class Event> void send(const address& to, Event event) {
        edits_->record(
            [home = home_, to, self = self_, its = std::move(event)](throng::world&) { home->send(to, self, its); });
    }
    /// It is there no more.
    void die() { edits_->destroy(handle_); }

  private:
    Divided* home_;
    recorder* edits_;
    entity handle_;
    identity self_;
};

} // namespace throng::mpi
