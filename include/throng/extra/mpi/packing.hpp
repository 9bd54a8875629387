#pragma once

#include <throng/world/save/saved_component.hpp>
#include <throng/world/save/saved_type.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace throng::mpi {

/// Values of some components one after the other, and a number before them that says which there are: the form of an
/// agent on its way to another rank, and in a save. Reading checks its input: any bytes are either values of these
/// components, or refused.
template <class List> class packing;
template <class... Cs> class packing<components_t<Cs...>> {
    using allocator = std::allocator<std::byte>;
    using types = core::saved_types<allocator>;
    static_assert(sizeof...(Cs) <= 64, "throng: an agent has at most 64 kinds of components");
    static_assert((std::is_default_constructible_v<Cs> && ...),
                  "throng: a component that goes to other ranks needs a default constructor");

  public:
    using values = std::tuple<Cs...>;
    static constexpr std::uint64_t all =
        sizeof...(Cs) == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << sizeof...(Cs)) - 1;

    template <class C> static constexpr bool has = (std::is_same_v<C, Cs> || ...);
    template <class... Ds> [[nodiscard]] static consteval bool has_all(components_t<Ds...>) noexcept {
        return (has<Ds> && ...);
    }
    /// The bit that marks the component as present.
    template <class C> [[nodiscard]] static constexpr std::uint64_t bit() noexcept {
        std::uint64_t found = 0;
        std::uint64_t n = 1;
        ((found |= std::is_same_v<C, Cs> ? n : 0, n <<= 1U), ...);
        return found;
    }

    /// Reads what the same program has packed.
    packing() {
        byte_writer<> own;
        describe(own);
        error_ = read_description(own.bytes());
    }
    packing(const packing&) = delete;
    packing& operator=(const packing&) = delete;

    /// The names of the components, and what they are made of. The same program writes the same bytes.
    static void describe(byte_writer<>& to) {
        to.put(static_cast<std::uint32_t>(sizeof...(Cs)));
        for (const auto& c : table()) {
            to.put_text(c.name.data(), c.name.size());
            core::write_type(*c.its, to);
        }
    }
    /// From now on what was packed by the program is read that wrote this, which may have had other components and
    /// fields: as `throng::restore` reads them. Empty, or why that cannot be.
    [[nodiscard]] std::string read_description(std::span<const std::byte> bytes) {
        // (Descriptions read later refer to texts in it.)
        described_.assign(bytes.begin(), bytes.end());
        byte_reader from(described_);
        types_ = std::make_unique<types>(allocator());
        packed_.clear();
        for (auto n = from.get<std::uint32_t>(); n != 0 && from.good(); --n) {
            const auto text = from.get_text();
            const std::string name(text.data(), text.size());
            one_packed c;
            if (const char* const error = types_->parse(from, c.type)) return name + ": " + error;
            c.now = find(name);
            if (c.now != none) {
                for (const one_packed& other : packed_) {
                    if (other.now == c.now) return name + ": it is there twice";
                }
                core::field_path path;
                if (const char* const error = types_->aim(c.type, *table()[c.now].its, path))
                    return name + (path.get().empty() ? "" : ", field ") + std::string(path.get()) + ": " + error;
            }
            packed_.push_back(c);
            if (packed_.size() > 64) return "more than 64 components";
        }
        return from.good() && from.rest() == 0 ? "" : "the description of the components is damaged";
    }
    /// Empty, unless a component cannot be packed.
    [[nodiscard]] const std::string& error() const noexcept { return error_; }

    /// `get.template operator()<C>()` gives the address of a value, or null where there is none.
    template <class Get> static void write(byte_writer<>& to, Get get) {
        const std::array<const void*, sizeof...(Cs)> those {
            static_cast<const void*>(get.template operator()<Cs>())...
        };
        std::uint64_t there = 0;
        for (std::size_t i = 0; i < those.size(); ++i) there |= std::uint64_t{those[i] != nullptr} << i;
        to.put(there);
        for (std::size_t i = 0; i < those.size(); ++i) {
            if (those[i] != nullptr) core::write_value(*table()[i].its, those[i], to);
        }
    }
    /// Reads values, and which there are. Null, or what is wrong. Throws what the allocator or an assignment throws.
    [[nodiscard]] const char* read(byte_reader& from, std::uint64_t& there, values& to) const {
        to = values();
        const std::array<void*, sizeof...(Cs)> at{static_cast<void*>(std::addressof(std::get<Cs>(to)))...};
        there = 0;
        const auto packed = from.get<std::uint64_t>();
        if (packed_.size() < 64 && packed >> packed_.size() != 0) return "an agent has a component that there is not";
        for (std::size_t i = 0; i < packed_.size(); ++i) {
            if ((packed >> i & 1U) == 0) continue;
            const one_packed& c = packed_[i];
            core::field_path path;
            if (const char* const error = types_->read(c.type, from, c.now == none ? nullptr : at[c.now], path))
                return error;
            if (c.now != none) there |= std::uint64_t{1} << c.now;
        }
        return from.good() ? nullptr : types::too_short;
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    using component_table = std::array<core::saved_component<allocator>, sizeof...(Cs)>;

    struct one_packed {
        std::uint32_t type = 0;
        /// Which of these components it is; none where it is read past.
        std::uint32_t now = none;
    };

    [[nodiscard]] static const component_table& table() noexcept {
        static const component_table those{core::saved_component_of<allocator, Cs>()...};
        return those;
    }
    [[nodiscard]] static std::uint32_t find(std::string_view name) noexcept {
        std::uint32_t former = none;
        for (std::uint32_t i = 0; i < sizeof...(Cs); ++i) {
            if (table()[i].name == name) return i;
            if (table()[i].is_called(name)) former = i;
        }
        return former;
    }

    std::vector<std::byte> described_;
    std::unique_ptr<types> types_;
    std::vector<one_packed> packed_;
    std::string error_;
};

} // namespace throng::mpi
