#pragma once

#include <throng/fwd.hpp>
#include <throng/parts/store_image.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace throng::core {

/// The saved state of layers: each with its settings, their orders, and their shared table of handles.
template <class Layers> class imaged_layers {
    using layer_type = typename Layers::layer_type;
    using allocator_type = decltype(std::declval<const Layers&>().get_allocator());
    using store_type = std::remove_cvref_t<decltype(std::declval<layer_type&>().storage())>;
    using image_type = store_image<store_type>;
    using table_type = typename store_type::handles_type::table_type;
    using each = std::make_index_sequence<Layers::count()>;
    struct state {
        typename layer_type::settings settings;
        bool expired = false;
    };

  public:
    imaged_layers(const Layers& all, const imaged_layers* earlier) : imaged_layers(all.get_allocator(), each{}) {
        whole_ = table_.make_room_for(allocator_, all.handles_.table().issued());
        if (!whole_) return;
        table_.copy(all.handles_.table());
        for (std::size_t i = 0; whole_ && i < Layers::count(); ++i) {
            const layer_type& l = all.layers_[i];
            whole_ = images_[i].take(l.storage(), earlier == nullptr ? nullptr : &earlier->images_[i]);
            states_[i] = {l.settings_, l.expired()};
        }
        update_order_ = all.update_order_;
        draw_order_ = all.draw_order_;
        expired_ = all.expired_;
    }
    imaged_layers(imaged_layers&& other) noexcept : imaged_layers(other.allocator_, each{}) { swap(other); }
    imaged_layers& operator=(imaged_layers&& other) noexcept {
        swap(other);
        return *this;
    }
    ~imaged_layers() { table_.release(allocator_); }

    [[nodiscard]] std::size_t size() const noexcept {
        std::size_t n = 0;
        for (const image_type& i : images_) n += i.size();
        return n;
    }
    [[nodiscard]] std::size_t memory() const noexcept {
        std::size_t n = sizeof(*this) - sizeof images_;
        for (const image_type& i : images_) n += i.memory();
        return n;
    }
    /// See store_image.
    class rolling {
      public:
        rolling(const imaged_layers& image, Layers& all) noexcept : rolling(image, all, each{}) {}
        [[nodiscard]] bool prepare() { return image_.whole_ && prepare(each{}); }
        void commit() noexcept { commit(each{}); }

      private:
        template <std::size_t... I> rolling(const imaged_layers& image, Layers& all, std::index_sequence<I...>) noexcept
            : image_(image),
              all_(all),
              stores_{typename image_type::rolling(image.images_[I], all.layers_[I].storage())...} {}
        template <std::size_t... I> [[nodiscard]] bool prepare(std::index_sequence<I...>) {
            [[maybe_unused]] const decltype(all_.layers_[0].storage().entered({})) inside[] = {
                all_.layers_[I].storage().entered({})...};
            return all_.handles_.table().make_room_for(image_.allocator_, image_.table_.issued()) &&
                   (stores_[I].prepare() && ...);
        }
        template <std::size_t... I> void commit(std::index_sequence<I...>) noexcept {
            [[maybe_unused]] const decltype(all_.layers_[0].storage().entered({})) inside[] = {
                all_.layers_[I].storage().entered({})...};
            (stores_[I].empty(), ...);
            all_.handles_.table().copy(image_.table_);
            (stores_[I].fill(), ...);
            (stores_[I].finish(), ...);
            ((all_.layers_[I].settings_ = image_.states_[I].settings), ...);
            ((image_.states_[I].expired ? all_.layers_[I].expire() : all_.layers_[I].revive()), ...);
            all_.update_order_ = image_.update_order_;
            all_.draw_order_ = image_.draw_order_;
            all_.expired_ = image_.expired_;
        }

        const imaged_layers& image_;
        Layers& all_;
        typename image_type::rolling stores_[Layers::count()];
    };

  private:
    template <std::size_t... I> imaged_layers(const allocator_type& allocator, std::index_sequence<I...>) noexcept
        : allocator_(allocator), images_{(static_cast<void>(I), image_type(allocator))...} {}

    void swap(imaged_layers& other) noexcept {
        table_.swap(other.table_);
        for (std::size_t i = 0; i < Layers::count(); ++i) images_[i].swap(other.images_[i]);
        std::swap(states_, other.states_);
        std::swap(update_order_, other.update_order_);
        std::swap(draw_order_, other.draw_order_);
        std::swap(expired_, other.expired_);
        std::swap(whole_, other.whole_);
    }

    THRONG_NO_UNIQUE_ADDRESS allocator_type allocator_;
    table_type table_;
    image_type images_[Layers::count()];
    state states_[Layers::count()] = {};
    typename Layers::numbers update_order_{};
    typename Layers::numbers draw_order_{};
    bool expired_ = false;
    bool whole_ = false;
};

} // namespace throng::core
