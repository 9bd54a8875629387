#include "contract/player.hpp"

#include "contract/model.hpp"
#include "support/allocation.hpp"
#include "support/faults.hpp"
#include "support/tracked.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace contract {
namespace {

/// Plays a script on a collection and on the model at once and compares them.
class playing {
    static constexpr std::size_t deepest = 3;
    static constexpr std::size_t largest = 1500;

  public:
    playing(const script& s, player_options options) : script_{s}, options_{options} {}
    playing(const playing&) = delete;
    playing& operator=(const playing&) = delete;
    ~playing() = default;

    [[nodiscard]] outcome play(make_subject make) {
        ledger_.on_death(&playing::died, this);
        {
            const std::unique_ptr<subject> c = make();
            c_ = c.get();
            log_.fail_in = options_.fail_allocation;
            support::faults = {options_.fail_call, false};
            while (more()) step();
            disarm();
            support::faults.fail_in = 0;
            look_at_everything();
            while (!views_.empty()) drop_view(0);
            while (!held_.empty()) drop(0);
            look_at_everything();
            look_at_the_memory();
            playing_ = false;
            unhook();
        }
        if (ledger_.objects() != 0) fail(std::to_string(ledger_.objects()) + " elements were never destroyed");
        if (log_.bytes != 0) fail(std::to_string(log_.bytes) + " bytes were never given back");
        if (!ledger_.errors().empty()) fail(ledger_.errors());
        result_.allocation_failed = log_.failed;
        result_.call_failed = support::faults.failed;
        result_.steps = at_;
        return result_;
    }

  private:
    struct thrown_out {
        unsigned walks;
    };

    /// What is known of an element that was added.
    struct record {
        const void* address = nullptr;
        std::size_t epoch = 0; ///< in which it had that address
        unsigned contents = 0; ///< to which of the two contents that are swapped it belongs
        bool fused = false;    ///< its destructor plays steps
        int in_hook = 0;       ///< hooks that were given it and are running
        bool modelled = false; ///< on_add has told the model of it
    };

    /// A walk on the stack.
    struct frame {
        model::walk* seen = nullptr;
        element here = nullptr;
        bool quiet = false; ///< visits play no more steps
        bool left = false;  ///< by a break
        bool may_kill = false;
        int dying = no_element;                            ///< the body has said so, the walk will remove it
        std::vector<std::pair<int, const void*>> placed{}; ///< by update: those may not move any more
        std::vector<int> behind{};
        const call_of<bool()>* remove_through = nullptr;
    };

    /// A walk that steps of the script move on.
    struct held {
        std::unique_ptr<open_walk> walk;
        model::walk* seen;
        element here = nullptr;
        bool busy = false;
    };
    struct held_view {
        std::unique_ptr<open_view> view;
        model::view* seen = nullptr;
        bool busy = false;
    };

    /// What is done in a walk.
    class visiting final : public visits {
      public:
        visiting(playing& p, frame& f) : player_{p}, frame_{f} {}
        void begin(call_of<bool()> remove) override {
            remove_ = remove;
            frame_.remove_through = &*remove_;
        }
        void end() override { frame_.remove_through = nullptr; }
        bool visit(element x) override { return player_.visit(frame_, x); }
        bool body(element x) override {
            player_.body(frame_, x);
            return !player_.dies_;
        }
        bool visit_run(element first, std::size_t stride, std::size_t length) override {
            return player_.visit_run(frame_, static_cast<std::byte*>(first), stride, length);
        }

      private:
        playing& player_;
        frame& frame_;
        std::optional<call_of<bool()>> remove_;
    };

    // The script

    [[nodiscard]] bool more() const { return !failed() && at_ < script_.size(); }
    op take() { return script_[at_++]; }

    void step() {
        const op o = take();
        if (!m_.watched()) {
            ++epoch_;
            added_while_watched_ = 0;
        }
        if (!may_fail(o.what)) disarm();
        perform(o);
        if (failed()) return;
        most_needed_ = std::max(most_needed_, size() + m_.waiting().size());
        if (size() != m_.order().size())
            fail("size() is " + std::to_string(size()) + ", expected " + std::to_string(m_.order().size()));
        if (!c_->validate()) fail("the collection is not whole");
        if (options_.check_each_step) look_at_everything();
    }
    void play_some(unsigned n) {
        for (; n != 0 && more(); --n) step();
    }

