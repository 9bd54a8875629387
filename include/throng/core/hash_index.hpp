#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/handle.hpp>
#include <throng/core/page.hpp>
#include <throng/core/validation.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

/// Finds the elements of a sequence by their hashes.
namespace throng::core {

/// Spreads a hash over all its bits: std::hash of an integer or a pointer is the number itself.
[[nodiscard]] constexpr std::uint32_t spread(std::uint64_t hash) noexcept {
    const std::uint64_t h = (hash ^ (hash >> 32U)) * 0x9e3779b97f4a7c15U;
    return static_cast<std::uint32_t>((h >> 32U) ^ (h >> 49U));
}

/// An allocator that tells `sequence` to keep an index of hashes where others keep a table of handles: whatever moves,
/// removes or exchanges elements tells the table, and that is all an index has to know.
template <class Allocator> struct indexing : Allocator {
    template <class U> struct rebind {
        using other = typename std::allocator_traits<Allocator>::template rebind_alloc<U>;
    };
    indexing(const Allocator& base) noexcept : Allocator(base) {}
};

/// A hash table of addresses, by linear hashing: the elements of one hash are in one bucket, a bucket is one cache
/// line, and when the table grows it grows by one bucket, which takes over what belongs to it from one other. So no
/// growth ever stalls, and nothing is copied but the five or so entries of that one bucket; nor is any user's code
/// called, because an entry has its hash with it. What does not fit into a bucket goes to further lines chained to it.
///
/// The slots' `handles` in the pages hold the hashes here.
template <class T, class Allocator> class handle_table<T, indexing<Allocator>> {
    using page_type = page<T>;
    static constexpr std::size_t line_bytes = 64;
    static constexpr unsigned entries = static_cast<unsigned>((line_bytes - 4) / (sizeof(T*) + 4));

    struct alignas(line_bytes) line {
        T* elements[entries];
        /// 0: there is no entry here, and none after it.
        std::uint32_t tags[entries];
        /// The line that goes on from here, number + 1.
        std::uint32_t more;

        /// One bit for each entry with this tag. (Where it is among them is a matter of chance: no jump could be
        /// foreseen.)
        [[nodiscard]] unsigned with(std::uint32_t tag) const noexcept {
            unsigned found = 0;
            for (unsigned i = 0; i < entries; ++i) found |= static_cast<unsigned>(tags[i] == tag) << i;
            return found;
        }
        [[nodiscard]] unsigned used() const noexcept {
            unsigned n = 0;
            for (const std::uint32_t t : tags) n += static_cast<unsigned>(t != 0);
            return n;
        }
    };

    /// Lines that never move, found by number, in chunks of doubling size.
    class lines {
        using allocator_type = typename std::allocator_traits<Allocator>::template rebind_alloc<line>;
        using traits = std::allocator_traits<allocator_type>;
        static constexpr unsigned first_bits = 2;
        static constexpr unsigned most_chunks = 32 - first_bits;

      public:
        [[nodiscard]] line& operator[](std::uint32_t i) const noexcept {
            return *reinterpret_cast<line*>(origins_[chunk_of(i)] + std::uintptr_t{i} * sizeof(line));
        }
        /// Makes line i, the first that there is not. Throws what the allocator throws.
        void make(const Allocator& allocator, std::uint32_t i) {
            const unsigned c = chunk_of(i);
            if (c == chunks_) {
                allocator_type a(allocator);
                line* const first = std::to_address(traits::allocate(a, size_of(c)));
                origins_[c] = reinterpret_cast<std::uintptr_t>(first) - std::uintptr_t{start_of(c)} * sizeof(line);
                ++chunks_;
            }
            ::new (reinterpret_cast<void*>(origins_[c] + std::uintptr_t{i} * sizeof(line))) line{};
        }
        /// Keeps lines up to number n - 1.
        void shrink(const Allocator& allocator, std::uint32_t n) noexcept {
            allocator_type a(allocator);
            while (chunks_ != 0 && (n == 0 || start_of(chunks_ - 1) >= n)) {
                --chunks_;
                line& first = (*this)[start_of(chunks_)];
                using pointer = typename traits::pointer;
                traits::deallocate(a, std::pointer_traits<pointer>::pointer_to(first), size_of(chunks_));
            }
        }

      private:
        [[nodiscard]] static constexpr unsigned chunk_of(std::uint32_t i) noexcept {
            constexpr std::uint32_t small = (1U << first_bits) - 1;
            return static_cast<unsigned>(std::bit_width(i | small)) - first_bits;
        }
        [[nodiscard]] static constexpr std::uint32_t start_of(unsigned chunk) noexcept {
            return chunk == 0 ? 0 : 1U << (first_bits + chunk - 1);
        }
        [[nodiscard]] static constexpr std::size_t size_of(unsigned chunk) noexcept {
            return std::size_t{1} << (chunk == 0 ? first_bits : first_bits + chunk - 1);
        }

        /// Where line 0 would be if all were in one piece with the chunk.
        std::uintptr_t origins_[most_chunks + 1] = {};
        unsigned chunks_ = 0;
    };

  public:
    /// Entries of buckets are kept to this average.
    static constexpr unsigned usual_load = entries * 3 / 5;

    handle_table() = default;
    handle_table(const handle_table&) = delete;
    handle_table& operator=(const handle_table&) = delete;

    /// What stands for a hash here; never 0.
    [[nodiscard]] static constexpr std::uint32_t tag_of(std::uint32_t hash) noexcept { return hash | 0x80000000U; }

    /// The element with this tag for which `is_it` is true; null if there is none. `is_it` may throw, and edit: what it
    /// has changed counts for the next question.
    template <class IsIt> [[nodiscard]] T* find(std::uint32_t tag, IsIt is_it) const {
        if (buckets_ == 0) return nullptr;
        for (const line* l = &table_[bucket_of(tag)];; l = &further_[l->more - 1]) {
            for (unsigned m = l->with(tag); m != 0; m &= m - 1) {
                T* const x = l->elements[std::countr_zero(m)];
                if (is_it(std::as_const(*x))) return x;
            }
            if (l->more == 0) [[likely]]
                return nullptr;
        }
    }

    /// Says what the next `issue` is for. It leaves the element's address in `where`.
    void expect(std::uint32_t tag, T** where) noexcept {
        expected_ = tag;
        where_ = where;
    }

    /// Sees to it that one more removal can be undone without an allocation, until `forget_promise`. Throws what the
    /// allocator throws.
    void promise(const Allocator& allocator) {
        if (unused_ <= promised_) add_further(allocator);
        ++promised_;
    }
    void forget_promise() noexcept { --promised_; }

    /// Gives memory back that a much smaller table does not need.
    void shrink(const Allocator& allocator) noexcept {
        while (buckets_ > 1 && size_ < std::size_t{buckets_ - 1} * usual_load && unite()) {
        }
        table_.shrink(allocator, buckets_);
        if (unused_ == further_count_) {
            further_.shrink(allocator, 0);
            further_count_ = unused_ = free_ = 0;
        }
    }

    /// Lines in use, and lines among them that do not have a bucket's first entries (for measurements).
    [[nodiscard]] std::pair<std::size_t, std::size_t> occupancy() const noexcept {
        return {buckets_, further_count_ - unused_};
    }

    // --- what a sequence asks of its table ---------------------------------------------------------------------------

    [[nodiscard]] handle<T> issue(const Allocator& allocator, T* element) {
        while (size_ >= std::size_t{buckets_} * usual_load && buckets_ < most_buckets) split(allocator);
        if (unused_ <= promised_) add_further(allocator);
        insert(expected_, element);
        *where_ = element;
        return of(expected_ - 1);
    }
    [[nodiscard]] handle<T> of(std::uint32_t index) const noexcept { return handle<T>(index, 1); }

    /// The element of the hash whose slot has just lost it lies here now.
    void moved(std::uint32_t index, T* element) noexcept {
        for (line* l = &table_[bucket_of(index + 1)];; l = &further_[l->more - 1]) {
            for (unsigned m = l->with(index + 1); m != 0; m &= m - 1) {
                T*& entry = l->elements[std::countr_zero(m)];
                if (hash_at(entry) != 0) continue;
                entry = element;
                return;
            }
        }
    }
    /// The element of the hash which is not live any more is to be found no longer.
    void invalidate(std::uint32_t index) noexcept {
        line& bucket = table_[bucket_of(index + 1)];
        for (line* l = &bucket;; l = &further_[l->more - 1]) {
            for (unsigned m = l->with(index + 1); m != 0; m &= m - 1) {
                const auto i = static_cast<unsigned>(std::countr_zero(m));
                if (has_gone(l->elements[i])) return erase(bucket, *l, i);
            }
        }
    }
    void revive(std::uint32_t index, T* element) noexcept { insert(index + 1, element); }
    void recycle(std::uint32_t) noexcept {}

    void release(const Allocator& allocator) noexcept {
        table_.shrink(allocator, 0);
        further_.shrink(allocator, 0);
    }
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] bool is_own(handle<T>) const noexcept { return true; }
#endif

