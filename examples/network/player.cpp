#include "player.hpp"

#include <throng/world/byte_stream.hpp>

#include <algorithm>
#include <chrono>

namespace network {

namespace {

using clock = std::chrono::steady_clock;

/// So many frames are kept, and no player is further ahead of what it knows of the other one.
constexpr std::uint32_t kept = 64;

class session {
  public:
    session(const player_options& wanted) : wanted_(wanted), game_(wanted.seed), own_(wanted.seed, wanted.number) {
        for (std::uint32_t f = 0; f < wanted.frames; ++f) pressed_[me()].push_back(own_.press());
        (void)frames_.save(0);
        hashes_[me()].push_back(frames_.hash(0));
    }

    /// False if the message tells what cannot be.
    bool hear(const player_message& m) {
        if (m.presses_known > now_ || m.hashes_known > hashes_[me()].size()) return false;
        if (m.first_press > pressed_[other()].size() || m.first_hash > hashes_[other()].size()) return false;
        if (m.first_press + m.presses.size() > wanted_.frames || m.first_hash + m.hashes.size() > wanted_.frames + 1)
            return false;
        presses_known_ = std::max(presses_known_, m.presses_known);
        hashes_known_ = std::max(hashes_known_, m.hashes_known);
        for (std::size_t i = pressed_[other()].size() - m.first_press; i < m.presses.size(); ++i) {
            const auto frame = static_cast<std::uint32_t>(pressed_[other()].size());
            pressed_[other()].push_back(m.presses[i]);
            if (frame < now_ && guessed_[frame] != m.presses[i]) wrong_from_ = std::min(wrong_from_, frame);
        }
        for (std::size_t i = hashes_[other()].size() - m.first_hash; i < m.hashes.size(); ++i)
            hashes_[other()].push_back(m.hashes[i]);
        return true;
    }

    /// Puts right what was guessed wrongly, and goes on by a frame if it may.
    void go_on() {
        if (wrong_from_ < now_) {
            const std::uint32_t end = now_;
            result.rolled_back += end - wrong_from_;
            if (!frames_.load(wrong_from_)) throw broken_off("a frame that was to be rolled back is not kept");
            now_ = wrong_from_;
            while (now_ != end) play_frame();
        }
        wrong_from_ = wanted_.frames;
        // Where both players' presses are known, the frame is as it stays.
        while (hashes_[me()].size() <= std::min<std::size_t>(now_, pressed_[other()].size()))
            hashes_[me()].push_back(frames_.hash(hashes_[me()].size()));
        for (; compared_ < hashes_[0].size() && compared_ < hashes_[1].size(); ++compared_)
            result.desyncs += hashes_[0][compared_] != hashes_[1][compared_] ? 1 : 0;
        if (now_ < wanted_.frames && now_ < pressed_[other()].size() + kept - 4) play_frame();
    }

    [[nodiscard]] player_message tell() const {
        player_message m{static_cast<std::uint32_t>(pressed_[other()].size()),
                         static_cast<std::uint32_t>(hashes_[other()].size()),
                         presses_known_,
                         hashes_known_,
                         {},
                         {}};
        const auto presses = std::span(pressed_[me()]).first(now_).subspan(presses_known_);
        const auto hashes = std::span(hashes_[me()]).subspan(hashes_known_);
        m.presses.assign(presses.begin(),
                         presses.begin() + static_cast<std::ptrdiff_t>(std::min(presses.size(), m.most_presses)));
        m.hashes.assign(hashes.begin(),
                        hashes.begin() + static_cast<std::ptrdiff_t>(std::min(hashes.size(), m.most_hashes)));
        return m;
    }

    /// All frames are compared.
    [[nodiscard]] bool is_over() const { return compared_ == wanted_.frames + 1; }
    /// And the other one has what it needs.
    [[nodiscard]] bool may_leave() const {
        return is_over() && presses_known_ == wanted_.frames && hashes_known_ == wanted_.frames + 1;
    }
    [[nodiscard]] std::uint64_t state() const { return hashes_[me()].back(); }

    player_result result;

  private:
    [[nodiscard]] std::size_t me() const noexcept { return wanted_.number == 0 ? 0 : 1; }
    [[nodiscard]] std::size_t other() const noexcept { return 1 - me(); }

