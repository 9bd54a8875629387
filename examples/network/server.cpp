#include "crowd.hpp"
#include "replication.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <optional>

namespace network {

namespace {

using clock = std::chrono::steady_clock;

struct client {
    client(throng::world& w, ENetPeer* p) : peer(p), encoder(w, shown, most_bytes) {}

    ENetPeer* peer;
    throng::replica_encoder encoder;
    std::uint32_t answered = 0;
    clock::time_point heard = clock::now();
};

class server {
  public:
    server(endpoint& own, const crowd_options& wanted)
        : own_(own), wanted_(wanted), crowd_(wanted.entities, wanted.seed) {}

    outcome run() {
        const std::uint32_t quarter = std::max(wanted_.frames / 4, 1U);
        clock::time_point next = clock::now();
        const auto frame = std::chrono::nanoseconds(1'000'000'000 / wanted_.rate);
        while (frame_ < wanted_.frames || is_waiting() || !asked_all_) {
            own_.service(next > clock::now() ? 1 : 0, [&](const ENetEvent& e) { hear(e); });
            watch();
            if (clock::now() < next) continue;
            next = std::max(next + frame, clock::now() - frame);
            const bool goes_on = !is_waiting() && frame_ < wanted_.frames;
            if (goes_on) {
                crowd_.step();
                ++frame_;
            }
            tell(goes_on);
            if (goes_on && (frame_ % quarter == 0 || frame_ == wanted_.frames) && clients_.size() != 0) ask();
            // Those that came after the last frame.
            if (frame_ == wanted_.frames && clients_.size() == wanted_.clients && !is_waiting() && !asked_all_) ask();
        }
        for (const client& c : clients_) enet_peer_disconnect_later(c.peer, 0);
        const clock::time_point end = clock::now() + std::chrono::seconds(2);
        while (left_ != clients_.size() && clock::now() < end) {
            own_.service(10, [&](const ENetEvent& e) { left_ += e.type == ENET_EVENT_TYPE_DISCONNECT ? 1 : 0; });
        }
        return {differences_, bytes_, frames_of_clients_, checks_};
    }

  private:
    void hear(const ENetEvent& e) {
        if (e.type == ENET_EVENT_TYPE_CONNECT) {
            e.peer->data = &clients_.emplace_back(crowd_.world, e.peer);
            return;
        }
        auto* const c = static_cast<client*>(e.peer->data);
        if (c == nullptr) return;
        if (e.type == ENET_EVENT_TYPE_DISCONNECT) throw broken_off("a client has gone");
        const auto bytes = endpoint::bytes_of(e);
        if (e.channelID == 0) {
            if (c->encoder.acknowledge(bytes)) c->heard = clock::now();
            return;
        }
        throng::byte_reader from(bytes);
        const auto check = from.get<std::uint32_t>();
        const auto differences = from.get<std::uint64_t>();
        if (!from.good() || check != checks_ || c->answered == checks_) return;
        c->answered = check;
        differences_ += differences;
    }
    void watch() const {
        const clock::time_point now = clock::now();
        for (const client& c : clients_) {
            if (now - c.heard > patience) throw broken_off("nothing has been heard of a client for a while");
        }
        if (clients_.size() < wanted_.clients && frame_ == wanted_.frames && now - began_ > longest())
            throw broken_off("a client has not come");
    }
    [[nodiscard]] clock::duration longest() const {
        return 4 * patience + std::chrono::seconds(wanted_.frames / wanted_.rate);
    }
    [[nodiscard]] bool is_waiting() const {
        return std::any_of(clients_.begin(), clients_.end(), [&](const client& c) { return c.answered < asked(c); });
    }
    [[nodiscard]] std::uint32_t asked(const client& c) const {
        return static_cast<std::size_t>(&c - &clients_.front()) < asked_ ? checks_ : 0;
    }

    /// A client sees a circle that wanders.
    [[nodiscard]] bool sees(std::size_t c, throng::entity e) const {
        const place& p = *crowd_.world.try_get<place>(e);
        const double turn = static_cast<double>(frame_) / 300 + static_cast<double>(c);
        const double x = p.x - crowd_field * (0.5 + 0.3 * std::cos(turn));
        const double y = p.y - crowd_field * (0.5 + 0.3 * std::sin(turn));
        return x * x + y * y < 170.0 * 170.0;
    }
    void tell(bool counts) {
        std::size_t n = 0;
        for (client& c : clients_) {
            const auto near = [&](throng::entity e) { return sees(n, e); };
            const auto cost = c.encoder.frame_if(near, [&](std::span<const std::byte> m) {
                own_.send(c.peer, m);
                if (counts) bytes_ += m.size();
            });
            if (cost.too_large != 0) throw broken_off("a component does not fit into a message");
            if (counts) ++frames_of_clients_;
            ++n;
        }
        own_.flush();
    }
    /// The expected state of each client.
    void ask() {
        ++checks_;
        asked_ = clients_.size();
        asked_all_ = asked_ == wanted_.clients;
        std::size_t n = 0;
        for (client& c : clients_) {
            throng::byte_writer<> to;
            to.put(checks_);
            for (const auto& [e, p, b] : crowd_.world.query<const place, const being>()) {
                if (!sees(n, e)) continue;
                to.put(c.encoder.number_of(e));
                to.put(p.x);
                to.put(p.y);
                to.put(b.mood);
                to.put(crowd_.world.contains(b.follows) && sees(n, b.follows) ? c.encoder.number_of(b.follows) : 0);
                to.put_text(b.name.data(), b.name.size());
            }
            own_.send(c.peer, to.bytes(), true);
            ++n;
        }
        own_.flush();
    }

    endpoint& own_;
    crowd_options wanted_;
    crowd crowd_;
    std::deque<client> clients_;
    std::uint32_t frame_ = 0;
    std::uint32_t checks_ = 0;
    /// So many of the clients are asked; and whether that is all there will be.
    std::size_t asked_ = 0;
    bool asked_all_ = false;
    std::size_t left_ = 0;
    std::uint64_t differences_ = 0;
    std::uint64_t bytes_ = 0;
    std::uint64_t frames_of_clients_ = 0;
    clock::time_point began_ = clock::now();
};

} // namespace

outcome serve(endpoint& own, const crowd_options& wanted) { return server(own, wanted).run(); }

} // namespace network
