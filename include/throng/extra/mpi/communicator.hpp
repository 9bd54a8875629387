#pragma once

#include <throng/core/compiler.hpp>
#include <throng/world/byte_stream.hpp>
#include <throng/world/kernel/row.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <mpi.h>
#include <span>
#include <string>
#include <thread>
#include <vector>

/// The functions of MPI that throng uses. Only this header and those that include it need MPI.
namespace throng::mpi {

/// MPI for as long as it lives. One of them in a program, or none where that calls MPI_Init itself.
class session : core::pinned {
  public:
    session(int& argc, char**& argv) {
        int level = 0;
        MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    }
    ~session() { MPI_Finalize(); }
};

/// The ranks that work together, and what they say to each other. All calls are made by one thread; those that say so
/// are made by all ranks.
///
/// Where MPI fails, or a rank has sent what cannot be, there is no way on: a message that names the rank goes to the
/// standard error, and all ranks end with status 1.
class communicator : core::pinned {
  public:
    /// One message for each rank, empty where there is nothing to be said.
    using messages = std::vector<byte_writer<>>;

    /// All ranks.
    explicit communicator(MPI_Comm those = MPI_COMM_WORLD) {
        MPI_Comm_dup(those, &comm_);
        MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
        MPI_Comm_rank(comm_, &rank_);
        MPI_Comm_size(comm_, &size_);
    }
    ~communicator() { MPI_Comm_free(&comm_); }

    /// Which of the ranks this one is, from 0 on.
    [[nodiscard]] std::uint32_t rank() const noexcept { return static_cast<std::uint32_t>(rank_); }
    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(size_); }
    /// For calls of MPI itself.
    [[nodiscard]] MPI_Comm handle() const noexcept { return comm_; }
    /// The number of bytes that this rank has sent to others so far.
    [[nodiscard]] std::uint64_t bytes_sent() const noexcept { return bytes_sent_; }
    [[nodiscard]] std::uint64_t messages_sent() const noexcept { return messages_sent_; }

    /// Ends all ranks, with status 1.
    [[noreturn]] void fail(const std::string& why) const {
        std::fprintf(stderr, "throng: rank %d of %d: %s\n", rank_, size_, why.c_str());
        std::fflush(stderr);
        MPI_Abort(comm_, 1);
        std::abort();
    }
    [[noreturn]] void fail(std::uint32_t from, const std::string& why) const {
        fail("what rank " + std::to_string(from) + " has sent cannot be: " + why);
    }

    /// Sends each rank what is for it, and calls receive(rank, bytes) for what has come, in the order of ranks. All
    /// ranks call it; a rank need not know which of the others will write. The messages are empty afterwards.
    template <class Receive> void exchange(messages& out, Receive receive) {
        // A rank all of whose messages have been received enters a barrier. When it has passed that, nothing is on its
        // way any more. (A rank that is behind must not take messages of the next exchange for some of this
        // one; it cannot be behind by two.)
        const int tag = static_cast<int>(exchanges_++ % 2);
        std::vector<MPI_Request> sending;
        for (int r = 0; r < size_; ++r) {
            const auto bytes = out[static_cast<std::size_t>(r)].bytes();
            if (r == rank_ || bytes.empty()) continue;
            if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
                fail("a message of more than 2147483647 bytes to rank " + std::to_string(r) + ": use more ranks");
            check(MPI_Issend(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, r, tag, comm_,
                             &sending.emplace_back()),
                  "sending", r);
            bytes_sent_ += bytes.size();
            ++messages_sent_;
        }
        std::vector<received> in;
        MPI_Request barrier = MPI_REQUEST_NULL;
        bool in_barrier = false;
        unsigned idle = 0;
        for (int done = size_ == 1 ? 1 : 0; done == 0;) {
            // (Where there are more ranks than processors, those that have something to do need one.)
            if (receive_one(tag, in)) idle = 0;
            else if (++idle > 1000) std::this_thread::sleep_for(std::chrono::microseconds(20));
            if (in_barrier) {
                check(MPI_Test(&barrier, &done, MPI_STATUS_IGNORE), "waiting for all ranks");
                continue;
            }
            int sent = 0;
            check(MPI_Testall(static_cast<int>(sending.size()), sending.data(), &sent, MPI_STATUSES_IGNORE), "sending");
            if (sent == 0) continue;
            check(MPI_Ibarrier(comm_, &barrier), "waiting for all ranks");
            in_barrier = true;
        }
        const auto own = out[rank()].bytes();
        if (!own.empty()) in.push_back({rank_, {own.begin(), own.end()}});
        for (auto& m : out) m.clear();
        std::sort(in.begin(), in.end(), [](const received& a, const received& b) { return a.from < b.from; });
        for (const received& m : in) receive(static_cast<std::uint32_t>(m.from), std::span<const std::byte>(m.bytes));
    }

