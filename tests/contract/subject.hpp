#pragma once

#include "contract/model.hpp"

#include <cstddef>
#include <memory>
#include <type_traits>

/// A collection and its elements as the player of scripts sees them: without their types, so that the player is
/// compiled once, and not for each collection and each kind of element. subject_of.hpp makes one of an adapter.
namespace contract {

/// A reference to something that can be called. It must not outlive that.
template <class Signature> class call_of;
template <class R, class... Args> class call_of<R(Args...)> {
  public:
    template <class F>
        requires(!std::is_same_v<std::remove_cvref_t<F>, call_of>)
    call_of(F&& f) // NOLINT(google-explicit-constructor): for lambdas as arguments
        : object_{const_cast<void*>(static_cast<const void*>(&f))},
          call_{[](void* o, Args... args) -> R { return (*static_cast<std::remove_reference_t<F>*>(o))(args...); }} {}
    R operator()(Args... args) const { return call_(object_, args...); }

  private:
    void* object_;
    R (*call_)(void*, Args...);
};

/// An element's address.
using element = void*;

/// A hook on adds or removals.
struct hook {
    void (*call)(const hook&, element);
    void* context;
    unsigned argument;
    bool throws;
};

/// What a walk does with what it comes to.
class visits {
  public:
    visits() = default;
    visits(const visits&) = delete;
    visits& operator=(const visits&) = delete;

    /// The walk can remove what it stands on.
    virtual void begin(call_of<bool()> remove) = 0;
    virtual void end() = 0;
    /// False: leave the walk.
    virtual bool visit(element x) = 0;
    /// For walks that cannot be left. False: the element is to die.
    virtual bool body(element x) = 0;
    /// `length` elements that lie `stride` bytes apart.
    virtual bool visit_run(element first, std::size_t stride, std::size_t length) = 0;

  protected:
    ~visits() = default;
};

/// A walk or an iterator that is moved on from outside.
class open_walk {
  public:
    open_walk() = default;
    open_walk(const open_walk&) = delete;
    open_walk& operator=(const open_walk&) = delete;
    virtual ~open_walk() = default;
    virtual element first() = 0;
    virtual element next() = 0;
    /// Moves the iterator away and back.
    virtual void relocate() = 0;
    /// Removes what it stands on.
    virtual bool remove(element here) = 0;
};

class open_view {
  public:
    open_view() = default;
    open_view(const open_view&) = delete;
    open_view& operator=(const open_view&) = delete;
    virtual ~open_view() = default;
    [[nodiscard]] virtual std::size_t size() const = 0;
    virtual void walk(call_of<bool(element)> visit) = 0;
};

/// The ways to walk that a script's `walk` chooses from, by its argument. Every second walk of residents goes over
/// their handles, where there are any.
enum class manner : unsigned {
    range_for,
    walk_live,
    walk_residents,
    each_live,
    each_residents,
    update_live,
    update_residents_bool,
    const_range_for,
    runs,
    update_live_bool,
    walk_handles,
};
inline constexpr unsigned manners = 10;

struct abilities {
    bool keeps_order;
    bool owns;
    bool buffers;
    newcomers by_default;
    /// Elements whose destruction can be noticed are destroyed in time.
    bool counted;
    bool handles;
    bool walks;
    bool walks_handles;
    bool freezes;
    bool removes_if;
    bool sorts;
    bool swaps;
    bool assigns;
    bool hooks;
    bool reserves;
    /// Beyond so many elements adding drops the oldest; 0: it does not.
    std::size_t drops_beyond;
    bool manner[manners];
};

/// How an add went that did not throw.
struct added {
    element address = nullptr;
    bool by_handle = false;
    /// If by handle: it is not empty.
    bool handle = false;
};

class subject {
  public:
    explicit subject(const abilities& a) : can{a} {}
    subject(const subject&) = delete;
    subject& operator=(const subject&) = delete;
    virtual ~subject() = default;

    const abilities can;

    [[nodiscard]] virtual int id(element x) const = 0;
    [[nodiscard]] virtual std::size_t size() const = 0;
    [[nodiscard]] virtual bool empty() const = 0;
    [[nodiscard]] virtual bool contains(element x) const = 0;
    /// Whether the collection, and the one it swaps with, find themselves whole.
    [[nodiscard]] virtual bool validate() const = 0;

    // Handles are kept here, by the ids of their elements.
    [[nodiscard]] virtual bool has_handle(int id) const = 0;
    [[nodiscard]] virtual bool is_handle_good(int id) const = 0;
    [[nodiscard]] virtual element get(int id) = 0;
    virtual bool remove_by_handle(int id) = 0;
    /// False: it was empty.
    virtual bool take_handle(element x) = 0;

    virtual added add(int id, unsigned how) = 0;
    virtual bool remove(element x) = 0;
    virtual void remove_if(call_of<bool(element)> pred) = 0;
    virtual void clear() = 0;
    virtual void sort() = 0;
    virtual void swap() = 0;
    /// Others take the place of all that is there: by a copy or a move.
    virtual void assign(const std::vector<int>& ids, unsigned how) = 0;
    /// False if there is less room then.
    virtual bool reserve(std::size_t n) = 0;
    /// Slots in the memory held; 0 where the collection does not tell.
    [[nodiscard]] virtual std::size_t slots() const = 0;
    virtual void trim() = 0;
    virtual void commit() = 0;
    virtual bool take_back(element x) = 0;
    [[nodiscard]] virtual std::size_t pending() const = 0;
    virtual void each_pending(call_of<bool(element)> visit) = 0;

    /// Null takes it off.
    virtual void on_add(const hook* h) = 0;
    virtual void on_remove(const hook* h) = 0;

    virtual void walk(manner how, visits& v) = 0;
    virtual void range_for(call_of<bool(element)> visit) = 0;
    /// A walk of a const collection, if it has one.
    virtual void look(call_of<void(element)> visit) = 0;
    /// A live walk, one of residents, or an iterator.
    virtual std::unique_ptr<open_walk> hold_walk(newcomers policy) = 0;
    virtual std::unique_ptr<open_walk> hold_iterator() = 0;
    virtual std::unique_ptr<open_view> freeze() = 0;
};

using make_subject = std::unique_ptr<subject> (*)();

} // namespace contract
