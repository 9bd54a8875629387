#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// What a contestant holds at the end, reduced to what can be compared.
class digest {
  public:
    /// Takes the elements' hashes in the order of a walk.
    void add(std::uint64_t hash) {
        sum_ += hash;
        order_ = order_ * 0x9e3779b97f4a7c15U + hash;
        ++count_;
    }

    /// Same elements, in whatever order.
    [[nodiscard]] bool same_set(const digest& o) const { return sum_ == o.sum_ && count_ == o.count_; }
    [[nodiscard]] bool same_order(const digest& o) const { return same_set(o) && order_ == o.order_; }
    [[nodiscard]] std::uint64_t sum() const { return sum_; }
    [[nodiscard]] std::size_t count() const { return count_; }

  private:
    std::uint64_t sum_ = 0;
    std::uint64_t order_ = 0;
    std::size_t count_ = 0;
};

/// One competitor at one N. Built full and ready for the first frame.
class contestant {
  public:
    contestant() = default;
    contestant(const contestant&) = delete;
    contestant& operator=(const contestant&) = delete;
    virtual ~contestant() = default;

    /// In workloads that are prepared: sets up what the next frame works on. Not timed.
    virtual void prepare() {}
    /// The unit of work that is timed.
    virtual void frame() = 0;
    /// Shows what is held now.
    virtual void show(digest& d) const = 0;
};

/// A limit knows no more than the workload needs: a library cannot be much faster.
enum class kind { ours, peer, baseline, limit };

std::string_view name_of(kind k);

struct entry {
    std::string name;
    bench::kind kind;
    bool keeps_order;
    std::function<std::unique_ptr<contestant>(std::size_t n)> make;
    /// Does not take part at larger N: one frame of it would take minutes.
    std::size_t n_to = std::numeric_limits<std::size_t>::max();
};

/// One line of the results: a contestant at one N. Times are ns an element a frame.
struct record {
    std::string workload;
    std::size_t n;
    std::string contestant;
    bench::kind kind;
    bool keeps_order;
    double ns_median;
    double ns_min;
    /// Distance of the quartiles over the median: how noisy the machine was.
    double spread;
    /// Operator new calls a frame in the timed frames.
    double allocations;
    std::size_t bytes;
    std::uint64_t check;
};

/// "At every N of `sizes`, the slowest of `ours` takes at most `bound` times the fastest of `theirs`."
struct criterion {
    std::string text;
    std::vector<std::string> ours;
    std::vector<std::string> theirs;
    double bound;
    std::size_t n_from;
    std::size_t n_to;
};

struct options;

struct workload {
    std::string name;
    std::string title;
    /// Frames before the clock starts; everything a contestant grows or packs has settled by then.
    std::size_t warm_up;
    std::vector<std::size_t> sizes;
    std::vector<entry> entries;
    std::vector<criterion> criteria = {};
    /// Each frame is prepared, and timed by itself: it begins from where all frames do.
    bool prepared = false;
    /// Of n elements, this share is worked on in a frame: times are for each of those.
    double share = 1;
    /// What the times are of.
    std::string unit = "ns an element";
    /// For what is not measured frame by frame: does it all, at one N. Records of other names begin with this name and
    /// ": ". The records' N may be another than asked for.
    std::function<std::vector<record>(std::size_t n, const options& o)> measure = {};
    /// What keeps throng from being the first where it is not.
    std::string why_behind = {};
};

struct options {
    /// Rounds: each contestant is timed once a round.
    std::size_t rounds = 15;
    /// What the fastest contestant's batch of frames must last.
    double batch_ms = 2;
    /// Frames in a batch, at least: what a contestant does only now and then (packing, say) belongs to its price, and a
    /// median of single frames would leave it out.
    std::size_t batch_frames = 8;
    /// Frames of warming up, whatever the workload wants.
    std::size_t most_warm_up = std::numeric_limits<std::size_t>::max();
    /// Told which share of a workload is done, between what is timed.
    std::function<void(double done)> tell = [](double) {};
};

/// Runs one workload at one N, all contestants interleaved. Throws `mismatch` if their results differ.
std::vector<record> run(const workload& w, std::size_t n, const options& o);

/// The contestants did not come to the same result; the text says which and at what N.
struct mismatch {
    std::string text;
};

void print_table(const workload& w, std::size_t n, const std::vector<record>& records);

/// One line a criterion and N. True if all that could be decided are met.
bool print_verdict(const workload& w, const std::vector<record>& records);

/// The records as JSON; and back, from a file: throws std::runtime_error, with the file's name, if it holds none.
std::string as_json(const std::vector<record>& records);
std::vector<record> read_json(const std::string& file);

/// Writes beside and renames, so that the file is whole or untouched. False if it could not; `error` says why.
bool write_file(const std::string& file, const std::string& text, std::string& error);

} // namespace bench
