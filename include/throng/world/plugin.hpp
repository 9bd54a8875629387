#pragma once

#include <throng/core/compiler.hpp>
#include <throng/version.hpp>
#include <throng/world/query/typed_edits.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng {

namespace core {

/// The properties of a build. A program and its libraries agree in them, or do not share worlds.
struct build {
    std::string_view version = THRONG_VERSION;
    /// The compiler's way of writing a type.
    std::string_view compiler;
    std::size_t storage;
    bool audit = audited;
    friend bool operator==(const build&, const build&) = default;
};

/// A type that only libraries know, in the list of the program, where it stays when they are unloaded.
template <class Family> struct foreign_type : numbered_type<Family> {
    std::uint32_t own_number = 0;
    std::string texts[3];
    /// Without functions.
    typename Family::description kept{};

    /// `end` is the program's function for values that are not there.
    foreign_type(const numbered_type<Family>& its, void (*end)(void*) noexcept)
        : numbered_type<Family>{&own_number, {}, nullptr} {
        texts[0] = its.signature;
        this->signature = is_local(texts[0]) ? std::string_view() : std::string_view(texts[0]);
        if (its.describe != nullptr) keep(its.describe(), end);
    }
    /// Whether another library may have another type of this name: in a namespace without a name, or in a function.
    [[nodiscard]] static bool is_local(std::string_view signature) noexcept {
        for (const std::string_view mark : {"(anonymous", "{anonymous", "<unnamed", "lambda", ")::"}) {
            if (signature.find(mark) != signature.npos) return true;
        }
        return false;
    }

  private:
    void keep(const component_type& t, void (*end)(void*) noexcept) {
        texts[1] = t.name;
        texts[2] = t.shown;
        kept = t;
        kept.name = texts[1].c_str();
        kept.shown = texts[2].c_str();
        kept.construct = nullptr;
        kept.copy = nullptr;
        kept.destroy = t.destroy != nullptr ? end : nullptr;
        kept.made_of = nullptr;
        kept.trivially_copyable = t.is_bytes();
    }
    void keep(const single_type& t, void (* /*end*/)(void*) noexcept) noexcept {
        kept = {t.bytes, nullptr, nullptr, t.is_bytes};
    }
    template <class Other> static void keep(const Other&, void (* /*end*/)(void*) noexcept) noexcept {}
};

/// The types of one family: of this library, and of the program.
template <class Family> class types_of_two {
    using type = numbered_type<Family>;

  public:
    types_of_two(type_list<Family>& here, type_list<Family>& there) noexcept : here_(here), there_(there) {}

    template <class F> void each_here(F f) const {
        for (type* t = here_.first.load(std::memory_order_acquire); t != nullptr; t = t->next) f(*t);
    }
    /// The one of that name there; null if there is none.
    [[nodiscard]] type* same(const type& its) const noexcept {
        return find([&its](const type& t) { return !t.signature.empty() && t.signature == its.signature; });
    }
    /// The one there of the number of one here; null if there is none.
    [[nodiscard]] type* joined(const type& its) const noexcept {
        return find([&its](const type& t) { return *t.number == *its.number; });
    }
    /// The description of one there, without functions where the program does not know it.
    [[nodiscard]] static typename Family::description described(const type& t) {
        return t.describe != nullptr ? t.describe() : static_cast<const foreign_type<Family>&>(t).kept;
    }
    /// Makes what is missing there. Throws std::bad_alloc; nothing has changed then.
    void prepare(void (*end)(void*) noexcept) {
        each_here([this, end](const type& t) {
            if (same(t) == nullptr) made_.push_back(std::make_unique<foreign_type<Family>>(t, end));
        });
    }
    /// Numbers those of here as those of there.
    void join() noexcept {
        auto next = made_.begin();
        each_here([&](const type& t) {
            type* known = same(t);
            if (known == nullptr) {
                known = next->get();
                next->release();
                ++next;
                *known->number = ++there_.last;
                there_.add(*known);
            }
            *t.number = *known->number;
        });
    }

  private:
    template <class F> [[nodiscard]] type* find(F f) const noexcept {
        type* t = there_.first.load(std::memory_order_acquire);
        while (t != nullptr && !f(*t)) t = t->next;
        return t;
    }

    type_list<Family>& here_;
    type_list<Family>& there_;
    std::vector<std::unique_ptr<foreign_type<Family>>> made_;
};

} // namespace core

