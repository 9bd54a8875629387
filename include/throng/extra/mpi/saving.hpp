#pragma once

#include <throng/extra/mpi/divided.hpp>
#include <throng/extra/mpi/saved_head.hpp>
#include <throng/extra/mpi/shared_file.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace throng::mpi {

/// Reads the head of a save, and how long it is. Empty, or what is wrong.
[[nodiscard]] inline std::string read_head(shared_file& from, saved_head& head, std::uint64_t& length) {
    std::vector<std::byte> bytes(std::min(from.size(), std::uint64_t{saved_head::first_bytes}));
    from.read(0, bytes);
    length = saved_head::length_of(bytes);
    bytes.resize(std::min(from.size(), std::max(length, std::uint64_t{bytes.size()})));
    from.read(0, bytes);
    if (!from.error().empty()) return from.error();
    const char* const error = head.read(bytes);
    return error == nullptr ? std::string() : error;
}

/// Saves and restores divided worlds: by the functions below.
template <class Model> class saving {
    using divided_type = divided<Model>;
    using agent_packing = packing<typename Model::state>;
    using agent_values = typename agent_packing::values;

  public:
    explicit saving(divided_type& home) noexcept : home_(home), ranks_(*home.ranks_) {}

    /// Writes the file, all ranks together; what went wrong, or an empty text. An older file of that name
    /// stays until the new one is whole.
    std::string save(const std::string& file) {
        const std::string beside = file + ".part";
        pack();
        std::string error;
        {
            saved_head head;
            head.what = home_.space_.made_of();
            head.what.seed = home_.seed_;
            head.step = home_.step_;
            head.populated = home_.populated_;
            head.tiles = home_.space_.tiles();
            const std::uint64_t before = ranks_.sum_before(blocks_.bytes().size());
            const std::uint64_t all = ranks_.sum(std::uint64_t{blocks_.bytes().size()});
            head.table_sum = ranks_.sum(table_sum_);
            byte_writer<> text;
            agent_packing::describe(text);
            head.description.assign(text.bytes().begin(), text.bytes().end());
            byte_writer<> first;
            head.write(first);
            const std::uint64_t table = first.bytes().size();
            const std::uint64_t blocks = table + head.tiles * saved_tile::bytes;
            shared_file to(ranks_, beside, MPI_MODE_CREATE | MPI_MODE_WRONLY);
            to.resize(blocks + all);
            if (ranks_.rank() == 0) to.write(0, first.bytes());
            to.write(table + home_.division_.first(ranks_.rank()) * saved_tile::bytes, table_.bytes());
            to.write(blocks + before, blocks_.bytes());
            to.close();
            error = ranks_.first_said(to.error());
        }
        if (ranks_.rank() == 0) {
            if (!error.empty()) std::remove(beside.c_str());
            else if (std::rename(beside.c_str(), file.c_str()) != 0) error = std::strerror(errno);
        }
        error = ranks_.first_said(error);
        return error.empty() ? error : file + ": cannot be written: " + error;
    }

    /// Reads it, all ranks together; what went wrong, or an empty text. After an error the world is as before.
    std::string restore(const std::string& file) {
        std::string error = ranks_.first_said(read(file));
        if (!error.empty()) return file + ": cannot be restored: " + error;
        home_.world_ = std::move(world_);
        home_.seed_ = head_.what.seed;
        home_.division_ = cut_;
        home_.step_ = head_.step;
        home_.populated_ = head_.populated;
        for (std::uint32_t n = 0; n < tiles_.size(); ++n) home_.born_[home_.space_.curve()[n]] = tiles_[n].born;
        home_.births_.clear();
        home_.directory_step_ = 0;
        home_.cover();
        home_.settle();
        return error;
    }

  private:
    /// The agents of this rank, and its part of the table.
    void pack() {
        struct one {
            std::uint32_t place;
            std::uint64_t number;
            entity e;
        };
        std::vector<std::uint32_t> place(home_.space_.tiles());
        for (std::uint32_t n = 0; n < place.size(); ++n) place[home_.space_.curve()[n]] = n;
        std::vector<one> those;
        home_.world_.template query<const identity>(with_disabled).each([&](entity e, const identity& self) {
            those.push_back({place[home_.space_.tile_of_cell(self.cell)], self.number, e});
        });
        std::sort(those.begin(), those.end(), [](const one& a, const one& b) {
            return std::pair(a.place, a.number) < std::pair(b.place, b.number);
        });
        auto at = those.begin();
        for (std::uint32_t n = home_.division_.first(ranks_.rank()); n < home_.division_.first(ranks_.rank() + 1);
             ++n) {
            saved_tile tile;
            const std::size_t begin = blocks_.bytes().size();
            for (; at != those.end() && at->place == n; ++at) {
                blocks_.put(at->number);
                agent_packing::write(blocks_, home_.components_of(at->e));
                ++tile.agents;
            }
            const auto its = blocks_.bytes().subspan(begin);
            tile.length = its.size();
            tile.sum = core::mix(0, its.data(), its.size());
            tile.born = home_.born_[home_.space_.curve()[n]];
            tile.write(table_);
            table_sum_ += tile.hash(n);
        }
    }

    /// Reads what is this rank's. Empty, or what is wrong.
    [[nodiscard]] std::string read(const std::string& file) {
        shared_file from(ranks_, file, MPI_MODE_RDONLY);
        std::uint64_t length = 0;
        if (std::string error = read_head(from, head_, length); !error.empty()) return error;
        const plan& now = home_.space_.made_of();
        const plan& then = head_.what;
        if (then.width != now.width || then.height != now.height || then.margin != now.margin ||
            then.wraps != now.wraps || then.tile_cells != now.tile_cells || head_.tiles != home_.space_.tiles())
            return "it is of another space: " + text_of(then) + " where there is " + text_of(now);
        if (std::string error = agents_.read_description(head_.description); !error.empty()) return error;
        const std::uint64_t size = from.size();
        const std::uint64_t blocks = length + head_.tiles * saved_tile::bytes;
        if (size < blocks) return "it is cut off";
        std::vector<std::byte> table(head_.tiles * saved_tile::bytes);
        from.read(length, table);
        if (!from.error().empty()) return from.error();
        if (const char* const error = read_table(table, head_, size - blocks, tiles_)) return error;
        return read_agents(from, blocks);
    }
    std::string read_agents(shared_file& from, std::uint64_t at) {
        std::vector<std::uint64_t> loads(home_.space_.tiles());
        for (std::uint32_t n = 0; n < tiles_.size(); ++n) loads[home_.space_.curve()[n]] = tiles_[n].agents;
        cut_.cut(home_.space_, loads);
        std::vector<std::byte> bytes;
        for (std::uint32_t n = 0; n < cut_.first(ranks_.rank() + 1); at += tiles_[n++].length) {
            if (n < cut_.first(ranks_.rank())) continue;
            bytes.resize(tiles_[n].length);
            from.read(at, bytes);
            if (!from.error().empty()) return from.error();
            if (core::mix(0, bytes.data(), bytes.size()) != tiles_[n].sum)
                return "it is damaged: the check sum of tile " + std::to_string(n) + " is wrong";
            if (const char* const error = read_tile(n, bytes)) return "tile " + std::to_string(n) + ": " + error;
        }
        return {};
    }
    const char* read_tile(std::uint32_t n, std::span<const std::byte> bytes) {
        byte_reader from(bytes);
        std::uint64_t last = 0;
        for (std::uint64_t i = 0; i < tiles_[n].agents; ++i) {
            identity self{from.get<std::uint64_t>()};
            if (self.number <= last) return "its agents are not in order";
            last = self.number;
            std::uint64_t there = 0;
            agent_values its;
            if (const char* const error = agents_.read(from, there, its)) return error;
            if (!records<Model>::shows_all(there)) return "an agent lacks a component that is shown";
            if (!home_.place(self, records<Model>::shown_of(its)) ||
                home_.space_.tile_of_cell(self.cell) != home_.space_.curve()[n])
                return "an agent of it is elsewhere";
            (void)divided_type::make(world_, self, there, its);
        }
        return from.rest() == 0 ? nullptr : "it has more bytes than agents";
    }
    [[nodiscard]] static std::string text_of(const plan& p) {
        char text[160];
        std::snprintf(text, sizeof(text), "%g by %g%s with a margin of %g and tiles of %u cells", p.width, p.height,
                      p.wraps ? ", which wraps," : "", p.margin, p.tile_cells);
        return text;
    }

    divided_type& home_;
    communicator& ranks_;
    byte_writer<> blocks_;
    byte_writer<> table_;
    std::uint64_t table_sum_ = 0;

    saved_head head_;
    agent_packing agents_;
    std::vector<saved_tile> tiles_;
    division cut_{home_.space_, ranks_.size()};
    throng::world world_;
};

