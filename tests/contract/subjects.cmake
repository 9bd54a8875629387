# What plays scripts, and what they are played on. Included by the contract suite and by tests/determinism, which is also a
# project of its own; neither GoogleTest nor another library is needed.
set(collections list)
set(others
    bag
    buffered_list
    linked_list
    weak_list
    weak_list_deleted
    pool
    fixed_pool
    ordered_set
    subset
    grid
    entity_list
    layers
    world
    tree
    system
    subset_of_pool
    ring
    entity_bag
    entity_pool
)
if(THRONG_CONTRACT_ALL)
    list(APPEND collections ${others})
else()
    list(APPEND collections ${THRONG_CONTRACT_SOME})
endif()

# What depends on the elements' type is compiled for each collection, or only for those with a mechanism of their own: one a
# placement, the linked list, the grid, and the world. The others are then played with one kind of element.
set(THRONG_CONTRACT_TYPED all CACHE STRING "Collections for which the suite is compiled with every kind of element: all, some, none")
set_property(CACHE THRONG_CONTRACT_TYPED PROPERTY STRINGS all some none)
if(THRONG_CONTRACT_TYPED STREQUAL all)
    set(typed ${collections})
elseif(THRONG_CONTRACT_TYPED STREQUAL some)
    set(typed list bag pool ordered_set linked_list grid world)
elseif(THRONG_CONTRACT_TYPED STREQUAL none)
    set(typed "")
else()
    message(FATAL_ERROR "THRONG_CONTRACT_TYPED: expected all, some or none, found ${THRONG_CONTRACT_TYPED}")
endif()
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH throng_tests)

# What plays scripts knows neither collections nor elements by their types, and is compiled once.
add_library(throng_contract_player STATIC ${CMAKE_CURRENT_LIST_DIR}/player.cpp ${CMAKE_CURRENT_LIST_DIR}/volume.cpp)
target_compile_options(throng_contract_player PRIVATE $<$<CONFIG:Debug>:-O1>)
target_include_directories(throng_contract_player PUBLIC ${throng_tests})
target_link_libraries(throng_contract_player
    PUBLIC throng::throng $<TARGET_NAME_IF_EXISTS:throng_sanitized>
    PRIVATE $<TARGET_NAME_IF_EXISTS:throng_warnings>
)

# What is played on, for every program that plays: each collection with its kinds of element. In this order, which fuzzing's
# corpus counts on: new collections at the end.
set(declarations "")
set(references "")
add_library(throng_contract_subjects STATIC)
target_compile_options(throng_contract_subjects PRIVATE $<$<CONFIG:Debug>:-O1>)
foreach(collection IN LISTS collections)
    set(kinds one_kind)
    if(collection IN_LIST typed)
        set(kinds every_kind)
    endif()
    file(CONFIGURE OUTPUT ${collection}_played.cpp CONTENT
        "#include \"contract/adapters/${collection}.hpp\"\n#include \"contract/played.hpp\"\n
extern const contract::subjects subjects_of_${collection};
const contract::subjects subjects_of_${collection} = contract::${kinds}::subjects_under_test;\n")
    target_sources(throng_contract_subjects PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${collection}_played.cpp)
    string(APPEND declarations "extern const contract::subjects subjects_of_${collection};\n")
    string(APPEND references "    &subjects_of_${collection},\n")
endforeach()
file(CONFIGURE OUTPUT all_subjects.cpp CONTENT
    "#include \"contract/subjects.hpp\"\n
${declarations}
static constexpr const contract::subjects* all[] = {
${references}};
std::span<const contract::subjects* const> contract::all_subjects() { return all; }\n")
target_sources(throng_contract_subjects PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/all_subjects.cpp)
target_link_libraries(throng_contract_subjects
    PUBLIC throng_contract_player
    PRIVATE $<TARGET_NAME_IF_EXISTS:throng_warnings>
)