    void play_frame() {
        const auto& known = pressed_[other()];
        presses p{};
        p[me()] = pressed_[me()][now_];
        // The guess: it goes on as it did.
        p[other()] = now_ < known.size() ? known[now_] : (known.empty() ? std::uint8_t{0} : known.back());
        guessed_.resize(now_);
        guessed_.push_back(p[other()]);
        frames_.advance(p);
        if (wanted_.cheats == now_) game_.cheat(wanted_.number);
        ++now_;
        if (!frames_.save(now_)) throw broken_off("a frame cannot be kept");
    }

    player_options wanted_;
    duel game_;
    recorded_player own_;
    throng::rollback<presses> frames_{game_.world, kept, [this](const presses& p) { game_.step(p); }, duel_state};
    std::uint32_t now_ = 0;
    /// By player: what is known of it. (Of this one, all from the beginning.)
    std::vector<std::uint8_t> pressed_[2];
    std::vector<std::uint64_t> hashes_[2];
    std::vector<std::uint8_t> guessed_;
    std::uint32_t wrong_from_ = wanted_.frames;
    std::size_t compared_ = 0;
    /// So many of this one's the other one is known to have.
    std::uint32_t presses_known_ = 0;
    std::uint32_t hashes_known_ = 0;
};

} // namespace

std::vector<std::byte> write(const player_message& m) {
    throng::byte_writer<> to;
    to.put(m.presses_known);
    to.put(m.hashes_known);
    to.put(m.first_press);
    to.put(m.first_hash);
    to.put(static_cast<std::uint16_t>(m.presses.size()));
    to.put(static_cast<std::uint16_t>(m.hashes.size()));
    for (const std::uint8_t p : m.presses) to.put(p);
    for (const std::uint64_t h : m.hashes) to.put(h);
    return {to.bytes().begin(), to.bytes().end()};
}

std::optional<player_message> read_player_message(std::span<const std::byte> bytes) {
    throng::byte_reader from(bytes);
    player_message m;
    m.presses_known = from.get<std::uint32_t>();
    m.hashes_known = from.get<std::uint32_t>();
    m.first_press = from.get<std::uint32_t>();
    m.first_hash = from.get<std::uint32_t>();
    m.presses.resize(std::min<std::size_t>(from.get<std::uint16_t>(), m.most_presses));
    m.hashes.resize(std::min<std::size_t>(from.get<std::uint16_t>(), m.most_hashes));
    for (std::uint8_t& p : m.presses) {
        p = from.get<std::uint8_t>();
        if (p > all_buttons) return std::nullopt;
    }
    for (std::uint64_t& h : m.hashes) h = from.get<std::uint64_t>();
    if (!from.good() || from.rest() != 0) return std::nullopt;
    return m;
}

player_result play(endpoint& own, std::optional<std::uint16_t> to, const player_options& wanted) {
    session s(wanted);
    ENetPeer* other = nullptr;
    bool has_left = false;
    clock::time_point heard = clock::now();
    if (to) (void)own.connect(*to);
    const auto on_event = [&](const ENetEvent& e) {
        if (e.type == ENET_EVENT_TYPE_CONNECT) {
            other = e.peer;
        } else if (e.type == ENET_EVENT_TYPE_DISCONNECT) {
            has_left = e.peer == other || other == nullptr;
        } else if (e.type == ENET_EVENT_TYPE_RECEIVE) {
            const auto m = read_player_message(endpoint::bytes_of(e));
            // (Other bytes change nothing.)
            if (m && s.hear(*m)) heard = clock::now();
        }
    };
    const auto frame = std::chrono::nanoseconds(1'000'000'000 / wanted.rate);
    clock::time_point next = clock::now();
    while (!s.may_leave()) {
        own.service(next > clock::now() ? 1 : 0, on_event);
        if (s.is_over() && (has_left || clock::now() - heard > patience)) break;
        if (has_left) throw broken_off("the other player has gone");
        if (clock::now() - heard > 2 * patience || (other != nullptr && clock::now() - heard > patience))
            throw broken_off("nothing has been heard of the other player for a while");
        if (clock::now() < next) continue;
        // (What has been missed is not made up for.)
        next = std::max(next + frame, clock::now() - frame);
        if (other == nullptr) continue;
        s.go_on();
        own.send(other, write(s.tell()));
        own.flush();
    }
    if (other != nullptr) {
        // The farewell may be lost; then the other one notices the silence.
        enet_peer_disconnect(other, 0);
        const clock::time_point end = clock::now() + std::chrono::seconds(1);
        while (!has_left && clock::now() < end) own.service(10, on_event);
    }
    s.result.state = s.state();
    return s.result;
}

} // namespace network