    /// The sums over all ranks. All ranks call it, with as many numbers.
    void sum(std::span<std::uint64_t> numbers) {
        constexpr std::size_t at_once = 1U << 20U;
        for (std::size_t i = 0; i < numbers.size(); i += at_once) {
            const auto some = numbers.subspan(i, std::min(at_once, numbers.size() - i));
            check(MPI_Allreduce(MPI_IN_PLACE, some.data(), static_cast<int>(some.size()), MPI_UINT64_T, MPI_SUM, comm_),
                  "adding up");
        }
    }
    [[nodiscard]] std::uint64_t sum(std::uint64_t number) {
        sum(std::span(&number, 1));
        return number;
    }
    [[nodiscard]] std::uint64_t most(std::uint64_t number) {
        check(MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_UINT64_T, MPI_MAX, comm_), "comparing");
        return number;
    }
    /// The sum of this number over the ranks before this one.
    [[nodiscard]] std::uint64_t sum_before(std::uint64_t number) {
        std::uint64_t before = 0;
        check(MPI_Exscan(&number, &before, 1, MPI_UINT64_T, MPI_SUM, comm_), "adding up");
        return rank_ == 0 ? 0 : before;
    }
    /// The text of the first rank whose text is not empty, with its number; else empty. All ranks call it, and get the
    /// same result.
    [[nodiscard]] std::string first_said(const std::string& mine) {
        std::uint64_t first = mine.empty() ? std::uint64_t(size_) : rank();
        check(MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_UINT64_T, MPI_MIN, comm_), "comparing");
        if (first == std::uint64_t(size_)) return {};
        std::string its = mine;
        std::uint64_t length = its.size();
        check(MPI_Bcast(&length, 1, MPI_UINT64_T, static_cast<int>(first), comm_), "telling", static_cast<int>(first));
        its.resize(length);
        check(MPI_Bcast(its.data(), static_cast<int>(length), MPI_BYTE, static_cast<int>(first), comm_), "telling",
              static_cast<int>(first));
        return its;
    }
    /// All ranks have come here.
    void barrier() { check(MPI_Barrier(comm_), "waiting for all ranks"); }

    /// Ends all ranks unless MPI says that all is well.
    void check(int code, const char* what, int other = MPI_PROC_NULL) const {
        if (code == MPI_SUCCESS) return;
        char text[MPI_MAX_ERROR_STRING];
        int length = 0;
        MPI_Error_string(code, text, &length);
        fail(std::string(what) + (other == MPI_PROC_NULL ? std::string() : ", with rank " + std::to_string(other)) +
             ": " + std::string(text, static_cast<std::size_t>(length)));
    }

  private:
    struct received {
        int from;
        std::vector<std::byte> bytes;
    };

    /// Takes a message, if one has come: whether it has.
    bool receive_one(int tag, std::vector<received>& in) {
        int come = 0;
        MPI_Message message = MPI_MESSAGE_NULL;
        MPI_Status status;
        check(MPI_Improbe(MPI_ANY_SOURCE, tag, comm_, &come, &message, &status), "receiving");
        if (come == 0) return false;
        int length = 0;
        check(MPI_Get_count(&status, MPI_BYTE, &length), "receiving", status.MPI_SOURCE);
        received& m = in.emplace_back(received{status.MPI_SOURCE, {}});
        m.bytes.resize(static_cast<std::size_t>(length));
        check(MPI_Mrecv(m.bytes.data(), length, MPI_BYTE, &message, MPI_STATUS_IGNORE), "receiving", m.from);
        return true;
    }

    MPI_Comm comm_ = MPI_COMM_NULL;
    int rank_ = 0;
    int size_ = 1;
    unsigned exchanges_ = 0;
    std::uint64_t bytes_sent_ = 0;
    std::uint64_t messages_sent_ = 0;
};

} // namespace throng::mpi