    void perform(op o) {
        const unsigned n = o.argument;
        switch (o.what) {
        case act::add:
            return add(n);
        case act::add_many:
            return add_many(n);
        case act::remove:
            return remove(n);
        case act::remove_here:
            return remove_here(n);
        case act::remove_ahead:
            return remove_ahead(n);
        case act::remove_behind:
            return remove_behind(n);
        case act::remove_gone:
            return remove_gone(n);
        case act::remove_held:
            return remove_held(n);
        case act::remove_if:
            return remove_if();
        case act::thin_out:
            return thin_out(n);
        case act::clear:
            return clear();
        case act::walk:
            return walk(n);
        case act::hold:
            return hold(n);
        case act::step:
            return step_held(n);
        case act::drop:
            return held_.empty() ? void() : drop(n % held_.size());
        case act::freeze:
            return freeze();
        case act::read:
            return read(n);
        case act::drop_view:
            return views_.empty() ? void() : drop_view(n % views_.size());
        case act::take_handle:
            return take_handle(n);
        case act::sort:
            return sort();
        case act::swap:
            return swap();
        case act::assign:
            return assign(n);
        case act::reserve:
            return reserve(n);
        case act::trim:
            return trim();
        case act::commit:
            return commit(n);
        case act::fuse:
            return fuse(n);
        case act::hook_add:
            return hook_add(n, false);
        case act::hook_remove:
            return hook_remove(n, false);
        case act::check:
            return look_at_everything();
        case act::throw_out:
            return throw_out(n);
        case act::fail_element:
            return fail_element(n);
        case act::fail_allocation:
            return fail_allocation(n);
        case act::fail_hook:
            return n % 2 == 0 ? hook_add(n, true) : hook_remove(n, true);
        case act::next:
        case act::leave:
            return;
        }
    }

    // Failures

    [[nodiscard]] bool failed() const { return !result_.failure.empty(); }
    void fail(const std::string& what) {
        if (!failed()) result_.failure = "after step " + std::to_string(at_) + ": " + what;
    }

    /// Runs what may throw because it was told to. True if it did not.
    template <class F> bool attempt(F f) {
        thrown_by_removal_ = false;
#if defined(__cpp_exceptions)
        try {
            f();
            return true;
        } catch (const support::element_error&) {
            if (!element_may_fail_) fail("an element's exception came from nowhere");
        } catch (const std::bad_alloc&) {
            if (!log_.failed) fail("bad_alloc came from nowhere");
        } catch (const support::fault&) {
        }
        return false;
#else
        f();
        return true;
#endif
    }
    /// Steps that a planned failure waits for.
    static bool may_fail(act what) {
        switch (what) {
        case act::add:
        case act::add_many:
        case act::remove:
        case act::remove_here:
        case act::remove_ahead:
        case act::remove_behind:
        case act::remove_held:
        case act::clear:
        case act::hold:
        case act::freeze:
        case act::take_handle:
        case act::sort:
        case act::reserve:
        case act::hook_add:
        case act::hook_remove:
        case act::fail_element:
        case act::fail_allocation:
        case act::fail_hook:
            return true;
        default:
            return false;
        }
    }
    void disarm() {
        ledger_.fail_construction_in = 0;
        ledger_.fail_copy_in = 0;
        ledger_.fail_move_in = 0;
        element_may_fail_ = false;
        if (options_.fail_allocation == 0) log_.fail_in = 0;
    }
    /// Not while a sort waits: it would fail in silence, when its time comes.
    void fail_element(unsigned n) {
        if (m_.sort_waits()) return;
        element_may_fail_ = true;
        if (n % 2 == 0) ledger_.fail_construction_in = 1;
        else ledger_.fail_copy_in = 1;
    }
    void fail_allocation(unsigned n) {
        if (options_.fail_allocation == 0 && !m_.sort_waits()) log_.fail_in = 1 + n % 2;
    }
    void throw_out(unsigned n) {
#if defined(__cpp_exceptions)
        if (catchable_ != 0) throw thrown_out{1 + n % catchable_};
#else
        static_cast<void>(n);
#endif
    }

    // Edits

    [[nodiscard]] std::size_t size() const { return c_->size(); }
    [[nodiscard]] int fresh_id() {
        records_.emplace_back().contents = contents_;
        return static_cast<int>(records_.size()) - 1;
    }
    [[nodiscard]] bool at_home(int id) { return of(id).contents == contents_; }
    record& of(int id) { return records_[static_cast<std::size_t>(id)]; }

    void model_add(int id) {
        if (c_->can.buffers) m_.add_waiting(id);
        else m_.add(id);
    }

