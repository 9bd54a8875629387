#pragma once

#include <throng/extra/mpi/communicator.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>
#include <utility>

namespace throng::mpi {

/// A file that all ranks have open, each at a separate position. Keeps the first error.
class shared_file : core::pinned {
  public:
    shared_file(const communicator& ranks, const std::string& name, int mode) {
        std::error_code unknown;
        if (std::filesystem::is_directory(name, unknown)) error_ = "it is a folder";
        const int code = MPI_File_open(ranks.handle(), name.c_str(), mode, MPI_INFO_NULL, &file_);
        is_open_ = code == MPI_SUCCESS;
        note(code);
    }
    ~shared_file() { close(); }

    /// The first error; empty if there was none.
    [[nodiscard]] const std::string& error() const noexcept { return error_; }
    [[nodiscard]] std::uint64_t size() {
        MPI_Offset bytes = 0;
        if (is_open_) note(MPI_File_get_size(file_, &bytes));
        return static_cast<std::uint64_t>(bytes);
    }
    /// All ranks call it.
    void resize(std::uint64_t bytes) {
        if (is_open_) note(MPI_File_set_size(file_, static_cast<MPI_Offset>(bytes)));
    }
    void write(std::uint64_t at, std::span<const std::byte> bytes) {
        each_part(at, bytes, [&](MPI_Offset where, std::span<const std::byte> some, MPI_Status* status) {
            return MPI_File_write_at(file_, where, some.data(), static_cast<int>(some.size()), MPI_BYTE, status);
        });
    }
    void read(std::uint64_t at, std::span<std::byte> bytes) {
        each_part(at, bytes, [&](MPI_Offset where, std::span<std::byte> some, MPI_Status* status) {
            return MPI_File_read_at(file_, where, some.data(), static_cast<int>(some.size()), MPI_BYTE, status);
        });
    }
    /// All that was written is on the disk, and the file is closed. All ranks call it.
    void close() {
        if (!std::exchange(is_open_, false)) return;
        int mode = 0;
        MPI_File_get_amode(file_, &mode);
        if ((mode & MPI_MODE_WRONLY) != 0) note(MPI_File_sync(file_));
        note(MPI_File_close(&file_));
    }

  private:
    template <class Bytes, class F> void each_part(std::uint64_t at, Bytes bytes, F f) {
        constexpr std::size_t at_once = 1U << 30U;
        while (!bytes.empty() && is_open_ && error_.empty()) {
            const auto some = bytes.first(std::min(at_once, bytes.size()));
            MPI_Status status;
            int done = 0;
            note(f(static_cast<MPI_Offset>(at), some, &status));
            MPI_Get_count(&status, MPI_BYTE, &done);
            if (error_.empty() && done != static_cast<int>(some.size())) error_ = "it is cut off";
            at += some.size();
            bytes = bytes.subspan(some.size());
        }
    }
    void note(int code) {
        if (code == MPI_SUCCESS || !error_.empty()) return;
        char text[MPI_MAX_ERROR_STRING];
        int length = 0;
        MPI_Error_string(code, text, &length);
        error_.assign(text, static_cast<std::size_t>(length));
    }

    MPI_File file_ = MPI_FILE_NULL;
    bool is_open_ = false;
    std::string error_;
};

} // namespace throng::mpi
