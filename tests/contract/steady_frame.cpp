// A frame that creates as much as it destroys allocates nothing: neither from the collection's allocator nor from
// anywhere else. Counted in operator new, whatever calls it.

#include "support/counted_new.hpp"

#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <span>

namespace {

struct bullet {
    int id;
    int dies_at;
    float position[4] = {};
};

constexpr int population = 2000;
constexpr int warm_up = 400;
constexpr int frames = 400;

int born = 0;
bullet next_bullet(int frame) { return {born++, frame + 20 + born * 7 % 60, {}}; }

/// Plays frames, and expects that after the warm-up nothing is allocated.
template <class Frame> void expect_steady(Frame play) {
    if (throng::core::audited) GTEST_SKIP() << "the audit build keeps a journal";
    throng::list<bullet> bullets;
    for (int i = 0; i < population; ++i) bullets.push_back(next_bullet(0));
    for (int frame = 0; frame < warm_up; ++frame) play(bullets, frame);
    const std::size_t before = support::calls_of_new();
    for (int frame = warm_up; frame < warm_up + frames; ++frame) play(bullets, frame);
    EXPECT_EQ(support::calls_of_new() - before, 0U);
    EXPECT_GT(bullets.size(), population / 2U);
}

TEST(steady_frame, removal_and_replacement_in_a_walk) {
    expect_steady([](throng::list<bullet>& bullets, int frame) {
        for (bullet& b : bullets) {
            if (b.dies_at > frame) continue;
            bullets.remove(b);
            bullets.push_back(next_bullet(frame));
        }
    });
}

TEST(steady_frame, residents) {
    expect_steady([](throng::list<bullet>& bullets, int frame) {
        for (bullet& b : bullets.walk(throng::residents)) {
            if (b.dies_at > frame) continue;
            bullets.remove(b);
            bullets.push_back(next_bullet(frame));
        }
    });
}

TEST(steady_frame, update) {
    expect_steady([](throng::list<bullet>& bullets, int frame) {
        bullets.update([&](bullet& b) {
            if (b.dies_at > frame) return true;
            bullets.push_back(next_bullet(frame));
            return false;
        });
    });
}

TEST(steady_frame, nested_walks) {
    expect_steady([](throng::list<bullet>& bullets, int frame) {
        int pairs = 0;
        for (bullet& a : bullets) {
            if (a.dies_at > frame) continue;
            for (bullet& b : bullets)
                if (++pairs % 100 == 0 && &a != &b) {
                    bullets.remove(b);
                    bullets.push_back(next_bullet(frame));
                }
            bullets.remove(a);
            bullets.push_back(next_bullet(frame));
        }
    });
}

TEST(steady_frame, handles) {
    expect_steady([](throng::list<bullet>& bullets, int frame) {
        throng::handle<bullet> dying[16] = {};
        std::size_t n = 0;
        for (bullet& b : bullets) {
            if (b.dies_at <= frame) {
                bullets.remove(b);
                bullets.add(next_bullet(frame));
            } else if (n < 16) {
                dying[n++] = bullets.handle_of(b);
            }
        }
        for (const auto h : dying)
            if (bullets.remove(h)) bullets.add(next_bullet(frame));
    });
}

TEST(steady_frame, frozen_views) {
    expect_steady([](throng::list<bullet>& bullets, int frame) {
        const auto before = bullets.freeze();
        for (const bullet& b : before) {
            if (b.dies_at > frame) continue;
            bullets.remove(b);
            bullets.push_back(next_bullet(frame));
        }
    });
}

TEST(steady_frame, runs) {
    expect_steady([](throng::list<bullet>& bullets, int frame) {
        for (const std::span<bullet> run : bullets.runs())
            for (bullet& b : run)
                if (b.dies_at <= frame) {
                    bullets.remove(b);
                    bullets.push_back(next_bullet(frame));
                }
    });
}

TEST(steady_frame, remove_if_then_refill) {
    expect_steady([](throng::list<bullet>& bullets, int frame) {
        bullets.remove_if([&](const bullet& b) { return b.dies_at <= frame; });
        while (bullets.size() < population) bullets.push_back(next_bullet(frame));
    });
}

/// Emptied and filled anew each frame.
TEST(steady_frame, clear_then_refill) {
    expect_steady([](throng::list<bullet>& bullets, int frame) {
        bullets.clear();
        while (bullets.size() < population) bullets.push_back(next_bullet(frame));
    });
}

/// No walk is opened for a long time, and removal is by address only.
TEST(steady_frame, without_walks) {
    expect_steady([](throng::list<bullet>& bullets, int frame) {
        for (int i = 0; i < 50; ++i) {
            bullets.remove(*bullets.first());
            bullets.push_back(next_bullet(frame));
        }
    });
}

} // namespace