/// The types of components, singletons and sets of components that a program, or a shared library, knows.
class shared_types {
  public:
    /// Those of the program or library in which this is compiled.
    [[nodiscard]] static shared_types& here() noexcept {
        static shared_types its;
        return its;
    }
    shared_types(const shared_types&) = delete;
    shared_types& operator=(const shared_types&) = delete;

  private:
    template <class Allocator> friend std::string attach_types(basic_world<Allocator>&, shared_types&);
    template <class Allocator> friend bool detach_types(basic_world<Allocator>&);

    shared_types() = default;

    void attach_to(shared_types& program) noexcept {
        if (worlds_++ == 0) next_ = std::exchange(program.attached_, this);
    }
    void detach() noexcept {
        if (--worlds_ != 0) return;
        shared_types** at = &program_->attached_;
        while (*at != this) at = &(*at)->next_;
        *at = next_;
    }
    /// One of the program's components as that knows it, or else another library that is attached. Null if none does.
    [[nodiscard]] const core::numbered_type<core::component_family>*
    known_elsewhere(const core::numbered_type<core::component_family>& its) const noexcept {
        if (its.describe != nullptr) return &its;
        for (const shared_types* s = program_->attached_; s != nullptr; s = s->next_) {
            if (s == this) continue;
            if (const auto* const same = two_of(components_, s->components_).joined(its)) return same;
        }
        return nullptr;
    }
    template <class Family> [[nodiscard]] static core::types_of_two<Family> two_of(core::type_list<Family>* here,
                                                                                   core::type_list<Family>* there) {
        return {*here, *there};
    }

    core::build build_{.compiler = core::signature_of_type<shared_types>(),
                       .storage = sizeof(core::storage<core::standard_allocator>)};
    core::type_list<core::component_family>* components_ = &core::type_numbers<core::component_family>::all();
    core::type_list<core::single_family>* singles_ = &core::type_numbers<core::single_family>::all();
    core::type_list<core::spawn_family>* spawns_ = &core::type_numbers<core::spawn_family>::all();
    void (*end_nothing_)(void*) noexcept = [](void*) noexcept {};
    core::word* no_bits_ = core::no_bits_of_program;
    /// Whose types those of this library are.
    shared_types* program_ = nullptr;
    /// Of a program: the libraries that use its worlds, each with the number of those that it uses.
    shared_types* attached_ = nullptr;
    shared_types* next_ = nullptr;
    std::size_t worlds_ = 0;
};