/// Writes all agents of all ranks into a file, beside the one of that name, which it replaces when it is whole: so
/// there is always one that is. The file does not depend on the number of ranks. Returns an empty text, or the error:
/// the same on all ranks, which all call it, between steps. Events and agents sent or spawned by `each` must have
/// arrived: call it after `advance`.
template <class Model> [[nodiscard]] std::string save(divided<Model>& d, const std::string& file) {
    return saving<Model>(d).save(file);
}

/// Reads of a save what its world is like: what `divided` is to be made with, to restore it. Empty, or what is wrong:
/// the same on all ranks, which all call it.
[[nodiscard]] inline std::string read_plan(communicator& ranks, const std::string& file, plan& to) {
    shared_file from(ranks, file, MPI_MODE_RDONLY);
    saved_head head;
    std::uint64_t length = 0;
    std::string error = ranks.first_said(read_head(from, head, length));
    if (!error.empty()) return file + ": cannot be restored: " + error;
    head.what.rebalance_every = to.rebalance_every;
    to = head.what;
    return error;
}

/// Puts the agents of a file in the place of those there are, on any number of ranks: step, seed and random numbers go
/// on as they would have. The space must be the same; components and fields may have changed since as for
/// `throng::restore`. Where it cannot be, nothing has changed, and the text says what is wrong: the same on all ranks,
/// which all call it.
template <class Model> [[nodiscard]] std::string restore(divided<Model>& d, const std::string& file) {
    return saving<Model>(d).restore(file);
}

} // namespace throng::mpi