    void add(unsigned n) {
        if (size() >= largest) return;
        const int id = fresh_id();
        ++result_.edits;
        added a;
        const int outer = std::exchange(coming_, id);
        // (What makes way may be kept.)
        if (c_->can.drops_beyond != 0) most_needed_ = std::max(most_needed_, size() + ++added_while_watched_);
        const int kept = c_->can.drops_beyond != 0 ? 1 : 0; // while others make way for it
        of(id).in_hook += kept;
        const bool done = attempt([&] { a = c_->add(id, n); });
        of(id).in_hook -= kept;
        coming_ = outer;
        disarm();
        m_.settle(ids_by_key);
        if (!done && thrown_by_removal_) return; // of the one that made way: the newcomer is there
        if (!done) {
            m_.remove(id);
            others_.remove(id);
            if (c_->can.counted && ledger_.live(id) != 0 && !m_.stood_on(id) && !m_.shown(id))
                fail("the add of " + std::to_string(id) + " threw, but left its element");
            return;
        }
        if (!of(id).modelled) model_add(id);
        if (c_->can.drops_beyond != 0) m_.drop_beyond(c_->can.drops_beyond);
        if (!at_home(id)) return; // a hook has exchanged the contents
        const bool there = m_.contains(id) || m_.waits(id);
        if (a.by_handle) {
            if (a.handle && c_->is_handle_good(id) != there)
                fail("add gave a handle that is " + std::string(there ? "stale" : "not stale"));
            if (there && !a.handle) fail("add gave an empty handle");
        } else if (there && a.address == nullptr) {
            fail("add gave no address");
        } else if (there) {
            note_address(id, a.address);
            if (c_->id(a.address) != id)
                fail("add gave the address of " + std::to_string(c_->id(a.address)) + ", not of " + std::to_string(id));
            if (c_->can.handles && n % 2 == 0) attempt([&] { c_->take_handle(a.address); });
        }
    }
    /// An element goes while one is being added: it makes way for that, which is there.
    void goes(int id) {
        if (c_->can.drops_beyond == 0 || coming_ == no_element || id == coming_) return;
        if (!of(coming_).modelled) model_add(coming_);
        of(coming_).modelled = true;
        m_.drop_up_to(id);
    }
    void add_many(unsigned n) {
        for (unsigned i = 0; i <= n && !failed(); ++i) add(i * 3 % 5);
    }

    /// Calls f with the element of this id, found by a walk: so it is called with a walk open.
    template <class F> void with(int id, F f) {
        bool found = false;
        c_->range_for([&](element x) {
            if (c_->id(x) != id) return true;
            found = true;
            f(x);
            return false;
        });
        if (!found) fail("a walk does not find " + std::to_string(id));
    }

    void remove_id(int id, bool by_handle) {
        if (id == no_element) return;
        if (c_->is_handle_good(id)) {
            if (by_handle) return removal(id, [&] { return c_->remove_by_handle(id); });
            return removal(id, [&] { return c_->remove(c_->get(id)); });
        }
        with(id, [&](element x) { removal(id, [&] { return c_->remove(x); }); });
    }
    /// One removal, however it is asked for: it has to answer whether the element was there.
    template <class F> void removal(int id, F f) {
        const bool was_there = m_.contains(id);
        ++result_.edits;
        bool answer = false;
        const bool done = attempt([&] { answer = f(); });
        disarm();
        if (was_there && done) m_.remove(id);
        m_.settle(ids_by_key);
        if (!done) return;
        if (answer != was_there) fail("remove of " + std::to_string(id) + " answered " + (answer ? "true" : "false"));
        if (at_home(id) && c_->is_handle_good(id))
            fail("the handle of " + std::to_string(id) + " is not stale after its removal");
    }
    void remove(unsigned n) {
        if (!m_.order().empty()) remove_id(m_.order()[n * m_.order().size() / 256], n % 2 != 0);
    }
    void remove_here(unsigned n) {
        frame* f = innermost();
        if (f == nullptr || f->here == nullptr || !at_home(c_->id(f->here))) return;
        const element x = f->here;
        const int id = c_->id(x);
        if (n % 2 != 0 && f->remove_through != nullptr) removal(id, [&] { return (*f->remove_through)(); });
        else removal(id, [&] { return c_->remove(x); });
        if (c_->id(x) != id) fail("the element stood on changed in its removal");
    }
    void remove_ahead(unsigned n) {
        if (frame* f = innermost(); f != nullptr && f->seen != nullptr)
            remove_id(m_.ahead(*f->seen, n % 4), n % 2 != 0);
    }
    void remove_behind(unsigned n) {
        frame* f = innermost();
        if (f == nullptr || f->behind.empty()) return;
        const int id = f->behind[f->behind.size() - 1 - n % f->behind.size()];
        if (m_.contains(id)) remove_id(id, n % 2 != 0);
    }
    void remove_held(unsigned n) {
        if (held_.empty()) return;
        held& h = *held_[n % held_.size()];
        if (h.busy || h.here == nullptr || !at_home(c_->id(h.here))) return;
        removal(c_->id(h.here), [&] { return h.walk->remove(h.here); });
    }
    void remove_gone(unsigned n) {
        for (std::size_t i = n; i < records_.size(); ++i) {
            const int id = static_cast<int>(i);
            if (!c_->has_handle(id) || m_.contains(id) || !at_home(id)) continue;
            if (!m_.waits(id) && c_->remove_by_handle(id))
                fail("a stale handle of " + std::to_string(id) + " removed something");
            if (c_->get(id) != nullptr) fail("a stale handle of " + std::to_string(id) + " leads to something");
            return;
        }
    }
    void remove_if() {
        if (!c_->can.removes_if || frames_.size() >= deepest || in_callback_ >= deepest) return;
        walking(newcomers::unseen, [&](frame& f) {
            f.may_kill = true;
            c_->remove_if([&](element x) {
                body(f, x);
                return dies_;
            });
        });
    }
    void thin_out(unsigned n) {
        const std::size_t keep = 2 + n % 9;
        const model::ids all = m_.order();
        for (std::size_t i = 0; i < all.size() && !failed(); ++i)
            if (i % keep != 0 && m_.contains(all[i])) remove_id(all[i], i % 2 != 0);
    }
    void clear() {
        const model::ids all = m_.order();
        result_.edits += all.size();
        ++in_bulk_;
        const bool done = attempt([&] { c_->clear(); });
        --in_bulk_;
        disarm();
        if (!done) return resynchronise();
        for (const int id : all) m_.remove(id);
    }
    /// After an exception in the middle of a sequence of edits: what was done stays done, the rest is untouched.
    void resynchronise() {
        model::ids found;
        c_->range_for([&](element x) { return found.push_back(c_->id(x)), true; });
        for (const int id : model::ids{m_.order()})
            if (std::find(found.begin(), found.end(), id) == found.end()) m_.remove(id);
        if (found.size() != m_.order().size() || (c_->can.keeps_order && found != m_.order()))
            fail("a sequence of edits that threw left other elements than before");
    }