/// Lets a shared library use a world of the program that has loaded it. Call it in the library, before anything else of
/// throng is used there; `program` is the program's `shared_types::here()`.
///
///     // the library, built with hidden symbols (CXX_VISIBILITY_PRESET hidden)
///     extern "C" EXPORTED bool load(throng::world& w, throng::shared_types& program) {
///         return throng::attach_types(w, program).empty() && ...;
///     }
///
/// A component or singleton of the library is the program's of the same name, with its namespaces. Types in namespaces
/// without a name, and in functions, are the library's own.
///
/// Returns an empty string, or what does not fit, without effect: the library is built by another compiler, with
/// another version of throng, or with the audit where the program is not; or a component has another size or alignment
/// than in the program, or than in a library that was loaded before. (Then save the world before, and restore it: saves
/// go by the names of fields.) O(types squared). Call it once for each world. Throws std::bad_alloc, without effect.
template <class Allocator> [[nodiscard]] std::string attach_types(basic_world<Allocator>& w, shared_types& program) {
    shared_types& here = shared_types::here();
    if (!(here.build_ == program.build_))
        return "the library and the program are not built by the same compiler, with the same version of throng and "
               "the same THRONG_AUDIT";
    auto components = shared_types::two_of(here.components_, program.components_);
    if (here.program_ == nullptr && here.components_ == program.components_) here.program_ = &program;
    if (here.program_ == nullptr) {
        std::string changed;
        components.each_here([&](const auto& its) {
            const auto* const known = components.same(its);
            if (known == nullptr) return;
            const core::component_type a = its.describe();
            const core::component_type b = components.described(*known);
            if (a.size != b.size || a.alignment != b.alignment || a.is_bytes() != b.is_bytes() || a.sparse != b.sparse)
                changed = std::string(a.shown) + " is another type than in the program";
        });
        if (!changed.empty()) return changed;
        auto singles = shared_types::two_of(here.singles_, program.singles_);
        auto spawns = shared_types::two_of(here.spawns_, program.spawns_);
        components.prepare(program.end_nothing_);
        singles.prepare(program.end_nothing_);
        spawns.prepare(program.end_nothing_);
        components.join();
        singles.join();
        spawns.join();
        core::no_bits_of_program = program.no_bits_;
        here.program_ = &program;
    }
    here.attach_to(program);
    // What no library has known since the last one was unloaded is known again.
    components.each_here([&](const auto& its) {
        core::column<Allocator>* const c = w.storage().components.of_type(*its.number);
        if (c == nullptr) return;
        const auto& known = *components.joined(its);
        if (known.describe == nullptr && c->type.shown == components.described(known).shown) c->type = its.describe();
    });
    return {};
}

/// Before the library is unloaded: nothing in the world refers to its code any more, where `attach_types` has let it
/// in. Call it in the library, last of all: when its systems, hooks, observers, sets, relations and families, and all
/// snapshots and roll-backs of the world have been destroyed.
///
/// Components that the program knows, too, are the program's. Of the library's own, values that consist of bytes stay
/// with their entities, until a library that knows them is loaded; others are removed, and their hooks are called. The
/// same of singletons, except that one with a destructor that the library has set first is removed even if the program
/// knows its type: the program makes its relations, families and such singletons before it loads libraries.
///
/// Returns false, without effect, while the world is iterated over, or if the library has not been attached; and also
/// if a hook has added again what was to be removed: the library cannot be unloaded then. Throws what the hooks throw.
template <class Allocator> bool detach_types(basic_world<Allocator>& w) {
    shared_types& here = shared_types::here();
    const core::storage_share<Allocator> home(w.storage());
    auto& s = *home;
    if (here.worlds_ == 0 || s.is_being_looked_at()) return false;
    bool all = true;
    const auto components = shared_types::two_of(here.components_, here.program_->components_);
    components.each_here([&](const auto& its) {
        core::column<Allocator>* const c = s.components.of_type(*its.number);
        if (c == nullptr || c->type.shown != its.describe().shown) return;
        const auto& known = *components.joined(its);
        const auto* const other = here.known_elsewhere(known);
        if (other == nullptr && (known.signature.empty() || !c->type.is_bytes())) {
            const auto those =
                core::queried<core::storage<Allocator>, core::types<>>(s, core::in_column<Allocator>{c}, with_disabled);
            (void)core::typed_edits<Allocator>::removed_from(s, *c, those);
            // (Hooks may have ended the world, and so the column.)
            if (s.is_over()) return;
            if (!those.empty()) return void(all = false);
        }
        c->type = components.described(other != nullptr ? *other : known);
    });
    const auto singles = shared_types::two_of(here.singles_, here.program_->singles_);
    singles.each_here([&](const auto& its) {
        core::single_type* const type = s.singles().type_of(*its.number * 2);
        if (type == nullptr || type->destroy != its.describe().destroy) return;
        const auto& known = *singles.joined(its);
        if (type->is_bytes && !known.signature.empty()) *type = singles.described(known);
        else all = s.singles().remove(s.allocator(), *its.number * 2) && all;
    });
    if (all) here.detach();
    return all;
}

} // namespace throng