    /// Forgets an element, and marks it as forgotten: whoever is told of its removal can see that.
    void forget(T* element) noexcept {
        page_type* const p = page_type::of(element);
        const std::uint32_t tag = std::exchange(p->handles[p->index_of(element)], 0U);
        if (tag != 0) invalidate(tag - 1);
    }
    [[nodiscard]] static bool is_forgotten(const T* element) noexcept { return hash_at(element) == 0; }

  private:
    friend struct validation;

    static constexpr std::uint32_t most_buckets = std::uint32_t{1} << 31U;

    [[nodiscard]] static std::uint32_t hash_at(const T* element) noexcept {
        const page_type* const p = page_type::of(element);
        return p->handles[p->index_of(element)];
    }
    [[nodiscard]] static bool has_gone(const T* element) noexcept {
        const page_type* const p = page_type::of(element);
        return !p->is_live(p->index_of(element)) || hash_at(element) == 0;
    }

    [[nodiscard]] std::uint32_t bucket_of(std::uint32_t tag) const noexcept {
        const std::uint32_t b = tag & mask_;
        return b < buckets_ ? b : b & (mask_ >> 1U);
    }

    /// There is room: a free line, should one be needed.
    void insert(std::uint32_t tag, T* element) noexcept {
        append(bucket_of(tag), tag, element);
        ++size_;
    }
    void append(std::uint32_t bucket, std::uint32_t tag, T* element) noexcept {
        line* l = &table_[bucket];
        while (l->more != 0) l = &further_[l->more - 1];
        unsigned i = l->used();
        if (i == entries) [[unlikely]] {
            const std::uint32_t fresh = free_ - 1;
            l->more = fresh + 1;
            l = &further_[fresh];
            free_ = std::exchange(l->more, 0U);
            --unused_;
            i = 0;
        }
        l->tags[i] = tag;
        l->elements[i] = element;
    }