    void sort() {
        if (!c_->can.sorts || in_destructor_ != 0 || m_.any_view_swapped()) return;
        // A sort that fails when its time comes does so silently.
        if (m_.watched() && (options_.fail_allocation != 0 || options_.fail_call != 0)) return;
        ++result_.edits;
        if (attempt([&] { c_->sort(); })) m_.sort(ids_by_key);
        disarm();
    }
    static bool ids_by_key(int a, int b) { return support::tracked::key_of(a) < support::tracked::key_of(b); }

    void swap() {
        // (Within hooks and destructors it is the caller's error. How walks go with their elements is for situations.)
        if (!c_->can.swaps || m_.watched() || m_.is_telling() || in_destructor_ != 0 || m_.sort_waits()) return;
        unhook();
        c_->swap();
        m_.swap_contents(others_);
        contents_ = 1 - contents_;
        // What comes back has been where perhaps no walk was open, and may have been moved there.
        if (contents_ == 0) ++epoch_;
    }
    void assign(unsigned n) {
        if (!c_->can.assigns || m_.is_telling() || in_destructor_ != 0) return;
        model::ids others;
        for (unsigned i = 0; i < n / 2; ++i) others.push_back(fresh_id());
        result_.edits += others.size() + 1;
        ++in_bulk_;
        const bool done = attempt([&] { c_->assign(others, n); });
        --in_bulk_;
        if (const std::size_t most = c_->can.drops_beyond; most != 0 && others.size() > most)
            others.erase(others.begin(), others.end() - static_cast<std::ptrdiff_t>(most));
        if (done) m_.assign(others);
        else assigned_in_part(others);
        m_.settle(ids_by_key);
    }
    /// After an exception: some of what was there has gone, or all, and the first of the others are there.
    void assigned_in_part(const model::ids& others) {
        model::ids found;
        c_->range_for([&](element x) { return found.push_back(c_->id(x)), true; });
        if (c_->can.buffers) {
            model::ids waits;
            c_->each_pending([&](element x) { return waits.push_back(c_->id(x)), true; });
            const model::ids waited = m_.waiting();
            for (const int id : waited) {
                if (std::find(waits.begin(), waits.end(), id) == waits.end()) m_.take_back(id);
            }
        }
        if (!found.empty() && std::find(others.begin(), others.end(), found.front()) == others.end()) {
            const model::ids before = m_.order();
            for (const int id : before) {
                if (std::find(found.begin(), found.end(), id) == found.end()) m_.remove(id);
            }
            return;
        }
        if (found.empty() && m_.order().empty()) return;
        m_.assign(found);
        if (found.size() > others.size() ||
            (c_->can.keeps_order && !std::equal(found.begin(), found.end(), others.begin())))
            fail("an assignment that threw left other elements than the first");
    }
    void reserve(unsigned n) {
        if (!c_->can.reserves) return;
        attempt([&] {
            most_needed_ = std::max(most_needed_, size() + n);
            if (!c_->reserve(size() + n)) fail("capacity() is less than was reserved");
        });
        disarm();
    }
    void trim() { c_->trim(); }
    /// Lets in what waits; every fourth argument takes one of them back instead.
    void commit(unsigned n) {
        if (!c_->can.buffers) return;
        if (n % 4 != 3 || m_.waiting().empty()) {
            c_->commit();
            return m_.commit();
        }
        const int id = m_.waiting()[n * m_.waiting().size() / 256];
        bool found = false;
        c_->each_pending([&](element x) {
            if (c_->id(x) != id) return true;
            found = true;
            take_back(x);
            return false;
        });
        // A hook that was told of it may have ended the last walk that a sort was waiting for.
        m_.settle(ids_by_key);
        if (!found) fail(std::to_string(id) + " does not wait");
    }
    void take_back(element x) {
        const int id = c_->id(x);
        ++result_.edits;
        bool answer = false;
        const bool done = attempt([&] { answer = c_->take_back(x); });
        disarm();
        if (done) m_.take_back(id);
        if (done && !answer) fail("take_back of " + std::to_string(id) + " answered false");
    }
    void take_handle(unsigned n) {
        if (!c_->can.handles) return;
        element x = nullptr;
        if (frame* f = innermost(); f != nullptr && f->here != nullptr) x = f->here;
        else if (!held_.empty()) x = held_[n % held_.size()]->here;
        if (x == nullptr || !at_home(c_->id(x))) return;
        const int id = c_->id(x);
        attempt([&] {
            const bool given = c_->take_handle(x);
            // (What on_remove is told of has the handle that it had.)
            if (given != m_.contains(id) && (!given || of(id).in_hook == 0))
                fail("handle_of gave " + std::string(given ? "a" : "no") + " handle of " + std::to_string(id));
        });
        disarm();
    }

