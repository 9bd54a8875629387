/// An inspector in thirty lines: shows and edits components without knowing their types.

#include <throng/world/description.hpp>
#include <throng/world/world.hpp>

#include <cstdint>
#include <cstdio>
#include <string>

namespace {

struct position {
    float x = 0;
    float y = 0;
};
enum class mood : std::uint8_t { calm, wary, angry };
struct guard {
    std::string name;
    mood how = mood::calm;
    position post;
    throng::entity relieved_by;
};
struct health {
    int left = 100;
};

} // namespace

/// Most components need no description. This one adds a unit and a range to its field.
template <> struct throng::component<health> {
    static constexpr const char* name = "health";
    static constexpr auto fields = throng::fields(field("left", &health::left).unit("points").range(0, 100));
};
template <> struct throng::component<guard> {
    static constexpr const char* name = "guard";
};

namespace {

void show(const throng::description& type, const void* value) {
    switch (type.kind) {
    case throng::value_kind::integer:
        std::printf("%d", *static_cast<const int*>(value));
        break;
    case throng::value_kind::real:
        std::printf("%g", static_cast<double>(*static_cast<const float*>(value)));
        break;
    case throng::value_kind::text:
        std::printf("\"%s\"", std::string(type.text->get(value)).c_str());
        break;
    case throng::value_kind::entity:
        if (const auto e = *static_cast<const throng::entity*>(value)) std::printf("entity %u", e.index());
        else std::printf("none");
        break;
    case throng::value_kind::enumeration:
        for (const throng::enumerator& e : type.names) {
            if (e.value == *static_cast<const std::uint8_t*>(value)) std::printf("%s", std::string(e.name).c_str());
        }
        break;
    default:
        std::printf("{ ");
        throng::for_each_field(type, value, [](const throng::field_description& field, const void* member) {
            std::printf("%s: ", std::string(field.name).c_str());
            show(*field.type, member);
            std::printf("%s%s ", field.unit.empty() ? "" : " ", std::string(field.unit).c_str());
        });
        std::printf("}");
    }
}

void inspect(throng::world& world) {
    for (const throng::entity e : world) {
        std::printf("entity %u\n", e.index());
        world.each_component([&](throng::world::component_type component) {
            if (component.description() == nullptr || !world.has(e, component)) return;
            std::printf("  %s: ", component.name());
            show(*component.description(), world.get(e, component));
            std::printf("\n");
        });
    }
}

} // namespace

int main() {
    throng::world world;
    throng::describe(world, throng::components<guard, health>);
    // (Scripts and editors describe components at run time.)
    const throng::field_description amount[] = {{.name = "amount", .type = &throng::description_of<int>()}};
    const throng::description purse = throng::structure_of("purse", sizeof(int), amount);
    const auto gold = world.define({.name = "purse", .size = purse.size, .alignment = 4, .made_of = &purse});

    const throng::entity anna = world.create(guard{"Anna", mood::wary, {3, 4}, {}}, health{});
    const throng::entity ben = world.create(guard{"Ben", mood::angry, {}, anna});
    *static_cast<int*>(world.add(ben, gold)) = 12;
    inspect(world);

    // Typed-in values are written by description.
    const auto component = world.find("health");
    const throng::field_description* const left = component.description()->find("left");
    auto* const value = static_cast<std::byte*>(world.get(anna, component));
    *reinterpret_cast<int*>(value + left->offset) = 7;
    std::printf("Anna has %d left\n", world.get<health>(anna).left);

    // Code that knows the type can iterate over the members.
    throng::for_each_field(world.get<guard>(ben).post, [](const throng::field_description& field, float& coordinate) {
        coordinate += 1;
        std::printf("%s is %g now\n", std::string(field.name).c_str(), static_cast<double>(coordinate));
    });
}
