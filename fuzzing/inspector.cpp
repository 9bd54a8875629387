/// What comes to an inspector from outside: the text of a query, or, where the first byte is odd, the bytes of
/// requests. A query is found right, and shows what it says, or is told to be wrong at a place in it; and requests are
/// the same however they are cut into pieces.

#include <throng/extra/inspector_http.hpp>
#include <throng/extra/inspector_query.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

namespace {

struct position {
    int x;
};
struct frozen {};
struct enemy {
    std::string name;
};

using query = throng::core::text_query<throng::core::standard_allocator>;

[[noreturn]] void fail(const char* what, std::string_view text) {
    std::fprintf(stderr, "%s: '%.*s'\n", what, static_cast<int>(text.size()), text.data());
    std::abort();
}

throng::world& world() {
    static throng::world its;
    if (!its.empty()) return its;
    throng::describe(its, throng::components<position, frozen, enemy>);
    for (int i = 0; i < 3000; ++i) {
        const throng::entity e = its.create(position{i});
        if (i % 2 != 0) its.add<frozen>(e);
        if (i % 3 != 0) its.add<enemy>(e);
    }
    return its;
}

void play_query(std::string_view text) {
    const auto& home = world().storage();
    query q(home);
    if (!q.parse(text)) {
        if (q.error.empty() || q.at > text.size() || q.length == 0) fail("no place", text);
        const std::string marked = q.marked();
        if (marked.find('\n') != marked.rfind('\n') || marked.find('^', marked.find('\n')) == std::string::npos)
            fail("no mark", text);
        return;
    }
    // With what it asks for there is nothing that shuns it; one after the other it means the same.
    const std::string twice = std::string(text) + "\n" + std::string(text);
    if (query again(home); twice.size() <= query::most_bytes && (!again.parse(twice) || again.count() != q.count()))
        fail("not the same as twice", text);
    std::size_t seen = 0;
    q.each_page(0, [&](std::uint32_t page, const throng::core::word* those) {
        for (unsigned s = 0; s < throng::core::page_slots; ++s) {
            if (!throng::core::has_bit(those[s / throng::core::word_bits], s % throng::core::word_bits)) continue;
            if (!world().alive(home.entity_at(page * throng::core::page_slots + s))) fail("shows the dead", text);
            ++seen;
        }
        return true;
    });
    if (seen != q.count() || seen > world().size()) fail("does not count", text);
    const std::string not_it = "!" + std::string(text);
    if (query opposite(home); text.find_first_of(" ,!|\t\n\v\f\r\"") == text.npos && !text.empty()) {
        if (!opposite.parse(not_it) || opposite.count() + seen != world().size()) fail("its opposite is not", text);
    }
}

/// How it ends, and what was understood until then.
std::string play_requests(std::string_view bytes, std::size_t piece) {
    using outcome = throng::core::http_parser::outcome;
    constexpr throng::core::http_limits most{.head = 150, .body = 20};
    throng::core::http_parser parser(most);
    std::string in;
    std::string understood;
    while (!bytes.empty()) {
        in += bytes.substr(0, piece);
        bytes.remove_prefix(bytes.size() < piece ? bytes.size() : piece);
        outcome what{};
        while (!in.empty() && (what = parser.parse(in)) == outcome::complete) {
            const auto& r = parser.request;
            if (parser.size() > in.size() || r.body.size() > most.body) fail("longer than it may be", in);
            understood += r.method + ' ' + r.host + ' ' + r.body;
            for (const std::string& part : r.path) understood += '/' + part;
            for (const auto& [name, value] : r.parameters) understood += '?' + name + '=' + value;
            understood += r.keeps_open ? "\n" : ".\n";
            in.erase(0, parser.size());
            parser.next();
        }
        if (!in.empty() && what == outcome::refused) return understood + std::string(parser.why);
        if (in.size() > most.head + most.body + 4) fail("wants more than it may", in);
    }
    return understood;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return -1;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    if (data[0] % 2 == 0) {
        play_query(text);
        return 0;
    }
    const std::string whole = play_requests(text, size);
    for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{64}}) {
        // (In pieces it is known earlier that a head is too long.)
        const std::string in_pieces = play_requests(text, piece);
        if (whole != in_pieces && whole.find("too long") == whole.npos && in_pieces.find("too long") == whole.npos)
            fail("not the same in pieces", text);
    }
    return 0;
}