    // Callbacks

    void hook_add(unsigned n, bool throws) {
        const hook h{[](const hook& told, element x) { static_cast<playing*>(told.context)->hear_of_add(told, x); },
                     this, n, throws};
        attempt([&] { c_->on_add(&h); });
        disarm();
    }
    void hear_of_add(hook told, element x) {
        if (!playing_) return;
        support::may_fail();
        if (in_bulk_ != 0) return;
        c_->on_add(nullptr);
        const int id = c_->id(x);
        if (c_->contains(x) != !c_->can.buffers) fail("in on_add the newcomer is not there");
        if (told.throws) throw_from_hook();
        model_add(id);
        of(id).modelled = true;
        ++of(id).in_hook;
        tell([&] { play_some(1 + told.argument % 3); });
        --of(id).in_hook;
    }
    void hook_remove(unsigned n, bool throws) {
        const hook h{[](const hook& told, element x) { static_cast<playing*>(told.context)->hear_of_removal(told, x); },
                     this, n, throws};
        attempt([&] { c_->on_remove(&h); });
        disarm();
    }
    void hear_of_removal(hook told, element x) {
        if (!playing_) return;
        const int id = c_->id(x);
        if (in_bulk_ == 0) {
            goes(id);
            m_.remove(id);
            m_.take_back(id);
        }
        thrown_by_removal_ = true;
        support::may_fail();
        if (in_bulk_ != 0) return;
        c_->on_remove(nullptr);
        if (c_->contains(x)) fail("in on_remove the element is still there");
        if (told.throws) throw_from_hook();
        thrown_by_removal_ = false;
        ++of(id).in_hook;
        tell([&] { play_some(1 + told.argument % 3); });
        --of(id).in_hook;
        if (c_->id(x) != id) fail("the element died in its on_remove");
    }
    /// A hook's steps. Where they exchange the contents, its element goes along.
    template <class F> void tell(F f) {
        const unsigned contents = contents_;
        m_.tell();
        callback(f);
        (contents == contents_ ? m_ : others_).told();
    }
    void throw_from_hook() {
#if defined(__cpp_exceptions)
        throw support::fault{};
#endif
    }
    void unhook() {
        c_->on_add(nullptr);
        c_->on_remove(nullptr);
    }
    void fuse(unsigned n) {
        if (!m_.order().empty()) of(m_.order()[n * m_.order().size() / 256]).fused = true;
    }
    static void died(void* self, int id) { static_cast<playing*>(self)->died(id); }
    void died(int id) {
        if (!playing_ || in_bulk_ != 0 || !of(id).fused || ledger_.live(id) != 1 || m_.sort_waits()) return;
        of(id).fused = false;
        goes(id);
        m_.remove(id);
        ++in_destructor_;
        ++epoch_;
        const std::size_t hidden = std::exchange(reachable_from_, frames_.size());
        callback([&] { play_some(2); });
        reachable_from_ = hidden;
        ++epoch_;
        --in_destructor_;
    }
    /// Steps played by a callback: what they throw does not leave it.
    template <class F> void callback(F f) {
        if (in_callback_ >= deepest) return;
        ++in_callback_;
        const unsigned outside = std::exchange(catchable_, 0U);
        const int coming = std::exchange(coming_, no_element);
        f();
        thrown_by_removal_ = false;
        coming_ = coming;
        catchable_ = outside;
        --in_callback_;
    }

    // Walks

    [[nodiscard]] frame* innermost() { return frames_.size() > reachable_from_ ? frames_.back() : nullptr; }

    /// Opens a walk in the model, and closes it however the real one is left.
    template <class F> void walking(newcomers policy, F f) {
        frame fr;
        fr.seen = &m_.open(policy);
        run(fr, f);
        m_.close(*fr.seen);
        m_.settle(ids_by_key);
    }
    template <class F> void run(frame& fr, F f) {
        frames_.push_back(&fr);
        ++catchable_;
        const unsigned catchable = catchable_;
        const std::size_t depth = frames_.size();
        bool complete = true;
#if defined(__cpp_exceptions)
        std::optional<thrown_out> on;
        try {
            f(fr);
        } catch (const thrown_out& t) {
            complete = false;
            on = t;
        } catch (const support::fault&) {
            complete = false;
            fr.dying = no_element;
        } catch (const std::bad_alloc&) {
            complete = false;
            fr.dying = no_element;
            if (!log_.failed) fail("bad_alloc came from nowhere");
        }
#else
        f(fr);
#endif
        if (frames_.size() != depth) fail("walks were not left one by one");
        frames_.pop_back();
        catchable_ = catchable - 1;
        bury(fr);
        if (complete && fr.seen != nullptr && !fr.left && !failed() && m_.next(*fr.seen) != no_element)
            fail("a walk ended without having visited " + std::to_string(m_.next(*fr.seen)));
#if defined(__cpp_exceptions)
        if (on && --on->walks != 0 && catchable_ != 0) {
            if (fr.seen != nullptr) {
                m_.close(*fr.seen);
                m_.settle(ids_by_key);
            }
            throw *on;
        }
#endif
    }