    /// The last entry of the bucket's chain takes the place.
    void erase(line& bucket, line& l, unsigned i) noexcept {
        line* before = nullptr;
        line* last = &bucket;
        while (last->more != 0) [[unlikely]] {
            before = last;
            last = &further_[last->more - 1];
        }
        const unsigned end = last->used() - 1;
        l.tags[i] = last->tags[end];
        l.elements[i] = last->elements[end];
        last->tags[end] = 0;
        --size_;
        if (end == 0 && before != nullptr) give_back(std::exchange(before->more, 0U) - 1);
    }
    void give_back(std::uint32_t i) noexcept {
        further_[i].more = std::exchange(free_, i + 1);
        ++unused_;
    }

    void add_further(const Allocator& allocator) {
        further_.make(allocator, further_count_);
        give_back(further_count_++);
    }

    /// One bucket more, which takes over what belongs to it.
    void split(const Allocator& allocator) {
        table_.make(allocator, buckets_);
        const std::uint32_t fresh = buckets_++;
        if (fresh > mask_) mask_ = 2 * mask_ + 1;
        if (fresh != 0) redistribute(fresh & (mask_ >> 1U));
    }
    /// The other way round; false if there is no room for that.
    [[nodiscard]] bool unite() noexcept {
        const std::uint32_t partner = (buckets_ - 1) & (mask_ >> 1U);
        const line& into = table_[partner];
        const line& from = table_[buckets_ - 1];
        if (into.more != 0 || from.more != 0 || into.used() + from.used() > entries) {
            std::size_t needed = 1;
            for (const line* l = &from; l->more != 0; l = &further_[l->more - 1]) ++needed;
            if (unused_ < needed + promised_) return false;
        }
        const std::uint32_t last = --buckets_;
        redistribute(last);
        if (buckets_ - 1 <= mask_ >> 1U) mask_ >>= 1U;
        return true;
    }
    /// Puts each entry of a bucket where it belongs now. Never needs a line more than it frees, when a bucket has just
    /// been added.
    void redistribute(std::uint32_t bucket) noexcept {
        line source = table_[bucket];
        table_[bucket] = line{};
        for (;;) {
            for (unsigned i = 0; i < entries && source.tags[i] != 0; ++i)
                append(bucket_of(source.tags[i]), source.tags[i], source.elements[i]);
            if (source.more == 0) return;
            const std::uint32_t next = source.more - 1;
            source = further_[next];
            further_[next] = line{};
            give_back(next);
        }
    }

    lines table_;
    lines further_;
    std::uint32_t buckets_ = 0;
    /// 2^n - 1, at least buckets_ - 1.
    std::uint32_t mask_ = 0;
    std::size_t size_ = 0;
    /// Free lines among the further ones: the first, number + 1, and how many.
    std::uint32_t free_ = 0;
    std::uint32_t unused_ = 0;
    std::uint32_t further_count_ = 0;
    std::uint32_t promised_ = 0;
    std::uint32_t expected_ = 0;
    T** where_ = nullptr;
};

} // namespace throng::core