    /// What a walk does with each element. False to leave the walk.
    bool visit(frame& f, element x) {
        dies_ = false;
        if (!arrive(f, x)) return false;
        support::may_fail();
        const int id = c_->id(x);
        bool stays = true;
        while (!f.quiet && more()) {
            const op o = script_[at_];
            if (o.what == act::next || o.what == act::leave) {
                take();
                dies_ = o.what == act::next && f.may_kill && o.argument % 4 == 0 && at_home(c_->id(x));
                stays = o.what == act::next;
                break;
            }
            step();
            dies_ = false;
        }
        if (failed()) return false;
        if (c_->id(x) != id) fail(std::to_string(id) + " is stood on, and changed into " + std::to_string(c_->id(x)));
        if (!m_.keeps(id)) fail(std::to_string(id) + " is stood on, and gone");
        for (const auto& [other, address] : f.placed)
            if (m_.contains(other)) expect_address(other, address);
        if (f.seen != nullptr && f.seen->packs) f.placed.emplace_back(id, x);
        f.behind.push_back(id);
        f.here = nullptr;
        if (dies_) {
            ++result_.edits;
            f.dying = id;
        }
        if (!stays) f.left = true;
        return stays;
    }
    bool arrive(frame& f, element x) {
        if (++result_.visits > 100'000 + 5'000 * script_.size()) endless();
        if (failed()) return false;
        const int id = c_->id(x);
        result_.history = (result_.history ^ static_cast<std::uint64_t>(id)) * 0x100000001b3U;
        bury(f);
        if (m_.may_move()) ++epoch_;
        if (!expect_turn(*f.seen, id)) return false;
        m_.visit(*f.seen, id);
        note_address(id, x);
        f.here = x;
        return true;
    }
    void bury(frame& f) {
        if (f.dying != no_element) m_.remove(f.dying);
        f.dying = no_element;
    }
    bool expect_turn(model::walk& w, int id) {
        const int expected = m_.next(w);
        if (c_->can.keeps_order ? id == expected : m_.contains(id) && m_.may_visit(w, id)) return true;
        fail("a walk visits " + std::to_string(id) + ", expected " +
             (expected == no_element ? std::string("its end") : std::to_string(expected)));
        return false;
    }
    void endless() {
        fail("an endless walk");
#if defined(__cpp_exceptions)
        if (catchable_ != 0) throw thrown_out{catchable_};
#endif
        std::fprintf(stderr, "%s\n%s\n", result_.failure.c_str(), to_text(script_).c_str());
        std::abort();
    }

    void walk(unsigned n) {
        if (frames_.size() >= deepest || in_callback_ > deepest) return;
        manner how = static_cast<manner>(n % manners);
        if (!c_->can.manner[n % manners]) how = manner::range_for;
        if (how == manner::walk_residents && c_->can.walks_handles && n / manners % 2 != 0) how = manner::walk_handles;
        walking(policy_of(how), [&](frame& f) {
            f.seen->packs =
                how == manner::update_live || how == manner::update_live_bool || how == manner::update_residents_bool;
            f.may_kill = how == manner::update_live_bool || how == manner::update_residents_bool;
            visiting v{*this, f};
            c_->walk(how, v);
        });
    }
    [[nodiscard]] newcomers policy_of(manner how) const {
        switch (how) {
        case manner::range_for:
        case manner::const_range_for:
            return c_->can.by_default;
        case manner::walk_residents:
        case manner::walk_handles:
        case manner::each_residents:
        case manner::update_residents_bool:
        case manner::runs:
            return newcomers::unseen;
        default:
            return newcomers::seen;
        }
    }
    /// For walks that cannot be left by a break.
    void body(frame& f, element x) {
        if (!visit(f, x)) {
            f.left = false;
            f.quiet = true;
        }
    }
    /// A run is stood on as a whole. Steps are played at its first element.
    bool visit_run(frame& f, std::byte* first, std::size_t stride, std::size_t length) {
        if (length == 0) fail("an empty run");
        f.seen->stands_on.clear();
        std::vector<int> ids;
        for (std::size_t i = 0; i < length; ++i) {
            const int id = c_->id(first + i * stride);
            if (failed() || !expect_turn(*f.seen, id)) return false;
            m_.visit_also(*f.seen, id);
            ids.push_back(id);
        }
        if (++result_.visits > 100'000 + 5'000 * script_.size()) endless();
        f.here = first;
        support::may_fail();
        for (std::size_t i = 0; i < length && more(); ++i) {
            f.here = first + i * stride;
            while (more()) {
                const op o = script_[at_];
                if (o.what == act::next) break;
                if (o.what == act::leave) {
                    take();
                    f.left = true;
                    return false;
                }
                step();
            }
            if (more()) take();
        }
        for (std::size_t i = 0; i < length; ++i)
            if (c_->id(first + i * stride) != ids[i]) fail("a run's element changed");
        f.here = nullptr;
        return !failed();
    }

    void hold(unsigned n) {
        if (held_.size() >= 4) return;
        const bool by_walk = c_->can.walks && n % 3 != 2;
        const newcomers policy = !by_walk ? c_->can.by_default : n % 3 == 0 ? newcomers::seen : newcomers::unseen;
        model::walk& seen = m_.open(policy);
        std::unique_ptr<open_walk> walk;
        if (!attempt([&] { walk = by_walk ? c_->hold_walk(policy) : c_->hold_iterator(); })) return m_.close(seen);
        held_.push_back(std::make_unique<held>(held{std::move(walk), &seen}));
        held& h = *held_.back();
        moved_on(h, h.walk->first());
    }
    void step_held(unsigned n) {
        if (held_.empty()) return;
        held& h = *held_[n % held_.size()];
        if (h.busy) return;
        if (n >= 200) h.walk->relocate();
        h.busy = true;
        h.here = nullptr;
        const element x = h.walk->next();
        h.busy = false;
        if (m_.may_move()) ++epoch_;
        moved_on(h, x);
    }
    void moved_on(held& h, element x) {
        ++result_.visits;
        if (x == nullptr) {
            if (m_.next(*h.seen) != no_element)
                fail("a held walk ended without having visited " + std::to_string(m_.next(*h.seen)));
            for (std::size_t i = 0; i < held_.size(); ++i)
                if (held_[i].get() == &h) return drop(i);
            return;
        }
        const int id = c_->id(x);
        result_.history = (result_.history ^ static_cast<std::uint64_t>(id)) * 0x100000001b3U;
        if (!expect_turn(*h.seen, id)) return;
        m_.visit(*h.seen, id);
        note_address(id, x);
        h.here = x;
    }
    void drop(std::size_t i) {
        if (held_[i]->busy) return;
        std::unique_ptr<held> h = std::move(held_[i]);
        held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(i));
        model::walk* seen = h->seen;
        h.reset();
        m_.close(*seen);
        m_.settle(ids_by_key);
    }

    // Frozen views

    void freeze() {
        if (!c_->can.freezes || views_.size() >= 4) return;
        attempt([&] {
            auto v = std::make_unique<held_view>();
            v->view = c_->freeze();
            v->seen = &m_.freeze();
            views_.push_back(std::move(v));
        });
        disarm();
    }
    /// Walks a view, playing steps at each visit.
    void read(unsigned n) {
        if (views_.empty() || frames_.size() >= deepest || in_callback_ >= deepest) return;
        held_view& v = *views_[n % views_.size()];
        const bool outer = std::exchange(v.busy, true);
        frame fr;
        const std::vector<int> expected = v.seen->shows;
        if (v.view->size() != expected.size())
            fail("a view's size is " + std::to_string(v.view->size()) + ", expected " +
                 std::to_string(expected.size()));
        read_guard guard{v.busy, outer};
        run(fr, [&](frame& f) {
            std::size_t at = 0;
            std::vector<bool> met(records_.size());
            v.view->walk([&](element x) { return read_one(f, x, expected, met, at); });
            if (at != expected.size() && !failed())
                fail("a view shows " + std::to_string(at) + " elements, expected " + std::to_string(expected.size()));
        });
    }
    bool read_one(frame& f, element x, const std::vector<int>& expected, std::vector<bool>& met, std::size_t& at) {
        if (failed()) return false;
        const int id = c_->id(x);
        const bool right = c_->can.keeps_order ? at < expected.size() && expected[at] == id
                                               : std::find(expected.begin(), expected.end(), id) != expected.end() &&
                                                     !met[static_cast<std::size_t>(id)];
        if (!right) {
            fail("a view shows " + std::to_string(id) + " where it should not");
            return false;
        }
        met[static_cast<std::size_t>(id)] = true;
        note_address(id, x);
        ++at;
        ++result_.visits;
        f.here = x;
        support::may_fail();
        while (more()) {
            const op o = script_[at_];
            if (o.what == act::next) break;
            if (o.what == act::leave) {
                take();
                at = expected.size();
                return false;
            }
            step();
        }
        if (more()) take();
        if (c_->id(x) != id) fail("a shown element changed");
        return true;
    }
    struct read_guard {
        bool& busy;
        bool before;
        ~read_guard() { busy = before; }
    };
    void drop_view(std::size_t i) {
        if (views_[i]->busy) return;
        std::unique_ptr<held_view> v = std::move(views_[i]);
        views_.erase(views_.begin() + static_cast<std::ptrdiff_t>(i));
        model::view* seen = v->seen;
        v.reset();
        m_.drop(*seen);
        m_.settle(ids_by_key);
    }

    // Looking

    void note_address(int id, const void* address) {
        record& r = of(id);
        if (!m_.watched() || m_.any_view_swapped()) {
            r.epoch = 0;
            return;
        }
        if (r.epoch == epoch_ && r.address != address) fail(std::to_string(id) + " was moved while a walk was open");
        r.epoch = epoch_;
        r.address = address;
    }
    void expect_address(int id, const void* address) {
        if (c_->has_handle(id) && c_->get(id) != address)
            fail(std::to_string(id) + " was moved after update had visited it");
    }

    /// Nothing is open any more: no more slots are held than elements had need for at one time.
    void look_at_the_memory() {
        constexpr std::size_t a_few_pages = 1024;
        if (failed() || c_->slots() <= 4 * most_needed_ + a_few_pages) return;
        fail("it holds " + std::to_string(c_->slots()) + " slots, and has never needed more than " +
             std::to_string(most_needed_));
    }
    void look_at_everything() {
        if (failed()) return;
        if (c_->size() != m_.order().size() || c_->empty() != m_.order().empty())
            return fail("size() is " + std::to_string(c_->size()));
        int kept = 0;
        for (std::size_t i = 0; i < records_.size() && !failed(); ++i) {
            const int id = static_cast<int>(i);
            const bool there = m_.contains(id);
            if (c_->has_handle(id) && at_home(id)) {
                const element x = c_->get(id);
                if ((x != nullptr) != there || c_->is_handle_good(id) != there)
                    fail("the handle of " + std::to_string(id) + " is " + (there ? "stale" : "not stale"));
                if (x != nullptr && c_->id(x) != id)
                    fail("the handle of " + std::to_string(id) + " leads to " + std::to_string(c_->id(x)));
                if (x != nullptr && !c_->contains(x)) fail("contains() does not know " + std::to_string(id));
                if (x != nullptr) note_address(id, x);
            }
            if (c_->can.counted && in_destructor_ == 0 && of(id).in_hook == 0) {
                const bool keeps = m_.keeps(id) || others_.contains(id) || others_.waits(id);
                kept += keeps ? 1 : 0;
                // While an add is under way, its argument may be there, too.
                if (in_callback_ != 0 ? (ledger_.live(id) != 0) != keeps : ledger_.live(id) != (keeps ? 1 : 0))
                    fail(std::to_string(id) + (keeps ? " was destroyed too early" : " should have been destroyed"));
            }
        }
        if (c_->can.counted && in_callback_ == 0 && ledger_.live() != kept)
            fail(std::to_string(ledger_.live()) + " values live, expected " + std::to_string(kept));
        model::ids found;
        c_->look([&](element x) { found.push_back(c_->id(x)); });
        if (c_->can.keeps_order
                ? found != m_.order()
                : !std::is_permutation(found.begin(), found.end(), m_.order().begin(), m_.order().end()))
            fail("it holds " + listed(found) + ", expected " + listed(m_.order()));
        if (c_->can.buffers) {
            model::ids waiting;
            c_->each_pending([&](element x) { return waiting.push_back(c_->id(x)), true; });
            if (waiting != m_.waiting() || c_->pending() != waiting.size())
                fail(listed(waiting) + " wait, expected " + listed(m_.waiting()));
        }
    }
    static std::string listed(const model::ids& ids) {
        std::string text = "[";
        for (const int id : ids) text += (text.size() > 1 ? " " : "") + std::to_string(id);
        return text + "]";
    }

    const script& script_;
    player_options options_;
    support::ledger ledger_;
    support::allocation_log log_;
    subject* c_ = nullptr;
    model m_;
    model others_; ///< of the collection that swaps
    std::vector<record> records_;
    std::vector<frame*> frames_;
    std::vector<std::unique_ptr<held>> held_;
    std::vector<std::unique_ptr<held_view>> views_;
    outcome result_;
    std::size_t at_ = 0;
    /// The most elements that were there at one time, or had room reserved for them.
    std::size_t most_needed_ = 0;
    std::size_t added_while_watched_ = 0;
    std::size_t epoch_ = 1;          ///< within one, nothing may move
    std::size_t reachable_from_ = 0; ///< steps may refer to the walks from here on
    unsigned contents_ = 0;
    unsigned catchable_ = 0; ///< how many walks an exception may leave
    unsigned in_callback_ = 0;
    unsigned in_destructor_ = 0;
    unsigned in_bulk_ = 0;
    bool playing_ = true;
    bool element_may_fail_ = false;
    int coming_ = no_element;        ///< is being added, and nothing else has been begun since
    bool thrown_by_removal_ = false; ///< what is on its way to an attempt came from on_remove
    bool dies_ = false;              ///< what the body of the walk answers
};

} // namespace

outcome play(const script& s, make_subject make, player_options options) { return playing{s, options}.play(make); }

} // namespace contract
